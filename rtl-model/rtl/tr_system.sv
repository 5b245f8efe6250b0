// SPDX-License-Identifier: Apache-2.0
// A trace subsystem: an encoder for each of 1 to 16 harts, a funnel when there are two or more, one
// to three sinks, which all get the same messages; one APB port. Everything is a parameter.
//
// Component n has its registers at n * 4 KiB: the encoders first, hart 0 at 0, then the funnel,
// then RAM sink, PIB sink and ATB bridge. Where there is none, an access is answered with an error.
//
// By default everything is in the clock clk_i. Parameters put crossings in
// (docs/reference/rtl-integration.md): APB, each hart with its encoder, and the time in clocks of
// their own, sidebands from any clock.

module tr_system #(
  parameter int unsigned Harts = 2,            // 1..16
  // Encoders: see tr_encoder.
  parameter int unsigned Blocks = 1,          // blocks per cycle, 1 or 2
  `include "tr_encoder_params.svh"
  parameter int unsigned RetireW = 8,         // bits of iretire, less than IcntW
  parameter int unsigned Messages = 32 * Blocks, // places in the queue of messages
  parameter int unsigned RestartMessages = 8, // after an overflow: queue no more than this many
  parameter int unsigned QueueDepth = 8 * Blocks, // places in the queue of records
  parameter int unsigned Lanes = 4,           // bytes per cycle on the link
  parameter int unsigned DataPorts = 1,       // data accesses per cycle
  // Sinks and bridge fill as E-Trace asks for, and have trXxAsyncFreq; needed when Ntrace is 0.
  parameter bit          SinkEtrace = 1'b0,
  // The funnel: see tr_funnel.
  parameter int unsigned DisInputs = 32'hffff,
  parameter int unsigned FunnelDepth = 16,
  parameter int unsigned FunnelTsModes = 0,
  // The RAM sink: see tr_ramsink. There is none when Sram and Smem are 0.
  parameter bit          Sram = 1'b1,
  parameter bit          Smem = 1'b0,
  parameter bit          Ahb = 1'b0,
  parameter int unsigned SramBytes = 4096,
  parameter int unsigned AddressW = 64,
  parameter int unsigned SinkWidth = 4,
  parameter int unsigned SinkDepth = 6,
  parameter int unsigned Outstanding = 16,
  parameter bit          Bursts = 1'b1,
  parameter int unsigned AxiIdW = 1,           // and AWID, AWPROT, AWCACHE, HPROT
  parameter int unsigned AxiId = 0,
  parameter int unsigned AxiProt = 2,
  parameter int unsigned AxiCache = 2,
  parameter int unsigned AhbProt = 1,
  // The PIB sink: see tr_pibsink.
  parameter bit          Pib = 1'b0,
  parameter int unsigned PibModes = 32'h1f30,
  parameter int unsigned PibDividerW = 16,
  parameter int unsigned PibDividerReset = 7,
  parameter int unsigned PibDepth = 64,
  // The ATB bridge: see tr_atbbridge.
  parameter bit          Atb = 1'b0,
  parameter int unsigned AtbWidth = 4,
  parameter int unsigned AtbWaitCycles = 0,
  parameter bit          AtClkEn = 1'b0,       // ATB has ATCLKEN
  // Other clocks.
  parameter bit          ApbClock = 1'b0,      // the bus has pclk_i
  parameter bit          HartClocks = 1'b0,    // hart k and its encoder have hart_clk_i[k]
  parameter bit          TimeClock = 1'b0,     // time_i has time_clk_i
  // halted, reset, lowpower, ext_trig, atstopped: any clock
  parameter bit          AsyncSidebands = 1'b0,
  parameter int unsigned SyncStages = 2,       // flip-flops of each synchronizer, 2..4
  // beats in the queue of each encoder's link, with HartClocks
  parameter int unsigned LinkDepth = 8,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam bit Ram = Sram || Smem,
  localparam int unsigned Funnel = (Harts > 1) ? 1 : 0,
  localparam int unsigned Sinks = 32'(Ram) + 32'(Pib) + 32'(Atb),
  localparam int unsigned Components = Harts + Funnel + Sinks,
  localparam int unsigned AtbBytesW = (AtbWidth > 1) ? $clog2(AtbWidth) : 1,
  localparam int unsigned ExtInW = (ExtTriggers > 0) ? ExtTriggers : 1,
  localparam int unsigned ExtOutW = (ExtOutputs > 0) ? ExtOutputs : 1,
  localparam int unsigned SramAddrW = (SramBytes > SinkWidth) ? $clog2(SramBytes / SinkWidth) : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // Other clocks, each with its reset; all resets are asserted together.
  input  logic                            pclk_i,
  input  logic                            presetn_i,
  input  logic [               Harts-1:0] hart_clk_i,
  input  logic [               Harts-1:0] hart_rst_ni,
  input  logic                            time_clk_i,
  input  logic                            time_rst_ni,
  // Registers.
  input  logic                            psel_i,
  input  logic                            penable_i,
  input  logic                            pwrite_i,
  input  logic [                    16:0] paddr_i,
  input  logic [                    31:0] pwdata_i,
  input  logic [                     3:0] pstrb_i,
  output logic                            pready_o,
  output logic [                    31:0] prdata_o,
  output logic                            pslverr_o,
  // Ingress, hart 0 in the lowest bits.
  input  logic [               Harts-1:0] valid_i,
  input  logic [        Harts*Blocks-1:0] block_valid_i,
  input  logic [   Harts*Blocks*XLen-1:0] iaddr_i,
  input  logic [Harts*Blocks*RetireW-1:0] iretire_i,
  input  logic [ Harts*Blocks*ItypeW-1:0] itype_i,
  input  logic [        Harts*Blocks-1:0] ilastsize_i,
  input  logic [        Harts*Blocks-1:0] sijump_i,
  input  logic [             3*Harts-1:0] priv_i,
  input  logic [             2*Harts-1:0] ctype_i,
  input  logic [      Harts*ContextW-1:0] context_i,
  input  logic [      Harts*ContextW-1:0] hcontext_i,
  input  logic [          Harts*XLen-1:0] cause_i,
  input  logic [          Harts*XLen-1:0] tval_i,
  input  logic [            Harts*32-1:0] impdef_i,
  input  logic [     Harts*DataPorts-1:0] dretire_i,
  input  logic [   4*Harts*DataPorts-1:0] dtype_i,
  input  logic [Harts*DataPorts*XLen-1:0] daddr_i,
  input  logic [   3*Harts*DataPorts-1:0] dsize_i,
  input  logic [ 128*Harts*DataPorts-1:0] data_i,
  input  logic [Harts*DataPorts*RetireW-1:0] iaddr_lsbs_i,
  input  logic [     Harts*DataPorts-1:0] dblock_i,
  input  logic [    Harts*(Blocks+2)-1:0] trigger_i,
  input  logic [        Harts*ExtInW-1:0] ext_trig_i,
  output logic [       Harts*ExtOutW-1:0] ext_trig_o,
  input  logic [               Harts-1:0] halted_i,
  input  logic [               Harts-1:0] reset_i,
  input  logic [               Harts-1:0] lowpower_i,
  output logic [               Harts-1:0] stall_o,
  input  logic [                 TsW-1:0] time_i,
  // Memories of the sink.
  output logic                            sram_req_o,
  output logic                            sram_we_o,
  output logic [           SramAddrW-1:0] sram_addr_o,
  output logic [           SinkWidth-1:0] sram_be_o,
  output logic [         8*SinkWidth-1:0] sram_wdata_o,
  input  logic [         8*SinkWidth-1:0] sram_rdata_i,
  output logic                            awvalid_o,
  input  logic                            awready_i,
  output logic [            AddressW-1:0] awaddr_o,
  output logic [                     7:0] awlen_o,
  output logic [                     2:0] awsize_o,
  output logic [                     1:0] awburst_o,
  output logic [              AxiIdW-1:0] awid_o,
  output logic [                     2:0] awprot_o,
  output logic [                     3:0] awcache_o,
  output logic                            wvalid_o,
  input  logic                            wready_i,
  output logic [         8*SinkWidth-1:0] wdata_o,
  output logic [           SinkWidth-1:0] wstrb_o,
  output logic                            wlast_o,
  input  logic                            bvalid_i,
  output logic                            bready_o,
  input  logic [                     1:0] bresp_i,
  output logic [            AddressW-1:0] haddr_o,
  output logic [                     1:0] htrans_o,
  output logic                            hwrite_o,
  output logic [                     2:0] hsize_o,
  output logic [                     2:0] hburst_o,
  output logic [                     3:0] hprot_o,
  output logic [         8*SinkWidth-1:0] hwdata_o,
  input  logic                            hready_i,
  input  logic                            hresp_i,
  // Pins.
  output logic                            trc_clk_o,
  output logic [                    15:0] trc_data_o,
  // ATB.
  input  logic                            atclken_i,
  output logic                            atvalid_o,
  input  logic                            atready_i,
  output logic [           AtbBytesW-1:0] atbytes_o,
  output logic [          8*AtbWidth-1:0] atdata_o,
  output logic [                     6:0] atid_o,
  input  logic                            afvalid_i,
  output logic                            afready_o,
  input  logic                            syncreq_i,
  input  logic                            atstopped_i   // not of ATB: see tr_atbbridge
);

  if (Harts < 1 || Harts > 16) begin : gen_refused_harts
    $error("tr_system: Harts is not 1 to 16");
  end
  if (SyncStages < 2 || SyncStages > 4) begin : gen_refused_sync
    $error("tr_system: SyncStages is outside of its range: 2..4");
  end
  if (LinkDepth < 4 || LinkDepth > 1024 ||
      (LinkDepth & (LinkDepth - 1)) != 0) begin : gen_refused_link
    $error("tr_system: LinkDepth is no power of two from 4 to 1024");
  end
  if (!HartClocks && LinkDepth != 8) begin : gen_refused_queue
    $error("tr_system: LinkDepth is set and HartClocks is 0; the encoders' links have no queue");
  end
  if (AtClkEn && !Atb) begin : gen_refused_clken
    $error("tr_system: AtClkEn is 1 and Atb is 0; there is no ATB");
  end
  if (TimeClock && (TsModes & 32'h12) == 0 &&
      (FunnelTsModes & 32'h12) == 0) begin : gen_refused_time
    $error(
      "tr_system: TimeClock is 1 and no TsModes or FunnelTsModes takes the time: External or Shared");
  end
  if (SinkEtrace && !Etrace) begin : gen_refused_etrace
    $error("tr_system: SinkEtrace is 1 and Etrace is 0; the encoders send N-Trace");
  end
  if (!SinkEtrace && !Ntrace) begin : gen_refused_ntrace
    $error("tr_system: SinkEtrace and Ntrace are both 0; the encoders send E-Trace");
  end
  if (Sinks == 0) begin : gen_refused_sinks
    $error("tr_system: Sram, Smem, Pib and Atb are all 0; the system needs a sink");
  end

  // ---- The bus ----

  logic bus_write;
  logic [11:0] bus_addr;
  logic [31:0] bus_wdata;
  logic [3:0] bus_strb;
  logic [Components-1:0] sel;
  logic [Components-1:0] enables;
  logic [Components-1:0] ready;
  logic [Components-1:0] error;
  logic [32*Components-1:0] rdata;

  tr_system_bus #(
    .Components(Components),
    .ApbClock  (ApbClock),
    .SyncStages(SyncStages)
  ) u_bus (
    .clk_i,
    .rst_ni,
    .pclk_i,
    .presetn_i,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .psel_o   (sel),
    .penable_o(enables),
    .pwrite_o (bus_write),
    .paddr_o  (bus_addr),
    .pwdata_o (bus_wdata),
    .pstrb_o  (bus_strb),
    .pready_i (ready),
    .prdata_i (rdata),
    .pslverr_i(error)
  );

  // ---- The time ----

  logic [TsW-1:0] now;
  logic [TsW-1:0] shared;  // from the funnel
  if (TimeClock) begin : gen_time_clock
    tr_gray_time #(
      .Width (TsW),
      .Stages(SyncStages)
    ) u_time (
      .src_clk_i (time_clk_i),
      .src_rst_ni(time_rst_ni),
      .time_i,
      .dst_clk_i (clk_i),
      .dst_rst_ni(rst_ni),
      .time_o    (now)
    );
  end else begin : gen_no_time_clock
    logic unused;
    assign unused = &{1'b0, time_clk_i, time_rst_ni};
    assign now    = time_i;
  end

  // ---- Encoders ----

  logic [Harts-1:0] e_valid;
  logic [Harts-1:0] e_last;
  logic [Harts-1:0] e_ready;
  logic [Harts-1:0] e_stopped;
  logic [Harts-1:0] e_flush;
  logic [Harts-1:0] e_flushed;
  logic [Harts-1:0] e_sync;
  logic [Harts*8*Lanes-1:0] e_data;
  logic [Harts*BytesW-1:0] e_bytes;

  for (genvar k = 0; k < Harts; k = k + 1) begin : gen_encoder
    tr_system_hart #(
      `include "tr_encoder_pass.svh"
      .Blocks         (Blocks),
      .RetireW        (RetireW),
      .Messages       (Messages),
      .RestartMessages(RestartMessages),
      .QueueDepth     (QueueDepth),
      .Lanes          (Lanes),
      .Requests       (Atb),
      .Shared         (Funnel == 1),
      .HartClock      (HartClocks),
      .AsyncSidebands (AsyncSidebands),
      .SyncStages     (SyncStages),
      .LinkDepth      (LinkDepth),
      .DataPorts      (DataPorts)
    ) u_hart (
      .clk_i,
      .rst_ni,
      .hart_clk_i    (hart_clk_i[k]),
      .hart_rst_ni   (hart_rst_ni[k]),
      .psel_i        (sel[k]),
      .penable_i     (enables[k]),
      .pwrite_i      (bus_write),
      .paddr_i       (bus_addr),
      .pwdata_i      (bus_wdata),
      .pstrb_i       (bus_strb),
      .pready_o      (ready[k]),
      .prdata_o      (rdata[32*k +: 32]),
      .pslverr_o     (error[k]),
      .valid_i       (valid_i[k]),
      .block_valid_i (block_valid_i[Blocks*k +: Blocks]),
      .iaddr_i       (iaddr_i[Blocks*XLen*k +: Blocks*XLen]),
      .iretire_i     (iretire_i[Blocks*RetireW*k +: Blocks*RetireW]),
      .itype_i       (itype_i[Blocks*ItypeW*k +: Blocks*ItypeW]),
      .ilastsize_i   (ilastsize_i[Blocks*k +: Blocks]),
      .sijump_i      (sijump_i[Blocks*k +: Blocks]),
      .priv_i        (priv_i[3*k +: 3]),
      .ctype_i       (ctype_i[2*k +: 2]),
      .context_i     (context_i[ContextW*k +: ContextW]),
      .hcontext_i    (hcontext_i[ContextW*k +: ContextW]),
      .cause_i       (cause_i[XLen*k +: XLen]),
      .tval_i        (tval_i[XLen*k +: XLen]),
      .impdef_i      (impdef_i[32*k +: 32]),
      .dretire_i     (dretire_i[DataPorts*k +: DataPorts]),
      .dtype_i       (dtype_i[4*DataPorts*k +: 4*DataPorts]),
      .daddr_i       (daddr_i[DataPorts*XLen*k +: DataPorts*XLen]),
      .dsize_i       (dsize_i[3*DataPorts*k +: 3*DataPorts]),
      .data_i        (data_i[128*DataPorts*k +: 128*DataPorts]),
      .iaddr_lsbs_i  (iaddr_lsbs_i[DataPorts*RetireW*k +: DataPorts*RetireW]),
      .dblock_i      (dblock_i[DataPorts*k +: DataPorts]),
      .trigger_i     (trigger_i[(Blocks+2)*k +: Blocks+2]),
      .ext_trig_i    (ext_trig_i[ExtInW*k +: ExtInW]),
      .ext_trig_o    (ext_trig_o[ExtOutW*k +: ExtOutW]),
      .halted_i      (halted_i[k]),
      .reset_i       (reset_i[k]),
      .lowpower_i    (lowpower_i[k]),
      .stall_o       (stall_o[k]),
      .time_i        (now),
      .shared_i      (shared),
      .link_valid_o  (e_valid[k]),
      .link_data_o   (e_data[8*Lanes*k +: 8*Lanes]),
      .link_last_o   (e_last[k]),
      .link_bytes_o  (e_bytes[BytesW*k +: BytesW]),
      .link_ready_i  (e_ready[k]),
      .link_stopped_i(e_stopped[k]),
      .flush_i       (e_flush[k]),
      .flushed_o     (e_flushed[k]),
      .sync_i        (e_sync[k])
    );
  end

  // ---- Funnel ----

  logic s_valid;
  logic s_last;
  logic s_ready;
  logic s_stopped;
  logic s_flush;
  logic s_flushed;
  logic s_sync;
  logic [8*Lanes-1:0] s_data;
  logic [BytesW-1:0] s_bytes;

  if (Funnel == 1) begin : gen_funnel
    tr_funnel #(
      .Inputs   (Harts),
      .DisInputs(DisInputs),
      .Depth    (FunnelDepth),
      .TsModes  (FunnelTsModes),
      .TsW      (TsW),
      .Lanes    (Lanes),
      .Requests (Atb),
      .Etrace   (SinkEtrace)
    ) u_funnel (
      .clk_i,
      .rst_ni,
      .psel_i        (sel[Harts]),
      .penable_i     (enables[Harts]),
      .pwrite_i      (bus_write),
      .paddr_i       (bus_addr),
      .pwdata_i      (bus_wdata),
      .pstrb_i       (bus_strb),
      .pready_o      (ready[Harts]),
      .prdata_o      (rdata[32*Harts +: 32]),
      .pslverr_o     (error[Harts]),
      .ts_i          (now),
      .ts_o          (shared),
      .link_valid_i  (e_valid),
      .link_data_i   (e_data),
      .link_last_i   (e_last),
      .link_bytes_i  (e_bytes),
      .link_ready_o  (e_ready),
      .link_stopped_o(e_stopped),
      .link_valid_o  (s_valid),
      .link_data_o   (s_data),
      .link_last_o   (s_last),
      .link_bytes_o  (s_bytes),
      .link_ready_i  (s_ready),
      .link_stopped_i(s_stopped),
      .flush_i       (s_flush),
      .flushed_o     (s_flushed),
      .sync_i        (s_sync),
      .flush_o       (e_flush),
      .flushed_i     (e_flushed),
      .sync_o        (e_sync)
    );
  end else begin : gen_no_funnel
    assign shared     = now;
    assign s_data     = e_data;
    assign {s_valid, s_last} = {e_valid[0], e_last[0]};
    assign s_bytes    = e_bytes;
    assign e_ready[0] = s_ready;
    assign e_stopped  = s_stopped;
    assign e_flush[0] = s_flush;
    assign s_flushed  = e_flushed[0];
    assign e_sync[0]  = s_sync;
  end

  // ---- Sinks ----

  localparam int unsigned PibAt = 32'(Ram), AtbAt = PibAt + 32'(Pib);
  localparam int unsigned First = Harts + Funnel;

  logic [Sinks-1:0] d_valid;
  logic [Sinks-1:0] d_ready;
  logic [Sinks-1:0] d_stopped;

  if (Sinks > 1) begin : gen_fanout
    tr_fanout #(
      .Outputs(Sinks)
    ) u_fanout (
      .clk_i,
      .rst_ni,
      .link_valid_i  (s_valid),
      .link_ready_o  (s_ready),
      .link_stopped_o(s_stopped),
      .link_valid_o  (d_valid),
      .link_ready_i  (d_ready),
      .link_stopped_i(d_stopped)
    );
  end else begin : gen_one
    assign d_valid              = s_valid;
    assign {s_ready, s_stopped} = {d_ready, d_stopped};
  end

  if (Ram) begin : gen_ram
    tr_ramsink #(
      .Sram       (Sram),
      .Smem       (Smem),
      .Ahb        (Ahb),
      .SramBytes  (SramBytes),
      .AddressW   (AddressW),
      .Width      (SinkWidth),
      .Depth      (SinkDepth),
      .Outstanding(Outstanding),
      .Bursts     (Bursts),
      .AxiIdW     (AxiIdW),
      .AxiId      (AxiId),
      .AxiProt    (AxiProt),
      .AxiCache   (AxiCache),
      .AhbProt    (AhbProt),
      .Async      (SinkEtrace),
      .Etrace     (SinkEtrace),
      .Lanes      (Lanes)
    ) u_ramsink (
      .clk_i,
      .rst_ni,
      .psel_i        (sel[First]),
      .penable_i     (enables[First]),
      .pwrite_i      (bus_write),
      .paddr_i       (bus_addr),
      .pwdata_i      (bus_wdata),
      .pstrb_i       (bus_strb),
      .pready_o      (ready[First]),
      .prdata_o      (rdata[32*First +: 32]),
      .pslverr_o     (error[First]),
      .link_valid_i  (d_valid[0]),
      .link_data_i   (s_data),
      .link_last_i   (s_last),
      .link_bytes_i  (s_bytes),
      .link_ready_o  (d_ready[0]),
      .link_stopped_o(d_stopped[0]),
      .sram_req_o,
      .sram_we_o,
      .sram_addr_o,
      .sram_be_o,
      .sram_wdata_o,
      .sram_rdata_i,
      .awvalid_o,
      .awready_i,
      .awaddr_o,
      .awlen_o,
      .awsize_o,
      .awburst_o,
      .awid_o,
      .awprot_o,
      .awcache_o,
      .wvalid_o,
      .wready_i,
      .wdata_o,
      .wstrb_o,
      .wlast_o,
      .bvalid_i,
      .bready_o,
      .bresp_i,
      .haddr_o,
      .htrans_o,
      .hwrite_o,
      .hsize_o,
      .hburst_o,
      .hprot_o,
      .hwdata_o,
      .hready_i,
      .hresp_i
    );
  end else begin : gen_no_ram
    logic unused;
    assign unused = &{1'b0, sram_rdata_i, awready_i, wready_i, bvalid_i, bresp_i, hready_i,
                    hresp_i};
    assign {sram_req_o, sram_we_o, sram_addr_o, sram_be_o, sram_wdata_o} = '0;
    assign {awvalid_o, awaddr_o, awlen_o, awsize_o, awburst_o, awid_o, awprot_o, awcache_o} = '0;
    assign {wvalid_o, wdata_o, wstrb_o, wlast_o, bready_o} = '0;
    assign {haddr_o, htrans_o, hwrite_o, hsize_o, hburst_o, hprot_o, hwdata_o} = '0;
  end

  if (Pib) begin : gen_pib
    tr_pibsink #(
      .Modes       (PibModes),
      .DividerW    (PibDividerW),
      .DividerReset(PibDividerReset),
      .Depth       (PibDepth),
      .Async       (SinkEtrace),
      .Etrace      (SinkEtrace),
      .Lanes       (Lanes)
    ) u_pibsink (
      .clk_i,
      .rst_ni,
      .psel_i        (sel[First+PibAt]),
      .penable_i     (enables[First+PibAt]),
      .pwrite_i      (bus_write),
      .paddr_i       (bus_addr),
      .pwdata_i      (bus_wdata),
      .pstrb_i       (bus_strb),
      .pready_o      (ready[First+PibAt]),
      .prdata_o      (rdata[32*(First+PibAt) +: 32]),
      .pslverr_o     (error[First+PibAt]),
      .link_valid_i  (d_valid[PibAt]),
      .link_data_i   (s_data),
      .link_last_i   (s_last),
      .link_bytes_i  (s_bytes),
      .link_ready_o  (d_ready[PibAt]),
      .link_stopped_o(d_stopped[PibAt]),
      .trc_clk_o,
      .trc_data_o
    );
  end else begin : gen_no_pib
    assign {trc_clk_o, trc_data_o} = '0;
  end

  if (Atb) begin : gen_atb
    tr_system_atb #(
      .Width         (AtbWidth),
      .WaitCycles    (AtbWaitCycles),
      .Lanes         (Lanes),
      .Etrace        (SinkEtrace),
      .AtClkEn       (AtClkEn),
      .AsyncSidebands(AsyncSidebands),
      .SyncStages    (SyncStages)
    ) u_atb (
      .clk_i,
      .rst_ni,
      .psel_i        (sel[First+AtbAt]),
      .penable_i     (enables[First+AtbAt]),
      .pwrite_i      (bus_write),
      .paddr_i       (bus_addr),
      .pwdata_i      (bus_wdata),
      .pstrb_i       (bus_strb),
      .pready_o      (ready[First+AtbAt]),
      .prdata_o      (rdata[32*(First+AtbAt) +: 32]),
      .pslverr_o     (error[First+AtbAt]),
      .link_valid_i  (d_valid[AtbAt]),
      .link_data_i   (s_data),
      .link_last_i   (s_last),
      .link_bytes_i  (s_bytes),
      .link_ready_o  (d_ready[AtbAt]),
      .link_stopped_o(d_stopped[AtbAt]),
      .flush_o       (s_flush),
      .flushed_i     (s_flushed),
      .sync_o        (s_sync),
      .atclken_i,
      .atvalid_o,
      .atready_i,
      .atbytes_o,
      .atdata_o,
      .atid_o,
      .afvalid_i,
      .afready_o,
      .syncreq_i,
      .atstopped_i
    );
  end else begin : gen_no_atb
    logic unused;
    assign unused = &{1'b0, atclken_i, atready_i, afvalid_i, syncreq_i, atstopped_i, s_flushed};
    assign {s_flush, s_sync}                              = '0;
    assign {atvalid_o, atbytes_o, atdata_o, atid_o, afready_o} = '0;
  end

endmodule
