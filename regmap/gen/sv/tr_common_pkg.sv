// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/common.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.

package tr_common_pkg;

  // trControl: Main control register of a component.
  localparam logic [11:0] TR_CONTROL_OFFSET = 12'h000;
  localparam logic [31:0] TR_ACTIVE_MASK = 32'h00000001;
  localparam int unsigned TR_ACTIVE_SHIFT = 0;
  localparam int unsigned TR_ACTIVE_WIDTH = 1;
  localparam logic [31:0] TR_ENABLE_MASK = 32'h00000002;
  localparam int unsigned TR_ENABLE_SHIFT = 1;
  localparam int unsigned TR_ENABLE_WIDTH = 1;
  localparam logic [31:0] TR_EMPTY_MASK = 32'h00000008;
  localparam int unsigned TR_EMPTY_SHIFT = 3;
  localparam int unsigned TR_EMPTY_WIDTH = 1;

  // trImpl: Version and type of a component.
  localparam logic [11:0] TR_IMPL_OFFSET = 12'h004;
  localparam logic [31:0] TR_VER_MAJOR_MASK = 32'h0000000f;
  localparam int unsigned TR_VER_MAJOR_SHIFT = 0;
  localparam int unsigned TR_VER_MAJOR_WIDTH = 4;
  localparam logic [31:0] TR_VER_MINOR_MASK = 32'h000000f0;
  localparam int unsigned TR_VER_MINOR_SHIFT = 4;
  localparam int unsigned TR_VER_MINOR_WIDTH = 4;
  localparam logic [31:0] TR_COMP_TYPE_MASK = 32'h00000f00;
  localparam int unsigned TR_COMP_TYPE_SHIFT = 8;
  localparam int unsigned TR_COMP_TYPE_WIDTH = 4;
  localparam logic [3:0] TR_COMP_TYPE_ENCODER = 4'd1;
  localparam logic [3:0] TR_COMP_TYPE_FUNNEL = 4'd8;
  localparam logic [3:0] TR_COMP_TYPE_RAMSINK = 4'd9;
  localparam logic [3:0] TR_COMP_TYPE_PIBSINK = 4'd10;
  localparam logic [3:0] TR_COMP_TYPE_ATBBRIDGE = 4'd14;

endpackage
