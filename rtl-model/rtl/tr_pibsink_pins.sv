// SPDX-License-Identifier: Apache-2.0
// Divider and pins of the PIB sink (TCI 1.0, PIB Parallel Protocol, PIB Clock Center, PIB
// Manchester Protocol). A beat is what the pins carry at once; it takes one divided clock, or two
// in Manchester mode and with trPibClkCenter.

module tr_pibsink_pins #(
  parameter int unsigned Modes = 32'h1f30,
  parameter int unsigned DivW = 16
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        active_i,
  input  logic        clr_i,      // reset: all pins are low from the next cycle on
  input  logic        restart_i,  // divider and beat begin anew in the next cycle
  input  logic [15:0] in_mode_i,  // bit n: trPibMode is n
  input  logic        center_i,
  input  logic [DivW-1:0] divider_i,
  output logic        next_o,     // a beat begins: beat_i and half_i are taken
  input  logic [15:0] beat_i,
  input  logic        half_i,     // Manchester: the wire in the second half of it
  output logic        trc_clk_o,
  output logic [15:0] trc_data_o
);

  localparam bit Manchester = (Modes & 32'h10) != 0;
  localparam bit Parallel = (Modes & 32'h1f00) != 0;

  logic trc_clk_d, trc_clk_q;
  logic [15:0] trc_data_d, trc_data_q;
  logic [DivW-1:0] left_d, left_q;
  logic zero_d, zero_q;  // left_q is 0
  logic zero;
  logic step;
  logic off;
  logic manchester;
  logic parallel;
  logic second_d, second_q;
  logic two;
  logic half_d, half_q;

  assign step       = active_i && zero_q;
  assign zero       = active_i ? (zero_q ? divider_i == '0 : left_q == DivW'(1)) : zero_q;
  assign off        = in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_OFF];
  assign manchester = Manchester && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_SWT_MANCHESTER];
  assign parallel   = Parallel && ((in_mode_i & 16'h1f00) != '0);
  assign two        = manchester || (Parallel && center_i);
  assign next_o     = zero_q && !off && !second_q;  // Off in reset

  always_comb begin
    left_d   = left_q;
    zero_d   = zero_q;
    second_d = second_q;
    if (restart_i) begin
      left_d   = '0;
      zero_d   = 1'b1;
      second_d = 1'b0;
    end else begin
      zero_d = zero;
      if (step) left_d = divider_i;
      else if (active_i) left_d = left_q - 1'b1;
      if (step) second_d = two && !second_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q   <= '0;
      zero_q   <= 1'b1;
      second_q <= 1'b0;
    end else begin
      left_q   <= left_d;
      zero_q   <= zero_d;
      second_q <= second_d;
    end
  end

  always_comb begin
    trc_clk_d  = trc_clk_q;
    trc_data_d = trc_data_q;
    half_d     = half_q;
    if (clr_i) begin
      trc_clk_d  = 1'b0;
      trc_data_d = '0;
      half_d     = 1'b0;
    end else if (step) begin
      if (!parallel) trc_clk_d = 1'b0;
      else if (second_q || !two) trc_clk_d = Parallel && !trc_clk_q;
      if (off) trc_data_d = '0;
      else if (!second_q) trc_data_d = beat_i;
      else if (manchester) trc_data_d = {15'h0, half_q};
      if (next_o) half_d = Manchester && half_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trc_clk_q  <= 1'b0;
      trc_data_q <= '0;
      half_q     <= 1'b0;
    end else begin
      trc_clk_q  <= trc_clk_d;
      trc_data_q <= trc_data_d;
      half_q     <= half_d;
    end
  end

  assign trc_clk_o  = trc_clk_q;
  assign trc_data_o = trc_data_q;

endmodule
