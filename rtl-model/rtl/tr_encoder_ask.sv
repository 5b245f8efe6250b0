// SPDX-License-Identifier: Apache-2.0
// What the oldest blocks ask for when they are counted: a message of their own because a counter is
// full, or for a direct branch; that the next message synchronizes; what becomes of I-CNT.
//
// Each condition is found twice: for a block before which no message comes, and (res_) for one
// before which one does, the event in flight; which of the two it is, is known late. Blocks that
// are counted along with others fill no counter, and make no message due: so all that is asked of
// the oldest block (own_).

module tr_encoder_ask #(
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned HistW = 32,
  parameter int unsigned IcntW = 22,
  parameter bit          SequentialJump = 1'b1
) (
  input  logic               htm_i,
  input  logic               sequential_i,    // trTeInstEnSequentialJump
  input  logic [        1:0] return_mode_i,   // trTeInstImplicitReturnMode
  input  logic               full_i,          // I-CNT is full with the oldest block
  // due_halfwords_i; 0 when nobody asks for it (tr_encoder_flow)
  input  logic               halfwords_i,
  input  logic               notifies_i,      // the phase that reports the trace-notify
  input  logic               in_hist_i,       // the phase in which HIST follows I-CNT
  input  logic               notified_i,      // trace-notify was reported
  input  logic [  IcntW-1:0] icnt_i,
  input  logic               icnt_some_i,     // it is not 0
  input  logic               icnt_more_i,     // nor 1
  input  logic               known_i,         // the return stack has a call
  // The block, as in tr_encoder_flow.
  input  logic [ ItypeW-1:0] itype_i,
  input  logic               sijump_i,
  input  logic               longer_i,
  input  logic               reaches_i,
  input  logic               more_i,
  input  logic               pre_more_i,
  input  logic [        7:0] sum_i,
  input  logic [RetireW-1:0] own_iretire_i,
  input  logic [ ItypeW-1:0] own_itype_i,
  input  logic               own_ilastsize_i,
  input  logic               own_sijump_i,
  input  logic               own_longer_i,
  input  logic               own_reaches_i,
  // The message before it.
  input  logic               res_i,           // there is one
  input  logic               res_sync_i,      // it has SYNC
  input  logic               res_icnt_i,      // it, if there is one, has I-CNT and leaves HIST
  input  logic               res_repeats_i,   // it is a repetition
  input  logic               direct_i,        // a direct branch that was taken, BTM
  // tr_encoder_sync, tr_encoder_hist.
  input  logic               due_before_i,    // a synchronizing message was due before it
  input  logic               due_messages_i,
  input  logic               due_halfwords_i,
  input  logic               due_alone_i,
  input  logic               late_i,
  input  logic               late_alone_i,
  input  logic               hist_full_i,
  input  logic               hist_sends_i,
  output logic [RetireW-1:0] ahead_o,         // half-words before the last instruction
  output logic [RetireW-1:0] own_now_o,       // half-words that are counted, of the oldest block
  output logic [RetireW-1:0] counted_now_o,   // of all
  output logic               full_o,          // I-CNT is full with the oldest block
  output logic [  IcntW-1:0] icnt_next_o,     // I-CNT with them
  output logic [  IcntW-1:0] icnt_sum_o,      // the same, for the trace-notify without the last one
  output logic               is_call_o,
  output logic               is_return_o,
  output logic               is_swap_o,
  output tr_pkg::act_e       act_o,
  output logic               own_taken_o,
  output logic               own_outcome_o,
  output logic               hist_outcome_o,
  output logic               due_acc_o,       // a synchronizing message is due; none comes before
  output logic               due_now_o,       // the same, whatever comes before
  output logic               own_icnt_o,      // it asks for a message, none comes before: I-CNT
  output logic               own_hist_o,      // HIST
  output logic               fills_o,         // either, and it is sent now
  // any message, or HIST would, if it were not held back
  output logic               asks_o,
  output logic               both_o,          // both counters do
  // it asks for one of its own after another that takes HIST
  output logic               res_other_o,
  output logic               res_fills_o,     // it does after one that leaves HIST
  output logic               acc_icnt_o,      // whatever comes before: I-CNT is full,
  output logic               acc_hist_o,      // HIST is,
  output logic               acc_linear_o     // a synchronizing message between blocks follows
);

  logic [RetireW:0] low_sum;
  logic icnt_full;
  logic due;
  logic base_some;
  logic base_more;
  logic total_some;
  logic total_more;
  logic counted;
  logic own_counted;
  logic res_own_counted;
  logic own_branch;
  logic own_outcome;
  logic plain;
  logic res_plain;
  logic due_res;
  logic res_full;
  logic res_full_due;
  logic own_linear;
  logic res_hist;
  logic res_linear_next;
  // The bits of I-CNT that a block is added to.
  localparam logic [IcntW-2:0] LowBits = ((IcntW-1)'(1) << RetireW) - (IcntW-1)'(1);

  // After trace-notify only the last instruction is left.
  assign ahead_o        = own_longer_i ?
                          own_iretire_i - (own_ilastsize_i ? RetireW'(2) : RetireW'(1))
                                   : '0;
  assign own_now_o      = (notified_i && own_longer_i) ?
                          (own_ilastsize_i ? RetireW'(2) : RetireW'(1))
                                                  : own_iretire_i;
  logic unused_sum;
  assign unused_sum    = ^sum_i;
  assign counted_now_o = more_i ? RetireW'(sum_i) : own_now_o;

  // The phase that reports the trace-notify counts what is before its instruction.
  assign icnt_next_o = icnt_i + IcntW'(counted_now_o);
  assign icnt_sum_o  = notifies_i ? icnt_i + IcntW'(ahead_o) : icnt_next_o;
  assign low_sum     = {1'b0, icnt_i[RetireW-1:0]} + {1'b0, own_now_o};
  assign full_o      = icnt_i[IcntW-1] | (low_sum[RetireW] & (&(icnt_i[IcntW-2:0] | LowBits)));

  // Has I-CNT an instruction before the jump that ends the block? With I-CNT, and without.
  assign base_some       = icnt_some_i;
  assign base_more       = icnt_more_i;
  assign total_some      = reaches_i | more_i;
  assign total_more      = ~notified_i & (longer_i | (more_i & (reaches_i | pre_more_i)));
  assign counted         = base_more | (base_some & total_some) | total_more;
  assign own_counted     = base_more | (base_some & own_reaches_i) | res_own_counted;
  assign res_own_counted = own_longer_i & ~notified_i;

  tr_encoder_act #(
    .ItypeW(ItypeW),
    .SequentialJump(SequentialJump)
  ) u_act (
    .itype_i,
    .sijump_i,
    .sequential_i,
    .known_i,
    .counted_i(counted),
    .res_counted_i(total_more),
    .res_i,
    .res_sync_i,
    .return_mode_i,
    .is_call_o,
    .is_return_o,
    .is_swap_o,
    .act_o
  );

  tr_encoder_plain #(
    .ItypeW(ItypeW),
    .SequentialJump(SequentialJump)
  ) u_plain (
    .itype_i(own_itype_i),
    .sijump_i(own_sijump_i),
    .sequential_i,
    .known_i,
    .counted_i(own_counted),
    .res_counted_i(res_own_counted),
    .res_sync_i,
    .return_mode_i,
    .htm_i,
    .branch_o(own_branch),
    .taken_o(own_taken_o),
    .plain_o(plain),
    .res_plain_o(res_plain)
  );

  assign icnt_full = full_i;
  assign due       = due_before_i || halfwords_i;

  // A repetition is no message.
  assign due_acc_o      = due_before_i | due_halfwords_i;
  assign due_res        = res_sync_i ? due_alone_i : due_acc_o | (due_messages_i & ~res_repeats_i);
  assign due_now_o      = res_i ? due_res : due_acc_o;
  assign hist_outcome_o = htm_i & (4'(itype_i) >> 1 == 4'd2) & ~in_hist_i;
  assign own_outcome    = htm_i & own_branch & ~in_hist_i;
  assign own_outcome_o  = own_outcome;
  // HIST is full after a message that took it if it has one outcome; after one that left it, which
  // has no SYNC and finds none due.
  assign res_full       = res_icnt_i & hist_full_i & ~due_halfwords_i & ~due_messages_i;
  assign res_full_due   = res_icnt_i & hist_full_i & (due_halfwords_i | due_messages_i);

  // What it asks for: a message of its own, or that the next one synchronizes.
  assign own_icnt_o    = plain & ~due & icnt_full;
  assign own_hist_o    = own_outcome & ~due & hist_full_i;
  assign own_linear    = plain & due_acc_o & (icnt_full | (own_outcome & hist_full_i) | late_i);
  assign fills_o       = own_icnt_o | (own_hist_o & hist_sends_i);
  assign asks_o        = (direct_i || (plain && icnt_full) || (own_outcome && hist_full_i)) &&
                         !due_acc_o;
  assign both_o        = plain && icnt_full && own_outcome && hist_full_i && !due_acc_o;
  assign res_hist      = own_outcome & (res_full | ((HistW == 2) & ~res_icnt_i & ~due_res));
  assign res_linear_next = res_plain &
                           ((own_outcome &
                             (res_full_due | ((HistW == 2) & ~res_icnt_i & due_res))) |
                            (due_res & (res_sync_i ? late_alone_i : late_i)));
  // Whether a full HIST is held back, and what is due, is known late: both full counters after
  // another message are rare.
  assign res_other_o = (direct_i & ~due_res) | ((HistW == 2) & res_hist & hist_sends_i);
  assign res_fills_o = (HistW != 2) & own_outcome & hist_full_i;

  assign acc_icnt_o   = ~res_i & own_icnt_o;
  assign acc_hist_o   = res_i ? res_hist : own_hist_o;
  assign acc_linear_o = res_i ? res_linear_next : own_linear;

endmodule
