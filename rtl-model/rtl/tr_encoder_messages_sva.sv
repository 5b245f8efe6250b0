// SPDX-License-Identifier: Apache-2.0
// Assertions bound to tr_encoder_messages: its memory is not read where it is being written, and
// what is found of the level beforehand is true of it.

`include "tr_assert.svh"

module tr_encoder_messages_sva #(
  parameter int unsigned Places = 9,
  parameter int unsigned Low = 4,
  parameter int unsigned High = 4,
  parameter int unsigned LevelW = 4
) (
  input logic clk_i,
  input logic rst_ni,
  input logic fetch,
  input logic same,
  input logic in_valid_q,
  input logic wready_o,
  input logic low_o,
  input logic high_o,
  input logic [LevelW-1:0] level_o
);

  `TR_ASSERT(a_apart, fetch && in_valid_q |-> !same)
  `TR_ASSERT(a_room, wready_o == (32'(level_o) < Places))
  `TR_ASSERT(a_low, low_o == ((32'(level_o) <= Low) && !in_valid_q))
  `TR_ASSERT(a_high, high_o == (32'(level_o) > High))

endmodule

bind tr_encoder_messages tr_encoder_messages_sva #(
  .Places(Places),
  .Low(Low),
  .High(High),
  .LevelW(LevelW)
) u_sva (
  .clk_i,
  .rst_ni,
  .fetch,
  .same  (wptr_q == rptr_q),
  .in_valid_q,
  .wready_o,
  .low_o,
  .high_o,
  .level_o
);
