// SPDX-License-Identifier: Apache-2.0
// The RAM sink: whole messages in; trace words in a circular buffer out, in dedicated SRAM or in
// system memory by AXI4 or AHB-Lite; registers on APB4.
//
// TCI 1.0, Trace RAM Sink. The parameters are those of the model (trm_ramsink.h).

module tr_ramsink #(
  `include "tr_ramsink_params.svh"
  parameter bit          Ahb = 1'b0,            // system memory: AHB-Lite, else AXI4
  parameter int unsigned SmemStart = 0,         // with SmemBytes: a fixed region, bits 31:0
  parameter int unsigned SmemStartHigh = 0,     // and 63:32
  parameter int unsigned Depth = 6,             // trace words that wait for the memory, 2 at least
  parameter int unsigned Outstanding = 16,      // AXI4: writes without a response, 1 to 16
  parameter bit          Bursts = 1'b1,         // AXI4: bursts of four words, with Depth 4 at least
  parameter int unsigned AxiIdW = 1,            // AXI4: bits of AWID
  parameter int unsigned AxiId = 0,             // AXI4: AWID of all writes
  parameter int unsigned AxiProt = 2,           // AXI4: AWPROT; 2: unprivileged, non-secure data
  // AXI4: AWCACHE; 2: normal memory, not cached or buffered
  parameter int unsigned AxiCache = 2,
  // AHB-Lite: HPROT; 1: user data, not cached or buffered
  parameter int unsigned AhbProt = 1,
  parameter int unsigned Lanes = 4,             // bytes per cycle on the link
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned SramAddrW = (SramBytes > Width) ? $clog2(SramBytes / Width) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Registers.
  input  logic                 psel_i,
  input  logic                 penable_i,
  input  logic                 pwrite_i,
  input  logic [         11:0] paddr_i,
  input  logic [         31:0] pwdata_i,
  input  logic [          3:0] pstrb_i,
  output logic                 pready_o,
  output logic [         31:0] prdata_o,
  output logic                 pslverr_o,
  // The link.
  input  logic                 link_valid_i,
  input  logic [  8*Lanes-1:0] link_data_i,
  input  logic                 link_last_i,
  input  logic [   BytesW-1:0] link_bytes_i,    // with Etrace: bytes of the beat, less one
  output logic                 link_ready_o,
  output logic                 link_stopped_o,  // the sink is stopped
  // Dedicated SRAM: a synchronous memory, what is read is there in the next cycle.
  output logic                 sram_req_o,
  output logic                 sram_we_o,
  output logic [SramAddrW-1:0] sram_addr_o,     // in trace words
  output logic [    Width-1:0] sram_be_o,
  output logic [  8*Width-1:0] sram_wdata_o,
  input  logic [  8*Width-1:0] sram_rdata_i,
  // AXI4 writes.
  output logic                 awvalid_o,
  input  logic                 awready_i,
  output logic [ AddressW-1:0] awaddr_o,
  output logic [          7:0] awlen_o,
  output logic [          2:0] awsize_o,
  output logic [          1:0] awburst_o,
  output logic [   AxiIdW-1:0] awid_o,
  output logic [          2:0] awprot_o,
  output logic [          3:0] awcache_o,
  output logic                 wvalid_o,
  input  logic                 wready_i,
  output logic [  8*Width-1:0] wdata_o,
  output logic [    Width-1:0] wstrb_o,
  output logic                 wlast_o,
  input  logic                 bvalid_i,
  output logic                 bready_o,
  input  logic [          1:0] bresp_i,
  // AHB-Lite writes.
  output logic [ AddressW-1:0] haddr_o,
  output logic [          1:0] htrans_o,
  output logic                 hwrite_o,
  output logic [          2:0] hsize_o,
  output logic [          2:0] hburst_o,
  output logic [          3:0] hprot_o,
  output logic [  8*Width-1:0] hwdata_o,
  input  logic                 hready_i,
  input  logic                 hresp_i
);

  `include "tr_ramsink_checks.svh"

  localparam int unsigned SramW = SramAddrW + $clog2(Width);
  localparam int unsigned PtrW = Smem ? AddressW : SramW;
  localparam int unsigned Shift = $clog2(Width);
  localparam int unsigned LevelW = $clog2(Depth + 1);

  // ---- Registers ----

  logic we;
  logic re;
  logic active;
  logic enable;
  logic smem;
  logic stopped;
  logic start;
  logic flush;
  logic stop;
  logic empty;
  logic readable;
  logic data_we;
  logic [11:0] addr;
  logic [31:0] wdata;
  logic [31:0] rdata;
  logic [31:0] sram_word;
  logic [2:0] freq;
  logic [PtrW-1:0] ptr;
  logic [SramW-1:0] rp;
  logic pointer_ready;
  logic pointer_known;
  logic pointer_fits;
  logic write_begin;
  logic write_burst;
  logic write_more;
  logic step;
  logic step_burst;
  logic step_error;

  tr_apb_setup u_apb (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .we_o   (we),
    .re_o   (re),
    .addr_o (addr),
    .wdata_o(wdata),
    .rdata_i(rdata)
  );

  tr_ramsink_regs #(
    .Sram         (Sram),
    .Smem         (Smem),
    .SramBytes    (SramBytes),
    .LimitFixed   (LimitFixed),
    .AddressW     (AddressW),
    .StartAlign   ((StartAlign == 0) ? Width : StartAlign),
    .SmemStart    (SmemStart),
    .SmemStartHigh(SmemStartHigh),
    .SmemBytes    (SmemBytes),
    .Width        (Width),
    .ReadActive   (ReadActive),
    .DataWritable (DataWritable),
    .Async        (Async)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .we_i         (we),
    .re_i         (re),
    .addr_i       (addr),
    .wdata_i      (wdata),
    .rdata_o      (rdata),
    .readable_i   (readable),
    .data_i       (sram_word),
    .empty_i      (empty),
    .begin_i      (write_begin),
    .begin_burst_i(write_burst),
    .step_i       (step),
    .step_burst_i (step_burst),
    .error_i      (step_error),
    .more_i       (write_more),
    .ready_o      (pointer_ready),
    .known_o      (pointer_known),
    .fits_o       (pointer_fits),
    .ptr_o        (ptr),
    .rp_o         (rp),
    .active_o     (active),
    .enable_o     (enable),
    .smem_o       (smem),
    .stopped_o    (stopped),
    .freq_o       (freq),
    .start_o      (start),
    .flush_o      (flush),
    .stop_o       (stop),
    .data_we_o    (data_we)
  );

  // ---- Trace words ----

  logic drop;
  logic words_valid;
  logic words_ready;
  logic words_empty;
  logic word_valid;
  logic word_pop;
  logic [8*Width-1:0] words_data;
  logic [8*Width-1:0] word;
  logic [LevelW-1:0] level;

  assign drop           = !active || stop;
  assign link_stopped_o = !enable;

  tr_ramsink_words #(
    .Width    (Width),
    .Async    (Async),
    .Etrace   (Etrace),
    .SyncNulls(SyncNulls),
    .Lanes    (Lanes)
  ) u_words (
    .clk_i,
    .rst_ni,
    .drop_i  (drop),
    .open_i  (enable),
    .refuse_i(stopped),
    .start_i (start),
    .flush_i (flush),
    .freq_i  (freq),
    .link_valid_i,
    .link_data_i,
    .link_last_i,
    .link_bytes_i,
    .link_ready_o,
    .valid_o (words_valid),
    .word_o  (words_data),
    .ready_i (words_ready),
    .empty_o (words_empty)
  );

  tr_fifo #(
    .Width(8 * Width),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .clr_i   (drop),
    .wvalid_i(words_valid),
    .wready_o(words_ready),
    .wdata_i (words_data),
    .rvalid_o(word_valid),
    .rready_i(word_pop),
    .rdata_o (word),
    .level_o (level)
  );

  // ---- System memory: a word leaves the queue when its write begins; trRamWP moves when it ends
  // ----

  logic smem_start;
  logic smem_begin;
  logic smem_burst;
  logic smem_pop;
  logic smem_more;
  logic smem_done;
  logic smem_done_burst;
  logic smem_error;
  logic smem_step;
  logic smem_orphan;
  logic sram_write;
  logic sram_done_d, sram_done_q;
  logic [AddressW-1:0] smem_addr;

  if (Smem) begin : gen_smem
    logic orphan_d, orphan_q;  // the writes on the bus are of before a reset

    assign smem_start  = word_valid && smem && active && pointer_ready && !orphan_q;
    assign smem_step   = smem_done && !orphan_q && active;
    assign smem_addr   = ptr;
    assign smem_orphan = orphan_q;

    assign orphan_d = (orphan_q || !active) && (smem_more || smem_done);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) orphan_q <= 1'b0;
      else orphan_q <= orphan_d;
    end
  end else begin : gen_no_smem
    logic unused;
    assign unused      = &{1'b0, smem, smem_done};
    assign smem_start  = 1'b0;
    assign smem_step   = 1'b0;
    assign smem_addr   = '0;
    assign smem_orphan = 1'b0;
  end

  if (Smem && !Ahb) begin : gen_axi
    logic burst;
    logic strobe;
    logic four;
    assign four = (level >> 2) != '0;
    tr_ramsink_axi #(
      .AddressW   (AddressW),
      .Width      (Width),
      .Outstanding(Outstanding),
      .Bursts     (Bursts && Depth >= 4)
    ) u_axi (
      .clk_i,
      .rst_ni,
      .start_i     (smem_start),
      .four_i      (four),
      .known_i     (pointer_known),
      .fits_i      (pointer_fits),
      .addr_i      (smem_addr),
      .data_i      (word),
      .orphan_i    (smem_orphan),
      .begin_o     (smem_begin),
      .burst_o     (smem_burst),
      .pop_o       (smem_pop),
      .more_o      (smem_more),
      .done_o      (smem_done),
      .done_burst_o(smem_done_burst),
      .error_o     (smem_error),
      .awvalid_o,
      .awready_i,
      .awaddr_o,
      .awburst_o   (burst),
      .wvalid_o,
      .wready_i,
      .wdata_o,
      .wstrb_o     (strobe),
      .wlast_o,
      .bvalid_i,
      .bready_o,
      .bresp_i
    );
    assign awlen_o = burst ? 8'd3 : 8'd0;
    assign wstrb_o = {Width{strobe}};
  end else begin : gen_no_axi
    logic unused;
    assign unused          = &{1'b0, awready_i, wready_i, bvalid_i, bresp_i, level, pointer_known,
                               pointer_fits, smem_orphan};
    assign smem_burst      = 1'b0;
    assign smem_done_burst = 1'b0;
    assign awvalid_o       = 1'b0;
    assign awaddr_o        = '0;
    assign awlen_o         = 8'd0;
    assign wvalid_o        = 1'b0;
    assign wdata_o         = '0;
    assign wstrb_o         = '0;
    assign wlast_o         = 1'b0;
    assign bready_o        = 1'b0;
  end
  assign awsize_o  = 3'(Shift);
  assign awburst_o = 2'b01;  // INCR
  assign awid_o    = AxiIdW'(AxiId);
  assign awprot_o  = 3'(AxiProt);
  assign awcache_o = 4'(AxiCache);

  if (Smem && Ahb) begin : gen_ahb
    tr_ramsink_ahb #(
      .AddressW(AddressW),
      .Width   (Width)
    ) u_ahb (
      .clk_i,
      .rst_ni,
      .start_i(smem_start),
      .begin_o(smem_begin),
      .addr_i (smem_addr),
      .data_i (word),
      .more_o (smem_more),
      .done_o (smem_done),
      .error_o(smem_error),
      .haddr_o,
      .htrans_o,
      .hwdata_o,
      .hready_i,
      .hresp_i
    );
    assign smem_pop = smem_begin;
  end else begin : gen_no_ahb
    logic unused;
    assign unused   = &{1'b0, hready_i, hresp_i};
    assign haddr_o  = '0;
    assign htrans_o = 2'b00;
    assign hwdata_o = '0;
  end
  assign hwrite_o = htrans_o[1];
  assign hsize_o  = 3'(Shift);
  assign hburst_o = 3'b000;  // SINGLE
  assign hprot_o  = 4'(AhbProt);

  if (!Smem) begin : gen_no_bus
    logic unused;
    assign unused     = &{1'b0, smem_start, smem_addr};
    assign smem_begin = 1'b0;
    assign smem_pop   = 1'b0;
    assign smem_more  = 1'b0;
    assign smem_done  = 1'b0;
    assign smem_error = 1'b0;
  end

  // ---- SRAM: trRamData is read in the setup phase of its access, before trace is written ----

  if (Sram) begin : gen_sram
    logic may_read;
    logic sram_read;
    logic readable_d, readable_q;

    assign may_read  = active && !smem && ((!enable && empty) || ReadActive);
    assign sram_read = psel_i && !penable_i && !pwrite_i && may_read &&
                       (addr == tr_ramsink_pkg::TR_RAM_DATA_OFFSET);
    assign readable  = pwrite_i ? may_read : readable_q;
    assign sram_write = word_valid && !smem && active && pointer_ready && !sram_read && !data_we;

    assign readable_d  = sram_read;
    assign sram_done_d = sram_write;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        readable_q  <= 1'b0;
        sram_done_q <= 1'b0;
      end else begin
        readable_q  <= readable_d;
        sram_done_q <= sram_done_d;
      end
    end

    if (Width > 4) begin : gen_select
      logic [1:0] lane;
      assign lane      = 2'(rp[Shift-1:2]);
      assign sram_word = 32'(sram_rdata_i >> {lane, 5'h0});
      assign sram_be_o = data_we ? Width'(15) << {lane, 2'b00} : '1;
    end else begin : gen_whole
      assign sram_word = sram_rdata_i;
      assign sram_be_o = '1;
    end

    assign sram_req_o   = sram_read || data_we || sram_write;
    assign sram_we_o    = data_we || sram_write;
    assign sram_addr_o  = sram_write ? ptr[Shift +: SramAddrW] : rp[Shift +: SramAddrW];
    assign sram_wdata_o = sram_write ? word : {(Width/4){wdata}};
  end else begin : gen_no_sram
    logic unused;
    assign unused       = &{1'b0, sram_rdata_i, rp, data_we, wdata, sram_done_d};
    assign readable     = 1'b0;
    assign sram_write   = 1'b0;
    assign sram_done_d  = 1'b0;
    assign sram_done_q  = 1'b0;
    assign sram_word    = '0;
    assign sram_req_o   = 1'b0;
    assign sram_we_o    = 1'b0;
    assign sram_addr_o  = '0;
    assign sram_be_o    = '0;
    assign sram_wdata_o = '0;
  end

  logic unused_low;
  assign unused_low = ^{ptr[Shift-1:0], rp[1:0]};

  assign write_begin = sram_write || smem_begin;
  assign write_burst = smem_burst && smem;
  assign word_pop    = sram_write || smem_pop;
  assign write_more  = smem_more && smem;
  assign step        = (sram_done_q && active) || smem_step;
  assign step_burst  = smem_done_burst && smem;
  assign step_error  = smem_step && smem_error;
  assign empty       = words_empty && !word_valid && !smem_more && !smem_done && !sram_done_q;

endmodule
