// SPDX-License-Identifier: Apache-2.0
// tr_encoder, the typical one, with the kit bound to it, for dpi_main.cpp. The build plants a bug, on when
// bug_i[0] is (tests/rtl/module.mk).
module dpi_ours (
`include "dpi_ports.svh"
);
  logic penable_q;
  logic [31:0] unused_rdata;
  logic [1:0] unused_bytes;
  logic unused_err, unused_last, unused_flushed, unused_trig, unused;

  // APB: wr_i is held until wdone_o.
  always_ff @(posedge clk_i) penable_q <= rst_ni & wr_i & ~wdone_o;

  logic pready;
  assign wdone_o = penable_q & pready;

  tr_encoder #(.XLen(32), .TsModes(30)) u_dut (
    .clk_i, .rst_ni,
    .psel_i(wr_i), .penable_i(penable_q), .pwrite_i(1'b1), .paddr_i(waddr_i), .pwdata_i(wdata_i), .pstrb_i('1), .pready_o(pready),
    .prdata_o(unused_rdata), .pslverr_o(unused_err),
    .valid_i, .block_valid_i(1'b1), .iaddr_i, .iretire_i, .itype_i, .ilastsize_i, .sijump_i(1'b0), .priv_i, .ctype_i('0), .context_i('0),
    .hcontext_i('0), .cause_i, .tval_i('0), .impdef_i('0), .dretire_i('0), .dtype_i('0), .daddr_i('0),
    .dsize_i('0), .data_i('0), .iaddr_lsbs_i('0), .dblock_i('0), .trigger_i('0), .ext_trig_i('0), .ext_trig_o(unused_trig),
    .halted_i, .reset_i(1'b0), .lowpower_i(1'b0), .time_i('0), .shared_i('0), .stall_o,
    .link_valid_o(out_o), .link_data_o(data_o), .link_last_o(unused_last), .link_bytes_o(unused_bytes), .link_ready_i(ready_i), .link_stopped_i(1'b0),
    .flush_i(1'b0), .flushed_o(unused_flushed), .sync_i(1'b0)
  );
  assign lanes_o = 3'd4;
  assign unused = &{1'b0, bug_i};
endmodule
