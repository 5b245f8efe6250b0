// SPDX-License-Identifier: Apache-2.0
// A block as E-Trace looks at it: its first instruction, its last one and its trap, and how the
// block differs from the one before.
//
// E-Trace 2.0, Multiple retirement considerations; ingress port. All but the first and the last
// instruction of a block are without interest: no discontinuity can come from them.

module tr_etrace_block #(
  parameter int unsigned AddrW = 31,        // bits of an address, bit 0 left out
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned PrivW = 2,
  parameter bit          Context = 1'b0,
  parameter int unsigned ContextW = 1,
  parameter bit          Found = 1'b0       // past_i, ahead_i and two_i are there
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                take_i,       // the block is taken: the next one is compared with it
  input  logic [   AddrW-1:0] iaddr_i,
  input  logic [ RetireW-1:0] iretire_i,
  input  logic [  ItypeW-1:0] itype_i,
  input  logic                ilastsize_i,
  input  logic                sijump_i,
  input  logic [   PrivW-1:0] priv_i,
  input  logic [         1:0] ctype_i,
  input  logic [ContextW-1:0] context_i,
  // Of the block, found elsewhere: what past_o, ahead_o and two_o will be.
  input  logic [   AddrW-1:0] past_i,
  input  logic [ RetireW-1:0] ahead_i,
  input  logic                two_i,
  output logic                some_o,       // an instruction retired
  output logic                two_o,        // two at least
  output logic                trap_o,       // it ends in a trap
  output logic                interrupt_o,
  output logic                branch_o,     // what the last instruction is
  output logic                taken_o,
  output logic                jump_o,       // a jump whose target does not follow from the code
  output logic                pop_o,        // a return or a swap
  output logic                push_o,       // a call or a swap
  output logic                trap_return_o,// a return from a trap
  output logic                sijump_o,     // the one before it loaded its target's register
  output logic                direct_o,     // ... and then it does follow
  output logic [ RetireW-1:0] ahead_o,      // half-words before the last instruction
  output logic [   AddrW-1:0] past_o,       // address of what follows it
  output logic                moves_o,      // another privilege than the block before
  output logic                precise_o,    // another context, to be seen in front of the block
  output logic                imprecise_o   // another context
);

  // The block before.
  logic [AddrW-1:0] past_d, past_q;
  logic linear_d, linear_q;                 // it ended in a linear instruction
  logic [PrivW-1:0] priv_d, priv_q;
  logic [ContextW-1:0] context_d, context_q;
  logic joins;                              // it ended where this one begins
  logic [3:0] itype;
  logic follows;
  logic changes;

  assign itype    = 4'(itype_i);
  assign some_o   = iretire_i != '0;
  assign joins    = past_q == iaddr_i;
  assign follows  = two_o || (linear_q && joins);
  assign sijump_o = sijump_i && follows;
  assign moves_o  = priv_i != priv_q;
  assign changes  = Context && (context_i != context_q);

  // ctype: 1 is imprecise; 2 precise and 3 asynchronous are seen in front of the block.
  assign precise_o   = changes && ctype_i[1];
  assign imprecise_o = changes && (ctype_i == 2'd1);

  if (Found) begin : gen_found
    logic unused;
    assign unused  = ilastsize_i;
    assign two_o   = two_i;
    assign past_o  = past_i;
    assign ahead_o = ahead_i;
  end else begin : gen_here
    logic [RetireW-1:0] size;               // half-words of the last instruction
    logic [RetireW-1:0] ahead;              // and of those before it
    logic unused;
    assign unused  = &{1'b0, past_i, ahead_i, two_i};
    assign size    = ilastsize_i ? RetireW'(2) : RetireW'(1);
    assign ahead   = iretire_i - size;
    assign two_o   = iretire_i > size;
    assign past_o  = iaddr_i + AddrW'(iretire_i);
    assign ahead_o = two_o ? ahead : '0;
  end

  always_comb begin
    trap_o      = 1'b0;
    interrupt_o = 1'b0;
    branch_o    = 1'b0;
    taken_o     = 1'b0;
    jump_o      = 1'b0;
    pop_o       = 1'b0;
    push_o      = 1'b0;
    trap_return_o = 1'b0;
    direct_o    = sijump_o;
    unique case (itype)
      tr_pkg::ItypeException: trap_o = 1'b1;
      tr_pkg::ItypeInterrupt: begin
        trap_o      = 1'b1;
        interrupt_o = 1'b1;
      end
      tr_pkg::ItypeNotTaken: branch_o = 1'b1;
      tr_pkg::ItypeTaken: begin
        branch_o = 1'b1;
        taken_o  = 1'b1;
      end
      tr_pkg::ItypeTrapReturn: begin
        trap_return_o = 1'b1;
        jump_o   = 1'b1;
        direct_o = 1'b0;
      end
      tr_pkg::ItypeUninferableJump,
      tr_pkg::ItypeUninferableTail,
      tr_pkg::ItypeOtherUninferable: jump_o = 1'b1;
      tr_pkg::ItypeUninferableCall: begin
        jump_o = 1'b1;
        push_o = 1'b1;
      end
      tr_pkg::ItypeInferableCall: push_o = 1'b1;
      tr_pkg::ItypeCoRoutineSwap: begin
        jump_o = 1'b1;
        pop_o  = 1'b1;
        push_o = 1'b1;
      end
      tr_pkg::ItypeReturn: begin
        jump_o   = 1'b1;
        pop_o    = 1'b1;
        direct_o = 1'b0;
      end
      default: ;
    endcase
  end

  assign past_d    = take_i ? past_o : past_q;
  assign linear_d  = take_i ? some_o && (itype == tr_pkg::ItypeNone) : linear_q;
  assign priv_d    = take_i ? priv_i : priv_q;
  assign context_d = take_i ? context_i : context_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q    <= '0;
      linear_q  <= 1'b0;
      priv_q    <= '0;
      context_q <= '0;
    end else begin
      past_q    <= past_d;
      linear_q  <= linear_d;
      priv_q    <= priv_d;
      context_q <= context_d;
    end
  end

endmodule
