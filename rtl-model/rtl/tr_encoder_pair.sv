// SPDX-License-Identifier: Apache-2.0
// Which block of the two oldest records is looked at, and what is counted along with it: small
// blocks before it of which nothing but counting can come, up to three (tr_encoder_ingress).

module tr_encoder_pair #(
  parameter int unsigned Blocks = 1,
  parameter int unsigned AddrW = 63,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  localparam int unsigned BlockW = 4 + AddrW + RetireW + ItypeW,
  localparam int unsigned PreN = 2 * Blocks - 1
) (
  // The oldest record and the next: blocks as in tr_encoder_ingress; and of a record:
  input  logic [Blocks*BlockW-1:0] first_i,
  input  logic [Blocks*BlockW-1:0] second_i,
  input  logic                     first_simple_i,  // its blocks are small, it has nothing else
  input  logic                     first_still_i,   // nothing comes of its blocks but counting
  input  logic                     first_join_i,    // its blocks can be one
  input  logic                     first_lead_i,    // its first block can be counted with the other
  input  logic                     second_simple_i,
  input  logic                     second_join_i,
  input  logic                     second_lead_i,
  input  logic                     second_there_i,
  input  logic                     index_i,         // the first block of the oldest is done
  // tr_encoder_steady; htm_i: a taken branch is an outcome and no more.
  input  logic                     roomy_i,
  input  logic                     steady_i,
  input  logic                     lead_i,
  input  logic                     htm_i,
  output logic                     pair_o,          // the block is the next record's
  output logic [       BlockW-1:0] block_o,
  output logic                     last_o,          // the last of its record
  output logic [              7:0] pre_o,           // half-words before it
  output logic [         PreN-1:0] pre_branch_o,    // branches before it, the oldest in bit 0
  output logic [         PreN-1:0] pre_taken_o
);

  localparam int unsigned ItypeAt = AddrW + RetireW;
  localparam int unsigned ValidAt = BlockW - 1;

  // Of all the blocks: the oldest record's, then the next one's.
  logic [2*Blocks-1:0] branch, taken;
  logic [2*Blocks*BlockW-1:0] all;
  logic still, pair;

  assign all = {second_i, first_i};
  for (genvar k = 0; k < 2 * Blocks; k = k + 1) begin : g_kind
    logic [3:0] itype;
    assign itype     = 4'(all[BlockW*k+ItypeAt +: ItypeW]);
    assign branch[k] = all[BlockW*k+ValidAt] & (itype[3:1] == 3'b010);
    assign taken[k]  = itype[0];
  end

  assign pair   = steady_i & second_there_i & first_simple_i & still & second_simple_i;
  assign pair_o = pair;

  if (Blocks == 1) begin : g_one
    logic unused;
    assign unused       = &{1'b0, first_join_i, first_lead_i, second_join_i, second_lead_i, index_i,
                            roomy_i, lead_i, branch[1], taken[1]};
    assign still        = first_still_i & (htm_i | ~(branch[0] & taken[0]));
    assign block_o      = pair ? second_i : first_i;
    assign last_o       = 1'b1;
    assign pre_o        = pair ? 8'(first_i[AddrW +: 6]) : '0;
    assign pre_branch_o = pair & htm_i & branch[0];
    assign pre_taken_o  = taken[0];
  end else begin : g_two
    // Two blocks a record. The first one of a record is counted with the second: joined to it, the
    // two being one block, or ahead of it.
    logic join_first, lead_first, join_second, lead_second, two_second, jumps0, jumps1, jumps2;
    logic [BlockW-1:0] b0, b1, b2, b3;
    logic [7:0] n0, n1, n2;

    assign {b3, b2, b1, b0} = all;
    assign jumps0      = branch[0] & taken[0] & ~htm_i;
    assign jumps1      = branch[1] & taken[1] & ~htm_i;
    assign jumps2      = branch[2] & taken[2] & ~htm_i;
    assign still       = first_still_i & (index_i | ~jumps0) & ~jumps1 &
                         (~two_second | join_second | lead_second);
    assign two_second  = b3[ValidAt];
    assign join_first  = first_join_i & roomy_i & ~index_i;
    assign lead_first  = first_lead_i & lead_i & ~index_i & ~jumps0 & ~join_first;
    assign join_second = second_join_i;
    assign lead_second = second_lead_i & ~second_join_i & ~jumps2;
    assign last_o      = pair | index_i | join_first | lead_first | ~b1[ValidAt];

    // Half-words and branches that come before the block.
    assign n0 = (index_i | (~pair & ~lead_first)) ? '0 : 8'(b0[AddrW +: 6]);
    assign n1 = (pair & b1[ValidAt]) ? 8'(b1[AddrW +: 6]) : '0;
    assign n2 = (pair & lead_second) ? 8'(b2[AddrW +: 6]) : '0;
    assign pre_o        = n0 + n1 + n2;
    assign pre_branch_o = {pair & lead_second & branch[2], pair & branch[1],
                           (pair | lead_first) & ~index_i & branch[0]} & {3{htm_i}};
    assign pre_taken_o  = taken[2:0];

    always_comb begin
      block_o = index_i ? b1 : b0;
      if (lead_first) block_o = b1;
      if (join_first) block_o[BlockW-1:ItypeAt] = b1[BlockW-1:ItypeAt];
      if (join_first) block_o[AddrW +: RetireW] = b0[AddrW +: RetireW] + b1[AddrW +: RetireW];
      if (pair) begin
        block_o = lead_second ? b3 : b2;
        if (join_second) block_o[BlockW-1:ItypeAt] = b3[BlockW-1:ItypeAt];
        if (join_second) block_o[AddrW +: RetireW] = b2[AddrW +: RetireW] + b3[AddrW +: RetireW];
      end
    end

    logic unused;
    assign unused = &{1'b0, branch[3], taken[3]};
  end

endmodule
