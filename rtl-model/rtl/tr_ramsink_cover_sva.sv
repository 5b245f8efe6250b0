// SPDX-License-Identifier: Apache-2.0
// Corners of tr_ramsink that its tests must reach (make coverage-rtl): cover points only.

module tr_ramsink_cover_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic active,
  input logic enable,
  input logic smem,
  input logic stopped,
  input logic stop,
  input logic flush,
  input logic step,
  input logic step_error,
  input logic word_valid,
  input logic sram_req_o,
  input logic sram_we_o,
  input logic data_we,
  input logic smem_more,
  input logic empty,
  input logic link_valid_i,
  input logic link_ready_o,
  input logic link_last_i
);

  logic mid_d, mid_q;  // a message is coming in

  assign mid_d = (link_valid_i && link_ready_o) ? !link_last_i : mid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mid_q <= 1'b0;
    else mid_q <= mid_d;
  end

  c_disable_mid: cover property (@(posedge clk_i) flush && mid_q);
  c_disable_queued: cover property (@(posedge clk_i) flush && word_valid);
  c_reset_mid: cover property (@(posedge clk_i) $fell(active) && mid_q);
  c_stop_mid: cover property (@(posedge clk_i) stop && mid_q);
  c_stop_disable: cover property (@(posedge clk_i) stop && !enable);
  c_refuse: cover property (@(posedge clk_i) stopped && link_valid_i && !link_ready_o);
  c_wait: cover property (@(posedge clk_i) link_valid_i && !link_ready_o && enable);
  // System memory.
  c_error: cover property (@(posedge clk_i) step_error);
  c_error_stop: cover property (@(posedge clk_i) step_error && stop);
  c_orphan: cover property (@(posedge clk_i) smem_more && $fell(active));
  c_disable_bus: cover property (@(posedge clk_i) smem_more && flush);
  c_empty: cover property (@(posedge clk_i) $rose(empty) && smem && !enable && active);
  // SRAM.
  c_read_first: cover property (@(posedge clk_i) sram_req_o && !sram_we_o && word_valid);
  c_write_first: cover property (@(posedge clk_i) data_we && word_valid);
  c_full_speed: cover property (@(posedge clk_i) step && $past(step));

endmodule

bind tr_ramsink tr_ramsink_cover_sva u_cover_sva (
  .clk_i,
  .rst_ni,
  .active,
  .enable,
  .smem,
  .stopped,
  .stop,
  .flush,
  .step,
  .step_error,
  .word_valid,
  .sram_req_o,
  .sram_we_o,
  .data_we,
  .smem_more,
  .empty,
  .link_valid_i,
  .link_ready_o,
  .link_last_i
);
