// SPDX-License-Identifier: Apache-2.0
// When nothing but counting can come of a small record, whatever it counts (tr_encoder_ingress). All
// that is asked here stands in registers, so that the answer is there early in the cycle.

module tr_encoder_steady #(
  parameter int unsigned RetireW = 8,
  parameter int unsigned IcntW = 22
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clr_i,
  input  logic             latch_i,      // registers take effect
  input  logic             counted_i,    // a block was counted
  input  logic [IcntW-1:0] icnt_i,
  input  logic [      1:0] sync_mode_i,  // trTeInstSyncMode, trTeInstSyncMax
  input  logic [      3:0] sync_max_i,
  input  logic             sync_due_i,   // a synchronizing message is due
  input  logic             open_i,       // the next block of an open region is looked at
  input  logic             none_i,       // no event is in flight
  input  logic             busy_i,       // there is something else to do, or HIST gets full
  input  logic             begun_i,      // the record was looked at before
  output logic             roomy_o,      // four small blocks fit in I-CNT, and make no message late
  output logic             lead_o,       // and nothing but counting can come of one
  output logic             steady_o,     // nor of another record's
  output logic             timed_o       // cycles are counted
);

  if ((RetireW >= 8) && (IcntW >= 10)) begin : g_steady
    logic fresh_q, punctual, unused;
    assign unused = &{1'b0, icnt_i[IcntW-1], icnt_i[7:0]};

    // A message that is due gets late after a period of cycles or half-words without a branch
    // message. The shortest ones, and the block behind a change of settings, are looked at alone.
    assign punctual = ~sync_mode_i[1] | (~sync_due_i & (sync_max_i > 4'd3) & ~fresh_q);
    assign roomy_o  = ~(&icnt_i[IcntW-2:8]) & punctual;
    assign lead_o   = roomy_o & open_i & none_i & ~busy_i;
    assign steady_o = lead_o & ~begun_i;
    assign timed_o  = sync_mode_i == 2'd2;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fresh_q <= 1'b1;
      else fresh_q <= (fresh_q & ~counted_i) | latch_i | clr_i;
    end
  end else begin : g_never
    logic unused;
    assign unused   = &{1'b0, clk_i, rst_ni, clr_i, latch_i, counted_i, icnt_i,
                        sync_mode_i, sync_max_i, sync_due_i, open_i, none_i, busy_i, begun_i};
    assign roomy_o  = 1'b0;
    assign lead_o   = 1'b0;
    assign steady_o = 1'b0;
    assign timed_o  = 1'b0;
  end

endmodule
