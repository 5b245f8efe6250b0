// SPDX-License-Identifier: Apache-2.0
// Registers of the PIB sink (TCI 1.0, Trace PIB Sink). WARL rules are those of the model:
// docs/reference/model.md.

module tr_pibsink_regs #(
  parameter int unsigned Modes = 32'h1f30,
  parameter int unsigned ClkCenters = 3,
  parameter bit          Calibrate = 1'b1,
  parameter bit          Async = 1'b0,
  parameter int unsigned DividerW = 16,
  parameter int unsigned DividerMin = 0,
  parameter int unsigned DividerReset = 7,
  localparam int unsigned DivW = (DividerW > 0) ? DividerW : 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        we_i,
  input  logic [11:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  input  logic        empty_i,      // as it reads
  input  logic        idle_i,       // while disabled: at the end of this cycle nothing is buffered or on the pins
  output logic        active_o,
  output logic        clr_o,        // a reset begins or ends
  output logic        enable_o,
  output logic [ 3:0] mode_o,
  output logic [15:0] in_mode_o,    // bit n: trPibMode is n
  output logic        narrow_o,     // 1, 2 or 4 pins
  output logic        open_o,       // enabled, in a mode that is not Off
  output logic        calibrating_o, // and trPibCalibrate is 1
  output logic        center_o,
  output logic        calibrate_o,
  output logic [ 2:0] freq_o,       // trPibAsyncFreq
  output logic [DivW-1:0] divider_o,
  output logic        restart_o,    // the timing of the pins changes: with the next cycle
  output logic        freq_start_o  // bytes for trPibAsyncFreq are counted from now on
);

  localparam logic [15:0] There = 16'(Modes) | 16'h1;
  localparam logic [15:0] Most = 16'((33'h1 << DividerW) - 33'h1);

  logic active_q, enable_q, center_q, calibrate_q, release_now, write, fixed;
  logic center, calibrate, at_control;
  logic [3:0] mode_q, mode;
  logic [15:0] in_mode_q;
  logic narrow_q, open_q, calibrating_q, opens;
  logic [2:0] freq_q, freq;
  logic [DivW-1:0] divider_q, divider;
  logic [15:0] asked, granted;
  // What a write asks for is found out in the cycle before it (AMBA APB: PADDR and PWDATA are stable
  // from the setup cycle on).
  logic asked_release_q, asked_write_q, asked_center_q, differs_q;
  logic [3:0] asked_mode_q;
  logic [15:0] asked_in_mode_q;
  logic asked_narrow_q;
  logic [DivW-1:0] asked_divider_q;

  assign release_now = we_i & asked_release_q;  // Active changes, or stays 0
  assign write       = we_i & asked_write_q;
  assign fixed       = enable_q | ~idle_i;

  // ---- The effect of a write ----

  assign at_control = addr_i == tr_pibsink_pkg::TR_PIB_CONTROL_OFFSET;
  assign asked     = wdata_i[tr_pibsink_pkg::TR_PIB_DIVIDER_SHIFT +: 16];
  assign calibrate = Calibrate & wdata_i[tr_pibsink_pkg::TR_PIB_CALIBRATE_SHIFT];
  assign freq      = Async ? wdata_i[tr_pibsink_pkg::TR_PIB_ASYNC_FREQ_SHIFT +: 3] : 3'd0;

  always_comb begin
    mode    = wdata_i[tr_pibsink_pkg::TR_PIB_MODE_SHIFT +: 4];
    center  = wdata_i[tr_pibsink_pkg::TR_PIB_CLK_CENTER_SHIFT];
    granted = ((asked & ~Most) != '0) ? Most : asked;
    if ((DividerMin != 0) && (granted < 16'(DividerMin))) granted = 16'(DividerMin);
    divider = (DividerW == 0) ? '0 : granted[DivW-1:0];
    if (!There[mode]) mode = tr_pibsink_pkg::TR_PIB_MODE_OFF;
    if (~mode[3] | (ClkCenters == 1)) center = 1'b0;  // 8..12 are the parallel modes
    else if (ClkCenters == 2) center = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_release_q <= 1'b0;
      asked_write_q   <= 1'b0;
      asked_mode_q    <= '0;
      asked_in_mode_q <= '0;
      asked_narrow_q  <= 1'b0;
      asked_center_q  <= 1'b0;
      asked_divider_q <= '0;
      differs_q       <= 1'b0;
    end else begin
      asked_release_q <= at_control & ~(active_q & wdata_i[tr_pibsink_pkg::TR_PIB_ACTIVE_SHIFT]);
      asked_write_q   <= at_control & active_q & wdata_i[tr_pibsink_pkg::TR_PIB_ACTIVE_SHIFT];
      asked_mode_q    <= mode;
      asked_in_mode_q <= There & (16'h1 << mode);
      asked_narrow_q  <= mode[3] & (mode[2:0] <= 3'd2);
      asked_center_q  <= center;
      asked_divider_q <= divider;
      differs_q       <= {mode, center, divider} != {mode_q, center_q, divider_q};
    end
  end

  assign opens        = wdata_i[tr_pibsink_pkg::TR_PIB_ENABLE_SHIFT] &
                        ~(fixed ? in_mode_q[0] : asked_in_mode_q[0]);
  assign restart_o    = release_now | (write & ~fixed & differs_q);
  assign freq_start_o = release_now | (write & (~enable_q | (freq != freq_q)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q    <= 1'b0;
      enable_q    <= 1'b0;
      mode_q      <= '0;
      in_mode_q   <= 16'h1;
      narrow_q    <= 1'b0;
      open_q      <= 1'b0;
      calibrating_q <= 1'b0;
      center_q    <= 1'b0;
      calibrate_q <= 1'b0;
      freq_q      <= '0;
      divider_q   <= DivW'(DividerReset);
    end else if (release_now) begin
      active_q    <= wdata_i[tr_pibsink_pkg::TR_PIB_ACTIVE_SHIFT];
      enable_q    <= 1'b0;
      mode_q      <= '0;
      in_mode_q   <= 16'h1;
      narrow_q    <= 1'b0;
      open_q      <= 1'b0;
      calibrating_q <= 1'b0;
      center_q    <= 1'b0;
      calibrate_q <= 1'b0;
      freq_q      <= '0;
      divider_q   <= DivW'(DividerReset);
    end else if (write) begin
      enable_q    <= wdata_i[tr_pibsink_pkg::TR_PIB_ENABLE_SHIFT];
      calibrate_q <= calibrate;
      open_q      <= opens;
      calibrating_q <= opens & calibrate;
      freq_q      <= freq;
      if (~fixed) begin
        mode_q    <= asked_mode_q;
        in_mode_q <= asked_in_mode_q;
        narrow_q  <= asked_narrow_q;
        center_q  <= asked_center_q;
        divider_q <= asked_divider_q;
      end
    end
  end

  // ---- Reading ----

  always_comb begin
    rdata_o = '0;
    if (active_q) begin
      case (addr_i)
        tr_pibsink_pkg::TR_PIB_CONTROL_OFFSET:
          rdata_o = {16'(divider_q), 1'b0, freq_q, 2'h0, calibrate_q, center_q, mode_q, empty_i,
                     1'b0, enable_q, 1'b1};
        tr_pibsink_pkg::TR_PIB_IMPL_OFFSET:
          rdata_o = {20'h0, tr_common_pkg::TR_COMP_TYPE_PIBSINK, 8'h01};
        default: rdata_o = '0;
      endcase
    end
  end

  assign active_o    = active_q;
  assign clr_o       = release_now;
  assign enable_o    = enable_q;
  assign mode_o      = mode_q;
  assign in_mode_o   = in_mode_q;
  assign narrow_o    = narrow_q;
  assign open_o      = open_q;
  assign calibrating_o = calibrating_q;
  assign center_o    = center_q;
  assign calibrate_o = calibrate_q;
  assign freq_o      = freq_q;
  assign divider_o   = divider_q;

endmodule
