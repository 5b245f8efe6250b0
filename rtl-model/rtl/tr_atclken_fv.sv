// SPDX-License-Identifier: Apache-2.0
// Proof of tr_atclken with a bridge that answers at any cycle for one cycle, and a receiver that
// looks at edges with ATCLKEN only and keeps its question until it sees the answer: each question
// gets one answer, which was given to it, and the bridge is asked once for it.

module tr_atclken_fv (
  input logic clk_i,
  input logic clken_i,
  input logic ready_i,   // the receiver
  input logic start_i,
  input logic sync_i,
  input logic answer_i   // the bridge
);

  logic rst_nq;
  logic asks_q;
  logic bridge_q;
  logic given_q;
  logic at_ready;
  logic af_valid;
  logic sync;
  logic af_ready;

  tr_atclken u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .atclken_i(clken_i),
    .atready_o(at_ready),
    .afvalid_o(af_valid),
    .afready_i(bridge_q),
    .syncreq_o(sync),
    .atready_i(ready_i),
    .afvalid_i(asks_q),
    .afready_o(af_ready),
    .syncreq_i(sync_i)
  );

  initial begin
    rst_nq   = 1'b0;
    asks_q   = 1'b0;
    bridge_q = 1'b0;
    given_q  = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    rst_nq   <= 1'b1;
    // tr_atbbridge_atb: one cycle, and no new flush in that cycle.
    bridge_q <= rst_nq & answer_i & af_valid & ~bridge_q;
    // given_q: the question has its answer, and the receiver has not seen it yet.
    given_q  <= rst_nq & (given_q | bridge_q) & ~clken_i;
    if (rst_nq && clken_i) asks_q <= (asks_q & ~af_ready) | (start_i & ~asks_q);
    if (rst_nq) begin
      if (bridge_q) assert (asks_q & ~given_q);
      if (clken_i && af_ready) assert (asks_q & (given_q | bridge_q));
      if (clken_i && (given_q || bridge_q)) assert (af_ready);
      if (af_valid) assert (asks_q & ~given_q);
      // Between edges that count nothing moves.
      if (!clken_i) assert (~at_ready & ~sync);
      cover (clken_i & af_ready & given_q & ready_i);
      cover (bridge_q & ~clken_i);
    end
  end

endmodule
