// SPDX-License-Identifier: Apache-2.0
// Rules of tr_funnel: those of APB and of links at all of its ports, no more than one input sends.

`include "tr_assert.svh"

module tr_funnel_sva #(
  parameter int unsigned Inputs = 8
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              link_valid_o,
  input logic              any,
  input logic [Inputs-1:0] sending,
  input logic [Inputs-1:0] pop
);

  `TR_ASSERT(a_one, $onehot0(sending))
  `TR_ASSERT(a_pop, $onehot0(pop))
  `TR_ASSERT(a_valid, link_valid_o |-> any)

endmodule

bind tr_funnel tr_funnel_sva #(
  .Inputs(Inputs)
) u_sva (
  .clk_i,
  .rst_ni,
  .link_valid_o,
  .any,
  .sending,
  .pop
);

bind tr_funnel tr_apb_sva u_apb_sva (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pready_o,
  .pslverr_o
);

bind tr_funnel tr_link_sva #(
  .Etrace(Etrace),
  .Lanes (Lanes)
) u_link_sva (
  .clk_i,
  .rst_ni,
  .valid_i(link_valid_o),
  .data_i (link_data_o),
  .last_i (link_last_o),
  .bytes_i(link_bytes_o),
  .ready_i(link_ready_i)
);
