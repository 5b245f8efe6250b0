// SPDX-License-Identifier: Apache-2.0
// `core` for core_bench.sv: ibex_top of lowRISC/ibex, compiled with RVFI. CORE_WRITEBACK: with its
// third stage and the ALU for branch targets.

`ifndef CORE_WRITEBACK
`define CORE_WRITEBACK 0
`endif

module core #(
  parameter int unsigned XLen = 32,
  parameter int unsigned BusW = 32,
  parameter int unsigned Lanes = 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        msip_i,
  input  logic        mtip_i,
  output logic        ireq_o,
  input  logic        ignt_i,
  output logic [63:0] iaddr_o,
  input  logic        irvalid_i,
  input  logic [31:0] irdata_i,
  input  logic        ierr_i,
  output logic        dreq_o,
  input  logic        dgnt_i,
  output logic        dwe_o,
  output logic [ 3:0] dbe_o,
  output logic [63:0] daddr_o,
  output logic [31:0] dwdata_o,
  input  logic        drvalid_i,
  input  logic [31:0] drdata_i,
  input  logic        derr_i,
  output logic        rvfi_valid,
  output logic [63:0] rvfi_order,
  output logic [31:0] rvfi_insn,
  output logic        rvfi_trap,
  output logic        rvfi_intr,
  output logic [ 1:0] rvfi_mode,
  output logic [31:0] rvfi_pc_rdata,
  output logic [31:0] rvfi_pc_wdata
);

  assign iaddr_o[63:32] = '0;
  assign daddr_o[63:32] = '0;

  // It starts at boot_addr_i + 0x80: the first instruction of the RAM.
  ibex_top #(
    .PMPEnable      (1'b1),
    .RV32ZC         (ibex_pkg::RV32Zca),
    .BranchTargetALU(`CORE_WRITEBACK),
    .WritebackStage (`CORE_WRITEBACK)
  ) u_ibex (
    .clk_i,
    .rst_ni,
    .test_en_i             (1'b0),
    .scan_rst_ni           (1'b1),
`ifdef CORE_CHERIOT
    .cheriot_enable_i      (ibex_pkg::IbexMuBiOff),
`endif
    .hart_id_i             (32'd0),
    .boot_addr_i           (32'h7fffff00),
    .instr_req_o           (ireq_o),
    .instr_gnt_i           (ignt_i),
    .instr_rvalid_i        (irvalid_i),
    .instr_addr_o          (iaddr_o[31:0]),
    .instr_rdata_i         (irdata_i),
    .instr_rdata_intg_i    (7'd0),
    .instr_err_i           (ierr_i),
    .data_req_o            (dreq_o),
    .data_gnt_i            (dgnt_i),
    .data_rvalid_i         (drvalid_i),
    .data_we_o             (dwe_o),
    .data_be_o             (dbe_o),
    .data_addr_o           (daddr_o[31:0]),
    .data_wdata_o          (dwdata_o),
    .data_rdata_i          (drdata_i),
    .data_rdata_intg_i     (7'd0),
    .data_err_i            (derr_i),
    .irq_software_i        (msip_i),
    .irq_timer_i           (mtip_i),
    .irq_external_i        (1'b0),
    .irq_fast_i            (15'd0),
    .irq_nm_i              (1'b0),
    .debug_req_i           (1'b0),
    .fetch_enable_i        (ibex_pkg::IbexMuBiOn),
    .rvfi_valid,
    .rvfi_order,
    .rvfi_insn,
    .rvfi_trap,
    .rvfi_intr,
    .rvfi_mode,
    .rvfi_pc_rdata,
    .rvfi_pc_wdata
  );

endmodule
