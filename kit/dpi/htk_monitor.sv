// SPDX-License-Identifier: Apache-2.0
// The kit beside an encoder in a simulation: bind it to the encoder, or instantiate it beside it. The port list is the map:
// connect each port to the signal of the design that carries it, whatever its name is; a port that the design lacks is 0.
// docs/howto/simulate-with-kit.md has examples.
//
//   bind my_encoder htk_monitor #(.XLen(32), .Blocks(1), .RetireW(4), .ItypeW(3), .Lanes(1)) u_htk (
//     .clk_i(clk), .rst_ni(!rst), .wr_i(wr), .waddr_i(addr), .wdata_i(wdata), .valid_i(iv), ...);
//
// Names and values of the hart's side are those of the trace ingress port (E-Trace 2.0). In front of RVFI use htk_monitor_rvfi.
// The first wrong message is reported in the clock in which it leaves. Some parameters can be given when the
// simulation starts, too: +htk_elf=FILE +htk_params=NAME=VALUE,NAME=VALUE +htk_profile=NAME +htk_exact=0 or 1 +htk_on_broken=0, 1 or 2.
// +htk_off=1 switches the kit off.
module htk_monitor #(
  parameter int unsigned XLen = 64,
  parameter int unsigned Blocks = 1,     // 1 to 4
  parameter int unsigned RetireW = 8,    // 32 at most
  parameter int unsigned ItypeW = 4,     // 3 or 4
  parameter int unsigned ContextW = 32,  // 64 at most
  parameter int unsigned ExtInW = 1,     // 8 at most
  parameter int unsigned TsW = 40,       // 64 at most
  parameter int unsigned Lanes = 4,      // bytes per clock at the output, 64 at most
  parameter bit          Exact = 1'b0,   // compare bytes with the golden model, not what they mean
  parameter bit          Falling = 1'b0, // sample at the falling edge: for designs that race with clk_i
  parameter bit          Quiet = 1'b0,   // no summary at the end
  parameter string       Elf = "",
  parameter string       Params = "",    // of the encoder, after xlen and itype_width: "NAME=VALUE NAME=VALUE"
  parameter string       Profile = "",
  parameter int          OnBroken = 1    // 0: a message, 1: $error, 2: $fatal
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // A register of the encoder is written.
  input  logic                      wr_i,
  input  logic [              11:0] waddr_i,
  input  logic [              31:0] wdata_i,
  // The hart.
  input  logic                      valid_i,
  input  logic                      stall_i,        // the encoder does not take the record
  input  logic [        Blocks-1:0] block_valid_i,
  input  logic [   Blocks*XLen-1:0] iaddr_i,
  input  logic [Blocks*RetireW-1:0] iretire_i,
  input  logic [ Blocks*ItypeW-1:0] itype_i,
  input  logic [        Blocks-1:0] ilastsize_i,
  input  logic [        Blocks-1:0] sijump_i,
  input  logic [               2:0] priv_i,
  input  logic [               1:0] ctype_i,
  input  logic [      ContextW-1:0] context_i,
  input  logic [      ContextW-1:0] hcontext_i,
  input  logic [          XLen-1:0] cause_i,
  input  logic [          XLen-1:0] tval_i,
  input  logic [              31:0] impdef_i,
  input  logic [        Blocks+1:0] trigger_i,
  input  logic [        ExtInW-1:0] ext_trig_i,
  input  logic                      halted_i,
  input  logic                      reset_i,
  input  logic                      lowpower_i,
  input  logic [           TsW-1:0] time_i,
  // Bytes that leave in this clock: valid and ready, byte 0 first.
  input  logic                      out_valid_i,
  input  logic [         Lanes-1:0] out_keep_i,
  input  logic [       8*Lanes-1:0] out_data_i,
  input  logic                      drained_i,      // at the end: all has left
  output logic                      broken_o        // a rule is broken
);

  // Steps of a program, one after the other: this is no hardware.
  /* verilator lint_off BLKSEQ */

  chandle kit;
  longint unsigned clock;
  logic [2:0] side_q;
  logic drained_q, told;
  int on_broken, off;

  initial begin
    string elf, params, profile;
    int exact;
    elf = Elf;
    params = Params;
    profile = Profile;
    exact = Exact ? 1 : 0;
    on_broken = OnBroken;
    off = 0;
    void'($value$plusargs("htk_elf=%s", elf));
    void'($value$plusargs("htk_params=%s", params));
    void'($value$plusargs("htk_profile=%s", profile));
    void'($value$plusargs("htk_exact=%d", exact));
    void'($value$plusargs("htk_off=%d", off));
    void'($value$plusargs("htk_on_broken=%d", on_broken));
    clock = 0;
    told = 1'b0;
    broken_o = 1'b0;
    side_q = 3'd0;
    drained_q = 1'b0;
    if (off == 0) begin
      kit = htk_dpi_pkg::htk_dpi_open(elf, $sformatf("xlen=%0d itype_width=%0d %s", XLen, ItypeW, params), profile, exact);
      tell();
    end
  end

  // Report the verdict, once.
  task automatic tell();
    int verdict;
    verdict = htk_dpi_pkg::htk_dpi_poll(kit);
    if (verdict != htk_dpi_pkg::Good && !told) begin
      told = 1'b1;
      broken_o = verdict == htk_dpi_pkg::Broken;
      if (on_broken == 0) $display("%m: %s", htk_dpi_pkg::htk_dpi_text(kit));
      else if (on_broken == 1) $error("%m: %s", htk_dpi_pkg::htk_dpi_text(kit));
      else $fatal(1, "%m: %s", htk_dpi_pkg::htk_dpi_text(kit));
    end
  endtask

  // Valid blocks become the lowest ones.
  task automatic record();
    bit [255:0] iaddr;
    bit [127:0] iretire;
    bit [15:0] itype;
    bit [3:0] ilastsize, sijump;
    bit [31:0] levels;
    int unsigned n;
    iaddr = '0;
    iretire = '0;
    itype = '0;
    ilastsize = '0;
    sijump = '0;
    n = 0;
    for (int unsigned k = 0; k < Blocks; k++) begin
      if (valid_i && block_valid_i[k]) begin
        iaddr[64*n +: 64] = 64'(iaddr_i[XLen*k +: XLen]);
        iretire[32*n +: 32] = 32'(iretire_i[RetireW*k +: RetireW]);
        itype[4*n +: 4] = 4'(itype_i[ItypeW*k +: ItypeW]);
        ilastsize[n] = ilastsize_i[k];
        sijump[n] = sijump_i[k];
        n = n + 1;
      end
    end
    levels = {8'd0, 8'(ext_trig_i), 2'd0, 6'(trigger_i), lowpower_i, reset_i, halted_i, ctype_i, priv_i};
    htk_dpi_pkg::htk_dpi_cycle(kit, clock, 64'(time_i), n, iaddr, iretire, itype, ilastsize, sijump, levels,
      {32'd0, impdef_i, 64'(tval_i), 64'(cause_i), 64'(hcontext_i), 64'(context_i)});
  endtask

  // A record is a valid clock, a change of a level, or a trigger; a stalled one comes again.
  task automatic look();
    clock = clock + 1;
    if (!stall_i && (valid_i || {lowpower_i, reset_i, halted_i} != side_q || trigger_i != '0 || ext_trig_i != '0)) begin
      record();
      side_q = {lowpower_i, reset_i, halted_i};
    end
    if (wr_i) htk_dpi_pkg::htk_dpi_write(kit, clock, 32'(waddr_i), wdata_i);
    if (out_valid_i) begin
      htk_dpi_pkg::htk_dpi_bytes(kit, clock, Lanes, 512'(out_data_i), 64'(out_keep_i));
      tell();
    end
    drained_q = drained_i;
  endtask

  if (Falling) begin : gen_falling
    always @(negedge clk_i) if (rst_ni && off == 0) look();
  end else begin : gen_rising
    always @(posedge clk_i) if (rst_ni && off == 0) look();
  end

  final begin
    if (off == 0) begin
      htk_dpi_pkg::htk_dpi_end(kit, clock, drained_q ? 1 : 0);
      tell();
      if (!Quiet) $display("%m: %s", htk_dpi_pkg::htk_dpi_summary(kit));
      htk_dpi_pkg::htk_dpi_close(kit);
    end
  end

  /* verilator lint_on BLKSEQ */
endmodule
