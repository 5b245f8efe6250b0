// SPDX-License-Identifier: Apache-2.0
// Proof of tr_arbiter, as it is for a funnel without buffers and with them (Ahead): a message keeps
// the output until its end, and an input that waits is served after at most one message of each of
// the others. With Ahead a message that waits begins in the cycle after the end of another one.

module tr_arbiter_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic [4:0] req_i,
  input logic       beat_i,
  input logic       last_i,
  input logic [4:0] ahead_i,      // what asks with Ahead: of the input that sends, for the next one
  input logic       ahead_beat_i,
  input logic       ahead_last_i,
  input logic       stop_i,
  input logic [2:0] who_i         // any input, the same all the time
);

  localparam int unsigned N = 5;

  logic rst_nq;
  logic any;
  logic held_q;
  logic [4:0] sending;
  logic [4:0] now;
  logic [4:0] req_q;
  logic [2:0] sel;
  logic [2:0] sel_q;
  logic [2:0] who_q;
  logic [2:0] others_q;

  tr_arbiter #(
    .N(N)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .stop_i(1'b0),
    .clr_i,
    .req_i,
    .more_i('0),
    .beat_i,
    .last_i,
    .any_o(any),
    .sending_o(sending),
    .now_o(now),
    .sel_o(sel)
  );

  logic ahead_any;
  logic ahead_over;
  logic ahead_any_q;
  logic ahead_over_q;
  logic [4:0] ahead_sending;
  logic [4:0] ahead_now;
  logic [4:0] asks_q;
  logic [4:0] served;
  logic [2:0] ahead_sel;
  logic [2:0] ahead_sel_q;
  logic [2:0] ahead_others_q;

  tr_arbiter #(
    .N(N),
    .Ahead(1'b1)
  ) u_ahead (
    .clk_i,
    .rst_ni(rst_nq),
    .stop_i,
    .clr_i,
    .req_i(ahead_i | ahead_sending),
    .more_i(ahead_i),
    .beat_i(ahead_beat_i),
    .last_i(ahead_last_i),
    .any_o(ahead_any),
    .sending_o(ahead_sending),
    .now_o(ahead_now),
    .sel_o(ahead_sel)
  );
  assign ahead_over = ~ahead_any | (ahead_beat_i & ahead_last_i);
  assign served     = (ahead_over_q && ahead_any) ? 5'b1 << ahead_sel : '0;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      held_q         <= 1'b0;
      req_q          <= '0;
      others_q       <= '0;
      who_q          <= who_i;
      ahead_any_q    <= 1'b0;
      ahead_over_q   <= 1'b1;
      asks_q         <= '0;
      ahead_sel_q    <= '0;
      ahead_others_q <= '0;
    end else begin
      assume (who_q < 3'(N));
      assume (~clr_i);
      assume (any | ~beat_i);
      // An input that asks goes on asking until it is served.
      assume ((req_q & ~req_i) == '0);
      req_q  <= req_i & ~(5'(any) << sel);
      held_q <= any & ~(beat_i & last_i);
      sel_q  <= sel;
      if (any && (sel == who_q)) others_q <= '0;
      else if (req_i[who_q] && any && beat_i && last_i) others_q <= others_q + 3'd1;
      assert (any == (held_q | (req_i != '0)));
      assert (!any | (sel < 3'(N)));
      if (held_q) assert (sel == sel_q);
      assert (sending == (held_q ? 5'b1 << sel_q : '0));
      if (any && !held_q) assert (req_i[sel]);
      if (any) assert (now == 5'b1 << sel);
      assert (others_q <= 3'(N - 1) + 3'd1);
      if (req_i[who_q] && (sel != who_q)) assert (others_q < 3'(N - 1));

      assume (ahead_any | ~ahead_beat_i);
      assume (stop_i | ((asks_q & ~served & ~ahead_i) == '0));
      asks_q       <= stop_i ? '0 : ahead_i;
      ahead_any_q  <= ahead_any;
      ahead_over_q <= ahead_over;
      ahead_sel_q  <= ahead_sel;
      if (ahead_over_q) begin
        assert (ahead_any == ((asks_q != '0) & ~stop_i));
        if (ahead_any) assert (asks_q[ahead_sel]);
      end else begin
        assert (ahead_any == ahead_any_q);
        assert (ahead_sel == ahead_sel_q);
      end
      assert (!ahead_any | (ahead_sel < 3'(N)));
      assert (ahead_sending == (ahead_any ? 5'b1 << ahead_sel : '0));
      if (ahead_any) assert (ahead_now == 5'b1 << ahead_sel);
      if (served[who_q] || stop_i) ahead_others_q <= '0;
      else if (asks_q[who_q] && (served != '0)) ahead_others_q <= ahead_others_q + 3'd1;
      assert (ahead_others_q < 3'(N));
      // The worst that may happen to an input, and a stop.
      cover (req_i[who_q] & (others_q == 3'(N - 2)) & (sel != who_q));
      cover (any & (sel == who_q) & (sel_q != sel) & ~held_q & beat_i & last_i);
      cover (ahead_others_q == 3'(N - 1));
      cover (stop_i & ahead_any & ahead_beat_i & ahead_last_i);
    end
  end

endmodule
