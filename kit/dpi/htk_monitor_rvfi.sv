// SPDX-License-Identifier: Apache-2.0
// htk_monitor for a core that reports by RVFI: tr_rvfi (rtl-model/rtl/adapters) makes records of the trace ingress port of what
// retires. The encoder gets its records by another way, so it may be ahead of the kit, by 64 clocks at most.
module htk_monitor_rvfi #(
  parameter int unsigned XLen = 64,
  parameter int unsigned Lanes = 1,      // instructions per clock, 1 or 2
  parameter int unsigned Blocks = 2,     // records of the model have 1 or 2 blocks
  parameter int unsigned ItypeW = 4,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ContextW = 32,
  parameter int unsigned OutLanes = 4,   // bytes per clock at the output
  parameter bit          Exact = 1'b0,
  parameter string       Elf = "",
  parameter string       Params = "",
  parameter string       Profile = "",
  parameter int          OnBroken = 1
) (
  input  logic                  clk_i,
  /* verilator lint_off SYNCASYNCNET */
  input  logic                  rst_ni,      // the monitor looks at it with the clock, tr_rvfi is reset by it
  /* verilator lint_on SYNCASYNCNET */
  input  logic                  wr_i,
  input  logic [          11:0] waddr_i,
  input  logic [          31:0] wdata_i,
  input  logic [     Lanes-1:0] rvfi_valid_i,
  input  logic [  32*Lanes-1:0] rvfi_insn_i,
  input  logic [     Lanes-1:0] rvfi_trap_i,
  input  logic [     Lanes-1:0] rvfi_intr_i,
  input  logic [   2*Lanes-1:0] rvfi_mode_i,
  input  logic [XLen*Lanes-1:0] rvfi_pc_rdata_i,
  input  logic [XLen*Lanes-1:0] rvfi_pc_wdata_i,
  input  logic [XLen*Lanes-1:0] cause_i,
  input  logic [XLen*Lanes-1:0] tval_i,
  input  logic [  ContextW-1:0] context_i,
  input  logic [           1:0] ctype_i,
  input  logic                  halted_i,
  input  logic                  out_valid_i,
  input  logic [  OutLanes-1:0] out_keep_i,
  input  logic [8*OutLanes-1:0] out_data_i,
  input  logic                  drained_i,
  output logic                  lost_o,      // an instruction came that tr_rvfi had no room for: give the core a pause
  output logic                  broken_o
);

  logic valid, unused_stall;
  logic [Blocks-1:0] block_valid, ilastsize, sijump;
  logic [Blocks*XLen-1:0] iaddr;
  logic [Blocks*RetireW-1:0] iretire;
  logic [Blocks*ItypeW-1:0] itype;
  logic [2:0] priv;
  logic [1:0] ctype;
  logic [ContextW-1:0] ctx;
  logic [XLen-1:0] cause, tval;

  tr_rvfi #(
    .XLen(XLen), .ItypeW(ItypeW), .Lanes(Lanes), .Blocks(Blocks), .RetireW(RetireW), .ContextW(ContextW), .Depth(64)
  ) u_rvfi (
    .clk_i, .rst_ni, .rvfi_valid_i, .rvfi_insn_i, .rvfi_trap_i, .rvfi_intr_i, .rvfi_mode_i, .rvfi_pc_rdata_i, .rvfi_pc_wdata_i,
    .cause_i, .tval_i, .context_i, .ctype_i,
    .stall_o      (unused_stall),
    .lost_o,
    .valid_o      (valid),
    .block_valid_o(block_valid),
    .iaddr_o      (iaddr),
    .iretire_o    (iretire),
    .itype_o      (itype),
    .ilastsize_o  (ilastsize),
    .sijump_o     (sijump),
    .priv_o       (priv),
    .ctype_o      (ctype),
    .context_o    (ctx),
    .cause_o      (cause),
    .tval_o       (tval),
    .stall_i      (1'b0)
  );

  htk_monitor #(
    .XLen(XLen), .Blocks(Blocks), .RetireW(RetireW), .ItypeW(ItypeW), .ContextW(ContextW), .Lanes(OutLanes), .Exact(Exact),
    .Elf(Elf), .Params(Params), .Profile(Profile), .OnBroken(OnBroken)
  ) u_monitor (
    .clk_i, .rst_ni, .wr_i, .waddr_i, .wdata_i,
    .valid_i      (valid),
    .stall_i      (1'b0),
    .block_valid_i(block_valid),
    .iaddr_i      (iaddr),
    .iretire_i    (iretire),
    .itype_i      (itype),
    .ilastsize_i  (ilastsize),
    .sijump_i     (sijump),
    .priv_i       (priv),
    .ctype_i      (ctype),
    .context_i    (ctx),
    .hcontext_i   ('0),
    .cause_i      (cause),
    .tval_i       (tval),
    .impdef_i     ('0),
    .trigger_i    ('0),
    .ext_trig_i   (1'b0),
    .halted_i,
    .reset_i      (1'b0),
    .lowpower_i   (1'b0),
    .time_i       (40'd0),
    .out_valid_i, .out_keep_i, .out_data_i, .drained_i, .broken_o
  );
endmodule
