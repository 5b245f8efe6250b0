// SPDX-License-Identifier: Apache-2.0
// Proof of tr_pibsink_regs with few modes, one clock, a narrow divider with a smallest value and no
// calibration, with any accesses: fields hold legal values only, and keep those that pins depend on
// while the sink is enabled or not empty; reserved bits read 0, read-only registers do not change.

module tr_pibsink_regs_fv (
  input logic        clk_i,
  input logic        we_i,
  input logic [11:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        empty_i,
  input logic        idle_i
);

  localparam logic [15:0] Modes = 16'h1510;  // Manchester, 1, 4 and 16 pins

  logic rst_nq;
  logic active;
  logic clr;
  logic enable;
  logic center;
  logic calibrate;
  logic restart;
  logic freq_start;
  logic fixed_q;
  logic active_q;
  logic restart_q;
  logic center_q;
  logic we_q;
  logic [11:0] addr_q;
  logic [31:0] wdata_q;
  logic [31:0] rdata;
  logic [31:0] reserved;
  logic [3:0] mode;
  logic [3:0] mode_q;
  logic [2:0] freq;
  logic [3:0] divider;
  logic [3:0] divider_q;

  tr_pibsink_regs #(
    .Modes(32'(Modes)),
    .ClkCenters(2),
    .Calibrate(1'b0),
    .Async(1'b1),
    .DividerW(4),
    .DividerMin(3),
    .DividerReset(9)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .we_i,
    .addr_i,
    .wdata_i,
    .rdata_o(rdata),
    .empty_i,
    .idle_i,
    .active_o(active),
    .clr_o(clr),
    .enable_o(enable),
    .mode_o(mode),
    .center_o(center),
    .calibrate_o(calibrate),
    .freq_o(freq),
    .divider_o(divider),
    .restart_o(restart),
    .freq_start_o(freq_start)
  );

  always_comb begin
    unique case (addr_i)
      12'h000: reserved = ~32'h000f71fb;
      12'h004: reserved = ~32'h00000a01;
      default: reserved = '1;
    endcase
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq  <= 1'b1;
    addr_q  <= addr_i;
    wdata_q <= wdata_i;
    we_q    <= we_i | ~rst_nq;
    if (!rst_nq) begin
      fixed_q   <= 1'b0;
      active_q  <= 1'b0;
      restart_q <= 1'b1;
    end else begin
      assume (addr_i[1:0] == 2'b00);
      // A write has its address and data one cycle before it (APB, setup).
      assume (~we_i | (~we_q & (addr_i == addr_q) & (wdata_i == wdata_q)));
      if (we_i && (addr_i == 12'h000)) active_q <= wdata_i[0];
      fixed_q   <= (enable | ~idle_i) & ~clr;
      restart_q <= restart;
      mode_q    <= mode;
      center_q  <= center;
      divider_q <= divider;
      assert (active == active_q);
      assert ((mode == '0) | Modes[mode]);
      assert (center == mode[3]);
      assert (divider >= 4'd3);
      if (active_q && (addr_i == 12'h000)) assert (rdata[31:16] == 16'(divider));
      assert (~calibrate);
      assert (active | ~(enable | (mode != '0) | (freq != '0)));
      if (fixed_q || !restart_q) assert ({mode, center, divider} == {mode_q, center_q, divider_q});
      assert ((rdata & reserved) == '0);
      if (addr_i == 12'h004) assert (rdata == (active_q ? 32'ha01 : 32'h0));
      if (!active_q) assert (rdata == '0);
      cover (enable & mode[3] & (divider == 4'd3) & we_i & idle_i);
      cover (~enable & fixed_q & (mode == 4'd4));
    end
  end

endmodule
