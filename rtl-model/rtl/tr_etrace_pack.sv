// SPDX-License-Identifier: Apache-2.0
// The packer of E-Trace: fields of a packet in, the beats of its encapsulation out.
//
// E-Trace 2.0, Instruction Trace Encoder Output Packets; Packet Encapsulation 1.0, Normal
// Encapsulation Structure. A packet's bits are put together at once, then bytes that repeat the
// sign are left out, then tr_etrace_beats has them.

module tr_etrace_pack #(
  parameter int unsigned XLen = 32,
  parameter int unsigned PrivW = 2,         // privilege_width
  parameter bit          Context = 1'b0,    // packets have a context
  parameter int unsigned ContextW = 1,
  parameter int unsigned EcauseW = 5,
  parameter int unsigned DepthW = 0,        // bits of irdepth
  parameter bit          Ts = 1'b0,
  parameter int unsigned TsW = 1,
  parameter int unsigned SrcW = 12,         // widest srcID, 0 to 12
  parameter int unsigned Lanes = 4,
  parameter int unsigned OptionW = 6,
  parameter bit          Counts = 1'b0,     // there are counts of predicted branches
  parameter int unsigned CacheSize = 0,     // bits of index; 0: there is none
  parameter int unsigned SubformatW = 0,    // bits of the subformat of format 0
  parameter int unsigned DataW = 0,         // bits of a payload of data trace; 0: none, and no type
  // Another packer keeps the address reported last, and finds the difference to it.
  parameter bit          Borrows = 1'b0,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW,
  localparam int unsigned DataBits = (DataW > 0) ? DataW : 1,
  localparam int unsigned WideW = (XLen > 31) ? XLen : 31,
  localparam int unsigned DepthBits = (DepthW > 0) ? DepthW : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Settings; they change only while nothing is under way.
  input  logic [          3:0] src_bits_i,
  input  logic [         11:0] src_i,       // no more than src_bits_i bits
  input  logic                 ts_on_i,
  // A packet.
  input  logic                 valid_i,
  output logic                 ready_o,
  input  logic [          2:0] kind_i,      // tr_pkg::Et...
  // Start: branch; trap: branch, interrupt, thaddr, no address; address, count: notify, updiscon,
  // irreport, full; support: ienable, qual_status, dloss.
  input  logic [          3:0] flags_i,
  // Branches, ecause or ioptions; count: branch_fmt; address: above, an index will do.
  input  logic [   BriefW-1:0] brief_i,
  input  logic [DepthBits-1:0] depth_i,     // irdepth
  input  logic [    PrivW-1:0] priv_i,
  input  logic [ ContextW-1:0] context_i,
  input  logic [    AddrW-1:0] addr_i,
  input  logic [    WideW-1:0] wide_i,      // branch_map, branch_count or tval
  input  logic [      TsW-1:0] time_i,
  input  logic [ DataBits-1:0] data_i,      // a payload of data trace
  output logic                 idle_o,      // nothing is under way
  // With Borrows: an address, whether it is kept, and whether its difference to the one kept is
  // asked for; that, or all of it.
  output logic [    AddrW-1:0] borrow_addr_o,
  output logic                 borrow_keep_o,
  output logic                 borrow_less_o,
  input  logic [    AddrW-1:0] borrow_diff_i,
  // The link.
  output logic                 link_valid_o,
  input  logic                 link_ready_i,
  output logic [  8*Lanes-1:0] link_data_o,
  output logic                 link_last_o,
  output logic [   BytesW-1:0] link_bytes_o // of the beat, less one
);

  localparam int unsigned CtxW = Context ? ContextW : 0;
  localparam int unsigned StateW = PrivW + CtxW;            // privilege and context
  // Of an address: with notify, updiscon, irreport, irdepth.
  localparam int unsigned TailW = AddrW + 3 + DepthW;
  localparam int unsigned StartAt = 5 + StateW;             // where the address is
  localparam int unsigned TrapAt = 5 + StateW + EcauseW + 2;
  localparam int unsigned BranchW = 38 + TailW;
  localparam int unsigned TrapW = TrapAt + AddrW + XLen;
  localparam int unsigned CountAt = 2 + SubformatW;
  localparam int unsigned CountW = Counts ? CountAt + 34 + TailW : 0;
  localparam int unsigned PlainW = (TrapW > BranchW) ? TrapW : BranchW;
  localparam int unsigned InstW = (CountW > PlainW) ? CountW : PlainW;
  localparam int unsigned BitsW = (DataW > InstW) ? DataW : InstW;
  // Steps of six bits from where an address is put at first to where it is to be; those of a branch
  // map begin at 2 and 4.
  localparam bit          StartBy2 = StartAt % 6 == 2;
  localparam bit          StartMoves = (StartBy2 || (StartAt % 6 == 4)) && (StartAt < 44);
  localparam bit          TrapBy2 = TrapAt % 6 == 2;
  localparam bit          TrapMoves = (TrapBy2 || (TrapAt % 6 == 4)) && (TrapAt < 44);
  localparam bit          Typed = DataW != 0;               // type, a bit, comes before the payload
  localparam int unsigned Bytes = BitsW / 8 + 1;            // one bit for the sign at least
  localparam int unsigned PayW = 8 * Bytes;
  localparam bit          Shifts = SrcW != 0;               // srcID need not be whole bytes
  localparam int unsigned SentBytes = Bytes + (Typed ? 1 : 0);

  // ---- Fields: an address becomes what is sent of it ----

  typedef struct packed {
    logic [2:0]           kind;
    logic [3:0]           flags;
    logic [BriefW-1:0]    brief;
    logic [DepthBits-1:0] depth;
    logic [PrivW-1:0]     priv;
    logic [ContextW-1:0]  scontext;
    logic [AddrW-1:0]     addr;
    logic [WideW-1:0]     wide;
    logic [TsW-1:0]       stamp;
  } fields_t;

  fields_t f_d, f_q;
  logic f_valid_d, f_valid_q;
  logic f_ready;
  logic sends_addr;
  logic differs;
  logic counts;
  logic keeps;                                              // the address is the one reported last
  logic [AddrW-1:0] sent_addr;

  assign counts     = Counts && (kind_i == tr_pkg::EtCount);
  assign sends_addr = (kind_i == tr_pkg::EtStart) || (kind_i == tr_pkg::EtTrap) ||
                      (kind_i == tr_pkg::EtAddr) || (counts && brief_i[1]);
  assign differs    = ((kind_i == tr_pkg::EtAddr) || counts) && !flags_i[3];
  always_comb begin
    f_valid_d = f_valid_q;
    f_d       = f_q;
    if (ready_o) begin
      f_valid_d    = valid_i;
      f_d.kind     = kind_i;
      f_d.flags    = flags_i;
      f_d.brief    = brief_i;
      f_d.depth    = depth_i;
      f_d.priv     = priv_i;
      f_d.scontext = context_i;
      f_d.addr     = sent_addr;
      f_d.wide     = wide_i;
      f_d.stamp    = time_i;
    end
  end
  assign ready_o       = !f_valid_q || f_ready;
  assign keeps         = ready_o && valid_i && sends_addr;
  assign borrow_addr_o = addr_i;
  assign borrow_keep_o = keeps;
  assign borrow_less_o = differs;
  if (Borrows) begin : gen_borrows
    assign sent_addr = borrow_diff_i;
  end else begin : gen_own
    logic [AddrW-1:0] ref_d, ref_q;                         // reported last
    logic unused;
    assign unused    = &{1'b0, borrow_diff_i};
    assign sent_addr = addr_i - (ref_q & {AddrW{differs}});
    assign ref_d     = keeps ? addr_i : ref_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) ref_q <= '0;
      else ref_q <= ref_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_valid_q <= 1'b0;
      f_q       <= '0;
    end else begin
      f_valid_q <= f_valid_d;
      f_q       <= f_d;
    end
  end

  // ---- The payload, with its sign above ----

  logic [TailW-1:0] tail;
  logic [StateW-1:0] state;
  logic notify;
  logic updiscon;
  logic irreport;
  logic [2:0] flags;
  logic [PayW-1:0] pay_d, pay_q;
  logic [PayW-1:0] pay;
  logic [PayW-1:0] signs;
  logic [PayW-1:0] rest;                                    // all but the address
  logic p_valid_d, p_valid_q;
  logic p_ready;
  logic [TsW-1:0] stamp_d, stamp_q;
  logic [4:0] branches;
  logic [4:0] longer;                                       // longer than 0, 1, 3, 7 and 15
  logic [5:0] tail_at;                                      // one hot: at 2, 8, 10, 14, 22, 38
  logic [2:0] steps;
  logic [2:0] left_d, left_q;                               // after this one
  // where an address is put at first
  logic at_2;
  logic at_4;
  logic begins;
  logic arrives;
  logic moving_d, moving_q;
  logic [PayW-1:0] tail_wide;
  logic [PayW-1:0] tval_wide;
  logic is_addr;
  logic is_map;
  logic is_count;
  logic is_start;
  logic is_trap;
  logic is_context;
  logic is_support;
  logic has_addr;                                           // a trap packet with an address
  logic has_tval;                                           // one of an exception

  // A bit that is set differs from the one before; in packets that have none they extend the sign.
  assign flags    = (is_addr || is_count) ? f_q.flags[2:0] : 3'd0;
  // Above the address of a trap comes tval.
  assign notify   = (f_q.addr[AddrW-1] ^ flags[0]) && !has_tval;
  assign updiscon = notify ^ flags[1];
  assign irreport = updiscon ^ flags[2];
  if (DepthW != 0) begin : gen_depth
    assign tail = {flags[2] ? f_q.depth : {DepthBits{irreport}}, irreport, updiscon, notify,
                   f_q.addr};
  end else begin : gen_no_depth
    logic unused;
    assign unused = f_q.depth;
    assign tail   = {irreport, updiscon, notify, f_q.addr};
  end
  if (Context) begin : gen_context
    assign state = {f_q.scontext, f_q.priv};
  end else begin : gen_no_context
    logic unused;
    assign unused = &{1'b0, f_q.scontext};
    assign state  = f_q.priv;
  end

  // Where the address of a branch map begins: lengths of the map are 0, 1, 3, 7, 15 and 31. Each
  // field is gated by itself and put to each place where it can be: smaller than a choice between
  // packets. An address is put at 2 or 4 and moves from there, in steps of six bits. A packet that
  // takes n steps has n branches at least, each of them a block, so these steps are no loss. All
  // but the address comes with the last step.
  assign branches   = f_q.brief[4:0];
  assign longer     = {branches[4], |branches[4:3], |branches[4:2], |branches[4:1], |branches};
  assign is_addr    = f_q.kind == tr_pkg::EtAddr;
  assign is_map     = f_q.kind == tr_pkg::EtMap;
  assign is_count   = Counts && (f_q.kind == tr_pkg::EtCount);
  assign is_start   = f_q.kind == tr_pkg::EtStart;
  assign is_trap    = f_q.kind == tr_pkg::EtTrap;
  assign is_context = f_q.kind == tr_pkg::EtContext;
  assign is_support = f_q.kind == tr_pkg::EtSupport;
  assign has_addr   = is_trap && !f_q.flags[3];
  assign has_tval   = is_trap && !f_q.flags[1];
  assign tail_at    = {6{is_addr}} & {longer[4], longer[3:0] & ~longer[4:1], !longer[0]};
  assign tail_wide  = PayW'(tail);
  assign tval_wide  = PayW'(f_q.wide[XLen-1:0]);

  function automatic logic [PayW-1:0] put(input logic on, input logic [PayW-1:0] value,
                                          input int unsigned place);
    put = {PayW{on}} & (value << place);
  endfunction

  // A payload of data trace; what a support packet says of it: doptions, dloss, denable.
  logic [PayW-1:0] data_wide;
  logic [5:0] data_options;
  if (Typed) begin : gen_data
    logic [DataW-1:0] data_d, data_q;
    assign data_d       = ready_o ? data_i : data_q;
    assign data_options = {1'b0, f_q.brief[OptionW-1 -: 3], f_q.flags[3], f_q.brief[OptionW-4]};
    assign data_wide    = {{(PayW-DataW){data_q[DataW-1]}}, data_q};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) data_q <= '0;
      else data_q <= data_d;
    end
  end else begin : gen_no_data
    logic unused;
    assign unused       = &{1'b0, data_i};
    assign data_wide    = '0;
    assign data_options = '0;
  end

  function automatic logic [2:0] steps_to(input int unsigned place);
    steps_to = (place % 6 == 2) ? 3'((place - 2) / 6) : 3'((place - 4) / 6);
  endfunction
  assign at_2  = tail_at[0] || tail_at[1] || tail_at[3] || tail_at[5] ||
                 (StartMoves && StartBy2 && is_start) || (TrapMoves && TrapBy2 && has_addr);
  assign at_4  = tail_at[2] || tail_at[4] || (StartMoves && !StartBy2 && is_start) ||
                 (TrapMoves && !TrapBy2 && has_addr);
  assign steps = (steps_to(8) & {3{tail_at[1]}}) | (steps_to(10) & {3{tail_at[2]}}) |
                 (steps_to(14) & {3{tail_at[3]}}) | (steps_to(22) & {3{tail_at[4]}}) |
                 (steps_to(38) & {3{tail_at[5]}}) |
                 (steps_to(StartAt) & {3{StartMoves && is_start}}) |
                 (steps_to(TrapAt) & {3{TrapMoves && has_addr}});
  assign begins   = !moving_q && (!p_valid_q || p_ready);
  assign arrives  = moving_q ? left_q == 3'd1 : steps == 3'd0;
  assign f_ready  = (moving_q || begins) && arrives;
  assign moving_d = (moving_q || (begins && f_valid_q)) && !arrives;
  assign left_d   = moving_q ? left_q - 3'd1 : steps;
  always_comb begin
    // The sign above each of them: few signals for all bits.
    for (int unsigned k = 0; k < PayW; k = k + 1) begin
      signs[k] = (is_context && state[StateW-1] && (k >= 4 + StateW)) ||
                 (is_trap && !has_addr && !has_tval && f_q.flags[2] && (k >= TrapAt)) ||
                 (is_map && f_q.wide[30] && (k >= 38)) ||
                 (tail[TailW-1] && ((at_2 && !moving_q && (k >= 2 + TailW)) ||
                                    (at_4 && !moving_q && (k >= 4 + TailW)) ||
                                    (!StartMoves && is_start && (k >= StartAt + TailW)) ||
                                    (!TrapMoves && has_addr && (k >= TrapAt + TailW)) ||
                                    (is_count && f_q.brief[1] && (k >= CountAt + 34 + TailW)))) ||
                 (has_tval && f_q.wide[XLen-1] &&
                  ((!has_addr && (k >= TrapAt + XLen)) ||
                   (has_addr && arrives && (k >= TrapAt + AddrW + XLen))));
    end
    // An address.
    pay = put(moving_q, PayW'(pay_q), 6) | put(!moving_q && at_2, tail_wide, 2) |
          put(!moving_q && at_4, tail_wide, 4);
    if (!StartMoves) pay = pay | put(is_start, tail_wide, StartAt);
    if (!TrapMoves) pay = pay | put(has_addr, tail_wide, TrapAt);
    rest = '0;
    // The map has 0 where there is no branch.
    rest = rest | put((is_addr && longer[0] && arrives) || is_map, PayW'(f_q.wide[30:0]), 7) |
            signs;
    rest = rest | put(has_tval && has_addr && arrives, tval_wide, TrapAt + AddrW) |
            put(has_tval && !has_addr, tval_wide, TrapAt);
    // What comes before them.
    rest = rest | put(is_addr && arrives,
                      PayW'({branches & {5{longer[0]}}, !longer[0], longer[0]}), 0) |
            put(is_map, PayW'(2'b01), 0) |
            put(is_start && arrives, PayW'({state, f_q.flags[0], 4'b0011}), 0) |
            put(is_trap && arrives, PayW'({f_q.flags[2:1], f_q.brief[EcauseW-1:0], state,
                                           f_q.flags[0], 4'b0111}), 0) |
            put(is_context, PayW'({state, 4'b1011}), 0) |
            // encoder_mode is 0, denable, dloss and doptions are without data trace.
            put(is_support,
                PayW'({f_q.brief[5:0], f_q.flags[2:1], 1'b0, f_q.flags[0], 4'b1111}), 0) |
            put(is_support, PayW'(data_options), 14);
    rest = rest | put(f_q.kind == tr_pkg::EtData, data_wide, 0);
    // Format 0 is 0, and so is the subformat of a count.
    if (Counts) begin
      rest = rest | put(is_count, PayW'({f_q.brief[1:0], f_q.wide[31:0]}), CountAt) |
              put(is_count && f_q.brief[1], tail_wide, CountAt + 34);
    end
    p_valid_d = p_valid_q;
    pay_d     = pay_q;
    if (moving_q || begins) begin
      p_valid_d = f_valid_q && arrives;
      pay_d     = pay | rest;
    end
    stamp_d = f_ready ? f_q.stamp : stamp_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      p_valid_q <= 1'b0;
      pay_q     <= '0;
      stamp_q   <= '0;
      moving_q  <= 1'b0;
      left_q    <= '0;
    end else begin
      p_valid_q <= p_valid_d;
      pay_q     <= pay_d;
      stamp_q   <= stamp_d;
      moving_q  <= moving_d;
      left_q    <= left_d;
    end
  end

  // ---- The bytes that are sent: up to the one with the lowest of the equal bits at the top ----

  logic [PayW-1:0] turns;                                   // bits that differ from the one before
  logic [Bytes-1:0] some;
  logic [Bytes-1:0] need;
  logic [4:0] size;
  logic [4:0] length;
  logic [PayW-1:0] best;                                    // of the two payloads of a target
  logic [Bytes-1:0] best_need;
  logic [2:0] odd;                                          // bits of srcID beyond whole bytes
  logic spills;                                             // with them there is one byte more
  assign turns = {pay_q[PayW-1:1] ^ pay_q[PayW-2:0], 1'b1};
  always_comb begin
    size = 5'd0;
    for (int unsigned k = 0; k < Bytes; k = k + 1) some[k] = |turns[8*k +: 8];
    for (int unsigned k = 0; k < Bytes; k = k + 1) need[k] = |(some >> k);
    for (int unsigned k = 0; k < Bytes; k = k + 1) begin
      if (best_need[k] && ((k + 1 == Bytes) || !best_need[(k+1)%Bytes])) size = size | 5'(k + 1);
    end
  end

  // An index of the jump target cache in place of the address, unless that is shorter: Format
  // selection.
  if (CacheSize > 0) begin : gen_index
    localparam int unsigned MapAt = 2 + SubformatW + CacheSize + 5;
    localparam int unsigned IndexBytes = (MapAt + 31 + 1 + DepthW) / 8 + 1;
    localparam int unsigned IndexW = 8 * IndexBytes;
    localparam logic [9:0] Subformat = (SubformatW > 0) ? 10'h4 : 10'h0;
    logic [CacheSize-1:0] at_d, at_q;
    logic [IndexW-1:0] index_d, index_q;
    logic [IndexW-1:0] ends;                                // irreport and irdepth
    logic [IndexW-1:0] index_turns;
    logic [IndexBytes-1:0] index_some;
    logic [IndexBytes-1:0] index_need;
    logic [IndexBytes-1:0] longer_there;
    logic [5:0] map_ends;                                   // the last bit of the map, or 0
    logic differs_there;
    logic usable_d, usable_q;
    logic takes_index;
    assign at_d          = ready_o ? addr_i[CacheSize-1:0] : at_q;
    assign usable_d      = f_ready ? is_addr && f_q.brief[5] : usable_q;
    assign map_ends      = tail_at & {f_q.wide[30], f_q.wide[14], f_q.wide[6], f_q.wide[2],
                                      f_q.wide[0], 1'b0};
    assign differs_there = (|map_ends) ^ flags[2];
    if (DepthW != 0) begin : gen_depth
      assign ends = {{(IndexW-1-DepthBits){flags[2] ? f_q.depth[DepthBits-1] : differs_there}},
                     flags[2] ? f_q.depth : {DepthBits{differs_there}}, differs_there};
    end else begin : gen_no_depth
      assign ends = {IndexW{differs_there}};
    end
    always_comb begin
      index_d = index_q;
      if (f_ready) begin
        index_d = IndexW'(Subformat) | (IndexW'({branches, at_q}) << (2 + SubformatW)) |
                  (IndexW'(f_q.wide[30:0]) << MapAt);
        index_d = index_d | ((ends << MapAt) & {IndexW{tail_at[0]}}) |
                  ((ends << (MapAt + 1)) & {IndexW{tail_at[1]}}) |
                  ((ends << (MapAt + 3)) & {IndexW{tail_at[2]}}) |
                  ((ends << (MapAt + 7)) & {IndexW{tail_at[3]}}) |
                  ((ends << (MapAt + 15)) & {IndexW{tail_at[4]}}) |
                  ((ends << (MapAt + 31)) & {IndexW{tail_at[5]}});
      end
    end
    assign index_turns = {index_q[IndexW-1:1] ^ index_q[IndexW-2:0], 1'b1};
    for (genvar k = 0; k < IndexBytes; k = k + 1) begin : gen_byte
      assign index_some[k] = |index_turns[8*k +: 8];
      assign index_need[k] = |(index_some >> k);
    end
    assign longer_there = index_need & ~need[IndexBytes-1:0];
    assign takes_index  = usable_q && (longer_there == '0);
    assign best         = takes_index ? {{(PayW-IndexW){index_q[IndexW-1]}}, index_q} : pay_q;
    assign best_need    = takes_index ? Bytes'(index_need) : need;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        at_q     <= '0;
        index_q  <= '0;
        usable_q <= 1'b0;
      end else begin
        at_q     <= at_d;
        index_q  <= index_d;
        usable_q <= usable_d;
      end
    end
  end else begin : gen_no_index
    assign best      = pay_q;
    assign best_need = need;
  end

  assign odd     = Shifts ? src_bits_i[2:0] : 3'd0;
  assign spills  = (odd != 3'd0) && !Typed;
  assign length  = (spills || Typed) ? size + 5'd1 : size;

  logic [PayW-1:0] kept;                                    // bytes that are not sent are 0
  for (genvar k = 0; k < Bytes; k = k + 1) begin : gen_kept
    assign kept[8*k +: 8] = best[8*k +: 8] & {8{best_need[k]}};
  end

  // type is the lowest bit of what is sent then, in one byte more.
  logic [8*SentBytes-1:0] sent_pay;
  logic [SentBytes-1:0] sent_need;
  if (Typed) begin : gen_type
    logic type_d, type_q;                                   // 1: data
    assign type_d    = f_ready ? f_q.kind == tr_pkg::EtData : type_q;
    assign sent_pay  = {7'd0, kept, type_q};
    assign sent_need = {best_need, 1'b1};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) type_q <= 1'b0;
      else type_q <= type_d;
    end
  end else begin : gen_no_type
    assign sent_pay  = kept;
    assign sent_need = best_need;
  end

  logic beats_idle;

  tr_etrace_beats #(
    .Ts    (Ts),
    .TsW   (TsW),
    .SrcW  (SrcW),
    .Lanes (Lanes),
    .Bytes (SentBytes)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .src_bits_i,
    .src_i,
    .ts_on_i,
    .valid_i (p_valid_q),
    .ready_o (p_ready),
    .length_i(length),
    .spills_i(spills),
    .time_i  (stamp_q),
    .bytes_i (sent_pay),
    .need_i  (sent_need),
    .idle_o  (beats_idle),
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o,
    .link_bytes_o
  );

  assign idle_o = !f_valid_q && !p_valid_q && beats_idle;

endmodule
