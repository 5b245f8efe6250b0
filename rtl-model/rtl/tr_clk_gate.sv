// SPDX-License-Identifier: Apache-2.0
// A gated clock without glitches: the place for a library's clock gate. Here the enable is held by
// a flip-flop of the falling edge, which simulators, FPGAs and yosys take alike. test_i (scan)
// keeps the clock running.

module tr_clk_gate (
  input  logic clk_i,
  input  logic en_i,
  input  logic test_i,
  output logic clk_o
);

  logic en_d, en_q;

  assign en_d = en_i || test_i;

  always_ff @(negedge clk_i) en_q <= en_d;

  assign clk_o = clk_i && en_q;

endmodule
