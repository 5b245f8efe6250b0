// SPDX-License-Identifier: Apache-2.0
// Cover points: aXI: address and data are taken in either order, or together; the response at once,
// or later.

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

  c_address: cover property (@(posedge clk_i) awvalid_o && awready_i && wvalid_o && !wready_i);
  c_data: cover property (@(posedge clk_i) awvalid_o && !awready_i && wvalid_o && wready_i);
  c_both: cover property (@(posedge clk_i) awvalid_o && awready_i && wvalid_o && wready_i);
  c_late: cover property (@(posedge clk_i) bready_o && !bvalid_i);
  c_error: cover property (@(posedge clk_i) done_o && error_o);

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
