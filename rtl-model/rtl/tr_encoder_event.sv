// SPDX-License-Identifier: Apache-2.0
// What the next messages report: the event in flight, I-CNT, the synchronizing message that is due,
// and times (N-Trace 1.0, Rules of Generating Messages; Timestamp Reporting). State only:
// tr_encoder_flow decides.

module tr_encoder_event #(
  parameter int unsigned IcntW = 22,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned RetireW = 8,
  parameter bit          BtypeSplit = 1'b1,
  parameter bit          Marker = 1'b1,       // there are external triggers
  // moves_i, next_i are there; IcntW is RetireW + 3 at least
  parameter bit          Ahead = 1'b1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,            // trTeActive is 0
  input  tr_pkg::phase_e    phase_i,
  input  logic              close_done_i,     // the region ends
  input  logic              reset_begins_i,   // the hart is reset while a region is open
  input  logic              phase_done_i,     // the phase is over
  input  logic              trig_notify_i,    // the record has an external trace-notify
  input  logic              on_i,             // a region is open
  input  logic              on_next_i,        // a region is open after the phase
  input  logic              tracing_i,        // trTeInstTracing is 1
  input  logic              stop_i,           // trTeInstTracing becomes 0
  input  logic              due_cycles_i,     // a synchronizing message is due by cycles
  input  logic              due_messages_i,   // the same by a message sent now
  input  logic              due_halfwords_i,  // the same by the half-words counted now
  input  logic              fire_i,           // a message is sent
  input  logic              sent_sync_i,      // the message sent synchronizes
  input  logic              done_i,           // the phase did what it was asked for
  input  logic              res_i,            // the event in flight was reported
  input  logic              direct_i,         // the branch in flight was, at a region's end
  input  logic              notify_i,         // trace-notify
  input  logic              returned_i,       // the return in flight went where it should
  input  logic              set_linear_i,     // a synchronizing message comes next
  input  logic              lose_i,           // a message or a record was lost
  input  logic              keep_i,           // the message does not synchronize, yet waits
  input  logic              step_end_i,       // nothing waits any more
  input  logic              count_i,          // a block is counted
  input  logic              counter_sent_i,   // its message has I-CNT
  input  logic              linear_next_i,    // a synchronizing message follows
  input  logic              direct_next_i,    // the block's branch waits for its target
  input  tr_pkg::act_e      act_i,
  input  logic [ItypeW-1:0] itype_i,
  input  logic              base_i,           // it is counted on top of I-CNT: icnt_sum_i
  input  logic [ IcntW-1:0] icnt_sum_i,
  input  logic [RetireW-1:0] counted_i,       // else by itself
  input  logic              counted_some_i,   // that is not 0
  input  logic              counted_more_i,   // nor 1
  // With Ahead: the oldest block is another one in the next cycle; its half-words.
  input  logic              moves_i,
  input  logic [RetireW-1:0] next_i,
  input  logic [RetireW-1:0] alone_i,         // the same, if it leaves alone
  input  logic [RetireW-1:0] own_i,           // what is counted, if more_i is 0
  input  logic              more_i,           // other blocks are counted with it
  input  logic [       2:0] next_priv_i,      // and the privilege of its record
  input  logic              block_end_i,
  input  logic              own_sync_i,       // Ownership after a synchronizing message
  input  logic              own_change_i,     // Ownership for a change of context or privilege
  input  logic              own_now_i,        // that Ownership is the region's first
  input  logic              begins_i,
  input  logic              owned_i,          // Ownership was sent
  input  logic              ctype_i,
  input  logic [       2:0] priv_i,
  output tr_pkg::pend_e     pend_o,
  output logic [       1:0] btype_o,
  output logic              due_o,
  output logic [       3:0] due_sync_o,
  output logic              marker_due_o,     // due_sync_o is SYNC 0
  output logic              marker_next_o,    // SYNC 0 follows the message that comes first here
  output logic [ IcntW-1:0] icnt_o,
  output logic              priv_same_o,      // priv_i is as last reported
  output logic              decided_o,        // the message that waits does not synchronize
  output logic              notified_o,       // the block was reported by trace-notify
  output logic              own_late_o,       // Ownership has the time of the event in flight
  output logic              own_context_o,    // it has a context
  output logic              set_pend_o,       // an event is in flight from now on
  output logic              icnt_some_o,      // I-CNT is not 0
  output logic              icnt_more_o,      // nor 1
  output logic              full_o            // with Ahead: it is full with the oldest block
);

  tr_pkg::pend_e pend_d, pend_q;
  logic set_pend;
  logic due_d, due_q;
  logic decided_d, decided_q;
  logic notified_d, notified_q;
  logic own_late_d, own_late_q;
  logic own_context_d, own_context_q;
  logic waits_d, waits_q;
  logic reset_due;
  logic trig_notify;
  logic trig_due;
  logic marks;
  logic [1:0] btype_d, btype_q;
  logic [2:0] priv_d, priv_q;
  logic reports;                               // the privilege
  logic [3:0] due_sync_d, due_sync_q;
  logic [IcntW-1:0] icnt_d, icnt_q;
  logic icnt_some_d, icnt_some_q;
  logic icnt_more_d, icnt_more_q;
  logic icnt_clear;

  // ---- External trace-notify ----

  // Its message has SYNC 0. Where a message for another reason reports the same address, it
  // follows: after a reset, and at the beginning of a region.
  assign marker_due_o  = Marker & due_q & (due_sync_q == tr_pkg::SyncExternalTrigger);
  assign marker_next_o = waits_q & ~(on_i & marker_due_o);
  assign reset_due     = due_q & (due_sync_q == tr_pkg::SyncExitReset);
  assign trig_notify   = Marker & trig_notify_i & phase_done_i & (phase_i == tr_pkg::PhTrigger);
  assign trig_due      = trig_notify & on_next_i & ~reset_due;
  assign marks         = marker_next_o & set_linear_i;

  always_comb begin
    waits_d = waits_q;
    if (trig_notify && tracing_i && (!on_next_i || reset_due)) waits_d = 1'b1;
    if (marker_due_o && ((close_done_i && on_i && tracing_i) || reset_begins_i)) waits_d = 1'b1;
    if (marker_due_o && on_i && sent_sync_i) waits_d = 1'b0;
    // Tracing stops, or the next instruction is filtered out.
    if (stop_i || (close_done_i && (phase_i == tr_pkg::PhBlock)) || clr_i || !Marker) begin
      waits_d = 1'b0;
    end
  end

  // ---- The event in flight ----

  always_comb begin
    pend_d   = pend_q;
    btype_d  = btype_q;
    set_pend = 1'b0;
    if (close_done_i || (done_i && (res_i || direct_i)) || returned_i) pend_d = tr_pkg::PendNone;
    if (set_linear_i || reset_begins_i || (trig_due && (pend_d == tr_pkg::PendNone))) begin
      pend_d   = tr_pkg::PendLinear;
      btype_d  = tr_pkg::BtypeIndirect;
      set_pend = 1'b1;
    end
    if (count_i) begin
      unique case (act_i)
        tr_pkg::ActTrap: begin
          pend_d   = tr_pkg::PendIndirect;
          btype_d  = !BtypeSplit ? tr_pkg::BtypeTrap :
                     (4'(itype_i) == tr_pkg::ItypeException) ? tr_pkg::BtypeException
                                                             : tr_pkg::BtypeInterrupt;
          set_pend = 1'b1;
        end
        tr_pkg::ActIndirect, tr_pkg::ActReturn: begin
          pend_d   = (act_i == tr_pkg::ActReturn) ? tr_pkg::PendReturn : tr_pkg::PendIndirect;
          btype_d  = tr_pkg::BtypeIndirect;
          set_pend = 1'b1;
        end
        default: begin
          if (linear_next_i || direct_next_i) begin
            pend_d   = linear_next_i ? tr_pkg::PendLinear : tr_pkg::PendDirect;
            btype_d  = tr_pkg::BtypeIndirect;
            set_pend = 1'b1;
          end
        end
      endcase
    end
    if (lose_i || clr_i) pend_d = tr_pkg::PendNone;
  end

  // ---- The synchronizing message that is due ----

  always_comb begin
    due_d      = due_q;
    due_sync_d = due_sync_q;
    if (due_cycles_i) begin
      due_d      = 1'b1;
      due_sync_d = tr_pkg::SyncPeriodic;
    end
    if (sent_sync_i) due_d = 1'b0;
    if (reset_begins_i || trig_due || marks) begin
      due_d      = 1'b1;
      due_sync_d = reset_begins_i ? tr_pkg::SyncExitReset : tr_pkg::SyncExternalTrigger;
    end
    if (((fire_i && !sent_sync_i && due_messages_i) || (count_i && due_halfwords_i)) &&
        !due_d) begin
      due_d      = 1'b1;
      due_sync_d = tr_pkg::SyncPeriodic;
    end
    if (clr_i) due_d = 1'b0;
    decided_d = (decided_q | keep_i) & ~step_end_i & ~clr_i;
  end

  // ---- Counters, owners ----

  assign reports = begins_i || owned_i || own_change_i;

  always_comb begin
    icnt_clear = close_done_i ||
                 (done_i && (res_i || direct_i || notify_i || (phase_i == tr_pkg::PhReset)));
    icnt_d = icnt_clear ? '0 : icnt_q;
    if (count_i) icnt_d = counter_sent_i ? '0 : base_i ? icnt_sum_i : IcntW'(counted_i);
    icnt_some_d = icnt_some_q && !icnt_clear;
    icnt_more_d = icnt_more_q && !icnt_clear;
    if (count_i) begin
      icnt_some_d = !counter_sent_i && (counted_some_i || (base_i && icnt_some_q));
      icnt_more_d = !counter_sent_i &&
                    (counted_more_i ||
                     (base_i && (icnt_more_q || (icnt_some_q && counted_some_i))));
    end
    notified_d    = (notified_q | (done_i & notify_i)) & ~block_end_i & ~clr_i;
    own_late_d    = own_late_q;
    own_context_d = own_context_q;
    priv_d        = priv_q;
    if (own_sync_i) begin
      own_late_d    = ~own_now_i;
      own_context_d = 1'b1;
    end
    if (own_change_i) begin
      own_late_d    = 1'b0;
      own_context_d = ctype_i;
    end
    if (phase_i == tr_pkg::PhNotify) begin
      own_late_d    = 1'b0;
      own_context_d = 1'b1;
    end
    if (reports) priv_d = priv_i;
  end

  assign pend_o        = pend_q;
  assign btype_o       = btype_q;
  assign due_o         = due_q;
  assign due_sync_o    = due_q ? due_sync_q : tr_pkg::SyncPeriodic;
  assign icnt_o        = icnt_q;
  assign icnt_some_o   = icnt_some_q;
  assign icnt_more_o   = icnt_more_q;
  assign set_pend_o    = set_pend;
  assign decided_o     = decided_q;
  assign notified_o    = notified_q;
  assign own_late_o    = own_late_q;
  assign own_context_o = own_context_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pend_q        <= tr_pkg::PendNone;
      btype_q       <= '0;
      due_q         <= '0;
      due_sync_q    <= '0;
      waits_q       <= '0;
      decided_q     <= '0;
      notified_q    <= '0;
      own_late_q    <= '0;
      own_context_q <= '0;
      priv_q        <= '0;
      icnt_q        <= '0;
      icnt_some_q   <= 1'b0;
      icnt_more_q   <= 1'b0;
    end else begin
      pend_q        <= pend_d;
      btype_q       <= btype_d;
      due_q         <= due_d;
      due_sync_q    <= due_sync_d;
      waits_q       <= waits_d;
      decided_q     <= decided_d;
      notified_q    <= notified_d;
      own_late_q    <= own_late_d;
      own_context_q <= own_context_d;
      priv_q        <= priv_d;
      icnt_q        <= icnt_d;
      icnt_some_q   <= icnt_some_d;
      icnt_more_q   <= icnt_more_d;
    end
  end

  // Whether I-CNT is full with the oldest block, found one cycle before: for the next block, if
  // this one leaves, with I-CNT as it is and with what is counted now. With two blocks on top of 0
  // it is not.
  if (Ahead) begin : gen_ahead
    localparam logic [IcntW-2:0] LowBits = ((IcntW-1)'(1) << RetireW) - (IcntW-1)'(1);
    logic [RetireW:0] next_sum;
    logic [RetireW:0] after_sum;
    logic next_full;
    logic after_full;
    logic full_d, full_q;
    assign next_sum   = {1'b0, icnt_q[RetireW-1:0]} + {1'b0, next_i};
    assign next_full  = icnt_q[IcntW-1] || (next_sum[RetireW] && (&(icnt_q[IcntW-2:0] | LowBits)));
    // What is counted with others leaves a wide counter far from full (tr_encoder_steady: a 16th is
    // left), so only a block by itself is added to it: that is known early. The bits above the two
    // blocks' are all 1, but for the lowest if both carry.
    if ((RetireW >= 8) && (IcntW >= 15) && (IcntW >= RetireW + 6)) begin : gen_far
      logic [RetireW:0] own_sum;
      logic upper;
      logic unused_sum;
      assign unused_sum = &{1'b0, next_sum[RetireW-1:0], after_sum[RetireW-1:0]};
      assign own_sum    = {1'b0, icnt_q[RetireW-1:0]} + {1'b0, own_i};
      assign after_sum  = {1'b0, own_sum[RetireW-1:0]} + {1'b0, alone_i};
      assign upper      = &icnt_q[IcntW-2:RetireW+1];
      assign after_full = !more_i &&
                          (icnt_q[IcntW-1] ||
                           (upper && (icnt_q[RetireW] ? own_sum[RetireW] || after_sum[RetireW]
                                                      : own_sum[RetireW] && after_sum[RetireW])));
    end else begin : gen_near
      logic unused_sum;
      assign unused_sum = &{1'b0, next_sum[RetireW-1:0], after_sum[RetireW-1:0], alone_i, own_i,
                            more_i};
      assign after_sum  = {1'b0, icnt_sum_i[RetireW-1:0]} + {1'b0, next_i};
      assign after_full = icnt_sum_i[IcntW-1] ||
                          (after_sum[RetireW] && (&(icnt_sum_i[IcntW-2:0] | LowBits)));
    end
    // Whether the privilege is the one last reported, in the same way.
    logic same_d, same_q;
    logic next_same;
    logic next_equal;
    assign next_same   = next_priv_i == priv_q;
    assign next_equal  = next_priv_i == priv_i;
    assign same_d      = reports ? !moves_i || next_equal : moves_i ? next_same : same_q;
    assign priv_same_o = same_q;
    always_comb begin
      full_d = !icnt_clear && (moves_i ? next_full : full_q);
      if (count_i) full_d = !counter_sent_i && base_i && after_full;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        full_q <= 1'b0;
        same_q <= 1'b1;
      end else begin
        full_q <= full_d;
        same_q <= same_d;
      end
    end
    assign full_o = full_q;
  end else begin : gen_now
    logic unused;
    assign unused = &{1'b0, moves_i, next_i, alone_i, own_i, more_i, next_priv_i};
    assign full_o = 1'b0;
    assign priv_same_o = priv_i == priv_q;
  end

endmodule
