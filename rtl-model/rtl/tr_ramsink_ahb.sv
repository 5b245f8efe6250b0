// SPDX-License-Identifier: Apache-2.0
// Writes one word to an AHB-Lite bus: single transfers, one at a time.

module tr_ramsink_ahb #(
  parameter int unsigned AddressW = 32,
  parameter int unsigned Width = 4      // bytes
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_i,  // while busy_o is 0: write
  input  logic [AddressW-1:0] addr_i,
  input  logic [ 8*Width-1:0] data_i,
  output logic                busy_o,
  output logic                done_o,
  output logic                error_o,  // with done_o: the answer was ERROR
  output logic [AddressW-1:0] haddr_o,
  output logic [         1:0] htrans_o,
  output logic [ 8*Width-1:0] hwdata_o,
  input  logic                hready_i,
  input  logic                hresp_i
);

  logic address_q, data_q;  // phases

  assign busy_o   = address_q | data_q;
  assign htrans_o = {address_q, 1'b0};  // NONSEQ, IDLE
  assign done_o   = data_q & hready_i;
  assign error_o  = hresp_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      address_q <= 1'b0;
      data_q    <= 1'b0;
      haddr_o   <= '0;
      hwdata_o  <= '0;
    end else if (start_i & ~busy_o) begin
      address_q <= 1'b1;
      haddr_o   <= addr_i;
      hwdata_o  <= data_i;
    end else if (hready_i) begin
      address_q <= 1'b0;
      data_q    <= address_q;
    end
  end

endmodule
