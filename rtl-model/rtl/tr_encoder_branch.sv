// SPDX-License-Identifier: Apache-2.0
// RepeatBranch (N-Trace 1.0, RepeatBranch Message): the branch message sent last, and how often it
// came again with nothing sent between.
//
// A direct branch is the same one when I-CNT is, with the block that it ends. What is counted with
// that block is known late, so each sum that there can be is compared, without adding it up: a + b
// is c when each bit of a ^ b ^ c is the carry that the bits of a, b and c below it make.

module tr_encoder_branch #(
  parameter bit          Enable = 1'b1,
  parameter int unsigned AddrW = 63,
  parameter int unsigned HistW = 32,
  parameter int unsigned IcntW = 22,
  parameter int unsigned RetireW = 8,
  parameter int unsigned PickN = 1,
  parameter int unsigned CountW = 18
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               forget_i,         // another message was sent, or one lost
  input  logic               sent_i,           // a branch message was sent (wins over forget_i)
  input  logic               count_i,          // it came again
  input  logic               drop_i,           // the count was sent, or lost
  // The message: for a jump, with B-TYPE, HIST and the address it went to; else for a direct
  // branch.
  input  logic               indirect_i,
  input  logic [        1:0] btype_i,
  input  logic [  HistW-1:0] hist_i,
  input  logic [  AddrW-1:0] iaddr_i,
  input  logic [  IcntW-1:0] sent_icnt_i,      // with sent_i: its I-CNT
  input  logic [  IcntW-1:0] icnt_i,           // I-CNT before the block is counted
  // Half-words that are counted: of the oldest block by itself; of others with what comes before
  // them, and which of these it is (tr_encoder_pair).
  input  logic [RetireW-1:0] own_i,
  input  logic [8*PickN-1:0] sums_i,
  input  logic [  PickN-1:0] pick_i,
  input  logic [    PickN:0] jumps_i,          // it is a direct branch; the oldest block is
  output logic               equal_indirect_o, // the message sent last was that for the jump
  output logic               equal_counted_o,  // that for a branch, with I-CNT as it is
  output logic               equal_direct_o,   // for this one, with I-CNT after it
  output logic               held_o,           // the count is not 0
  output logic               full_o,           // the count cannot grow
  output logic [ CountW-1:0] count_o
);

  if (Enable) begin : gen_branch
    logic valid_d, valid_q;
    logic held_d, held_q;
    logic indirect_d, indirect_q;
    logic [1:0] btype_d, btype_q;
    logic [HistW-1:0] hist_d, hist_q;
    logic [AddrW-1:0] iaddr_d, iaddr_q;
    logic [IcntW-1:0] icnt_d, icnt_q;
    logic [CountW-1:0] count_d, count_q;
    logic same_icnt;
    logic same_own;
    logic [PickN-1:0] same_sums;

    // icnt_i and counted are the I-CNT of the message.
    function automatic logic sums_up(input logic [IcntW-1:0] from, input logic [IcntW-1:0] counted,
                                     input logic [IcntW-1:0] to);
      logic [IcntW-1:0] carries;
      carries = ((from & counted) | ((from | counted) & ~to)) << 1;
      sums_up = (from ^ counted ^ to) == carries;
    endfunction

    assign same_icnt = icnt_i == icnt_q;
    assign same_own  = sums_up(icnt_i, IcntW'(own_i), icnt_q);
    for (genvar k = 0; k < PickN; k = k + 1) begin : gen_sums
      assign same_sums[k] = sums_up(icnt_i, IcntW'(sums_i[8*k +: 8]), icnt_q);
    end

    assign equal_indirect_o = valid_q && indirect_q && same_icnt && (btype_q == btype_i) &&
                              (hist_q == hist_i) && (iaddr_q == iaddr_i);
    assign equal_counted_o  = valid_q && !indirect_q && same_icnt;
    assign equal_direct_o   = valid_q && !indirect_q &&
                              ((pick_i == '0) ? jumps_i[PickN] && same_own
                                              : (|(pick_i & jumps_i[PickN-1:0] & same_sums)));
    assign held_o  = held_q;
    assign full_o  = &count_q;
    assign count_o = count_q;

    always_comb begin
      valid_d    = valid_q;
      indirect_d = indirect_q;
      btype_d    = btype_q;
      hist_d     = hist_q;
      iaddr_d    = iaddr_q;
      icnt_d     = icnt_q;
      count_d    = count_q;
      if (sent_i) begin
        valid_d    = 1'b1;
        indirect_d = indirect_i;
        btype_d    = btype_i;
        hist_d     = hist_i;
        iaddr_d    = iaddr_i;
        icnt_d     = sent_icnt_i;
      end else if (forget_i) begin
        valid_d = 1'b0;
      end
      held_d = (held_q | count_i) & ~drop_i;
      if (drop_i) count_d = '0;
      else if (count_i) count_d = count_q + 1'b1;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q    <= 1'b0;
        indirect_q <= 1'b0;
        btype_q    <= '0;
        hist_q     <= '0;
        iaddr_q    <= '0;
        icnt_q     <= '0;
        count_q    <= '0;
        held_q     <= 1'b0;
      end else begin
        valid_q    <= valid_d;
        indirect_q <= indirect_d;
        btype_q    <= btype_d;
        hist_q     <= hist_d;
        iaddr_q    <= iaddr_d;
        icnt_q     <= icnt_d;
        held_q     <= held_d;
        count_q    <= count_d;
      end
    end
  end else begin : gen_no_branch
    logic unused;
    assign unused  = &{1'b0, clk_i, rst_ni, forget_i, sent_i, count_i, drop_i, indirect_i, btype_i,
                       hist_i, iaddr_i, sent_icnt_i, icnt_i, own_i, sums_i, pick_i, jumps_i};
    assign equal_indirect_o = 1'b0;
    assign equal_counted_o  = 1'b0;
    assign equal_direct_o   = 1'b0;
    assign held_o  = 1'b0;
    assign full_o  = 1'b0;
    assign count_o = '0;
  end

endmodule
