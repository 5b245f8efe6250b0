// SPDX-License-Identifier: Apache-2.0
// Cover points: an input: messages longer than its buffer, swallowed ones, those that are dropped
// while they come in.

module tr_funnel_port_cover_sva (
  input logic clk_i,
  input logic open_i,
  input logic drop_i,
  input logic link_valid_i,
  input logic link_ready_o,
  input logic last,
  input logic mid_q,
  input logic take,
  input logic keeps,
  input logic room,
  input logic sending_i
);

  c_swallow: cover property (@(posedge clk_i) link_valid_i && !take && !mid_q);
  c_open_mid: cover property (@(posedge clk_i) $rose(open_i) && mid_q && link_valid_i && !take);
  c_close_mid: cover property (@(posedge clk_i) $fell(open_i) && mid_q && take);
  c_drop_mid: cover property (@(posedge clk_i) $rose(drop_i) && mid_q && take && !keeps);
  c_drop_through: cover property (@(posedge clk_i) $rose(drop_i) && mid_q && take && keeps);
  c_wait: cover property (@(posedge clk_i) link_valid_i && take && !room);
  c_wait_mid: cover property (@(posedge clk_i) link_valid_i && take && !room && mid_q && sending_i);
  c_one_beat: cover property (@(posedge clk_i) link_valid_i && link_ready_o && last && !mid_q &&
      take);

endmodule

bind tr_funnel_port tr_funnel_port_cover_sva u_cover_sva (
  .clk_i,
  .open_i,
  .drop_i,
  .link_valid_i,
  .link_ready_o,
  .last,
  .mid_q,
  .take,
  .keeps,
  .room,
  .sending_i
);
