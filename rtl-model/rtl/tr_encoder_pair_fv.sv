// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_pair with one block per record and with two: what is shown of two records is
// what the blocks one by one would make. From the oldest block that is left, without a gap, to the
// one that is shown: the half-words before it add up, the outcomes before it shift into HIST in the
// same order, and of no block before it could more come than that. The proof is of one cycle with
// any inputs: the module has no registers.

module tr_encoder_pair_fv #(
  localparam int unsigned AddrW = 2,
  localparam int unsigned RetireW = 7,
  localparam int unsigned ItypeW = 4,
  localparam int unsigned BlockW = 8 + AddrW + RetireW + ItypeW
) (
  input logic                clk_i,
  input logic [4*BlockW-1:0] blocks_i,       // the oldest record's, then the next one's
  input logic                first_simple_i,
  input logic [         1:0] first_calm_i,
  input logic                first_lead_i,
  input logic                second_simple_i,
  input logic [         1:0] second_calm_i,
  input logic                second_there_i,
  input logic                index_i,
  input logic                steady_i,
  input logic                lead_i,
  input logic                event_i,
  input logic                htm_i,
  input logic [         4:1] room_i
);

  // ---- Two blocks per record ----

  logic pair;
  logic both;
  logic more;
  logic last;
  logic [BlockW-1:0] shown;
  logic [BlockW-1:0] own;
  logic [AddrW-1:0] entry;
  logic [7:0] pre;
  logic [7:0] sum;
  logic [6:0] total [0:1];
  logic [23:0] sums;
  logic [2:0] pick;
  logic [3:0] jumps;
  logic [2:0] pre_branch;
  logic [2:0] pre_taken;

  tr_encoder_pair #(
    .Blocks(2),
    .AddrW(AddrW),
    .RetireW(RetireW),
    .ItypeW(ItypeW)
  ) u_two (
    .first_i(blocks_i[2*BlockW-1:0]),
    .second_i(blocks_i[4*BlockW-1:2*BlockW]),
    .first_simple_i,
    .first_calm_i,
    .first_lead_i,
    .second_simple_i,
    .second_calm_i,
    .second_there_i,
    .first_total_i(total[0]),
    .second_total_i(total[1]),
    .index_i,
    .steady_i,
    .lead_i,
    .event_i,
    .htm_i,
    .room_i,
    .pair_o(pair),
    .both_o(both),
    .more_o(more),
    .block_o(shown),
    .own_o(own),
    .entry_o(entry),
    .last_o(last),
    .pre_o(pre),
    .sum_o(sum),
    .sums_o(sums),
    .pick_o(pick),
    .jumps_o(jumps),
    .pre_branch_o(pre_branch),
    .pre_taken_o(pre_taken)
  );

  logic [3:0] valid;
  logic [3:0] few;
  logic [3:0] branch;
  logic [3:0] taken;
  logic [3:0] calm;
  logic [7:0] count [0:3];
  for (genvar k = 0; k < 4; k = k + 1) begin : gen_block
    logic [RetireW-1:0] retire;
    logic [3:0] itype;
    assign retire    = blocks_i[BlockW*k+AddrW +: RetireW];
    assign itype     = blocks_i[BlockW*k+AddrW+RetireW +: ItypeW];
    assign valid[k]  = blocks_i[BlockW*k+BlockW-1];
    assign few[k]    = valid[k] & (retire != '0) & (retire < 7'd64);
    assign branch[k] = valid[k] &
                       ((itype == tr_pkg::ItypeTaken) | (itype == tr_pkg::ItypeNotTaken));
    assign taken[k]  = itype == tr_pkg::ItypeTaken;
    assign count[k]  = 8'(retire);
  end
  assign calm = {second_calm_i, first_calm_i};
  // As tr_encoder_ingress has them: of blocks that are there, if they are small.
  assign total[0] = count[0][5:0] + (valid[1] ? count[1][5:0] : 7'd0);
  assign total[1] = count[2][5:0] + (valid[3] ? count[3][5:0] : 7'd0);

  // The place of the block that is shown, and of the oldest that is left.
  logic [1:0] at;
  logic [1:0] from;
  assign from = {1'b0, index_i};
  assign at   = pair ? {1'b1, both & valid[3]} : {1'b0, index_i | more};

  // One by one, up to the block that is shown; and at once.
  logic [7:0] icnt;
  logic [3:0] hist;
  logic [3:0] hist_at_once;
  logic [2:0] outcomes;  // with that of the block that is shown
  logic quiet;
  always_comb begin
    icnt     = '0;
    hist     = 4'd1;
    outcomes = '0;
    quiet    = 1'b1;
    for (int unsigned k = 0; k < 4; k = k + 1) begin
      if (valid[k] && (2'(k) >= from) && (2'(k) < at)) begin
        icnt  = icnt + count[k];
        if (htm_i && branch[k]) hist = {hist[2:0], taken[k]};
        // Nothing but counting comes of it: it is linear or a branch, in HTM or not taken.
        quiet = quiet & calm[k] & few[k] & (htm_i | ~(branch[k] & taken[k]));
      end
      if (branch[k] && (2'(k) >= from) && (2'(k) <= at)) outcomes = outcomes + 3'd1;
    end
    hist_at_once = 4'd1;
    for (int unsigned k = 0; k < 3; k = k + 1) begin
      if (pre_branch[k]) hist_at_once = {hist_at_once[2:0], pre_taken[k]};
    end
  end

  always_ff @(posedge clk_i) begin
    // As tr_encoder_ingress has them: blocks from the first on, and what simple and lead mean.
    assume (valid[0] | ~valid[1]);
    assume (valid[2] | ~second_there_i);
    assume (valid[2] | ~valid[3]);
    assume (valid[1] | ~index_i);
    assume (~first_simple_i | (valid[0] & (few[1:0] == valid[1:0])));
    assume (~second_there_i | (few[3:2] == valid[3:2]));
    assume (~first_lead_i | (few[1:0] == 2'b11));

    assert (shown == blocks_i[BlockW*at +: BlockW]);
    assert (own == blocks_i[BlockW*from +: BlockW]);
    assert (entry == own[AddrW-1:0]);
    assert (more == (at != from));
    assert (!more | valid[at]);
    assert (icnt == pre);
    assert (hist == hist_at_once);
    if (more) assert (sum == icnt + count[at]);
    // One of the sums is that, and which one is said.
    assert (more == (pick != '0));
    assert (jumps[3] == (branch[from] & taken[from] & ~htm_i));
    for (int unsigned k = 0; k < 3; k = k + 1) begin
      if (pick[k]) assert (jumps[k] == (branch[at] & taken[at] & ~htm_i));
      if (pick[k]) assert ((pick == 3'b1 << k) & (sums[8*k +: 8] == sum));
    end
    assert (quiet);
    // HIST has room for all of them, with that of the block that is shown.
    if (more && htm_i && (outcomes != '0)) assert (room_i[outcomes]);
    // What may be counted with others.
    if (pair) assert (steady_i & second_there_i & first_simple_i & second_simple_i);
    if ((at == 2'd1) && !index_i) assert (first_lead_i & lead_i & (first_simple_i | ~event_i));
    assert (last == (pair | (at == 2'd1) | ~valid[1]));
    assert (both == (pair & ((at == 2'd3) | ~valid[3])));
    // Nothing waits that could be counted.
    if (steady_i && lead_i && first_lead_i && first_simple_i && second_there_i &&
        second_simple_i && htm_i &&
        (calm == '1) && (room_i == '1)) begin
      assert (both);
    end
    if (!index_i && lead_i && first_lead_i && (first_simple_i || !event_i) && first_calm_i[0] &&
        htm_i && (room_i == '1)) begin
      assert (at != 2'd0);
    end
    cover ((at == 2'd3) & ~index_i & (outcomes == 3'd4) & htm_i & ~pre_taken[0] & pre_taken[1]);
    cover ((at == 2'd2) & valid[3] & ~htm_i & (pre == 8'd126));
    cover ((at == 2'd1) & ~pair & ~index_i & ~first_simple_i);
    cover (pair & index_i & ~valid[3]);
  end

  // ---- One block per record ----

  logic pair1;
  logic both1;
  logic more1;
  logic last1;
  logic pre_branch1;
  logic pre_taken1;
  logic lone;
  logic [BlockW-1:0] shown1;
  logic [BlockW-1:0] own1;
  logic [AddrW-1:0] entry1;
  logic [7:0] pre1;
  logic [7:0] sum1;
  logic [7:0] sums1;
  logic pick1;
  logic [1:0] jumps1;

  tr_encoder_pair #(
    .Blocks(1),
    .AddrW(AddrW),
    .RetireW(RetireW),
    .ItypeW(ItypeW)
  ) u_one (
    .first_i(blocks_i[BlockW-1:0]),
    .second_i(blocks_i[2*BlockW +: BlockW]),
    .first_simple_i,
    .first_calm_i(first_calm_i[0]),
    .first_lead_i,
    .second_simple_i,
    .second_calm_i(second_calm_i[0]),
    .second_there_i,
    .first_total_i('0),
    .second_total_i('0),
    .index_i,
    .steady_i,
    .lead_i,
    .event_i,
    .htm_i,
    .room_i(room_i[2:1]),
    .pair_o(pair1),
    .both_o(both1),
    .more_o(more1),
    .block_o(shown1),
    .own_o(own1),
    .entry_o(entry1),
    .last_o(last1),
    .pre_o(pre1),
    .sum_o(sum1),
    .sums_o(sums1),
    .pick_o(pick1),
    .jumps_o(jumps1),
    .pre_branch_o(pre_branch1),
    .pre_taken_o(pre_taken1)
  );

  // more can come of the first
  assign lone = ~(first_calm_i[0] & (htm_i | ~(branch[0] & taken[0])));
  always_ff @(posedge clk_i) begin
    assert ((pair1 == both1) & (pair1 == more1) & last1);
    assert (jumps1[1] == (branch[0] & taken[0] & ~htm_i));
    if (pair1) assert (jumps1[0] == (branch[2] & taken[2] & ~htm_i));
    assert ((pick1 == pair1) & (!pair1 | (sums1 == sum1)));
    assert (own1 == blocks_i[BlockW-1:0]);
    assert (entry1 == own1[AddrW-1:0]);
    assert (shown1 == (pair1 ? blocks_i[2*BlockW +: BlockW] : blocks_i[BlockW-1:0]));
    assert (pre1 == (pair1 ? count[0] : 8'd0));
    assert (pre_branch1 == (pair1 & htm_i & branch[0]));
    if (pre_branch1) assert (pre_taken1 == taken[0]);
    if (pair1) begin
      assert (sum1 == count[0] + count[2]);
      assert (steady_i & second_there_i & first_simple_i & second_simple_i & ~lone);
      if (htm_i && (branch[0] || branch[2])) assert (room_i[1]);
      if (htm_i && branch[0] && branch[2]) assert (room_i[2]);
    end else begin
      if (steady_i && second_there_i && first_simple_i && second_simple_i && (room_i[2:1] == '1))
        assert (lone);
    end
    cover (pair1 & pre_branch1 & branch[2]);
  end

endmodule
