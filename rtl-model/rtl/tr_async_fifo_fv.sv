// SPDX-License-Identifier: Apache-2.0
// formal.sh: clocks
// Proof of tr_async_fifo with two clocks that are free in every step, and synchronizers that take a
// change now or a cycle later: an entry comes out once, unchanged and in order; none is taken
// without room. One bit of data stands for any, as no data is looked at.

module tr_async_fifo_fv (
  input logic src_next_i,  // the clocks in the next step
  input logic dst_next_i,
  input logic valid_i,
  input logic data_i,
  input logic ready_i,
  input logic track_i      // follow this entry
);

  localparam int unsigned Depth = 4;

  logic src_clk_q;
  logic dst_clk_q;
  logic rst_nq;
  logic src_edge;
  logic dst_edge;
  logic push;
  logic pop;
  logic follows_q;
  logic valid;
  logic ready;
  logic data;
  logic word_q;
  logic [2:0] count_q;
  logic [2:0] ahead_q;
  logic [2:0] wptr;
  logic [2:0] rptr;

  tr_async_fifo #(
    .Width(1),
    .Depth(Depth)
  ) u_dut (
    .src_clk_i(src_clk_q),
    .src_rst_ni(rst_nq),
    .wvalid_i(valid_i),
    .wready_o(ready),
    .wdata_i(data_i),
    .wptr_o(wptr),
    .dst_clk_i(dst_clk_q),
    .dst_rst_ni(rst_nq),
    .rvalid_o(valid),
    .rready_i(ready_i),
    .rdata_o(data),
    .rptr_o(rptr)
  );

  // What the flip-flops take at an edge is what was there before it.
  assign src_edge = rst_nq & src_next_i & ~src_clk_q;
  assign dst_edge = rst_nq & dst_next_i & ~dst_clk_q;
  assign push     = src_edge & valid_i & ready;
  assign pop      = dst_edge & valid & ready_i;

  initial begin
    src_clk_q = 1'b0;
    dst_clk_q = 1'b0;
    rst_nq    = 1'b0;
    follows_q = 1'b0;
    count_q   = '0;
  end

  always @($global_clock) begin
    rst_nq    <= 1'b1;
    src_clk_q <= src_next_i & rst_nq;
    dst_clk_q <= dst_next_i & rst_nq;
    count_q   <= count_q + 3'(push) - 3'(pop);
    if (!follows_q && push && track_i) begin
      follows_q <= 1'b1;
      word_q    <= data_i;
      ahead_q   <= count_q - 3'(pop);
    end else if (follows_q && pop) begin
      ahead_q <= ahead_q - 3'd1;
      if (ahead_q == '0) follows_q <= 1'b0;
    end
    if (rst_nq) begin
      assert (count_q <= 3'(Depth));
      assert (count_q == wptr - rptr);
      if (push) assert (count_q != 3'(Depth));
      if (pop) assert (count_q != '0);
      if (follows_q) assert (ahead_q < count_q);
      if (follows_q && (ahead_q == '0) && pop) assert (data == word_q);
      cover (push & pop & (count_q == 3'd3));
      cover (follows_q & (ahead_q == 3'd3));
    end
  end

endmodule
