// SPDX-License-Identifier: Apache-2.0
// kit/dpi/htk_monitor.sv in Verilog-2005 by VPI, for simulators without DPI-C or bind: instantiate it beside the encoder. Ports and parameters
// are those of the other, and so is what can be given on the command line.
module htk_monitor #(
  parameter XLen = 64,
  parameter Blocks = 1,
  parameter RetireW = 8,
  parameter ItypeW = 4,
  parameter ContextW = 32,
  parameter ExtInW = 1,
  parameter TsW = 40,
  parameter Lanes = 4,
  parameter Exact = 0,
  parameter Falling = 0,
  parameter [8*1024-1:0] Elf = "",
  parameter [8*1024-1:0] Params = "",
  parameter [8*64-1:0] Profile = "",
  parameter OnBroken = 1                 // 0: go on, 1: $stop, 2: $finish
) (
  input                      clk_i,
  input                      rst_ni,
  input                      wr_i,
  input  [             11:0] waddr_i,
  input  [             31:0] wdata_i,
  input                      valid_i,
  input                      stall_i,
  input  [       Blocks-1:0] block_valid_i,
  input  [  Blocks*XLen-1:0] iaddr_i,
  input  [Blocks*RetireW-1:0] iretire_i,
  input  [Blocks*ItypeW-1:0] itype_i,
  input  [       Blocks-1:0] ilastsize_i,
  input  [       Blocks-1:0] sijump_i,
  input  [              2:0] priv_i,
  input  [              1:0] ctype_i,
  input  [     ContextW-1:0] context_i,
  input  [     ContextW-1:0] hcontext_i,
  input  [         XLen-1:0] cause_i,
  input  [         XLen-1:0] tval_i,
  input  [             31:0] impdef_i,
  input  [       Blocks+1:0] trigger_i,
  input  [       ExtInW-1:0] ext_trig_i,
  input                      halted_i,
  input                      reset_i,
  input                      lowpower_i,
  input  [          TsW-1:0] time_i,
  input                      out_valid_i,
  input  [        Lanes-1:0] out_keep_i,
  input  [      8*Lanes-1:0] out_data_i,
  input                      drained_i,
  input                      finish_i,      // 1 at the end of the simulation: the summary (Verilog-2005 has no final)
  output reg                 broken_o
);
  integer kit, verdict, exact, on_broken, n, k;
  reg [8*1024-1:0] elf, params;
  reg [8*64-1:0] profile;
  reg [63:0] clock;
  reg [2:0] side_q;
  reg done;
  reg [255:0] iaddr;
  reg [127:0] iretire;
  reg [15:0] itype;
  reg [3:0] ilastsize, sijump;
  reg [31:0] levels;
  reg [319:0] side;
  reg [5:0] trigger;
  reg [7:0] ext_trig;

  initial begin
    elf = Elf;
    params = Params;
    profile = Profile;
    if ($value$plusargs("htk_elf=%s", elf)) ;
    if ($value$plusargs("htk_params=%s", params)) ;
    if ($value$plusargs("htk_profile=%s", profile)) ;
    clock = 0;
    side_q = 0;
    done = 0;
    broken_o = 0;
    exact = Exact;
    on_broken = OnBroken;
    if ($value$plusargs("htk_exact=%d", exact)) ;
    if ($value$plusargs("htk_on_broken=%d", on_broken)) ;
    kit = $htk_open(elf, params, profile, exact);
    tell;
  end

  task tell;
    begin
      verdict = $htk_tell(kit);
      if (verdict != 0 && !broken_o) begin
        broken_o = 1;
        if (on_broken == 1) $stop;
        if (on_broken == 2) $finish;
      end
    end
  endtask

  task record;
    begin
      iaddr = 0;
      iretire = 0;
      itype = 0;
      ilastsize = 0;
      sijump = 0;
      n = 0;
      for (k = 0; k < Blocks; k = k + 1)
        if (valid_i && block_valid_i[k]) begin
          iaddr[64*n +: 64] = iaddr_i[XLen*k +: XLen];
          iretire[32*n +: 32] = iretire_i[RetireW*k +: RetireW];
          itype[4*n +: 4] = itype_i[ItypeW*k +: ItypeW];
          ilastsize[n] = ilastsize_i[k];
          sijump[n] = sijump_i[k];
          n = n + 1;
        end
      trigger = trigger_i;
      ext_trig = ext_trig_i;
      levels = {8'd0, ext_trig, 2'd0, trigger, lowpower_i, reset_i, halted_i, ctype_i, priv_i};
      side = 0;
      side[255:192] = tval_i;
      side[191:128] = cause_i;
      side[127:64] = hcontext_i;
      side[63:0] = context_i;
      side[287:256] = impdef_i;
      $htk_cycle(kit, clock, time_i, n, iaddr, iretire, itype, ilastsize, sijump, levels, side);
    end
  endtask

  task look;
    begin
      clock = clock + 1;
      if (stall_i !== 1'b1 && (valid_i === 1'b1 || {lowpower_i, reset_i, halted_i} !== side_q || (|trigger_i) === 1'b1 || (|ext_trig_i) === 1'b1))
      begin
        record;
        side_q = {lowpower_i, reset_i, halted_i};
      end
      if (wr_i === 1'b1) $htk_write(kit, clock, waddr_i, wdata_i);
      if (out_valid_i === 1'b1) begin
        $htk_bytes(kit, clock, Lanes, out_data_i, out_keep_i);
        tell;
      end
      if (finish_i === 1'b1 && !done) begin
        done = 1;
        $htk_end(kit, clock, drained_i === 1'b1 ? 1 : 0);
      end
    end
  endtask

  generate
    if (Falling) begin : gen_falling
      always @(negedge clk_i) if (rst_ni === 1'b1) look;
    end else begin : gen_rising
      always @(posedge clk_i) if (rst_ni === 1'b1) look;
    end
  endgenerate
endmodule
