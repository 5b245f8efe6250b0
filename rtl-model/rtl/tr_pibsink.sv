// SPDX-License-Identifier: Apache-2.0
// The PIB sink: whole messages in, waveforms on trace pins out; registers on APB4.
//
// TCI 1.0, Trace PIB Sink; N-Trace 1.0, PIB Idle Cycles Explained. The parameters are those of the
// model (trm_pibsink.h). The clock is the input clock that trPibDivider divides.

module tr_pibsink #(
  `include "tr_pibsink_params.svh"
  parameter int unsigned Depth = 64,            // beats that wait, 2^n; the longest message fits
  parameter int unsigned Lanes = 4,             // bytes per cycle on the link: 1, 2, 4, 8
  localparam int unsigned LinkW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned DivW = (DividerW > 0) ? DividerW : 1
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
  input  logic [  LinkW-1:0] link_bytes_i,    // with Etrace: bytes of the beat, less one
  output logic               link_ready_o,
  output logic               link_stopped_o,  // the sink is stopped
  // Pins, registered. Those that the mode does not use are 0; SWT is on trc_data_o[0].
  output logic               trc_clk_o,
  output logic [       15:0] trc_data_o
);

  `include "tr_pibsink_checks.svh"

  // ---- Registers ----

  logic we;
  logic active;
  logic clr;
  logic enable;
  logic center;
  logic calibrate;
  logic restart;
  logic freq_start;
  logic unused_re;
  logic [11:0] addr;
  logic [31:0] wdata;
  logic [31:0] rdata;
  logic [3:0] mode;
  logic [15:0] in_mode;  // bit n: trPibMode is n
  logic [2:0] freq;
  logic [DivW-1:0] divider;
  logic narrow;
  logic open;
  logic calibrating;
  logic valid;
  logic busy;
  logic busy_next;

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

  tr_pibsink_regs #(
    .Modes       (Modes),
    .ClkCenters  (ClkCenters),
    .Calibrate   (Calibrate),
    .Async       (Async),
    .DividerW    (DividerW),
    .DividerMin  (DividerMin),
    .DividerReset(DividerReset)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .we_i         (we),
    .addr_i       (addr),
    .wdata_i      (wdata),
    .rdata_o      (rdata),
    .empty_i      (!valid && !busy),
    .idle_i       (!valid && !busy_next),
    .active_o     (active),
    .clr_o        (clr),
    .enable_o     (enable),
    .mode_o       (mode),
    .in_mode_o    (in_mode),
    .narrow_o     (narrow),
    .open_o       (open),
    .calibrating_o(calibrating),
    .center_o     (center),
    .calibrate_o  (calibrate),
    .freq_o       (freq),
    .divider_o    (divider),
    .restart_o    (restart),
    .freq_start_o (freq_start)
  );

  assign link_stopped_o = !open || calibrating;

  logic unused_state;  // the assertions look at it
  assign unused_state = ^{calibrate, mode};

  // ---- Messages ----

  logic [15:0] data;
  logic [1:0] ends;
  logic [15:0] beat;
  logic pop;
  logic two;
  logic next;
  logic half;

  tr_pibsink_buffer #(
    .Depth (Depth),
    .Etrace(Etrace),
    .Lanes (Lanes)
  ) u_buffer (
    .clk_i,
    .rst_ni,
    .clr_i   (clr),
    .open_i  (open),
    .refuse_i(calibrating),
    .link_valid_i,
    .link_data_i,
    .link_last_i,
    .link_bytes_i,
    .link_ready_o,
    .valid_o (valid),
    .data_o  (data),
    .ends_o  (ends),
    .pop_i   (pop),
    .two_i   (two)
  );

  // ---- Pins ----

  tr_pibsink_send #(
    .Modes     (Modes),
    .Calibrate (Calibrate),
    .Async     (Async),
    .Etrace    (Etrace),
    .SyncNulls (SyncNulls),
    .IdleBytes (IdleBytes),
    .IdleSync  (IdleSync),
    .IdleLength(IdleLength)
  ) u_send (
    .clk_i,
    .rst_ni,
    .clr_i       (clr),
    .restart_i   (restart),
    .freq_start_i(freq_start),
    .freq_i      (freq),
    .in_mode_i   (in_mode),
    .narrow_i    (narrow),
    .calibrate_i (calibrating),
    .enable_i    (enable),
    .valid_i     (valid),
    .data_i      (data),
    .ends_i      (ends),
    .pop_o       (pop),
    .two_o       (two),
    .next_i      (next),
    .beat_o      (beat),
    .half_o      (half),
    .busy_o      (busy),
    .busy_next_o (busy_next)
  );

  tr_pibsink_pins #(
    .Modes(Modes),
    .DivW (DivW)
  ) u_pins (
    .clk_i,
    .rst_ni,
    .active_i (active),
    .clr_i    (clr),
    .restart_i(restart),
    .in_mode_i(in_mode),
    .center_i (center),
    .divider_i(divider),
    .next_o   (next),
    .beat_i   (beat),
    .half_i   (half),
    .trc_clk_o,
    .trc_data_o
  );

endmodule
