// SPDX-License-Identifier: Apache-2.0
// The ATB bridge in tr_system, with what AtClkEn and AsyncSidebands put in.

module tr_system_atb #(
  parameter int unsigned Width = 4,
  parameter int unsigned WaitCycles = 0,
  parameter int unsigned Lanes = 4,
  parameter bit          Etrace = 1'b0,
  parameter bit          AtClkEn = 1'b0,
  parameter bit          AsyncSidebands = 1'b0,
  parameter int unsigned SyncStages = 2,
  localparam int unsigned LinkW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned BytesW = (Width > 1) ? $clog2(Width) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // Registers.
  input  logic               psel_i,
  input  logic               penable_i,
  input  logic               pwrite_i,
  input  logic [       11:0] paddr_i,
  input  logic [       31:0] pwdata_i,
  input  logic [        3:0] pstrb_i,
  output logic               pready_o,
  output logic [       31:0] prdata_o,
  output logic               pslverr_o,
  // The link, and requests against its flow.
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  input  logic [  LinkW-1:0] link_bytes_i,
  output logic               link_ready_o,
  output logic               link_stopped_o,
  output logic               flush_o,
  input  logic               flushed_i,
  output logic               sync_o,
  // ATB.
  input  logic               atclken_i,
  output logic               atvalid_o,
  input  logic               atready_i,
  output logic [ BytesW-1:0] atbytes_o,
  output logic [8*Width-1:0] atdata_o,
  output logic [        6:0] atid_o,
  input  logic               afvalid_i,
  output logic               afready_o,
  input  logic               syncreq_i,
  input  logic               atstopped_i
);

  logic at_ready;
  logic af_valid;
  logic af_ready;
  logic sync_req;
  logic stopped;

  tr_atbbridge #(
    .Width     (Width),
    .WaitCycles(WaitCycles),
    .Async     (Etrace),
    .Etrace    (Etrace),
    .Lanes     (Lanes)
  ) u_atbbridge (
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
    .link_valid_i,
    .link_data_i,
    .link_last_i,
    .link_bytes_i,
    .link_ready_o,
    .link_stopped_o,
    .atstopped_i(stopped),
    .atvalid_o,
    .atready_i  (at_ready),
    .atbytes_o,
    .atdata_o,
    .atid_o,
    .afvalid_i  (af_valid),
    .afready_o  (af_ready),
    .syncreq_i  (sync_req),
    .flush_o,
    .flushed_i,
    .sync_o
  );

  if (AtClkEn) begin : gen_atclken
    tr_atclken u_atclken (
      .clk_i,
      .rst_ni,
      .atclken_i,
      .atready_o(at_ready),
      .afvalid_o(af_valid),
      .afready_i(af_ready),
      .syncreq_o(sync_req),
      .atready_i,
      .afvalid_i,
      .afready_o,
      .syncreq_i
    );
  end else begin : gen_no_atclken
    logic unused;
    assign unused    = &{1'b0, atclken_i};
    assign at_ready  = atready_i;
    assign af_valid  = afvalid_i;
    assign afready_o = af_ready;
    assign sync_req  = syncreq_i;
  end

  if (AsyncSidebands) begin : gen_atstopped
    tr_sync #(
      .Width (1),
      .Stages(SyncStages)
    ) u_atstopped (
      .clk_i,
      .rst_ni,
      .async_i(atstopped_i),
      .sync_o (stopped)
    );
  end else begin : gen_no_atstopped
    assign stopped = atstopped_i;
  end

endmodule
