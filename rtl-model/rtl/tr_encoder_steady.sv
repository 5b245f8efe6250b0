// SPDX-License-Identifier: Apache-2.0
// When nothing but counting can come of a small record, whatever it counts (tr_encoder_ingress).
// All that is asked here comes from registers, so that the answer is ready early in the cycle.

module tr_encoder_steady #(
  parameter int unsigned RetireW = 8,
  parameter int unsigned IcntW = 22
) (
  input  logic [IcntW-1:0] icnt_i,
  input  logic             by_cycles_i,  // trTeInstSyncMode is 2, 3
  input  logic             by_halfwords_i,
  input  logic             sync_due_i,   // a synchronizing message is due
  input  logic             far_i,        // blocks make none due
  input  logic             open_i,       // the next block of an open region is looked at
  input  logic             none_i,       // no event is in flight
  input  logic             event_i,      // one that takes a message without SYNC at most
  input  logic             busy_i,       // there is something else to do, or HIST gets full
  input  logic             waits_i,      // a message may have to wait
  input  logic             begun_i,      // the record was looked at before
  output logic             lead_o,       // nothing but counting comes of a small block: four fit in
                                         // I-CNT, and make no message due or late
  output logic             steady_o,     // the same for a block of another record
  output logic             event_o,      // the same, except for the message of an event in flight
  output logic             tiny_o,       // the same, but only for blocks of 1 or 2 half-words
  output logic             timed_o       // cycles are counted
);

  if ((RetireW >= 8) && (IcntW >= 10)) begin : gen_steady
    logic punctual;
    logic roomy;
    logic unused;

    assign punctual = ~(by_cycles_i | by_halfwords_i) | (~sync_due_i & far_i);
    assign timed_o  = by_cycles_i;

    // A wide counter is left alone when it is nearly full, a narrow one cannot be.
    if (IcntW >= 15) begin : gen_wide
      assign roomy  = ~(&icnt_i[IcntW-2 -: 4]);
      assign tiny_o = 1'b0;
      assign unused = &{1'b0, icnt_i[IcntW-6:0]};
    end else begin : gen_narrow
      assign roomy  = ~(&icnt_i[IcntW-2:3]);
      assign tiny_o = &icnt_i[IcntW-2:8];
      assign unused = &{1'b0, icnt_i[2:0]};
    end

    // Cycles are counted with the first look at a record: then what is looked at together must not
    // wait.
    assign event_o  = ~none_i;
    assign lead_o   = roomy & punctual & open_i & ~busy_i & ~(timed_o & waits_i) &
                      (none_i | (event_i & ~timed_o & ~sync_due_i & ~icnt_i[IcntW-1]));
    assign steady_o = lead_o & ~(timed_o & begun_i);
  end else begin : gen_never
    logic unused;
    assign unused   = &{1'b0, icnt_i, by_cycles_i, by_halfwords_i, sync_due_i, far_i, open_i,
                        none_i, event_i,
                        busy_i, waits_i, begun_i};
    assign event_o  = 1'b0;
    assign tiny_o   = 1'b0;
    assign lead_o   = 1'b0;
    assign steady_o = 1'b0;
    assign timed_o  = 1'b0;
  end

endmodule
