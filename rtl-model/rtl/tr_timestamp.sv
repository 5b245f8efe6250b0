// SPDX-License-Identifier: Apache-2.0
// The timestamp unit of an encoder or a funnel: trTsControl, the counter, the timestamp (TCI 1.0,
// Timestamp Unit). value_o is the timestamp of this cycle.

module tr_timestamp #(
  parameter logic [4:0]  Modes = 5'h1e,     // bit n: trTsMode n can be set
  parameter int unsigned Width = 40,        // trTsWidth, 1..63
  parameter logic [7:0]  Vendor = 8'h00,    // bits of trTsVendor that can be set
  parameter bit          Enable = 1'b1,     // trTsEnable can be set (encoders)
  parameter bit          CopyActive = 1'b0  // trTsActive is a read-only copy of the component's
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clr_i,           // the component is in reset
  input  logic             we_i,            // write trTsControl
  input  logic [     31:0] wdata_i,
  output logic [     31:0] control_o,
  input  logic             halted_i,        // the hart was in debug mode
  input  logic [Width-1:0] external_i,
  input  logic [Width-1:0] shared_i,
  output logic [Width-1:0] value_o,
  output logic             enabled_o,       // messages carry TSTAMP
  output logic [      7:0] vendor_o
);

  localparam bit Internal = Modes[2] || Modes[3];
  localparam logic [2:0] ModeExternal = tr_timestamp_pkg::TR_TS_MODE_EXTERNAL;
  localparam logic [2:0] ModeSystem = tr_timestamp_pkg::TR_TS_MODE_INTERNAL_SYSTEM;
  localparam logic [2:0] ModeCore = tr_timestamp_pkg::TR_TS_MODE_INTERNAL_CORE;
  localparam logic [2:0] ModeShared = tr_timestamp_pkg::TR_TS_MODE_SHARED;

  logic active_d, active_q;
  logic count_d, count_q;
  logic debug_d, debug_q;
  logic enable_d, enable_q;
  logic [2:0] mode_d, mode_q;
  logic [2:0] mode_new;
  logic [1:0] prescale_d, prescale_q;
  logic [7:0] vendor_d, vendor_q;
  logic mode_there;
  logic active_new;

  assign mode_new   = wdata_i[tr_timestamp_pkg::TR_TS_MODE_SHIFT +: 3];
  assign mode_there = (mode_new < 3'd5) && Modes[mode_new];
  assign active_new = CopyActive || wdata_i[0];

  always_comb begin
    active_d   = active_q;
    count_d    = count_q;
    debug_d    = debug_q;
    enable_d   = enable_q;
    mode_d     = mode_q;
    prescale_d = prescale_q;
    vendor_d   = vendor_q;
    if (clr_i || (we_i && !active_new)) begin
      active_d   = CopyActive;
      count_d    = 1'b0;
      debug_d    = 1'b0;
      enable_d   = 1'b0;
      mode_d     = '0;
      prescale_d = '0;
      vendor_d   = '0;
    end else if (we_i) begin
      active_d   = 1'b1;
      count_d    = Internal && wdata_i[tr_timestamp_pkg::TR_TS_COUNT_SHIFT];
      debug_d    = Modes[3] && wdata_i[tr_timestamp_pkg::TR_TS_RUN_IN_DEBUG_SHIFT];
      enable_d   = Enable && wdata_i[tr_timestamp_pkg::TR_TS_ENABLE_SHIFT];
      mode_d     = mode_there ? mode_new : '0;
      prescale_d = Internal ? wdata_i[tr_timestamp_pkg::TR_TS_PRESCALE_SHIFT +: 2] : '0;
      vendor_d   = Vendor & wdata_i[tr_timestamp_pkg::TR_TS_VENDOR_SHIFT +: 8];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q   <= 1'b0;
      count_q    <= 1'b0;
      debug_q    <= 1'b0;
      enable_q   <= 1'b0;
      mode_q     <= '0;
      prescale_q <= '0;
      vendor_q   <= '0;
    end else begin
      active_q   <= active_d;
      count_q    <= count_d;
      debug_q    <= debug_d;
      enable_q   <= enable_d;
      mode_q     <= mode_d;
      prescale_q <= prescale_d;
      vendor_q   <= vendor_d;
    end
  end

  always_comb begin
    control_o = '0;
    control_o[0] = active_q;
    control_o[tr_timestamp_pkg::TR_TS_COUNT_SHIFT] = count_q;
    control_o[tr_timestamp_pkg::TR_TS_RUN_IN_DEBUG_SHIFT] = debug_q;
    control_o[tr_timestamp_pkg::TR_TS_MODE_SHIFT +: 3] = mode_q;
    control_o[tr_timestamp_pkg::TR_TS_PRESCALE_SHIFT +: 2] = prescale_q;
    control_o[tr_timestamp_pkg::TR_TS_ENABLE_SHIFT] = enable_q;
    control_o[tr_timestamp_pkg::TR_TS_VENDOR_SHIFT +: 8] = vendor_q;
    control_o[tr_timestamp_pkg::TR_TS_WIDTH_SHIFT +: 6] = 6'(Width);
  end

  assign enabled_o = enable_q && (mode_q != 3'd0);
  assign vendor_o  = vendor_q;

  // The counter has 6 bits more than the timestamp, for the prescaler.
  logic [Width-1:0] internal;

  if (Internal) begin : gen_internal
    logic [Width+5:0] ticks;
    logic clear;

    assign clear = clr_i || (we_i && (!active_new || wdata_i[tr_timestamp_pkg::TR_TS_RESET_SHIFT]));

    if (Modes[3]) begin : gen_core
      // Whether the counter runs is known when halted_i is.
      logic [Width+5:0] ticks_d, ticks_q;
      logic run;

      assign run   = count_q && ((Modes[2] && (mode_q == ModeSystem)) ||
                                ((mode_q == ModeCore) && (!halted_i || debug_q)));
      assign ticks   = ticks_q + (Width+6)'(run);
      assign ticks_d = clear ? '0 : ticks;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) ticks_q <= '0;
        else ticks_q <= ticks_d;
      end
    end else begin : gen_system
      // It is known one cycle before: the addition is done then.
      logic [Width+5:0] ticks_d, ticks_q;
      logic run_d, run_q;
      logic unused;

      assign unused = &{1'b0, halted_i, debug_q};
      always_comb begin
        run_d = run_q;
        if (we_i) run_d = wdata_i[tr_timestamp_pkg::TR_TS_COUNT_SHIFT] && (mode_new == ModeSystem);
        if (clr_i || (we_i && !active_new)) run_d = 1'b0;
        ticks_d = ticks;
        if (clear) ticks_d = (Width+6)'(run_d);
        else if (run_d) ticks_d = ticks + 1'b1;
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          run_q   <= 1'b0;
          ticks_q <= '0;
        end else begin
          run_q   <= run_d;
          ticks_q <= ticks_d;
        end
      end

      assign ticks = ticks_q;
    end

    always_comb begin
      unique case (prescale_q)
        2'd1: internal = ticks[Width+1:2];
        2'd2: internal = ticks[Width+3:4];
        2'd3: internal = ticks[Width+5:6];
        default: internal = ticks[Width-1:0];
      endcase
    end
  end else begin : gen_no_internal
    logic unused;
    assign unused   = &{1'b0, halted_i};
    assign internal = '0;
  end

  always_comb begin
    value_o = '0;
    if (Internal && ((mode_q == ModeSystem) || (mode_q == ModeCore))) value_o = internal;
    if (Modes[1] && (mode_q == ModeExternal)) value_o = external_i;
    if (Modes[4] && (mode_q == ModeShared)) value_o = shared_i;
  end

endmodule
