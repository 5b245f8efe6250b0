// SPDX-License-Identifier: Apache-2.0
// formal.sh: clocks
// Proof of tr_async_link with two clocks that are free in every step, and synchronizers that take a
// change now or a cycle later: when a flush is answered, its question had been answered by the
// sender, and all beats that were in the queue then have been taken. The beats: tr_async_fifo_fv.

module tr_async_link_fv (
  input logic       src_next_i,  // the clocks in the next step
  input logic       dst_next_i,
  input logic       valid_i,
  input logic [7:0] data_i,
  input logic       last_i,
  input logic       ready_i,
  input logic       stopped_i,
  input logic       flush_i,
  input logic       flushed_i,
  input logic       sync_i
);

  localparam int unsigned Depth = 4;

  logic src_clk_q, dst_clk_q, rst_nq, src_edge, dst_edge, push, pop, valid, ready, last;
  logic stopped, flush, flushed, sync;
  logic [7:0] data;
  logic [2:0] count_q;

  tr_async_link #(.Lanes(1), .Depth(Depth)) u_dut (
    .src_clk_i(src_clk_q), .src_rst_ni(rst_nq), .link_valid_i(valid_i), .link_data_i(data_i),
    .link_last_i(last_i), .link_ready_o(ready), .link_stopped_o(stopped), .flush_o(flush),
    .flushed_i, .sync_o(sync), .dst_clk_i(dst_clk_q), .dst_rst_ni(rst_nq), .link_valid_o(valid),
    .link_data_o(data), .link_last_o(last), .link_ready_i(ready_i), .link_stopped_i(stopped_i),
    .flush_i, .flushed_o(flushed), .sync_i
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
    count_q   = '0;
  end

  always @($global_clock) begin
    rst_nq    <= 1'b1;
    src_clk_q <= src_next_i & rst_nq;
    dst_clk_q <= dst_next_i & rst_nq;
    count_q   <= count_q + 3'(push) - 3'(pop);
  end

  // A flush: beats in the queue at the moment of the sender's answer.
  logic [2:0] before_q;
  logic answered_q;
  initial begin
    before_q   = '0;
    answered_q = 1'b0;
  end
  always @($global_clock) begin
    if (src_edge & flush & flushed_i) begin
      // The beat of this very cycle is younger than the flush.
      before_q   <= count_q - 3'(pop);
      answered_q <= 1'b1;
    end else if (pop & (before_q != '0)) before_q <= before_q - 3'd1;
    if (dst_edge & flushed) answered_q <= 1'b0;
    if (rst_nq & flushed) assert (answered_q & (before_q == '0));
  end

endmodule
