// SPDX-License-Identifier: Apache-2.0
// Rules of tr_encoder: no message is lost without an Error, none at all while it stalls, and no
// record leaves the queue unseen.

module tr_encoder_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic active,
  input logic hold,
  input logic overflow,
  input logic lost,
  input logic empty,
  input logic enabled,
  input logic q_valid,
  input logic q_pop,
  input logic loss,
  input logic latch_busy_q,
  input logic reg_write
);

  a_stall: assert property (@(posedge clk_i) disable iff (!rst_ni) hold |-> !overflow);
  a_lost: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           overflow && active |=> lost || !active);
  a_flag: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           overflow && active |=> loss || !active);
  a_empty: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            empty |-> (!q_valid || !enabled) && !lost);
  a_pop: assert property (@(posedge clk_i) disable iff (!rst_ni) q_pop |-> q_valid);
  a_write: assert property (@(posedge clk_i) disable iff (!rst_ni) reg_write |-> !latch_busy_q);

endmodule

bind tr_encoder tr_encoder_sva u_sva (
  .clk_i,
  .rst_ni,
  .active,
  .hold,
  .overflow,
  .lost,
  .empty,
  .enabled(set.enable),
  .q_valid,
  .q_pop(chosen.pop),
  .loss,
  .latch_busy_q(latch_busy),
  .reg_write
);

bind tr_encoder tr_apb_sva u_apb_sva (
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

bind tr_encoder tr_link_sva #(
  .Lanes(Lanes)
) u_link_sva (
  .clk_i,
  .rst_ni,
  .valid_i(link_valid_o && nt_links),
  .data_i(link_data_o),
  .last_i(link_last_o),
  .bytes_i(link_bytes_o),
  .ready_i(link_ready_i)
);

bind tr_encoder tr_link_sva #(
  .Etrace(1'b1),
  .Lanes(Lanes)
) u_packets_sva (
  .clk_i,
  .rst_ni,
  .valid_i(link_valid_o && et_links),
  .data_i(link_data_o),
  .last_i(link_last_o),
  .bytes_i(link_bytes_o),
  .ready_i(link_ready_i)
);
