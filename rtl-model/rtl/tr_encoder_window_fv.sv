// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_window with 5 places: every record leaves once and in order, unchanged, alone
// or with the next one; a record is shown beside the one before only if it may be. None is taken
// without room; three cycles after it was taken a record is shown as soon as it is its turn.

module tr_encoder_window_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic       wvalid_i,
  input logic [1:0] wdata_i,
  input logic       wjoin_i,
  input logic       pop_i,
  input logic       both_i,
  input logic       track_i   // follow this record
);

  localparam int unsigned Places = 5;
  localparam int unsigned Late = 3;

`include "tr_encoder_records_fv.svh"

  logic wrote_q;
  logic [1:0] second;
  logic [1:0] last;
  logic [1:0] data_q;
  logic [1:0] age_q;        // cycles since the record that is followed was taken, 3 at most

  tr_encoder_window #(
    .Width(2),
    .Depth(Places - 3)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .wvalid_i,
    .wready_o(wready),
    .wdata_i,
    .wjoin_i,
    .last_o(last),
    .level_o(level),
    .valid_o(valid),
    .first_o(first),
    .there_o(there),
    .second_o(second),
    .pop_i,
    .both_i
  );

  always_ff @(posedge clk_i) begin
    data_q <= wdata_i;
    if (!rst_nq || clr_i) begin
      age_q   <= 2'd0;
      wrote_q <= 1'b0;
    end else begin
      age_q   <= !follows_q ? 2'd1 : (age_q == 2'd3) ? age_q : age_q + 2'd1;
      wrote_q <= push;
    end
    if (rst_nq) begin
      // Three cycles after it was taken it is shown when it is the oldest, or the next one and may
      // be, whatever leaves in between.
      if (follows_q && (age_q == 2'd3) && (ahead_q == 3'd0)) assert (valid);
      if (follows_q && (age_q == 2'd3) && (ahead_q == 3'd1) && joins_q) assert (there);
      if (wrote_q) assert (last == data_q);
      if (follows_q && (ahead_q == 3'd1) && there) assert (joins_q & (second == word_q));
      cover (pop_i & both_i & (count_q == 3'(Places)));
      cover (pop_i & there & ~both_i & (ahead_q == 3'd1) & follows_q & push);
      cover (follows_q & (age_q == 2'd3) & (ahead_q == 3'd1) & joins_q & pop_i & both_i & push);
      cover (follows_q & (ahead_q == 3'd0) & valid & there & (count_q == 3'd3));
    end
  end

endmodule
