// SPDX-License-Identifier: Apache-2.0
// Assertions bound to tr_encoder_queue: its memory is not read where it is being written.

`include "tr_assert.svh"

module tr_encoder_queue_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic fetch,
  input logic same,
  input logic last_valid_q
);

  `TR_ASSERT(a_apart, fetch && last_valid_q |-> !same)

endmodule

bind tr_encoder_queue tr_encoder_queue_sva u_sva (
  .clk_i,
  .rst_ni,
  .fetch,
  .same  (wptr_q == rptr_q),
  .last_valid_q
);
