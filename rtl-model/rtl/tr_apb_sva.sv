// SPDX-License-Identifier: Apache-2.0
// Rules of APB4 at tr_apb, of both sides (AMBA APB, Transfers): setup, then access until ready, and
// nothing changes in between. tr_apb has no clock: the rules are bound to the components that use
// it, in their own files.

`include "tr_assert.svh"

module tr_apb_sva (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [11:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic        pready_o,
  input logic        pslverr_o
);

  `TR_ASSERT(a_access, penable_i |-> psel_i)
  `TR_ASSERT(a_setup, psel_i && !penable_i |=> psel_i && penable_i)
  `TR_ASSERT(a_wait, penable_i && !pready_o |=> psel_i && penable_i)
  `TR_ASSERT(a_stable,
             psel_i && !(penable_i && pready_o) |=> $stable(paddr_i) && $stable(pwrite_i) &&
             $stable(pwdata_i))
  `TR_ASSERT(a_end, penable_i && pready_o |=> !penable_i)
  `TR_ASSERT(a_error, pslverr_o |-> psel_i && penable_i && pready_o)

endmodule
