// SPDX-License-Identifier: Apache-2.0
// Writes words to an AHB-Lite bus: single transfers, the address of one in the data phase of the
// one before. A transfer that follows one with ERROR is not taken back.

module tr_ramsink_ahb #(
  parameter int unsigned AddressW = 32,
  parameter int unsigned Width = 4      // bytes
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_i,  // there is a word; it can be written
  output logic                begin_o,  // a write begins: data_i is taken
  input  logic [AddressW-1:0] addr_i,
  input  logic [ 8*Width-1:0] data_i,
  output logic                more_o,   // a write has begun and has not ended
  output logic                done_o,   // the oldest write has ended
  output logic                error_o,  // with done_o: the answer was ERROR
  output logic [AddressW-1:0] haddr_o,
  output logic [         1:0] htrans_o,
  output logic [ 8*Width-1:0] hwdata_o,
  input  logic                hready_i,
  input  logic                hresp_i
);

  logic done_d, done_q;
  logic error_d, error_q;
  logic [AddressW-1:0] haddr_d, haddr_q;
  logic [8*Width-1:0] hwdata_d, hwdata_q;
  // phases
  logic address_d, address_q;
  logic data_d, data_q;
  logic free;
  logic [8*Width-1:0] word_d, word_q;  // of the address phase

  assign free     = !address_q || hready_i;
  assign begin_o  = start_i && free;
  assign more_o   = address_q || data_q;
  assign htrans_o = {address_q, 1'b0};  // NONSEQ, IDLE

  assign done_d    = data_q && hready_i;
  assign error_d   = hresp_i;
  assign data_d    = hready_i ? address_q : data_q;
  assign hwdata_d  = hready_i ? word_q : hwdata_q;
  assign address_d = free ? start_i : address_q;

  always_comb begin
    haddr_d = haddr_q;
    word_d  = word_q;
    if (begin_o) begin
      haddr_d = addr_i;
      word_d  = data_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      address_q <= 1'b0;
      data_q    <= 1'b0;
      done_q    <= 1'b0;
      error_q   <= 1'b0;
      haddr_q   <= '0;
      word_q    <= '0;
      hwdata_q  <= '0;
    end else begin
      address_q <= address_d;
      data_q    <= data_d;
      done_q    <= done_d;
      error_q   <= error_d;
      haddr_q   <= haddr_d;
      word_q    <= word_d;
      hwdata_q  <= hwdata_d;
    end
  end

  assign done_o   = done_q;
  assign error_o  = error_q;
  assign haddr_o  = haddr_q;
  assign hwdata_o = hwdata_q;

endmodule
