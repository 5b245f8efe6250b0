// SPDX-License-Identifier: Apache-2.0
// Rule of tr_encoder_ntrace: a message that finds no room waits, or its loss is told.

`include "tr_assert.svh"

module tr_encoder_ntrace_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic hold_i,
  input logic overflow,
  input logic m_valid,
  input logic m_ready
);

  `TR_ASSERT(a_told, m_valid && !m_ready |-> overflow || hold_i)

endmodule

bind tr_encoder_ntrace tr_encoder_ntrace_sva u_sva (
  .clk_i,
  .rst_ni,
  .hold_i,
  .overflow(state_o.overflow),
  .m_valid,
  .m_ready
);
