// SPDX-License-Identifier: Apache-2.0
// What tr_encoder_queue_fv and tr_encoder_window_fv state alike. A record is followed from when it is taken until it leaves: ahead_q records are
// before it. None is taken without room, and one that is there is shown after Late cycles at most.

  logic rst_nq, wready, valid, there, push, follows_q, joins_q;
  logic [1:0] first, word_q;
  logic [2:0] level, count_q, ahead_q, gone, late_q;

  assign push = wvalid_i & wready;
  assign gone = pop_i ? 3'd1 + 3'(both_i) : 3'd0;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    // Only what is shown leaves.
    assume (valid | ~pop_i);
    assume ((pop_i & there) | ~both_i);
    if (!rst_nq | clr_i) begin
      follows_q <= 1'b0;
      count_q   <= '0;
      late_q    <= '0;
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
    end
    if (rst_nq) begin
      assert (level == count_q);
      assert (count_q <= 3'(Places));
      assert (wready == (count_q != 3'(Places)));
      assert (!valid | (count_q != '0));
      assert (!there | (valid & (count_q > 3'd1)));
      assert (late_q < 3'(Late));
      if (follows_q) assert (ahead_q < count_q);
      if (follows_q & (ahead_q == 3'd0) & valid) assert (first == word_q);
    end
  end
