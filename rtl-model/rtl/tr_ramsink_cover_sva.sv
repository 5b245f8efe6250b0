// SPDX-License-Identifier: Apache-2.0
// Corners of tr_ramsink that its tests must reach (make coverage-rtl): cover points only.

`include "tr_assert.svh"

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

  `TR_COVER(c_disable_mid, flush && mid_q)
  `TR_COVER(c_disable_queued, flush && word_valid)
  `TR_COVER(c_reset_mid, $fell(active) && mid_q)
  `TR_COVER(c_stop_mid, stop && mid_q)
  `TR_COVER(c_stop_disable, stop && !enable)
  `TR_COVER(c_refuse, stopped && link_valid_i && !link_ready_o)
  `TR_COVER(c_wait, link_valid_i && !link_ready_o && enable)
  // System memory.
  `TR_COVER(c_error, step_error)
  `TR_COVER(c_error_stop, step_error && stop)
  `TR_COVER(c_orphan, smem_more && $fell(active))
  `TR_COVER(c_disable_bus, smem_more && flush)
  `TR_COVER(c_empty, $rose(empty) && smem && !enable && active)
  // SRAM.
  `TR_COVER(c_read_first, sram_req_o && !sram_we_o && word_valid)
  `TR_COVER(c_write_first, data_we && word_valid)
  `TR_COVER(c_full_speed, step && $past(step))

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
