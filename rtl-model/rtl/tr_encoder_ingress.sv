// SPDX-License-Identifier: Apache-2.0
// The ingress port of the encoder (E-Trace 2.0, Hart to encoder interface): records of the hart,
// and the points in between at which registers take effect, in a queue in the order in which they
// came.
//
// A hart may have a record in every cycle, and some records take more than one. So that the queue
// empties again, several blocks are shown as one, up to those of two records one cycle apart, when
// nothing but counting can come of all but the last: half-words, and outcomes of branches,
// that come before the block that is shown. Which records can share a place in the queue is decided
// when they arrive.
//
// A cycle is a record when valid_i is 1, a sideband changes or a trigger comes. A record that finds
// the queue full is lost, and the next entry says so; with stall_i the hart must repeat it.

module tr_encoder_ingress #(
  parameter int unsigned Blocks = 1,         // blocks per cycle, 1 or 2
  parameter int unsigned AddrW = 63,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter bit          Context = 1'b1,
  parameter bit          HContext = 1'b0,
  parameter int unsigned ContextW = 32,
  parameter bit          Cycles = 1'b1,      // cycles between records are counted
  // Each record has time_i beside it. The times of tr_encoder are elsewhere (tr_encoder_stamps);
  // the proof follows records by these bits.
  parameter bit          Ts = 1'b0,
  parameter int unsigned TsW = 1,
  parameter bit          Filters = 1'b0,     // there are filters
  parameter bit          Drains = 1'b0,      // drain_i
  parameter bit          Side = 1'b0,        // records can have more, elsewhere (tr_encoder_extra)
  parameter int unsigned Depth = 8,
  localparam int unsigned LevelW = $clog2(Depth + 4),
  localparam int unsigned IndexW = (Blocks > 1) ? $clog2(Blocks) : 1,
  localparam int unsigned PreN = 2 * Blocks - 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,
  // The hart.
  input  logic                      valid_i,
  input  logic [        Blocks-1:0] block_valid_i,
  input  logic [  Blocks*AddrW-1:0] iaddr_i,
  input  logic [Blocks*RetireW-1:0] iretire_i,
  input  logic [ Blocks*ItypeW-1:0] itype_i,
  input  logic [        Blocks-1:0] ilastsize_i,
  input  logic [        Blocks-1:0] sijump_i,
  input  logic [        Blocks-1:0] notify_i,
  input  logic [        Blocks-1:0] drop_i,       // filters: the block is not traced
  input  logic [        Blocks-1:0] filter_notify_i,  // traced, with trace-notify
  input  logic                      extra_i,      // the record has more
  input  logic [               2:0] priv_i,
  input  logic [               1:0] ctype_i,
  input  logic [      ContextW-1:0] context_i,
  input  logic [      ContextW-1:0] hcontext_i,
  input  logic [               2:0] side_i,       // lowpower, reset, halted
  input  logic                      trig_on_i,
  input  logic                      trig_off_i,
  input  logic                      trig_due_i,
  input  logic                      sync_i,       // request to synchronize, for the next record
  input  logic [           TsW-1:0] time_i,
  input  logic                      stall_i,      // the record is not taken
  input  logic                      drain_i,      // after a loss the queue becomes empty first
  output logic                      record_o,     // there is a record in this cycle
  output logic                      taken_o,      // and it is taken
  output logic                      halted_o,     // debug mode before this cycle
  output logic [               2:0] side_now_o,
  output logic [        LevelW-1:0] level_o,      // Depth and 3 at most
  // A register was written; wait for ready first.
  input  logic                      latch_i,
  output logic                      latch_ready_o,
  // The oldest entry, and one block of it.
  output logic                      valid_o,
  input  logic                      pop_i,
  input  logic [        IndexW-1:0] index_i,
  input  logic                      steady_i,     // from tr_encoder_steady: for two records
  input  logic                      lead_i,       // from tr_encoder_steady: for two blocks
  input  logic                      event_i,      // an event is in flight
  // cycles are counted: records one cycle apart only
  input  logic                      timed_i,
  input  logic                      tiny_i,       // they hold for 1 or 2 half-words only
  input  logic                      htm_i,        // a taken branch is an outcome and no more
  input  logic [        2*Blocks:1] room_i,       // there is room in HIST for that many outcomes
  input  logic                      owner_i,      // a change of privilege is reported
  input  logic                      owner_same_i, // not for the oldest record
  output logic                      pair_o,       // the block shown is the next record's
  output logic                      both_o,       // and is that record's last
  output logic                      more_o,       // blocks before it wait for it
  output logic [         AddrW-1:0] entry_o,      // where what is shown begins
  output logic                      pre_more_o,   // more than one half-word comes before the block
  output logic [               7:0] sum_o,        // with more_o: half-words with the block
  output logic [        8*PreN-1:0] sums_o,       // as in tr_encoder_pair
  output logic [          PreN-1:0] pick_o,
  output logic [            PreN:0] jumps_o,
  output logic [          PreN-1:0] pre_branch_o, // branch before the block, oldest first
  output logic [          PreN-1:0] pre_taken_o,  // that branch was taken
  output logic                      is_record_o,
  output logic                      latch_o,
  output logic                      gap_o,
  output logic                      adjacent_o,
  output logic [              20:0] cycles_o,
  output logic                      idle_o,       // no record is on its way
  output logic [               2:0] side_o,
  output logic                      special_o,    // one of them changes, or a trigger comes
  output logic                      trig_on_o,
  output logic                      trig_off_o,
  output logic                      trig_due_o,
  output logic                      sync_o,
  output logic                      extra_o,
  output logic [               2:0] priv_o,
  output logic                      ctype_o,
  output logic [      ContextW-1:0] context_o,
  output logic [      ContextW-1:0] hcontext_o,
  output logic [           TsW-1:0] time_o,
  output logic                      block_o,
  // it is a record's, and has an instruction or is a trap
  output logic                      real_o,
  output logic                      some_o,       // it has an instruction
  output logic                      longer_o,     // it is longer than its last instruction
  output logic                      reaches_o,    // as long at least
  output logic                      last_o,
  output logic                      notify_o,
  output logic                      drop_o,
  output logic [         AddrW-1:0] iaddr_o,
  output logic [       RetireW-1:0] iretire_o,
  output logic [        ItypeW-1:0] itype_o,
  output logic                      sijump_o,
  // With one block per cycle: another record becomes the oldest, and where it begins.
  output logic                      moves_o,
  output logic [         AddrW-1:0] next_iaddr_o,
  output logic [       RetireW-1:0] next_iretire_o,
  output logic [       RetireW-1:0] alone_iretire_o,  // the same, if both_o is 0
  output logic [               2:0] next_priv_o,
  output logic                      next_prompt_o,  // no record, or one cycle after another
  // The oldest of the blocks by itself.
  output logic [       RetireW-1:0] own_iretire_o,
  output logic [        ItypeW-1:0] own_itype_o,
  output logic                      own_longer_o,
  output logic                      own_reaches_o,
  output logic                      own_ilastsize_o,
  output logic                      own_sijump_o
);

  // ---- An entry ----

  localparam int unsigned BlockW = 8 + AddrW + RetireW + ItypeW;
  localparam int unsigned HeadW = 19 + Blocks;
  localparam int unsigned CyclesAt = HeadW + Blocks * BlockW;
  localparam int unsigned TimeAt = CyclesAt + (Cycles ? 21 : 0);
  localparam int unsigned TotalAt = TimeAt + (Ts ? TsW : 0);
  localparam int unsigned DropAt = TotalAt + ((Blocks > 1) ? 7 : 0);
  localparam int unsigned ExtraAt = DropAt + (Filters ? Blocks : 0);
  localparam int unsigned ContextAt = ExtraAt + (Side ? 1 : 0);
  localparam int unsigned HContextAt = ContextAt + (Context ? ContextW : 0);
  localparam int unsigned EntryW = HContextAt + (HContext ? ContextW : 0);
  // Of a second record: its blocks, bits 16 to HeadW - 1, the privilege, the time.
  localparam int unsigned BlocksW = Blocks * BlockW;
  localparam int unsigned FlagsW = HeadW - 16;
  localparam int unsigned PrivAt = BlocksW + FlagsW;
  localparam int unsigned PartW = PrivAt + 3 + (Ts ? TsW : 0);

  logic [EntryW-1:0] in;
  logic [EntryW-1:0] first;
  logic [EntryW-1:0] last;
  logic [PartW-1:0] part_in;
  logic [PartW-1:0] second;
  logic [Blocks-1:0] block_valid;
  logic simple;
  logic lead;
  logic joins;
  logic pair;
  logic both;
  logic there;
  logic same_context;
  logic [2:0] side_now;
  logic [2:0] side_d, side_q;
  logic record;
  logic taken;
  logic gap_d, gap_q;
  logic refills;
  logic before_d, before_q;
  logic halted_d, halted_q;
  logic sync_d, sync_q;
  logic wready;
  logic push;
  logic [20:0] cycles_d, cycles_q;

  assign block_valid = block_valid_i & {Blocks{valid_i}};
  assign side_now = {side_i[2:1], side_i[0] | (priv_i == tr_pkg::PrivDebug)};
  assign record   = valid_i | (side_now != side_q) | trig_on_i | trig_off_i | trig_due_i |
                    (|notify_i);
  assign record_o = record & ~clr_i;
  assign taken_o  = taken;
  assign taken    = record & ~stall_i & wready & ~refills & ~clr_i;
  // An entry without a record: registers take effect, or a loss must be reported.
  assign push     = taken | latch_i | (gap_q & wready & ~refills);
  // A loss takes some cycles to report. With a queue that is nearly full the next one would come at
  // once, and so on: with drain_i records are lost until it is empty.
  assign refills  = Drains & drain_i & gap_q & (level != '0);
  assign halted_o = halted_q;
  assign side_now_o = side_now;
  assign idle_o   = ~before_q & (level == '0);
  assign latch_ready_o = wready;

  assign in[0]     = taken;
  assign in[1]     = latch_i;
  assign in[2]     = gap_q;
  assign in[3]     = before_q;
  assign in[6:4]   = side_now;
  assign in[7]     = trig_on_i;
  assign in[8]     = trig_off_i;
  assign in[9]     = trig_due_i;
  assign in[12:10] = priv_i;
  assign in[13]    = |ctype_i;
  assign in[14]    = sync_i | sync_q;
  // it has an instruction; it is a trap
  logic [Blocks-1:0] some;
  logic [Blocks-1:0] trap;
  // longer than its last instruction; as long at least
  logic [Blocks-1:0] longer;
  logic [Blocks-1:0] reaches;
  for (genvar k = 0; k < Blocks; k = k + 1) begin : gen_in
    logic [RetireW-1:0] count;
    assign count      = iretire_i[RetireW*k +: RetireW];
    assign some[k]    = count != '0;
    assign longer[k]  = ((count >> 2) != '0) | (count[1] & (count[0] | ~ilastsize_i[k]));
    assign reaches[k] = (count[RetireW-1:1] != '0) | (count[0] & ~ilastsize_i[k]);
    assign trap[k] = (4'(itype_i[ItypeW*k +: ItypeW]) == tr_pkg::ItypeException) |
                     (4'(itype_i[ItypeW*k +: ItypeW]) == tr_pkg::ItypeInterrupt);
    assign in[HeadW+BlockW*k +: BlockW] = {block_valid[k],
                                           taken & block_valid[k] & (some[k] | trap[k]),
                                           some[k], longer[k],
                                           reaches[k],
                                           notify_i[k] | filter_notify_i[k], ilastsize_i[k],
                                           sijump_i[k], itype_i[ItypeW*k +: ItypeW],
                                           iretire_i[RetireW*k +: RetireW],
                                           iaddr_i[AddrW*k +: AddrW]};
  end

  // ---- What can be made of it, decided when it arrives ----

  // few: four such blocks fit in 8 bits, tiny: in 4
  logic [Blocks-1:0] few;
  logic [Blocks-1:0] tiny;
  logic [Blocks-1:0] none;
  logic [Blocks-1:0] branch;
  logic own_way;                               // a block is reported by itself, or not traced

  assign own_way = (Side & extra_i) | ((notify_i | filter_notify_i | drop_i) != '0);

  for (genvar k = 0; k < Blocks; k = k + 1) begin : gen_kind
    logic [3:0] itype;
    assign itype     = 4'(itype_i[ItypeW*k +: ItypeW]);
    assign few[k]    = block_valid[k] & (iretire_i[RetireW*k +: RetireW] != '0) &
                       ((iretire_i[RetireW*k +: RetireW] >> 6) == '0);
    assign tiny[k]   = ~block_valid[k] | (iretire_i[RetireW*k +: RetireW] < RetireW'(3));
    assign none[k]   = (itype == tr_pkg::ItypeNone) | (itype == tr_pkg::ItypeInferableTail) |
                       (itype == tr_pkg::ItypeOtherInferable);
    assign branch[k] = (itype == tr_pkg::ItypeNotTaken) | (itype == tr_pkg::ItypeTaken);
  end

  // Its blocks are small, and it has nothing else to report.
  assign simple = taken & ~latch_i & ~gap_q & ~trig_on_i & ~trig_off_i & ~trig_due_i &
                  ~sync_i & ~sync_q & (side_now == '0) & ~own_way & (ctype_i == '0) &
                  few[0] & (few == block_valid);
  assign lead   = (Blocks > 1) & (few == '1) & ~own_way & (ctype_i == '0);

  assign in[15] = simple;
  assign in[16] = lead;
  assign in[17] = tiny == '1;
  assign in[HeadW-1] = (side_now != side_q) | trig_on_i | trig_off_i | trig_due_i;
  assign in[HeadW-2 -: Blocks] = none | branch;

  if (Context || HContext) begin : gen_same
    localparam int unsigned SameW = EntryW - ContextAt;
    assign same_context = in[ContextAt +: SameW] == last[ContextAt +: SameW];
  end else begin : gen_all_same
    assign same_context = 1'b1;
  end

  // With the record of the cycle before, when its last block is only counted, with the settings of
  // now; those in effect decide again. Context and privilege
  // are kept once.
  localparam int unsigned ItypeAt = HeadW + AddrW + RetireW;
  // of its last block
  logic last_two;
  logic last_calm;
  logic last_taken;
  assign last_two   = (Blocks == 2) & last[HeadW+BlocksW-1];
  assign last_taken = 4'(last[ItypeAt+(last_two ? BlockW : 0) +: ItypeW]) == tr_pkg::ItypeTaken;
  assign last_calm  = last_two ? last[HeadW-2] : last[HeadW-1-Blocks];
  assign joins     = simple & last[15] & last_calm & (htm_i | ~last_taken) &
                     (priv_i == last[12:10]) & same_context;

  // The half-words of both blocks, if they are small.
  logic [6:0] first_total;
  logic [6:0] second_total;
  logic [LevelW-1:0] level;

  if (Blocks == 1) begin : gen_shared
    // A context is asked for after the first look at a record.
    localparam int unsigned LateAt = (Context || HContext) ? ContextAt : EntryW;
    logic [EntryW-1:0] again;
    logic [EntryW-1:0] next;
    logic [EntryW-1:0] alone;
    logic unused_next;

    tr_encoder_queue #(
      .Width(EntryW),
      .PartW(PartW),
      .Depth(Depth),
      .LateAt(LateAt)
    ) u_queue (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(push),
      .wready_o(wready),
      .wdata_i(in),
      .wpart_i(part_in),
      .wjoin_i(joins),
      .last_o(last),
      .level_o(level),
      .valid_o,
      .first_o(first),
      .there_o(there),
      .second_o(second),
      .again_i(again),
      .moves_o,
      .next_o(next),
      .alone_o(alone),
      .pop_i,
      .both_i(both)
    );

    // A second record by itself: its first bits are known, and so are the cycles. It is traced and
    // has nothing in other queues; its context is that of the first one.
    assign next_iaddr_o   = next[HeadW +: AddrW];
    assign next_iretire_o = next[HeadW+AddrW +: RetireW];
    assign alone_iretire_o = alone[HeadW+AddrW +: RetireW];
    assign next_priv_o    = next[12:10];
    assign next_prompt_o  = next[3] | ~next[0];
    assign first_total    = '0;
    assign second_total   = '0;
    assign unused_next  = &{1'b0, next, alone};
    assign again[HeadW+BlocksW-1:0] = {second[BlocksW-1:0], second[BlocksW +: FlagsW], 3'b100,
                                       second[PrivAt +: 3], 6'b0, 4'b1001};
    if (Cycles) begin : gen_again_cycles
      assign again[CyclesAt +: 21] = 21'd1;
    end
    if (ContextAt > DropAt) begin : gen_again_flags
      assign again[ContextAt-1:DropAt] = '0;
    end
    if (EntryW > ContextAt) begin : gen_again_context
      assign again[EntryW-1:ContextAt] = first[EntryW-1:ContextAt];
    end
    assign part_in[PrivAt+2:0] = {priv_i, in[HeadW-1:16], in[HeadW +: BlocksW]};
    if (Ts) begin : gen_part
      assign part_in[PartW-1 -: TsW] = time_i;
      assign again[TimeAt +: TsW] = second[PartW-1 -: TsW];
    end
  end else begin : gen_window
    logic [EntryW-1:0] next;
    logic unused_next;

    tr_encoder_window #(
      .Width(EntryW),
      .Depth(Depth)
    ) u_queue (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(push),
      .wready_o(wready),
      .wdata_i(in),
      .wjoin_i(joins & before_q),
      .last_o(last),
      .level_o(level),
      .valid_o,
      .first_o(first),
      .there_o(there),
      .second_o(next),
      .pop_i,
      .both_i(both)
    );

    assign second[PrivAt+2:0] = {next[12:10], next[HeadW-1:16], next[HeadW +: BlocksW]};
    if (Ts) begin : gen_part
      assign second[PartW-1 -: TsW] = next[TimeAt +: TsW];
    end
    assign part_in      = '0;
    assign moves_o      = 1'b0;
    assign next_iaddr_o = '0;
    assign next_iretire_o = '0;
    assign alone_iretire_o = '0;
    assign next_priv_o    = '0;
    assign next_prompt_o  = 1'b0;
    assign in[TotalAt +: 7] = 7'(iretire_i[5:0]) +
                              7'(iretire_i[RetireW +: 6] & {6{block_valid[1]}});
    assign first_total      = first[TotalAt +: 7];
    assign second_total     = next[TotalAt +: 7];
    assign unused_next  = &{1'b0, next, part_in};
  end
  assign level_o = level;

  // ---- The block that is shown ----

  logic [BlockW-1:0] block;
  logic [BlockW-1:0] own;
  logic [2:0] unused_block;
  logic unused_notify;
  logic unused_ilastsize;
  logic unused_pre;
  logic [7:0] pre;
  logic [AddrW-1:0] unused_own_iaddr;
  logic owned;                                 // small enough, no change of privilege is reported
  assign owned = (~owner_i | owner_same_i) & (first[17] | ~tiny_i);

  tr_encoder_pair #(
    .Blocks(Blocks),
    .AddrW(AddrW),
    .RetireW(RetireW),
    .ItypeW(ItypeW)
  ) u_pair (
    .first_i(first[HeadW +: Blocks*BlockW]),
    .second_i(second[BlocksW-1:0]),
    // With one block per cycle what shares a place is simple and calm: that was found when it came.
    .first_simple_i(((Blocks == 1) | first[15]) & owned & (first[3] | ~timed_i)),
    .first_calm_i(first[HeadW-2 -: Blocks] | {Blocks{Blocks == 1}}),
    .first_lead_i(first[16] & owned),
    .second_simple_i(second[BlocksW+1] | ~tiny_i),
    .second_calm_i(second[BlocksW+2 +: Blocks]),
    .second_there_i(there),
    .first_total_i(first_total),
    .second_total_i(second_total),
    .index_i(index_i[0]),
    .steady_i,
    .lead_i,
    .event_i,
    .htm_i,
    .room_i,
    .pair_o(pair),
    .both_o(both),
    .more_o,
    .block_o(block),
    .own_o(own),
    .sum_o,
    .sums_o,
    .pick_o,
    .jumps_o,
    .entry_o,
    .last_o,
    .pre_o(pre),
    .pre_branch_o,
    .pre_taken_o
  );
  assign pair_o        = pair;
  assign both_o        = both;

  assign is_record_o = first[0];
  assign latch_o     = first[1];
  assign gap_o       = first[2];
  assign adjacent_o  = first[3];
  assign side_o      = first[6:4];
  assign special_o   = first[HeadW-1];
  assign trig_on_o   = first[7];
  assign trig_off_o  = first[8];
  assign trig_due_o  = first[9];
  assign priv_o      = first[12:10];
  assign ctype_o     = first[13];
  assign sync_o      = first[14];
  // What is counted along with others is a block with an instruction and without trace-notify, and
  // so is the one that they are counted with: the oldest block answers for all, whether it is alone
  // or not.
  assign {unused_block, longer_o, reaches_o, unused_notify, unused_ilastsize, sijump_o, itype_o,
          iretire_o,
          iaddr_o} = block;
  assign pre_more_o = pre[7:1] != '0;
  assign unused_pre = pre[0];
  assign {block_o, real_o, some_o, own_longer_o, own_reaches_o, notify_o, own_ilastsize_o,
          own_sijump_o, own_itype_o, own_iretire_o, unused_own_iaddr} = own;

  if (Ts) begin : gen_time
    assign in[TimeAt +: TsW] = time_i;
    assign time_o = pair ? second[PartW-1 -: TsW] : first[TimeAt +: TsW];
  end else begin : gen_no_time
    logic unused;
    assign unused = &{1'b0, time_i};
    assign time_o = '0;
  end

  if (Context) begin : gen_context
    assign in[ContextAt +: ContextW] = context_i;
    assign context_o = first[ContextAt +: ContextW];
  end else begin : gen_no_context
    logic unused;
    assign unused = &{1'b0, context_i};
    assign context_o = '0;
  end

  if (HContext) begin : gen_hcontext
    assign in[HContextAt +: ContextW] = hcontext_i;
    assign hcontext_o = first[HContextAt +: ContextW];
  end else begin : gen_no_hcontext
    logic unused;
    assign unused = &{1'b0, hcontext_i};
    assign hcontext_o = '0;
  end

  // Blocks that are counted together are all traced.
  if (Filters) begin : gen_filters
    assign in[DropAt +: Blocks] = drop_i;
    assign drop_o = first[DropAt+32'(index_i)];
  end else begin : gen_no_filters
    assign drop_o = 1'b0;
  end

  if (Side) begin : gen_extra
    assign in[ExtraAt] = taken & extra_i;
    assign extra_o = first[ExtraAt];
  end else begin : gen_no_extra
    logic unused;
    assign unused  = &{1'b0, extra_i};
    assign extra_o = 1'b0;
  end

  // ---- What is remembered from record to record ----

  always_comb begin
    halted_d = halted_q;
    side_d   = side_q;
    gap_d    = gap_q;
    if (!stall_i) halted_d = side_now[0];
    if (clr_i || taken) side_d = side_now;
    before_d = taken;
    sync_d   = (sync_i | sync_q) & ~taken & ~clr_i;
    // One that is lost while a register is written comes after the entry of that.
    if (clr_i) gap_d = 1'b0;
    else if (record && !stall_i && (!wready || refills)) gap_d = 1'b1;
    else if (push) gap_d = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side_q   <= '0;
      gap_q    <= 1'b0;
      before_q <= 1'b0;
      halted_q <= 1'b0;
      sync_q   <= 1'b0;
    end else begin
      halted_q <= halted_d;
      side_q   <= side_d;
      before_q <= before_d;
      sync_q   <= sync_d;
      gap_q    <= gap_d;
    end
  end

  if (Cycles) begin : gen_cycles
    assign in[CyclesAt +: 21] = cycles_q;
    assign cycles_o = first[CyclesAt +: 21];
    always_comb begin
      cycles_d = cycles_q;
      if (taken) cycles_d = 21'd1;
      else if (!cycles_q[20]) cycles_d = cycles_q + 1'b1;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        cycles_q <= '0;
      end else begin
        cycles_q <= cycles_d;
      end
    end
  end else begin : gen_no_cycles
    logic unused;
    assign unused   = &{1'b0, cycles_d};
    assign cycles_d = '0;
    assign cycles_q = '0;
    assign cycles_o = cycles_q;
  end

endmodule
