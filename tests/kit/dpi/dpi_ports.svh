// SPDX-License-Identifier: Apache-2.0
// The ports of a design for dpi_main.cpp. With DPI_SECOND_BLOCK it has XLEN 64, and a second block in each clock.
`ifdef DPI_SECOND_BLOCK
`define DPI_XLEN 64
`else
`define DPI_XLEN 32
`endif
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [ 4:0] bug_i /*verilator public_flat_rd*/,
  input  logic        ready_i,
  input  logic        wr_i,
  input  logic [11:0] waddr_i,
  input  logic [31:0] wdata_i,
  output logic        wdone_o,
  input  logic        valid_i,
  input  logic [`DPI_XLEN-1:0] iaddr_i,
  input  logic [ 7:0] iretire_i,
  input  logic [ 3:0] itype_i,
  input  logic        ilastsize_i,
`ifdef DPI_SECOND_BLOCK
  input  logic        valid1_i,
  input  logic [`DPI_XLEN-1:0] iaddr1_i,
  input  logic [ 7:0] iretire1_i,
  input  logic [ 3:0] itype1_i,
  input  logic        ilastsize1_i,
`endif
  input  logic [ 2:0] priv_i,
  input  logic [`DPI_XLEN-1:0] cause_i,
  input  logic        halted_i,
  output logic        stall_o,
  output logic        out_o,
  output logic [31:0] data_o,
  output logic [ 2:0] lanes_o
