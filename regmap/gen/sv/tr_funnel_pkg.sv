// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/funnel.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.

package tr_funnel_pkg;

  // trFunnelControl: Funnel control.
  localparam logic [11:0] TR_FUNNEL_CONTROL_OFFSET = 12'h000;
  localparam logic [31:0] TR_FUNNEL_ACTIVE_MASK = 32'h00000001;
  localparam int unsigned TR_FUNNEL_ACTIVE_SHIFT = 0;
  localparam int unsigned TR_FUNNEL_ACTIVE_WIDTH = 1;
  localparam logic [31:0] TR_FUNNEL_ENABLE_MASK = 32'h00000002;
  localparam int unsigned TR_FUNNEL_ENABLE_SHIFT = 1;
  localparam int unsigned TR_FUNNEL_ENABLE_WIDTH = 1;
  localparam logic [31:0] TR_FUNNEL_EMPTY_MASK = 32'h00000008;
  localparam int unsigned TR_FUNNEL_EMPTY_SHIFT = 3;
  localparam int unsigned TR_FUNNEL_EMPTY_WIDTH = 1;

  // trFunnelImpl: Funnel version and type.
  localparam logic [11:0] TR_FUNNEL_IMPL_OFFSET = 12'h004;
  localparam logic [31:0] TR_FUNNEL_VER_MAJOR_MASK = 32'h0000000f;
  localparam int unsigned TR_FUNNEL_VER_MAJOR_SHIFT = 0;
  localparam int unsigned TR_FUNNEL_VER_MAJOR_WIDTH = 4;
  localparam logic [31:0] TR_FUNNEL_VER_MINOR_MASK = 32'h000000f0;
  localparam int unsigned TR_FUNNEL_VER_MINOR_SHIFT = 4;
  localparam int unsigned TR_FUNNEL_VER_MINOR_WIDTH = 4;
  localparam logic [31:0] TR_FUNNEL_COMP_TYPE_MASK = 32'h00000f00;
  localparam int unsigned TR_FUNNEL_COMP_TYPE_SHIFT = 8;
  localparam int unsigned TR_FUNNEL_COMP_TYPE_WIDTH = 4;

  // trFunnelDisInput: Inputs to switch off.
  localparam logic [11:0] TR_FUNNEL_DIS_INPUT_OFFSET = 12'h008;
  localparam logic [31:0] TR_FUNNEL_DIS_INPUT_MASK = 32'h0000ffff;
  localparam int unsigned TR_FUNNEL_DIS_INPUT_SHIFT = 0;
  localparam int unsigned TR_FUNNEL_DIS_INPUT_WIDTH = 16;

  // trFunnelVendorStatus: hartrace: what the funnel has lost.
  localparam logic [11:0] TR_FUNNEL_VENDOR_STATUS_OFFSET = 12'he00;
  localparam logic [31:0] TR_FUNNEL_LOSS_MASK = 32'h00000001;
  localparam int unsigned TR_FUNNEL_LOSS_SHIFT = 0;
  localparam int unsigned TR_FUNNEL_LOSS_WIDTH = 1;

endpackage
