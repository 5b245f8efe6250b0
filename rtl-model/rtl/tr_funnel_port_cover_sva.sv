// SPDX-License-Identifier: Apache-2.0
// Cover points: an input: messages longer than its buffer, swallowed ones, those that are dropped
// while they come in.

`include "tr_assert.svh"

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

  `TR_COVER(c_swallow, link_valid_i && !take && !mid_q)
  `TR_COVER(c_open_mid, $rose(open_i) && mid_q && link_valid_i && !take)
  `TR_COVER(c_close_mid, $fell(open_i) && mid_q && take)
  `TR_COVER(c_drop_mid, $rose(drop_i) && mid_q && take && !keeps)
  `TR_COVER(c_drop_through, $rose(drop_i) && mid_q && take && keeps)
  `TR_COVER(c_wait, link_valid_i && take && !room)
  `TR_COVER(c_wait_mid, link_valid_i && take && !room && mid_q && sending_i)
  `TR_COVER(c_one_beat, link_valid_i && link_ready_o && last && !mid_q && take)

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
