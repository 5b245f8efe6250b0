// SPDX-License-Identifier: Apache-2.0
// From blocks to packets of E-Trace: which packet, and when.
//
// E-Trace 2.0, Reference Compressed Branch Trace Algorithm, figure "Instruction delta trace algorithm";
// choices where that is open: docs/reference/etrace.md. An instruction is looked at when the next one
// is known, so a block is the current one while the entry after it waits. Of a block the first
// instruction, the last one and the trap are looked at, one per cycle, at most one packet each; the first
// and the last one together when no more than one packet can come of both, and that one soon known.

module tr_etrace_flow #(
  parameter int unsigned XLen = 32,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned PrivW = 2,
  parameter bit          Context = 1'b0,
  parameter int unsigned ContextW = 1,
  parameter int unsigned EcauseW = 5,
  parameter int unsigned ReturnSize = 3,
  parameter int unsigned CounterSize = 0,
  parameter int unsigned PredictSize = 0,
  parameter int unsigned CacheSize = 0,
  parameter int unsigned TsW = 1,
  parameter int unsigned OptionW = 6,
  parameter bit          Found = 1'b0,        // as in tr_etrace_block
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : (CounterSize > 0) ? CounterSize : 1,
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW,
  localparam int unsigned WideW = (XLen > 31) ? XLen : 31
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,          // forget everything
  // Entries, in order: a block, the end of what qualifies, a support packet that is asked for.
  input  logic                valid_i,
  output logic                ready_o,
  input  logic                block_i,
  input  logic                end_i,
  input  logic                support_i,
  input  logic                ienable_i,      // of the support packet, with these options, which
  input  logic [ OptionW-1:0] options_i,      // take effect with it: then nothing is being traced
  input  logic                resync_i,       // a synchronization packet is asked for, in front of the entry
  input  logic                check_i,        // the same when due_i says so, when the entry is looked at
  input  logic                due_i,
  input  logic                near_i,         // one packet more, and it will
  output logic                check_o,        // it is looked at
  input  logic                gap_i,          // entries before this one are lost; it is nothing by itself
  input  logic                watched_i,      // the address of the block's last instruction shall be reported
  input  logic [   AddrW-1:0] iaddr_i,
  input  logic [ RetireW-1:0] iretire_i,
  input  logic [  ItypeW-1:0] itype_i,
  input  logic                ilastsize_i,
  input  logic                sijump_i,
  input  logic [   AddrW-1:0] past_i,         // with Found: as in tr_etrace_block
  input  logic [ RetireW-1:0] ahead_i,
  input  logic                two_i,
  input  logic [   PrivW-1:0] priv_i,
  input  logic [         1:0] ctype_i,
  input  logic [ContextW-1:0] context_i,
  input  logic [ EcauseW-1:0] cause_i,
  input  logic [    XLen-1:0] tval_i,
  input  logic [     TsW-1:0] time_i,         // one cycle later than the rest of the entry
  output logic                on_o,           // something is being traced
  output logic                lost_o,         // a loss is not yet announced
  output logic                overflow_o,     // a packet is lost
  output logic                idle_o,         // no entry waits
  output logic                settled_o,      // nor is anything of the current block left but its last part
  // Data trace (tr_etrace_data): accesses of the current block, and of what is looked at.
  input  logic                data_some_i,
  input  logic                data_part_i,
  input  logic                data_passed_i,  // they are done with, when they may go in this cycle
  input  logic                dloss_i,
  output logic                pass_o,         // they may go: what made them has been dealt with
  output logic [     TsW-1:0] pass_time_o,    // one cycle later than pass_o
  output logic                passing_o,      // some have not gone yet
  output logic                next_o,         // the next entry is one no more,
  output logic                load_o,         // but becomes the current one
  output logic                first_o,        // all but the last instruction of a block is looked at
  output logic                last_o,         // the last one is
  output logic                support_o,      // a support packet is queued
  // Packets, as tr_etrace_pack has them. Without room they wait with hold_i 1, else they are lost.
  input  logic                hold_i,
  output logic                valid_o,
  input  logic                ready_i,
  input  logic                low_i,          // little enough is queued to announce a loss
  output logic [         2:0] kind_o,
  output logic [         3:0] flags_o,
  output logic [  BriefW-1:0] brief_o,
  output logic [  DepthW-1:0] depth_o,
  output logic [   PrivW-1:0] priv_o,
  output logic [ContextW-1:0] context_o,
  output logic [   AddrW-1:0] addr_o,
  output logic [   WideW-1:0] wide_o,
  output logic [     TsW-1:0] time_o,         // one cycle later than the rest of the packet
  output logic                synced_o        // a packet that synchronizes is queued
);

  // ---- The next entry, and the current block ----

  typedef struct packed {
    logic                is_end;
    logic                support;
    logic                ienable;
    logic                resync;
    logic                check;
    logic                gap;
    logic                some;        // instructions: some, two at least
    logic                two;
    logic                trap;
    logic                intr;
    logic                watched;
    logic                branch;
    logic                taken;
    logic                jump;
    logic                pop;
    logic                push;
    logic                trap_return;
    logic                sijump;
    logic                direct;
    logic                moves;       // against the block before, until its first instruction has been dealt with
    logic                precise;
    logic                imprecise;
    logic [ OptionW-1:0] options;
    logic [   PrivW-1:0] priv;
    logic [   AddrW-1:0] first;
    logic [   AddrW-1:0] past;
    logic [ RetireW-1:0] ahead;       // half-words before the last instruction,
    logic [ RetireW-1:0] length;      // and of all
    logic [ContextW-1:0] scontext;
    logic [ EcauseW-1:0] cause;
    logic [    XLen-1:0] tval;
  } entry_t;

  // A trap to be reported: the last one, as long as the instruction after it has not been dealt with, and
  // then the block's own. So a packet has its cause from one place.
  typedef struct packed {
    logic                intr;
    logic [   PrivW-1:0] priv;
    logic [ContextW-1:0] scontext;
    logic [ EcauseW-1:0] cause;
    logic [    XLen-1:0] tval;
  } trap_t;

  typedef enum logic [1:0] {StFirst, StLast, StTrap} step_e;

  entry_t in, n_d, n_q, c_d, c_q;
  trap_t t_d, t_q;
  logic [AddrW-1:0] t_addr_q;                 // where it came, when the block after it is the current one
  step_e step_d, step_q;
  logic n_valid_d, n_valid_q, c_valid_d, c_valid_q, n_pop, take;
  logic timed_d, timed_q;                     // the stamp is the next entry's
  logic gets_time;
  // Stamps are one cycle behind all else: that of the next entry, and that of the current block, or, when it has no
  // packet any more, that of the next entry.
  logic took_d, took_q;
  logic stamps_d, stamps_q;
  logic [TsW-1:0] n_stamp_d, n_stamp_q;
  logic [TsW-1:0] stamp_d, stamp_q;
  logic [OptionW-1:0] set_d, set_q;           // options in effect
  logic enabled_d, enabled_q;                 // ienable

  assign take    = valid_i && ready_o;
  assign ready_o = !n_valid_q || n_pop;

  tr_etrace_block #(
    .AddrW   (AddrW),
    .RetireW (RetireW),
    .ItypeW  (ItypeW),
    .PrivW   (PrivW),
    .Context (Context),
    .ContextW(ContextW),
    .Found   (Found)
  ) u_block (
    .clk_i,
    .rst_ni,
    .take_i     (take && block_i),
    .iaddr_i,
    .iretire_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .priv_i,
    .ctype_i,
    .context_i,
    .past_i,
    .ahead_i,
    .two_i,
    .some_o     (in.some),
    .two_o      (in.two),
    .trap_o     (in.trap),
    .interrupt_o(in.intr),
    .branch_o   (in.branch),
    .taken_o    (in.taken),
    .jump_o     (in.jump),
    .pop_o      (in.pop),
    .push_o     (in.push),
    .trap_return_o(in.trap_return),
    .sijump_o   (in.sijump),
    .direct_o   (in.direct),
    .ahead_o    (in.ahead),
    .past_o     (in.past),
    .moves_o    (in.moves),
    .precise_o  (in.precise),
    .imprecise_o(in.imprecise)
  );
  assign in.length   = iretire_i;
  assign in.is_end   = end_i;
  assign in.support  = support_i;
  assign in.ienable  = ienable_i;
  assign in.resync   = resync_i;
  assign in.check    = check_i;
  assign in.gap      = gap_i;
  assign in.watched  = watched_i;
  assign in.options  = options_i;
  assign in.priv     = priv_i;
  assign in.first    = iaddr_i;
  assign in.scontext = context_i;
  assign in.cause    = cause_i;
  assign in.tval     = tval_i;

  always_comb begin
    n_valid_d = n_valid_q && !n_pop;
    n_d       = n_q;
    if (asks) n_d.resync = 1'b0;
    if (check_o) n_d.check = 1'b0;
    if (take) begin
      n_valid_d = 1'b1;
      n_d       = in;
    end
    if (clr_i) n_valid_d = 1'b0;
  end

  // ---- State ----

  typedef struct packed {
    logic on;                                 // the instruction before was traced
    logic after;                              // it is a trap,
    logic reported;                           // which has been reported
    logic due;                                // a resynchronization is asked for,
    logic due_now;                            // and nothing is left to report before it
    logic again;                              // a context packet follows the instruction's own
    logic pass;                               // then data
    logic ending;                             // all has been dealt with: a support packet says so
    logic ended;                              // ... it said so in front of the instruction
  } state_t;

  state_t st_d, st_q;
  logic lost_d, lost_q;
  logic plain_d, plain_q;                     // the packet before reported a target, and no branch came since

  // ---- What is looked at ----

  logic n_block, n_end, n_support, n_none, n_gap, waits, calm, is_first, is_last, is_trap, final_one, go;
  logic asks, jumps, doubtful, both, counts;
  logic departs, fails, fails_doubtful, calls_again, arrived, returned, failed, free;
  logic [DepthW-1:0] failed_depth, depth;

  assign n_block   = n_valid_q && !n_q.is_end && !n_q.support && !n_q.gap && (n_q.some || n_q.trap);
  assign n_end     = n_valid_q && n_q.is_end;
  assign n_support = n_valid_q && n_q.support;
  assign n_none    = n_valid_q && !n_q.is_end && !n_q.support && !n_q.gap && !n_q.some && !n_q.trap;
  assign n_gap     = n_valid_q && n_q.gap && calm;
  assign is_first  = step_q == StFirst;
  assign is_last   = step_q == StLast;
  assign is_trap   = step_q == StTrap;
  assign final_one = is_trap || (is_last && !c_q.trap);
  // All that does not need the next entry has been done.
  assign calm      = !c_valid_q || (final_one && !st_q.again && !st_q.pass && !st_q.ending);
  assign asks      = n_valid_q && calm && (n_q.resync || (n_q.check && due_i));
  assign waits     = n_valid_q && calm && !asks;
  assign check_o   = n_valid_q && n_q.check && (calm || n_pop);
  assign go        = c_valid_q && !st_q.again && !st_q.pass && !st_q.ending &&
                     (!final_one || (waits && (n_block || n_end)));
  // What has the next entry's time waits for a cycle.
  assign gets_time = n_valid_q && !timed_q && (!c_valid_q || (st_q.ending && !st_q.pass));

  // First and last one together. What may need a packet of its own is looked at by itself.
  assign both = is_first && !c_q.trap && !data_some_i && st_q.on && !st_q.after && !st_q.due &&
                !c_q.watched && !c_q.moves && !c_q.precise && !c_q.imprecise &&
                n_block && n_q.some && !n_q.resync && !(n_q.check && (due_i || near_i)) && !n_q.moves && !n_q.precise && !n_q.imprecise &&
                !fails_doubtful && !calls_again && !count_near;

  // ---- The instruction after it ----

  logic next_end, next_trap, next_changes, next_sijump, next_resync, sync_follows;
  assign jumps        = c_q.jump && !(c_q.direct && set_q[tr_pkg::EtSequentialJump]);
  assign next_end     = final_one && n_q.is_end;
  assign next_trap    = final_one ? !n_q.is_end && !n_q.some : is_last;
  assign next_changes = final_one && !n_q.is_end &&
                        (n_q.moves || n_q.precise || (n_q.imprecise && is_last && departs));
  assign next_sijump  = final_one ? n_q.some && !n_q.two && n_q.sijump : is_first && c_q.sijump;
  assign next_resync  = st_q.due && !(next_sijump && set_q[tr_pkg::EtSequentialJump]) &&
                        !(final_one && is_last && departs);
  assign sync_follows = next_end || next_trap || next_changes || next_resync;

  // ---- Its packet ----

  logic changed, resyncs, notify, something, must, full, map_some;
  logic k_trap, k_start, k_target, k_own, k_map, k_break, k_any, at_trap;
  logic [30:0] map;
  logic [4:0] branches;
  assign counts    = c_q.branch && (is_last || both);
  assign changed   = st_q.on && (c_q.moves || c_q.precise || (c_q.imprecise && arrived));
  assign resyncs   = st_q.due_now && !(is_last && c_q.sijump && set_q[tr_pkg::EtSequentialJump]) && !arrived;
  assign doubtful  = is_last && fails_doubtful && !next_end;
  assign notify    = (is_last && (c_q.watched || calls_again)) || doubtful;
  assign something = map_some || (!counts && (plain_q || free)) || returned;
  assign must      = notify || next_end || next_trap || count_ends || (next_changes && is_last && fails) ||
                     (something && (next_changes || next_resync));

  logic normal, starts;
  assign at_trap  = st_q.on && st_q.after;
  assign normal   = !at_trap && !is_trap;
  assign starts   = !st_q.on || changed || resyncs;
  // A trap is reported with the instruction after it; or, where a discontinuity led to it, by itself.
  assign k_trap   = at_trap ? !st_q.reported : is_trap && (!st_q.on || arrived);
  assign k_start  = at_trap ? st_q.reported && !is_trap : !is_trap && starts;
  assign k_target = normal && !starts && arrived;
  assign k_own    = normal && !starts && !arrived && !both && must;
  assign k_map    = normal && !starts && !arrived && (both || !must) && full;
  // In front of a start where a return failed: tracing ends.
  assign k_break  = normal && changed && failed && !st_q.ended;
  assign k_any    = k_trap || k_start || k_target || k_own || k_map;

  // ---- The packet that is sent, or another one that comes first ----

  logic s_support, s_lost, s_ended, s_context, s_step, sends, lose, done, sent, finds_room;
  assign s_support = n_support && waits && !lost_q && (timed_q || c_valid_q);
  assign finds_room = (n_block || n_support) && !asks && low_i && ready_i;
  assign s_lost    = lost_q && finds_room && timed_q;
  assign s_ended   = st_q.ending && !st_q.pass && timed_q;
  assign s_context = st_q.again;
  assign s_step    = go && k_any;
  assign valid_o   = s_support || s_lost || s_ended || s_context || s_step;
  assign sends     = s_ended || s_context || s_step;
  assign sent      = valid_o && ready_i;
  assign lose      = (sends && !ready_i && !hold_i) || n_gap;
  // The instruction has been dealt with.
  assign done      = go && !(k_break && k_start) && (!k_any || ready_i);

  logic more, finish, accesses, at_once, passes, load;
  assign accesses = data_part_i && !is_trap;
  // With one packet, in the same cycle.
  assign at_once  = done && accesses && !more && data_passed_i;
  assign pass_o   = (st_q.pass && !st_q.again) || at_once;
  assign passes   = st_q.pass && !st_q.again && data_passed_i;
  assign more   = c_q.imprecise && !is_trap && !(k_start || k_trap) && !sync_follows;
  assign finish = (done && !more && (!accesses || at_once) && !next_end) || (s_context && sent && !st_q.pass) ||
                  (passes && !st_q.ending);

  always_comb begin
    step_d    = step_q;
    c_d       = c_q;
    c_valid_d = c_valid_q;
    n_pop     = n_none && !asks && (calm || !(n_q.check || n_q.resync));
    st_d      = st_q;
    lost_d    = lost_q;
    plain_d   = plain_q;
    set_d     = set_q;
    enabled_d = enabled_q;
    if (asks) st_d.due = c_valid_q;
    // After a loss its announcement is the support packet.
    if (n_support && waits && (lost_q ? timed_q || !finds_room : sent)) begin
      n_pop     = 1'b1;
      set_d     = n_q.options;
      enabled_d = n_q.ienable;
      plain_d   = 1'b0;
    end
    if (s_lost) lost_d = 1'b0;
    if (lost_q && !asks && (n_end || (n_block && !finds_room))) n_pop = 1'b1;
    if (go && k_break && k_start && sent) begin
      st_d.ended = 1'b1;
      plain_d = 1'b0;
    end
    if (done) begin
      st_d.on       = 1'b1;
      st_d.after    = is_trap;
      st_d.reported = !at_trap && k_trap;
      st_d.ended    = 1'b0;
      if (k_start || k_trap) begin
        st_d.due       = 1'b0;
        st_d.due_now = 1'b0;
      end
      if (counts) plain_d = 1'b0;
      // An index has no updiscon, and is never longer than an address with one.
      if (k_any) plain_d = k_target && (!sync_follows || index) && !(both && counts);
      st_d.again  = more;
      st_d.pass   = accesses && !at_once;
      st_d.ending = next_end;
    end
    if (s_context && sent) begin
      st_d.again = 1'b0;
      plain_d = 1'b0;
    end
    if (passes) st_d.pass = 1'b0;
    // Resynchronization, state 3.
    if ((done || (s_context && sent)) && st_d.due && !left && !plain_d) st_d.due_now = 1'b1;
    if (finish) begin
      c_d.moves     = 1'b0;
      c_d.precise   = 1'b0;
      c_d.imprecise = 1'b0;
      if (is_first && !both) step_d = StLast;
      else if (is_last && c_q.trap) step_d = StTrap;
      else c_valid_d = 1'b0;
    end
    // The next block becomes the current one.
    load = (finish && (final_one || both)) || (waits && n_block && !c_valid_q && !lost_q);
    if (load) begin
      n_pop     = 1'b1;
      c_valid_d = 1'b1;
      c_d       = n_q;
      step_d    = !n_q.some ? StTrap : n_q.two ? StFirst : StLast;
      // What loads the register was traced.
      if (!n_q.two && !c_valid_q) begin
        c_d.sijump = 1'b0;
        c_d.direct = 1'b0;
      end
    end
    if (waits && n_end && !c_valid_q) n_pop = 1'b1;
    if ((s_ended && sent) || lose) begin
      n_pop     = n_block || n_end || n_gap;
      c_valid_d = 1'b0;
      st_d      = '0;
      plain_d   = plain_q && lose;
      lost_d    = lose;
    end
    timed_d = (timed_q || gets_time) && !n_pop;
    if (clr_i) {c_valid_d, st_d, lost_d, plain_d, timed_d} = '0;
  end

  // What is dealt with leaves the register free for the current block's own trap; a block that has
  // none has done with it for the next one, which may be a trap without an instruction before it.
  assign t_d = (c_valid_q && c_q.trap) ? {c_q.intr, c_q.priv, c_q.scontext, c_q.cause, c_q.tval}
                                       : {n_q.intr, n_q.priv, n_q.scontext, n_q.cause, n_q.tval};

  assign took_d    = take;
  assign stamps_d  = load || gets_time;
  assign n_stamp_d = took_q ? time_i : n_stamp_q;
  assign stamp_d   = stamps_q ? n_stamp_q : stamp_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {n_valid_q, c_valid_q, n_q, c_q, t_q, t_addr_q, set_q, enabled_q, st_q, lost_q, plain_q, timed_q} <= '0;
      {took_q, stamps_q, n_stamp_q, stamp_q} <= '0;
      step_q <= StFirst;
    end else begin
      n_valid_q <= n_valid_d;
      c_valid_q <= c_valid_d;
      n_q       <= n_d;
      c_q       <= c_d;
      took_q    <= took_d;
      stamps_q  <= stamps_d;
      n_stamp_q <= n_stamp_d;
      stamp_q   <= stamp_d;
      step_q    <= step_d;
      set_q     <= set_d;
      enabled_q <= enabled_d;
      st_q      <= st_d;
      lost_q    <= lost_d;
      plain_q   <= plain_d;
      timed_q   <= timed_d;
      if (done || load) t_q <= t_d;
      if (done && is_trap) t_addr_q <= at;
    end
  end

  assign pass_time_o = stamp_q;
  assign passing_o  = st_q.pass;
  assign next_o     = n_pop;
  assign load_o     = load;
  assign first_o    = is_first;
  assign last_o     = is_last;
  assign support_o  = sent && (kind_o == tr_pkg::EtSupport);
  assign on_o       = c_valid_q;
  assign lost_o     = lost_q;
  assign overflow_o = lose;
  assign idle_o     = !n_valid_q;
  assign settled_o  = !n_valid_q && calm;
  assign synced_o   = sent && ((kind_o == tr_pkg::EtStart) || (kind_o == tr_pkg::EtTrap));

  // ---- Parts ----

  logic left, map_off;                        // something is left to report; what is counted is dropped
  logic left_map, left_free;
  assign map_off   = (s_ended && sent) || lose || clr_i;
  assign left_map  = !k_any ? map_some : both && k_target && counts;
  assign left_free = free && !counts && !(k_any && !k_map);
  assign left      = st_q.again ? (map_some_q || free) : (left_map || left_free);

  // Branches are in the map, or, predicted, in the count.
  logic map_some_q, map_full, map_some_now, map_empty, map_fills;
  logic counting, counting_now, count_held, missed, moves, count_near, count_ends;
  logic [31:0] count;
  assign full       = (map_full && !moves) || missed;
  assign map_some   = map_some_now || counting;
  assign map_some_q = !map_empty || counting_now;

  if (PredictSize > 0) begin : gen_predict
    logic [PredictSize-1:0] next_at;
    assign next_at = PredictSize'(n_q.first) + PredictSize'(n_q.ahead);
    tr_etrace_predict #(
      .Size(PredictSize)
    ) u_predict (
      .clk_i,
      .rst_ni,
      .on_i      (set_q[tr_pkg::EtBranchPrediction]),
      .load_i    (load),
      .next_at_i (next_at),
      .count_i   (counts),
      .taken_i   (c_q.taken),
      .first_i   (both && arrived),
      .begin_i   (map_empty),
      .fills_i   (map_fills),
      .counting_o(counting),
      .now_o     (counting_now),
      .held_o    (count_held),
      .count_o   (count),
      .missed_o  (missed),
      .moves_o   (moves),
      .near_o    (count_near),
      .ends_o    (count_ends),
      .off_i     (map_off),
      .step_i    (done),
      .sent_i    (k_any),
      .restart_i (k_start || k_trap)
    );
  end else begin : gen_no_predict
    logic unused;
    assign unused = map_fills;
    assign {counting, counting_now, count_held, missed, moves, count_near, count_ends, count} = '0;
  end

  tr_etrace_map u_map (
    .clk_i,
    .rst_ni,
    .count_i   (counts && !count_held),
    .taken_i   (c_q.taken),
    .first_i   (both && arrived),
    .map_o     (map),
    .branches_o(branches),
    .full_o    (map_full),
    .fills_o   (map_fills),
    .some_o    (map_some_now),
    .empty_o   (map_empty),
    .off_i     (map_off),
    .step_i    (done),
    .sent_i    (k_any || moves)
  );

  // An index may be sent in place of the target.
  logic index, hit;
  assign index = k_target && hit && !counting;
  if (CacheSize > 0) begin : gen_targets
    tr_etrace_targets #(
      .AddrW(AddrW),
      .Size (CacheSize)
    ) u_targets (
      .clk_i,
      .rst_ni,
      .on_i         (set_q[tr_pkg::EtJumpTargetCache]),
      .load_i       (load),
      .next_i       (n_q.first),
      .at_i         (c_q.first),
      .hit_o        (hit),
      .off_i        (map_off),
      .step_i       (done),
      .target_i     (k_target),
      .restart_i    (k_start || k_trap),
      .leaves_i     (is_last || both),
      .trap_return_i(c_q.trap_return)
    );
  end else begin : gen_no_targets
    logic unused;
    assign unused = c_q.trap_return;
    assign hit    = 1'b0;
  end

  tr_etrace_return #(
    .AddrW      (AddrW),
    .Size       (ReturnSize),
    .CounterSize(CounterSize)
  ) u_return (
    .clk_i,
    .rst_ni,
    .keep_i        (set_q[tr_pkg::EtImplicitReturn]),
    .jump_i        (jumps),
    .pop_i         (c_q.pop),
    .push_i        (c_q.push),
    .past_i        (c_q.past),
    .next_i        (n_q.first),
    .second_i      (iaddr_i),
    .take_i        (take),
    .departs_o     (departs),
    .fails_o       (fails),
    .doubtful_o    (fails_doubtful),
    .again_o       (calls_again),
    .jumped_o      (arrived),
    .returned_o    (returned),
    .failed_o      (failed),
    .failed_depth_o(failed_depth),
    .depth_o       (depth),
    .free_o        (free),
    .off_i         (map_off),
    .step_i        (done),
    .restart_i     (k_start || k_trap),
    .report_i      (k_target || k_own),
    .branch_i      (counts),
    .arrive_i      ((is_last || both) && !next_end)
  );

  // ---- Fields of the packet ----

  logic irreport, breaks, n_now;
  logic [AddrW-1:0] at;                       // what is looked at
  logic [RetireW-1:0] passed;                 // half-words of the block before it
  assign passed   = is_first ? '0 : is_last ? c_q.ahead : c_q.length;
  assign at       = c_q.first + AddrW'(passed);
  assign breaks   = s_step && k_break && k_start;
  assign n_now    = n_support && !s_ended && !s_step;
  assign irreport = arrived ? failed : returned || (free && !counts);
  always_comb begin
    kind_o    = tr_pkg::EtSupport;
    flags_o   = '0;
    brief_o   = BriefW'(set_q);
    depth_o   = arrived ? failed_depth : depth;
    priv_o    = is_trap ? t_q.priv : c_q.priv;
    context_o = is_trap ? t_q.scontext : c_q.scontext;
    addr_o    = (is_trap && at_trap) ? t_addr_q : at;
    wide_o    = counting ? WideW'(count) : WideW'(map);
    time_o    = stamp_q;
    if (s_context) begin
      kind_o = tr_pkg::EtContext;
    end else if (!s_step || breaks) begin
      flags_o[0] = n_now ? n_q.ienable : enabled_q;
      flags_o[3] = dloss_i;
      flags_o[2:1] = s_lost ? tr_pkg::EtLost : s_support ? tr_pkg::EtNoChange : tr_pkg::EtEnded;
      if (n_now) brief_o = BriefW'(n_q.options);
    end else if (k_trap) begin
      kind_o     = tr_pkg::EtTrap;
      flags_o[0] = !(is_last && c_q.taken);
      flags_o[1] = t_q.intr;
      flags_o[2] = at_trap && !is_trap;
      flags_o[3] = at_trap && !is_trap && set_q[tr_pkg::EtImplicitException];
      brief_o    = BriefW'(t_q.cause);
      wide_o     = WideW'(t_q.tval);
    end else if (k_start) begin
      kind_o     = tr_pkg::EtStart;
      flags_o[0] = !(is_last && c_q.taken);
    end else if (k_map) begin
      kind_o = counting ? tr_pkg::EtCount : tr_pkg::EtMap;
      if (counting) brief_o = '0;
    end else begin
      kind_o     = counting ? tr_pkg::EtCount : tr_pkg::EtAddr;
      flags_o[0] = k_own && notify;
      flags_o[1] = k_target && sync_follows && !both;
      flags_o[2] = irreport;
      flags_o[3] = set_q[tr_pkg::EtFullAddress];
      brief_o    = counting ? BriefW'({1'b1, missed}) : BriefW'({index, branches});
    end
  end

endmodule
