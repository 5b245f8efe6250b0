// SPDX-License-Identifier: Apache-2.0
// The kit beside every tr_encoder of a simulation, byte by byte: add this file to those of the design.
bind tr_encoder htk_monitor #(
  .XLen(XLen), .Blocks(Blocks), .RetireW(RetireW), .ItypeW(ItypeW), .ContextW(ContextW), .ExtInW(ExtInW), .TsW(TsW), .Lanes(Lanes),
  .Exact(1'b1)
) u_htk (
  .clk_i, .rst_ni,
  .wr_i       (psel_i & penable_i & pready_o & pwrite_i & ~pslverr_o & (&pstrb_i)),
  .waddr_i    (paddr_i),
  .wdata_i    (pwdata_i),
  .valid_i,
  .stall_i    (stall_o),
  .block_valid_i, .iaddr_i, .iretire_i, .itype_i, .ilastsize_i, .sijump_i, .priv_i, .ctype_i, .context_i, .hcontext_i, .cause_i, .tval_i,
  .impdef_i, .trigger_i, .ext_trig_i, .halted_i, .reset_i, .lowpower_i, .time_i,
  .out_valid_i(link_valid_o & link_ready_i),
  .out_keep_i ('1),
  .out_data_i (link_data_o),
  .drained_i  (empty),
  .broken_o   ()
);
