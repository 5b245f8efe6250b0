// SPDX-License-Identifier: Apache-2.0
// Assertions and cover points of modules with clk_i and rst_ni: NAME of the property, and what holds (PROPERTY, with |-> and |=>)
// at each edge of the clock outside of the reset, or shall be seen once.

`ifndef TR_ASSERT_SVH
`define TR_ASSERT_SVH

`define TR_ASSERT(NAME, PROPERTY) \
  NAME: assert property (@(posedge clk_i) disable iff (!rst_ni) PROPERTY);

`define TR_COVER(NAME, PROPERTY) \
  NAME: cover property (@(posedge clk_i) PROPERTY);

`endif
