// SPDX-License-Identifier: Apache-2.0
// What no packet of E-Trace has reported yet: branches, in the map or, predicted, in the count;
// implicit returns; and which address an entry of the jump target cache may stand for.

module tr_etrace_pending #(
  parameter int unsigned AddrW = 31,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ReturnSize = 3,
  parameter int unsigned CounterSize = 0,
  parameter int unsigned PredictSize = 0,
  parameter int unsigned CacheSize = 0,
  parameter bit          Borrows = 1'b0,     // as in tr_etrace_stack
  localparam int unsigned TopW = (ReturnSize > 0) ? ReturnSize : 1,
  localparam int unsigned CounterW = (CounterSize > 0) ? CounterSize : 1,
  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : CounterW
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // Options: implicit return, branch prediction, jump target cache.
  input  logic               keep_i,
  input  logic               predicts_i,
  input  logic               targets_i,
  // An entry arrives, and where it begins. The next block: it becomes the current one, where it
  // begins, and half-words before its last instruction.
  input  logic               take_i,
  input  logic [  AddrW-1:0] second_i,
  input  logic               load_i,
  input  logic [  AddrW-1:0] next_i,
  input  logic [RetireW-1:0] next_ahead_i,
  // The current block.
  input  logic               jump_i,
  input  logic               pop_i,
  input  logic               push_i,
  input  logic               trap_return_i,
  input  logic               taken_i,
  input  logic [  AddrW-1:0] at_i,          // where it begins
  input  logic [  AddrW-1:0] past_i,        // address of what follows it
  // What of it is looked at.
  input  logic               branch_i,      // a branch
  input  logic               both_i,        // the first and the last instruction
  input  logic               last_i,        // the last one
  input  logic               next_end_i,    // tracing ends after it
  // As in tr_etrace_return.
  output logic               departs_o,
  output logic               fails_o,
  output logic               doubtful_o,
  output logic               calls_again_o,
  output logic               arrived_o,     // by a discontinuity
  output logic               returned_o,
  output logic               failed_o,
  output logic               free_o,
  // What an address says of returns.
  output logic [ DepthW-1:0] depth_o,
  output logic               irreport_o,
  output logic               full_o,        // a packet is needed: there is no more room
  output logic               some_o,        // there are branches
  output logic               left_o,        // something is left, with the packet that is chosen
  // As in tr_etrace_predict.
  output logic               counting_o,
  output logic               missed_o,
  output logic               near_o,
  output logic               ends_o,
  output logic [       31:0] outcomes_o,    // the map, or the count
  output logic [        4:0] branches_o,    // in the map
  output logic               index_o,       // an index may be sent in place of the target
  // It has been dealt with, with this packet.
  input  logic               off_i,         // nothing is traced; what is counted is dropped
  input  logic               again_i,       // a packet of its own follows
  input  logic               step_i,
  input  logic               any_i,
  input  logic               map_i,
  input  logic               target_i,
  input  logic               own_i,
  input  logic               restart_i,     // it synchronizes
  // As in tr_etrace_stack.
  output logic               borrow_push_o,
  output logic [   TopW-1:0] borrow_top_o,
  output logic [  AddrW-1:0] borrow_newest_o,
  input  logic [  AddrW-1:0] borrow_third_i
);

  logic first;                                // what is sent comes before the branch
  logic failed;
  logic [DepthW-1:0] failed_depth;
  logic [DepthW-1:0] depth;
  logic map_full;
  logic map_some;
  logic map_some_q;
  logic map_empty;
  logic map_fills;
  logic [30:0] map;
  logic counting;
  logic counting_now;
  logic held;
  logic missed;
  logic moves;
  logic hit;
  logic [31:0] count;
  logic left_map;
  logic left_free;

  assign first      = both_i && arrived_o;
  assign full_o     = (map_full && !moves) || missed;
  assign some_o     = map_some || counting;
  assign map_some_q = !map_empty || counting_now;
  assign counting_o = counting;
  assign missed_o   = missed;
  assign outcomes_o = counting ? count : 32'(map);
  assign index_o    = target_i && hit && !counting;
  assign failed_o   = failed;
  assign depth_o    = arrived_o ? failed_depth : depth;
  assign irreport_o = arrived_o ? failed : returned_o || (free_o && !branch_i);
  assign left_map   = !any_i ? some_o : both_i && target_i && branch_i;
  assign left_free  = free_o && !branch_i && !(any_i && !map_i);
  assign left_o     = again_i ? (map_some_q || free_o) : (left_map || left_free);

  if (PredictSize > 0) begin : gen_predict
    logic [PredictSize-1:0] next_at;
    logic unused;
    assign unused  = &{1'b0, next_ahead_i};
    assign next_at = PredictSize'(next_i) + PredictSize'(next_ahead_i);
    tr_etrace_predict #(
      .Size(PredictSize)
    ) u_predict (
      .clk_i,
      .rst_ni,
      .on_i      (predicts_i),
      .load_i,
      .next_at_i (next_at),
      .count_i   (branch_i),
      .taken_i,
      .first_i   (first),
      .begin_i   (map_empty),
      .fills_i   (map_fills),
      .counting_o(counting),
      .now_o     (counting_now),
      .held_o    (held),
      .count_o   (count),
      .missed_o  (missed),
      .moves_o   (moves),
      .near_o,
      .ends_o,
      .off_i,
      .step_i,
      .sent_i    (any_i),
      .restart_i
    );
  end else begin : gen_no_predict
    logic unused;
    assign unused = &{1'b0, predicts_i, next_ahead_i, map_fills};
    assign {counting, counting_now, held, missed, moves, near_o, ends_o, count} = '0;
  end

  tr_etrace_map u_map (
    .clk_i,
    .rst_ni,
    .count_i   (branch_i && !held),
    .taken_i,
    .first_i   (first),
    .map_o     (map),
    .branches_o,
    .full_o    (map_full),
    .fills_o   (map_fills),
    .some_o    (map_some),
    .empty_o   (map_empty),
    .off_i,
    .step_i,
    .sent_i    (any_i || moves)
  );

  if (CacheSize > 0) begin : gen_targets
    tr_etrace_targets #(
      .AddrW(AddrW),
      .Size (CacheSize)
    ) u_targets (
      .clk_i,
      .rst_ni,
      .on_i         (targets_i),
      .load_i,
      .next_i,
      .at_i,
      .hit_o        (hit),
      .off_i,
      .step_i,
      .target_i,
      .restart_i,
      .leaves_i     (last_i),
      .trap_return_i
    );
  end else begin : gen_no_targets
    logic unused;
    assign unused = &{1'b0, targets_i, at_i, trap_return_i};
    assign hit    = 1'b0;
  end

  if ((PredictSize == 0) && (CacheSize == 0)) begin : gen_no_load
    logic unused;
    assign unused = load_i;
  end

  tr_etrace_return #(
    .AddrW      (AddrW),
    .Size       (ReturnSize),
    .CounterSize(CounterSize),
    .Borrows    (Borrows)
  ) u_return (
    .clk_i,
    .rst_ni,
    .keep_i,
    .jump_i,
    .pop_i,
    .push_i,
    .past_i,
    .next_i,
    .second_i,
    .take_i,
    .departs_o,
    .fails_o,
    .doubtful_o,
    .again_o       (calls_again_o),
    .jumped_o      (arrived_o),
    .returned_o,
    .failed_o      (failed),
    .failed_depth_o(failed_depth),
    .depth_o       (depth),
    .free_o,
    .off_i,
    .step_i,
    .restart_i,
    .report_i      (target_i || own_i),
    .branch_i,
    .arrive_i      (last_i && !next_end_i),
    .borrow_push_o,
    .borrow_top_o,
    .borrow_newest_o,
    .borrow_third_i
  );

endmodule
