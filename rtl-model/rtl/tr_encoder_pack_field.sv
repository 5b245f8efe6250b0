// SPDX-License-Identifier: Apache-2.0
// A variable field of a message, and what comes before the first one, as bytes of a link: up to
// Lanes per cycle (N-Trace 1.0, Transmission Protocol; Field Encoding and Calculation Techniques).

module tr_encoder_pack_field #(
  parameter int unsigned Width = 66,
  parameter int unsigned Lanes = 4,
  localparam int unsigned Groups = (Width + 5) / 6,
  localparam int unsigned CountW = $clog2(Lanes + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               load_i,      // a field; the one before has been taken, or is with it
  input  logic [  Width-1:0] value_i,
  input  logic [  Width-1:0] probe_i,     // bytes above its highest 1 bit are left out
  input  logic [ Groups-1:0] at_least_i,  // bytes that are sent in any case
  input  logic               end_i,       // the last field of its message
  output logic               valid_o,
  output logic               last_o,      // the rest of the field is shown
  output logic               end_o,
  output logic [  Lanes-1:0] there_o,     // bytes that are shown, from lane 0 on
  output logic [ CountW-1:0] count_o,     // number of bytes shown
  output logic [8*Lanes-1:0] bytes_o,
  input  logic               take_i       // the bytes shown are taken
);

  localparam int unsigned ValueW = 6 * Groups;

  logic [ValueW-1:0] value_q, probe;
  logic [Groups-1:0] need, need_q;
  logic valid_q, end_q;

  assign probe = ValueW'(probe_i);
  always_comb begin
    need[Groups-1] = (|probe[ValueW-1 -: 6]) | at_least_i[Groups-1];
    for (int unsigned k = Groups - 1; k > 0; k = k - 1) begin
      need[k-1] = need[k] | (|probe[6*(k-1) +: 6]) | at_least_i[k-1];
    end
  end

  if (Groups > Lanes) begin : g_more
    assign last_o = ~need_q[Lanes];
  end else begin : g_all
    assign last_o = 1'b1;
  end

  assign valid_o = valid_q;
  assign end_o   = end_q;

  always_comb begin
    count_o = '0;
    there_o = '0;
    for (int unsigned k = 0; k < Lanes; k = k + 1) begin
      bytes_o[8*k +: 8] = tr_pkg::IdleByte;
      if ((k < Groups) && need_q[k]) begin
        count_o    = CountW'(k + 1);
        there_o[k] = 1'b1;
        bytes_o[8*k +: 8] = {value_q[6*k +: 6], tr_pkg::MseoMore};
        if ((k + 1 == Groups) || !need_q[k+1]) begin
          bytes_o[8*k +: 2] = end_q ? tr_pkg::MseoEnd : tr_pkg::MseoField;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      end_q   <= 1'b0;
      value_q <= '0;
      need_q  <= '0;
    end else if (load_i) begin
      valid_q <= 1'b1;
      end_q   <= end_i;
      value_q <= ValueW'(value_i);
      need_q  <= need;
    end else if (valid_q & take_i) begin
      valid_q <= ~last_o;
      value_q <= value_q >> (6 * Lanes);
      need_q  <= need_q >> Lanes;
    end
  end

endmodule
