// SPDX-License-Identifier: Apache-2.0
// When a resynchronization of E-Trace is due (TCI 1.0, trTeInstSyncMode, trTeInstSyncMax): packets,
// cycles or half-words since the last packet that synchronizes. It is asked for in front of the
// first block of a record; cycles count with that record, half-words after theirs.

module tr_encoder_etrace_sync #(
  parameter int unsigned RetireW = 8,
  parameter logic [3:0]  SyncModes = 4'he
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [        1:0] mode_i,
  input  logic [       15:0] mask_i,       // bit n: n is trTeInstSyncMax at least
  // Entries go to tr_etrace.
  input  logic               take_i,
  input  logic [       20:0] cycles_i,     // with the first block of a record: from the one before
  input  logic [RetireW-1:0] halfwords_i,  // 0 when it is no block
  // From tr_etrace.
  input  logic               check_i,      // the first block of a record is looked at
  input  logic               sent_i,       // a packet is queued
  input  logic               synced_i,     // and it synchronizes
  output logic               due_o,
  output logic               near_o        // one more packet, and it is due
);

  localparam int unsigned PendW = RetireW + 2;

  logic [20:0] count_d, count_q;
  logic [20:0] total;
  logic [20:0] cycles_d, cycles_q;
  logic [20:0] more;
  logic [20:0] once;
  logic [20:0] sum;
  logic [PendW-1:0] pend_d, pend_q;  // half-words not yet counted: the blocks were looked at
  logic [RetireW-1:0] halfwords_d, halfwords_q;  // of the entry that was taken last
  logic by_messages;
  logic by_cycles;
  logic by_halfwords;

  assign by_messages  = SyncModes[1] && (mode_i == 2'd1);
  assign by_cycles    = SyncModes[2] && (mode_i == 2'd2);
  assign by_halfwords = SyncModes[3] && (mode_i == 2'd3);

  assign once   = {1'b1, mask_i, 4'b0};
  assign more   = by_cycles ? cycles_q : by_halfwords ? 21'(pend_q) : 21'd1;
  assign sum    = {1'b0, count_q[19:0]} + {1'b0, more[19:0]};
  // The top bit, once set, stays.
  assign total  = {sum[20] || count_q[20] || more[20], sum[19:0]};
  assign due_o  = by_messages ? |(count_q & once)
                              : (by_cycles || by_halfwords) && (|(total & once));
  assign near_o = by_messages && (|(total & once));

  always_comb begin
    count_d     = count_q;
    pend_d      = check_i ? '0 : pend_q;
    cycles_d    = take_i ? cycles_i : cycles_q;
    halfwords_d = take_i ? halfwords_i : halfwords_q;
    if (take_i) pend_d = pend_d + PendW'(halfwords_q);
    if (synced_i) count_d = '0;
    else if (by_messages ? sent_i : check_i) count_d = total;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q     <= '0;
      pend_q      <= '0;
      cycles_q    <= '0;
      halfwords_q <= '0;
    end else begin
      count_q     <= count_d;
      pend_q      <= pend_d;
      cycles_q    <= cycles_d;
      halfwords_q <= halfwords_d;
    end
  end

endmodule
