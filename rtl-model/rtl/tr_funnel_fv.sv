// SPDX-License-Identifier: Apache-2.0
// Proof of tr_funnel, with any register accesses, resets and back-pressure: messages come out whole
// and not mixed, a beat that is shown stays, reserved bits read 0, read-only registers do not
// change. A beat says in bit 7 that it is the first one of its message, and in bits 3:2 its input.

module tr_funnel_fv #(
  parameter int unsigned Depth = 2
) (
  input logic        clk_i,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [11:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic [ 2:0] valid_i,
  input logic [ 2:0] last_i,
  input logic        ready_i,
  input logic        stopped_i
);

  logic rst_nq;
  logic pready;
  logic pslverr;
  logic out_valid;
  logic out_last;
  logic setup_q;
  logic pwrite_q;
  logic [11:0] paddr_q;
  logic [31:0] prdata;
  logic [31:0] reserved;
  logic [31:0] pwdata_q;
  logic [2:0] ready;
  logic [2:0] mid_q;
  logic [2:0] wait_q;
  logic [2:0] last_q;
  logic [23:0] data;
  logic [7:0] out_data;
  logic [7:0] out_data_q;
  logic out_mid_q;
  logic out_wait_q;
  logic out_last_q;
  logic active_q;
  logic [1:0] from_q;
  logic unused_ts;
  logic unused_flushed;
  logic [2:0] unused_flush;
  logic [2:0] unused_sync;
  logic [2:0] stopped;

  for (genvar i = 0; i < 3; i = i + 1) begin : gen_data
    assign data[8*i +: 8] = {~mid_q[i], 3'b000, 2'(i), 2'b00};
  end

  tr_funnel #(
    .Inputs(3),
    .DisInputs(3),
    .Depth(Depth),
    .TsW(1),
    .Lanes(1)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i(4'hf),
    .pready_o(pready),
    .prdata_o(prdata),
    .pslverr_o(pslverr),
    .ts_i(1'b0),
    .ts_o(unused_ts),
    .link_valid_i(valid_i),
    .link_data_i(data),
    .link_last_i(last_i),
    .link_bytes_i(3'd0),
    .link_bytes_o(),
    .link_ready_o(ready),
    .link_valid_o(out_valid),
    .link_data_o(out_data),
    .link_last_o(out_last),
    .link_ready_i(ready_i),
    .link_stopped_i(stopped_i),
    .link_stopped_o(stopped),
    .flush_i(1'b0),
    .flushed_o(unused_flushed),
    .sync_i(1'b0),
    .flush_o(unused_flush),
    .flushed_i(3'b111),
    .sync_o(unused_sync)
  );

  always_comb begin
    unique case (paddr_i)
      12'h000: reserved = ~32'h0000000b;
      12'h004: reserved = ~32'h00000fff;
      12'h008: reserved = ~32'h00000003;
      12'he00: reserved = ~32'h00000001;
      default: reserved = '1;
    endcase
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq   <= 1'b1;
    setup_q  <= psel_i & ~penable_i & rst_nq;
    pwrite_q <= pwrite_i;
    paddr_q  <= paddr_i;
    pwdata_q <= pwdata_i;
    if (!rst_nq) begin
      mid_q      <= '0;
      wait_q     <= '0;
      out_mid_q  <= 1'b0;
      out_wait_q <= 1'b0;
      active_q   <= 1'b0;
    end else begin
      // An access has a setup cycle, with the same address and data (AMBA APB, Transfers).
      if (penable_i) begin
        assume (psel_i & setup_q & (pwrite_i == pwrite_q));
        assume ((paddr_i == paddr_q) & (pwdata_i == pwdata_q));
      end
      // The senders keep the rules of the link.
      for (int unsigned i = 0; i < 3; i = i + 1) begin
        if (wait_q[i]) assume (valid_i[i] & (last_i[i] == last_q[i]));
        if (valid_i[i] && ready[i]) mid_q[i] <= ~last_i[i];
      end
      wait_q <= valid_i & ~ready;
      last_q <= last_i;
      // An open message ends unless the output is stopped; without reset none is open.
      if (stopped_i || !active_q) assert (stopped == '1);
      // The output.
      if (out_wait_q) assert (out_valid & (out_data == out_data_q) & (out_last == out_last_q));
      if (out_valid) assert (out_data[7] == ~out_mid_q);
      if (out_valid && out_mid_q) assert (out_data[3:2] == from_q);
      out_wait_q <= out_valid & ~ready_i;
      out_data_q <= out_data;
      out_last_q <= out_last;
      if (out_valid && ready_i) begin
        out_mid_q <= ~out_last;
        from_q    <= out_data[3:2];
      end
      // Registers.
      if (psel_i && penable_i) assert (pready);
      assert ((prdata & reserved) == '0);
      if (psel_i && penable_i && pwrite_i && (paddr_i == 12'h000)) active_q <= pwdata_i[0];
      if (!pwrite_i && (paddr_i == 12'h004)) assert (prdata == (active_q ? 32'h801 : 32'h0));
      if (pslverr) assert (paddr_i[1:0] != 2'b00);
      cover (out_valid & out_mid_q & (from_q == 2'd2) & (wait_q == 3'b111));
      cover (out_valid & out_last & stopped_i & out_wait_q);
    end
  end

endmodule
