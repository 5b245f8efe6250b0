// SPDX-License-Identifier: Apache-2.0
// A flush through a queue between two clocks (tr_async_fifo): asked at the reader, passed on to the
// writer's sender; when that has answered, and what was written by then has been read, answered.

module tr_async_flush #(
  parameter int unsigned PtrW = 4,    // of the queue's pointers: twice its depth
  parameter int unsigned Stages = 2   // 2..4
) (
  // The writer.
  input  logic            src_clk_i,
  input  logic            src_rst_ni,
  input  logic [PtrW-1:0] wptr_i,
  output logic            flush_o,
  input  logic            flushed_i,
  // The reader.
  input  logic            dst_clk_i,
  input  logic            dst_rst_ni,
  input  logic [PtrW-1:0] rptr_i,
  input  logic            flush_i,
  output logic            flushed_o
);

  localparam logic [PtrW-1:0] Depth = PtrW'(1) << (PtrW - 1);

  // Four phases: ask_q 1, done_q 1, ask_q 0, done_q 0. A flush that is given up (flush_i 0) is
  // carried through unsaid (stale_q): its answer must not be taken for that of the next one.
  logic ask_d, ask_q;
  logic asked;
  logic done_d, done_q;
  logic done;
  logic stale_d, stale_q;
  logic over_d, over_q;
  logic [PtrW-1:0] mark_d, mark_q;

  assign flush_o   = asked && !done_q;
  assign flushed_o = over_q && flush_i;

  assign done_d = !asked ? 1'b0 : (flush_o && flushed_i) ? 1'b1 : done_q;
  assign mark_d = (flush_o && flushed_i) ? wptr_i : mark_q;

  always_ff @(posedge src_clk_i or negedge src_rst_ni) begin
    if (!src_rst_ni) begin
      done_q <= 1'b0;
      mark_q <= '0;
    end else begin
      done_q <= done_d;
      mark_q <= mark_d;
    end
  end
  tr_sync #(
    .Width (1),
    .Stages(Stages)
  ) u_asked (
    .clk_i  (src_clk_i),
    .rst_ni (src_rst_ni),
    .async_i(ask_q),
    .sync_o (asked)
  );
  tr_sync #(
    .Width (1),
    .Stages(Stages)
  ) u_done (
    .clk_i  (dst_clk_i),
    .rst_ni (dst_rst_ni),
    .async_i(done_q),
    .sync_o (done)
  );

  // mark_q is still while done is 1. Beats to the mark, modulo twice the depth: none, or the reader
  // is past it.
  logic reached;
  logic [PtrW-1:0] left;
  assign left    = mark_q - rptr_i;
  assign reached = (left == '0) || (left > Depth);

  assign ask_d   = ask_q ? !(done && (stale_q || reached)) : flush_i && !over_q && !done;
  assign stale_d = ask_q && (stale_q || !flush_i);
  assign over_d  = ask_q && !stale_q && flush_i && done && reached;

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) begin
      ask_q   <= 1'b0;
      stale_q <= 1'b0;
      over_q  <= 1'b0;
    end else begin
      ask_q   <= ask_d;
      stale_q <= stale_d;
      over_q  <= over_d;
    end
  end

endmodule
