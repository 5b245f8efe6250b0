// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.

package tr_atbbridge_pkg;

  // trAtbBridgeControl: ATB bridge control.
  localparam logic [11:0] TR_ATB_BRIDGE_CONTROL_OFFSET = 12'h000;
  localparam logic [31:0] TR_ATB_BRIDGE_ACTIVE_MASK = 32'h00000001;
  localparam int unsigned TR_ATB_BRIDGE_ACTIVE_SHIFT = 0;
  localparam int unsigned TR_ATB_BRIDGE_ACTIVE_WIDTH = 1;
  localparam logic [31:0] TR_ATB_BRIDGE_ENABLE_MASK = 32'h00000002;
  localparam int unsigned TR_ATB_BRIDGE_ENABLE_SHIFT = 1;
  localparam int unsigned TR_ATB_BRIDGE_ENABLE_WIDTH = 1;
  localparam logic [31:0] TR_ATB_BRIDGE_EMPTY_MASK = 32'h00000008;
  localparam int unsigned TR_ATB_BRIDGE_EMPTY_SHIFT = 3;
  localparam int unsigned TR_ATB_BRIDGE_EMPTY_WIDTH = 1;
  localparam logic [31:0] TR_ATB_BRIDGE_ID_MASK = 32'h00007f00;
  localparam int unsigned TR_ATB_BRIDGE_ID_SHIFT = 8;
  localparam int unsigned TR_ATB_BRIDGE_ID_WIDTH = 7;

  // trAtbBridgeImpl: ATB bridge version and type, and its alignment setting.
  localparam logic [11:0] TR_ATB_BRIDGE_IMPL_OFFSET = 12'h004;
  localparam logic [31:0] TR_ATB_BRIDGE_VER_MAJOR_MASK = 32'h0000000f;
  localparam int unsigned TR_ATB_BRIDGE_VER_MAJOR_SHIFT = 0;
  localparam int unsigned TR_ATB_BRIDGE_VER_MAJOR_WIDTH = 4;
  localparam logic [31:0] TR_ATB_BRIDGE_VER_MINOR_MASK = 32'h000000f0;
  localparam int unsigned TR_ATB_BRIDGE_VER_MINOR_SHIFT = 4;
  localparam int unsigned TR_ATB_BRIDGE_VER_MINOR_WIDTH = 4;
  localparam logic [31:0] TR_ATB_BRIDGE_COMP_TYPE_MASK = 32'h00000f00;
  localparam int unsigned TR_ATB_BRIDGE_COMP_TYPE_SHIFT = 8;
  localparam int unsigned TR_ATB_BRIDGE_COMP_TYPE_WIDTH = 4;
  localparam logic [31:0] TR_ATB_BRIDGE_ASYNC_FREQ_MASK = 32'h00007000;
  localparam int unsigned TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT = 12;
  localparam int unsigned TR_ATB_BRIDGE_ASYNC_FREQ_WIDTH = 3;
  localparam logic [2:0] TR_ATB_BRIDGE_ASYNC_FREQ_OFF = 3'd0;

endpackage
