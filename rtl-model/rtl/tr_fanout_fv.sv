// SPDX-License-Identifier: Apache-2.0
// Proof of tr_fanout with three destinations: each takes every beat once and in order, as soon as
// it can, whatever the others do; the sender's beat is taken when the last has it. A stopped
// destination that has the beat already stops nobody.

module tr_fanout_fv (
  input logic       clk_i,
  input logic       valid_i,
  input logic [2:0] ready_i,
  input logic [2:0] stopped_i
);

  localparam int unsigned N = 3;

  logic rst_nq;
  logic ready;
  logic stopped;
  logic valid_q;
  logic waits_q;
  logic [1:0] sent_q;                 // beats that the sender has got rid of
  logic [1:0] got_q [0:N-1];          // beats that each destination has taken
  // has: the beat that the sender shows
  logic [N-1:0] valid;
  logic [N-1:0] has;
  logic [N-1:0] shown_q;
  // destinations with the beat one and two cycles ago
  logic [1:0] first_q;
  logic [1:0] second_q;

  tr_fanout #(
    .Outputs(N)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .link_valid_i(valid_i),
    .link_ready_o(ready),
    .link_stopped_o(stopped),
    .link_valid_o(valid),
    .link_ready_i(ready_i),
    .link_stopped_i(stopped_i)
  );

  initial rst_nq = 1'b0;
  for (genvar k = 0; k < N; k = k + 1) begin : gen_has
    assign has[k] = got_q[k] != sent_q;
    always_ff @(posedge clk_i) begin
      if (!rst_nq) got_q[k] <= '0;
      else if (valid[k] && ready_i[k]) got_q[k] <= got_q[k] + 2'd1;
      if (rst_nq) begin
        // One beat ahead of the sender, or none.
        assert ((got_q[k] == sent_q) | (got_q[k] == sent_q + 2'd1));
        assert (!(has[k] & ~valid_q));
        // The beat is shown to who does not have it, from its first cycle on, and to nobody else.
        assert (valid[k] == (valid_i & ~has[k]));
        if (shown_q[k]) assert (valid[k]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      sent_q   <= '0;
      valid_q  <= 1'b0;
      waits_q  <= 1'b0;
      shown_q  <= '0;
      first_q  <= '0;
      second_q <= '0;
    end else begin
      // A beat that waits stays.
      assume (!waits_q | valid_i);
      if (valid_i && ready) sent_q <= sent_q + 2'd1;
      waits_q <= valid_i & ~ready;
      valid_q <= valid_i & ~ready;
      shown_q <= valid & ~ready_i;
      assert (!valid_i | (ready == ((has | ready_i) == '1)));
      if (stopped_i == '1) assert (stopped);
      if (stopped_i == '0) assert (!stopped);
      if (valid_i) assert (stopped == ((stopped_i == '1) | ((stopped_i & ~has & ~ready_i) != '0)));
      // Three destinations that take a beat one after the other; all in one cycle, twice.
      first_q  <= valid_i ? 2'(has[0]) + 2'(has[1]) + 2'(has[2]) : '0;
      second_q <= first_q;
      cover (valid_i & ready & (first_q == 2'd1) & (second_q == 2'd0) & (sent_q == 2'd2));
      cover (valid_i & ready & ~waits_q & (sent_q == 2'd1));
      cover (valid_i & stopped & (has != '0));
    end
  end

endmodule
