// SPDX-License-Identifier: Apache-2.0
// External trigger inputs (TCI 1.0, External Trace Triggers): what trTeTrigExtInControl makes of
// those that come in this cycle.

module tr_encoder_ext_in #(
  parameter int unsigned InW = 1
) (
  input  logic [InW-1:0] trig_i,
  input  logic [   31:0] control_i,
  output logic           on_o,       // trace-on
  output logic           off_o,      // trace-off
  output logic           due_o       // trace-notify
);

  logic [InW-1:0] ons;
  logic [InW-1:0] offs;
  logic [InW-1:0] dues;
  for (genvar k = 0; k < InW; k = k + 1) begin : gen_in
    assign ons[k]  = trig_i[k] & (control_i[4*k +: 4] == 4'd2);
    assign offs[k] = trig_i[k] & (control_i[4*k +: 4] == 4'd3);
    assign dues[k] = trig_i[k] & (control_i[4*k +: 4] == 4'd4);
  end
  logic unused;
  assign unused = ^control_i;
  assign on_o   = |ons;
  assign off_o  = |offs;
  assign due_o  = |dues;

endmodule
