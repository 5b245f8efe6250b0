// SPDX-License-Identifier: Apache-2.0
// One link to several: a beat has been taken when each of the destinations has taken it (TCI 1.0,
// Connections Between Components). One that swallows does not hold up the others; one that refuses
// does. The link is stopped when all destinations are, or when a stopped one refuses.

module tr_fanout #(
  parameter int unsigned Outputs = 2
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               link_valid_i,
  output logic               link_ready_o,
  output logic               link_stopped_o,
  output logic [Outputs-1:0] link_valid_o,  // data and last are those of the input
  input  logic [Outputs-1:0] link_ready_i,
  input  logic [Outputs-1:0] link_stopped_i
);

  // have taken the beat already
  logic [Outputs-1:0] done_d, done_q;
  logic [Outputs-1:0] done;

  assign link_valid_o = {Outputs{link_valid_i}} & ~done_q;
  assign done         = done_q | link_ready_i;
  assign link_ready_o = &done;

  assign link_stopped_o = (&link_stopped_i) || (|(link_stopped_i & ~done));

  assign done_d = link_valid_i ? (link_ready_o ? '0 : done) : done_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) done_q <= '0;
    else done_q <= done_d;
  end

endmodule
