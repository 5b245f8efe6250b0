// SPDX-License-Identifier: Apache-2.0
// From ingress records to messages: what the encoder reports, and when.
//
// N-Trace 1.0, Trace Ingress Port; Rules of Generating Messages; Corner Cases and Sequences. One
// block of one record at a time, at most one message per cycle. A block with one message takes one
// cycle: the message that the event before it waited for goes together with counting the block.

module tr_encoder_flow #(
  parameter bit          Btm = 1'b1,
  parameter bit          Htm = 1'b1,
  parameter int unsigned AddrW = 63,          // bits of iaddr, bit 0 left out
  parameter int unsigned RetireW = 8,         // bits of iretire
  parameter int unsigned PreN = 1,            // branches before a block, at most
  parameter int unsigned ItypeW = 4,
  parameter int unsigned HistW = 32,
  parameter int unsigned IcntW = 22,
  parameter bit          BtypeSplit = 1'b1,
  parameter bit          HistAlways = 1'b0,
  parameter logic [3:0]  SyncModes = 4'he,
  parameter bit          Marker = 1'b1,       // trace-notify by external triggers
  parameter bit          Context = 1'b1,
  parameter bit          HContext = 1'b0,
  parameter int unsigned ContextW = 32,       // 1 at least
  parameter bit          SequentialJump = 1'b1,
  parameter bit          ImplicitReturn = 1'b1,
  parameter int unsigned ReturnDepth = 8,
  parameter int unsigned ReturnW = 16,        // bits compared in mode 2, bit 0 included
  parameter bit          RepeatedHistory = 1'b1,
  parameter int unsigned HrepeatW = 18,
  parameter int unsigned HistSearch = 0,
  parameter bit          RepeatBranch = 1'b1,
  parameter bit          RepeatBranchHtm = 1'b0,
  parameter int unsigned BcntW = 18,
  parameter int unsigned TsW = 1,
  parameter int unsigned ValueAW = 22,
  parameter int unsigned ValueBW = 63,
  parameter bit          Stimulus = 1'b0,      // there are stimulus ports
  parameter bit          Watchpoint = 1'b0,
  parameter int unsigned LentSize = 0,         // as in tr_encoder_stack
  localparam int unsigned LentBits = (LentSize > 0) ? LentSize : 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,           // trTeActive is 0
  // Settings in effect, and what a copy of the registers would change (tr_encoder_settings).
  input  logic                set_htm_i,
  input  logic                set_context_i,
  input  logic                set_trig_i,
  input  logic [         3:1] set_sync_by_i,
  input  logic [        15:0] set_sync_mask_i,
  input  logic                set_sequential_i,
  input  logic [         1:0] set_return_mode_i,
  input  logic                set_repeated_i,
  input  logic                next_tracing_i,
  input  logic                next_mode_i,
  input  logic                next_starts_i,
  input  logic                next_repeats_i,
  output logic                latch_o,         // copy
  output logic                tracing_o,
  output logic                set_tracing_o,   // triggers change trTeInstTracing
  output logic                tracing_value_o, // its new value
  output logic                start_o,         // tracing starts, stops
  output logic                stop_o,
  output logic                watch_o,         // a watchpoint was hit
  output logic                overflow_o,      // a message was lost
  output logic                lost_o,          // a lost message is not yet announced
  output logic                ending_o,        // the region is open and about to end
  // The oldest entry of the ingress queue, and one block of it.
  input  logic                valid_i,
  input  logic                record_i,        // it has a record
  input  logic                latch_i,         // after the record, registers take effect
  input  logic                gap_i,           // records before it were lost
  input  logic                adjacent_i,      // the record before came one cycle earlier
  input  logic [        20:0] cycles_i,        // cycles from the record before
  input  logic                two_i,           // two records are looked at, one cycle apart
  // With E-Trace: the counter of tr_encoder_sync.
  input  logic                lent_i,
  input  logic                lent_add_i,
  input  logic                lent_clear_i,
  output logic [        20:0] lent_sum_o,
  // With LentSize: the places of tr_encoder_stack.
  input  logic                lent_push_i,
  input  logic [LentBits-1:0] lent_top_i,
  input  logic [   AddrW-1:0] lent_newest_i,
  output logic [   AddrW-1:0] lent_third_o,
  input  logic                idle_i,          // no record came in the last cycle
  input  logic [         2:0] side_i,          // lowpower, reset, halted
  input  logic                special_i,       // one of them changes, or a trigger comes
  input  logic [         2:0] side_now_i,      // the same at the port
  input  logic                trig_on_i,
  input  logic                trig_off_i,
  input  logic                trig_due_i,      // trace-notify by an external input
  input  logic                sync_i,          // synchronization is asked for
  input  logic [         2:0] priv_i,
  input  logic                ctype_i,         // ctype is not 0
  input  logic [ContextW-1:0] context_i,
  input  logic [ContextW-1:0] hcontext_i,
  // The time of now is that of the record, not of the last one that left.
  output logic                time_shown_o,
  input  logic [     TsW-1:0] now_i,           // it, one cycle later
  output logic                pop_o,
  input  logic                block_i,         // the block is there
  input  logic                real_i,          // a record's, with an instruction, or a trap
  input  logic                some_i,          // it has an instruction
  input  logic                longer_i,        // it is longer than its last instruction
  input  logic                reaches_i,       // as long at least
  input  logic                block_last_i,    // none after it
  input  logic                block_first_i,   // it is the record's first
  input  logic                notify_i,        // trace-notify
  input  logic [   AddrW-1:0] iaddr_i,
  input  logic [ RetireW-1:0] iretire_i,
  input  logic [  ItypeW-1:0] itype_i,
  input  logic                sijump_i,
  output logic                block_done_o,
  // Two records as one (tr_encoder_ingress).
  output logic                lead_o,
  output logic                steady_o,
  output logic                event_o,
  output logic                tiny_o,
  output logic [    PreN+1:1] room_o,
  output logic                timed_o,
  output logic                htm_o,
  output logic                owner_o,
  output logic                owner_same_o,
  input  logic                part_i,          // of the second, one block is left
  input  logic                more_i,          // what comes before the block waits for it
  input  logic [   AddrW-1:0] entry_i,         // where what comes before the block begins
  // with more_i: more than one half-word before the block
  input  logic                pre_more_i,
  input  logic [         7:0] sum_i,           // with more_i: half-words with it
  // The same, for each block that could be shown with others before it; which one is; it is a taken
  // branch, and no outcome. The last one: the oldest block is.
  input  logic [  8*PreN-1:0] sums_i,
  input  logic [    PreN-1:0] pick_i,
  input  logic [      PreN:0] jumps_i,
  input  logic [    PreN-1:0] pre_branch_i,    // there is a branch before the block, oldest first
  input  logic [    PreN-1:0] pre_taken_i,     // that branch was taken
  input  logic                drop_i,          // filters: the block is not traced
  // With one block per cycle: another record becomes the oldest, and where it begins.
  input  logic                moves_i,
  input  logic [   AddrW-1:0] next_iaddr_i,
  input  logic [ RetireW-1:0] next_iretire_i,
  input  logic [ RetireW-1:0] alone_iretire_i, // the same, if the oldest leaves alone
  input  logic [         2:0] next_priv_i,
  input  logic                next_prompt_i,   // it has no record, or one whose cycles are known
  // The oldest of the blocks by itself.
  input  logic [ RetireW-1:0] own_iretire_i,
  input  logic [  ItypeW-1:0] own_itype_i,
  input  logic                own_ilastsize_i,
  input  logic                own_sijump_i,
  input  logic                own_longer_i,
  input  logic                own_reaches_i,
  // A store to a stimulus port, for the entry that has latch_i.
  input  logic                store_i,
  input  logic                store_stall_i,   // without room it waits
  output logic                store_done_o,    // its message is sent
  output logic                store_drop_o,    // its message is lost
  output logic                store_now_o,     // the message shown is its
  input  tr_pkg::extra_t      extra_i,         // data trace, watchpoints
  output tr_pkg::extra_event_t extra_o,
  output logic [         1:0] turn_o,          // data before the block's last instruction; the rest
  output logic [ RetireW-1:0] ahead_o,         // half-words before the last instruction
  output logic [   AddrW-1:0] past_o,          // address after the block, but with trace-notify
  // A message for the queue; without room it waits with hold_i 1, else it is lost.
  input  logic                hold_i,
  output logic                msg_valid_o,
  input  logic                msg_ready_i,
  input  logic                msg_low_i,       // little enough is queued to announce a loss
  output logic [         5:0] msg_tcode_o,
  output logic [         3:0] msg_f4_o,
  output logic [         1:0] msg_f2_o,
  output logic [         2:0] msg_use_o,
  output logic [ ValueAW-1:0] msg_a_o,
  output logic [ ValueBW-1:0] msg_b_o,
  output logic [   HistW-1:0] msg_c_o,
  output logic [     TsW-1:0] msg_time_o
);

  // ---- State: tr_encoder_region, tr_encoder_event ----

  tr_pkg::phase_e phase_q;
  tr_pkg::pend_e pend_q;
  logic tracing_q;
  logic on_q;
  logic on_next;
  logic off_pending_q;
  logic special_q;
  logic began_q;
  logic gapped_q;
  logic lost_q;
  logic sync_due_q;
  logic decided_q;
  logic own_late_q;
  logic own_context_q;
  logic notified_q;
  logic htm;
  logic [1:0] pend_btype_q;
  logic [2:0] side_q;
  logic priv_same;                             // the record has the privilege last reported
  localparam int unsigned EcodeW = Stimulus ? 6 : 4;
  logic [3:0] due_sync;
  logic [3:0] start_sync;
  logic [EcodeW-1:0] ecode_q;
  logic [IcntW-1:0] icnt_q;
  // the entry is looked at
  logic shown;
  logic cycles_wait;
  assign shown = valid_i && !cycles_wait;
  assign htm = Htm & (~Btm | set_htm_i);

  // ---- What the entry asks for ----

  logic off_first;                             // a region ended with the record before this one
  logic is_special;
  logic special_first;
  logic gap_first;
  logic go;
  logic traced;                                // its block can be
  logic filtered;
  logic has_owner;
  logic in_block;
  logic [2:0] side_rise;
  logic side_none;
  logic trig_on;
  logic trig_off;
  assign side_rise  = side_i & ~side_q;
  assign trig_on    = set_trig_i & trig_on_i;
  assign trig_off   = set_trig_i & trig_off_i;
  assign is_special = special_i | off_pending_q;
  assign special_first = is_special & ~special_q;
  // Records that would not have been traced are no loss.
  assign gap_first  = gap_i & ~gapped_q & tracing_q;
  assign off_first  = in_block & off_pending_q & shown & record_i & ~adjacent_i;
  assign go         = shown & record_i & tracing_q & side_none & block_i;
  assign traced     = shown & tracing_q & side_none & real_i;
  assign filtered   = go & drop_i;

  // ---- Counting a block ----

  tr_pkg::act_e act;
  logic is_call;
  logic is_return;
  logic is_swap;
  logic stack_some;
  logic [RetireW-1:0] own_now;
  logic [RetireW-1:0] counted_now;
  logic res_need;      // a message comes before the counting
  logic res_sync;      // it has SYNC
  logic res_repeats;   // it is none: the branch message sent last comes again
  logic [IcntW-1:0] icnt_sum;
  logic [IcntW-1:0] icnt_next;
  logic hist_outcome;
  logic hist_full;
  logic hist_sends;
  logic hist_repeats;
  logic hist_empty;
  logic rep_held;
  logic [HistW-1:0] hist_q;
  logic [HistW-1:0] hist_next;
  logic [HistW-1:0] pattern;
  logic [HrepeatW-1:0] rep_count;
  logic due_cycles;
  logic due_messages;
  logic due_halfwords;
  logic due_alone;
  logic late;
  logic late_alone;
  logic far;
  logic due_before;
  logic due_acc;
  logic due_now;
  logic own_taken;
  logic direct;
  logic may_fill;
  logic hist_may;
  logic asks_d, asks_q;
  logic both_d, both_q;
  logic acc_turn_raw;
  logic pause;
  logic pausing;
  logic account;
  logic turn_asks;
  logic turn_runs;
  logic turn_ends;
  logic exact_d, exact_q;
  logic near;
  logic roomy;                                 // for a direct branch: it need not wait
  logic pauses;                                // any other block does
  logic full_now;
  logic full_next;
  logic halfwords_d, halfwords_q;
  logic own_outcome;
  logic hist_moved;
  logic icnt_some;
  logic icnt_more;
  logic set_pend;
  logic msg_event;
  // whether I-CNT is full is known one cycle ahead
  localparam bit Ahead = (PreN == 1) && (IcntW >= RetireW + 3);
  // a full HIST is compared with the pattern one cycle ahead
  localparam bit Long = HistW >= 16;
  logic own_icnt;
  logic own_hist;
  logic fills;
  logic asks;
  logic both_ask;
  logic res_other;
  logic res_fills;
  logic acc_icnt;
  logic acc_hist;
  logic acc_linear;
  tr_encoder_ask #(
    .RetireW(RetireW),
    .ItypeW(ItypeW),
    .HistW(HistW),
    .IcntW(IcntW),
    .SequentialJump(SequentialJump)
  ) u_ask (
    .full_i(Ahead ? full_next : full_now),
    .halfwords_i(Long ? exact_q & halfwords_q : due_halfwords),
    .icnt_some_i(icnt_some),
    .icnt_more_i(icnt_more),
    .full_o(full_now),
    .own_outcome_o(own_outcome),
    .htm_i(htm),
    .sequential_i(set_sequential_i),
    .return_mode_i(set_return_mode_i),
    .notifies_i(phase_q == tr_pkg::PhNotify),
    .in_hist_i(phase_q == tr_pkg::PhHist),
    .notified_i(notified_q),
    .icnt_i(icnt_q),
    .known_i(stack_some),
    .itype_i,
    .sijump_i,
    .longer_i,
    .reaches_i,
    .more_i,
    .pre_more_i,
    .sum_i,
    .own_iretire_i,
    .own_itype_i,
    .own_ilastsize_i,
    .own_sijump_i,
    .own_longer_i,
    .own_reaches_i,
    .res_i(first_need),
    .res_sync_i(first_sync),
    .res_icnt_i(pend_icnt),
    .res_repeats_i(res_repeats),
    .due_before_i(due_before),
    .due_messages_i(due_messages),
    .due_halfwords_i(due_halfwords),
    .due_alone_i(due_alone),
    .late_i(late),
    .late_alone_i(late_alone),
    .hist_full_i(hist_full),
    .hist_sends_i(hist_sends),
    .ahead_o,
    .own_now_o(own_now),
    .counted_now_o(counted_now),
    .icnt_next_o(icnt_next),
    .icnt_sum_o(icnt_sum),
    .is_call_o(is_call),
    .is_return_o(is_return),
    .is_swap_o(is_swap),
    .act_o(act),
    .own_taken_o(own_taken),
    .hist_outcome_o(hist_outcome),
    .direct_i(direct),
    .due_acc_o(due_acc),
    .due_now_o(due_now),
    .own_icnt_o(own_icnt),
    .own_hist_o(own_hist),
    .fills_o(fills),
    .asks_o(asks),
    .both_o(both_ask),
    .res_other_o(res_other),
    .res_fills_o(res_fills),
    .acc_icnt_o(acc_icnt),
    .acc_hist_o(acc_hist),
    .acc_linear_o(acc_linear)
  );

  // A direct branch ends what is counted: which block that is, is known late, so it selects.
  assign direct = (more_i ? |(pick_i & jumps_i[PreN-1:0]) : jumps_i[PreN]);

  // ---- The message before it: a region begins, or the event in flight learns its address ----

  logic res_start;
  logic res_indirect;
  logic res_direct;
  logic res_linear;
  logic res_icnt;
  logic res_always;
  logic return_fits;
  logic pend_right;
  logic pend_jump;
  logic pend_icnt;
  logic ret_right;
  logic first_need;
  logic first_sync;
  logic to_linear;
  logic blocked;
  logic looks;
  logic uncounted;
  logic due_cycles_new;
  logic owner_next;
  logic owner_new;
  logic marker_due;
  logic marks;
  // A message that went ahead does not make the next one synchronize. Who asks for due_before has a
  // block of an open region: nothing holds the record up, and what has not begun begins now.
  assign due_before     = (sync_due_q | (~began_q & (due_cycles | sync_i))) & ~decided_q;
  assign due_cycles_new = first_look & (due_cycles | sync_i) & on_q & ~sync_due_q & tracing_q &
                          side_none;
  // The work that comes before the block. A loss is announced only where no region is open, and
  // none begins before: but for one of data alone, nothing that looks at this has to ask for it.
  assign blocked = ~(in_block & ~special_first) | ~(shown & real_i) |
                   ~(tracing_q & side_none & ~(gap_i & ~gapped_q)) |
                   (drop_i | branch_full | announce_data);
  assign looks   = ~blocked & on_q;
  // A block that can be traced and was not counted yet, whatever has to come before it.
  assign uncounted = traced && (phase_q != tr_pkg::PhHist) && (phase_q != tr_pkg::PhLatch);
  assign res_start    = ~blocked & ~on_q & ~lost_q;
  // What the event in flight asks for, if a block is looked at.
  assign pend_right   = (pend_q == tr_pkg::PendReturn) & return_fits;
  assign pend_jump    = (pend_q == tr_pkg::PendIndirect) |
                        ((pend_q == tr_pkg::PendReturn) & ~return_fits);
  assign pend_icnt    = pend_right & icnt_q[IcntW-1] & ~due_before;
  assign res_indirect = looks & pend_jump;
  assign res_direct   = looks & (pend_q == tr_pkg::PendDirect);
  assign res_linear   = looks & (pend_q == tr_pkg::PendLinear);
  // The return went to its known target; I-CNT, which no message reported, may be full.
  assign ret_right    = looks & pend_right;
  assign res_icnt     = looks & pend_icnt;
  assign to_linear    = on_q & pend_right & due_before & (icnt_q[IcntW-1] | marker_due);
  assign res_always   = res_start | res_direct | res_linear;
  assign res_need     = res_always | res_indirect | res_icnt;
  assign res_sync     = res_always | (res_indirect & due_before);
  // The same of a block that is looked at or counted, for who asks about such a block only: whether
  // it is, is known late. No event is in flight when no region is open, or in PhAccount.
  assign first_need   = ~on_q | may_need;
  assign first_sync   = ~on_q | (pend_q == tr_pkg::PendDirect) | (pend_q == tr_pkg::PendLinear) |
                        (pend_jump & due_before);
  // After it: Ownership after a synchronizing message, or because context or privilege changed.
  assign has_owner  = Context & set_context_i;
  assign owner_new  = has_owner & on_q & block_first_i & some_i & (ctype_i | ~priv_same);
  assign owner_next = owner_new & ~first_sync;
  // Nothing but the counting is left to do in this cycle; no marker of an external trace-notify.
  logic acc_may;
  logic acc_alone;
  logic acc_after;
  logic acc_run;
  logic sends;
  logic may_alone;
  logic may_begin;
  logic may_after;
  logic may_need;
  assign sends     = msg_ready_i & ~branch_held;
  assign acc_may   = ~owner_new & ~notifies & ~marks & ~extra_i.block;
  // Whether a block is looked at is known early, what comes of it late: each by itself. No message
  // comes before the counting; or one that is sent or need not be, and no Ownership follows it.
  assign may_alone = acc_may & ((pend_q == tr_pkg::PendNone) |
                                (pend_right & ~icnt_q[IcntW-1] & ~(due_before & marker_due)));
  assign may_begin = acc_may & ~extra_i.later & ~res_other & ~(res_fills & pend_icnt) & sends &
                     ~has_owner;
  // Of a message of the block's own: after one that leaves HIST, and after others.
  assign may_after = acc_may & ~extra_i.later & ~res_other &
                     ((sends & ~has_owner & ((pend_q == tr_pkg::PendDirect) |
                                             ((pend_q == tr_pkg::PendLinear) & ~rep_held))) |
                      (sends & pend_icnt & ~res_fills) |
                      (pend_jump & ~(has_owner & due_before) &
                       ((sends & ~rep_held & ~res_repeats) | hit)));
  assign may_need  = (pend_q == tr_pkg::PendDirect) | (pend_q == tr_pkg::PendLinear) | pend_jump |
                     pend_icnt;
  assign acc_alone = looks & may_alone;
  assign acc_after = (looks & may_after) | (res_start & may_begin);

  // ---- Can two records be looked at together? ----

  tr_encoder_steady #(
    .RetireW(RetireW),
    .IcntW(IcntW)
  ) u_steady (
    .icnt_i(icnt_q),
    .by_cycles_i(set_sync_by_i[2]),
    .by_halfwords_i(set_sync_by_i[3]),
    .sync_due_i(sync_due_q),
    .far_i(far),
    .open_i(in_block & on_q & tracing_q),
    .none_i(pend_q == tr_pkg::PendNone),
    .event_i((pend_q == tr_pkg::PendIndirect) | (pend_q == tr_pkg::PendReturn)),
    .busy_i(off_pending_q | ~side_none | notified_q),
    .waits_i(decided_q | branch_held | ~msg_ready_i),
    .begun_i(began_q | special_q),
    .lead_o,
    .steady_o,
    .event_o,
    .tiny_o,
    .timed_o
  );
  assign htm_o        = htm;
  assign owner_o      = has_owner;
  assign owner_same_o = priv_same;

  // ---- Ends of regions ----

  logic close_need;
  logic close_side;
  logic close_can;
  logic latch_flush;
  logic [3:0] close_evcode;
  tr_encoder_close u_close (
    .phase_i(phase_q),
    .on_i(on_q),
    .off_i((off_pending_q & ~shown & idle_i) | off_first),
    .filtered_i(filtered & ~special_first & ~gap_first),
    .first_i(announce | branch_full),
    .side_rise_i(side_rise),
    .trigger_i(off_pending_q & ~(trig_on & adjacent_i)),
    .latch_i(~next_tracing_i | next_mode_i),
    .repeats_i(next_repeats_i & rep_held),
    .need_o(close_need),
    .side_o(close_side),
    .evcode_o(close_evcode),
    .flush_o(latch_flush)
  );

  // ---- The message of this cycle ----

  logic hist_settle;
  logic first_look;
  logic note_gap;
  logic with_hist;
  logic acc_turn;
  logic sent_sync;
  logic announce;
  logic announce_data;
  logic branch_full;
  logic branch_held;
  logic equal_indirect;
  logic equal_counted;
  logic equal_direct;
  logic repeats;
  logic repeatable;
  logic may_repeat;
  logic req_direct;
  logic end_direct;
  logic req_corr;
  logic req_error;
  logic req_owner;
  logic req_notify;
  logic req_icnt;
  logic req_hist;
  logic req_store;
  logic req_watch;
  logic store;
  logic main;
  logic need_flush;
  logic fl_branch;
  logic fl_rep;
  logic fire;
  logic main_fire;
  logic hit;
  logic done;
  logic lose;
  logic [BcntW-1:0] branch_count;
  assign store      = Stimulus & store_i & (phase_q == tr_pkg::PhLatch);
  assign req_store  = store & ~lost_q;          // a loss is announced first
  // program trace goes on
  assign announce_data = in_block & extra_i.tell & ~lost_q & ~decided_q & msg_low_i;
  assign announce   = announce_data | ((in_block | (store & store_stall_i)) & lost_q & msg_low_i);
  assign req_error  = announce;
  assign end_direct = on_q & (pend_q == tr_pkg::PendDirect) &
                      (close_need | ((phase_q == tr_pkg::PhReset) & side_rise[1]));
  assign req_direct = end_direct | (acc_turn & direct & ~due_acc);
  assign req_corr   = close_need & on_q & (pend_q != tr_pkg::PendDirect);
  assign req_owner  = (phase_q == tr_pkg::PhOwner) | (phase_q == tr_pkg::PhOwner2);
  assign req_notify = (phase_q == tr_pkg::PhNotify) & ~extra_i.waits;
  assign req_watch  = Watchpoint & (phase_q == tr_pkg::PhWatch);
  assign req_icnt   = res_icnt | (acc_turn & own_icnt);
  assign req_hist   = ((acc_turn & ~own_icnt & own_hist) | (phase_q == tr_pkg::PhHist)) &
                      hist_sends;
  // Whether a block is looked at selects what it asks for.
  assign account    = (phase_q == tr_pkg::PhAccount) & ~extra_i.waits;
  assign turn_asks  = direct ? roomy & ~due_acc : ~pauses & fills;
  assign main       = (~blocked & (on_q ? may_need | (may_alone & turn_asks) : ~lost_q)) |
                      (account & turn_asks) | ((phase_q == tr_pkg::PhHist) & hist_sends) |
                      req_error | end_direct | req_corr | req_owner | req_notify | req_store |
                      req_watch;
  assign need_flush = res_indirect | res_linear | req_corr | req_owner | req_notify | latch_flush;
  assign with_hist  = htm & ((~hist_empty) | (HistAlways & res_indirect));
  assign may_repeat  = (RepeatBranch & ~htm | RepeatBranchHtm & htm) & set_repeated_i;
  assign repeatable  = may_repeat & (req_direct | (res_indirect & ~res_sync));
  assign res_repeats = may_repeat & ~rep_held & res_indirect & ~res_sync & equal_indirect;
  // One of three: a message for a branch that was counted before, or is counted now.
  assign repeats     = res_repeats |
                       (may_repeat & ~rep_held &
                        ((end_direct & equal_counted) |
                         (acc_turn_raw & roomy & ~due_acc & equal_direct)));
  assign fl_branch   = branch_held & ((main & ~repeats) | (need_flush & rep_held) | branch_full);
  assign fl_rep     = need_flush & rep_held & ~fl_branch;
  assign fire       = msg_valid_o & msg_ready_i;
  assign lose       = ((msg_valid_o & ~msg_ready_i & ~hold_i) | (store & lost_q)) &
                      ~(store & store_stall_i);
  assign hit        = repeats & ~branch_full;
  // No way round by the message that is sent: what it asks for, and what must be sent before it.
  assign main_fire  = sends & ~repeats &
                      ((~blocked &
                        (on_q ? (pend_q == tr_pkg::PendDirect) | pend_icnt |
                                (~rep_held & ((pend_q == tr_pkg::PendLinear) | pend_jump)) |
                                (may_alone & turn_asks)
                              : ~lost_q)) |
                       (account & turn_asks) | ((phase_q == tr_pkg::PhHist) & hist_sends) |
                       req_error | end_direct | req_watch |
                       (req_store & ~(latch_flush & rep_held)) |
                       (~rep_held & (req_corr | req_owner | req_notify)));
  assign done       = main_fire | hit;          // what was asked for has happened
  assign sent_sync  = sends & ((~blocked &
                                (on_q ? (pend_q == tr_pkg::PendDirect) |
                                        (~rep_held & ((pend_q == tr_pkg::PendLinear) |
                                                      (pend_jump & due_before)))
                                      : ~lost_q)) |
                               (~rep_held & req_notify));
  assign msg_valid_o = (main & ~repeats) | (latch_flush & rep_held) | (branch_held & branch_full);
  assign store_now_o  = req_store & ~fl_branch;
  assign store_done_o = main_fire & req_store;
  assign store_drop_o = lose & store & ~fl_branch;
  // iaddr moved to the last instruction, or to the one after it.
  // With two blocks per cycle the one that is shown is known late. PhNotify and E-Trace ask for the
  // oldest alone.
  if (PreN == 1) begin : gen_past
    assign past_o = iaddr_i +
                    ((phase_q == tr_pkg::PhNotify) ? AddrW'(ahead_o) : AddrW'(iretire_i));
  end else begin : gen_past_own
    assign past_o = entry_i +
                    ((phase_q == tr_pkg::PhNotify) ? AddrW'(ahead_o) : AddrW'(own_iretire_i));
  end
  tr_encoder_msg #(
    .AddrW(AddrW),
    .HistW(HistW),
    .IcntW(IcntW),
    .HrepeatW(HrepeatW),
    .BcntW(BcntW),
    .ContextW(ContextW),
    .ValueAW(ValueAW),
    .ValueBW(ValueBW),
    .EcodeW(EcodeW)
  ) u_msg (
    .start_i(res_start),
    .linear_i(res_linear),
    .indirect_i(res_indirect),
    .direct_sync_i(res_direct),
    .sync_i(res_sync),
    .direct_i(req_direct),
    .correlation_i(req_corr),
    .owner_i(req_owner),
    .notify_i(req_notify),
    .icnt_full_i(req_icnt),
    .hist_full_i(req_hist),
    .watch_i(req_watch),
    .hits_i(extra_i.hits),
    .error_i(req_error),
    .held_hist_i(fl_rep | (req_hist & hist_repeats)),
    .held_branch_i(fl_branch),
    .counting_i(acc_turn),
    .htm_i(htm),
    .with_hist_i(with_hist),
    .start_sync_i(start_sync),
    .due_sync_i(due_sync),
    .evcode_i(close_evcode),
    .ecode_i(announce_data ? EcodeW'(tr_pkg::EcodeData) : ecode_q),
    .btype_i(pend_btype_q),
    .priv_i(priv_i),
    .with_context_i(own_context_q),
    .hcontext_now_i(phase_q == tr_pkg::PhOwner),
    .context_i(context_i),
    .hcontext_i(hcontext_i),
    .icnt_i(icnt_q),
    .icnt_sum_i(icnt_sum),
    .hist_i(hist_q),
    .hist_next_i(hist_next),
    .pattern_i(pattern),
    .rep_count_i(rep_count),
    .branch_count_i(branch_count),
    .iaddr_i(entry_i),
    .moved_i(past_o),
    .own_late_i(own_late_q),
    .tcode_o(msg_tcode_o),
    .f4_o(msg_f4_o),
    .f2_o(msg_f2_o),
    .use_o(msg_use_o),
    .a_o(msg_a_o),
    .b_o(msg_b_o),
    .c_o(msg_c_o),
    .event_o(msg_event)
  );
  assign time_shown_o = shown & record_i & ~off_first;
  tr_encoder_times #(
    .TsW(TsW)
  ) u_times (
    .clk_i,
    .rst_ni,
    .now_i,
    .pend_i       (set_pend),
    .hist_held_i  (hist_settle | (main_fire & req_icnt)),
    .branch_held_i(hit),
    .branch_late_i(res_indirect),
    .lost_i       (lost_q),
    .gap_i        (note_gap),
    .error_i      (req_error & ~announce_data),
    .event_i      (msg_event & ~req_error),
    .rep_i        (fl_rep | (req_hist & hist_repeats)),
    .branch_i     (fl_branch),
    .time_o       (msg_time_o)
  );

  // ---- The next phase ----
  logic acc_done;
  logic res_done;
  logic full_lost;
  logic close_done;
  logic record_end;
  logic set_linear;
  logic acc_commit;
  logic phase_done;
  logic reset_done;
  logic close_over;
  logic own_sync;
  logic own_change;
  logic passes;
  logic notifies;
  logic own_after;
  logic full;
  logic begins;
  logic open;
  logic counts;
  logic block_skips;
  logic block_counts;
  logic block_may;
  logic other_end;
  logic pop_other;
  logic data_waits;
  // A message that is asked for without room for it is lost, unless it may wait.
  assign full       = ~msg_ready_i & ~hold_i;
  assign open       = msg_ready_i | ~hold_i;   // it need not wait
  assign close_can  = ~on_q | ((pend_q != tr_pkg::PendDirect) & sends & ~rep_held) |
                      (full & ~(req_direct & hit) & ~(store & store_stall_i));
  assign close_done = close_need & close_can;
  // Counting happens by itself, after a message that was sent, or with a message of its own.
  assign res_done   = (sends & ~(rep_held & (pend_jump | (pend_q == tr_pkg::PendLinear))) &
                       ~res_repeats) | hit;
  assign acc_done   = (msg_ready_i & ~branch_held & ~repeats) | hit;
  assign full_lost  = branch_held & branch_full & ~msg_ready_i & ~hold_i;
  // A block that may fill a counter waits one cycle when that is asked for late: without room for
  // its message, with both counters full, before HIST is compared, or to learn whether a SYNC is
  // due. One with others fills none (a_fills), which is known late: only a direct branch needs it.
  assign acc_turn_raw = acc_alone | account;
  assign hist_may   = own_outcome & hist_full;
  assign may_fill   = (Ahead ? full_next : full_now) | hist_may;
  assign near       = (may_fill & ~msg_ready_i) |
                      (hist_may & ((Ahead ? full_next : full_now) |
                                   (Long & (hist_moved | set_sync_by_i[3]))));
  assign roomy      = msg_ready_i | exact_q | full_lost | more_i;
  assign pauses     = near & ~exact_q & ~full_lost;
  assign pausing    = direct ? ~roomy : pauses;
  assign pause      = acc_turn_raw & pausing;
  assign acc_turn   = acc_turn_raw & ~pausing;
  assign exact_d     = (pause | exact_q) & ~block_done_o & ~clr_i;
  assign halfwords_d = due_halfwords;
  assign asks_d      = asks;
  assign both_d      = both_ask;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exact_q     <= 1'b0;
      halfwords_q <= 1'b0;
      asks_q      <= 1'b0;
      both_q      <= 1'b0;
    end else begin
      exact_q     <= exact_d;
      halfwords_q <= halfwords_d;
      asks_q      <= asks_d;
      both_q      <= both_d;
    end
  end
  // A full HIST waits for room even if it is held back, which is known late.
  assign turn_runs  = direct ? roomy & (acc_done | (exact_q & ~asks_q) |
                                        ((exact_q | branch_held) & open & due_acc))
                             : ~pauses & (~may_fill | acc_done | (exact_q & ~asks_q) |
                                          ((exact_q | branch_held) & open & ~fills));
  assign acc_run    = (~blocked & (on_q ? may_after | (may_alone & turn_runs)
                                        : ~lost_q & may_begin)) | (account & turn_runs);
  assign acc_commit = acc_run & ~full_lost;
  assign reset_done = ~req_direct | done | lose;
  assign close_over = ~close_side | close_can;
  assign phase_done = (phase_q == tr_pkg::PhReset) ? reset_done : close_over;
  // The block that is looked at has a record.
  assign pop_o      = (~blocked & block_may & block_last_i & ~latch_i) | pop_other;
  assign pop_other  = latch_o | (other_end & (block_last_i | ~record_i) & ~latch_i);
  // A region begins, or would but for the loss of its first message.
  assign begins    = res_start & (sends | full);
  // Records that are not traced, or lost.
  assign passes    = ~traced | (~on_q & lost_q);
  // Data goes before the block's own message, but not before a count of branches that is full.
  assign data_waits   = extra_i.waits & ~full_lost;
  // Whether the block ends in this cycle, by what its message needs instead of by the message: that
  // is known earlier.
  assign counts       = full | (sends & ~(exact_q & both_q)) | (exact_q & ~asks_q);
  assign block_skips  = in_block & shown & ~announce & ~branch_full & ~gap_first & ~off_first &
                        (record_i ? ~special_first & (filtered ? close_done : passes) : ~latch_i);
  assign turn_ends    = direct ? roomy & (counts | hit | (branch_held & msg_ready_i & due_acc))
                               : ~pauses & (counts | ~may_fill |
                                            (branch_held & msg_ready_i & ~fills));
  assign block_may    = on_q ? (may_alone & turn_ends) | may_after | (may_need & full & ~hit)
                             : ~lost_q & (may_begin | full);
  assign block_counts = (phase_q == tr_pkg::PhAccount) & ~data_waits & turn_ends;
  assign notifies  = notify_i & some_i;
  assign own_after = has_owner & first_sync;
  tr_encoder_phase #(
    .HContext(HContext),
    .Watchpoint(Watchpoint)
  ) u_phase (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i(shown),
    .record_i,
    .latch_i,
    .block_last_i,
    .first_i(announce | branch_full),
    .gap_i(gap_first),
    .off_i(off_first),
    .special_i(special_first),
    .changed_i(side_i ^ side_q),
    .filtered_i(filtered),
    .passes_i(passes),
    .skips_i(block_skips),
    .counts_i(block_counts),
    .looked_i(~blocked & block_may),
    .other_end_o(other_end),
    .to_linear_i(to_linear),
    .res_done_i(~first_need | res_done),
    .own_after_i(own_after),
    .owner_next_i(owner_next),
    .marks_i(marks),
    .notifies_i(notifies),
    .notified_i(notified_q),
    .counted_i(acc_run),
    .more_i,
    .both_full_i(acc_icnt & acc_hist),
    .hist_done_i(full | sends | (branch_held & msg_ready_i & ~hist_sends)),
    .phase_done_i(close_over),
    .reset_done_i(reset_done),
    .latch_wait_i(latch_flush | (store & ~store_done_o & ~store_drop_o)),
    .has_owner_i(has_owner),
    .ctype_i,
    .done_i(done),
    .full_i(full),
    .waits_i(data_waits),
    .phase_o(phase_q),
    .in_block_o(in_block),
    .own_sync_o(own_sync),
    .own_change_o(own_change),
    .block_end_o(block_done_o),
    .record_end_o(record_end),
    .set_linear_o(set_linear),
    .latch_o
  );
  assign first_look = in_block & shown & record_i & ~began_q &
                      ~special_first & ~announce & ~branch_full & ~note_gap;
  assign note_gap   = in_block & shown & gap_first & ~announce & ~branch_full;
  assign turn_o     = {phase_q == tr_pkg::PhNotify, phase_q == tr_pkg::PhAccount};
  assign extra_o    = {main_fire & announce_data, phase_done & (phase_q == tr_pkg::PhTrigger),
                       fire, lose | note_gap, record_end};
  assign tracing_o  = tracing_q;
  assign watch_o    = req_notify & (done | lose);
  assign overflow_o = lose | note_gap;
  assign lost_o     = lost_q;
  assign ending_o   = on_q & off_pending_q;
  tr_encoder_region #(
    .EcodeW(EcodeW)
  ) u_region (
    .clk_i,
    .rst_ni,
    .clr_i,
    .phase_i(phase_q),
    .valid_i(shown),
    .record_i,
    .side_i,
    .side_now_i,
    .trig_on_i(trig_on),
    .trig_off_i(trig_off),
    .settled_i(special_q | ~is_special),
    .first_look_i(first_look),
    .note_gap_i(note_gap),
    .phase_done_i(phase_done),
    .close_done_i(close_done),
    .begins_i(begins),
    .sent_sync_i(sent_sync),
    .sent_error_i(main_fire & req_error & ~announce_data),
    .lose_i(lose),
    .lose_owner_i(~note_gap & req_owner & ~fl_branch & ~fl_rep),
    .lose_store_i(store_drop_o),
    .lose_data_i(extra_i.on | extra_i.lost),
    .record_end_i(record_end),
    .part_i,
    .latch_i(latch_o),
    .latch_tracing_i(next_tracing_i),
    .latch_starts_i(next_starts_i),
    .set_tracing_o,
    .tracing_value_o,
    .start_o,
    .stop_o,
    .special_o(special_q),
    .began_o(began_q),
    .gapped_o(gapped_q),
    .side_o(side_q),
    .side_none_o(side_none),
    .tracing_o(tracing_q),
    .start_sync_o(start_sync),
    .on_o(on_q),
    .on_next_o(on_next),
    .off_pending_o(off_pending_q),
    .lost_o(lost_q),
    .ecode_o(ecode_q)
  );
  tr_encoder_event #(
    .IcntW(IcntW),
    .ItypeW(ItypeW),
    .RetireW(RetireW),
    .BtypeSplit(BtypeSplit),
    .Marker(Marker),
    .Ahead(Ahead)
  ) u_event (
    .clk_i,
    .rst_ni,
    .clr_i,
    .phase_i(phase_q),
    .close_done_i(close_done),
    .reset_begins_i((phase_q == tr_pkg::PhReset) & side_rise[1] & on_q & (~req_direct | done)),
    .phase_done_i(phase_done),
    .trig_notify_i(trig_due_i),
    .on_i(on_q),
    .on_next_i(on_next),
    .tracing_i(tracing_q),
    .stop_i(stop_o),
    .due_cycles_i(due_cycles_new),
    .due_messages_i(due_messages),
    .due_halfwords_i(first_sync ? due_alone : due_halfwords),
    .fire_i(fire),
    .sent_sync_i(sent_sync),
    .done_i(done),
    .res_i(res_need),
    .direct_i(req_direct & ~acc_turn & (phase_q != tr_pkg::PhReset)),
    .notify_i(req_notify),
    .returned_i(ret_right & ~res_icnt),
    .set_linear_i(set_linear),
    .lose_i(lose | note_gap),
    .keep_i(fire & ~done & ((res_need & ~res_sync) | (acc_turn_raw & ~due_acc))),
    .step_end_i(done | acc_run | block_done_o),
    .count_i(acc_commit),
    .counter_sent_i(~first_need & (own_icnt | (direct & ~due_acc))),
    .base_i(~first_need),
    .linear_next_i(acc_linear),
    .direct_next_i(direct & due_now),
    .act_i(act),
    .itype_i,
    .icnt_sum_i(icnt_next),
    .counted_i(counted_now),
    .counted_some_i(more_i | some_i),
    .counted_more_i(more_i | (own_now[RetireW-1:1] != '0)),
    .block_end_i(block_done_o),
    .own_sync_i(own_sync),
    .own_change_i(own_change),
    .own_now_i(res_start),
    .begins_i(begins),
    .owned_i(req_owner & sends & ~rep_held),
    .ctype_i,
    .priv_i,
    .pend_o(pend_q),
    .btype_o(pend_btype_q),
    .due_o(sync_due_q),
    .due_sync_o(due_sync),
    .marker_due_o(marker_due),
    .marker_next_o(marks),
    .icnt_o(icnt_q),
    .priv_same_o(priv_same),
    .decided_o(decided_q),
    .notified_o(notified_q),
    .own_late_o(own_late_q),
    .own_context_o(own_context_q),
    .set_pend_o(set_pend),
    .icnt_some_o(icnt_some),
    .icnt_more_o(icnt_more),
    .moves_i,
    .next_i(next_iretire_i),
    .alone_i(alone_iretire_i),
    .own_i(own_now),
    .more_i,
    .next_priv_i,
    .full_o(full_next)
  );
  // ---- Parts ----
  assign hist_settle = (acc_turn & own_hist & ~own_icnt & (acc_done | (open & ~hist_sends)) &
                        ~full_lost) |
                       ((HistW == 2) & acc_after & acc_hist) |
                       ((phase_q == tr_pkg::PhHist) & (sends | (open & ~hist_sends)));
  tr_encoder_hist #(
    .HistW(HistW),
    .BeforeN(PreN),
    .RepeatedHistory(RepeatedHistory),
    .HrepeatW(HrepeatW),
    .HistSearch(HistSearch),
    .Waits(Long)
  ) u_hist (
    .clk_i,
    .rst_ni,
    .clear_first_i((HistW == 2) ? res_need & ~res_icnt : first_need & ~pend_icnt),
    .clear_i(clr_i | (done & ((res_need & ~res_icnt) | req_corr | req_notify))),
    .drop_i(clr_i | lose | note_gap | (fire & fl_rep)),
    .repeated_i(set_repeated_i),
    .before_i(pre_branch_i),
    .before_taken_i(pre_taken_i),
    .outcome_i(hist_outcome),
    .taken_i(itype_i[0]),
    .own_taken_i(own_taken),
    .push_i(acc_commit && !(acc_icnt && acc_hist) && (hist_outcome || (pre_branch_i != '0))),
    .settle_i(hist_settle),
    .hist_o(hist_q),
    .empty_o(hist_empty),
    .room_o,
    .own_o(hist_next),
    .full_o(hist_full),
    .moved_o(hist_moved),
    .full_sends_o(hist_sends),
    .full_repeats_o(hist_repeats),
    .held_o(rep_held),
    .pattern_o(pattern),
    .count_o(rep_count)
  );
  tr_encoder_sync #(
    .NumW(RetireW),
    .SyncModes(SyncModes),
    .Ahead(PreN == 1)
  ) u_sync (
    .clk_i,
    .rst_ni,
    .latch_i(latch_o),
    .by_i(set_sync_by_i),
    .mask_i(set_sync_mask_i),
    .sent_i(fire),
    .sync_sent_i(sent_sync),
    .record_i(first_look),
    .fresh_i(~began_q),
    .cycles_i,
    .adjacent_i,
    .begun_i(began_q),
    .there_i(valid_i & record_i),
    .pop_i(pop_o),
    .valid_i,
    .moves_i,
    .next_prompt_i,
    .waits_o(cycles_wait),
    .two_i(two_i),
    .lent_i,
    .lent_add_i,
    .lent_clear_i,
    .sum_o(lent_sum_o),
    .count_i(acc_commit),
    .halfwords_i(counted_now),
    .own_i(own_now),
    .due_cycles_o(due_cycles),
    .due_messages_o(due_messages),
    .due_halfwords_o(due_halfwords),
    .late_o(late),
    .due_alone_o(due_alone),
    .late_alone_o(late_alone),
    .far_o(far)
  );
  tr_encoder_return #(
    .Enable(ImplicitReturn),
    .AddrW(AddrW),
    .Depth(ReturnDepth),
    .PartW(ReturnW),
    .Ahead(PreN == 1),
    .RetireW(RetireW),
    .LentSize(LentSize)
  ) u_return (
    .clk_i,
    .rst_ni,
    .mode_i(set_return_mode_i),
    .clear_first_i(res_sync),
    .looked_i(uncounted),
    .clear_i(sent_sync),
    .commit_i(acc_commit),
    .is_call_i(is_call),
    .is_return_i(is_return),
    .is_swap_i(is_swap),
    .behind_i((PreN == 1) ? past_o : iaddr_i),
    .retire_i(iretire_i),
    .iaddr_i(entry_i),
    .moves_i,
    .next_iaddr_i,
    .some_o(stack_some),
    .fits_o(return_fits),
    .lent_i,
    .lent_push_i,
    .lent_top_i,
    .lent_newest_i,
    .lent_third_o
  );
  tr_encoder_branch #(
    .Enable(RepeatBranch | RepeatBranchHtm),
    .AddrW(AddrW),
    .HistW(HistW),
    .IcntW(IcntW),
    .RetireW(RetireW),
    .PickN(PreN),
    .CountW(BcntW)
  ) u_branch (
    .clk_i,
    .rst_ni,
    .forget_i(clr_i | lose | note_gap | (fire & ~fl_branch)),
    .sent_i(main_fire & repeatable),
    .count_i(hit),
    .drop_i(clr_i | lose | note_gap | (fire & fl_branch)),
    .indirect_i(res_indirect),
    .btype_i(pend_btype_q),
    .hist_i(htm ? hist_q : HistW'(1)),
    .iaddr_i(entry_i),
    .sent_icnt_i(acc_turn ? icnt_next : icnt_q),
    .icnt_i(icnt_q),
    .own_i(own_now),
    .sums_i,
    .pick_i,
    .jumps_i,
    .equal_indirect_o(equal_indirect),
    .equal_counted_o(equal_counted),
    .equal_direct_o(equal_direct),
    .held_o(branch_held),
    .full_o(branch_full),
    .count_o(branch_count)
  );
endmodule
