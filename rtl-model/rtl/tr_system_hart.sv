// SPDX-License-Identifier: Apache-2.0
// The encoder of one hart in tr_system, in its own clock or in that of the others: with the
// crossings that HartClock and AsyncSidebands put in (docs/reference/rtl-integration.md, Clocks of
// tr_system).

module tr_system_hart #(
  parameter int unsigned Blocks = 1,
  `include "tr_encoder_params.svh"
  parameter int unsigned RetireW = 8,
  parameter int unsigned Messages = 32 * Blocks,
  parameter int unsigned RestartMessages = 8,
  parameter int unsigned QueueDepth = 8 * Blocks,
  parameter int unsigned Lanes = 4,
  parameter bit          Requests = 1'b0,
  parameter bit          Shared = 1'b0,          // shared_i is another time than time_i
  parameter bit          HartClock = 1'b0,
  parameter bit          AsyncSidebands = 1'b0,
  parameter int unsigned SyncStages = 2,
  parameter int unsigned LinkDepth = 8,
  parameter int unsigned DataPorts = 1,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned ExtInW = (ExtTriggers > 0) ? ExtTriggers : 1,
  localparam int unsigned ExtOutW = (ExtOutputs > 0) ? ExtOutputs : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      hart_clk_i,
  input  logic                      hart_rst_ni,
  // Registers: clk_i.
  input  logic                      psel_i,
  input  logic                      penable_i,
  input  logic                      pwrite_i,
  input  logic [              11:0] paddr_i,
  input  logic [              31:0] pwdata_i,
  input  logic [               3:0] pstrb_i,
  output logic                      pready_o,
  output logic [              31:0] prdata_o,
  output logic                      pslverr_o,
  // Ingress: the hart's clock.
  input  logic                      valid_i,
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
  input  logic [     DataPorts-1:0] dretire_i,
  input  logic [   4*DataPorts-1:0] dtype_i,
  input  logic [DataPorts*XLen-1:0] daddr_i,
  input  logic [   3*DataPorts-1:0] dsize_i,
  input  logic [ 128*DataPorts-1:0] data_i,
  input  logic [DataPorts*RetireW-1:0] iaddr_lsbs_i,
  input  logic [     DataPorts-1:0] dblock_i,
  input  logic [        Blocks+1:0] trigger_i,
  input  logic [        ExtInW-1:0] ext_trig_i,
  output logic [       ExtOutW-1:0] ext_trig_o,
  input  logic                      halted_i,
  input  logic                      reset_i,
  input  logic                      lowpower_i,
  output logic                      stall_o,
  // Time and link: clk_i.
  input  logic [           TsW-1:0] time_i,
  input  logic [           TsW-1:0] shared_i,
  output logic                      link_valid_o,
  output logic [       8*Lanes-1:0] link_data_o,
  output logic                      link_last_o,
  output logic [        BytesW-1:0] link_bytes_o,
  input  logic                      link_ready_i,
  input  logic                      link_stopped_i,
  input  logic                      flush_i,
  output logic                      flushed_o,
  input  logic                      sync_i
);

  // In the hart's clock.
  logic h_clk;
  logic h_rst_n;
  logic h_sel;
  logic h_enable;
  logic h_write;
  logic h_ready;
  logic h_error;
  logic [11:0] h_addr;
  logic [31:0] h_wdata;
  logic [31:0] h_rdata;
  logic [3:0] h_strb;
  logic h_valid;
  logic h_last;
  logic h_link_ready;
  logic h_stopped;
  logic h_flush;
  logic h_flushed;
  logic h_sync;
  logic [8*Lanes-1:0] h_data;
  logic [BytesW-1:0] h_bytes;
  logic [TsW-1:0] h_now;
  logic [TsW-1:0] h_shared;
  logic h_halted;
  logic h_reset;
  logic h_lowpower;
  logic [ExtInW-1:0] h_ext_trig;

  tr_encoder #(
    `include "tr_encoder_pass.svh"
    .Blocks         (Blocks),
    .RetireW        (RetireW),
    .Messages       (Messages),
    .RestartMessages(RestartMessages),
    .QueueDepth     (QueueDepth),
    .Lanes          (Lanes),
    .Requests       (Requests),
    .DataPorts      (DataPorts)
  ) u_encoder (
    .clk_i         (h_clk),
    .rst_ni        (h_rst_n),
    .psel_i        (h_sel),
    .penable_i     (h_enable),
    .pwrite_i      (h_write),
    .paddr_i       (h_addr),
    .pwdata_i      (h_wdata),
    .pstrb_i       (h_strb),
    .pready_o      (h_ready),
    .prdata_o      (h_rdata),
    .pslverr_o     (h_error),
    .valid_i       (valid_i),
    .block_valid_i (block_valid_i),
    .iaddr_i       (iaddr_i),
    .iretire_i     (iretire_i),
    .itype_i       (itype_i),
    .ilastsize_i   (ilastsize_i),
    .sijump_i      (sijump_i),
    .priv_i        (priv_i),
    .ctype_i       (ctype_i),
    .context_i     (context_i),
    .hcontext_i    (hcontext_i),
    .cause_i       (cause_i),
    .tval_i        (tval_i),
    .impdef_i      (impdef_i),
    .dretire_i     (dretire_i),
    .dtype_i       (dtype_i),
    .daddr_i       (daddr_i),
    .dsize_i       (dsize_i),
    .data_i        (data_i),
    .iaddr_lsbs_i  (iaddr_lsbs_i),
    .dblock_i      (dblock_i),
    .trigger_i     (trigger_i),
    .ext_trig_i    (h_ext_trig),
    .ext_trig_o    (ext_trig_o),
    .halted_i      (h_halted),
    .reset_i       (h_reset),
    .lowpower_i    (h_lowpower),
    .time_i        (h_now),
    .shared_i      (h_shared),
    .stall_o       (stall_o),
    .link_valid_o  (h_valid),
    .link_data_o   (h_data),
    .link_last_o   (h_last),
    .link_bytes_o  (h_bytes),
    .link_ready_i  (h_link_ready),
    .link_stopped_i(h_stopped),
    .flush_i       (h_flush),
    .flushed_o     (h_flushed),
    .sync_i        (h_sync)
  );

  if (HartClock) begin : gen_hart_clock
    logic busy;
    logic [31:0] read;

    assign h_clk   = hart_clk_i;
    assign h_rst_n = hart_rst_ni;

    tr_apb_async #(
      .AddrW (12),
      .Stages(SyncStages)
    ) u_apb (
      .pclk_i   (clk_i),
      .presetn_i(rst_ni),
      .psel_i   (psel_i),
      .penable_i(penable_i),
      .pwrite_i (pwrite_i),
      .paddr_i  (paddr_i),
      .pwdata_i (pwdata_i),
      .pstrb_i  (pstrb_i),
      .pready_o (pready_o),
      .prdata_o (prdata_o),
      .pslverr_o(pslverr_o),
      .clk_i    (h_clk),
      .rst_ni   (h_rst_n),
      .psel_o   (h_sel),
      .penable_o(h_enable),
      .pwrite_o (h_write),
      .paddr_o  (h_addr),
      .pwdata_o (h_wdata),
      .pstrb_o  (h_strb),
      .pready_i (h_ready),
      .prdata_i (read),
      .pslverr_i(h_error)
    );

    // trTeEmpty: what is in the link's queue has not been sent either.
    assign read = (busy && h_addr == tr_encoder_pkg::TR_TE_CONTROL_OFFSET)
                ? h_rdata & ~tr_encoder_pkg::TR_TE_EMPTY_MASK : h_rdata;

    tr_async_link #(
      .Lanes (Lanes),
      .Depth (LinkDepth),
      .Stages(SyncStages),
      .Etrace(Etrace)
    ) u_link (
      .src_clk_i     (h_clk),
      .src_rst_ni    (h_rst_n),
      .link_valid_i  (h_valid),
      .link_data_i   (h_data),
      .link_last_i   (h_last),
      .link_bytes_i  (h_bytes),
      .link_ready_o  (h_link_ready),
      .link_stopped_o(h_stopped),
      .flush_o       (h_flush),
      .flushed_i     (h_flushed),
      .sync_o        (h_sync),
      .busy_o        (busy),
      .dst_clk_i     (clk_i),
      .dst_rst_ni    (rst_ni),
      .link_valid_o  (link_valid_o),
      .link_data_o   (link_data_o),
      .link_last_o   (link_last_o),
      .link_bytes_o  (link_bytes_o),
      .link_ready_i  (link_ready_i),
      .link_stopped_i(link_stopped_i),
      .flush_i       (flush_i),
      .flushed_o     (flushed_o),
      .sync_i        (sync_i)
    );

    tr_gray_time #(
      .Width (TsW),
      .Stages(SyncStages)
    ) u_now (
      .src_clk_i (clk_i),
      .src_rst_ni(rst_ni),
      .time_i    (time_i),
      .dst_clk_i (h_clk),
      .dst_rst_ni(h_rst_n),
      .time_o    (h_now)
    );
    if (Shared) begin : gen_shared
      tr_gray_time #(
        .Width (TsW),
        .Stages(SyncStages)
      ) u_shared (
        .src_clk_i (clk_i),
        .src_rst_ni(rst_ni),
        .time_i    (shared_i),
        .dst_clk_i (h_clk),
        .dst_rst_ni(h_rst_n),
        .time_o    (h_shared)
      );
    end else begin : gen_no_shared
      logic unused;
      assign unused   = &{1'b0, shared_i};
      assign h_shared = h_now;
    end
  end else begin : gen_no_hart_clock
    logic unused;
    assign unused                      = &{1'b0, hart_clk_i, hart_rst_ni};
    assign h_clk                       = clk_i;
    assign h_rst_n                     = rst_ni;
    assign h_sel                       = psel_i;
    assign h_enable                    = penable_i;
    assign h_write                     = pwrite_i;
    assign h_addr                      = paddr_i;
    assign h_wdata                     = pwdata_i;
    assign h_strb                      = pstrb_i;
    assign pready_o                    = h_ready;
    assign prdata_o           = h_rdata;
    assign pslverr_o                    = h_error;
    assign link_valid_o                  = h_valid;
    assign link_data_o = h_data;
    assign link_last_o                   = h_last;
    assign link_bytes_o                  = h_bytes;
    assign h_link_ready                = link_ready_i;
    assign h_stopped                   = link_stopped_i;
    assign h_flush                     = flush_i;
    assign flushed_o                = h_flushed;
    assign h_sync                      = sync_i;
    assign h_now                       = time_i;
    assign h_shared                    = shared_i;
  end

  if (AsyncSidebands) begin : gen_sidebands
    logic [ExtInW-1:0] ext;
    logic [ExtInW-1:0] ext_d, ext_q;
    logic [ExtInW-1:0] waits_d, waits_q;

    tr_sync #(
      .Width (3),
      .Stages(SyncStages)
    ) u_levels (
      .clk_i  (h_clk),
      .rst_ni (h_rst_n),
      .async_i({halted_i, reset_i, lowpower_i}),
      .sync_o ({h_halted, h_reset, h_lowpower})
    );

    // Each rise of an external trigger is a pulse, which waits while the encoder stalls.
    tr_sync #(
      .Width (ExtInW),
      .Stages(SyncStages)
    ) u_ext_trig (
      .clk_i  (h_clk),
      .rst_ni (h_rst_n),
      .async_i(ext_trig_i),
      .sync_o (ext)
    );
    assign ext_d   = ext;
    assign waits_d = h_ext_trig & {ExtInW{stall_o}};

    always_ff @(posedge h_clk or negedge h_rst_n) begin
      if (!h_rst_n) begin
        ext_q   <= '0;
        waits_q <= '0;
      end else begin
        ext_q   <= ext_d;
        waits_q <= waits_d;
      end
    end
    assign h_ext_trig = (ext & ~ext_q) | waits_q;
  end else begin : gen_no_sidebands
    assign h_halted   = halted_i;
    assign h_reset    = reset_i;
    assign h_lowpower = lowpower_i;
    assign h_ext_trig = ext_trig_i;
  end

endmodule
