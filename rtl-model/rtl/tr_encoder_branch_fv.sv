// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_branch: a message is the one sent last exactly when all that it reports is
// the same, with the I-CNT that adding up makes; and the count is that of messages that were not
// sent.

module tr_encoder_branch_fv #(
  localparam int unsigned AddrW = 2,
  localparam int unsigned HistW = 3,
  localparam int unsigned IcntW = 10,
  localparam int unsigned RetireW = 8,
  localparam int unsigned PickN = 2,
  localparam int unsigned CountW = 2
) (
  input logic               clk_i,
  input logic               forget_i,
  input logic               sent_i,
  input logic               count_i,
  input logic               drop_i,
  input logic               indirect_i,
  input logic [        1:0] btype_i,
  input logic [  HistW-1:0] hist_i,
  input logic [  AddrW-1:0] iaddr_i,
  input logic [  IcntW-1:0] icnt_i,
  input logic [RetireW-1:0] own_i,
  input logic [8*PickN-1:0] sums_i,
  input logic [  PickN-1:0] pick_i,
  input logic [    PickN:0] jumps_i,
  input logic               counts_i      // the message is for a branch that is counted now
);

  logic rst_nq;
  logic equal_indirect;
  logic equal_counted;
  logic equal_direct;
  logic held;
  logic full;
  logic [CountW-1:0] count;
  logic [IcntW-1:0] sent_icnt;
  logic jumps;

  // I-CNT of the message, added up; of a direct branch only that is known.
  logic [IcntW-1:0] counted;
  assign counted   = (pick_i == '0) ? IcntW'(own_i)
                                    : IcntW'(pick_i[0] ? sums_i[7:0] : sums_i[15:8]);
  assign jumps     = (pick_i == '0) ? jumps_i[PickN] : pick_i[0] ? jumps_i[0] : jumps_i[1];
  assign sent_icnt = counts_i ? icnt_i + counted : icnt_i;

  tr_encoder_branch #(
    .AddrW(AddrW),
    .HistW(HistW),
    .IcntW(IcntW),
    .RetireW(RetireW),
    .PickN(PickN),
    .CountW(CountW)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .forget_i,
    .sent_i,
    .count_i,
    .drop_i,
    .indirect_i,
    .btype_i,
    .hist_i,
    .iaddr_i,
    .sent_icnt_i(sent_icnt),
    .icnt_i,
    .own_i,
    .sums_i,
    .pick_i,
    .jumps_i,
    .equal_indirect_o(equal_indirect),
    .equal_counted_o(equal_counted),
    .equal_direct_o(equal_direct),
    .held_o(held),
    .full_o(full),
    .count_o(count)
  );

  // The message sent last, and how often it came again.
  logic last_q;
  logic last_indirect_q;
  logic [IcntW-1:0] last_icnt_q;
  logic [1:0] last_btype_q;
  logic [HistW-1:0] last_hist_q;
  logic [AddrW-1:0] last_iaddr_q;
  logic [CountW-1:0] again_q;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    // One block at most is picked (tr_encoder_pair_fv); a jump's message counts nothing; a count
    // that is full is sent (tr_encoder_flow).
    assume (pick_i != '1);
    assume (~(indirect_i & counts_i));
    assume (~(count_i & full & ~drop_i));
    if (!rst_nq) begin
      last_q  <= 1'b0;
      again_q <= '0;
    end else begin
      if (sent_i) begin
        last_q          <= 1'b1;
        last_indirect_q <= indirect_i;
        last_icnt_q     <= sent_icnt;
        last_btype_q    <= btype_i;
        last_hist_q     <= hist_i;
        last_iaddr_q    <= iaddr_i;
      end else if (forget_i) begin
        last_q <= 1'b0;
      end
      if (drop_i) again_q <= '0;
      else if (count_i) again_q <= again_q + CountW'(1);
    end
    if (rst_nq) begin
      assert (equal_indirect == (last_q && last_indirect_q && (last_icnt_q == icnt_i) &&
                                 (last_btype_q == btype_i) && (last_hist_q == hist_i) &&
                                 (last_iaddr_q == iaddr_i)));
      assert (equal_counted == (last_q && !last_indirect_q && (last_icnt_q == icnt_i)));
      assert (equal_direct == (last_q && !last_indirect_q && jumps &&
                               (last_icnt_q == icnt_i + counted)));
      assert (count == again_q);
      assert (held == (again_q != '0));
      assert (full == (again_q == '1));
      cover (equal_indirect & (icnt_i != '0) & held);
      cover (equal_direct & (pick_i == 2'b10) & (icnt_i > IcntW'(8'hff)) & (counted > 10'd100));
      cover (equal_direct & (pick_i == '0) & full);
      cover (equal_counted & (icnt_i != '0));
    end
  end

endmodule
