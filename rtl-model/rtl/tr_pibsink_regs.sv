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
  // while disabled: at the end of this cycle nothing is buffered or on the pins
  input  logic        idle_i,
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

  logic active_d, active_q;
  logic enable_d, enable_q;
  logic center_d, center_q;
  logic calibrate_d, calibrate_q;
  logic release_now;
  logic write;
  logic fixed;
  logic center;
  logic calibrate;
  logic at_control;
  logic [3:0] mode_d, mode_q;
  logic [3:0] mode;
  logic [15:0] in_mode_d, in_mode_q;
  logic narrow_d, narrow_q;
  logic open_d, open_q;
  logic calibrating_d, calibrating_q;
  logic opens;
  logic [2:0] freq_d, freq_q;
  logic [2:0] freq;
  logic [DivW-1:0] divider_d, divider_q;
  logic [DivW-1:0] divider;
  logic [15:0] asked;
  logic [15:0] granted;
  // What a write asks for is found out in the cycle before it (AMBA APB: PADDR and PWDATA are
  // stable from the setup cycle on).
  logic asked_release_d, asked_release_q;
  logic asked_write_d, asked_write_q;
  logic asked_center_d, asked_center_q;
  logic differs_d, differs_q;
  logic [3:0] asked_mode_d, asked_mode_q;
  logic [15:0] asked_in_mode_d, asked_in_mode_q;
  logic asked_narrow_d, asked_narrow_q;
  logic [DivW-1:0] asked_divider_d, asked_divider_q;

  assign release_now = we_i && asked_release_q;  // Active changes, or stays 0
  assign write       = we_i && asked_write_q;
  assign fixed       = enable_q || !idle_i;

  // ---- The effect of a write ----

  assign at_control = addr_i == tr_pibsink_pkg::TR_PIB_CONTROL_OFFSET;
  assign asked     = wdata_i[tr_pibsink_pkg::TR_PIB_DIVIDER_SHIFT +: 16];
  assign calibrate = Calibrate && wdata_i[tr_pibsink_pkg::TR_PIB_CALIBRATE_SHIFT];
  assign freq      = Async ? wdata_i[tr_pibsink_pkg::TR_PIB_ASYNC_FREQ_SHIFT +: 3] : 3'd0;

  always_comb begin
    mode    = wdata_i[tr_pibsink_pkg::TR_PIB_MODE_SHIFT +: 4];
    center  = wdata_i[tr_pibsink_pkg::TR_PIB_CLK_CENTER_SHIFT];
    granted = ((asked & ~Most) != '0) ? Most : asked;
    if ((DividerMin != 0) && (granted < 16'(DividerMin))) granted = 16'(DividerMin);
    divider = (DividerW == 0) ? '0 : granted[DivW-1:0];
    if (!There[mode]) mode = tr_pibsink_pkg::TR_PIB_MODE_OFF;
    if (!mode[3] || (ClkCenters == 1)) center = 1'b0;  // 8..12 are the parallel modes
    else if (ClkCenters == 2) center = 1'b1;
  end

  assign asked_release_d = at_control &&
                           !(active_q && wdata_i[tr_pibsink_pkg::TR_PIB_ACTIVE_SHIFT]);
  assign asked_write_d   = at_control && active_q && wdata_i[tr_pibsink_pkg::TR_PIB_ACTIVE_SHIFT];
  assign asked_mode_d    = mode;
  assign asked_in_mode_d = There & (16'h1 << mode);
  assign asked_narrow_d  = mode[3] && (mode[2:0] <= 3'd2);
  assign asked_center_d  = center;
  assign asked_divider_d = divider;
  assign differs_d       = {mode, center, divider} != {mode_q, center_q, divider_q};

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
      asked_release_q <= asked_release_d;
      asked_write_q   <= asked_write_d;
      asked_mode_q    <= asked_mode_d;
      asked_in_mode_q <= asked_in_mode_d;
      asked_narrow_q  <= asked_narrow_d;
      asked_center_q  <= asked_center_d;
      asked_divider_q <= asked_divider_d;
      differs_q       <= differs_d;
    end
  end

  assign opens        = wdata_i[tr_pibsink_pkg::TR_PIB_ENABLE_SHIFT] &&
                        !(fixed ? in_mode_q[0] : asked_in_mode_q[0]);
  assign restart_o    = release_now || (write && !fixed && differs_q);
  assign freq_start_o = release_now || (write && (!enable_q || (freq != freq_q)));

  always_comb begin
    active_d      = active_q;
    enable_d      = enable_q;
    mode_d        = mode_q;
    in_mode_d     = in_mode_q;
    narrow_d      = narrow_q;
    open_d        = open_q;
    calibrating_d = calibrating_q;
    center_d      = center_q;
    calibrate_d   = calibrate_q;
    freq_d        = freq_q;
    divider_d     = divider_q;
    if (release_now) begin
      active_d      = wdata_i[tr_pibsink_pkg::TR_PIB_ACTIVE_SHIFT];
      enable_d      = 1'b0;
      mode_d        = '0;
      in_mode_d     = 16'h1;
      narrow_d      = 1'b0;
      open_d        = 1'b0;
      calibrating_d = 1'b0;
      center_d      = 1'b0;
      calibrate_d   = 1'b0;
      freq_d        = '0;
      divider_d     = DivW'(DividerReset);
    end else if (write) begin
      enable_d      = wdata_i[tr_pibsink_pkg::TR_PIB_ENABLE_SHIFT];
      calibrate_d   = calibrate;
      open_d        = opens;
      calibrating_d = opens && calibrate;
      freq_d        = freq;
      if (!fixed) begin
        mode_d    = asked_mode_q;
        in_mode_d = asked_in_mode_q;
        narrow_d  = asked_narrow_q;
        center_d  = asked_center_q;
        divider_d = asked_divider_q;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q      <= 1'b0;
      enable_q      <= 1'b0;
      mode_q        <= '0;
      in_mode_q     <= 16'h1;
      narrow_q      <= 1'b0;
      open_q        <= 1'b0;
      calibrating_q <= 1'b0;
      center_q      <= 1'b0;
      calibrate_q   <= 1'b0;
      freq_q        <= '0;
      divider_q     <= DivW'(DividerReset);
    end else begin
      active_q      <= active_d;
      enable_q      <= enable_d;
      mode_q        <= mode_d;
      in_mode_q     <= in_mode_d;
      narrow_q      <= narrow_d;
      open_q        <= open_d;
      calibrating_q <= calibrating_d;
      center_q      <= center_d;
      calibrate_q   <= calibrate_d;
      freq_q        <= freq_d;
      divider_q     <= divider_d;
    end
  end

  // ---- Reading ----

  always_comb begin
    rdata_o = '0;
    if (active_q) begin
      unique case (addr_i)
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
