// SPDX-License-Identifier: Apache-2.0
// When a periodic synchronizing message is due (TCI 1.0, trTeInstSyncMode, trTeInstSyncMax): counts
// messages, cycles or half-words since the last one. Two periods without one make it late.

module tr_encoder_sync #(
  parameter int unsigned NumW = 8,            // bits of a number of half-words
  parameter logic [3:0]  SyncModes = 4'he
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic [     1:0] mode_i,             // trTeInstSyncMode
  input  logic [     3:0] max_i,              // trTeInstSyncMax
  input  logic            sent_i,             // a message was sent
  input  logic            sync_sent_i,        // the message sent synchronizes
  input  logic            sync_first_i,       // a synchronizing message comes before the half-words
  input  logic            record_i,           // a record begins; cycles since the last one
  input  logic [    20:0] cycles_i,
  input  logic            count_i,            // half-words are counted, after the message
  input  logic [NumW-1:0] halfwords_i,
  output logic            due_cycles_o,       // due before the messages of this cycle
  output logic            due_messages_o,     // due by a message without SYNC that is sent now
  output logic            due_halfwords_o,    // due when the half-words are counted
  output logic            late_o              // a message due by half-words is late
);

  logic [20:0] count_d, count_q;
  logic [20:0] added, summed, value;
  logic [21:0] sum;
  logic [15:0] above_sum, above_value;        // at least 2^(n + 4)
  logic by_messages, by_cycles, by_halfwords, reached_sum, reached_value, reached_twice;

  assign by_messages  = SyncModes[1] & (mode_i == 2'd1);
  assign by_cycles    = SyncModes[2] & (mode_i == 2'd2);
  assign by_halfwords = SyncModes[3] & (mode_i == 2'd3);

  always_comb begin
    added = 21'd1;
    if (by_cycles) added = record_i ? cycles_i : '0;
    if (by_halfwords) added = 21'(halfwords_i);
  end

  // The top bit, once set, stays: every limit is passed then.
  assign sum   = {1'b0, count_q} + {1'b0, added};
  assign summed = {sum[20] | sum[21], sum[19:0]};
  assign value  = ~sync_first_i ? summed : by_halfwords ? 21'(halfwords_i) : '0;

  for (genvar k = 0; k < 16; k = k + 1) begin : g_above
    assign above_sum[k]   = |sum[21:k+4];
    assign above_value[k] = |value[20:k+4];
  end

  assign reached_sum     = above_sum[max_i];
  assign reached_value   = above_value[max_i];
  assign reached_twice   = (max_i == 4'd15) ? value[20] : above_value[max_i+4'd1];
  assign due_cycles_o    = by_cycles & record_i & reached_sum;
  assign due_messages_o  = by_messages & reached_sum;
  assign due_halfwords_o = by_halfwords & reached_value;
  assign late_o          = (by_cycles | by_halfwords) & reached_twice;

  always_comb begin
    count_d = count_q;
    if (sync_sent_i) begin
      count_d = (by_halfwords & count_i) ? 21'(halfwords_i) : '0;
    end else if ((by_messages & sent_i) | (by_cycles & record_i) | (by_halfwords & count_i)) begin
      count_d = summed;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_d;
  end

endmodule
