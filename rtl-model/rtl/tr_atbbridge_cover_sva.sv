// SPDX-License-Identifier: Apache-2.0
// Corners of tr_atbbridge that its tests must reach (make coverage-rtl): cover points only.

`include "tr_assert.svh"

module tr_atbbridge_cover_sva #(
  parameter int unsigned Width = 4,
  parameter int unsigned CntW = 4
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic            active,
  input logic            clr,
  input logic            enable,
  input logic [CntW-1:0] count,
  input logic            atvalid_o,
  input logic            atready_i,
  input logic            afvalid_i,
  input logic            afready_o,
  input logic            flush_o,
  input logic            flushed_i,
  input logic            syncreq_i,
  input logic            link_valid_i,
  input logic            link_ready_o,
  input logic            link_last_i
);

  logic mid_d, mid_q;  // a message is coming in

  assign mid_d = (link_valid_i && link_ready_o) ? !link_last_i : mid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mid_q <= 1'b0;
    else mid_q <= mid_d;
  end

  `TR_COVER(c_flush_mid, $rose(afvalid_i) && mid_q && active)
  `TR_COVER(c_flush_waits, $rose(afvalid_i) && atvalid_o && !atready_i)
  `TR_COVER(c_flush_empty, $rose(afvalid_i) && active && !atvalid_o && count == '0)
  `TR_COVER(c_flush_back, $fell(afvalid_i) && !$past(afready_o))
  `TR_COVER(c_flush_disable, afvalid_i && $fell(enable) && active)
  `TR_COVER(c_flush_reset, afvalid_i && clr)
  `TR_COVER(c_flush_in_reset, afready_o && !active)
  `TR_COVER(c_flush_long, flush_o && !flushed_i)
  `TR_COVER(c_flush_at_once, flush_o && flushed_i && $rose(afvalid_i))
  `TR_COVER(c_reset_waits, clr && atvalid_o && !atready_i)
  `TR_COVER(c_reset_mid, $fell(active) && mid_q)
  `TR_COVER(c_disable_mid, $fell(enable) && active && mid_q)
  `TR_COVER(c_disable_waits, $fell(enable) && active && atvalid_o && !atready_i)
  `TR_COVER(c_enable_mid, $rose(enable) && mid_q)
  `TR_COVER(c_sync, syncreq_i && enable)
  `TR_COVER(c_sync_off, syncreq_i && !enable)
  `TR_COVER(c_full, link_valid_i && !link_ready_o && enable)
  `TR_COVER(c_stream,
            atvalid_o && atready_i && $past(atvalid_o) && $past(atready_i) &&
            count >= CntW'(Width))

endmodule

bind tr_atbbridge tr_atbbridge_cover_sva #(
  .Width(Width),
  .CntW (CntW)
) u_cover_sva (
  .clk_i,
  .rst_ni,
  .active,
  .clr,
  .enable,
  .count,
  .atvalid_o,
  .atready_i,
  .afvalid_i,
  .afready_o,
  .flush_o,
  .flushed_i,
  .syncreq_i,
  .link_valid_i,
  .link_ready_o,
  .link_last_i
);
