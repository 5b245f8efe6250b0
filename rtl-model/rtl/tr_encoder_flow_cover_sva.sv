// SPDX-License-Identifier: Apache-2.0
// Cover points: what a block fills: I-CNT, HIST, both at once; what is held back; synchronization
// due at the same time.

module tr_encoder_flow_cover_sva #(
  parameter int unsigned HrepeatW = 18
) (
  input logic                clk_i,
  input logic                acc_commit,
  input logic                acc_icnt,
  input logic                acc_hist,
  input logic                acc_linear,
  input logic                icnt_full,
  input logic                hist_full,
  input logic                hist_outcome,
  input logic                hist_repeats,
  input logic                due_now,
  input logic                late,
  input logic                rep_held,
  input logic                branch_held,
  input logic                branch_full,
  input logic                res_need,
  input logic [HrepeatW-1:0] rep_count
);

  c_icnt: cover property (@(posedge clk_i) acc_commit && acc_icnt && !acc_hist);
  c_hist: cover property (@(posedge clk_i) acc_commit && acc_hist && !acc_icnt);
  c_both: cover property (@(posedge clk_i) acc_commit && acc_icnt && acc_hist);
  c_icnt_held: cover property (@(posedge clk_i) acc_commit && acc_icnt && rep_held);
  c_both_held: cover property (@(posedge clk_i) acc_commit && acc_icnt && acc_hist && rep_held);
  c_icnt_sync: cover property (@(posedge clk_i) acc_linear && icnt_full);
  c_hist_sync: cover property (@(posedge clk_i) acc_linear && hist_outcome && hist_full);
  c_late: cover property (@(posedge clk_i) acc_linear && late);
  c_hist_event: cover property (@(posedge clk_i) acc_commit && acc_hist && res_need);
  c_repeats: cover property (@(posedge clk_i) acc_commit && acc_hist && hist_repeats && rep_held);
  c_hrepeat: cover property (@(posedge clk_i) acc_commit && acc_hist && rep_count == '1);
  c_bcnt: cover property (@(posedge clk_i) branch_full);
  c_held_sync: cover property (@(posedge clk_i) rep_held && due_now);
  c_branch_sync: cover property (@(posedge clk_i) branch_held && due_now);

endmodule

bind tr_encoder_flow tr_encoder_flow_cover_sva #(
  .HrepeatW(HrepeatW)
) u_cover_sva (
  .clk_i,
  .acc_commit,
  .acc_icnt,
  .acc_hist,
  .acc_linear,
  .icnt_full(u_ask.icnt_full),
  .hist_full,
  .hist_outcome,
  .hist_repeats,
  .due_now,
  .late,
  .rep_held,
  .branch_held,
  .branch_full,
  .res_need,
  .rep_count
);
