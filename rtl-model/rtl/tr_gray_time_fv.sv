// SPDX-License-Identifier: Apache-2.0
// formal.sh: clocks
// Proof of tr_gray_time with two clocks that are free in every step, for a counter of 4 bits that
// may stand still: what comes out never goes back, and is no later than what went in.

module tr_gray_time_fv (
  input logic src_next_i,  // the clocks in the next step
  input logic dst_next_i,
  input logic count_i
);

  logic src_clk_q;
  logic dst_clk_q;
  logic rst_nq;
  logic src_edge;
  logic [3:0] time_q;
  logic [3:0] seen;
  logic [3:0] seen_q;
  logic [3:0] late;
  logic [3:0] before;

  tr_gray_time #(
    .Width(4)
  ) u_dut (
    .src_clk_i(src_clk_q),
    .src_rst_ni(rst_nq),
    .time_i(time_q),
    .dst_clk_i(dst_clk_q),
    .dst_rst_ni(rst_nq),
    .time_o(seen)
  );

  assign src_edge = rst_nq & src_next_i & ~src_clk_q;
  // How far the other domain is behind. The counter waits before it is a whole turn ahead, which a
  // clock that stands still would otherwise allow.
  assign late   = time_q - seen;
  assign before = time_q - seen_q;

  initial begin
    src_clk_q = 1'b0;
    dst_clk_q = 1'b0;
    rst_nq    = 1'b0;
    time_q    = '0;
    seen_q    = '0;
  end

  always @($global_clock) begin
    rst_nq    <= 1'b1;
    src_clk_q <= src_next_i & rst_nq;
    dst_clk_q <= dst_next_i & rst_nq;
    if (src_edge && count_i && (late < 4'd12)) time_q <= time_q + 4'd1;
    seen_q <= seen;
    if (rst_nq) begin
      assert (late <= 4'd12);
      // Both against the same time_q: the newer one is nearer to it.
      assert (late <= before);
      cover (late == 4'd12);
      cover ((seen == 4'd5) & (late == '0));
    end
  end

endmodule
