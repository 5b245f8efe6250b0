// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_queue with 5 places: every record leaves once and in order, unchanged,
// whether it is shown as the oldest, or with the record before it in one place, and then leaves
// with that or becomes the oldest. None is taken without room; records that are in the queue are
// shown after four cycles at most.

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
  localparam int unsigned Late = 4;

`include "tr_encoder_records_fv.svh"

  logic second;
  logic moves;
  logic moved_q;
  logic [1:0] next;
  logic [1:0] next_q;

  tr_encoder_queue #(
    .Width(2),
    .PartW(1),
    .Depth(Places - 3)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .wvalid_i,
    .wready_o(wready),
    .wdata_i,
    .wpart_i(wdata_i[1]),
    .wjoin_i,
    .last_o(),
    .level_o(level),
    .valid_o(valid),
    .first_o(first),
    .there_o(there),
    .second_o(second),
    .again_i({second, 1'b1}),
    .moves_o(moves),
    .next_o(next),
    .pop_i,
    .both_i
  );

  always_ff @(posedge clk_i) begin
    // Only what is known of a second record is kept of it.
    assume (wdata_i[0] | ~wjoin_i);
    moved_q <= moves & rst_nq & ~clr_i;
    next_q  <= next;
    if (rst_nq) begin
      if (follows_q && (ahead_q == 3'd1) && there) assert (joins_q & (second == word_q[1]));
      if (moved_q && valid) assert (first == next_q);
      cover (pop_i & both_i & (count_q == 3'(Places)));
      cover (pop_i & there & ~both_i & (ahead_q == 3'd1) & follows_q & push);
      cover (follows_q & (ahead_q == 3'd4) & joins_q);
    end
  end

endmodule
