// SPDX-License-Identifier: Apache-2.0
// Corners of tr_funnel that its tests must reach (make coverage-rtl): cover points only.

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

  c_two: cover property (@(posedge clk_i) (req & (req - 1'b1)) != '0);
  c_all: cover property (@(posedge clk_i) req == '1);
  c_disable_mid: cover property (@(posedge clk_i) $fell(enable) && active && mid_q);
  c_disable_refused: cover property (@(posedge clk_i) $fell(enable) && link_valid_o &&
      !link_ready_i);
  c_reset_mid: cover property (@(posedge clk_i) $fell(active) && mid_q);
  c_reset_refused: cover property (@(posedge clk_i) $fell(active) && link_valid_o && !link_ready_i);
  c_input_mid: cover property (@(posedge clk_i)
                               active && enable && (sending & dis & ~$past(dis)) != '0);
  c_give_up: cover property (@(posedge clk_i) give_up);
  c_lose: cover property (@(posedge clk_i) lose);
  c_give_up_mid: cover property (@(posedge clk_i) give_up && mid_q);
  c_flush_mid: cover property (@(posedge clk_i) $rose(flush_i) && mid_q);
  c_flush_refused: cover property (@(posedge clk_i) $rose(flush_i) && link_valid_o &&
      !link_ready_i);
  c_flush_disable: cover property (@(posedge clk_i) flush_i && $fell(enable));
  c_flush_reset: cover property (@(posedge clk_i) flush_i && $fell(active));
  c_flush_back: cover property (@(posedge clk_i) $fell(flush_i) && !$past(flushed_o));
  c_flush_again: cover property (@(posedge clk_i) $rose(flush_i) && $past(flushed_o, 2));
  c_flush_some: cover property (@(posedge clk_i) flush_i && flushed_i != '0 && flushed_i != '1);
  c_sync_some: cover property (@(posedge clk_i) sync_o != '0 && sync_o != '1);
  c_sync_off: cover property (@(posedge clk_i) sync_i && !enable);

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
