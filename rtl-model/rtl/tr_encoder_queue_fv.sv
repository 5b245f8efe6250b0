// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_queue with 5 places: every record leaves once and in order, unchanged, whether it is shown as the oldest, or with
// the record before it in one place, and then leaves with that or becomes the oldest. None is taken without room; records that are in
// the queue are shown after four cycles at most.

module tr_encoder_queue_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic       wvalid_i,
  input logic [1:0] wdata_i,  // what is kept of a second record, and 1 if it may be one
  input logic       wjoin_i,
  input logic       pop_i,
  input logic       both_i,
  input logic       track_i   // follow this record
);

  localparam int unsigned Places = 5;

  logic rst_nq, wready, valid, there, moves, push, follows_q, joins_q, first_valid_q;
  logic [1:0] first, next, word_q, next_q;
  logic second;
  logic [2:0] level, count_q, ahead_q, gone, late_q;

  tr_encoder_queue #(.Width(2), .PartW(1), .Depth(Places - 3)) u_dut (
    .clk_i, .rst_ni(rst_nq), .clr_i, .wvalid_i, .wready_o(wready), .wdata_i, .wpart_i(wdata_i[1]),
    .wjoin_i, .last_o(), .level_o(level), .valid_o(valid), .first_o(first), .there_o(there),
    .second_o(second), .again_i({second, 1'b1}), .moves_o(moves), .next_o(next), .pop_i, .both_i
  );

  assign push = wvalid_i & wready;
  assign gone = pop_i ? 3'd1 + 3'(both_i) : 3'd0;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    // Only what is shown leaves, and only what is known of a second record is kept of it.
    assume (valid | ~pop_i);
    assume ((pop_i & there) | ~both_i);
    assume (wdata_i[0] | ~wjoin_i);
    if (!rst_nq | clr_i) begin
      follows_q     <= 1'b0;
      count_q       <= '0;
      late_q        <= '0;
      first_valid_q <= 1'b0;
    end else begin
      count_q <= count_q + 3'(push) - gone;
      late_q  <= (valid | (count_q == '0)) ? '0 : late_q + 3'd1;
      if (!follows_q & push & track_i) begin
        follows_q <= 1'b1;
        joins_q   <= wjoin_i;
        word_q    <= wdata_i;
        ahead_q   <= count_q - gone;
      end else if (follows_q) begin
        ahead_q <= ahead_q - gone;
        if (ahead_q < gone) follows_q <= 1'b0;
      end
      first_valid_q <= moves;
      next_q        <= next;
    end
    if (rst_nq) begin
      assert (level == count_q);
      assert (count_q <= 3'(Places));
      assert (wready == (count_q != 3'(Places)));
      assert (!valid | (count_q != '0));
      assert (!there | (valid & (count_q > 3'd1)));
      assert (late_q < 3'd4);
      if (follows_q) assert (ahead_q < count_q);
      if (follows_q & (ahead_q == 3'd0) & valid) assert (first == word_q);
      if (follows_q & (ahead_q == 3'd1) & there) assert (joins_q & (second == word_q[1]));
      if (first_valid_q & valid) assert (first == next_q);
      cover (pop_i & both_i & (count_q == 3'(Places)));
      cover (pop_i & there & ~both_i & (ahead_q == 3'd1) & follows_q & push);
      cover (follows_q & (ahead_q == 3'd4) & joins_q);
    end
  end

endmodule
