// SPDX-License-Identifier: Apache-2.0
// formal.sh: clocks
// Proof of tr_async_flush with two clocks that are free in every step, and any queue of 4: when a
// flush is answered, its question has been answered by the sender, and all that was in the queue
// then has been read.

module tr_async_flush_fv (
  input logic src_next_i,  // the clocks in the next step
  input logic dst_next_i,
  input logic write_i,     // an entry is written, when there is room
  input logic read_i,      // the oldest is read, when there is one
  input logic flush_i,
  input logic flushed_i
);

  logic src_clk_q;
  logic dst_clk_q;
  logic rst_nq;
  logic src_edge;
  logic dst_edge;
  logic push;
  logic pop;
  logic flush;
  logic flushed;
  logic [2:0] wptr_q;
  logic [2:0] rptr_q;
  logic [2:0] count;
  logic [2:0] before_q;
  logic answered_q;
  logic asked_q;

  tr_async_flush #(
    .PtrW(3)
  ) u_dut (
    .src_clk_i(src_clk_q),
    .src_rst_ni(rst_nq),
    .wptr_i(wptr_q),
    .flush_o(flush),
    .flushed_i,
    .dst_clk_i(dst_clk_q),
    .dst_rst_ni(rst_nq),
    .rptr_i(rptr_q),
    .flush_i,
    .flushed_o(flushed)
  );

  // What the flip-flops take at an edge is what was there before it.
  assign src_edge = rst_nq & src_next_i & ~src_clk_q;
  assign dst_edge = rst_nq & dst_next_i & ~dst_clk_q;
  assign count    = wptr_q - rptr_q;
  assign push     = src_edge & write_i & (count != 3'd4);
  assign pop      = dst_edge & read_i & (count != 3'd0);

  initial begin
    src_clk_q  = 1'b0;
    dst_clk_q  = 1'b0;
    rst_nq     = 1'b0;
    wptr_q     = '0;
    rptr_q     = '0;
    before_q   = '0;
    answered_q = 1'b0;
    asked_q    = 1'b0;
  end

  always @($global_clock) begin
    rst_nq    <= 1'b1;
    src_clk_q <= src_next_i & rst_nq;
    dst_clk_q <= dst_next_i & rst_nq;
    if (push) wptr_q <= wptr_q + 3'd1;
    if (pop) rptr_q <= rptr_q + 3'd1;
    // asked_q: this question has stood since before the sender's answer.
    if (dst_edge) asked_q <= flush_i & ~flushed;
    if (src_edge && flush && flushed_i) begin
      // The entry of this very cycle is younger than the flush.
      before_q   <= count - 3'(pop);
      answered_q <= asked_q;
    end else begin
      if (pop && (before_q != '0)) before_q <= before_q - 3'd1;
      if (dst_edge && (!flush_i || flushed)) answered_q <= 1'b0;
    end
    if (rst_nq && flushed) assert (answered_q & (before_q == '0));
    if (rst_nq) cover (flushed & (count != '0) & pop);
    if (rst_nq) cover (answered_q & (before_q == 3'd3) & ~flush_i);
  end

endmodule
