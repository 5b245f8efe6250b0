// SPDX-License-Identifier: Apache-2.0
// Proof of tr_arbiter: a message keeps the output until its end, and an input that waits is served
// after at most one message of each of the others.

module tr_arbiter_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic [4:0] req_i,
  input logic       beat_i,
  input logic       last_i,
  input logic [2:0] who_i    // any input, the same all the time
);

  localparam int unsigned N = 5;

  logic rst_nq, any, held_q;
  logic [4:0] sending, req_q;
  logic [2:0] sel, sel_q, who_q, others_q;

  tr_arbiter #(.N(N)) u_dut (
    .clk_i, .rst_ni(rst_nq), .clr_i, .req_i, .beat_i, .last_i, .any_o(any), .sending_o(sending),
    .sel_o(sel)
  );

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      held_q   <= 1'b0;
      req_q    <= '0;
      others_q <= '0;
      who_q    <= who_i;
    end else begin
      assume (who_q < 3'(N));
      assume (~clr_i);
      assume (any | ~beat_i);
      // An input that asks goes on asking until it is served.
      assume ((req_q & ~req_i) == '0);
      req_q  <= req_i & ~(5'(any) << sel);
      held_q <= any & ~(beat_i & last_i);
      sel_q  <= sel;
      if (any & (sel == who_q)) others_q <= '0;
      else if (req_i[who_q] & any & beat_i & last_i) others_q <= others_q + 3'd1;
      assert (any == (held_q | (req_i != '0)));
      assert (!any | (sel < 3'(N)));
      if (held_q) assert (sel == sel_q);
      assert (sending == (held_q ? 5'b1 << sel_q : '0));
      if (any & ~held_q) assert (req_i[sel]);
      assert (others_q <= 3'(N - 1) + 3'd1);
      if (req_i[who_q] & (sel != who_q)) assert (others_q < 3'(N));
    end
  end

endmodule
