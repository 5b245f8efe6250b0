// SPDX-License-Identifier: Apache-2.0
// When a periodic synchronizing message is due (TCI 1.0, trTeInstSyncMode, trTeInstSyncMax): counts
// messages, cycles or half-words since the last one. Two periods without one make it late.
//
// A period is a power of 2: with the bits from its own on set, the counter overflows when the
// period is over. What is due is asked for the oldest block; blocks are counted along with it only
// when the end of the period is far.

module tr_encoder_sync #(
  parameter int unsigned NumW = 8,            // bits of a number of half-words
  parameter logic [3:0]  SyncModes = 4'he
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            latch_i,            // registers take effect
  input  logic [     1:0] mode_i,             // trTeInstSyncMode
  input  logic [    15:0] mask_i,             // bit n: n is trTeInstSyncMax at least
  input  logic            sent_i,             // a message was sent
  input  logic            sync_sent_i,        // the message sent synchronizes
  input  logic            record_i,           // a record begins
  input  logic            fresh_i,            // one is there that has not begun, or begins now
  input  logic [    20:0] cycles_i,           // cycles from the record before the oldest
  input  logic            two_i,              // two records one cycle apart begin
  input  logic            count_i,            // half-words are counted, after the message
  input  logic [NumW-1:0] halfwords_i,
  input  logic [NumW-1:0] own_i,              // those of the oldest block
  output logic            due_cycles_o,       // due with the cycles of the record
  output logic            due_messages_o,     // due by a message without SYNC that is sent now
  output logic            due_halfwords_o,    // due when the half-words are counted
  output logic            late_o,             // a message due by half-words is late
  output logic            due_alone_o,        // the same of the half-words after a message with SYNC
  output logic            late_alone_o,
  output logic            far_o               // no block makes a message due or late
);

  logic [20:0] count_d, count_q, added, once, twice;
  logic [21:0] sum, sum_cycles, sum_halfwords, sum_twice;
  logic [20:0] summed;
  logic by_messages, by_cycles, by_halfwords, passed, passed_twice, far_q;

  assign by_messages  = SyncModes[1] & (mode_i == 2'd1);
  assign by_cycles    = SyncModes[2] & (mode_i == 2'd2);
  assign by_halfwords = SyncModes[3] & (mode_i == 2'd3);

  // The top bit, once set, stays: every limit is passed then.
  always_comb begin
    added = 21'd1;
    if (by_cycles) added = ~record_i ? '0 : two_i ? 21'd2 : cycles_i;
    if (by_halfwords) added = 21'(halfwords_i);
  end
  assign sum    = {1'b0, count_q} + {1'b0, added};
  assign summed = {sum[20] | sum[21], sum[19:0]};

  // Each limit is compared by an adder of its own, which needs nothing that is decided in this
  // cycle.
  assign once  = {1'b1, mask_i, 4'b0};
  assign twice = {mask_i, 5'b0};
  assign sum_cycles    = {1'b0, count_q | once} + {1'b0, cycles_i};
  assign sum_halfwords = {1'b0, count_q | once} + 22'(own_i);
  assign sum_twice     = {1'b0, count_q | twice} + (by_cycles ? {1'b0, cycles_i} : 22'(own_i));
  assign passed        = |(count_q & once);
  assign passed_twice  = |(count_q & twice);

  assign due_cycles_o    = by_cycles & (passed | sum_cycles[21]);
  assign due_messages_o  = by_messages & (passed | (&(count_q | once)));
  assign due_halfwords_o = by_halfwords & (passed | sum_halfwords[21]);
  assign late_o          = (by_halfwords | (by_cycles & fresh_i)) ? passed_twice | sum_twice[21]
                                                                  : by_cycles & passed_twice;
  assign due_alone_o     = by_halfwords & (|(21'(own_i) & once));
  assign late_alone_o    = by_halfwords & (|(21'(own_i) & twice));
  assign far_o           = far_q;

  always_comb begin
    count_d = count_q;
    if (sync_sent_i) begin
      count_d = (by_halfwords & count_i) ? 21'(halfwords_i) : '0;
    end else if ((by_messages & sent_i) | (by_cycles & record_i) | (by_halfwords & count_i)) begin
      count_d = summed;
    end
  end

  // 1024 or more are left before this cycle, and less than 256 are counted in it.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      far_q   <= 1'b0;
    end else begin
      count_q <= count_d;
      far_q   <= ~latch_i & ~passed & ~(&(count_q[19:10] | mask_i[15:6])) &
                 ~(by_cycles & (|cycles_i[20:8]));
    end
  end

  logic unused;
  assign unused = &{1'b0, sum_cycles[20:0], sum_halfwords[20:0], sum_twice[20:0]};

endmodule
