// SPDX-License-Identifier: Apache-2.0
// As tr_apb, for a component that makes no access wait: what a write is has been found out in its
// setup cycle, so that the access cycle has nothing to decode. The component decodes paddr_i in the
// setup cycle too; it is stable until the access ends (AMBA APB, Transfers). prdata_o is of the
// cycle itself, as in tr_apb: a simulation can look at a register without a clock.

module tr_apb_setup (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:0] paddr_i,
  input  logic [31:0] pwdata_i,
  input  logic [ 3:0] pstrb_i,
  output logic        pready_o,
  output logic [31:0] prdata_o,
  output logic        pslverr_o,
  // To the registers.
  output logic        we_o,     // write wdata_o to addr_o
  output logic        re_o,     // addr_o is read (for reads with an effect)
  output logic [11:0] addr_o,
  output logic [31:0] wdata_o,
  input  logic [31:0] rdata_i   // the register at addr_o, in the same cycle
);

  logic setup;
  logic bad;
  logic write_d, write_q;
  logic read_d, read_q;
  logic bad_d, bad_q;

  assign setup     = psel_i && !penable_i;
  assign bad       = (paddr_i[1:0] != 2'b00) || (pwrite_i && (pstrb_i != 4'hf));
  assign pready_o  = 1'b1;
  assign pslverr_o = bad_q && penable_i;
  assign prdata_o  = (bad || pwrite_i) ? 32'h0 : rdata_i;
  assign we_o      = write_q && penable_i;
  assign re_o      = read_q && penable_i;
  assign addr_o    = {paddr_i[11:2], 2'b00};
  assign wdata_o   = pwdata_i;

  assign write_d = setup && pwrite_i && !bad;
  assign read_d  = setup && !pwrite_i && !bad;
  assign bad_d   = setup && bad;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      read_q  <= 1'b0;
      bad_q   <= 1'b0;
    end else begin
      write_q <= write_d;
      read_q  <= read_d;
      bad_q   <= bad_d;
    end
  end

endmodule
