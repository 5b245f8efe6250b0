// SPDX-License-Identifier: Apache-2.0
// The message that the end of a block asks for (N-Trace 1.0, Handling of 3-bit and 4-bit itype
// values; Sequential Jump Optimization). Whether a message comes before the block is known late.

module tr_encoder_act #(
  parameter int unsigned ItypeW = 4,
  parameter bit          SequentialJump = 1'b1
) (
  input  logic [ItypeW-1:0]            itype_i,
  input  logic                         sijump_i,
  input  logic                         sequential_i,   // trTeInstEnSequentialJump
  input  logic                         known_i,        // the return stack has a call
  input  logic                         counted_i,      // I-CNT has an instruction before the jump
  input  logic                         res_counted_i,  // the same after a message
  input  logic                         res_i,          // a message comes first
  input  logic                         res_sync_i,     // it has SYNC, and empties the stack
  input  logic [       1:0]            return_mode_i,  // trTeInstImplicitReturnMode
  output logic                         is_call_o,
  output logic                         is_return_o,
  output logic                         is_swap_o,
  output tr_pkg::act_e     act_o
);

  logic [3:0] itype;
  logic indirect;
  logic may_skip;
  logic returns;
  tr_pkg::act_e raw, known;

  assign itype       = 4'(itype_i);
  assign is_swap_o   = (ItypeW == 4) & (itype == tr_pkg::ItypeCoRoutineSwap);
  assign is_return_o = (ItypeW == 4) & (itype == tr_pkg::ItypeReturn);
  assign is_call_o   = (ItypeW == 4) & ((itype == tr_pkg::ItypeUninferableCall) |
                                        (itype == tr_pkg::ItypeInferableCall));

  always_comb begin
    indirect = 1'b0;
    unique case (itype)
      tr_pkg::ItypeException, tr_pkg::ItypeInterrupt: raw = tr_pkg::ActTrap;
      tr_pkg::ItypeTrapReturn, tr_pkg::ItypeReturn: raw = tr_pkg::ActIndirect;
      tr_pkg::ItypeUninferableJump, tr_pkg::ItypeUninferableCall, tr_pkg::ItypeUninferableTail,
      tr_pkg::ItypeCoRoutineSwap, tr_pkg::ItypeOtherUninferable: begin
        raw      = tr_pkg::ActIndirect;
        indirect = 1'b1;
      end
      tr_pkg::ItypeNotTaken: raw = tr_pkg::ActNotTaken;
      tr_pkg::ItypeTaken: raw = tr_pkg::ActTaken;
      default: raw = tr_pkg::ActNone;
    endcase
  end

  assign may_skip = SequentialJump & sequential_i & sijump_i & indirect;
  assign returns  = (is_return_o | is_swap_o) & known_i;
  assign known    = (return_mode_i == 2'd1) ? tr_pkg::ActNone : tr_pkg::ActReturn;

  always_comb begin
    act_o = raw;
    if (may_skip && (res_i ? res_counted_i : counted_i)) act_o = tr_pkg::ActNone;
    if (returns && !res_sync_i) act_o = known;
  end

endmodule
