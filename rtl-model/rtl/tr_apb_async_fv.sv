// SPDX-License-Identifier: Apache-2.0
// formal.sh: clocks
// Proof of tr_apb_async with two clocks that are free in every step, and a bus that keeps to APB:
// each access is made once, with the address, data and direction of the bus, by setup and access
// cycles; the answer is the component's.

module tr_apb_async_fv (
  input logic       bus_next_i,  // the clocks in the next step
  input logic       trace_next_i,
  input logic       start_i,     // the bus begins an access
  input logic       write_i,
  input logic [3:0] addr_i,
  input logic [1:0] data_i,
  input logic       ready_i,     // the component
  input logic [1:0] rdata_i,
  input logic       error_i
);

  logic bus_clk_q;
  logic trace_clk_q;
  logic rst_nq;
  logic bus_edge;
  logic trace_edge;
  logic sel_q;
  logic enable_q;
  logic write_q;
  logic ready;
  logic error;
  logic c_sel;
  logic c_enable;
  logic c_write;
  logic [3:0] addr_q;
  logic [3:0] c_addr;
  logic [3:0] c_strb;
  logic [1:0] data_q;
  logic [31:0] rdata;
  logic [31:0] c_wdata;

  tr_apb_async #(
    .AddrW(4)
  ) u_dut (
    .pclk_i(bus_clk_q),
    .presetn_i(rst_nq),
    .psel_i(sel_q),
    .penable_i(enable_q),
    .pwrite_i(write_q),
    .paddr_i(addr_q),
    .pwdata_i({30'h0, data_q}),
    .pstrb_i(4'hf),
    .pready_o(ready),
    .prdata_o(rdata),
    .pslverr_o(error),
    .clk_i(trace_clk_q),
    .rst_ni(rst_nq),
    .psel_o(c_sel),
    .penable_o(c_enable),
    .pwrite_o(c_write),
    .paddr_o(c_addr),
    .pwdata_o(c_wdata),
    .pstrb_o(c_strb),
    .pready_i(ready_i),
    .prdata_i({30'h0, rdata_i}),
    .pslverr_i(error_i)
  );

  assign bus_edge   = rst_nq & bus_next_i & ~bus_clk_q;
  assign trace_edge = rst_nq & trace_next_i & ~trace_clk_q;

  // the access of the bus has been made
  logic made_q;
  logic c_sel_q;
  logic c_enable_q;
  logic answer_error_q;
  logic [1:0] answer_q;
  logic done;
  assign done = trace_edge & c_sel & c_enable & ready_i;

  initial begin
    bus_clk_q   = 1'b0;
    trace_clk_q = 1'b0;
    rst_nq      = 1'b0;
    sel_q       = 1'b0;
    enable_q    = 1'b0;
    made_q      = 1'b0;
    c_sel_q     = 1'b0;
    c_enable_q  = 1'b0;
  end

  always @($global_clock) begin
    rst_nq      <= 1'b1;
    bus_clk_q   <= bus_next_i & rst_nq;
    trace_clk_q <= trace_next_i & rst_nq;
    if (bus_edge) begin
      if (!sel_q || (enable_q && ready)) begin
        sel_q    <= start_i;
        enable_q <= 1'b0;
        write_q  <= write_i;
        addr_q   <= addr_i;
        data_q   <= data_i;
        made_q   <= 1'b0;
      end else begin
        enable_q <= 1'b1;
      end
    end
    if (done) begin
      made_q         <= 1'b1;
      answer_q       <= rdata_i;
      answer_error_q <= error_i;
    end
    if (trace_edge) begin
      c_sel_q    <= c_sel & ~(c_enable & ready_i);
      c_enable_q <= c_enable;
    end
    if (rst_nq) begin
      if (sel_q && enable_q && ready)
        assert (made_q & (rdata[1:0] == answer_q) & (error == answer_error_q));
      if (c_sel) assert (sel_q & enable_q & ~made_q & (c_write == write_q) & (c_addr == addr_q));
      if (c_sel) assert ((c_wdata[1:0] == data_q) & (c_strb == 4'hf));
      if (c_enable) assert (c_sel);
      // A setup cycle comes first.
      if (trace_edge && c_enable) assert (c_sel_q);
      cover (sel_q & enable_q & ready & write_q & error & (addr_q == 4'd9));
      cover (bus_edge & trace_edge & c_enable & ~ready_i & ~c_write);
    end
  end

endmodule
