// SPDX-License-Identifier: Apache-2.0
// When a periodic synchronizing message is due (TCI 1.0, trTeInstSyncMode, trTeInstSyncMax): counts
// messages, cycles or half-words since the last one. Two periods without one make it late.
//
// A period is a power of 2: with the bits from its own on set, the counter overflows when the
// period is over. What is due is asked for the oldest block; blocks are counted along with it only
// when the end of the period is far.

module tr_encoder_sync #(
  parameter int unsigned NumW = 8,            // bits of a number of half-words
  parameter logic [3:0]  SyncModes = 4'he,
  parameter bit          Ahead = 1'b0         // moves_i, next_prompt_i are there
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            latch_i,            // registers take effect
  input  logic [     3:1] by_i,               // bit n: trTeInstSyncMode is n
  input  logic [    15:0] mask_i,             // bit n: n is trTeInstSyncMax at least
  input  logic            sent_i,             // a message was sent
  input  logic            sync_sent_i,        // the message sent synchronizes
  input  logic            record_i,           // a record begins
  input  logic            fresh_i,            // one is there that has not begun, or begins now
  input  logic [    20:0] cycles_i,           // cycles from the record before the oldest
  input  logic            adjacent_i,         // that is one
  input  logic            begun_i,            // they are counted
  input  logic            there_i,            // there is an oldest record
  input  logic            pop_i,              // it leaves
  input  logic            valid_i,            // there is an oldest entry
  // With Ahead: another one becomes the oldest; it has no record, or one whose cycles are known.
  input  logic            moves_i,
  input  logic            next_prompt_i,
  input  logic            two_i,              // two records one cycle apart begin
  input  logic            count_i,            // half-words are counted, after the message
  input  logic [NumW-1:0] halfwords_i,
  input  logic [NumW-1:0] own_i,              // those of the oldest block
  // With E-Trace the counter has the cycles of records before this one (tr_encoder_etrace).
  input  logic            lent_i,
  input  logic            lent_add_i,         // with those of this one
  input  logic            lent_clear_i,       // none
  output logic [    20:0] sum_o,              // the counter with what is added
  output logic            waits_o,            // that is not known yet: the record has to wait
  output logic            due_cycles_o,       // due with the cycles of the record
  output logic            due_messages_o,     // due by a message without SYNC that is sent now
  output logic            due_halfwords_o,    // due when the half-words are counted
  output logic            late_o,             // a message due by half-words is late
  // the same of the half-words after a message with SYNC
  output logic            due_alone_o,
  output logic            late_alone_o,
  output logic            far_o               // no block makes a message due or late
);

  localparam logic [20:0] LowBits = (21'(1) << NumW) - 21'(1);

  logic [20:0] count_d, count_q;
  logic [20:0] added;
  logic [20:0] once;
  logic [20:0] twice;
  logic [20:0] to_once;
  logic [20:0] to_twice;
  logic [21:0] sum;
  logic [21:0] sum_cycles_twice;
  logic [11:0] cycles_low;
  logic [10:0] cycles_high;
  logic [NumW:0] low_once;
  logic [NumW:0] low_twice;
  logic [20:0] summed;
  logic counts;
  logic by_messages;
  logic by_cycles;
  logic by_halfwords;
  logic passed;
  logic passed_twice;
  logic far_d, far_q;
  logic near_once;
  logic near_twice;
  logic over_once;
  logic over_twice;
  logic over_cycles;
  logic over_cycles_d, over_cycles_q;
  logic summed_d, summed_q;
  logic waits;
  logic due_adjacent;

  assign by_messages  = SyncModes[1] & by_i[1];
  assign by_cycles    = SyncModes[2] & by_i[2];
  assign by_halfwords = SyncModes[3] & by_i[3];

  // The top bit, once set, stays: every limit is passed then. What is added when there is something
  // to count.
  always_comb begin
    added = 21'd1;
    if (by_cycles || lent_i) added = two_i ? 21'd2 : cycles_i;
    if (by_halfwords && !lent_i) added = 21'(halfwords_i);
  end
  assign sum    = {1'b0, count_q} + {1'b0, added};
  assign summed = {sum[20] | sum[21], sum[19:0]};
  assign sum_o  = summed;

  // Each limit is compared by an adder of its own, which needs nothing that is decided in this
  // cycle.
  assign once  = {1'b1, mask_i, 4'b0};
  assign twice = {mask_i, 5'b0};
  assign to_once  = count_q | once;
  assign to_twice = count_q | twice;
  // The lower and the upper bits at the same time; a carry of the lower ones passes the upper ones
  // when each of these has a 1 at least.
  // Once the record has waited, one more: what is due for one that comes a cycle later.
  assign cycles_low  = {1'b0, to_once[10:0]} + {1'b0, cycles_i[10:0]} + 12'(summed_q);
  assign cycles_high = {1'b0, to_once[20:11]} + {1'b0, cycles_i[20:11]};
  assign over_cycles = cycles_high[10] || ((&(to_once[20:11] | cycles_i[20:11])) && cycles_low[11]);
  assign sum_cycles_twice = {1'b0, to_twice} + {1'b0, cycles_i};
  // Half-words have few bits: the bits above them are all 1, or nothing gets that far.
  assign low_once   = {1'b0, to_once[NumW-1:0]} + {1'b0, own_i};
  assign low_twice  = {1'b0, to_twice[NumW-1:0]} + {1'b0, own_i};
  assign near_once  = &(to_once | LowBits);
  assign near_twice = &(to_twice | LowBits);
  assign over_once  = near_once && low_once[NumW];
  assign over_twice = near_twice && low_twice[NumW];
  assign passed        = |(count_q & once);
  assign passed_twice  = |(count_q & twice);

  // A record that came one cycle after another cannot wait. One that came later can: a cycle was
  // free.
  assign waits   = waits_o && there_i;
  if (Ahead) begin : gen_ahead
    // An entry waits in its first cycle only.
    logic prompt_d, prompt_q;
    logic unused;
    assign unused   = begun_i;
    assign waits_o  = by_cycles && !prompt_q;
    assign prompt_d = moves_i ? next_prompt_i : prompt_q || valid_i;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) prompt_q <= 1'b0;
      else prompt_q <= prompt_d;
    end
  end else begin : gen_now
    logic unused;
    assign unused  = &{1'b0, valid_i, moves_i, next_prompt_i};
    assign waits_o = by_cycles && there_i && !adjacent_i && !begun_i && !summed_q;
  end
  assign due_cycles_o    = by_cycles && (adjacent_i ? due_adjacent : over_cycles_q);
  assign due_messages_o  = by_messages & (passed | (&(count_q | once)));
  assign due_halfwords_o = by_halfwords & (passed | over_once);
  assign late_o          = (by_halfwords & (passed_twice | over_twice)) |
                           (by_cycles & (passed_twice | (fresh_i & sum_cycles_twice[21])));
  assign due_alone_o     = by_halfwords & (|(21'(own_i) & once));
  assign late_alone_o    = by_halfwords & (|(21'(own_i) & twice));
  assign far_o           = far_q;

  assign counts = (by_messages & sent_i) | (by_cycles & record_i) | (by_halfwords & count_i);

  always_comb begin
    count_d = count_q;
    if (sync_sent_i || lent_clear_i) begin
      count_d = (by_halfwords && count_i) ? 21'(halfwords_i) : '0;
    end else if (counts || lent_add_i) begin
      count_d = summed;
    end
  end

  // 1024 or more are left before this cycle, and less than 256 are counted in it.
  always_comb begin
    over_cycles_d = over_cycles_q;
    if (waits) over_cycles_d = passed || over_cycles;
    summed_d = (waits || (summed_q && there_i)) && !pop_i;
    far_d    = ~latch_i & ~passed & ~(&(count_q[19:10] | mask_i[15:6])) &
               ~(by_cycles & (|cycles_i[20:8]));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q       <= '0;
      far_q         <= 1'b0;
      over_cycles_q <= 1'b0;
      summed_q      <= 1'b0;
    end else begin
      over_cycles_q <= over_cycles_d;
      summed_q      <= summed_d;
      count_q       <= count_d;
      far_q         <= far_d;
    end
  end

  // With one more cycle the period is over: found from the count one cycle before, for each number
  // that was added to it then.
  if (SyncModes[2]) begin : gen_adjacent
    logic upper;
    logic none;
    logic one;
    logic two;
    logic more;
    logic near_d, near_q;
    assign upper        = &to_once[20:2];
    assign due_adjacent = near_q;
    assign none         = passed || (upper && (&to_once[1:0]));
    assign one          = passed || (upper && to_once[1]);
    assign two          = passed || (upper && (|to_once[1:0]));
    assign more         = passed || over_cycles;
    // One of them, none after a synchronizing message, which is known late.
    assign near_d       = !sync_sent_i &&
                          (!record_i ? none : !adjacent_i ? more : two_i ? two : one);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        near_q <= 1'b0;
      end else begin
        near_q <= near_d;
      end
    end
  end else begin : gen_never
    assign due_adjacent = 1'b0;
  end

  logic unused;
  assign unused = &{1'b0, cycles_low[10:0], cycles_high[9:0], sum_cycles_twice[20:0],
                    low_once[NumW-1:0], low_twice[NumW-1:0]};

endmodule
