// SPDX-License-Identifier: Apache-2.0
// A link (docs/reference/rtl.md, Links) from one clock to another, with what goes against the flow:
// link_stopped, flush and synchronization requests. A flush is answered when what the sender had
// sent by its own answer has been taken by the receiver. Both domains are in reset at the same
// time.

module tr_async_link #(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Depth = 8,   // beats: a power of two, 4 at least
  parameter int unsigned Stages = 2,  // 2..4
  parameter bit          Etrace = 1'b0,  // link_bytes_i goes along
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned DataW = 8 * Lanes,
  localparam int unsigned BeatW = DataW + 1 + (Etrace ? BytesW : 0)
) (
  // The sender.
  input  logic             src_clk_i,
  input  logic             src_rst_ni,
  input  logic             link_valid_i,
  input  logic [DataW-1:0] link_data_i,
  input  logic             link_last_i,
  input  logic [BytesW-1:0] link_bytes_i,
  output logic             link_ready_o,
  output logic             link_stopped_o,
  output logic             flush_o,
  input  logic             flushed_i,
  output logic             sync_o,        // a pulse for each of sync_i
  output logic             busy_o,        // beats are in the queue, and the receiver is not stopped
  // The receiver.
  input  logic             dst_clk_i,
  input  logic             dst_rst_ni,
  output logic             link_valid_o,
  output logic [DataW-1:0] link_data_o,
  output logic             link_last_o,
  output logic [BytesW-1:0] link_bytes_o,
  input  logic             link_ready_i,
  input  logic             link_stopped_i,
  input  logic             flush_i,
  output logic             flushed_o,
  input  logic             sync_i
);

  localparam int unsigned PtrW = $clog2(Depth);

  logic empty;
  logic [BeatW-1:0] wbeat;
  logic [BeatW-1:0] rbeat;
  logic [PtrW:0] wptr;
  logic [PtrW:0] rptr;

  assign {link_last_o, link_data_o} = rbeat[DataW:0];

  if (Etrace) begin : gen_etrace
    assign wbeat        = {link_bytes_i, link_last_i, link_data_i};
    assign link_bytes_o = rbeat[BeatW-1 -: BytesW];
  end else begin : gen_ntrace
    logic unused;
    assign unused       = &{1'b0, link_bytes_i};
    assign wbeat        = {link_last_i, link_data_i};
    assign link_bytes_o = '0;
  end

  tr_async_fifo #(
    .Width (BeatW),
    .Depth (Depth),
    .Stages(Stages)
  ) u_beats (
    .src_clk_i,
    .src_rst_ni,
    .wvalid_i(link_valid_i),
    .wready_o(link_ready_o),
    .wdata_i (wbeat),
    .wptr_o  (wptr),
    .wempty_o(empty),
    .dst_clk_i,
    .dst_rst_ni,
    .rvalid_o(link_valid_o),
    .rready_i(link_ready_i),
    .rdata_o (rbeat),
    .rptr_o  (rptr)
  );

  assign busy_o = !empty && !link_stopped_o;

  // ---- A receiver that stores nothing ----

  logic stopped_d, stopped_q;

  // From a flip-flop, so that nothing but its changes crosses.
  assign stopped_d = link_stopped_i;

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) stopped_q <= 1'b1;
    else stopped_q <= stopped_d;
  end
  tr_sync #(
    .Width (1),
    .Stages(Stages),
    .Reset (1'b1)
  ) u_stopped (
    .clk_i  (src_clk_i),
    .rst_ni (src_rst_ni),
    .async_i(stopped_q),
    .sync_o (link_stopped_o)
  );

  // ---- Requests against the flow ----

  tr_async_flush #(
    .PtrW  (PtrW + 1),
    .Stages(Stages)
  ) u_flush (
    .src_clk_i,
    .src_rst_ni,
    .wptr_i(wptr),
    .flush_o,
    .flushed_i,
    .dst_clk_i,
    .dst_rst_ni,
    .rptr_i(rptr),
    .flush_i,
    .flushed_o
  );

  logic unused_busy;
  tr_pulse_sync #(
    .Stages(Stages)
  ) u_sync (
    .src_clk_i (dst_clk_i),
    .src_rst_ni(dst_rst_ni),
    .pulse_i   (sync_i),
    .busy_o    (unused_busy),
    .dst_clk_i (src_clk_i),
    .dst_rst_ni(src_rst_ni),
    .pulse_o   (sync_o)
  );

endmodule
