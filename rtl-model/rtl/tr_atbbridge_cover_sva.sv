// SPDX-License-Identifier: Apache-2.0
// Corners of tr_atbbridge that its tests must reach (make coverage-rtl): cover points only.

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

  c_flush_mid: cover property (@(posedge clk_i) $rose(afvalid_i) && mid_q && active);
  c_flush_waits: cover property (@(posedge clk_i) $rose(afvalid_i) && atvalid_o && !atready_i);
  c_flush_empty: cover property (@(posedge clk_i) $rose(afvalid_i) && active && !atvalid_o &&
      count == '0);
  c_flush_back: cover property (@(posedge clk_i) $fell(afvalid_i) && !$past(afready_o));
  c_flush_disable: cover property (@(posedge clk_i) afvalid_i && $fell(enable) && active);
  c_flush_reset: cover property (@(posedge clk_i) afvalid_i && clr);
  c_flush_in_reset: cover property (@(posedge clk_i) afready_o && !active);
  c_flush_long: cover property (@(posedge clk_i) flush_o && !flushed_i);
  c_flush_at_once: cover property (@(posedge clk_i) flush_o && flushed_i && $rose(afvalid_i));
  c_reset_waits: cover property (@(posedge clk_i) clr && atvalid_o && !atready_i);
  c_reset_mid: cover property (@(posedge clk_i) $fell(active) && mid_q);
  c_disable_mid: cover property (@(posedge clk_i) $fell(enable) && active && mid_q);
  c_disable_waits: cover property (@(posedge clk_i) $fell(enable) && active && atvalid_o &&
      !atready_i);
  c_enable_mid: cover property (@(posedge clk_i) $rose(enable) && mid_q);
  c_sync: cover property (@(posedge clk_i) syncreq_i && enable);
  c_sync_off: cover property (@(posedge clk_i) syncreq_i && !enable);
  c_full: cover property (@(posedge clk_i) link_valid_i && !link_ready_o && enable);
  c_stream: cover property (@(posedge clk_i)
                            atvalid_o && atready_i && $past(atvalid_o) && $past(atready_i) &&
                                count >= CntW'(Width));

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
