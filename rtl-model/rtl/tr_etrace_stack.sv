// SPDX-License-Identifier: Apache-2.0
// The addresses of implicit return: a stack of 2^Size of them.
//
// E-Trace 2.0, Implicit return mode. How many of them count is for tr_etrace_return.

module tr_etrace_stack #(
  parameter int unsigned AddrW = 31,
  parameter int unsigned Size = 3,
  parameter bit          Borrows = 1'b0  // the places are elsewhere
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // The address of the next instruction, and of the one after it, which it becomes with take_i.
  input  logic [AddrW-1:0] next_i,
  input  logic [AddrW-1:0] second_i,
  input  logic             take_i,
  output logic             fits_o,     // the next instruction is where the newest entry says
  // The instruction at hand is a return, a call, or both; it has been dealt with.
  input  logic [AddrW-1:0] past_i,     // address of what follows it
  input  logic             pop_i,
  input  logic             push_i,
  input  logic             step_i,
  // With Borrows: the newest entry goes to the place of the newest; what is two places below that.
  output logic             borrow_push_o,
  output logic [ Size-1:0] borrow_top_o,
  output logic [AddrW-1:0] borrow_newest_o,
  input  logic [AddrW-1:0] borrow_third_i
);

  // The two newest entries are in registers. Where a return should go is compared one cycle before
  // that is asked for, with all that can be the newest entry then and both that can be the next
  // address.
  typedef enum logic [1:0] {ActNone, ActPop, ActPush} act_e;
  act_e act_d, act_q;
  logic [AddrW-1:0] newest_d, newest_q;
  logic [AddrW-1:0] below_d, below_q;
  logic [AddrW-1:0] third;
  logic [Size-1:0] top_d, top_q;        // the place of the newest entry
  logic [2:0] next_d, next_q;           // equal to the entry below, the pushed one, the newest one
  logic [2:0] second_d, second_q;
  logic take_d, take_q;
  logic write_d, write_q;

  always_comb begin
    unique case (act_q)
      ActPop: fits_o = take_q ? second_q[2] : next_q[2];
      ActPush: fits_o = take_q ? second_q[1] : next_q[1];
      default: fits_o = take_q ? second_q[0] : next_q[0];
    endcase
  end
  assign take_d   = take_i;
  assign next_d   = {below_q == next_i, past_i == next_i, newest_q == next_i};
  assign second_d = {below_q == second_i, past_i == second_i, newest_q == second_i};
  assign write_d  = step_i && push_i;

  always_comb begin
    act_d    = ActNone;
    top_d    = top_q;
    newest_d = newest_q;
    below_d  = below_q;
    if (step_i && pop_i) begin
      act_d    = ActPop;
      top_d    = top_q - 1'b1;
      newest_d = below_q;
      below_d  = third;
    end
    if (step_i && push_i) begin
      // A swap puts its own in the place of what it takes.
      act_d    = ActPush;
      top_d    = top_d + 1'b1;
      newest_d = past_i;
      below_d  = pop_i ? below_q : newest_q;
    end
  end

  assign borrow_push_o   = write_q;
  assign borrow_top_o    = top_q;
  assign borrow_newest_o = newest_q;
  if (Borrows) begin : gen_borrows
    assign third = borrow_third_i;
  end else begin : gen_own
    localparam int unsigned Places = 1 << Size;
    logic [AddrW-1:0] mem [0:Places-1];
    logic [Size-1:0] third_at;
    logic unused;
    assign unused   = &{1'b0, borrow_third_i};
    assign third_at = top_q - Size'(2);
    assign third    = mem[third_at];

    always_ff @(posedge clk_i) begin
      if (write_q) mem[top_q] <= newest_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      act_q    <= ActNone;
      top_q    <= '0;
      newest_q <= '0;
      below_q  <= '0;
      write_q  <= 1'b0;
      take_q   <= 1'b0;
      next_q   <= '0;
      second_q <= '0;
    end else begin
      act_q    <= act_d;
      top_q    <= top_d;
      newest_q <= newest_d;
      below_q  <= below_d;
      write_q  <= write_d;
      take_q   <= take_d;
      next_q   <= next_d;
      second_q <= second_d;
    end
  end

endmodule
