// SPDX-License-Identifier: Apache-2.0
// What tr_encoder_flow takes for granted, so that its paths are short: a record says itself whether
// there is something before its blocks, blocks that are counted along with others fill nothing, and
// a block is counted only when nothing is lost or left to do.

module tr_encoder_flow_sva (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clr_i,
  input logic       valid_i,
  input logic       record_i,
  input logic       special_i,
  input logic [2:0] side_i,
  input logic [2:0] side_q,
  input logic       special_q,
  input logic       trig_on_i,
  input logic       trig_off_i,
  input logic       trig_due_i,
  input logic       more_i,
  input logic       in_block,
  input logic       acc_run,
  input logic       acc_commit,
  input logic       acc_icnt,
  input logic       acc_hist,
  input logic       acc_linear,
  input logic       to_linear,
  input logic       owner_next,
  input logic       notifies,
  input logic       lose,
  input logic       acc_turn,
  input logic       acc_turn_raw,
  input logic       may_fill,
  input logic       ahead,
  input logic       full_next,
  input logic       full_now,
  input logic       icnt_some,
  input logic       icnt_more,
  input logic       icnt_is_some,
  input logic       icnt_is_more,
  input logic       cycles_wait,
  input logic       first_look,
  input logic       due_cycles,
  input logic       is_due_cycles,
  input logic       exact_q,
  input logic       asks_q,
  input logic       both_q,
  input logic       own_icnt,
  input logic       own_hist,
  input logic       direct,
  input logic       due_acc,
  input logic       begins,
  input logic       req_owner,
  input logic       done,
  input logic       owned,
  input logic       res_start,
  input logic       res_need,
  input logic       res_sync,
  input logic       first_need,
  input logic       first_sync,
  input logic       acc_after,
  input logic       pending,
  input logic       on_q,
  input logic       in_account,
  input logic       waits_now,
  input logic       one_outcome
);

  a_asks: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           acc_turn && exact_q |->
                           asks_q == (own_icnt || own_hist || (direct && !due_acc)) &&
                           both_q == (own_icnt && own_hist));
  a_asks_may: assert property (@(posedge clk_i) disable iff (!rst_ni)
                               acc_turn && !exact_q |->
                               (direct || may_fill || !own_icnt && !own_hist) &&
                               !(own_icnt && own_hist));

  // What is known one cycle ahead is what it would be now.
  a_full: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           acc_turn && ahead |-> full_next == full_now);
  a_some: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           icnt_some == icnt_is_some && icnt_more == icnt_is_more);
  a_cycles: assert property (@(posedge clk_i) disable iff (!rst_ni)
                             first_look |-> !cycles_wait && due_cycles == is_due_cycles);

  // An entry waits as long as cycles are not counted.
  a_waits: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            valid_i |-> cycles_wait == waits_now);
  // No event is in flight without a region, or when a block is counted after others.
  a_pending: assert property (@(posedge clk_i) disable iff (!rst_ni)
                              !on_q || in_account |-> !pending);
  a_account: assert property (@(posedge clk_i) disable iff (!rst_ni) in_account |-> on_q);
  a_first: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            acc_run |-> first_need == res_need && first_sync == res_sync);
  a_begins: assert property (@(posedge clk_i) disable iff (!rst_ni)
                             begins == (res_start && (done || lose)));
  a_owned: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            req_owner |-> done == owned);
  a_hist: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           acc_after && acc_hist |-> one_outcome);

  a_special: assert property (@(posedge clk_i) disable iff (!rst_ni)
                              in_block && valid_i && record_i && !special_q && !clr_i |->
                              special_i == (side_i != side_q || trig_on_i || trig_off_i ||
                                            trig_due_i));
  a_more: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           more_i && acc_commit |-> !acc_icnt && !acc_hist && !acc_linear);
  a_fills: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            more_i && acc_turn_raw |-> !may_fill);
  a_lose: assert property (@(posedge clk_i) disable iff (!rst_ni) acc_commit |-> !lose);
  a_last: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           acc_run && in_block |-> !to_linear && !owner_next && !notifies);

endmodule

bind tr_encoder_flow tr_encoder_flow_sva u_flow_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .valid_i,
  .record_i,
  .special_i,
  .side_i,
  .side_q,
  .special_q,
  .trig_on_i,
  .trig_off_i,
  .trig_due_i,
  .more_i,
  .in_block,
  .acc_run,
  .acc_commit,
  .acc_icnt,
  .acc_hist,
  .acc_linear,
  .to_linear,
  .owner_next,
  .notifies,
  .lose,
  .acc_turn,
  .acc_turn_raw,
  .may_fill,
  .ahead        (Ahead),
  .full_next,
  .full_now,
  .icnt_some,
  .icnt_more,
  .cycles_wait,
  .first_look,
  .due_cycles,
  .exact_q,
  .asks_q,
  .both_q,
  .own_icnt,
  .own_hist,
  .direct,
  .due_acc,
  .begins,
  .req_owner,
  .done,
  .owned        (sends & ~rep_held),
  .res_start,
  .res_need,
  .res_sync,
  .first_need,
  .first_sync,
  .acc_after,
  .pending      (pend_q != tr_pkg::PendNone),
  .on_q,
  .in_account   (phase_q == tr_pkg::PhAccount),
  .waits_now    (u_sync.by_cycles && record_i && !adjacent_i && !began_q && !u_sync.summed_q),
  .one_outcome  (HistW == 2),
  .icnt_is_some (icnt_q != '0),
  .icnt_is_more (icnt_q[IcntW-1:1] != '0),
  .is_due_cycles(u_sync.by_cycles && (u_sync.passed || u_sync.to_once > ~cycles_i))
);
