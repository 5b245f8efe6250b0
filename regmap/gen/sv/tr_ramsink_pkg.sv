// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/ramsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.

package tr_ramsink_pkg;

  // trRamControl: RAM sink control.
  localparam logic [11:0] TR_RAM_CONTROL_OFFSET = 12'h000;
  localparam logic [31:0] TR_RAM_ACTIVE_MASK = 32'h00000001;
  localparam int unsigned TR_RAM_ACTIVE_SHIFT = 0;
  localparam int unsigned TR_RAM_ACTIVE_WIDTH = 1;
  localparam logic [31:0] TR_RAM_ENABLE_MASK = 32'h00000002;
  localparam int unsigned TR_RAM_ENABLE_SHIFT = 1;
  localparam int unsigned TR_RAM_ENABLE_WIDTH = 1;
  localparam logic [31:0] TR_RAM_EMPTY_MASK = 32'h00000008;
  localparam int unsigned TR_RAM_EMPTY_SHIFT = 3;
  localparam int unsigned TR_RAM_EMPTY_WIDTH = 1;
  localparam logic [31:0] TR_RAM_MODE_MASK = 32'h00000010;
  localparam int unsigned TR_RAM_MODE_SHIFT = 4;
  localparam int unsigned TR_RAM_MODE_WIDTH = 1;
  localparam logic [0:0] TR_RAM_MODE_SRAM = 1'd0;
  localparam logic [0:0] TR_RAM_MODE_SMEM = 1'd1;
  localparam logic [31:0] TR_RAM_STOP_ON_WRAP_MASK = 32'h00000100;
  localparam int unsigned TR_RAM_STOP_ON_WRAP_SHIFT = 8;
  localparam int unsigned TR_RAM_STOP_ON_WRAP_WIDTH = 1;
  localparam logic [31:0] TR_RAM_MEM_FORMAT_MASK = 32'h00000600;
  localparam int unsigned TR_RAM_MEM_FORMAT_SHIFT = 9;
  localparam int unsigned TR_RAM_MEM_FORMAT_WIDTH = 2;
  localparam logic [1:0] TR_RAM_MEM_FORMAT_BYTES = 2'd0;
  localparam logic [1:0] TR_RAM_MEM_FORMAT_CUSTOM = 2'd3;
  localparam logic [31:0] TR_RAM_ASYNC_FREQ_MASK = 32'h00007000;
  localparam int unsigned TR_RAM_ASYNC_FREQ_SHIFT = 12;
  localparam int unsigned TR_RAM_ASYNC_FREQ_WIDTH = 3;
  localparam logic [2:0] TR_RAM_ASYNC_FREQ_OFF = 3'd0;

  // trRamImpl: RAM sink version, type and modes.
  localparam logic [11:0] TR_RAM_IMPL_OFFSET = 12'h004;
  localparam logic [31:0] TR_RAM_VER_MAJOR_MASK = 32'h0000000f;
  localparam int unsigned TR_RAM_VER_MAJOR_SHIFT = 0;
  localparam int unsigned TR_RAM_VER_MAJOR_WIDTH = 4;
  localparam logic [31:0] TR_RAM_VER_MINOR_MASK = 32'h000000f0;
  localparam int unsigned TR_RAM_VER_MINOR_SHIFT = 4;
  localparam int unsigned TR_RAM_VER_MINOR_WIDTH = 4;
  localparam logic [31:0] TR_RAM_COMP_TYPE_MASK = 32'h00000f00;
  localparam int unsigned TR_RAM_COMP_TYPE_SHIFT = 8;
  localparam int unsigned TR_RAM_COMP_TYPE_WIDTH = 4;
  localparam logic [31:0] TR_RAM_HAS_SRAM_MASK = 32'h00001000;
  localparam int unsigned TR_RAM_HAS_SRAM_SHIFT = 12;
  localparam int unsigned TR_RAM_HAS_SRAM_WIDTH = 1;
  localparam logic [31:0] TR_RAM_HAS_SMEM_MASK = 32'h00002000;
  localparam int unsigned TR_RAM_HAS_SMEM_SHIFT = 13;
  localparam int unsigned TR_RAM_HAS_SMEM_WIDTH = 1;

  // trRamStartLow: Start of the buffer, lower half.
  localparam logic [11:0] TR_RAM_START_LOW_OFFSET = 12'h010;
  localparam logic [31:0] TR_RAM_START_LOW_MASK = 32'hfffffffc;
  localparam int unsigned TR_RAM_START_LOW_SHIFT = 2;
  localparam int unsigned TR_RAM_START_LOW_WIDTH = 30;

  // trRamStartHigh: Start of the buffer, upper half.
  localparam logic [11:0] TR_RAM_START_HIGH_OFFSET = 12'h014;
  localparam logic [31:0] TR_RAM_START_HIGH_MASK = 32'hffffffff;
  localparam int unsigned TR_RAM_START_HIGH_SHIFT = 0;
  localparam int unsigned TR_RAM_START_HIGH_WIDTH = 32;

  // trRamLimitLow: Last word of the buffer, lower half.
  localparam logic [11:0] TR_RAM_LIMIT_LOW_OFFSET = 12'h018;
  localparam logic [31:0] TR_RAM_LIMIT_LOW_MASK = 32'hfffffffc;
  localparam int unsigned TR_RAM_LIMIT_LOW_SHIFT = 2;
  localparam int unsigned TR_RAM_LIMIT_LOW_WIDTH = 30;

  // trRamLimitHigh: Last word of the buffer, upper half.
  localparam logic [11:0] TR_RAM_LIMIT_HIGH_OFFSET = 12'h01c;
  localparam logic [31:0] TR_RAM_LIMIT_HIGH_MASK = 32'hffffffff;
  localparam int unsigned TR_RAM_LIMIT_HIGH_SHIFT = 0;
  localparam int unsigned TR_RAM_LIMIT_HIGH_WIDTH = 32;

  // trRamWPLow: Write pointer, lower half, and the wrap flag.
  localparam logic [11:0] TR_RAM_WP_LOW_OFFSET = 12'h020;
  localparam logic [31:0] TR_RAM_WRAP_MASK = 32'h00000001;
  localparam int unsigned TR_RAM_WRAP_SHIFT = 0;
  localparam int unsigned TR_RAM_WRAP_WIDTH = 1;
  localparam logic [31:0] TR_RAM_WP_LOW_MASK = 32'hfffffffc;
  localparam int unsigned TR_RAM_WP_LOW_SHIFT = 2;
  localparam int unsigned TR_RAM_WP_LOW_WIDTH = 30;

  // trRamWPHigh: Write pointer, upper half.
  localparam logic [11:0] TR_RAM_WP_HIGH_OFFSET = 12'h024;
  localparam logic [31:0] TR_RAM_WP_HIGH_MASK = 32'hffffffff;
  localparam int unsigned TR_RAM_WP_HIGH_SHIFT = 0;
  localparam int unsigned TR_RAM_WP_HIGH_WIDTH = 32;

  // trRamRPLow: Read pointer, lower half.
  localparam logic [11:0] TR_RAM_RP_LOW_OFFSET = 12'h028;
  localparam logic [31:0] TR_RAM_RP_LOW_MASK = 32'hfffffffc;
  localparam int unsigned TR_RAM_RP_LOW_SHIFT = 2;
  localparam int unsigned TR_RAM_RP_LOW_WIDTH = 30;

  // trRamRPHigh: Read pointer, upper half.
  localparam logic [11:0] TR_RAM_RP_HIGH_OFFSET = 12'h02c;
  localparam logic [31:0] TR_RAM_RP_HIGH_MASK = 32'hffffffff;
  localparam int unsigned TR_RAM_RP_HIGH_SHIFT = 0;
  localparam int unsigned TR_RAM_RP_HIGH_WIDTH = 32;

  // trRamData: Window on the trace memory.
  localparam logic [11:0] TR_RAM_DATA_OFFSET = 12'h040;
  localparam logic [31:0] TR_RAM_DATA_MASK = 32'hffffffff;
  localparam int unsigned TR_RAM_DATA_SHIFT = 0;
  localparam int unsigned TR_RAM_DATA_WIDTH = 32;

  // trRamVendorStatus: hartrace: errors of the sink's bus port.
  localparam logic [11:0] TR_RAM_VENDOR_STATUS_OFFSET = 12'he00;
  localparam logic [31:0] TR_RAM_BUS_ERROR_MASK = 32'h00000001;
  localparam int unsigned TR_RAM_BUS_ERROR_SHIFT = 0;
  localparam int unsigned TR_RAM_BUS_ERROR_WIDTH = 1;

endpackage
