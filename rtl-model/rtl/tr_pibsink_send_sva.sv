// SPDX-License-Identifier: Apache-2.0
// Rules of tr_pibsink_send: a unit, once begun, is on the pins without a beat of anything else
// until it has ended.

module tr_pibsink_send_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,
  input logic next_i,
  input logic busy_q,
  input logic final_q,
  input logic fetch,
  input logic cont,
  input logic stop,
  input logic calib,
  input logic valid_i
);

  a_whole: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            next_i && busy_q && !final_q |-> fetch || cont || stop);
  a_bytes: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            fetch && !calib |-> valid_i);
  a_clear: assert property (@(posedge clk_i) disable iff (!rst_ni) clr_i |=> !busy_q);

endmodule

bind tr_pibsink_send tr_pibsink_send_sva u_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .next_i,
  .busy_q,
  .final_q,
  .fetch,
  .cont,
  .stop,
  .calib,
  .valid_i
);
