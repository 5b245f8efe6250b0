// SPDX-License-Identifier: Apache-2.0
// naive_btm with the kit bound to it, for dpi_main.cpp.
module dpi_naive (
`include "dpi_ports.svh"
);
  logic [31:0] unused_rdata;
  logic [7:0] obyte;

  naive_btm u_dut (
    .clk(clk_i), .rst(~rst_ni), .bugs(bug_i), .wr(wr_i), .addr(waddr_i), .wdata(wdata_i), .rdata(unused_rdata),
    .iv(valid_i), .iaddr(iaddr_i), .iretire(iretire_i[3:0]), .itype(itype_i[2:0]), .ilastsize(ilastsize_i),
    .halted(halted_i), .hreset(1'b0), .lowpower(1'b0), .ready(ready_i), .ov(out_o), .obyte(obyte)
  );
  assign wdone_o = 1'b1;
  assign stall_o = 1'b0;
  assign data_o  = {24'd0, obyte};
  assign lanes_o = 3'd1;
  logic unused;
  assign unused = &{1'b0, priv_i, cause_i, itype_i[3], iretire_i[7:4]};
endmodule

// It assigns at the clock edge with blocking assignments: look between two of them.
bind naive_btm htk_monitor #(
  .XLen(32), .RetireW(4), .ItypeW(3), .Lanes(1), .Falling(1'b1), .OnBroken(0),
  .Params("htm=0 icnt_bits=10 btype_split=0 context=0 ts_modes=0")
) u_htk (
  .clk_i        (clk),
  .rst_ni       (~rst),
  .wr_i         (wr),
  .waddr_i      (addr),
  .wdata_i      (wdata),
  .valid_i      (iv),
  .stall_i      (1'b0),
  .block_valid_i(1'b1),
  .iaddr_i      (iaddr),
  .iretire_i    (iretire),
  .itype_i      (itype),
  .ilastsize_i  (ilastsize),
  .sijump_i     (1'b0),
  .priv_i       (3'd3),
  .ctype_i      (2'd0),
  .context_i    (32'd0),
  .hcontext_i   (32'd0),
  .cause_i      (32'd0),
  .tval_i       (32'd0),
  .impdef_i     (32'd0),
  .trigger_i    (3'd0),
  .ext_trig_i   (1'b0),
  .halted_i     (halted),
  .reset_i      (hreset),
  .lowpower_i   (lowpower),
  .time_i       (40'd0),
  .out_valid_i  (ov & ready),
  .out_keep_i   (1'b1),
  .out_data_i   (obyte),
  .drained_i    (~ov),
  .broken_o     ()
);
