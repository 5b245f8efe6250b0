// SPDX-License-Identifier: Apache-2.0
// The ATB bridge: whole messages in, an AMBA 4 ATB v1.1 initiator out; registers on APB4.
//
// TCI 1.0, Trace ATB Bridge. The parameters are those of the model (trm_atbbridge.h). The clock is
// ATCLK, without enable.

module tr_atbbridge #(
  `include "tr_atbbridge_params.svh"
  parameter int unsigned Lanes = 4,       // bytes per cycle on the link
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
  // The link.
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  input  logic [ LinkW-1:0]  link_bytes_i,   // with Etrace: bytes of the beat, less one
  output logic               link_ready_o,
  output logic               link_stopped_o,  // the bridge is stopped
  // ATB. Outputs are registered.
  output logic               atvalid_o,
  input  logic               atready_i,
  output logic [ BytesW-1:0] atbytes_o,   // valid bytes - 1, from the lowest on; the others are 0
  output logic [8*Width-1:0] atdata_o,
  output logic [        6:0] atid_o,
  input  logic               afvalid_i,
  output logic               afready_o,
  input  logic               syncreq_i,
  input  logic               atstopped_i,  // not of ATB: the target stores nothing more; else 0
  // Requests against the flow, to the sender (docs/reference/rtl.md).
  output logic               flush_o,
  input  logic               flushed_i,
  output logic               sync_o
);

  `include "tr_atbbridge_checks.svh"

  localparam int unsigned CntW = $clog2(Width + 2 * Lanes + 1);

  // ---- Registers ----

  logic we;
  logic active;
  logic clr;
  logic enable;
  logic start;
  logic empty;
  logic unused_re;
  logic [11:0] addr;
  logic [31:0] wdata;
  logic [31:0] rdata;
  logic [6:0] id;
  logic [2:0] freq;

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
    .re_o   (unused_re),
    .addr_o (addr),
    .wdata_o(wdata),
    .rdata_i(rdata)
  );

  tr_atbbridge_regs #(
    .Async(Async)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .we_i    (we),
    .addr_i  (addr),
    .wdata_i (wdata),
    .rdata_o (rdata),
    .empty_i (empty),
    .active_o(active),
    .clr_o   (clr),
    .enable_o(enable),
    .start_o (start),
    .id_o    (id),
    .freq_o  (freq)
  );

  // ---- Bytes ----

  logic [CntW-1:0] count;
  logic [8*Width-1:0] word;
  logic take;
  logic taking;
  logic unused_mid;
  logic full;

  tr_gather #(
    .Width(Width),
    .Spare(Lanes),
    .Async(Async),
    .Etrace(Etrace),
    .SyncNulls(SyncNulls),
    .Lanes(Lanes)
  ) u_gather (
    .clk_i,
    .rst_ni,
    .drop_i  (clr),
    .open_i  (enable),
    .refuse_i(1'b0),
    .hold_i  (1'b0),
    .start_i (start),
    .freq_i  (freq),
    .link_valid_i,
    .link_data_i,
    .link_last_i,
    .link_bytes_i,
    .link_ready_o,
    .count_o (count),
    .word_o  (word),
    .mid_o   (unused_mid),
    .taking_o(taking),
    .full_o  (full),
    .take_i  (take),
    .pad_i   (1'b0)
  );

  // ---- ATB ----

  tr_atbbridge_atb #(
    .Width     (Width),
    .WaitCycles(WaitCycles),
    .CntW      (CntW)
  ) u_atb (
    .clk_i,
    .rst_ni,
    .active_i(active),
    .clr_i   (clr),
    .enable_i(enable),
    .id_i    (id),
    .full_i  (full),
    .count_i (count),
    .word_i  (word),
    .take_o  (take),
    .atvalid_o,
    .atready_i,
    .atbytes_o,
    .atdata_o,
    .atid_o,
    .afvalid_i,
    .afready_o,
    .flush_o,
    .flushed_i
  );

  assign link_stopped_o = !enable || atstopped_i;

  assign sync_o = syncreq_i && enable;
  assign empty  = (count == '0) && !atvalid_o && !taking;

endmodule
