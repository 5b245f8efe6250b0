// SPDX-License-Identifier: Apache-2.0
// The memory of a RAM sink: one port, bytes can be written alone, what is read comes one cycle
// after its address. The place for a library's SRAM; as it is, tools make block RAM of it.

module tr_sram #(
  parameter int unsigned Words = 1024,
  parameter int unsigned Width = 4,  // bytes of a word
  localparam int unsigned AddrW = $clog2(Words)
) (
  input  logic               clk_i,
  input  logic               req_i,
  input  logic               we_i,
  input  logic [  AddrW-1:0] addr_i,
  input  logic [  Width-1:0] be_i,
  input  logic [8*Width-1:0] wdata_i,
  output logic [8*Width-1:0] rdata_o
);

  logic [8*Width-1:0] rdata_d, rdata_q;
  logic [8*Width-1:0] mem [0:Words-1];

  assign rdata_d = (req_i && !we_i) ? mem[addr_i] : rdata_q;

  always_ff @(posedge clk_i) begin
    if (req_i && we_i) begin
      for (int unsigned k = 0; k < Width; k = k + 1) begin
        if (be_i[k]) mem[addr_i][8*k +: 8] <= wdata_i[8*k +: 8];
      end
    end
    rdata_q <= rdata_d;
  end

  assign rdata_o = rdata_q;

endmodule
