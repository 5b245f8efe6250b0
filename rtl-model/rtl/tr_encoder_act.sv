// SPDX-License-Identifier: Apache-2.0
// The message that the end of a block asks for (N-Trace 1.0, Handling of 3-bit and 4-bit itype
// values; Sequential Jump Optimization).

module tr_encoder_act #(
  parameter int unsigned ItypeW = 4,
  parameter bit          SequentialJump = 1'b1
) (
  input  logic [ItypeW-1:0]            itype_i,
  input  logic                         sijump_i,
  input  logic                         sequential_i,   // trTeInstEnSequentialJump
  input  logic                         counted_i,      // I-CNT has an instruction before the jump
  input  logic                         known_i,        // a return, and its call is known
  input  logic [       1:0]            return_mode_i,  // trTeInstImplicitReturnMode
  output logic                         is_call_o,
  output logic                         is_return_o,
  output logic                         is_swap_o,
  output tr_pkg::act_e     act_o
);

  logic [3:0] itype;
  logic sequential;
  tr_pkg::act_e raw;

  assign itype       = 4'(itype_i);
  assign is_swap_o   = (ItypeW == 4) & (itype == tr_pkg::ItypeCoRoutineSwap);
  assign is_return_o = (ItypeW == 4) & (itype == tr_pkg::ItypeReturn);
  assign is_call_o   = (ItypeW == 4) & ((itype == tr_pkg::ItypeUninferableCall) |
                                        (itype == tr_pkg::ItypeInferableCall));

  always_comb begin
    case (itype)
      tr_pkg::ItypeException, tr_pkg::ItypeInterrupt: raw = tr_pkg::ActTrap;
      tr_pkg::ItypeTrapReturn, tr_pkg::ItypeUninferableJump, tr_pkg::ItypeUninferableCall,
      tr_pkg::ItypeUninferableTail, tr_pkg::ItypeCoRoutineSwap, tr_pkg::ItypeReturn,
      tr_pkg::ItypeOtherUninferable: raw = tr_pkg::ActIndirect;
      tr_pkg::ItypeNotTaken: raw = tr_pkg::ActNotTaken;
      tr_pkg::ItypeTaken: raw = tr_pkg::ActTaken;
      default: raw = tr_pkg::ActNone;
    endcase
  end

  assign sequential = SequentialJump & sequential_i & sijump_i & counted_i & ~known_i &
                      (raw == tr_pkg::ActIndirect) &
                      (itype != tr_pkg::ItypeTrapReturn) & ~is_return_o;

  always_comb begin
    act_o = raw;
    if (sequential) act_o = tr_pkg::ActNone;
    if (known_i) begin
      act_o = (return_mode_i == 2'd1) ? tr_pkg::ActNone : tr_pkg::ActReturn;
    end
  end

endmodule
