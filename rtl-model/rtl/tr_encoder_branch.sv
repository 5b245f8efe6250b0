// SPDX-License-Identifier: Apache-2.0
// RepeatBranch (N-Trace 1.0, RepeatBranch Message): the branch message sent last, and how often it
// came again with nothing sent between.

module tr_encoder_branch #(
  parameter bit          Enable = 1'b1,
  parameter int unsigned KeyW = 64,
  parameter int unsigned CountW = 18
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              forget_i,   // another message was sent, or one lost
  input  logic              sent_i,     // a branch message key_i was sent (wins over forget_i)
  input  logic              count_i,    // key_i came again
  input  logic              drop_i,     // the count was sent, or lost
  input  logic [  KeyW-1:0] key_i,      // all that must be equal
  output logic              equal_o,    // key_i is the message sent last
  output logic              held_o,     // the count is not 0
  output logic              full_o,     // the count cannot grow
  output logic [CountW-1:0] count_o
);

  if (Enable) begin : gen_branch
    logic valid_d, valid_q;
    logic held_d, held_q;
    logic [KeyW-1:0] key_d, key_q;
    logic [CountW-1:0] count_d, count_q;

    assign equal_o = valid_q & (key_q == key_i);
    assign held_o  = held_q;
    assign full_o  = &count_q;
    assign count_o = count_q;

    always_comb begin
      valid_d = valid_q;
      key_d   = key_q;
      count_d = count_q;
      if (sent_i) begin
        valid_d = 1'b1;
        key_d   = key_i;
      end else if (forget_i) begin
        valid_d = 1'b0;
      end
      held_d = (held_q | count_i) & ~drop_i;
      if (drop_i) count_d = '0;
      else if (count_i) count_d = count_q + 1'b1;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        key_q   <= '0;
        count_q <= '0;
        held_q  <= 1'b0;
      end else begin
        valid_q <= valid_d;
        key_q   <= key_d;
        held_q  <= held_d;
        count_q <= count_d;
      end
    end
  end else begin : gen_no_branch
    logic unused;
    assign unused  = &{1'b0, clk_i, rst_ni, forget_i, sent_i, count_i, drop_i, key_i};
    assign equal_o = 1'b0;
    assign held_o  = 1'b0;
    assign full_o  = 1'b0;
    assign count_o = '0;
  end

endmodule
