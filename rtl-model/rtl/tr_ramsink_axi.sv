// SPDX-License-Identifier: Apache-2.0
// Writes one word to an AXI4 bus: INCR bursts of one beat, one at a time. Address and data are on
// the bus at once and stay until they are taken (AMBA AXI, Handshake process).

module tr_ramsink_axi #(
  parameter int unsigned AddressW = 64,
  parameter int unsigned Width = 4      // bytes
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_i,  // while busy_o is 0: write
  input  logic [AddressW-1:0] addr_i,
  input  logic [ 8*Width-1:0] data_i,
  output logic                busy_o,
  output logic                done_o,   // the response
  output logic                error_o,  // with done_o: it is an error
  output logic                awvalid_o,
  input  logic                awready_i,
  output logic [AddressW-1:0] awaddr_o,
  output logic                wvalid_o,
  input  logic                wready_i,
  output logic [ 8*Width-1:0] wdata_o,
  input  logic                bvalid_i,
  output logic                bready_o,
  input  logic [         1:0] bresp_i
);

  logic unused_bresp;

  assign unused_bresp = bresp_i[0];
  assign bready_o     = busy_o & ~awvalid_o & ~wvalid_o;
  assign done_o       = bready_o & bvalid_i;
  assign error_o      = bresp_i[1];  // SLVERR, DECERR

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_o    <= 1'b0;
      awvalid_o <= 1'b0;
      wvalid_o  <= 1'b0;
      awaddr_o  <= '0;
      wdata_o   <= '0;
    end else if (start_i & ~busy_o) begin
      busy_o    <= 1'b1;
      awvalid_o <= 1'b1;
      wvalid_o  <= 1'b1;
      awaddr_o  <= addr_i;
      wdata_o   <= data_i;
    end else begin
      if (awready_i) awvalid_o <= 1'b0;
      if (wready_i) wvalid_o <= 1'b0;
      if (done_o) busy_o <= 1'b0;
    end
  end

endmodule
