// SPDX-License-Identifier: Apache-2.0
// A variable field of a message, and what comes before the first one, as bytes of a link: up to
// Lanes per cycle (N-Trace 1.0, Transmission Protocol; Field Encoding and Calculation Techniques).

module tr_encoder_pack_field #(
  parameter int unsigned Width = 66,
  parameter int unsigned Lanes = 4,
  localparam int unsigned Groups = (Width + 5) / 6
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               load_i,      // a field; the one before has been taken, or is with it
  input  logic [  Width-1:0] value_i,
  input  logic [  Width-1:0] probe_i,     // bytes above its highest 1 bit are left out
  input  logic [ Groups-1:0] at_least_i,  // bytes that are sent in any case
  input  logic               end_i,       // the last field of its message
  output logic               end_o,
  // bytes that are shown, from lane 0 on, and whether there are more
  output logic [    Lanes:0] there_o,
  output logic [8*Lanes-1:0] bytes_o,
  input  logic               take_i       // the bytes shown are taken
);

  localparam int unsigned ValueW = 6 * Groups;
  // A link may have more lanes than the field has bytes.
  localparam int unsigned ShownN = (Groups > Lanes) ? Groups : Lanes + 1;

  logic [ValueW-1:0] value_d, value_q;
  logic [ValueW-1:0] probe;
  logic [Groups-1:0] some;
  logic [Groups-1:0] need;
  logic [Groups-1:0] need_d, need_q;
  logic [6*ShownN-1:0] shown;
  logic [ShownN-1:0] there;
  logic end_d, end_q;

  assign shown = (6*ShownN)'(value_q);
  assign there = ShownN'(need_q);

  assign probe = ValueW'(probe_i);
  always_comb begin
    for (int unsigned k = 0; k < Groups; k = k + 1) some[k] = (|probe[6*k +: 6]) | at_least_i[k];
    for (int unsigned k = 0; k < Groups; k = k + 1) need[k] = |(some >> k);
  end

  assign end_o = end_q;

  always_comb begin
    there_o = there[Lanes:0];
    bytes_o = '1;
    for (int unsigned k = 0; k < Lanes; k = k + 1) begin
      if (there[k]) begin
        bytes_o[8*k +: 8] = {shown[6*k +: 6],
                             there[k+1] ? tr_pkg::MseoMore : end_q ? tr_pkg::MseoEnd :
                                 tr_pkg::MseoField};
      end
    end
  end

  always_comb begin
    end_d   = end_q;
    value_d = value_q;
    need_d  = need_q;
    if (load_i) begin
      end_d   = end_i;
      value_d = ValueW'(value_i);
      need_d  = need;
    end else if (need_q[0] && take_i) begin
      value_d = value_q >> (6 * Lanes);
      need_d  = need_q >> Lanes;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      end_q   <= 1'b0;
      value_q <= '0;
      need_q  <= '0;
    end else begin
      end_q   <= end_d;
      value_q <= value_d;
      need_q  <= need_d;
    end
  end

endmodule
