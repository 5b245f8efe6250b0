// SPDX-License-Identifier: Apache-2.0
// From blocks to packets of E-Trace: which packet, and when.
//
// E-Trace 2.0, Reference Compressed Branch Trace Algorithm, figure "Instruction delta trace
// algorithm"; choices where that is open: docs/reference/etrace.md. An instruction is looked at
// when the next one is known, so a block is the current one while the entry after it waits. Of a
// block the first instruction, the last one and the trap are looked at, one per cycle, at most one
// packet each; the first and the last one together when no more than one packet can come of both,
// and that one soon known.

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
  parameter bit          Borrows = 1'b0,      // as in tr_etrace_stack
  localparam int unsigned TopW = (ReturnSize > 0) ? ReturnSize : 1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned CounterW = (CounterSize > 0) ? CounterSize : 1,
  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : CounterW,
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
  // Of the support packet; the options take effect with it: then nothing is being traced.
  input  logic                ienable_i,
  input  logic [ OptionW-1:0] options_i,
  // A synchronization packet is asked for, in front of the entry; the same when due_i says so, when
  // the entry is looked at.
  input  logic                resync_i,
  input  logic                check_i,
  input  logic                due_i,
  input  logic                near_i,         // one packet more, and it will
  output logic                check_o,        // it is looked at
  // Entries before this one are lost; it is nothing by itself.
  input  logic                gap_i,
  // The address of the block's last instruction shall be reported.
  input  logic                watched_i,
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
  // Nor is anything of the current block left but its last part.
  output logic                settled_o,
  // Data trace (tr_etrace_data): accesses of the current block, and of what is looked at.
  input  logic                data_some_i,
  input  logic                data_part_i,
  // They are done with, when they may go in this cycle.
  input  logic                data_passed_i,
  input  logic                dloss_i,
  output logic                pass_o,         // they may go: what made them has been dealt with
  output logic [     TsW-1:0] pass_time_o,    // one cycle later than pass_o
  output logic                passing_o,      // some have not gone yet
  output logic                next_o,         // the next entry is one no more,
  output logic                load_o,         // but becomes the current one
  // All but the last instruction of a block is looked at.
  output logic                first_o,
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
  output logic                synced_o,       // a packet that synchronizes is queued
  // As in tr_etrace_stack.
  output logic                borrow_push_o,
  output logic [    TopW-1:0] borrow_top_o,
  output logic [   AddrW-1:0] borrow_newest_o,
  input  logic [   AddrW-1:0] borrow_third_i
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
    // Against the block before, until its first instruction has been dealt with.
    logic                moves;
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

  // A trap to be reported: the last one, as long as the instruction after it has not been dealt
  // with, and then the block's own. So a packet has its cause from one place.
  typedef struct packed {
    logic                intr;
    logic [   PrivW-1:0] priv;
    logic [ContextW-1:0] scontext;
    logic [ EcauseW-1:0] cause;
    logic [    XLen-1:0] tval;
  } trap_t;

  typedef enum logic [1:0] {StFirst, StLast, StTrap} step_e;

  entry_t in;
  entry_t n_d, n_q;
  entry_t c_d, c_q;
  trap_t t_new;
  trap_t t_d, t_q;
  logic [AddrW-1:0] at;                       // what is looked at
  // where it came, when the block after it is the current one
  logic [AddrW-1:0] t_addr_d, t_addr_q;
  step_e step_d, step_q;
  logic n_valid_d, n_valid_q;
  logic c_valid_d, c_valid_q;
  logic n_pop;
  logic asks;
  logic take;
  logic timed_d, timed_q;                     // the stamp is the next entry's
  logic gets_time;
  // Stamps are one cycle behind all else: that of the next entry, and that of the current block,
  // or, when it has no packet any more, that of the next entry.
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
  // the packet before reported a target, and no branch came since
  logic plain_d, plain_q;

  // what no packet has reported (tr_etrace_pending)
  logic departs;
  logic fails;
  logic fails_doubtful;
  logic calls_again;
  logic arrived;
  logic returned;
  logic failed;
  logic free;
  logic full;
  logic map_some;
  logic left;                                 // something of it is left
  logic counting;
  logic missed;
  logic count_near;
  logic count_ends;
  logic index;
  logic irreport;
  logic [31:0] outcomes;
  logic [4:0] branches;

  // ---- What is looked at ----

  logic n_plain;
  logic n_block;
  logic n_end;
  logic n_support;
  logic n_none;
  logic n_gap;
  logic n_calm;
  logic waits;
  logic calm;
  logic is_first;
  logic is_last;
  logic is_trap;
  logic final_one;
  logic go;
  logic both;
  logic counts;

  assign n_plain   = n_valid_q && !n_q.is_end && !n_q.support && !n_q.gap;
  assign n_block   = n_plain && (n_q.some || n_q.trap);
  assign n_end     = n_valid_q && n_q.is_end;
  assign n_support = n_valid_q && n_q.support;
  assign n_none    = n_plain && !n_q.some && !n_q.trap;
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
  assign n_calm = n_block && n_q.some && !n_q.resync && !(n_q.check && (due_i || near_i)) &&
                  !n_q.moves && !n_q.precise && !n_q.imprecise;
  assign both = is_first && !c_q.trap && !data_some_i && st_q.on && !st_q.after && !st_q.due &&
                !c_q.watched && !c_q.moves && !c_q.precise && !c_q.imprecise && n_calm &&
                !fails_doubtful && !calls_again && !count_near;

  // ---- The instruction after it ----

  logic jumps;
  logic next_end;
  logic next_trap;
  logic next_changes;
  logic next_sijump;
  logic next_resync;
  logic sync_follows;
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

  logic changed;
  logic resyncs;
  logic doubtful;
  logic notify;
  logic something;
  logic must;
  logic at_trap;
  logic normal;
  logic starts;
  logic k_trap;
  logic k_start;
  logic k_target;
  logic k_own;
  logic k_map;
  logic k_break;
  logic k_any;
  assign counts    = c_q.branch && (is_last || both);
  assign changed   = st_q.on && (c_q.moves || c_q.precise || (c_q.imprecise && arrived));
  assign resyncs   = st_q.due_now &&
                     !(is_last && c_q.sijump && set_q[tr_pkg::EtSequentialJump]) && !arrived;
  assign doubtful  = is_last && fails_doubtful && !next_end;
  assign notify    = (is_last && (c_q.watched || calls_again)) || doubtful;
  assign something = map_some || (!counts && (plain_q || free)) || returned ||
                     (is_last && jumps && !departs);
  assign must      = notify || next_end || next_trap || count_ends ||
                     (next_changes && is_last && fails) ||
                     (something && (next_changes || next_resync));

  assign at_trap  = st_q.on && st_q.after;
  assign normal   = !at_trap && !is_trap;
  assign starts   = !st_q.on || changed || resyncs;
  // A trap is reported with the instruction after it; or, where a discontinuity led to it, alone.
  assign k_trap   = at_trap ? !st_q.reported : is_trap && (!st_q.on || arrived);
  assign k_start  = at_trap ? st_q.reported && !is_trap : !is_trap && starts;
  assign k_target = normal && !starts && arrived;
  assign k_own    = normal && !starts && !arrived && !both && must;
  assign k_map    = normal && !starts && !arrived && (both || !must) && full;
  // In front of a start where a return failed: tracing ends.
  assign k_break  = normal && changed && failed && !st_q.ended;
  assign k_any    = k_trap || k_start || k_target || k_own || k_map;

  // ---- The packet that is sent, or another one that comes first ----

  logic s_support;
  logic s_lost;
  logic s_ended;
  logic s_context;
  logic s_step;
  logic sends;
  logic lose;
  logic done;
  logic sent;
  logic finds_room;
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

  logic more;
  logic finish;
  logic accesses;
  logic at_once;
  logic passes;
  logic load;
  assign accesses = data_part_i && !is_trap;
  // With one packet, in the same cycle.
  assign at_once  = done && accesses && !more && data_passed_i;
  assign pass_o   = (st_q.pass && !st_q.again) || at_once;
  assign passes   = st_q.pass && !st_q.again && data_passed_i;
  assign more   = c_q.imprecise && !is_trap && !(k_start || k_trap) && !sync_follows;
  assign finish = (done && !more && (!accesses || at_once) && !next_end) ||
                  (s_context && sent && !st_q.pass) || (passes && !st_q.ending);

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
      plain_d    = 1'b0;
    end
    if (done) begin
      st_d.on       = 1'b1;
      st_d.after    = is_trap;
      st_d.reported = !at_trap && k_trap;
      st_d.ended    = 1'b0;
      if (k_start || k_trap) begin
        st_d.due     = 1'b0;
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
      plain_d    = 1'b0;
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
  assign t_new = (c_valid_q && c_q.trap) ? {c_q.intr, c_q.priv, c_q.scontext, c_q.cause, c_q.tval}
                                         : {n_q.intr, n_q.priv, n_q.scontext, n_q.cause, n_q.tval};
  assign t_d      = (done || load) ? t_new : t_q;
  assign t_addr_d = (done && is_trap) ? at : t_addr_q;

  assign took_d    = take;
  assign stamps_d  = load || gets_time;
  assign n_stamp_d = took_q ? time_i : n_stamp_q;
  assign stamp_d   = stamps_q ? n_stamp_q : stamp_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {n_valid_q, c_valid_q, n_q, c_q, t_q, t_addr_q, set_q, enabled_q} <= '0;
      {st_q, lost_q, plain_q, timed_q, took_q, stamps_q, n_stamp_q, stamp_q} <= '0;
      step_q    <= StFirst;
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
      t_q       <= t_d;
      t_addr_q  <= t_addr_d;
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

  // ---- What no packet has reported ----

  tr_etrace_pending #(
    .AddrW      (AddrW),
    .RetireW    (RetireW),
    .ReturnSize (ReturnSize),
    .CounterSize(CounterSize),
    .PredictSize(PredictSize),
    .CacheSize  (CacheSize),
    .Borrows    (Borrows)
  ) u_pending (
    .clk_i,
    .rst_ni,
    .keep_i        (set_q[tr_pkg::EtImplicitReturn]),
    .predicts_i    (set_q[tr_pkg::EtBranchPrediction]),
    .targets_i     (set_q[tr_pkg::EtJumpTargetCache]),
    .take_i        (take),
    .second_i      (iaddr_i),
    .load_i        (load),
    .next_i        (n_q.first),
    .next_ahead_i  (n_q.ahead),
    .jump_i        (jumps),
    .pop_i         (c_q.pop),
    .push_i        (c_q.push),
    .trap_return_i (c_q.trap_return),
    .taken_i       (c_q.taken),
    .at_i          (c_q.first),
    .past_i        (c_q.past),
    .branch_i      (counts),
    .both_i        (both),
    .last_i        (is_last || both),
    .next_end_i    (next_end),
    .departs_o     (departs),
    .fails_o       (fails),
    .doubtful_o    (fails_doubtful),
    .calls_again_o (calls_again),
    .arrived_o     (arrived),
    .returned_o    (returned),
    .failed_o      (failed),
    .free_o        (free),
    .depth_o,
    .irreport_o    (irreport),
    .full_o        (full),
    .some_o        (map_some),
    .left_o        (left),
    .counting_o    (counting),
    .missed_o      (missed),
    .near_o        (count_near),
    .ends_o        (count_ends),
    .outcomes_o    (outcomes),
    .branches_o    (branches),
    .index_o       (index),
    .off_i         ((s_ended && sent) || lose || clr_i),
    .again_i       (st_q.again),
    .step_i        (done),
    .any_i         (k_any),
    .map_i         (k_map),
    .target_i      (k_target),
    .own_i         (k_own),
    .restart_i     (k_start || k_trap),
    .borrow_push_o,
    .borrow_top_o,
    .borrow_newest_o,
    .borrow_third_i
  );

  // ---- Fields of the packet ----

  logic breaks;
  logic n_now;
  logic [RetireW-1:0] passed;                 // half-words of the block before it
  assign passed = is_first ? '0 : is_last ? c_q.ahead : c_q.length;
  assign at     = c_q.first + AddrW'(passed);
  assign breaks = s_step && k_break && k_start;
  assign n_now  = n_support && !s_ended && !s_step;
  assign time_o = stamp_q;

  tr_etrace_fields #(
    .XLen    (XLen),
    .PrivW   (PrivW),
    .ContextW(ContextW),
    .EcauseW (EcauseW),
    .OptionW (OptionW)
  ) u_fields (
    .is_context_i  (s_context),
    .is_support_i  (!s_step || breaks),
    .is_trap_i     (k_trap),
    .is_start_i    (k_start),
    .is_map_i      (k_map),
    .lost_i        (s_lost),
    .asked_i       (s_support),
    .now_i         (n_now),
    .ienable_i     (n_now ? n_q.ienable : enabled_q),
    .dloss_i,
    .options_i     (set_q),
    .next_options_i(n_q.options),
    .trap_i        (is_trap),
    .after_trap_i  (at_trap),
    .taken_i       (is_last && c_q.taken),
    .addr_i        (at),
    .priv_i        (c_q.priv),
    .context_i     (c_q.scontext),
    .intr_i        (t_q.intr),
    .trap_addr_i   (t_addr_q),
    .trap_priv_i   (t_q.priv),
    .trap_context_i(t_q.scontext),
    .cause_i       (t_q.cause),
    .tval_i        (t_q.tval),
    .notify_i      (k_own && notify),
    .updiscon_i    (k_target && sync_follows && !both),
    .irreport_i    (irreport),
    .index_i       (index),
    .counting_i    (counting),
    .missed_i      (missed),
    .branches_i    (branches),
    .outcomes_i    (outcomes),
    .kind_o,
    .flags_o,
    .brief_o,
    .priv_o,
    .context_o,
    .addr_o,
    .wide_o
  );

endmodule
