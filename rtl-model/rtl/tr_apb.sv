// SPDX-License-Identifier: Apache-2.0
// The APB4 side of a register file: one 32-bit access at a time. A write takes effect at the clock
// edge that ends its last access cycle, so that the component sees it from the next cycle on.
// Accesses that are not whole, aligned words are answered with an error and do nothing.

module tr_apb (
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
  input  logic [31:0] rdata_i,  // the register at addr_o, in the same cycle
  input  logic        wready_i  // 0: a write has to wait
);

  logic access;
  logic bad;

  assign access    = psel_i && penable_i;
  assign bad       = (paddr_i[1:0] != 2'b00) || (pwrite_i && (pstrb_i != 4'hf));
  assign pready_o  = !access || bad || !pwrite_i || wready_i;
  assign pslverr_o = access && pready_o && bad;
  assign prdata_o  = (bad || pwrite_i) ? 32'h0 : rdata_i;
  assign we_o      = access && pwrite_i && wready_i && !bad;
  assign re_o      = access && !pwrite_i && !bad;
  assign addr_o    = {paddr_i[11:2], 2'b00};
  assign wdata_o   = pwdata_i;

endmodule
