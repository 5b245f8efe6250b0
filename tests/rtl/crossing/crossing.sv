// SPDX-License-Identifier: Apache-2.0
// The modules that cross from one clock to another, each with what feeds it: for crossing.cpp.

module crossing #(
  parameter int unsigned Stages = 2,
  parameter int unsigned Depth = 8
) (
  input  logic        src_clk_i,
  input  logic        dst_clk_i,
  input  logic        rst_ni,
  // A link.
  input  logic        link_valid_i,
  input  logic [31:0] link_data_i,
  input  logic        link_last_i,
  input  logic [ 1:0] link_bytes_i,
  output logic        link_ready_o,
  output logic        link_stopped_o,
  output logic        flush_o,
  input  logic        flushed_i,
  output logic        sync_o,
  output logic        link_busy_o,
  output logic        link_valid_o,
  output logic [31:0] link_data_o,
  output logic        link_last_o,
  output logic [ 1:0] link_bytes_o,
  input  logic        link_ready_i,
  input  logic        link_stopped_i,
  input  logic        flush_i,
  output logic        flushed_o,
  input  logic        sync_i,
  // A pulse, a time.
  input  logic        pulse_i,
  output logic        busy_o,
  output logic        pulse_o,
  input  logic [ 9:0] time_i,
  output logic [ 9:0] time_o,
  // A bus: from the source's domain to memory in the other one, which makes accesses wait.
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:0] paddr_i,
  input  logic [31:0] pwdata_i,
  output logic        pready_o,
  output logic [31:0] prdata_o,
  output logic        pslverr_o,
  input  logic        wait_i,
  output logic [31:0] accesses_o
);

  logic src_rst_n;
  logic dst_rst_n;

  tr_reset_sync #(
    .Stages(Stages)
  ) u_src_rst (
    .clk_i(src_clk_i),
    .rst_ni,
    .test_i(1'b0),
    .rst_no(src_rst_n)
  );
  tr_reset_sync #(
    .Stages(Stages)
  ) u_dst_rst (
    .clk_i(dst_clk_i),
    .rst_ni,
    .test_i(1'b0),
    .rst_no(dst_rst_n)
  );

  tr_async_link #(
    .Etrace(1'b1),
    .Lanes(4),
    .Depth(Depth),
    .Stages(Stages)
  ) u_link (
    .src_clk_i,
    .src_rst_ni(src_rst_n),
    .link_valid_i,
    .link_data_i,
    .link_last_i,
    .link_bytes_i,
    .link_ready_o,
    .link_stopped_o,
    .flush_o,
    .flushed_i,
    .sync_o,
    .busy_o(link_busy_o),
    .dst_clk_i,
    .dst_rst_ni(dst_rst_n),
    .link_valid_o,
    .link_data_o,
    .link_last_o,
    .link_bytes_o,
    .link_ready_i,
    .link_stopped_i,
    .flush_i,
    .flushed_o,
    .sync_i
  );

  tr_pulse_sync #(
    .Stages(Stages)
  ) u_pulse (
    .src_clk_i,
    .src_rst_ni(src_rst_n),
    .pulse_i,
    .busy_o,
    .dst_clk_i,
    .dst_rst_ni(dst_rst_n),
    .pulse_o
  );

  tr_gray_time #(
    .Width(10),
    .Stages(Stages)
  ) u_time (
    .src_clk_i,
    .src_rst_ni(src_rst_n),
    .time_i,
    .dst_clk_i,
    .dst_rst_ni(dst_rst_n),
    .time_o
  );

  logic sel;
  logic enable;
  logic write;
  logic taken;
  logic wrong;
  logic [11:0] addr;
  logic [31:0] wdata;
  logic [3:0] strb;
  logic [31:0] mem [0:15];
  logic [31:0] accesses_d, accesses_q;

  tr_apb_async #(
    .AddrW(12),
    .Stages(Stages)
  ) u_apb (
    .pclk_i(src_clk_i),
    .presetn_i(src_rst_n),
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i(4'hf),
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .clk_i(dst_clk_i),
    .rst_ni(dst_rst_n),
    .psel_o(sel),
    .penable_o(enable),
    .pwrite_o(write),
    .paddr_o(addr),
    .pwdata_o(wdata),
    .pstrb_o(strb),
    .pready_i(~wait_i),
    .prdata_i(mem[addr[5:2]]),
    .pslverr_i(wrong)
  );

  assign taken = sel & enable & ~wait_i;
  assign wrong = (addr[11:6] != '0) | (addr[1:0] != '0);

  assign accesses_d = accesses_q + 32'(taken);
  assign accesses_o = accesses_q;
  always_ff @(posedge dst_clk_i or negedge dst_rst_n) begin
    if (!dst_rst_n) accesses_q <= '0;
    else accesses_q <= accesses_d;
  end
  always_ff @(posedge dst_clk_i) begin
    if (taken && write && !wrong && (strb == 4'hf)) mem[addr[5:2]] <= wdata;
  end

endmodule
