// SPDX-License-Identifier: Apache-2.0
// Data trace of E-Trace: when it goes on and stops, and when a new region has to say so.
//
// TCI 1.0, trTeDataControl; E-Trace 2.0, Format 3 subformat 3. What a support packet reports of
// data trace changes between two regions. After a loss of data alone the region ends, and the
// support packet has dloss.

module tr_encoder_etrace_data (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clr_i,
  input  tr_pkg::data_set_t    set_i,
  // The oldest record: triggers are looked at; it is done with. Settings are copied.
  input  logic                 trig_i,
  input  logic                 trig_on_i,
  input  logic                 trig_off_i,
  input  logic                 record_end_i,
  input  logic                 latch_i,
  input  logic                 told_i,       // the support packet of a trigger is on its way
  output tr_pkg::data_status_t status_o,
  output logic                 stall_o,      // the hart is to be stalled rather than to lose data
  output logic                 on_o,         // data is traced
  output logic                 denable_o,    // what support packets report
  output logic [          2:0] doptions_o,
  output logic                 follows_o,    // a trigger has changed that
  output logic                 moves_o,      // a copy would
  // Between two entries.
  input  logic                 between_i,
  input  logic                 region_i,     // there was a block since the last end
  input  logic                 settled_i,    // nothing is under way
  input  logic                 ends_i,       // what recover_o asks for is on its way
  input  logic                 hold_i,
  input  logic                 low_i,
  input  logic                 lost_i,       // as in tr_etrace
  input  logic                 odd_i,
  input  logic                 risk_i,
  input  logic                 dropped_i,
  input  logic                 overflow_i,
  output logic                 wait_o,       // the next entry waits
  output logic                 recover_o     // first the region ends
);

  logic on_d, on_q;
  logic stops_d, stops_q;
  logic asked_d, asked_q;                    // the region is about to end
  logic denable_d, denable_q;
  logic [2:0] doptions_d, doptions_q;
  logic set_tracing;
  logic tracing;
  logic soon;                                // without room it waits
  logic unused;

  assign unused = &{1'b0, set_i};

  always_comb begin
    on_d        = on_q;
    stops_d     = stops_q;
    denable_d   = denable_q;
    doptions_d  = doptions_q;
    set_tracing = 1'b0;
    tracing     = 1'b0;
    if (trig_i && set_i.trig) begin
      if (trig_on_i) begin
        set_tracing = 1'b1;
        tracing     = 1'b1;
        on_d        = 1'b1;
      end
      stops_d = on_d && trig_off_i;
    end
    if (record_end_i && stops_d) begin
      set_tracing = 1'b1;
      tracing     = 1'b0;
      on_d        = 1'b0;
      stops_d     = 1'b0;
    end
    asked_d     = lost_i && (asked_q || ends_i);
    if (told_i) denable_d = on_q;
    if (latch_i) begin
      on_d       = set_i.next_on;
      denable_d  = set_i.next_on;
      doptions_d = set_i.next_how;
    end
    if (clr_i) {on_d, stops_d, asked_d, denable_d, doptions_d} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {on_q, stops_q, asked_q, denable_q, doptions_q} <= '0;
    end else begin
      {on_q, stops_q, asked_q} <= {on_d, stops_d, asked_d};
      {denable_q, doptions_q} <= {denable_d, doptions_d};
    end
  end

  assign status_o   = {set_tracing, tracing, overflow_i, dropped_i};
  assign stall_o    = on_q && set_i.stall;
  assign on_o       = on_q;
  assign denable_o  = denable_q;
  assign doptions_o = doptions_q;
  assign follows_o  = on_q != denable_q;
  assign moves_o    = (set_i.next_on != denable_q) || (denable_q && (set_i.next_how != doptions_q));

  // An access that no packet can report ends the region after the record with which that is found
  // out, as in the model; a loss for want of room when there is some again.
  assign soon      = lost_i && odd_i && hold_i;
  assign recover_o = between_i && lost_i && !asked_q && (region_i || settled_i) && (low_i || soon);
  assign wait_o    = between_i && ((risk_i && !settled_i) || soon || recover_o);

endmodule
