// SPDX-License-Identifier: Apache-2.0
// Corners of tr_pibsink that its tests must reach (make coverage-rtl): cover points only.

`include "tr_assert.svh"

module tr_pibsink_cover_sva (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       active,
  input logic       enable,
  input logic       center,
  input logic       calibrate,
  input logic       open,
  input logic       calibrating,
  input logic       clr,
  input logic       valid,
  input logic       busy,
  input logic [3:0] mode,
  input logic       link_valid_i,
  input logic       link_ready_o,
  input logic       link_last_i
);

  logic mid_d, mid_q;  // a message is coming in

  assign mid_d = (link_valid_i && link_ready_o) ? !link_last_i : mid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mid_q <= 1'b0;
    else mid_q <= mid_d;
  end

  `TR_COVER(c_manchester, busy && mode == 4'd4 && enable)
  `TR_COVER(c_uart, busy && mode == 4'd5 && enable)
  `TR_COVER(c_one, busy && mode == 4'd8 && enable)
  `TR_COVER(c_two, busy && mode == 4'd9 && enable)
  `TR_COVER(c_four, busy && mode == 4'd10 && enable && !center)
  `TR_COVER(c_four_center, busy && mode == 4'd10 && enable && center)
  `TR_COVER(c_eight, busy && mode == 4'd11 && enable)
  `TR_COVER(c_sixteen, busy && mode == 4'd12 && enable)
  `TR_COVER(c_calibrate_mid, $rose(calibrating) && mid_q)
  `TR_COVER(c_calibrate_busy, $rose(calibrating) && busy && valid)
  `TR_COVER(c_calibrate_end, $fell(calibrate) && open && mid_q)
  `TR_COVER(c_calibrate_wait, calibrating && link_valid_i && !link_ready_o)
  `TR_COVER(c_disable_mid, $fell(open) && active && mid_q)
  `TR_COVER(c_disable_busy, $fell(enable) && active && busy)
  `TR_COVER(c_enable_mid, $rose(open) && mid_q)
  `TR_COVER(c_reset_mid, $rose(clr) && mid_q)
  `TR_COVER(c_reset_busy, $rose(clr) && busy)
  `TR_COVER(c_off, enable && mode == '0 && link_valid_i)
  `TR_COVER(c_full, link_valid_i && !link_ready_o && open && !calibrating)

endmodule

bind tr_pibsink tr_pibsink_cover_sva u_cover_sva (
  .clk_i,
  .rst_ni,
  .active,
  .enable,
  .center,
  .calibrate,
  .open,
  .calibrating,
  .clr,
  .valid,
  .busy,
  .mode,
  .link_valid_i,
  .link_ready_o,
  .link_last_i
);
