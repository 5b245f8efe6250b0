// SPDX-License-Identifier: Apache-2.0
// Whether a block ends with nothing that a message of its own reports, so that a full counter makes
// one: tr_encoder_act for one block, with and without a message before it.

module tr_encoder_plain #(
  parameter int unsigned ItypeW = 4,
  parameter bit          SequentialJump = 1'b1
) (
  input  logic [ItypeW-1:0]            itype_i,
  input  logic                         sijump_i,
  input  logic                         sequential_i,   // trTeInstEnSequentialJump
  input  logic                         known_i,        // the return stack has a call
  input  logic                         counted_i,      // I-CNT has an instruction before the jump
  input  logic                         res_counted_i,  // the same after a message
  // that message has SYNC, and empties the stack
  input  logic                         res_sync_i,
  input  logic [       1:0]            return_mode_i,  // trTeInstImplicitReturnMode
  input  logic                         htm_i,
  output logic                         branch_o,
  output logic                         taken_o,
  output logic                         plain_o,        // no message comes before it
  output logic                         res_plain_o     // one does
);

  logic [3:0] itype;
  logic indirect;
  logic inferred;
  logic may_skip;
  logic returns;

  assign itype = 4'(itype_i);

  always_comb begin
    indirect = 1'b0;
    inferred = 1'b0;
    unique case (itype)
      tr_pkg::ItypeException, tr_pkg::ItypeInterrupt, tr_pkg::ItypeTrapReturn,
      tr_pkg::ItypeReturn: ;
      tr_pkg::ItypeTaken: inferred = htm_i;
      tr_pkg::ItypeUninferableJump, tr_pkg::ItypeUninferableCall, tr_pkg::ItypeUninferableTail,
      tr_pkg::ItypeCoRoutineSwap, tr_pkg::ItypeOtherUninferable: indirect = 1'b1;
      default: inferred = 1'b1;
    endcase
  end

  assign branch_o = itype[3:1] == 3'b010;
  assign taken_o  = itype[0];
  assign may_skip = SequentialJump & sequential_i & sijump_i & indirect;
  assign returns  = (ItypeW == 4) & known_i & ((itype == tr_pkg::ItypeCoRoutineSwap) |
                                               (itype == tr_pkg::ItypeReturn));
  assign plain_o     = returns ? (return_mode_i == 2'd1) : inferred | (may_skip & counted_i);
  assign res_plain_o = (returns && !res_sync_i) ? (return_mode_i == 2'd1)
                                               : inferred | (may_skip & res_counted_i);

endmodule
