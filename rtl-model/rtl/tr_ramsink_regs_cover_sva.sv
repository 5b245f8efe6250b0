// SPDX-License-Identifier: Apache-2.0
// Cover points: pointers: wrap, and what comes together with it.

`include "tr_assert.svh"

module tr_ramsink_regs_cover_sva (
  input logic clk_i,
  input logic step_i,
  input logic at_end,
  input logic wrap_q,
  input logic stop_o,
  input logic flush_o,
  input logic write,
  input logic release_now,
  input logic mode_change,
  input logic mode_new,
  input logic start_o,
  input logic busy,
  input logic rp_write
);

  `TR_COVER(c_wrap, step_i && at_end && !wrap_q && !stop_o)
  `TR_COVER(c_wrap_again, step_i && at_end && wrap_q)
  `TR_COVER(c_wrap_write, step_i && at_end && write)
  `TR_COVER(c_wrap_release, step_i && at_end && release_now)
  `TR_COVER(c_stop, stop_o)
  `TR_COVER(c_stop_write, stop_o && write)
  `TR_COVER(c_disable_step, flush_o && step_i)
  `TR_COVER(c_to_smem, mode_change && mode_new)
  `TR_COVER(c_to_sram, mode_change && !mode_new)
  `TR_COVER(c_start_wrapped, start_o && wrap_q)
  `TR_COVER(c_locked, write && busy)
  `TR_COVER(c_rp_busy, rp_write && busy)

endmodule

bind tr_ramsink_regs tr_ramsink_regs_cover_sva u_cover_sva (
  .clk_i,
  .step_i,
  .at_end,
  .wrap_q,
  .stop_o,
  .flush_o,
  .write,
  .release_now,
  .mode_change,
  .mode_new,
  .start_o,
  .busy,
  .rp_write
);
