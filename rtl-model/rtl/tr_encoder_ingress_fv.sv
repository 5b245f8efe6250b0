// SPDX-License-Identifier: Apache-2.0
// formal.sh: instead of tr_encoder_queue
// Proof of tr_encoder_ingress with one block per record: a record of the hart is taken or lost, and
// nothing that has room is lost. What is taken comes out as it came, by itself or with the record
// before it; the entry after a loss says so, and no other does. What a record is, and what an entry
// says of it, is stated here once more, from the ports alone.
//
// The queue is what the proof of tr_encoder_queue states of it, for one entry: the one whose time
// has the upper bit. All others can be anything.

module tr_encoder_queue #(
  parameter int unsigned Width = 32,
  parameter int unsigned PartW = 16,
  parameter int unsigned Depth = 8,
  parameter int unsigned LateAt = Width,
  localparam int unsigned Places = Depth + 3,
  localparam int unsigned LevelW = $clog2(Places + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  input  logic [ PartW-1:0] wpart_i,
  input  logic              wjoin_i,
  output logic [ Width-1:0] last_o,
  output logic [LevelW-1:0] level_o,
  output logic              valid_o,
  output logic [ Width-1:0] first_o,
  output logic              there_o,
  output logic [ PartW-1:0] second_o,
  input  logic [ Width-1:0] again_i,
  output logic              moves_o,
  output logic [ Width-1:0] next_o,
  output logic [ Width-1:0] alone_o,
  input  logic              pop_i,
  input  logic              both_i
);

  // The upper bit of the time; of a second record it is the uppermost.
  localparam int unsigned TimeBit = LateAt - 3;
  (* anyseq *) logic any_valid;
  (* anyseq *) logic any_there;
  (* anyseq *) logic [Width-1:0] any_first;
  (* anyseq *) logic [Width-1:0] any_next;
  (* anyseq *) logic [Width-1:0] any_alone;
  (* anyseq *) logic [PartW-1:0] any_second;
  logic push;
  logic joins;
  logic after;            // it is the second of the place that is shown
  logic [LevelW-1:0] gone;
  logic [LevelW-1:0] count_q;
  logic [LevelW-1:0] ahead_q;
  logic [Width-1:0] last_q;
  logic [Width-1:0] before_q;
  logic [Width-1:0] word_q;
  logic [PartW-1:0] part_q;
  logic open_q;           // the place of the last entry takes a second
  logic follows_q;
  logic joins_q;
  logic latest_q;         // nothing came after it
  logic joined_q;         // what came after it shares its place
  logic shown_q;          // stays valid
  logic looked_q;         // its late bits are there

  assign wready_o = count_q != LevelW'(Places);
  assign level_o  = count_q;
  assign last_o   = last_q;
  assign push     = wvalid_i && wready_o;
  assign joins    = push && open_q && wjoin_i;
  assign gone     = pop_i ? LevelW'(1) + LevelW'(both_i) : '0;
  assign after    = follows_q && (ahead_q == LevelW'(1)) && joins_q;
  assign valid_o  = (count_q != '0) && (shown_q || any_valid);
  always_comb begin
    there_o = any_there;
    if (follows_q && (ahead_q == LevelW'(1))) there_o = joins_q;
    if (follows_q && (ahead_q == '0)) there_o = joined_q;
    if (!valid_o || (count_q < LevelW'(2))) there_o = 1'b0;
  end
  assign moves_o  = pop_i || !valid_o;
  assign next_o   = any_next;
  assign alone_o  = any_alone;
  always_comb begin
    first_o  = any_first;
    second_o = any_second;
    first_o[TimeBit]  = 1'b0;
    second_o[PartW-1] = 1'b0;
    if (follows_q && (ahead_q == '0)) first_o = word_q;
    if (after) begin
      first_o  = before_q;
      second_o = part_q;
    end
    if (!looked_q) first_o[Width-1:LateAt] = any_first[Width-1:LateAt];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clr_i) begin
      count_q   <= '0;
      follows_q <= 1'b0;
      latest_q  <= 1'b0;
      open_q    <= 1'b0;
      shown_q   <= 1'b0;
      looked_q  <= 1'b0;
    end else begin
      count_q  <= count_q + LevelW'(push) - gone;
      open_q   <= push && !joins;
      shown_q  <= valid_o && !pop_i || there_o && pop_i && !both_i;
      looked_q <= valid_o && !pop_i || looked_q && there_o && pop_i && !both_i;
      if (push) last_q <= wdata_i;
      if (push && latest_q) begin
        latest_q <= 1'b0;
        joined_q <= joins;
      end
      if (push && wdata_i[TimeBit]) begin
        follows_q <= 1'b1;
        latest_q  <= 1'b1;
        joined_q  <= 1'b0;
        joins_q   <= joins;
        before_q  <= last_q;
        word_q    <= wdata_i;
        part_q    <= wpart_i;
        ahead_q   <= count_q - gone;
      end else if (follows_q) begin
        ahead_q <= ahead_q - gone;
        if (ahead_q < gone) follows_q <= 1'b0;
        if (after && pop_i && !both_i) begin
          word_q             <= before_q;
          word_q[LateAt-1:0] <= again_i[LateAt-1:0];
        end
      end
    end
  end

endmodule

module tr_encoder_ingress_fv #(
  localparam int unsigned AddrW = 1,
  localparam int unsigned RetireW = 7,
  localparam int unsigned ItypeW = 4,
  localparam int unsigned ContextW = 1,
  localparam int unsigned TsW = 2,
  localparam int unsigned Depth = 2,
  localparam int unsigned Places = Depth + 3
) (
  input logic                clk_i,
  input logic                clr_i,
  input logic                valid_i,
  input logic                block_valid_i,
  input logic [   AddrW-1:0] iaddr_i,
  input logic [ RetireW-1:0] iretire_i,
  input logic [  ItypeW-1:0] itype_i,
  input logic                ilastsize_i,
  input logic                sijump_i,
  input logic                notify_i,
  input logic                drop_i,
  input logic                filter_notify_i,
  input logic                extra_i,
  input logic [         2:0] priv_i,
  input logic [         1:0] ctype_i,
  input logic [ContextW-1:0] context_i,
  input logic [         2:0] side_i,
  input logic                trig_on_i,
  input logic                trig_off_i,
  input logic                trig_due_i,
  input logic                sync_i,
  input logic                time_i,
  input logic                stall_i,
  input logic                drain_i,
  input logic                latch_i,
  input logic                pop_i,
  input logic                steady_i,
  input logic                event_i,
  input logic                timed_i,
  input logic                tiny_i,
  input logic                htm_i,
  input logic [         2:1] room_i,
  input logic                owner_i,
  input logic                owner_same_i,
  input logic                track_i      // follow this entry
);

  logic rst_nq;
  logic record;
  logic taken;
  logic halted;
  logic [2:0] side_now;
  logic [2:0] level;
  logic ready;
  logic valid;
  logic pair;
  logic both;
  logic more;
  logic entry;
  logic pre_more;
  logic [7:0] sum;
  logic [7:0] sums;
  logic pick;
  logic [1:0] jumps;
  logic pre_branch;
  logic pre_taken;
  logic is_record;
  logic latch;
  logic gap;
  logic adjacent;
  logic idle;
  logic [2:0] side;
  logic special;
  logic trig_on;
  logic trig_off;
  logic trig_due;
  logic sync;
  logic extra;
  logic [2:0] priv;
  logic ctype;
  logic [ContextW-1:0] ctx;
  logic [TsW-1:0] stamp;
  logic [TsW-1:0] stamp_in;
  logic block;
  logic real_;
  logic some;
  logic last;
  logic notify;
  logic drop;
  logic [AddrW-1:0] iaddr;
  logic [RetireW-1:0] iretire;
  logic [ItypeW-1:0] itype;
  logic sijump;
  logic [RetireW-1:0] own_iretire;
  logic [ItypeW-1:0] own_itype;
  logic own_ilastsize;
  logic own_sijump;

  tr_encoder_ingress #(
    .Blocks(1),
    .AddrW(AddrW),
    .RetireW(RetireW),
    .ItypeW(ItypeW),
    .Context(1'b1),
    .ContextW(ContextW),
    .Cycles(1'b0),
    .Ts(1'b1),
    .TsW(TsW),
    .Filters(1'b1),
    .Drains(1'b1),
    .Side(1'b1),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .valid_i,
    .block_valid_i,
    .iaddr_i,
    .iretire_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .notify_i,
    .drop_i,
    .filter_notify_i,
    .extra_i,
    .priv_i,
    .ctype_i,
    .context_i,
    .hcontext_i('0),
    .side_i,
    .trig_on_i,
    .trig_off_i,
    .trig_due_i,
    .sync_i,
    .time_i(stamp_in),
    .stall_i,
    .drain_i,
    .record_o(record),
    .taken_o(taken),
    .halted_o(halted),
    .side_now_o(side_now),
    .level_o(level),
    .latch_i,
    .latch_ready_o(ready),
    .valid_o(valid),
    .pop_i,
    .index_i(1'b0),
    .steady_i,
    .lead_i(1'b0),
    .event_i,
    .timed_i,
    .tiny_i,
    .htm_i,
    .room_i,
    .owner_i,
    .owner_same_i,
    .pair_o(pair),
    .both_o(both),
    .more_o(more),
    .entry_o(entry),
    .pre_more_o(pre_more),
    .sum_o(sum),
    .sums_o(sums),
    .pick_o(pick),
    .jumps_o(jumps),
    .pre_branch_o(pre_branch),
    .pre_taken_o(pre_taken),
    .is_record_o(is_record),
    .latch_o(latch),
    .gap_o(gap),
    .adjacent_o(adjacent),
    .cycles_o(),
    .idle_o(idle),
    .side_o(side),
    .special_o(special),
    .trig_on_o(trig_on),
    .trig_off_o(trig_off),
    .trig_due_o(trig_due),
    .sync_o(sync),
    .extra_o(extra),
    .priv_o(priv),
    .ctype_o(ctype),
    .context_o(ctx),
    .hcontext_o(),
    .time_o(stamp),
    .block_o(block),
    .real_o(real_),
    .some_o(some),
    .longer_o(),
    .reaches_o(),
    .last_o(last),
    .notify_o(notify),
    .drop_o(drop),
    .iaddr_o(iaddr),
    .iretire_o(iretire),
    .itype_o(itype),
    .sijump_o(sijump),
    .moves_o(),
    .next_iaddr_o(),
    .next_iretire_o(),
    .alone_iretire_o(),
    .own_iretire_o(own_iretire),
    .own_itype_o(own_itype),
    .own_longer_o(),
    .own_reaches_o(),
    .own_ilastsize_o(own_ilastsize),
    .own_sijump_o(own_sijump)
  );

  // ---- What the ports say: a record, an entry, a loss ----

  logic [2:0] now;       // sidebands; the debug mode halts
  logic event_now;       // something other than a block is reported
  logic there;
  logic enters;
  logic drains;          // after a loss nothing enters until all have left
  logic lost;
  logic trap;
  logic halted_q;
  logic [2:0] before_q;  // sidebands of the last record
  logic last_q;          // a record was taken in the cycle before
  logic lost_q;          // since the last entry
  logic sync_q;          // asked for since the last record
  logic [2:0] count_q;
  assign now       = {side_i[2:1], side_i[0] || (priv_i == tr_pkg::PrivDebug)};
  assign event_now = (now != before_q) || trig_on_i || trig_off_i || trig_due_i;
  assign there     = !clr_i && (valid_i || event_now || notify_i);
  assign lost      = there && !stall_i && !taken;
  assign trap      = (itype_i == tr_pkg::ItypeException) || (itype_i == tr_pkg::ItypeInterrupt);
  assign drains    = drain_i && lost_q && (count_q != '0);
  // An entry for each record, each write of a register, and for a loss as soon as there is room.
  assign enters    = ready && (taken || latch_i || (lost_q && !drains));

  // ---- An entry is followed: ahead_q are before it ----

  localparam int unsigned FactsW = 14;
  localparam int unsigned BlockW = 6;
  localparam int unsigned ShownW = AddrW + RetireW + ItypeW + 1;
  logic [2:0] ahead_q;
  logic [2:0] gone;
  logic follows_q;
  logic record_q;
  logic latch_q;
  logic gap_q;
  logic [FactsW-1:0] facts;
  logic [FactsW-1:0] facts_q;
  logic [2:0] now_q;
  logic [BlockW-1:0] block_facts;
  logic [BlockW-1:0] block_q;
  logic [ShownW-1:0] shown;
  logic [ShownW-1:0] shown_q;
  logic time_q;
  logic [ContextW-1:0] context_q;
  logic looked_q;        // what is shown now was shown in the cycle before

  assign gone        = pop_i ? 3'd1 + 3'(both) : 3'd0;
  assign facts       = {last_q, now, event_now, trig_on_i, trig_off_i, trig_due_i, sync_i || sync_q,
                        extra_i, priv_i, ctype_i != '0};
  assign block_facts = {valid_i && block_valid_i,
                        valid_i && block_valid_i && ((iretire_i != '0) || trap),
                        iretire_i != '0, notify_i || filter_notify_i, drop_i, ilastsize_i};
  // The upper bit is for the entry that is followed.
  assign stamp_in    = {!follows_q && enters && track_i, time_i};
  assign shown       = {iaddr_i, iretire_i, itype_i, sijump_i};

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    // Only what is shown leaves, and a register is written when there is room.
    assume (valid || !pop_i);
    assume (ready || !latch_i);
    assume (!clr_i || !latch_i);
    if (!rst_nq) begin
      before_q  <= '0;
      last_q    <= 1'b0;
      lost_q    <= 1'b0;
      sync_q    <= 1'b0;
      halted_q  <= 1'b0;
      count_q   <= '0;
      follows_q <= 1'b0;
    end else begin
      if (clr_i || taken) before_q <= now;
      if (!stall_i) halted_q <= now[0];
      last_q   <= taken;
      looked_q <= valid && !pop_i && !clr_i;
      sync_q <= !clr_i && !taken && (sync_i || sync_q);
      // One that is lost while an entry goes in comes after that entry.
      lost_q <= !clr_i && (lost || (lost_q && !enters));
      if (clr_i) begin
        count_q   <= '0;
        follows_q <= 1'b0;
      end else begin
        count_q <= count_q + 3'(enters) - gone;
        if (!follows_q && enters && track_i) begin
          follows_q <= 1'b1;
          record_q  <= taken;
          latch_q   <= latch_i;
          gap_q     <= lost_q;
          facts_q   <= facts;
          now_q     <= now;
          block_q   <= block_facts;
          shown_q   <= shown;
          time_q    <= time_i;
          context_q <= context_i;
          ahead_q   <= count_q - gone;
        end else if (follows_q) begin
          ahead_q <= ahead_q - gone;
          if (ahead_q < gone) follows_q <= 1'b0;
        end
      end
    end
    if (rst_nq) begin
      assert (record == there);
      assert (side_now == now);
      assert (halted == halted_q);
      assert (level == count_q);
      assert (ready == (count_q != 3'(Places)));
      assert (idle == (!last_q && (count_q == '0)));
      // Nothing is lost that has room.
      assert (taken == (there && !stall_i && ready && !drains));
      assert (last && (pair == more) && (pair == both));
      // By itself, or the first of two.
      if (follows_q && (ahead_q == '0) && valid) begin
        assert ({is_record, latch, gap} == {record_q, latch_q, gap_q});
        if (!record_q) assert (!real_);
        if (record_q) begin
          assert ({adjacent, side, special, trig_on, trig_off, trig_due, sync, extra, priv,
                   ctype} == facts_q);
          if (looked_q) assert (ctx == context_q);
          assert ({block, real_, some, notify, drop, own_ilastsize} == block_q);
          assert ({entry, own_iretire, own_itype, own_sijump} == shown_q);
          // The first of two has nothing to report but its block.
          if (pair) assert (!latch_q && !gap_q && (now_q == '0) && !sync && !extra && !ctype);
          if (pair) assert (!trig_on && !trig_off && !trig_due);
          if (pair) assert (block_q[BlockW-1:1] == 5'b11100);
          if (!pair) assert ({iaddr, iretire, itype, sijump} == shown_q);
          if (!pair) assert (stamp == {1'b1, time_q});
        end
      end
      // With the one before it: a record one cycle later, which has nothing else to report.
      if (follows_q && (ahead_q == 3'd1) && valid && pair) begin
        assert (record_q && !latch_q && !gap_q);
        assert (facts_q == {1'b1, 9'd0, priv, 1'b0});
        assert (block_q[BlockW-1:1] == 5'b11100);
        assert ({iaddr, iretire, itype, sijump} == shown_q);
        assert (stamp == {1'b1, time_q});
        if (looked_q) assert (ctx == context_q);
        assert (sum == 8'(own_iretire) + 8'(iretire));
        assert (pick && (sums == sum));
        assert (pre_branch == (htm_i && ((own_itype == tr_pkg::ItypeTaken) ||
                                         (own_itype == tr_pkg::ItypeNotTaken))));
        assert (!pre_branch || (pre_taken == (own_itype == tr_pkg::ItypeTaken)));
        assert (pre_more == (own_iretire > RetireW'(1)));
      end
      cover (pop_i && pair && follows_q && (ahead_q == 3'd1) && (count_q == 3'(Places)));
      cover (pop_i && !pair && follows_q && (ahead_q == 3'd1) && steady_i && record_q);
      cover (follows_q && (ahead_q == '0) && valid && gap && is_record);
      cover (follows_q && (ahead_q == '0) && valid && gap && latch && !is_record);
      cover (drains && lost && latch_i);
      cover (follows_q && (ahead_q == '0) && valid && is_record && sync && facts_q[FactsW-1]);
    end
  end

endmodule
