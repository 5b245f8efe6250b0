// SPDX-License-Identifier: Apache-2.0
// naive_btm, and beside it the kit that gets what the hart does by RVFI, for dpi_main.cpp with RVFI.
module dpi_rvfi (
  input  logic        rvfi_valid_i,
  input  logic [31:0] rvfi_insn_i,
  input  logic        rvfi_trap_i,
  input  logic        rvfi_intr_i,
  input  logic [ 1:0] rvfi_mode_i,
  input  logic [31:0] rvfi_pc_rdata_i,
  input  logic [31:0] rvfi_pc_wdata_i,
  input  logic [31:0] rvfi_cause_i,
  output logic        lost_o,
`include "dpi_ports.svh"
);
  logic [31:0] unused_rdata;
  logic [7:0] obyte, obyte_q;
  logic ov_q, unused_broken;

  naive_btm u_dut (
    .clk(clk_i), .rst(~rst_ni), .bugs(bug_i), .wr(wr_i), .addr(waddr_i), .wdata(wdata_i), .rdata(unused_rdata),
    .iv(valid_i), .iaddr(iaddr_i), .iretire(iretire_i[3:0]), .itype(itype_i[2:0]), .ilastsize(ilastsize_i),
    .halted(halted_i), .hreset(1'b0), .lowpower(1'b0), .ready(ready_i), .ov(out_o), .obyte(obyte)
  );
  assign wdone_o = 1'b1;
  assign stall_o = 1'b0;
  assign data_o  = {24'd0, obyte};
  assign lanes_o = 3'd1;

  // It assigns at the clock edge with blocking assignments, and this monitor looks at that edge.
  always_ff @(negedge clk_i) begin
    ov_q    <= out_o & ready_i;
    obyte_q <= obyte;
  end

  htk_monitor_rvfi #(
    .XLen(32), .Lanes(1), .Blocks(1), .ItypeW(3), .OutLanes(1), .OnBroken(0),
    .Params("htm=0 icnt_bits=10 btype_split=0 context=0 ts_modes=0")
  ) u_htk (
    .clk_i, .rst_ni, .wr_i, .waddr_i, .wdata_i,
    .rvfi_valid_i, .rvfi_insn_i, .rvfi_trap_i, .rvfi_intr_i, .rvfi_mode_i, .rvfi_pc_rdata_i, .rvfi_pc_wdata_i,
    .cause_i(rvfi_cause_i), .tval_i(32'd0), .context_i(32'd0), .ctype_i(2'd0), .halted_i,
    .out_valid_i(ov_q), .out_keep_i(1'b1), .out_data_i(obyte_q), .drained_i(~out_o), .lost_o, .broken_o(unused_broken)
  );
  logic unused;
  assign unused = &{1'b0, priv_i, cause_i, itype_i[3], iretire_i[7:4]};
endmodule
