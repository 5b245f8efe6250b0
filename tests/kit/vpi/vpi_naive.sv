// SPDX-License-Identifier: Apache-2.0
// naive_btm in Icarus Verilog with the kit beside it. +stim=FILE: a line for each clock with something: the clock, W offset value, R iaddr iretire itype
// ilastsize, or H level (debug mode). +bugs=N as in naive_btm. With WAVES +vcd=FILE.
module vpi_naive;
  reg clk = 0, rst = 1, wr = 0, iv = 0, ilastsize = 0, halted = 0, finish = 0;
  reg [4:0] bugs = 0;
  reg [11:0] addr = 0;
  reg [31:0] wdata = 0, iaddr = 0;
  reg [3:0] iretire = 0;
  reg [2:0] itype = 0;
  wire [31:0] rdata;
  wire ov, broken;
  wire [7:0] obyte;
  integer f, n, at, now;
  reg [7:0] what;
  reg [31:0] a, b, c, d;
  reg [8*512-1:0] name;

  naive_btm u_dut (
    .clk(clk), .rst(rst), .bugs(bugs), .wr(wr), .addr(addr), .wdata(wdata), .rdata(rdata), .iv(iv), .iaddr(iaddr), .iretire(iretire), .itype(itype),
    .ilastsize(ilastsize), .halted(halted), .hreset(1'b0), .lowpower(1'b0), .ready(1'b1), .ov(ov), .obyte(obyte)
  );

  htk_monitor #(
    .XLen(32), .RetireW(4), .ItypeW(3), .Lanes(1), .Falling(1), .OnBroken(0),
    .Params("xlen=32 itype_width=3 htm=0 icnt_bits=10 btype_split=0 context=0 ts_modes=0")
  ) u_htk (
    .clk_i(clk), .rst_ni(~rst), .wr_i(wr), .waddr_i(addr), .wdata_i(wdata), .valid_i(iv), .stall_i(1'b0), .block_valid_i(1'b1), .iaddr_i(iaddr),
    .iretire_i(iretire), .itype_i(itype), .ilastsize_i(ilastsize), .sijump_i(1'b0), .priv_i(3'd3), .ctype_i(2'd0), .context_i(32'd0), .hcontext_i(32'd0),
    .cause_i(32'd0), .tval_i(32'd0), .impdef_i(32'd0), .trigger_i(3'd0), .ext_trig_i(1'b0), .halted_i(halted), .reset_i(1'b0), .lowpower_i(1'b0),
    .time_i(40'd0), .out_valid_i(ov), .out_keep_i(1'b1), .out_data_i(obyte), .drained_i(~ov), .finish_i(finish), .broken_o(broken)
  );

  // Inputs change after the rising edge, the monitor looks at the falling one.
  always #5 clk = ~clk;
  always @(posedge clk) #1 begin
    now = now + 1;
    wr = 0;
    iv = 0;
    if (at == now) begin
      if (what == "W") begin
        wr = 1;
        addr = a;
        wdata = b;
      end else if (what == "R") begin
        iv = 1;
        iaddr = a;
        iretire = b;
        itype = c;
        ilastsize = d;
      end else halted = a;
      n = $fscanf(f, "%d %c %h %h %h %h\n", at, what, a, b, c, d);
      if (n != 6) at = -1;
    end
    if (at < 0) begin
      at = at - 1;
      if (at == -2000) finish = 1;
      if (at == -2010) $finish;
    end
  end

  initial begin
    if ($value$plusargs("bugs=%d", bugs)) ;
    if (!$value$plusargs("stim=%s", name)) $finish;
    f = $fopen(name, "r");
`ifdef WAVES
    if ($value$plusargs("vcd=%s", name)) begin
      $dumpfile(name);
      $dumpvars(1, vpi_naive);
    end
`endif
    now = 0;
    n = $fscanf(f, "%d %c %h %h %h %h\n", at, what, a, b, c, d);
    #42 rst = 0;
  end
endmodule
