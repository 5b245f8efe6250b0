// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_queue with 5 places: every record leaves once and in order, unchanged,
// whether it is shown as the oldest, or with the record before it in one place, and then leaves
// with that or becomes the oldest. None is taken without room; records that are in the queue are
// shown after four cycles at most. The bits that are shown one cycle late are those of the first
// record of a place. tr_encoder_ingress_fv builds on what is stated here.

module tr_encoder_queue_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic       wvalid_i,
  // shown late; what is kept of a second record; 1 if it may be one
  input logic [2:0] wdata_i,
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
  logic late;
  logic [2:0] shown;
  logic [2:0] last;
  logic [2:0] next;
  logic [2:0] alone;
  logic [1:0] next_q;
  logic [2:0] written_q;  // the last record that was taken,
  logic wrote_q;          // in the cycle before,
  logic open_q;           // not as a second
  logic joined;
  logic [2:0] before_q;   // the record before the one that is followed
  logic second_q;         // that one shares the place of the record before it
  logic latest_q;         // none was taken after it
  logic first_q;          // the one that was shares its place
  logic late_bit_q;           // its late bit
  logic looked_q;         // the place that is shown was shown in the cycle before

  assign first  = shown[1:0];
  assign late   = shown[2];
  assign joined = open_q && wjoin_i;

  tr_encoder_queue #(
    .Width(3),
    .PartW(1),
    .LateAt(2),
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
    .last_o(last),
    .level_o(level),
    .valid_o(valid),
    .first_o(shown),
    .there_o(there),
    .second_o(second),
    .again_i({1'b0, second, 1'b1}),
    .moves_o(moves),
    .next_o(next),
    .alone_o(alone),
    .pop_i,
    .both_i
  );

  always_ff @(posedge clk_i) begin
    // Only what is known of a second record is kept of it.
    assume (wdata_i[0] | ~wjoin_i);
    moved_q <= moves & rst_nq & ~clr_i;
    next_q  <= next[1:0];
    if (!rst_nq || clr_i) begin
      wrote_q  <= 1'b0;
      open_q   <= 1'b0;
      latest_q <= 1'b0;
      looked_q <= 1'b0;
    end else begin
      wrote_q  <= push;
      open_q   <= push && !joined;
      looked_q <= valid && (!pop_i || (looked_q && there && !both_i));
      if (push) begin
        written_q <= wdata_i;
        latest_q  <= 1'b0;
        if (latest_q) first_q <= joined;
      end
      if (!follows_q && push && track_i) begin
        before_q <= written_q;
        second_q <= joined;
        latest_q <= 1'b1;
        first_q  <= 1'b0;
        late_bit_q   <= joined ? written_q[2] : wdata_i[2];
      end
    end
    if (rst_nq) begin
      if (wrote_q) assert (last == written_q);
      if (follows_q && (ahead_q == 3'd1) && valid) begin
        assert (there == second_q);
        if (second_q) assert ((second == word_q[1]) && (first == before_q[1:0]));
        if (second_q && looked_q) assert (late == late_bit_q);
      end
      if (follows_q && (ahead_q == 3'd0) && valid) begin
        assert (there == (first_q && !second_q));
        if (looked_q) assert (late == late_bit_q);
      end
      if (moved_q && valid) assert (first == next_q);
      if (!both_i) assert (alone[1:0] == next[1:0]);
      cover (pop_i & both_i & (count_q == 3'(Places)));
      cover (pop_i & there & ~both_i & (ahead_q == 3'd1) & follows_q & push);
      cover (follows_q & (ahead_q == 3'd4) & joins_q);
      cover (follows_q && (ahead_q == 3'd0) && valid && looked_q && second_q && late);
    end
  end

endmodule
