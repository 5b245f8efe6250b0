// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_regs in SRAM mode, with any accesses and any flow of trace words: no word is
// written outside of the memory or beyond the limit, pointers are aligned and go back to the start
// after the limit, reserved bits read 0, read-only registers do not change.

module tr_ramsink_regs_fv (
  input logic        clk_i,
  input logic        we_i,
  input logic        re_i,
  input logic [11:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        readable_i,
  input logic [31:0] data_i,
  input logic        empty_i,
  input logic        step_i
);

  localparam int unsigned Bytes = 40;
  localparam int unsigned Width = 8;

  logic rst_nq, active, enable, smem, stopped, start, flush, stop, data_we, step_q, stop_q;
  logic [31:0] rdata, reserved;
  logic [5:0] ptr, rp, ptr_q;
  logic [2:0] freq;

  tr_ramsink_regs #(
    .SramBytes(Bytes), .Width(Width), .DataWritable(1'b1), .ReadActive(1'b1), .Async(1'b1)
  ) u_dut (
    .clk_i, .rst_ni(rst_nq), .we_i, .re_i, .addr_i, .wdata_i, .rdata_o(rdata), .readable_i, .data_i,
    .empty_i, .step_i, .error_i(1'b0), .ptr_o(ptr), .rp_o(rp), .active_o(active),
    .enable_o(enable), .smem_o(smem), .stopped_o(stopped), .freq_o(freq), .start_o(start),
    .flush_o(flush), .stop_o(stop), .data_we_o(data_we)
  );

  always_comb begin
    case (addr_i)
      12'h000: reserved = ~32'h0000710b;
      12'h004: reserved = ~32'h00001901;
      12'h018: reserved = ~32'h0000003c;
      12'h020: reserved = ~32'h00000039;
      12'h028: reserved = ~32'h0000003c;
      12'h040: reserved = '0;
      default: reserved = '1;
    endcase
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      step_q <= 1'b0;
      stop_q <= 1'b0;
    end else begin
      assume (~(we_i & re_i) & (addr_i[1:0] == 2'b00));
      assume (~step_i | (active & ~empty_i));
      step_q <= step_i & ~(we_i & (addr_i == 12'h000));
      stop_q <= stop & ~(we_i & (addr_i == 12'h000));
      ptr_q  <= ptr;
      assert ((ptr % Width) == '0);
      assert (ptr <= 6'(Bytes - Width));
      assert (rp <= 6'(Bytes - 4));
      if (active & (addr_i == 12'h018)) assert (ptr <= rdata[5:0]);
      assert ((rp % 4) == '0);
      if (step_q) assert ((ptr == '0) | (ptr == ptr_q + 6'(Width)));
      if (stop_q) assert (~enable & (ptr == '0));
      assert (~(stopped & enable));
      assert ((rdata & reserved) == '0);
      if (addr_i == 12'h004) assert (rdata == (active ? 32'h1901 : 32'h0));
      assert (~smem);
    end
  end

endmodule
