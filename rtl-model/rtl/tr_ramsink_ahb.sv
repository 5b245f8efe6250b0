// SPDX-License-Identifier: Apache-2.0
// Writes words to an AHB-Lite bus: single transfers, the address of one in the data phase of the one
// before. A transfer that follows one with ERROR is not taken back.

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

  logic address_q, data_q, free;        // phases
  logic [8*Width-1:0] word_q;           // of the address phase

  assign free     = ~address_q | hready_i;
  assign begin_o  = start_i & free;
  assign more_o   = address_q | data_q;
  assign htrans_o = {address_q, 1'b0};  // NONSEQ, IDLE

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      address_q <= 1'b0;
      data_q    <= 1'b0;
      done_o    <= 1'b0;
      error_o   <= 1'b0;
      haddr_o   <= '0;
      word_q    <= '0;
      hwdata_o  <= '0;
    end else begin
      done_o  <= data_q & hready_i;
      error_o <= hresp_i;
      if (hready_i) data_q <= address_q;
      if (hready_i) hwdata_o <= word_q;
      if (free) address_q <= start_i;
      if (begin_o) begin
        haddr_o <= addr_i;
        word_q  <= data_i;
      end
    end
  end

endmodule
