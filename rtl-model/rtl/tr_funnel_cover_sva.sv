// SPDX-License-Identifier: Apache-2.0
// Corners of tr_funnel that its tests must reach (make coverage-rtl): cover points only.

`include "tr_assert.svh"

module tr_funnel_cover_sva #(
  parameter int unsigned Inputs = 8
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              active,
  input logic              enable,
  input logic [Inputs-1:0] dis,
  input logic [Inputs-1:0] req,
  input logic [Inputs-1:0] sending,
  input logic              give_up,
  input logic              lose,
  input logic              link_valid_o,
  input logic              link_ready_i,
  input logic              link_last_o,
  input logic              flush_i,
  input logic              flushed_o,
  input logic [Inputs-1:0] flushed_i,
  input logic              sync_i,
  input logic [Inputs-1:0] sync_o
);

  logic mid_d, mid_q;  // a message is going out

  assign mid_d = (link_valid_o && link_ready_i) ? !link_last_o : mid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mid_q <= 1'b0;
    else mid_q <= mid_d;
  end

  `TR_COVER(c_two, (req & (req - 1'b1)) != '0)
  `TR_COVER(c_all, req == '1)
  `TR_COVER(c_disable_mid, $fell(enable) && active && mid_q)
  `TR_COVER(c_disable_refused, $fell(enable) && link_valid_o && !link_ready_i)
  `TR_COVER(c_reset_mid, $fell(active) && mid_q)
  `TR_COVER(c_reset_refused, $fell(active) && link_valid_o && !link_ready_i)
  `TR_COVER(c_input_mid, active && enable && (sending & dis & ~$past(dis)) != '0)
  `TR_COVER(c_give_up, give_up)
  `TR_COVER(c_lose, lose)
  `TR_COVER(c_give_up_mid, give_up && mid_q)
  `TR_COVER(c_flush_mid, $rose(flush_i) && mid_q)
  `TR_COVER(c_flush_refused, $rose(flush_i) && link_valid_o && !link_ready_i)
  `TR_COVER(c_flush_disable, flush_i && $fell(enable))
  `TR_COVER(c_flush_reset, flush_i && $fell(active))
  `TR_COVER(c_flush_back, $fell(flush_i) && !$past(flushed_o))
  `TR_COVER(c_flush_again, $rose(flush_i) && $past(flushed_o, 2))
  `TR_COVER(c_flush_some, flush_i && flushed_i != '0 && flushed_i != '1)
  `TR_COVER(c_sync_some, sync_o != '0 && sync_o != '1)
  `TR_COVER(c_sync_off, sync_i && !enable)

endmodule

bind tr_funnel tr_funnel_cover_sva #(
  .Inputs(Inputs)
) u_cover_sva (
  .clk_i,
  .rst_ni,
  .active,
  .enable,
  .dis(dis[Inputs-1:0]),
  .req,
  .sending,
  .give_up,
  .lose,
  .link_valid_o,
  .link_ready_i,
  .link_last_o,
  .flush_i,
  .flushed_o,
  .flushed_i,
  .sync_i,
  .sync_o
);
