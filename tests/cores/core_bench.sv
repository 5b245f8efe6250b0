// SPDX-License-Identifier: Apache-2.0
// A public core (module `core`, of core_NAME.sv) that runs a program, with my_trace of
// docs/howto/integrate-core.md beside it: tr_rvfi, the encoder and a RAM sink with an SRAM. The
// memory map is that of sim/bsp: RAM at 0x80000000, CLINT, UART and test finisher.
//
//   +program=HEX   the RAM, one word per line
//   +out=NAME      NAME.csv: RVFI; NAME.pcs: the PC of each instruction that retired; NAME.bytes:
//                  the trace, a byte in hexadecimal per line
//   +mode=N        trTeInstMode; +features=HEX trTeInstFeatures
//   +wait=N        a request of the core waits with a probability of N / 16
//   +seed=N        of the waits
//   +stall=0       trTeInstStallEna 0
//
// The core's clock stops while core_stall_o is 1, and for good when the program ends. So what the
// core retired is what the trace has.

module core_bench #(
  parameter int unsigned XLen = 32,
  parameter int unsigned BusW = 32,     // of the core's memory
  parameter int unsigned Lanes = 1,
  parameter int unsigned RamBytes = 2097152,
  parameter int unsigned SramBytes = 4194304
);

  localparam int unsigned Words = RamBytes / 4;
  localparam int unsigned MaxCycles = 30000000;

  // ---- Clocks ----

  logic clk = 1'b0;
  logic core_clk = 1'b0;
  logic rst_n = 1'b1;
  logic core_rst_n = 1'b1;
  logic core_stall;
  logic ended = 1'b0;
  wire  run = ~core_stall & ~ended;

  always begin
    clk      = 1'b0;
    core_clk = 1'b0;
    #5;
    core_clk = run;
    clk      = 1'b1;
    #5;
  end

  // ---- The core ----

  logic ireq;
  logic ignt;
  logic irvalid;
  logic ierr;
  logic dreq;
  logic dgnt;
  logic drvalid;
  logic dwe;
  logic derr;
  logic [63:0] iaddr;
  logic [63:0] daddr;
  logic [BusW-1:0] irdata;
  logic [BusW-1:0] drdata;
  logic [BusW-1:0] dwdata;
  logic [BusW/8-1:0] dbe;
  logic msip = 1'b0;
  logic mtip;
  logic [Lanes-1:0] rvfi_valid;
  logic [Lanes-1:0] rvfi_trap;
  logic [Lanes-1:0] rvfi_intr;
  logic [64*Lanes-1:0] rvfi_order;
  logic [32*Lanes-1:0] rvfi_insn;
  logic [2*Lanes-1:0] rvfi_mode;
  logic [XLen*Lanes-1:0] rvfi_pc_rdata;
  logic [XLen*Lanes-1:0] rvfi_pc_wdata;

`ifdef CORE_ITI
  logic [Lanes-1:0] iti_valid;
  logic [Lanes-1:0] iti_ilastsize;
  logic [32*Lanes-1:0] iti_iretire;
  logic [3*Lanes-1:0] iti_itype;
  logic [XLen*Lanes-1:0] iti_iaddr;
  logic [4:0] iti_cause;
  logic [XLen-1:0] iti_tval;
  logic [1:0] iti_priv;
`endif

  core #(
    .XLen (XLen),
    .BusW (BusW),
    .Lanes(Lanes)
  ) u_core (
    .clk_i    (core_clk),
    .rst_ni   (core_rst_n),
    .msip_i   (msip),
    .mtip_i   (mtip),
    .ireq_o   (ireq),
    .ignt_i   (ignt),
    .iaddr_o  (iaddr),
    .irvalid_i(irvalid),
    .irdata_i (irdata),
    .ierr_i   (ierr),
    .dreq_o   (dreq),
    .dgnt_i   (dgnt),
    .dwe_o    (dwe),
    .dbe_o    (dbe),
    .daddr_o  (daddr),
    .dwdata_o (dwdata),
    .drvalid_i(drvalid),
    .drdata_i (drdata),
    .derr_i   (derr),
`ifdef CORE_ITI
    .iti_valid,
    .iti_iretire,
    .iti_itype,
    .iti_ilastsize,
    .iti_iaddr,
    .iti_cause,
    .iti_tval,
    .iti_priv,
`endif
    .rvfi_valid,
    .rvfi_order,
    .rvfi_insn,
    .rvfi_trap,
    .rvfi_intr,
    .rvfi_mode,
    .rvfi_pc_rdata,
    .rvfi_pc_wdata
  );

  // ---- Its memory: a request is granted, then answered in the next cycle of the core ----

  logic [31:0] ram [Words];
  logic [63:0] mtime = '0;
  logic [63:0] mtimecmp = '1;
  logic [31:0] random = 32'd1;
  int unsigned waits = 0;
  int unsigned tick = 0;
  int exit_code = -1;

  assign mtip = mtime >= mtimecmp;
  assign ignt = ireq & (32'(random[3:0]) >= waits);
  assign dgnt = dreq & (32'(random[11:8]) >= waits);

  function automatic logic in_ram(input logic [63:0] addr);
    in_ram = (addr[63:32] == '0) && addr >= 64'h80000000 && addr < 64'h80000000 + 64'(RamBytes);
  endfunction

  function automatic logic known(input logic [63:0] addr);
    known = in_ram(addr) || (addr >= 64'h2000000 && addr < 64'h2010000) ||
            (addr >= 64'h10000000 && addr < 64'h10000100) ||
            (addr >= 64'h100000 && addr < 64'h101000) || addr == 64'h7fffff80;
  endfunction

  function automatic logic [31:0] read_word(input logic [63:0] addr);
    logic [31:0] at;
    at = addr[31:0] & ~32'd3;
    read_word = '0;
    if (in_ram(addr)) read_word = ram[(at - 32'h80000000) / 4];
    // For a core that does not start at the RAM: jump there.
    else if (at == 32'h7fffff80) read_word = 32'h0800006f;
    else if (at == 32'h02000000) read_word = {31'd0, msip};
    else if (at == 32'h02004000) read_word = mtimecmp[31:0];
    else if (at == 32'h02004004) read_word = mtimecmp[63:32];
    else if (at == 32'h0200bff8) read_word = mtime[31:0];
    else if (at == 32'h0200bffc) read_word = mtime[63:32];
    else if (at == 32'h10000004) read_word = 32'h00002000;  // the UART is ready
  endfunction

  task automatic write_word(input logic [63:0] addr, input logic [31:0] value,
                            input logic [3:0] be);
    logic [31:0] at;
    at = addr[31:0] & ~32'd3;
    if (in_ram(addr)) begin
      for (int b = 0; b < 4; b = b + 1) if (be[b]) ram[(at-32'h80000000)/4][8*b+:8] = value[8*b+:8];
    end else if (be != '0) begin
      if (at == 32'h02000000) msip = value[0];
      if (at == 32'h02004000) mtimecmp[31:0] = value;
      if (at == 32'h02004004) mtimecmp[63:32] = value;
      if (at == 32'h10000000 && be[0]) $write("%c", value[7:0]);
      if (at == 32'h00100000) begin
        exit_code = (value[15:0] == 16'h5555) ? 0 : int'(value[31:16]);
        ended     <= 1'b1;
      end
    end
  endtask

  // Where word W of an access to ADDR is.
  function automatic logic [63:0] place_of(input logic [63:0] addr, input int unsigned w);
    place_of = (addr & ~64'(BusW / 8 - 1)) + 64'(4 * w);
  endfunction

  always @(posedge clk) begin
    if (core_rst_n && run) begin
      random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
      tick   <= (tick == 3) ? 0 : tick + 1;
      if (tick == 3) mtime <= mtime + 64'd1;
      irvalid <= ignt;
      ierr    <= ~known(iaddr);
      drvalid <= dgnt;
      derr    <= ~known(daddr);
      for (int w = 0; w < BusW / 32; w = w + 1) begin
        irdata[32*w+:32] <= read_word(place_of(iaddr, w));
        drdata[32*w+:32] <= read_word(place_of(daddr, w));
        if (dgnt && dwe) write_word(place_of(daddr, w), dwdata[32*w+:32], dbe[4*w+:4]);
      end
    end else if (!core_rst_n) begin
      irvalid <= 1'b0;
      drvalid <= 1'b0;
    end
  end

  // ---- The trace of it ----

  localparam int unsigned SramW = $clog2(SramBytes / 4);

  logic psel = 1'b0;
  logic penable = 1'b0;
  logic pwrite = 1'b0;
  logic pready;
  logic pslverr;
  logic [16:0] paddr = '0;
  logic [31:0] pwdata = '0;
  logic [31:0] prdata;
  logic mem_req;
  logic mem_we;
  logic [SramW-1:0] mem_addr;
  logic [31:0] mem_wdata;
  logic [31:0] mem_rdata;
  logic [31:0] sram [SramBytes/4];

`ifdef CORE_ITI
  iti_trace #(
    .XLen     (XLen),
    .Ports    (Lanes),
    .SramBytes(SramBytes)
  ) u_trace (
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .valid_i        (iti_valid & {Lanes{run & core_rst_n}}),
    .iretire_i      (iti_iretire),
    .itype_i        (iti_itype),
    .ilastsize_i    (iti_ilastsize),
    .iaddr_i        (iti_iaddr),
    .cause_i        (iti_cause),
    .tval_i         (iti_tval),
    .priv_i         (iti_priv),
`else
  my_trace #(
    .XLen     (XLen),
    .Lanes    (Lanes),
    .SramBytes(SramBytes)
  ) u_trace (
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .rvfi_valid_i   (rvfi_valid & {Lanes{run & core_rst_n}}),
    .rvfi_insn_i    (rvfi_insn),
    .rvfi_trap_i    (rvfi_trap),
    .rvfi_intr_i    (rvfi_intr),
    .rvfi_mode_i    (rvfi_mode),
    .rvfi_pc_rdata_i(rvfi_pc_rdata),
    .rvfi_pc_wdata_i(rvfi_pc_wdata),
`endif
    .core_stall_o   (core_stall),
    .psel_i         (psel),
    .penable_i      (penable),
    .pwrite_i       (pwrite),
    .paddr_i        (paddr),
    .pwdata_i       (pwdata),
    .pready_o       (pready),
    .prdata_o       (prdata),
    .pslverr_o      (pslverr),
    .mem_req_o      (mem_req),
    .mem_we_o       (mem_we),
    .mem_addr_o     (mem_addr),
    .mem_wdata_o    (mem_wdata),
    .mem_rdata_i    (mem_rdata)
  );

  always @(posedge clk) begin
    if (mem_req && mem_we) sram[mem_addr] <= mem_wdata;
    if (mem_req && !mem_we) mem_rdata <= sram[mem_addr];
  end

  // ---- What the core says, in the order of rvfi_order ----

  int csv;
  int pcs;
  int instructions = 0;
  int traps = 0;
  int interrupts = 0;
  int stalled = 0;
  logic [63:0] order = '0;

  always @(posedge clk) begin
    if (core_rst_n) stalled <= stalled + int'(core_stall & ~ended);
    if (core_rst_n && run) begin
      for (int k = 0; k < Lanes; k = k + 1) begin
        if (rvfi_valid[k]) begin
          if (instructions + traps > 0 && rvfi_order[64*k+:64] != order + 64'd1) begin
            $fatal(1, "core_bench: rvfi_order %0d after %0d", rvfi_order[64*k+:64], order);
          end
          order = rvfi_order[64*k+:64];
          $fdisplay(csv, "%0x,%0x,%0x,%0x,%0x,%0x,%0x", order, rvfi_insn[32*k+:32],
                    rvfi_pc_rdata[XLen*k+:XLen], rvfi_pc_wdata[XLen*k+:XLen], rvfi_trap[k],
                    rvfi_intr[k], rvfi_mode[2*k+:2]);
          if (!rvfi_trap[k]) $fdisplay(pcs, "%0x", rvfi_pc_rdata[XLen*k+:XLen]);
          if (rvfi_trap[k]) traps = traps + 1;
          else instructions = instructions + 1;
          if (rvfi_intr[k]) interrupts = interrupts + 1;
        end
      end
    end
  end

  // ---- Start, run, stop ----

  localparam logic [16:0] TeControl = 17'(tr_encoder_pkg::TR_TE_CONTROL_OFFSET);
  localparam logic [16:0] TeInstFeatures = 17'(tr_encoder_pkg::TR_TE_INST_FEATURES_OFFSET);
  localparam logic [16:0] Sink = 17'h1000;
  localparam logic [16:0] RamControl = Sink + 17'(tr_ramsink_pkg::TR_RAM_CONTROL_OFFSET);
  localparam logic [16:0] RamStart = Sink + 17'(tr_ramsink_pkg::TR_RAM_START_LOW_OFFSET);
  localparam logic [16:0] RamLimit = Sink + 17'(tr_ramsink_pkg::TR_RAM_LIMIT_LOW_OFFSET);
  localparam logic [16:0] RamWp = Sink + 17'(tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET);
  localparam logic [31:0] RamActive = tr_ramsink_pkg::TR_RAM_ACTIVE_MASK;

  task automatic access(input logic write, input logic [16:0] addr, input logic [31:0] value);
    @(negedge clk);
    {psel, penable, pwrite, paddr, pwdata} = {1'b1, 1'b0, write, addr, value};
    @(negedge clk);
    penable = 1'b1;
    #1;
    while (!pready) begin
      @(negedge clk);
      #1;
    end
    if (pslverr) $fatal(1, "core_bench: PSLVERR at %x", addr);
    @(negedge clk);
    {psel, penable} = 2'b00;
  endtask

  // Until the bit is 1, or 20 000 cycles.
  task automatic wait_for(input logic [16:0] addr, input logic [31:0] mask);
    for (int i = 0; i < 4000; i = i + 1) begin
      access(1'b0, addr, '0);
      if ((prdata & mask) != '0) return;
    end
    $fatal(1, "core_bench: register %x does not become ready", addr);
  endtask

  string program_name;
  string out_name;
  int mode = 6;
  int seed = 1;
  int stall = 1;
  int bytes;
  logic [31:0] features = '0;
  logic [31:0] te;
  logic [31:0] wp;

  initial begin
    if (!$value$plusargs("program=%s", program_name) || !$value$plusargs("out=%s", out_name)) begin
      $fatal(1, "core_bench: +program=HEX +out=NAME");
    end
    void'($value$plusargs("mode=%d", mode));
    void'($value$plusargs("features=%h", features));
    void'($value$plusargs("wait=%d", waits));
    void'($value$plusargs("seed=%d", seed));
    void'($value$plusargs("stall=%d", stall));
    random = 32'(seed);
    $readmemh(program_name, ram);
    csv = $fopen({out_name, ".csv"}, "w");
    pcs = $fopen({out_name, ".pcs"}, "w");
    $fdisplay(csv, "order,insn,pc_rdata,pc_wdata,trap,intr,mode");

    @(negedge clk);
    {rst_n, core_rst_n} = 2'b00;
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    // From the sink up.
    access(1'b1, RamControl, RamActive);
    access(1'b1, RamStart, '0);
    access(1'b1, RamLimit, SramBytes - 4);
    access(1'b1, RamWp, '0);
    access(1'b1, RamControl, RamActive | tr_ramsink_pkg::TR_RAM_ENABLE_MASK);
    te = tr_encoder_pkg::TR_TE_ACTIVE_MASK;
    access(1'b1, TeControl, te);
    access(1'b1, TeInstFeatures, features);
    te = te | tr_encoder_pkg::TR_TE_ENABLE_MASK |
         (32'(mode) << tr_encoder_pkg::TR_TE_INST_MODE_SHIFT) |
         ((stall != 0) ? tr_encoder_pkg::TR_TE_INST_STALL_ENA_MASK : '0);
    access(1'b1, TeControl, te);
    access(1'b1, TeControl, te | tr_encoder_pkg::TR_TE_INST_TRACING_MASK);

    @(negedge clk);
    core_rst_n = 1'b1;
    for (int i = 0; i < MaxCycles && !ended; i = i + 1) @(negedge clk);
    if (!ended) $fatal(1, "core_bench: the program has not ended");
    repeat (64) @(negedge clk);  // what waits in the adapter goes to the encoder

    // From the encoder down.
    access(1'b1, TeControl, te);
    access(1'b1, TeControl, te & ~tr_encoder_pkg::TR_TE_ENABLE_MASK);
    wait_for(TeControl, tr_encoder_pkg::TR_TE_EMPTY_MASK);
    access(1'b1, RamControl, RamActive);
    wait_for(RamControl, tr_ramsink_pkg::TR_RAM_EMPTY_MASK);
    access(1'b0, RamWp, '0);
    wp = prdata;
    if ((wp & tr_ramsink_pkg::TR_RAM_WRAP_MASK) != '0) begin
      $fatal(1, "core_bench: the trace does not fit the SRAM");
    end
    bytes = $fopen({out_name, ".bytes"}, "w");
    for (int i = 0; i < int'(wp); i = i + 1) $fdisplay(bytes, "%02x", sram[i/4][8*(i%4)+:8]);
    $fclose(bytes);
    $fclose(csv);
    $fclose(pcs);
    $display("core_bench: exit code %0d, %0d instructions, %0d traps, %0d interrupts, ",
             exit_code, instructions, traps, interrupts,
             "%0d cycles stalled, %0d bytes of trace", stalled, wp);
    $finish;
  end

endmodule
