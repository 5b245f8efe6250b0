// SPDX-License-Identifier: Apache-2.0
// Rules of tr_pibsink_send: a unit, once begun, is on the pins without a beat of anything else
// until it has ended.

`include "tr_assert.svh"

module tr_pibsink_send_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,
  input logic next_i,
  input logic busy_q,
  input logic final_q,
  input logic fetch,
  input logic cont,
  input logic stop,
  input logic calib,
  input logic null_unit,
  input logic valid_i
);

  `TR_ASSERT(a_whole, next_i && busy_q && !final_q |-> fetch || cont || stop)
  `TR_ASSERT(a_bytes, fetch && !calib && !null_unit |-> valid_i)
  `TR_ASSERT(a_clear, clr_i |=> !busy_q)

endmodule

bind tr_pibsink_send tr_pibsink_send_sva u_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .next_i,
  .busy_q,
  .final_q,
  .fetch,
  .cont,
  .stop,
  .calib,
  .null_unit,
  .valid_i
);
