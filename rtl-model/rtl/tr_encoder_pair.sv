// SPDX-License-Identifier: Apache-2.0
// Which block of the two oldest records is looked at, and what is counted along with it: small
// blocks before it of which nothing but counting can come, up to three (tr_encoder_ingress).

module tr_encoder_pair #(
  parameter int unsigned Blocks = 1,
  parameter int unsigned AddrW = 63,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  localparam int unsigned BlockW = 8 + AddrW + RetireW + ItypeW,
  localparam int unsigned PreN = 2 * Blocks - 1,
  localparam int unsigned PickN = PreN              // blocks that can be shown with others
) (
  // The oldest record and the next: blocks as in tr_encoder_ingress; and of a record:
  input  logic [Blocks*BlockW-1:0] first_i,
  input  logic [Blocks*BlockW-1:0] second_i,
  input  logic                     first_simple_i,  // its blocks are small, it has nothing else
  input  logic [       Blocks-1:0] first_calm_i,    // linear, or a branch
  input  logic                     first_lead_i,    // its first block can be counted with the other
  input  logic                     second_simple_i, // so are the next one's
  input  logic [       Blocks-1:0] second_calm_i,
  input  logic                     second_there_i,
  // With two blocks: the half-words of each record, if its blocks are small.
  input  logic [              6:0] first_total_i,
  input  logic [              6:0] second_total_i,
  input  logic                     index_i,         // the first block of the oldest is done
  // tr_encoder_steady; htm_i: a taken branch is an outcome and no more.
  input  logic                     steady_i,
  input  logic                     lead_i,
  input  logic                     event_i,         // the first block ends an event in flight
  input  logic                     htm_i,
  input  logic [       2*Blocks:1] room_i,          // HIST has room for that many outcomes
  output logic                     pair_o,          // the block is the next record's
  output logic                     both_o,          // the block is that record's last
  output logic                     more_o,          // blocks before it wait for it
  output logic [       BlockW-1:0] block_o,
  output logic [       BlockW-1:0] own_o,           // the oldest of the blocks
  output logic [        AddrW-1:0] entry_o,         // where the oldest of the blocks begins
  output logic                     last_o,          // the oldest record ends with it, or before it
  output logic [              7:0] pre_o,           // half-words before it
  output logic [              7:0] sum_o,           // with more_o: half-words with it
  output logic [     8*PickN-1:0] sums_o,          // the same, for each block that could be shown
  output logic [        PickN-1:0] pick_o,          // which of them is; none: it is the oldest
  output logic [          PickN:0] jumps_o,         // a taken branch, no outcome; the oldest is
  output logic [         PreN-1:0] pre_branch_o,    // branches before it, the oldest in bit 0
  output logic [         PreN-1:0] pre_taken_o
);

  localparam int unsigned ItypeAt = AddrW + RetireW;
  localparam int unsigned ValidAt = BlockW - 1;

  // Of all the blocks: the oldest record's, then the next one's.
  logic [2*Blocks-1:0] branch;
  logic [2*Blocks-1:0] taken;
  logic [2*Blocks-1:0] jumps;
  logic [2*Blocks*BlockW-1:0] all;
  logic pair;

  assign all = {second_i, first_i};
  for (genvar k = 0; k < 2 * Blocks; k = k + 1) begin : gen_kind
    logic [3:0] itype;
    assign itype     = 4'(all[BlockW*k+ItypeAt +: ItypeW]);
    assign branch[k] = all[BlockW*k+ValidAt] & (itype[3:1] == 3'b010);
    assign taken[k]  = itype[0];
    assign jumps[k]  = branch[k] & taken[k] & ~htm_i;
  end

  assign pair_o = pair;

  if (Blocks == 1) begin : gen_one
    logic unused;
    assign unused       = &{1'b0, first_lead_i, second_calm_i, index_i, lead_i, event_i,
                            taken[1], first_total_i, second_total_i};
    logic room;
    assign room         = ~htm_i | ((~branch[0] | room_i[1]) & (~branch[1] | room_i[1]) &
                                    (~(&branch) | room_i[2]));
    assign pair         = steady_i & second_there_i & first_simple_i & first_calm_i[0] &
                          ~jumps[0] & room & second_simple_i;
    assign both_o       = pair;
    assign more_o       = pair;
    assign block_o      = pair ? second_i : first_i;
    assign own_o        = first_i;
    assign sum_o        = 8'(first_i[AddrW +: 6]) + 8'(second_i[AddrW +: 6]);
    assign sums_o       = sum_o;
    assign pick_o       = pair;
    assign jumps_o      = {jumps[0], jumps[1]};
    assign entry_o      = first_i[AddrW-1:0];
    assign last_o       = 1'b1;
    assign pre_o        = pair ? 8'(first_i[AddrW +: 6]) : '0;
    assign pre_branch_o = pair & htm_i & branch[0];
    assign pre_taken_o  = taken[0];
  end else begin : gen_two
    // As many of the four blocks as there are, up to the first of which more can come: to1 goes on
    // to the second block, to2 to the next record, to3 to its second block. If that takes several
    // messages, all wait for the last one.
    logic [BlockW-1:0] b0;
    logic [BlockW-1:0] b1;
    logic [BlockW-1:0] b2;
    logic [BlockW-1:0] b3;
    logic [2:0] quiet;
    logic to1;
    logic to2;
    logic to3;
    logic at_end;
    // half-words of a small block
    logic [7:0] n0;
    logic [7:0] n1;
    logic [7:0] n2;
    // of what is left of the oldest record, when all of it is counted
    logic [7:0] rest;
    logic [2:0] pick;

    assign {b3, b2, b1, b0} = all;
    // The outcomes up to a block do not fill HIST.
    logic [3:1] fits;
    for (genvar k = 1; k < 4; k = k + 1) begin : gen_fits
      logic [k:0] kinds;
      logic [2:0] outcomes;
      assign kinds = branch[k:0] & ~{{k{1'b0}}, index_i};
      always_comb begin
        outcomes = '0;
        for (int unsigned j = 0; j <= k; j = j + 1) outcomes = outcomes + 3'(kinds[j]);
      end
      assign fits[k] = ~htm_i | (outcomes == '0) | ((outcomes == 3'd1) & room_i[1]) |
                       ((outcomes == 3'd2) & room_i[2]) | ((outcomes == 3'd3) & room_i[3]) |
                       ((outcomes == 3'd4) & room_i[4]);
    end

    assign quiet  = {second_calm_i[0], first_calm_i} & ~jumps[2:0];
    assign to1    = ~index_i & first_lead_i & lead_i & (first_simple_i | ~event_i) & quiet[0] &
                    fits[1];
    assign at_end = index_i | to1 | ~b1[ValidAt];
    assign to2    = at_end & steady_i & second_there_i & first_simple_i & second_simple_i &
                    (b1[ValidAt] ? quiet[1] : quiet[0]) & fits[2];
    assign to3    = to2 & b3[ValidAt] & quiet[2] & fits[3];
    assign pair   = to2;
    assign more_o = to1 | to2;
    assign both_o = to2 & (to3 | ~b3[ValidAt]);
    assign last_o = at_end;

    // Half-words and branches that come before the block. All sums that there can be come from
    // registers; which block is shown is known late, and selects.
    assign n0     = 8'(b0[AddrW +: 6]);
    assign n1     = 8'(b1[AddrW +: 6]);
    assign n2     = 8'(b2[AddrW +: 6]);
    assign rest   = index_i ? n1 : 8'(first_total_i);
    assign pick   = {to3, to2 & ~to3, to1 & ~to2};
    assign pick_o = pick;
    assign jumps_o = {index_i ? jumps[1] : jumps[0], jumps[3:1]};
    assign sums_o = {rest + 8'(second_total_i), rest + n2, 8'(first_total_i)};
    assign pre_o  = ({8{pick[0]}} & n0) | ({8{pick[1]}} & rest) | ({8{pick[2]}} & (rest + n2));
    assign sum_o  = ({8{pick[0]}} & sums_o[7:0]) | ({8{pick[1]}} & sums_o[15:8]) |
                    ({8{pick[2]}} & sums_o[23:16]);
    assign own_o        = index_i ? b1 : b0;
    assign pre_branch_o = {to3 & branch[2], to2 & branch[1],
                           (to1 | (to2 & ~index_i & ~b1[ValidAt])) & branch[0]} & {3{htm_i}};
    assign pre_taken_o  = taken[2:0];

    assign entry_o = index_i ? b1[AddrW-1:0] : b0[AddrW-1:0];
    always_comb begin
      block_o = (index_i || to1) ? b1 : b0;
      if (to2) block_o = to3 ? b3 : b2;
    end

    logic unused;
    assign unused = &{1'b0, taken[3], second_calm_i[1]};
  end

endmodule
