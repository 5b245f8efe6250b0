// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/timestamp.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.

package tr_timestamp_pkg;

  // trTsControl: Timestamp control.
  localparam logic [11:0] TR_TS_CONTROL_OFFSET = 12'h040;
  localparam logic [31:0] TR_TS_ACTIVE_MASK = 32'h00000001;
  localparam int unsigned TR_TS_ACTIVE_SHIFT = 0;
  localparam int unsigned TR_TS_ACTIVE_WIDTH = 1;
  localparam logic [31:0] TR_TS_COUNT_MASK = 32'h00000002;
  localparam int unsigned TR_TS_COUNT_SHIFT = 1;
  localparam int unsigned TR_TS_COUNT_WIDTH = 1;
  localparam logic [31:0] TR_TS_RESET_MASK = 32'h00000004;
  localparam int unsigned TR_TS_RESET_SHIFT = 2;
  localparam int unsigned TR_TS_RESET_WIDTH = 1;
  localparam logic [31:0] TR_TS_RUN_IN_DEBUG_MASK = 32'h00000008;
  localparam int unsigned TR_TS_RUN_IN_DEBUG_SHIFT = 3;
  localparam int unsigned TR_TS_RUN_IN_DEBUG_WIDTH = 1;
  localparam logic [31:0] TR_TS_MODE_MASK = 32'h00000070;
  localparam int unsigned TR_TS_MODE_SHIFT = 4;
  localparam int unsigned TR_TS_MODE_WIDTH = 3;
  localparam logic [2:0] TR_TS_MODE_NONE = 3'd0;
  localparam logic [2:0] TR_TS_MODE_EXTERNAL = 3'd1;
  localparam logic [2:0] TR_TS_MODE_INTERNAL_SYSTEM = 3'd2;
  localparam logic [2:0] TR_TS_MODE_INTERNAL_CORE = 3'd3;
  localparam logic [2:0] TR_TS_MODE_SHARED = 3'd4;
  localparam logic [2:0] TR_TS_MODE_VENDOR5 = 3'd5;
  localparam logic [2:0] TR_TS_MODE_VENDOR6 = 3'd6;
  localparam logic [2:0] TR_TS_MODE_VENDOR7 = 3'd7;
  localparam logic [31:0] TR_TS_PRESCALE_MASK = 32'h00000300;
  localparam int unsigned TR_TS_PRESCALE_SHIFT = 8;
  localparam int unsigned TR_TS_PRESCALE_WIDTH = 2;
  localparam logic [1:0] TR_TS_PRESCALE_DIV1 = 2'd0;
  localparam logic [1:0] TR_TS_PRESCALE_DIV4 = 2'd1;
  localparam logic [1:0] TR_TS_PRESCALE_DIV16 = 2'd2;
  localparam logic [1:0] TR_TS_PRESCALE_DIV64 = 2'd3;
  localparam logic [31:0] TR_TS_ENABLE_MASK = 32'h00008000;
  localparam int unsigned TR_TS_ENABLE_SHIFT = 15;
  localparam int unsigned TR_TS_ENABLE_WIDTH = 1;
  localparam logic [31:0] TR_TS_VENDOR_MASK = 32'h00ff0000;
  localparam int unsigned TR_TS_VENDOR_SHIFT = 16;
  localparam int unsigned TR_TS_VENDOR_WIDTH = 8;
  localparam logic [31:0] TR_TS_WIDTH_MASK = 32'h3f000000;
  localparam int unsigned TR_TS_WIDTH_SHIFT = 24;
  localparam int unsigned TR_TS_WIDTH_WIDTH = 6;

  // trTsCounterLow: Timestamp counter, lower half.
  localparam logic [11:0] TR_TS_COUNTER_LOW_OFFSET = 12'h048;
  localparam logic [31:0] TR_TS_COUNTER_LOW_MASK = 32'hffffffff;
  localparam int unsigned TR_TS_COUNTER_LOW_SHIFT = 0;
  localparam int unsigned TR_TS_COUNTER_LOW_WIDTH = 32;

  // trTsCounterHigh: Timestamp counter, upper half.
  localparam logic [11:0] TR_TS_COUNTER_HIGH_OFFSET = 12'h04c;
  localparam logic [31:0] TR_TS_COUNTER_HIGH_MASK = 32'hffffffff;
  localparam int unsigned TR_TS_COUNTER_HIGH_SHIFT = 0;
  localparam int unsigned TR_TS_COUNTER_HIGH_WIDTH = 32;

endpackage
