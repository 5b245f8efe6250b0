// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/pibsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.

package tr_pibsink_pkg;

  // trPibControl: PIB sink control.
  localparam logic [11:0] TR_PIB_CONTROL_OFFSET = 12'h000;
  localparam logic [31:0] TR_PIB_ACTIVE_MASK = 32'h00000001;
  localparam int unsigned TR_PIB_ACTIVE_SHIFT = 0;
  localparam int unsigned TR_PIB_ACTIVE_WIDTH = 1;
  localparam logic [31:0] TR_PIB_ENABLE_MASK = 32'h00000002;
  localparam int unsigned TR_PIB_ENABLE_SHIFT = 1;
  localparam int unsigned TR_PIB_ENABLE_WIDTH = 1;
  localparam logic [31:0] TR_PIB_EMPTY_MASK = 32'h00000008;
  localparam int unsigned TR_PIB_EMPTY_SHIFT = 3;
  localparam int unsigned TR_PIB_EMPTY_WIDTH = 1;
  localparam logic [31:0] TR_PIB_MODE_MASK = 32'h000000f0;
  localparam int unsigned TR_PIB_MODE_SHIFT = 4;
  localparam int unsigned TR_PIB_MODE_WIDTH = 4;
  localparam logic [3:0] TR_PIB_MODE_OFF = 4'd0;
  localparam logic [3:0] TR_PIB_MODE_SWT_MANCHESTER = 4'd4;
  localparam logic [3:0] TR_PIB_MODE_SWT_UART = 4'd5;
  localparam logic [3:0] TR_PIB_MODE_PARALLEL1 = 4'd8;
  localparam logic [3:0] TR_PIB_MODE_PARALLEL2 = 4'd9;
  localparam logic [3:0] TR_PIB_MODE_PARALLEL4 = 4'd10;
  localparam logic [3:0] TR_PIB_MODE_PARALLEL8 = 4'd11;
  localparam logic [3:0] TR_PIB_MODE_PARALLEL16 = 4'd12;
  localparam logic [31:0] TR_PIB_CLK_CENTER_MASK = 32'h00000100;
  localparam int unsigned TR_PIB_CLK_CENTER_SHIFT = 8;
  localparam int unsigned TR_PIB_CLK_CENTER_WIDTH = 1;
  localparam logic [31:0] TR_PIB_CALIBRATE_MASK = 32'h00000200;
  localparam int unsigned TR_PIB_CALIBRATE_SHIFT = 9;
  localparam int unsigned TR_PIB_CALIBRATE_WIDTH = 1;
  localparam logic [31:0] TR_PIB_ASYNC_FREQ_MASK = 32'h00007000;
  localparam int unsigned TR_PIB_ASYNC_FREQ_SHIFT = 12;
  localparam int unsigned TR_PIB_ASYNC_FREQ_WIDTH = 3;
  localparam logic [2:0] TR_PIB_ASYNC_FREQ_OFF = 3'd0;
  localparam logic [31:0] TR_PIB_DIVIDER_MASK = 32'hffff0000;
  localparam int unsigned TR_PIB_DIVIDER_SHIFT = 16;
  localparam int unsigned TR_PIB_DIVIDER_WIDTH = 16;

  // trPibImpl: PIB sink version and type.
  localparam logic [11:0] TR_PIB_IMPL_OFFSET = 12'h004;
  localparam logic [31:0] TR_PIB_VER_MAJOR_MASK = 32'h0000000f;
  localparam int unsigned TR_PIB_VER_MAJOR_SHIFT = 0;
  localparam int unsigned TR_PIB_VER_MAJOR_WIDTH = 4;
  localparam logic [31:0] TR_PIB_VER_MINOR_MASK = 32'h000000f0;
  localparam int unsigned TR_PIB_VER_MINOR_SHIFT = 4;
  localparam int unsigned TR_PIB_VER_MINOR_WIDTH = 4;
  localparam logic [31:0] TR_PIB_COMP_TYPE_MASK = 32'h00000f00;
  localparam int unsigned TR_PIB_COMP_TYPE_SHIFT = 8;
  localparam int unsigned TR_PIB_COMP_TYPE_WIDTH = 4;

endpackage
