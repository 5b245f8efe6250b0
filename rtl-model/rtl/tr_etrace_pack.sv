// SPDX-License-Identifier: Apache-2.0
// The packer of E-Trace: fields of a packet in, the beats of its encapsulation out.
//
// E-Trace 2.0, Instruction Trace Encoder Output Packets; Packet Encapsulation 1.0, Normal
// Encapsulation Structure. A packet's bits are put together at once, then bytes that repeat the sign
// are left out, then up to Lanes bytes leave per cycle: header, srcID, timestamp, payload. What is left
// of srcID beyond a whole byte moves all that follows by as many bits. Bytes of a beat after the
// packet's end are 0, null.idle.

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
  parameter int unsigned DataW = 0,         // bits of a payload of data trace; 0: there is none, and no type
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
  input  logic [          3:0] flags_i,     // start: branch; trap: branch, interrupt, thaddr, no address;
                                            // address, count: notify, updiscon, irreport, full; support: ienable, qual_status, dloss
  input  logic [   BriefW-1:0] brief_i,     // branches, ecause or ioptions; count: branch_fmt; address: above, an index will do
  input  logic [DepthBits-1:0] depth_i,     // irdepth
  input  logic [    PrivW-1:0] priv_i,
  input  logic [ ContextW-1:0] context_i,
  input  logic [    AddrW-1:0] addr_i,
  input  logic [    WideW-1:0] wide_i,      // branch_map, branch_count or tval
  input  logic [      TsW-1:0] time_i,
  input  logic [ DataBits-1:0] data_i,      // a payload of data trace
  output logic                 idle_o,      // nothing is under way
  // The link.
  output logic                 link_valid_o,
  input  logic                 link_ready_i,
  output logic [  8*Lanes-1:0] link_data_o,
  output logic                 link_last_o,
  output logic [   BytesW-1:0] link_bytes_o // of the beat, less one
);

  localparam int unsigned CtxW = Context ? ContextW : 0;
  localparam int unsigned StateW = PrivW + CtxW;            // privilege and context
  localparam int unsigned TailW = AddrW + 3 + DepthW;       // of an address: with notify, updiscon, irreport, irdepth
  localparam int unsigned StartAt = 5 + StateW;             // where the address is
  localparam int unsigned TrapAt = 5 + StateW + EcauseW + 2;
  localparam int unsigned BranchW = 38 + TailW;
  localparam int unsigned TrapW = TrapAt + AddrW + XLen;
  localparam int unsigned CountAt = 2 + SubformatW;
  localparam int unsigned CountW = Counts ? CountAt + 34 + TailW : 0;
  localparam int unsigned PlainW = (TrapW > BranchW) ? TrapW : BranchW;
  localparam int unsigned InstW = (CountW > PlainW) ? CountW : PlainW;
  localparam int unsigned BitsW = (DataW > InstW) ? DataW : InstW;
  // Steps of six bits from where an address is put at first to where it is to be; those of a branch map begin at 2 and 4.
  localparam bit          StartMoves = ((StartAt % 6 == 2) || (StartAt % 6 == 4)) && (StartAt < 44);
  localparam bit          TrapMoves = ((TrapAt % 6 == 2) || (TrapAt % 6 == 4)) && (TrapAt < 44);
  localparam bit          Typed = DataW != 0;               // type, a bit, comes before the payload
  localparam int unsigned Bytes = BitsW / 8 + 1;              // one bit for the sign at least
  localparam int unsigned PayW = 8 * Bytes;
  localparam int unsigned TsBytes = Ts ? (TsW + 7) / 8 : 0;
  localparam bit          Shifts = SrcW != 0;               // srcID need not be whole bytes
  localparam bit          Long = SrcW >= 8;                 // it can be longer than a byte
  localparam int unsigned HeadBytes = 1 + TsBytes;
  localparam int unsigned SentBytes = Bytes + (Typed ? 1 : 0);
  localparam int unsigned AllBytes = HeadBytes + SentBytes;
  localparam int unsigned AllW = 8 * AllBytes;

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
  logic f_valid_q, f_ready, sends_addr, differs, counts;
  logic [AddrW-1:0] ref_q;                                  // reported last

  assign counts     = Counts && (kind_i == tr_pkg::EtCount);
  assign sends_addr = (kind_i == tr_pkg::EtStart) || (kind_i == tr_pkg::EtTrap) || (kind_i == tr_pkg::EtAddr) || (counts && brief_i[1]);
  assign differs    = ((kind_i == tr_pkg::EtAddr) || counts) && !flags_i[3];
  always_comb begin
    f_d.kind     = kind_i;
    f_d.flags    = flags_i;
    f_d.brief    = brief_i;
    f_d.depth    = depth_i;
    f_d.priv     = priv_i;
    f_d.scontext = context_i;
    f_d.addr     = addr_i - (ref_q & {AddrW{differs}});
    f_d.wide     = wide_i;
    f_d.stamp    = time_i;
  end
  assign ready_o = !f_valid_q || f_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      f_valid_q <= 1'b0;
      f_q       <= '0;
      ref_q     <= '0;
    end else if (ready_o) begin
      f_valid_q <= valid_i;
      f_q       <= f_d;
      if (valid_i && sends_addr) ref_q <= addr_i;
    end
  end

  // ---- The payload, with its sign above ----

  logic [TailW-1:0] tail;
  logic [StateW-1:0] state;
  logic notify, updiscon, irreport;
  logic [2:0] flags;
  logic [PayW-1:0] pay_d, pay_q;
  logic [PayW-1:0] signs, rest;                             // rest: all but the address
  logic p_valid_q, p_ready;
  logic [TsW-1:0] stamp_q;

  // A bit that is set differs from the one before; in packets that have none they extend the sign.
  assign flags    = (is_addr || is_count) ? f_q.flags[2:0] : 3'd0;
  // Above the address of a trap comes tval.
  assign notify   = (f_q.addr[AddrW-1] ^ flags[0]) && !has_tval;
  assign updiscon = notify ^ flags[1];
  assign irreport = updiscon ^ flags[2];
  if (DepthW != 0) begin : g_depth
    assign tail = {flags[2] ? f_q.depth : {DepthBits{irreport}}, irreport, updiscon, notify, f_q.addr};
  end else begin : g_no_depth
    logic unused;
    assign unused = f_q.depth;
    assign tail   = {irreport, updiscon, notify, f_q.addr};
  end
  if (Context) begin : g_context
    assign state = {f_q.scontext, f_q.priv};
  end else begin : g_no_context
    logic unused;
    assign unused = &{1'b0, f_q.scontext};
    assign state  = f_q.priv;
  end

  // Where the address of a branch map begins: lengths of the map are 0, 1, 3, 7, 15 and 31. Each field
  // is gated by itself and put to each place where it can be: smaller than a choice between packets. An
  // address is put at 2 or 4 and moves from there, in steps of six bits. A packet that takes n steps has n branches
  // at least, each of them a block, so these steps are no loss. All but the address comes with the last step.
  logic [4:0] branches, longer;                             // longer than 0, 1, 3, 7 and 15
  logic [5:0] tail_at;                                      // one hot: at 2, 8, 10, 14, 22, 38
  logic [2:0] steps, left_d, left_q;                        // in all, and after this one
  logic at_2, at_4;                                         // where an address is put at first
  logic begins, arrives, moving_d, moving_q;
  logic [PayW-1:0] tail_wide, tval_wide;
  logic is_addr, is_map, is_count, is_start, is_trap, is_context, is_support;
  logic has_addr;                                           // a trap packet with an address
  logic has_tval;                                           // one of an exception
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

  function automatic logic [PayW-1:0] put(input logic on, input logic [PayW-1:0] value, input int unsigned place);
    put = {PayW{on}} & (value << place);
  endfunction

  // A payload of data trace; what a support packet says of it: doptions, dloss, denable.
  logic [PayW-1:0] data_wide;
  logic [5:0] data_options;
  if (Typed) begin : g_data
    logic [DataW-1:0] data_d, data_q;
    assign data_d    = ready_o ? data_i : data_q;
    assign data_options = {1'b0, f_q.brief[OptionW-1 -: 3], f_q.flags[3], f_q.brief[OptionW-4]};
    assign data_wide = {{(PayW-DataW){data_q[DataW-1]}}, data_q};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) data_q <= '0;
      else data_q <= data_d;
    end
  end else begin : g_no_data
    logic unused;
    assign unused    = &{1'b0, data_i};
    assign data_wide = '0;
    assign data_options = '0;
  end

  function automatic logic [2:0] steps_to(input int unsigned place);
    steps_to = (place % 6 == 2) ? 3'((place - 2) / 6) : 3'((place - 4) / 6);
  endfunction
  assign at_2  = tail_at[0] || tail_at[1] || tail_at[3] || tail_at[5] || (StartMoves && (StartAt % 6 == 2) && is_start) ||
                 (TrapMoves && (TrapAt % 6 == 2) && has_addr);
  assign at_4  = tail_at[2] || tail_at[4] || (StartMoves && (StartAt % 6 == 4) && is_start) ||
                 (TrapMoves && (TrapAt % 6 == 4) && has_addr);
  assign steps = (steps_to(8) & {3{tail_at[1]}}) | (steps_to(10) & {3{tail_at[2]}}) | (steps_to(14) & {3{tail_at[3]}}) |
                 (steps_to(22) & {3{tail_at[4]}}) | (steps_to(38) & {3{tail_at[5]}}) |
                 (steps_to(StartAt) & {3{StartMoves && is_start}}) | (steps_to(TrapAt) & {3{TrapMoves && has_addr}});
  assign begins  = !moving_q && (!p_valid_q || p_ready);
  assign arrives = moving_q ? left_q == 3'd1 : steps == 3'd0;
  assign f_ready = (moving_q || begins) && arrives;
  assign moving_d = (moving_q || (begins && f_valid_q)) && !arrives;
  assign left_d   = moving_q ? left_q - 3'd1 : steps;
  always_comb begin
    // The sign above each of them: few signals for all bits.
    for (int unsigned k = 0; k < PayW; k = k + 1) begin
      signs[k] = (is_context && state[StateW-1] && (k >= 4 + StateW)) || (is_trap && !has_addr && !has_tval && f_q.flags[2] && (k >= TrapAt)) ||
                 (is_map && f_q.wide[30] && (k >= 38)) ||
                 (tail[TailW-1] && ((at_2 && !moving_q && (k >= 2 + TailW)) || (at_4 && !moving_q && (k >= 4 + TailW)) ||
                  (!StartMoves && is_start && (k >= StartAt + TailW)) || (!TrapMoves && has_addr && (k >= TrapAt + TailW)) ||
                  (is_count && f_q.brief[1] && (k >= CountAt + 34 + TailW)))) ||
                 (has_tval && f_q.wide[XLen-1] && ((!has_addr && (k >= TrapAt + XLen)) || (has_addr && arrives && (k >= TrapAt + AddrW + XLen))));
    end
    // An address.
    pay_d = put(moving_q, PayW'(pay_q), 6) | put(!moving_q && at_2, tail_wide, 2) | put(!moving_q && at_4, tail_wide, 4);
    if (!StartMoves) pay_d = pay_d | put(is_start, tail_wide, StartAt);
    if (!TrapMoves) pay_d = pay_d | put(has_addr, tail_wide, TrapAt);
    rest = '0;
    // The map has 0 where there is no branch.
    rest = rest | put((is_addr && longer[0] && arrives) || is_map, PayW'(f_q.wide[30:0]), 7) |
            signs;
    rest = rest | put(has_tval && has_addr && arrives, tval_wide, TrapAt + AddrW) | put(has_tval && !has_addr, tval_wide, TrapAt);
    // What comes before them.
    rest = rest | put(is_addr && arrives, PayW'({branches & {5{longer[0]}}, !longer[0], longer[0]}), 0) |
            put(is_map, PayW'(2'b01), 0) |
            put(is_start && arrives, PayW'({state, f_q.flags[0], 4'b0011}), 0) |
            put(is_trap && arrives, PayW'({f_q.flags[2:1], f_q.brief[EcauseW-1:0], state, f_q.flags[0], 4'b0111}), 0) |
            put(is_context, PayW'({state, 4'b1011}), 0) |
            // encoder_mode is 0, denable, dloss and doptions are without data trace.
            put(is_support, PayW'({f_q.brief[5:0], f_q.flags[2:1], 1'b0, f_q.flags[0], 4'b1111}), 0) |
            put(is_support, PayW'(data_options), 14);
    rest = rest | put(f_q.kind == tr_pkg::EtData, data_wide, 0);
    // Format 0 is 0, and so is the subformat of a count.
    if (Counts) begin
      rest = rest | put(is_count, PayW'({f_q.brief[1:0], f_q.wide[31:0]}), CountAt) |
              put(is_count && f_q.brief[1], tail_wide, CountAt + 34);
    end
    pay_d = pay_d | rest;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      p_valid_q <= 1'b0;
      pay_q     <= '0;
      stamp_q   <= '0;
      moving_q  <= 1'b0;
      left_q    <= '0;
    end else begin
      moving_q <= moving_d;
      left_q   <= left_d;
      if (moving_q || begins) begin
        p_valid_q <= f_valid_q && arrives;
        pay_q     <= pay_d;
      end
      if (f_ready) stamp_q <= f_q.stamp;
    end
  end

  // ---- The bytes that are sent: all up to the one that has the lowest of the equal bits at the top ----

  logic [PayW-1:0] turns;                                   // bits that differ from the one before
  logic [Bytes-1:0] some, need;
  logic [4:0] size, length;
  logic [PayW-1:0] best;                                    // of the two payloads of a target
  logic [Bytes-1:0] best_need;
  logic stamped;
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

  // An index of the jump target cache in place of the address, unless that is shorter: Format selection.
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
    logic [5:0] map_ends;                                   // the last bit of the map, 0 without a map
    logic differs_there;
    logic usable_d, usable_q;
    logic takes_index;
    assign at_d          = ready_o ? addr_i[CacheSize-1:0] : at_q;
    assign usable_d      = f_ready ? is_addr && f_q.brief[5] : usable_q;
    assign map_ends      = tail_at & {f_q.wide[30], f_q.wide[14], f_q.wide[6], f_q.wide[2], f_q.wide[0], 1'b0};
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
        index_d = index_d | ((ends << MapAt) & {IndexW{tail_at[0]}}) | ((ends << (MapAt + 1)) & {IndexW{tail_at[1]}}) |
                  ((ends << (MapAt + 3)) & {IndexW{tail_at[2]}}) | ((ends << (MapAt + 7)) & {IndexW{tail_at[3]}}) |
                  ((ends << (MapAt + 15)) & {IndexW{tail_at[4]}}) | ((ends << (MapAt + 31)) & {IndexW{tail_at[5]}});
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

  assign stamped = Ts && ts_on_i;
  assign odd     = Shifts ? src_bits_i[2:0] : 3'd0;
  assign spills  = (odd != 3'd0) && !Typed;
  assign length  = (spills || Typed) ? size + 5'd1 : size;

  // A byte for the header, timestamp, payload: the places of the last two are fixed. The byte before a
  // payload without timestamp is the timestamp's last place. What comes before them in the packet,
  // header and srcID, is put in at the beats. Bytes beyond the end are 0.
  logic [AllBytes-1:0] there_q;
  logic [AllW-1:0] bytes_q;
  logic [8*HeadBytes-1:0] head;
  logic [7:0] header, first_byte;
  logic s_ready, s_step, stamped_q;
  logic [PayW-1:0] kept;                                    // bytes that are not sent are 0
  for (genvar k = 0; k < Bytes; k = k + 1) begin : g_kept
    assign kept[8*k +: 8] = best[8*k +: 8] & {8{best_need[k]}};
  end

  // type is the lowest bit of what is sent then, in one byte more.
  logic [8*SentBytes-1:0] sent_pay;
  logic [SentBytes-1:0] sent_need;
  if (Typed) begin : g_type
    logic type_d, type_q;                                   // 1: data
    assign type_d = f_ready ? f_q.kind == tr_pkg::EtData : type_q;
    assign sent_pay  = {7'd0, kept, type_q};
    assign sent_need = {best_need, 1'b1};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) type_q <= 1'b0;
      else type_q <= type_d;
    end
  end else begin : g_no_type
    assign sent_pay  = kept;
    assign sent_need = best_need;
  end
  assign header     = {stamped, 2'b00, length};
  assign first_byte = Shifts ? 8'h0 : header;

  if (Ts) begin : g_stamp
    always_comb begin
      head = {(8*TsBytes)'(stamp_q), first_byte};
      if (!stamped) head[8*TsBytes +: 8] = first_byte;
    end
  end else begin : g_no_stamp
    logic unused;
    assign unused = &{1'b0, stamp_q, ts_on_i};
    assign head   = first_byte;
  end

  logic out_free, busy, beat_last;
  logic [8*Lanes-1:0] now;                                  // the bytes of the beat
  logic [Lanes:0] there;                                    // as far as there are some
  assign there = (Lanes + 1)'(stamped_q ? there_q : there_q >> TsBytes);
  assign now   = (8 * Lanes)'(stamped_q ? bytes_q : bytes_q >> (8 * TsBytes));
  logic [8*Lanes-1:0] beat;
  logic [Lanes-1:0] filled;                                 // lanes of the beat; the lowest one is
  logic [BytesW-1:0] beat_bytes;
  assign out_free = !link_valid_o || link_ready_i;
  assign s_step   = busy && out_free;
  assign s_ready  = !busy || (s_step && beat_last);
  assign p_ready  = s_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q   <= '0;
      bytes_q   <= '0;
      stamped_q <= 1'b0;
    end else if (s_ready) begin
      there_q   <= {sent_need, {HeadBytes{1'b1}}} & {AllBytes{p_valid_q}};
      bytes_q   <= {sent_pay, head};
      stamped_q <= stamped;
    end else if (s_step) begin
      there_q <= there_q >> Lanes;
      bytes_q <= bytes_q >> (8 * Lanes);
    end
  end

  // ---- Beats: what follows the header moves by the bits of srcID ----

  if (Shifts) begin : g_shift
    localparam int unsigned PreW = (8 * Lanes > 24) ? 8 * Lanes : 24;
    localparam int unsigned WindowW = 8 * Lanes + 16;
    logic whole;                                            // srcID has a byte at least
    logic [PreW-1:0] pre_q;                                 // header and srcID, as far as not sent
    logic [15:0] below_q;                                   // the bytes below the beat
    logic [1:0] over_q;                                     // and they are there
    logic [Lanes+2:0] around;
    logic [Lanes:0] lanes;
    logic [WindowW-1:0] window, by_8, by_4, by_2, by_1;
    logic unused;
    assign unused    = &{1'b0, by_1[15:0]};
    assign whole     = Long && src_bits_i[3];
    assign window    = {now, below_q};
    assign by_8      = whole ? window << 8 : window;
    assign by_4      = src_bits_i[2] ? by_8 << 4 : by_8;
    assign by_2      = src_bits_i[1] ? by_4 << 2 : by_4;
    assign by_1      = src_bits_i[0] ? by_2 << 1 : by_2;
    assign beat      = by_1[16 +: 8*Lanes] | pre_q[8*Lanes-1:0];
    // srcID moves the end by no byte, one or two.
    assign around    = {there, over_q};
    assign lanes     = around[2 +: Lanes+1] | (around[1 +: Lanes+1] & {(Lanes+1){whole || spills}}) |
                       (around[0 +: Lanes+1] & {(Lanes+1){whole && spills}});
    assign busy      = lanes[0];
    assign beat_last = !lanes[Lanes];
    assign filled    = lanes[Lanes-1:0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pre_q   <= '0;
        below_q <= '0;
        over_q  <= '0;
      end else if (s_ready) begin
        pre_q   <= PreW'({src_i, header});
        below_q <= '0;
        over_q  <= '0;
      end else if (s_step) begin
        pre_q   <= pre_q >> (8 * Lanes);
        below_q <= window[WindowW-1 -: 16];
        over_q  <= around[Lanes+1 -: 2];
      end
    end
  end else begin : g_no_shift
    logic unused;
    assign unused    = &{1'b0, src_bits_i, src_i};
    assign beat      = now;
    assign busy      = there[0];
    assign beat_last = !there[Lanes];
    assign filled    = there[Lanes-1:0];
  end

  always_comb begin
    beat_bytes = '0;
    for (int unsigned k = 1; k < Lanes; k = k + 1) begin
      if (filled[k]) beat_bytes = BytesW'(k);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      link_valid_o <= 1'b0;
      link_last_o  <= 1'b0;
      link_data_o  <= '0;
      link_bytes_o <= '0;
    end else if (out_free) begin
      link_valid_o <= busy;
      if (busy) begin
        link_data_o <= beat;
        link_last_o <= beat_last;
        link_bytes_o <= beat_bytes;
      end
    end
  end

  assign idle_o = !f_valid_q && !p_valid_q && !busy && !link_valid_o;

endmodule
