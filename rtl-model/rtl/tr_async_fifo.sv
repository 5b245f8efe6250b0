// SPDX-License-Identifier: Apache-2.0
// A queue from one clock to another, with Gray pointers. Both domains are in reset at the same
// time; the first to leave it waits for nothing, as the pointers of both are 0.

module tr_async_fifo #(
  parameter int unsigned Width = 33,
  parameter int unsigned Depth = 8,   // entries: a power of two, 4 at least
  parameter int unsigned Stages = 2,  // 2..4
  localparam int unsigned PtrW = $clog2(Depth)
) (
  // The writer.
  input  logic             src_clk_i,
  input  logic             src_rst_ni,
  input  logic             wvalid_i,
  output logic             wready_o,
  input  logic [Width-1:0] wdata_i,
  output logic [   PtrW:0] wptr_o,      // entries written, modulo twice the depth
  output logic             wempty_o,    // all of them have been read, as far as the writer knows
  // The reader.
  input  logic             dst_clk_i,
  input  logic             dst_rst_ni,
  output logic             rvalid_o,
  input  logic             rready_i,
  output logic [Width-1:0] rdata_o,
  output logic [   PtrW:0] rptr_o       // entries read, modulo twice the depth
);

  if (Depth < 4 || Depth > 1024 || (Depth & (Depth - 1)) != 0) begin : gen_refused_depth
    $error("tr_async_fifo: Depth is no power of two from 4 to 1024");
  end

  // One bit more than an address, which tells full from empty. Seen: by the other side.
  logic [PtrW:0] wptr_d, wptr_q;
  logic [PtrW:0] rptr_d, rptr_q;
  logic [PtrW:0] write_d;
  logic [PtrW:0] write_gray_d, write_gray_q;
  logic [PtrW:0] write_seen;
  logic [PtrW:0] read_d;
  logic [PtrW:0] read_gray_d, read_gray_q;
  logic [PtrW:0] read_seen;
  logic push;
  logic pop;
  logic [Width-1:0] mem [0:Depth-1];

  // Full: the writer is the depth ahead of the reader. In Gray code the two highest bits differ
  // then.
  assign wready_o = write_gray_q != {~read_seen[PtrW:PtrW-1], read_seen[PtrW-2:0]};
  assign wempty_o = write_gray_q == read_seen;
  assign push     = wvalid_i && wready_o;
  assign write_d  = wptr_q + (PtrW + 1)'(push);

  assign wptr_d       = write_d;
  assign write_gray_d = write_d ^ {1'b0, write_d[PtrW:1]};

  always_ff @(posedge src_clk_i or negedge src_rst_ni) begin
    if (!src_rst_ni) begin
      wptr_q       <= '0;
      write_gray_q <= '0;
    end else begin
      wptr_q       <= wptr_d;
      write_gray_q <= write_gray_d;
    end
  end

  always_ff @(posedge src_clk_i) begin
    if (push) mem[wptr_q[PtrW-1:0]] <= wdata_i;
  end

  assign rvalid_o = read_gray_q != write_seen;
  assign pop      = rvalid_o && rready_i;
  assign read_d   = rptr_q + (PtrW + 1)'(pop);
  assign rdata_o  = mem[rptr_q[PtrW-1:0]];

  assign rptr_d      = read_d;
  assign read_gray_d = read_d ^ {1'b0, read_d[PtrW:1]};

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) begin
      rptr_q      <= '0;
      read_gray_q <= '0;
    end else begin
      rptr_q      <= rptr_d;
      read_gray_q <= read_gray_d;
    end
  end

  tr_sync #(
    .Width (PtrW + 1),
    .Stages(Stages)
  ) u_write (
    .clk_i  (dst_clk_i),
    .rst_ni (dst_rst_ni),
    .async_i(write_gray_q),
    .sync_o (write_seen)
  );
  tr_sync #(
    .Width (PtrW + 1),
    .Stages(Stages)
  ) u_read (
    .clk_i  (src_clk_i),
    .rst_ni (src_rst_ni),
    .async_i(read_gray_q),
    .sync_o (read_seen)
  );

  assign wptr_o = wptr_q;
  assign rptr_o = rptr_q;

endmodule
