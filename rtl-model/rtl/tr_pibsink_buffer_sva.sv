// SPDX-License-Identifier: Apache-2.0
// Rules of tr_pibsink_buffer: whole messages, and never more than there is room for.

`include "tr_assert.svh"

module tr_pibsink_buffer_sva #(
  parameter int unsigned Depth = 64,
  parameter int unsigned AddrW = 6
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic           clr_i,
  input logic           full,
  input logic           push,
  input logic           valid_o,
  input logic           pop_i,
  input logic [AddrW:0] wptr_q,
  input logic [AddrW:0] whole_q,
  input logic [AddrW:0] rptr_q
);

  logic [AddrW:0] all;
  logic [AddrW:0] whole;
  assign all   = wptr_q - rptr_q;
  assign whole = whole_q - rptr_q;

  `TR_ASSERT(a_room, all <= (AddrW+1)'(Depth))
  `TR_ASSERT(a_whole, whole <= all)
  `TR_ASSERT(a_full, full |-> !push)
  `TR_ASSERT(a_pop, pop_i |-> valid_o)
  `TR_ASSERT(a_fits, full |-> valid_o)
  `TR_ASSERT(a_clear, clr_i |=> wptr_q == '0 && !valid_o)

endmodule

bind tr_pibsink_buffer tr_pibsink_buffer_sva #(
  .Depth(Depth),
  .AddrW(AddrW)
) u_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .full,
  .push,
  .valid_o,
  .pop_i,
  .wptr_q,
  .whole_q,
  .rptr_q
);
