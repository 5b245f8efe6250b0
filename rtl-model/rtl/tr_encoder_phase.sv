// SPDX-License-Identifier: Apache-2.0
// What the encoder does with the oldest record, one thing per cycle; most blocks need one.
// Sidebands and triggers come first, then its blocks, each with Ownership and trace-notify, then
// settings.

module tr_encoder_phase #(
  parameter bit HContext = 1'b0,
  parameter bit Watchpoint = 1'b0
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           clr_i,
  input  logic           valid_i,       // there is an entry
  input  logic           record_i,      // the entry has a record
  input  logic           latch_i,       // registers take effect after the entry
  input  logic           block_last_i,  // no further block
  input  logic           first_i,       // a message must be sent before anything else
  input  logic           gap_i,         // a loss must be noted
  input  logic           off_i,         // a region must end
  input  logic           special_i,     // sidebands or triggers must be handled
  input  logic [    2:0] changed_i,     // lowpower, reset, halted have changed
  input  logic           filtered_i,    // the block is filtered out
  input  logic           passes_i,      // nothing to report of the block
  input  logic           skips_i,       // PhBlock: the block ends, nothing is counted
  input  logic           looked_i,      // it ends, and is counted or lost
  input  logic           counts_i,      // the same in PhAccount
  input  logic           to_linear_i,   // a synchronizing message comes first
  input  logic           res_done_i,    // the event in flight was reported, or there was none
  input  logic           own_after_i,   // Ownership follows
  input  logic           owner_next_i,  // Ownership is due
  input  logic           marks_i,       // another synchronizing message follows this one
  input  logic           notifies_i,    // trace-notify
  input  logic           notified_i,    // trace-notify was reported
  input  logic           counted_i,     // the block is counted
  input  logic           more_i,        // other blocks are counted before it
  input  logic           both_full_i,   // HIST has to follow I-CNT
  input  logic           hist_done_i,   // HIST has followed, or is lost
  input  logic           phase_done_i,  // sidebands, triggers, settings: go on
  input  logic           reset_done_i,  // the same of PhReset
  input  logic           latch_wait_i,  // settings wait
  input  logic           has_owner_i,   // there is Ownership at all
  input  logic           ctype_i,
  input  logic           done_i,        // the message of the phase was sent
  input  logic           full_i,        // a message that is asked for is lost
  input  logic           waits_i,       // PhNotify: none is asked for yet
  output tr_pkg::phase_e phase_o,
  output logic           in_block_o,    // it is PhBlock
  output logic           own_sync_o,    // Ownership of a synchronizing message comes next
  output logic           own_change_o,  // Ownership for a change of context or privilege comes next
  output logic           block_end_o,
  output logic           other_end_o,   // the same but for looked_i, which comes late
  output logic           record_end_o,
  output logic           set_linear_o,
  output logic           latch_o
);

  tr_pkg::phase_e phase_d, phase_q;
  logic in_block_d, in_block_q;
  tr_pkg::phase_e behind_power, behind_reset;  // what comes next of sidebands and triggers
  tr_pkg::phase_e behind_notify;

  assign behind_reset = changed_i[0] ? tr_pkg::PhHalt : tr_pkg::PhTrigger;
  assign behind_notify = !has_owner_i ? tr_pkg::PhAccount
                                      : HContext ? tr_pkg::PhOwner : tr_pkg::PhOwner2;
  assign behind_power = changed_i[1] ? tr_pkg::PhReset : behind_reset;

  always_comb begin
    phase_d      = phase_q;
    latch_o      = 1'b0;
    set_linear_o = 1'b0;
    own_sync_o   = 1'b0;
    own_change_o = 1'b0;
    unique case (phase_q)
      tr_pkg::PhBlock: begin
        if (first_i) begin
          // One cycle for the message that comes first.
        end else if (valid_i && gap_i) begin
          // One cycle to note the loss.
        end else if (off_i) begin
          // A cycle or more for the end of the region.
        end else if (valid_i && !record_i) begin
          phase_d = tr_pkg::PhLatch;
        end else if (valid_i && special_i) begin
          phase_d = changed_i[2] ? tr_pkg::PhLowPower : behind_power;
        end else if (valid_i) begin
          if (filtered_i || passes_i) begin
            // Nothing of it is reported.
          end else if (to_linear_i) begin
            set_linear_o = 1'b1;
          end else if (res_done_i) begin
            if (own_after_i) begin
              own_sync_o = 1'b1;
              phase_d    = HContext ? tr_pkg::PhOwner : tr_pkg::PhOwner2;
            end else if (marks_i) begin
              set_linear_o = 1'b1;
            end else if (owner_next_i) begin
              own_change_o = 1'b1;
              phase_d      = (HContext && ctype_i) ? tr_pkg::PhOwner : tr_pkg::PhOwner2;
            end else if (notifies_i) begin
              phase_d = tr_pkg::PhNotify;
            end else if (!more_i) begin
              phase_d = tr_pkg::PhAccount;
            end
          end
        end
      end
      tr_pkg::PhLowPower: if (phase_done_i) phase_d = behind_power;
      tr_pkg::PhReset: if (reset_done_i) phase_d = behind_reset;
      tr_pkg::PhHalt: if (phase_done_i) phase_d = tr_pkg::PhTrigger;
      tr_pkg::PhTrigger: if (phase_done_i) phase_d = tr_pkg::PhBlock;
      tr_pkg::PhOwner: if (done_i) phase_d = tr_pkg::PhOwner2;
      tr_pkg::PhOwner2: begin
        if (done_i) begin
          set_linear_o = marks_i;
          phase_d      = marks_i                    ? tr_pkg::PhBlock  :
                         (notifies_i && !notified_i) ? tr_pkg::PhNotify : tr_pkg::PhAccount;
        end
      end
      tr_pkg::PhNotify: if (done_i) phase_d = Watchpoint ? tr_pkg::PhWatch : behind_notify;
      tr_pkg::PhAccount: begin
        if (counted_i && both_full_i) phase_d = tr_pkg::PhHist;
      end
      tr_pkg::PhLatch: latch_o = phase_done_i & ~latch_wait_i;
      default: phase_d = (Watchpoint && (phase_q == tr_pkg::PhWatch)) ?
                         (done_i ? behind_notify : phase_q) : tr_pkg::PhBlock;
    endcase
    // When the block is counted, nothing is left to do but, with both full, HIST.
    if (in_block_q && counted_i) phase_d = tr_pkg::PhHist;
    // A message of the block itself that is lost ends it: so is the region.
    other_end_o = skips_i | counts_i | ((phase_q == tr_pkg::PhHist) & hist_done_i) |
                  (full_i & ((phase_q == tr_pkg::PhOwner) | (phase_q == tr_pkg::PhOwner2) |
                             (Watchpoint & (phase_q == tr_pkg::PhWatch)) |
                             ((phase_q == tr_pkg::PhNotify) & ~waits_i)));
    block_end_o = other_end_o | looked_i;
    if (block_end_o || latch_o) phase_d = tr_pkg::PhBlock;
    if (block_end_o && block_last_i && record_i && latch_i) phase_d = tr_pkg::PhLatch;
    record_end_o = block_end_o & (block_last_i | ~record_i);
    if (clr_i) phase_d = tr_pkg::PhBlock;
  end
  assign in_block_d = phase_d == tr_pkg::PhBlock;

  assign phase_o    = phase_q;
  assign in_block_o = in_block_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      phase_q    <= tr_pkg::PhBlock;
      in_block_q <= 1'b1;
    end else begin
      phase_q    <= phase_d;
      in_block_q <= in_block_d;
    end
  end

endmodule
