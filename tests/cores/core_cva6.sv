// SPDX-License-Identifier: Apache-2.0
// `core` for core_bench.sv: cva6 of openhwgroup/cva6 with two commit ports, cva6_rvfi, and cva6_iti
// in its mode of one instruction per block. Its RVFI has no rvfi_order and no rvfi_pc_wdata, and
// rvfi_valid is 0 with every trap but an environment call. Its cva6_iti sees no trap, as none of
// them is acknowledged (commit_ack), and would take an interrupt for an exception: ex_valid and
// cause of rvfi_to_iti say what they are.

`include "rvfi_types.svh"
`include "iti_types.svh"

module core #(
  parameter int unsigned XLen = 32,
  parameter int unsigned BusW = 64,
  parameter int unsigned Lanes = 2
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  msip_i,
  input  logic                  mtip_i,
  output logic                  ireq_o,
  input  logic                  ignt_i,
  output logic [          63:0] iaddr_o,
  input  logic                  irvalid_i,
  input  logic [      BusW-1:0] irdata_i,
  input  logic                  ierr_i,
  output logic                  dreq_o,
  input  logic                  dgnt_i,
  output logic                  dwe_o,
  output logic [    BusW/8-1:0] dbe_o,
  output logic [          63:0] daddr_o,
  output logic [      BusW-1:0] dwdata_o,
  input  logic                  drvalid_i,
  input  logic [      BusW-1:0] drdata_i,
  input  logic                  derr_i,
  output logic [     Lanes-1:0] rvfi_valid,
  output logic [  64*Lanes-1:0] rvfi_order,
  output logic [  32*Lanes-1:0] rvfi_insn,
  output logic [     Lanes-1:0] rvfi_trap,
  output logic [     Lanes-1:0] rvfi_intr,
  output logic [   2*Lanes-1:0] rvfi_mode,
  output logic [XLen*Lanes-1:0] rvfi_pc_rdata,
  output logic [XLen*Lanes-1:0] rvfi_pc_wdata,
  output logic [     Lanes-1:0] iti_valid,
  output logic [  32*Lanes-1:0] iti_iretire,
  output logic [   3*Lanes-1:0] iti_itype,
  output logic [     Lanes-1:0] iti_ilastsize,
  output logic [XLen*Lanes-1:0] iti_iaddr,
  output logic [           4:0] iti_cause,
  output logic [      XLen-1:0] iti_tval,
  output logic [           1:0] iti_priv
);

  localparam config_pkg::cva6_cfg_t Cfg = build_config_pkg::build_config(cva6_config_pkg::cva6_cfg);
  localparam type rvfi_instr_t = `RVFI_INSTR_T(Cfg);
  localparam type rvfi_to_iti_t = `RVFI_TO_ITI_T(Cfg);
  localparam type rvfi_csr_elmt_t = `RVFI_CSR_ELMT_T(Cfg);
  localparam type rvfi_csr_t = `RVFI_CSR_T(Cfg, rvfi_csr_elmt_t);
  localparam type probes_instr_t = `RVFI_PROBES_INSTR_T(Cfg);
  localparam type probes_csr_t = `RVFI_PROBES_CSR_T(Cfg);
  localparam type probes_t = struct packed {
    probes_csr_t   csr;
    probes_instr_t instr;
  };
  localparam type iti_to_encoder_t = `ITI_TO_ENCODER_T(Cfg);
  localparam type ar_t = struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    logic [Cfg.AxiAddrWidth-1:0] addr;
    axi_pkg::len_t len;
    axi_pkg::size_t size;
    axi_pkg::burst_t burst;
    logic lock;
    axi_pkg::cache_t cache;
    axi_pkg::prot_t prot;
    axi_pkg::qos_t qos;
    axi_pkg::region_t region;
    logic [Cfg.AxiUserWidth-1:0] user;
  };
  localparam type aw_t = struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    logic [Cfg.AxiAddrWidth-1:0] addr;
    axi_pkg::len_t len;
    axi_pkg::size_t size;
    axi_pkg::burst_t burst;
    logic lock;
    axi_pkg::cache_t cache;
    axi_pkg::prot_t prot;
    axi_pkg::qos_t qos;
    axi_pkg::region_t region;
    axi_pkg::atop_t atop;
    logic [Cfg.AxiUserWidth-1:0] user;
  };
  localparam type w_t = struct packed {
    logic [Cfg.AxiDataWidth-1:0] data;
    logic [Cfg.AxiDataWidth/8-1:0] strb;
    logic last;
    logic [Cfg.AxiUserWidth-1:0] user;
  };
  localparam type b_t = struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    axi_pkg::resp_t resp;
    logic [Cfg.AxiUserWidth-1:0] user;
  };
  localparam type r_t = struct packed {
    logic [Cfg.AxiIdWidth-1:0] id;
    logic [Cfg.AxiDataWidth-1:0] data;
    axi_pkg::resp_t resp;
    logic last;
    logic [Cfg.AxiUserWidth-1:0] user;
  };
  localparam type req_t = struct packed {
    aw_t  aw;
    logic aw_valid;
    w_t   w;
    logic w_valid;
    logic b_ready;
    ar_t  ar;
    logic ar_valid;
    logic r_ready;
  };
  localparam type resp_t = struct packed {
    logic aw_ready;
    logic ar_ready;
    logic w_ready;
    logic b_valid;
    b_t   b;
    logic r_valid;
    r_t   r;
  };

  req_t req;
  resp_t resp;
  probes_t probes;
  rvfi_instr_t [Cfg.NrCommitPorts-1:0] instr;
  rvfi_to_iti_t to_iti;
  iti_to_encoder_t iti;

  cva6 #(
    .CVA6Cfg            (Cfg),
    .rvfi_probes_instr_t(probes_instr_t),
    .rvfi_probes_csr_t  (probes_csr_t),
    .rvfi_probes_t      (probes_t),
    .axi_ar_chan_t      (ar_t),
    .axi_aw_chan_t      (aw_t),
    .axi_w_chan_t       (w_t),
    .b_chan_t           (b_t),
    .r_chan_t           (r_t),
    .noc_req_t          (req_t),
    .noc_resp_t         (resp_t)
  ) u_cva6 (
    .clk_i,
    .rst_ni,
    .boot_addr_i  (32'h80000000),
    .hart_id_i    ('0),
    .irq_i        (2'b00),
    .ipi_i        (msip_i),
    .time_irq_i   (mtip_i),
    .debug_req_i  (1'b0),
    .rvfi_probes_o(probes),
    .cvxif_req_o  (),
    .cvxif_resp_i ('0),
    .noc_req_o    (req),
    .noc_resp_i   (resp)
  );

  cva6_rvfi #(
    .CVA6Cfg            (Cfg),
    .rvfi_instr_t       (rvfi_instr_t),
    .rvfi_csr_t         (rvfi_csr_t),
    .rvfi_probes_instr_t(probes_instr_t),
    .rvfi_probes_csr_t  (probes_csr_t),
    .rvfi_probes_t      (probes_t),
    .rvfi_to_iti_t      (rvfi_to_iti_t)
  ) u_rvfi (
    .clk_i,
    .rst_ni,
    .rvfi_probes_i(probes),
    .rvfi_instr_o (instr),
    .rvfi_to_iti_o(to_iti),
    .rvfi_csr_o   ()
  );

  cva6_iti #(
    .CVA6Cfg         (Cfg),
    .CAUSE_LEN       (iti_pkg::CAUSE_LEN),
    .ITYPE_LEN       (iti_pkg::ITYPE_LEN),
    .IRETIRE_LEN     (iti_pkg::IRETIRE_LEN),
    .block_mode      (0),
    .rvfi_to_iti_t   (rvfi_to_iti_t),
    .iti_to_encoder_t(iti_to_encoder_t)
  ) u_iti (
    .clk_i,
    .rst_ni,
    .valid_i         (to_iti.valid | Lanes'(to_iti.ex_valid)),
    .rvfi_to_iti_i   (to_iti),
    .valid_o         (),
    .iti_to_encoder_o(iti)
  );

  logic [63:0] order_d, order_q;
  logic [Lanes-1:0] told;
  assign order_d = rst_ni ? order_q + 64'($countones(told)) : '0;
  always_ff @(posedge clk_i) order_q <= order_d;

  for (genvar k = 0; k < Lanes; k = k + 1) begin : gen_lane
    logic interrupt;
    assign interrupt                     = to_iti.ex_valid && to_iti.cause[XLen-1];
    assign told[k]                       = (instr[k].valid | instr[k].trap) & rst_ni;
    assign rvfi_valid[k]                 = told[k];
    assign rvfi_order[64*k +: 64]        = order_q + ((k == 1) ? 64'(told[0]) : 64'd0);
    assign rvfi_insn[32*k +: 32]         = instr[k].insn;
    assign rvfi_trap[k]                  = instr[k].trap;
    assign rvfi_intr[k]                  = instr[k].intr[2];  // 101: interrupt, 011: exception
    assign rvfi_mode[2*k +: 2]           = instr[k].mode;
    assign rvfi_pc_rdata[XLen*k +: XLen] = instr[k].pc_rdata;
    assign rvfi_pc_wdata[XLen*k +: XLen] = '0;
    assign iti_valid[k]                  = iti.valid[k] & rst_ni;
    assign iti_iretire[32*k +: 32]       = iti.iretire[k];
    assign iti_itype[3*k +: 3]           = interrupt ? iti_pkg::INT : iti.itype[k];
    assign iti_ilastsize[k]              = iti.ilastsize[k];
    assign iti_iaddr[XLen*k +: XLen]     = iti.iaddr[k];
  end
  assign iti_cause = iti.cause;
  assign iti_tval  = iti.tval;
  assign iti_priv  = iti.priv;

  // ---- Its bus: one burst at a time for reads, and one for writes ----

  ar_t ar_d, ar_q;
  aw_t aw_d, aw_q;
  logic reading_d, reading_q;
  logic writing_d, writing_q;
  logic answer_d, answer_q;
  logic waits_d, waits_q;
  logic held_d, held_q;
  logic bad_d, bad_q;
  logic [7:0] left_d, left_q;
  logic [63:0] raddr_d, raddr_q;
  logic [63:0] waddr_d, waddr_q;
  logic [63:0] data_d, data_q;

  assign ireq_o   = reading_q & ~waits_q & ~held_q;
  assign iaddr_o  = raddr_q;
  assign dreq_o   = writing_q & req.w_valid;
  assign dwe_o    = 1'b1;
  assign dbe_o    = req.w.strb;
  assign dwdata_o = req.w.data;
  assign daddr_o  = waddr_q;

  always_comb begin
    resp          = '0;
    resp.ar_ready = ~reading_q;
    resp.r_valid  = held_q;
    resp.r.data   = data_q;
    resp.r.id     = ar_q.id;
    resp.r.last   = left_q == '0;
    resp.r.resp   = bad_q ? axi_pkg::RESP_DECERR : axi_pkg::RESP_OKAY;
    resp.aw_ready = ~writing_q & ~answer_q;
    resp.w_ready  = dgnt_i;
    resp.b_valid  = answer_q;
    resp.b.id     = aw_q.id;
  end

  always_comb begin
    ar_d      = ar_q;
    aw_d      = aw_q;
    bad_d     = bad_q;
    left_d    = left_q;
    raddr_d   = raddr_q;
    waddr_d   = waddr_q;
    data_d    = data_q;
    reading_d = reading_q;
    writing_d = writing_q;
    answer_d  = answer_q;
    waits_d   = waits_q;
    held_d    = held_q;
    if (req.ar_valid && resp.ar_ready) begin
      reading_d = 1'b1;
      ar_d      = req.ar;
      left_d    = req.ar.len;
      raddr_d   = 64'(req.ar.addr);
    end
    if (ireq_o && ignt_i) waits_d = 1'b1;
    if (irvalid_i) begin
      waits_d = 1'b0;
      held_d  = 1'b1;
      data_d  = irdata_i;
      bad_d   = ierr_i;
    end
    if (held_q && req.r_ready) begin
      held_d  = 1'b0;
      left_d  = left_q - 8'd1;
      raddr_d = (raddr_q & ~64'd7) + 64'd8;
      if (left_q == '0) reading_d = 1'b0;
    end
    if (req.aw_valid && resp.aw_ready) begin
      writing_d = 1'b1;
      aw_d      = req.aw;
      waddr_d   = 64'(req.aw.addr);
    end
    if (dreq_o && dgnt_i) begin
      waddr_d = (waddr_q & ~64'd7) + 64'd8;
      if (req.w.last) begin
        writing_d = 1'b0;
        answer_d  = 1'b1;
      end
    end
    if (answer_q && req.b_ready) answer_d = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    ar_q      <= ar_d;
    aw_q      <= aw_d;
    bad_q     <= bad_d;
    left_q    <= left_d;
    raddr_q   <= raddr_d;
    waddr_q   <= waddr_d;
    data_q    <= data_d;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reading_q <= 1'b0;
      writing_q <= 1'b0;
      answer_q  <= 1'b0;
      waits_q   <= 1'b0;
      held_q    <= 1'b0;
    end else begin
      reading_q <= reading_d;
      writing_q <= writing_d;
      answer_q  <= answer_d;
      waits_q   <= waits_d;
      held_q    <= held_d;
    end
  end

endmodule
