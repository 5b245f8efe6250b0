// SPDX-License-Identifier: Apache-2.0
// A flush of the encoder (docs/reference/rtl.md, Requests against the flow): over when what was
// queued at its beginning has left. Stage after stage: the records that were queued have been
// looked at, the messages then queued are in the packer, and what the packer has then has left.

module tr_encoder_flush #(
  parameter int unsigned RecordsW = 3,   // bits of a number of records
  parameter int unsigned MessagesW = 6   // and of messages, no fewer
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clr_i,           // trTeActive is 0: nothing is queued
  input  logic                 flush_i,
  output logic                 flushed_o,
  output logic                 drains_o,        // it waits for ending_i alone
  input  logic [ RecordsW-1:0] records_i,       // in the queue of records
  input  logic                 record_pop_i,    // its oldest leaves
  input  logic                 both_pop_i,      // and the next one
  input  logic                 ending_i,        // a region is about to end
  input  logic [MessagesW-1:0] messages_i,      // the same of messages
  input  logic                 message_pop_i,
  input  logic                 load_i,          // a message comes to the packer
  input  logic                 last_i           // one has left on the link
);

  localparam logic [1:0] StIdle = 2'd0;
  localparam logic [1:0] StRecords = 2'd1;
  localparam logic [1:0] StMessages = 2'd2;
  localparam logic [1:0] StPacker = 2'd3;
  logic [1:0] step_d, step_q;
  logic [MessagesW-1:0] wait_d, wait_q;
  logic none;
  logic two;
  logic message_popped_d, message_popped_q;
  // messages in the packer
  logic [2:0] packed_d, packed_q;
  logic [2:0] packed_left;
  // what left in the cycle before, as the levels know
  logic [MessagesW-1:0] popped_d, popped_q;

  assign drains_o  = (step_q == StRecords) & (none | (records_i == '0));
  assign none      = wait_q == '0;
  assign two       = record_pop_i & both_pop_i;
  assign flushed_o = flush_i & (clr_i | ((step_q == StPacker) & none));

  assign packed_left = packed_q - 3'(last_i);

  always_comb begin
    step_d = step_q;
    wait_d = wait_q;
    unique case (step_q)
      StIdle: begin
        step_d = StRecords;
        wait_d = MessagesW'(records_i);
      end
      StRecords: begin
        wait_d = (wait_q < popped_q) ? '0 : wait_q - popped_q;
        if ((none || (records_i == '0)) && !ending_i) begin
          step_d = StMessages;
          wait_d = messages_i;
        end
      end
      StMessages: begin
        wait_d = wait_q - MessagesW'(message_popped_q);
        if (none || (messages_i == '0)) begin
          step_d = StPacker;
          wait_d = MessagesW'(packed_left);
        end
      end
      default: wait_d = wait_q - MessagesW'(last_i);
    endcase
    if (!flush_i || flushed_o) step_d = StIdle;
  end

  assign popped_d         = {(MessagesW-1)'(two), record_pop_i & ~both_pop_i};
  assign message_popped_d = message_pop_i;
  assign packed_d         = packed_left + 3'(load_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q           <= StIdle;
      wait_q           <= '0;
      popped_q         <= '0;
      message_popped_q <= 1'b0;
      packed_q         <= '0;
    end else begin
      step_q           <= step_d;
      wait_q           <= wait_d;
      popped_q         <= popped_d;
      message_popped_q <= message_popped_d;
      packed_q         <= packed_d;
    end
  end

endmodule
