// SPDX-License-Identifier: Apache-2.0
// Assertions bound to tr_encoder_messages: its memory is not read where it is being written.

`include "tr_assert.svh"

module tr_encoder_messages_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic fetch,
  input logic same,
  input logic in_valid_q
);

  `TR_ASSERT(a_apart, fetch && in_valid_q |-> !same)

endmodule

bind tr_encoder_messages tr_encoder_messages_sva u_sva (
  .clk_i,
  .rst_ni,
  .fetch,
  .same  (wptr_q == rptr_q),
  .in_valid_q
);
