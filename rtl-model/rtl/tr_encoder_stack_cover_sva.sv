// SPDX-License-Identifier: Apache-2.0
// Cover points: the return stack: full, empty, swapped.

module tr_encoder_stack_cover_sva #(
  parameter int unsigned CountW = 4,
  parameter int unsigned Depth = 8
) (
  input logic              clk_i,
  input logic              clear_i,
  input logic              commit_i,
  input logic              push_i,
  input logic              pop_i,
  input logic              known_o,
  input logic [CountW-1:0] count_q
);

  c_forget: cover property (@(posedge clk_i) commit_i && push_i && !pop_i && !clear_i &&
                            count_q == CountW'(Depth));
  c_empty: cover property (@(posedge clk_i) commit_i && pop_i && !push_i && count_q == '0);
  c_last: cover property (@(posedge clk_i) commit_i && pop_i && !push_i && known_o &&
                          count_q == CountW'(1));
  c_swap: cover property (@(posedge clk_i) commit_i && push_i && pop_i && known_o);
  c_swap_empty: cover property (@(posedge clk_i) commit_i && push_i && pop_i && !known_o);
  c_push_cleared: cover property (@(posedge clk_i) commit_i && push_i && clear_i && count_q != '0);
  c_pop_cleared: cover property (@(posedge clk_i) commit_i && pop_i && clear_i && count_q != '0);

endmodule

bind tr_encoder_stack tr_encoder_stack_cover_sva #(
  .CountW(CountW),
  .Depth(Depth)
) u_cover_sva (
  .clk_i,
  .clear_i,
  .commit_i,
  .push_i,
  .pop_i,
  .known_o,
  .count_q
);
