// SPDX-License-Identifier: Apache-2.0
// Assertions bound to tr_encoder_side: there is room for what comes with a record, and it is there
// when the record leaves.

`include "tr_assert.svh"

module tr_encoder_side_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,
  input logic write_i,
  input logic pop_i,
  input logic valid_q,
  input logic full
);

  `TR_ASSERT(a_room, write_i && !clr_i |-> !full)
  `TR_ASSERT(a_there, pop_i |-> valid_q)

endmodule

bind tr_encoder_side tr_encoder_side_sva u_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .write_i,
  .pop_i,
  .valid_q,
  .full(wptr_q + PtrW'(1) == rptr_q)
);
