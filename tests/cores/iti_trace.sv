// SPDX-License-Identifier: Apache-2.0
// As my_trace of docs/howto/integrate-core.md, for an instruction trace interface with one
// instruction per block and two commit ports.

module iti_trace #(
  parameter int unsigned XLen = 32,
  parameter int unsigned Ports = 2,
  parameter int unsigned SramBytes = 4096,
  parameter int unsigned SramW = $clog2(SramBytes / 4)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [     Ports-1:0] valid_i,
  input  logic [  32*Ports-1:0] iretire_i,
  input  logic [   3*Ports-1:0] itype_i,
  input  logic [     Ports-1:0] ilastsize_i,
  input  logic [XLen*Ports-1:0] iaddr_i,
  input  logic [           4:0] cause_i,
  input  logic [      XLen-1:0] tval_i,
  input  logic [           1:0] priv_i,
  output logic                  core_stall_o,
  input  logic                  psel_i,
  input  logic                  penable_i,
  input  logic                  pwrite_i,
  input  logic [          16:0] paddr_i,
  input  logic [          31:0] pwdata_i,
  output logic                  pready_o,
  output logic [          31:0] prdata_o,
  output logic                  pslverr_o,
  output logic                  mem_req_o,
  output logic                  mem_we_o,
  output logic [     SramW-1:0] mem_addr_o,
  output logic [          31:0] mem_wdata_o,
  input  logic [          31:0] mem_rdata_i
);

  localparam int unsigned Blocks = 2;
  localparam int unsigned RetireW = 8;

  logic valid;
  logic stall;
  logic [Blocks-1:0] block_valid;
  logic [Blocks-1:0] ilastsize;
  logic [Blocks*XLen-1:0] iaddr;
  logic [Blocks*RetireW-1:0] iretire;
  logic [Blocks*3-1:0] itype;
  logic [XLen-1:0] cause;
  logic [XLen-1:0] tval;
  logic [2:0] priv;

  tr_iti #(
    .XLen      (XLen),
    .Ports     (Ports),
    .Blocks    (Blocks),
    .RetireW   (RetireW),
    .Single    (1'b1),
    .TrapCounts(1'b1)
  ) u_iti (
    .clk_i,
    .rst_ni,
    .valid_i,
    .iretire_i,
    .itype_i,
    .ilastsize_i,
    .iaddr_i,
    .cause_i,
    .tval_i,
    .priv_i,
    .stall_o      (core_stall_o),
    .lost_o       (),
    .valid_o      (valid),
    .block_valid_o(block_valid),
    .iaddr_o      (iaddr),
    .iretire_o    (iretire),
    .itype_o      (itype),
    .ilastsize_o  (ilastsize),
    .priv_o       (priv),
    .cause_o      (cause),
    .tval_o       (tval),
    .stall_i      (stall)
  );

  tr_system #(
    .Harts    (1),
    .XLen     (XLen),
    .Blocks   (Blocks),
    .ItypeW   (3),
    .RetireW  (RetireW),
    .SramBytes(SramBytes)
  ) u_trace (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i(4'hf),
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .valid_i      (valid),
    .block_valid_i(block_valid),
    .iaddr_i      (iaddr),
    .iretire_i    (iretire),
    .itype_i      (itype),
    .ilastsize_i  (ilastsize),
    .sijump_i     ('0),
    .priv_i       (priv),
    .ctype_i      ('0),
    .context_i    ('0),
    .hcontext_i   ('0),
    .cause_i      (cause),
    .tval_i       (tval),
    .impdef_i     ('0),
    .trigger_i    ('0),
    .halted_i     (1'b0),
    .reset_i      (1'b0),
    .lowpower_i   (1'b0),
    .stall_o      (stall),
    .sram_req_o   (mem_req_o),
    .sram_we_o    (mem_we_o),
    .sram_addr_o  (mem_addr_o),
    .sram_wdata_o (mem_wdata_o),
    .sram_rdata_i (mem_rdata_i)
  );

endmodule
