// SPDX-License-Identifier: Apache-2.0
// Rules of tr_pibsink: APB and its link; TRC_CLK and TRC_DATA change together, or never together
// with trPibClkCenter; TRC_CLK is low where the mode does not use it, and all pins in reset.

`include "tr_assert.svh"

module tr_pibsink_sva #(
  parameter int unsigned DivW = 16
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clr,
  input logic        restart,
  input logic        active,
  input logic        enable,
  input logic        center,
  input logic        next,
  input logic [ 3:0] mode,
  input logic [DivW-1:0] divider,
  input logic        trc_clk_o,
  input logic [15:0] trc_data_o
);

  logic parallel;
  logic fresh_d, fresh_q;

  assign parallel = mode[3];

  assign fresh_d = clr || restart;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b1;
    else fresh_q <= fresh_d;
  end

  `TR_ASSERT(a_reset, !active |-> !trc_clk_o && trc_data_o == '0)
  `TR_ASSERT(a_serial, active && !parallel && !fresh_q |=> clr || restart || !trc_clk_o)
  `TR_ASSERT(a_together,
             parallel && !center && !fresh_q && !clr && !restart |=> $stable(trc_data_o) ||
             $changed(trc_clk_o))
  `TR_ASSERT(a_center,
             parallel && center && !fresh_q && !clr && !restart |=> $stable(trc_data_o) ||
             $stable(trc_clk_o))
  `TR_ASSERT(a_hold,
             !next && !clr && !fresh_q && mode != 4'd4 && mode != 4'd0 |=> $stable(trc_data_o))
  `TR_ASSERT(a_fixed, enable && !clr |=> $stable(mode) && $stable(center) && $stable(divider))

endmodule

bind tr_pibsink tr_pibsink_sva #(
  .DivW(DivW)
) u_sva (
  .clk_i,
  .rst_ni,
  .clr,
  .restart,
  .active,
  .enable,
  .center,
  .next,
  .mode,
  .divider,
  .trc_clk_o,
  .trc_data_o
);

bind tr_pibsink tr_apb_sva u_apb_sva (
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

bind tr_pibsink tr_link_sva #(
  .Etrace(Etrace),
  .Lanes (Lanes)
) u_link_sva (
  .clk_i,
  .rst_ni,
  .valid_i(link_valid_i),
  .data_i (link_data_i),
  .last_i (link_last_i),
  .bytes_i(link_bytes_i),
  .ready_i(link_ready_o)
);
