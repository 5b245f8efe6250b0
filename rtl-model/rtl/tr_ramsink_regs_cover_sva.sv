// SPDX-License-Identifier: Apache-2.0
// Cover points: pointers: wrap, and what comes together with it.

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

  c_wrap: cover property (@(posedge clk_i) step_i && at_end && !wrap_q && !stop_o);
  c_wrap_again: cover property (@(posedge clk_i) step_i && at_end && wrap_q);
  c_wrap_write: cover property (@(posedge clk_i) step_i && at_end && write);
  c_wrap_release: cover property (@(posedge clk_i) step_i && at_end && release_now);
  c_stop: cover property (@(posedge clk_i) stop_o);
  c_stop_write: cover property (@(posedge clk_i) stop_o && write);
  c_disable_step: cover property (@(posedge clk_i) flush_o && step_i);
  c_to_smem: cover property (@(posedge clk_i) mode_change && mode_new);
  c_to_sram: cover property (@(posedge clk_i) mode_change && !mode_new);
  c_start_wrapped: cover property (@(posedge clk_i) start_o && wrap_q);
  c_locked: cover property (@(posedge clk_i) write && busy);
  c_rp_busy: cover property (@(posedge clk_i) rp_write && busy);

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
