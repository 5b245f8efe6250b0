// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_stamps for up to 3 records in the queue: what is asked for comes one cycle
// later, of the oldest record, of the one after it, and of the last one that left, also when the
// queue was emptied since; 0 before the first record has left.

module tr_encoder_stamps_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic       write_i,
  input logic [1:0] time_i,
  input logic       shown_i,
  input logic       two_i,
  input logic       pop_i,
  input logic       both_i,
  input logic       track_i   // follow this record
);

  localparam int unsigned Records = 3;

  logic rst_nq;
  logic follows_q;        // the record is in the queue,
  logic [1:0] ahead_q;    // with that many before it
  logic last_q;           // it is the last one that left
  logic none_q;           // no record has left
  logic asked_q;
  logic blank_q;
  logic takes;
  logic [1:0] count_q;
  logic [1:0] gone;
  logic [1:0] word_q;
  logic [1:0] answer;

  assign takes = write_i && !clr_i;
  assign gone  = !pop_i ? 2'd0 : both_i ? 2'd2 : 2'd1;

  tr_encoder_stamps #(
    .TsW(2),
    .Records(Records)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .write_i,
    .time_i,
    .shown_i,
    .two_i,
    .pop_i,
    .both_i,
    .time_o(answer)
  );

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    // As in tr_encoder_queue: no record is taken without room; only what is there is shown, and
    // what is shown leaves.
    assume (!write_i || (count_q != 2'(Records)));
    assume (!shown_i || (count_q > 2'(two_i)));
    assume (!pop_i || shown_i);
    assume (!both_i || two_i);
    if (!rst_nq) begin
      count_q   <= '0;
      follows_q <= 1'b0;
      last_q    <= 1'b0;
      none_q    <= 1'b1;
      asked_q   <= 1'b0;
      blank_q   <= 1'b0;
    end else begin
      count_q <= clr_i ? 2'd0 : count_q + 2'(takes) - gone;
      none_q  <= none_q && !pop_i;
      asked_q <= shown_i ? follows_q && (ahead_q == 2'(two_i)) : last_q;
      blank_q <= !shown_i && none_q;
      if (pop_i) last_q <= follows_q && (ahead_q + 2'd1 == gone);
      if (!follows_q && !last_q && takes && track_i) begin
        follows_q <= 1'b1;
        word_q    <= time_i;
        ahead_q   <= count_q - gone;
      end else begin
        follows_q <= follows_q && !clr_i && (ahead_q >= gone);
        ahead_q   <= ahead_q - gone;
      end
      assert (!asked_q || (answer == word_q));
      assert (!blank_q || (answer == '0));
      cover (asked_q && last_q && !shown_i && (count_q == 2'(Records)));
      cover (asked_q && follows_q && (ahead_q == 2'd1) && pop_i && both_i && write_i);
      cover (last_q && clr_i);
    end
  end

endmodule
