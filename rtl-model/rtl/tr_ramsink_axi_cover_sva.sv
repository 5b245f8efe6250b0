// SPDX-License-Identifier: Apache-2.0
// Cover points: aXI: address and data are taken in either order, or together; the response at once,
// or later.

`include "tr_assert.svh"

module tr_ramsink_axi_cover_sva (
  input logic clk_i,
  input logic awvalid_o,
  input logic awready_i,
  input logic wvalid_o,
  input logic wready_i,
  input logic bvalid_i,
  input logic bready_o,
  input logic done_o,
  input logic error_o
);

  `TR_COVER(c_address, awvalid_o && awready_i && wvalid_o && !wready_i)
  `TR_COVER(c_data, awvalid_o && !awready_i && wvalid_o && wready_i)
  `TR_COVER(c_both, awvalid_o && awready_i && wvalid_o && wready_i)
  `TR_COVER(c_late, bready_o && !bvalid_i)
  `TR_COVER(c_error, done_o && error_o)

endmodule

bind tr_ramsink_axi tr_ramsink_axi_cover_sva u_cover_sva (
  .clk_i,
  .awvalid_o,
  .awready_i,
  .wvalid_o,
  .wready_i,
  .bvalid_i,
  .bready_o,
  .done_o,
  .error_o
);
