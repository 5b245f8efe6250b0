// SPDX-License-Identifier: Apache-2.0
// formal.sh: clocks
// Proof of tr_pulse_sync with two clocks that are free in every step: each pulse that was taken
// comes out once, none comes out that was not taken. Taken is a pulse while none is kept.

module tr_pulse_sync_fv (
  input logic src_next_i,  // the clocks in the next step
  input logic dst_next_i,
  input logic pulse_i
);

  logic src_clk_q;
  logic dst_clk_q;
  logic rst_nq;
  logic src_edge;
  logic dst_edge;
  logic busy;
  logic pulse;
  logic [1:0] under_way_q;  // taken, and not come out

  tr_pulse_sync u_dut (
    .src_clk_i(src_clk_q),
    .src_rst_ni(rst_nq),
    .pulse_i,
    .busy_o(busy),
    .dst_clk_i(dst_clk_q),
    .dst_rst_ni(rst_nq),
    .pulse_o(pulse)
  );

  // What the flip-flops take at an edge is what was there before it.
  assign src_edge = rst_nq & src_next_i & ~src_clk_q;
  assign dst_edge = rst_nq & dst_next_i & ~dst_clk_q;

  // A pulse that comes while one is kept is the same one. A kept one leaves when the one before has
  // been answered.
  logic kept_q;
  logic taken;
  assign taken = src_edge & pulse_i & (~kept_q | ~busy);

  initial begin
    src_clk_q   = 1'b0;
    dst_clk_q   = 1'b0;
    rst_nq      = 1'b0;
    kept_q      = 1'b0;
    under_way_q = '0;
  end

  always @($global_clock) begin
    rst_nq    <= 1'b1;
    src_clk_q <= src_next_i & rst_nq;
    dst_clk_q <= dst_next_i & rst_nq;
    if (src_edge) kept_q <= busy ? kept_q | pulse_i : kept_q & pulse_i;
    under_way_q <= under_way_q + 2'(taken) - 2'(dst_edge & pulse);
    if (rst_nq) begin
      assert (under_way_q <= 2'd2);
      if (dst_edge && pulse) assert (under_way_q != '0);
      // Nothing is forgotten: a source that is idle has nothing under way but what leaves the other
      // side.
      if (!busy && !kept_q) assert (under_way_q == '0);
      cover ((under_way_q == 2'd2) & dst_edge & pulse);
      cover (src_edge & pulse_i & busy & kept_q);
    end
  end

endmodule
