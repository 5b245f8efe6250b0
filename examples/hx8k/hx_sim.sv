// SPDX-License-Identifier: Apache-2.0
// The example in a simulation, as RTL or as a netlist: what comes over the serial line goes to the
// file +line=NAME, a byte in hexadecimal per line. With HX_PCS (RTL alone) the address of each
// instruction that retires while trTeInstTracing is 1 goes to +pcs=NAME: a write of the register
// acts on the records after it.

module hx_sim;

  localparam int BitCycles = 12;

  logic clk = 1'b0, tx;
  logic [7:0] led;
  always #5 clk = !clk;

  hx_top u_top (
    .clk_i(clk),
    .tx_o (tx),
`ifdef HX_NETLIST
    // icebox_vlog has single bits.
    .\led_o[0] (led[0]), .\led_o[1] (led[1]), .\led_o[2] (led[2]), .\led_o[3] (led[3]),
    .\led_o[4] (led[4]), .\led_o[5] (led[5]), .\led_o[6] (led[6]), .\led_o[7] (led[7])
`else
    .led_o(led)
`endif
  );

  string line_name, pcs_name;
  int line, pcs;
  int at = 0, cycles = 0, quiet = 0, bytes = 0;
  logic [7:0] value = '0;

  initial begin
    if (!$value$plusargs("line=%s", line_name)) $fatal(1, "+line=NAME");
    line = $fopen(line_name, "w");
`ifdef HX_PCS
    if (!$value$plusargs("pcs=%s", pcs_name)) $fatal(1, "+pcs=NAME");
    pcs = $fopen(pcs_name, "w");
`endif
  end

  always @(posedge clk) begin
    cycles <= cycles + 1;
    if (at == 0) begin
      if (cycles > 40 && tx === 1'b0) at <= 1;
    end else begin
      at <= at + 1;
      for (int i = 0; i < 8; i = i + 1) begin
        if (at == BitCycles * (i + 1) + BitCycles / 2) value[i] <= tx;
      end
      if (at == BitCycles * 9 + BitCycles / 2) begin
        $fdisplay(line, "%02x", value);
        bytes <= bytes + 1;
        at    <= 0;
      end
    end
    // The core has stopped and the line is idle.
    quiet <= (led[7] === 1'b1 && at == 0) ? quiet + 1 : 0;
    if (quiet == 4 * BitCycles || cycles == 2000000) begin
      $display("%0d cycles, %0d bytes", cycles, bytes);
      $finish;
    end
  end

`ifdef HX_PCS
  logic tracing_q = 1'b0;
  always @(posedge clk) begin
    if (u_top.to_apb && u_top.enable_q && u_top.pready && u_top.we && u_top.addr[16:0] == '0)
      tracing_q <= u_top.wdata[2] && u_top.wdata[1];
    if (u_top.core_valid && !u_top.stall && tracing_q) $fdisplay(pcs, "0x%08x", u_top.iaddr);
  end
`endif

endmodule
