// SPDX-License-Identifier: Apache-2.0
// Corners of tr_pibsink that its tests must reach (make coverage-rtl): cover points only.

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

  c_manchester: cover property (@(posedge clk_i) busy && mode == 4'd4 && enable);
  c_uart: cover property (@(posedge clk_i) busy && mode == 4'd5 && enable);
  c_one: cover property (@(posedge clk_i) busy && mode == 4'd8 && enable);
  c_two: cover property (@(posedge clk_i) busy && mode == 4'd9 && enable);
  c_four: cover property (@(posedge clk_i) busy && mode == 4'd10 && enable && !center);
  c_four_center: cover property (@(posedge clk_i) busy && mode == 4'd10 && enable && center);
  c_eight: cover property (@(posedge clk_i) busy && mode == 4'd11 && enable);
  c_sixteen: cover property (@(posedge clk_i) busy && mode == 4'd12 && enable);
  c_calibrate_mid: cover property (@(posedge clk_i) $rose(calibrating) && mid_q);
  c_calibrate_busy: cover property (@(posedge clk_i) $rose(calibrating) && busy && valid);
  c_calibrate_end: cover property (@(posedge clk_i) $fell(calibrate) && open && mid_q);
  c_calibrate_wait: cover property (@(posedge clk_i) calibrating && link_valid_i && !link_ready_o);
  c_disable_mid: cover property (@(posedge clk_i) $fell(open) && active && mid_q);
  c_disable_busy: cover property (@(posedge clk_i) $fell(enable) && active && busy);
  c_enable_mid: cover property (@(posedge clk_i) $rose(open) && mid_q);
  c_reset_mid: cover property (@(posedge clk_i) $rose(clr) && mid_q);
  c_reset_busy: cover property (@(posedge clk_i) $rose(clr) && busy);
  c_off: cover property (@(posedge clk_i) enable && mode == '0 && link_valid_i);
  c_full: cover property (@(posedge clk_i) link_valid_i && !link_ready_o && open && !calibrating);

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
