// SPDX-License-Identifier: Apache-2.0
// Implicit return (N-Trace 1.0, Implicit Return Optimization): what a return should go to.

module tr_encoder_return #(
  parameter bit          Enable = 1'b1,
  parameter int unsigned AddrW = 63,
  parameter int unsigned Depth = 8,
  parameter int unsigned PartW = 16,      // bits compared in mode 2, bit 0 included
  parameter bit          Ahead = 1'b1,    // iaddr_i is known a cycle earlier
  parameter int unsigned RetireW = 8,
  parameter int unsigned LentSize = 0,    // as in tr_encoder_stack
  localparam int unsigned LentBits = (LentSize > 0) ? LentSize : 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [      1:0] mode_i,        // trTeInstImplicitReturnMode; 0: nothing is known
  input  logic             clear_first_i, // a synchronizing message comes before the block
  input  logic             clear_i,       // it is sent
  // the block is traced, and was not counted in an earlier cycle
  input  logic             looked_i,
  input  logic             commit_i,      // the block is counted
  input  logic             is_call_i,
  input  logic             is_return_i,
  input  logic             is_swap_i,     // both, return first
  // The address after a call; without Ahead that of its block, and the half-words of that.
  input  logic [AddrW-1:0] behind_i,
  input  logic [RetireW-1:0] retire_i,
  input  logic [AddrW-1:0] iaddr_i,
  input  logic             moves_i,       // with Ahead: iaddr_i will be next_iaddr_i
  input  logic [AddrW-1:0] next_iaddr_i,
  output logic             some_o,        // a return's call is known, but for clear_first_i
  output logic             fits_o,        // iaddr_i is where the last such return should go
  // With LentSize: as in tr_encoder_stack.
  input  logic             lent_i,
  input  logic             lent_push_i,
  input  logic [LentBits-1:0] lent_top_i,
  input  logic [AddrW-1:0] lent_newest_i,
  output logic [AddrW-1:0] lent_third_o
);

  if (Enable) begin : gen_return
    localparam int unsigned PartBits = (PartW - 1 < AddrW) ? PartW - 1 : AddrW;
    logic known;
    logic returns;
    logic calls;
    logic learns;
    logic [AddrW-1:0] top;
    logic [AddrW-1:0] expected_d, expected_q;

    assign returns = (is_return_i | is_swap_i) & (mode_i != 2'd0);
    assign calls   = (is_call_i | is_swap_i) & (mode_i != 2'd0);
    assign some_o = known & (mode_i != 2'd0);
    // What is expected is asked for after a return that was counted with a call known. With Ahead
    // the comparison for the block that is looked at is over: so nobody needs the value from
    // before, and whether the block is counted in this cycle, which is known late, makes no
    // difference.
    assign learns  = Ahead ? looked_i && returns : commit_i && returns && known && !clear_first_i;

    always_comb begin
      expected_d = expected_q;
      if (learns) expected_d = top;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        expected_q <= '0;
      end else begin
        expected_q <= expected_d;
      end
    end

    // The low bits, and all.
    logic low;
    logic all;
    assign fits_o = (mode_i == 2'd2) ? low : all;

    if (Ahead) begin : gen_ahead
      // Compared before it is the oldest, with what is expected, and with what will be when a
      // return is counted now.
      localparam logic [AddrW-1:0] LowBits = (AddrW'(1) << PartBits) - AddrW'(1);
      logic [AddrW-1:0] differs;
      logic [AddrW-1:0] top_differs;
      logic low_d, low_q;
      logic high_d, high_q;
      logic unused;
      assign differs     = next_iaddr_i ^ expected_q;
      assign top_differs = next_iaddr_i ^ top;
      assign low    = low_q;
      assign all    = low_q & high_q;
      assign unused = &{1'b0, iaddr_i, clear_first_i};
      always_comb begin
        low_d  = low_q;
        high_d = high_q;
        if (moves_i) begin
          low_d  = learns ? ~(|(top_differs & LowBits)) : ~(|(differs & LowBits));
          high_d = learns ? ~(|(top_differs & ~LowBits)) : ~(|(differs & ~LowBits));
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          low_q  <= 1'b0;
          high_q <= 1'b0;
        end else begin
          low_q  <= low_d;
          high_q <= high_d;
        end
      end
    end else begin : gen_now
      logic unused;
      assign low    = iaddr_i[PartBits-1:0] == expected_q[PartBits-1:0];
      assign all    = iaddr_i == expected_q;
      assign unused = &{1'b0, moves_i, next_iaddr_i};
    end

    tr_encoder_stack #(
      .Width(AddrW),
      .Depth(Depth),
      .Adds(!Ahead),
      .RetireW(RetireW),
      .LentSize(LentSize)
    ) u_stack (
      .clk_i,
      .rst_ni,
      .clear_i,
      .commit_i,
      .push_i (calls),
      .pop_i  (returns),
      .addr_i (behind_i),
      .retire_i,
      .known_o(known),
      .top_o  (top),
      .lent_i,
      .lent_push_i,
      .lent_top_i,
      .lent_newest_i,
      .lent_third_o
    );
  end else begin : gen_no_return
    logic unused;
    assign unused  = &{1'b0, clk_i, rst_ni, mode_i, clear_first_i, clear_i, commit_i, is_call_i,
                       is_return_i, is_swap_i, behind_i, retire_i, iaddr_i, moves_i, next_iaddr_i,
                       looked_i,
                       lent_i, lent_push_i, lent_top_i, lent_newest_i};
    assign some_o  = 1'b0;
    assign fits_o  = 1'b0;
    assign lent_third_o = '0;
  end

endmodule
