// SPDX-License-Identifier: Apache-2.0
// Whether the encoder traces: regions, triggers, sidebands, loss (N-Trace 1.0, Corner Cases and
// Sequences; TCI 1.0, trTeInstTracing; Error Message). State only: tr_encoder_flow decides.

module tr_encoder_region #(
  parameter int unsigned EcodeW = 4        // 6 with stimulus ports
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           clr_i,           // trTeActive is 0
  input  tr_pkg::phase_e phase_i,
  input  logic           valid_i,         // the entry, as in tr_encoder_flow
  input  logic           record_i,
  input  logic [    2:0] side_i,
  input  logic [    2:0] side_now_i,
  input  logic           trig_on_i,
  input  logic           trig_off_i,
  input  logic           settled_i,       // sidebands and triggers are done, or there are none
  input  logic           first_look_i,    // cycles of the record are counted
  input  logic           note_gap_i,      // records before this one were lost
  input  logic           phase_done_i,    // a phase of sidebands and triggers is over
  input  logic           close_done_i,    // the region ends, or none was open
  input  logic           begins_i,        // a region begins, or would but for loss
  input  logic           sent_sync_i,
  input  logic           sent_error_i,
  input  logic           lose_i,          // a message was lost
  input  logic           lose_owner_i,    // the lost message is an Ownership
  input  logic           lose_store_i,    // it is of a stimulus port
  input  logic           lose_data_i,     // data trace is lost with it
  input  logic           record_end_i,
  input  logic           part_i,          // a part of the next record is done too
  input  logic           latch_i,         // registers take effect
  input  logic           latch_tracing_i, // their new state: enabled and tracing
  input  logic           latch_starts_i,  // trTeEnable 0 to 1
  output logic           set_tracing_o,
  output logic           tracing_value_o,
  output logic           start_o,
  output logic           stop_o,
  output logic           special_o,       // sidebands and triggers of the record are done
  output logic           began_o,         // its cycles were counted
  output logic           gapped_o,        // its gap was noted
  output logic [    2:0] side_o,          // sidebands of the record before
  output logic           side_none_o,     // they are 0
  output logic           tracing_o,
  output logic [    3:0] start_sync_o,    // SYNC of the next region
  output logic           on_o,            // a region is open
  output logic           on_next_o,       // still traced after a phase of sidebands
  output logic           off_pending_o,   // it ends, unless a trace-on comes at once
  output logic           lost_o,          // a loss is to be told
  output logic [EcodeW-1:0] ecode_o
);

  logic special_d, special_q;
  logic began_d, began_q;
  logic gapped_d, gapped_q;
  logic off_d, off_q;
  logic tracing_d, tracing_q;
  logic off_pending_d, off_pending_q;
  logic on_d, on_q;
  logic lost_d, lost_q;
  logic error_queued_d, error_queued_q;
  logic [2:0] side_d, side_q;
  logic [2:0] side_fall;
  logic side_none_d, side_none_q;
  logic [3:0] start_sync_d, start_sync_q;
  logic [EcodeW-1:0] ecode_d, ecode_q;

  assign side_fall = ~side_i & side_q;

  always_comb begin
    special_d       = special_q;
    began_d         = began_q;
    gapped_d        = gapped_q;
    off_d           = off_q;
    side_d          = side_q;
    tracing_d       = tracing_q;
    start_sync_d    = start_sync_q;
    off_pending_d   = off_pending_q;
    on_d            = on_q;
    lost_d          = lost_q;
    ecode_d         = ecode_q;
    error_queued_d  = error_queued_q;
    set_tracing_o   = 1'b0;
    tracing_value_o = 1'b0;

    if (first_look_i) began_d = 1'b1;

    // Sidebands and triggers.
    if (close_done_i) begin
      on_d          = 1'b0;
      off_pending_d = 1'b0;
      start_sync_d  = tr_pkg::SyncTraceEnable;
    end else if (phase_done_i) begin
      if ((phase_i == tr_pkg::PhLowPower) && side_fall[2]) start_sync_d = tr_pkg::SyncExitPowerDown;
      if ((phase_i == tr_pkg::PhReset) && side_fall[1]) start_sync_d = tr_pkg::SyncExitReset;
      if ((phase_i == tr_pkg::PhHalt) && side_fall[0]) start_sync_d = tr_pkg::SyncExitDebug;
    end
    if (phase_done_i && (phase_i == tr_pkg::PhTrigger)) begin
      special_d     = 1'b1;
      side_d        = side_i;
      off_pending_d = 1'b0;
      if (trig_on_i && !tracing_q) begin
        set_tracing_o   = 1'b1;
        tracing_value_o = 1'b1;
        tracing_d       = 1'b1;
      end
      off_d = tracing_d & trig_off_i;
    end
    if ((phase_i == tr_pkg::PhBlock) && valid_i && record_i && !tracing_q && settled_i) begin
      start_sync_d = tr_pkg::SyncTraceEnable;
    end

    // Messages.
    if (begins_i) begin
      start_sync_d = tr_pkg::SyncTraceEnable;
      on_d         = 1'b1;
    end
    if (sent_sync_i) error_queued_d = 1'b0;
    if (sent_error_i) begin
      lost_d         = 1'b0;
      error_queued_d = 1'b1;
    end
    // Before a loss it is of no use: whether there is one in this cycle is known late.
    if (!lost_q) ecode_d = '0;
    if (lose_i || note_gap_i) begin
      if ((EcodeW > 4) && lose_store_i) ecode_d = ecode_d | EcodeW'(tr_pkg::EcodeAcquisition);
      else ecode_d[3:0] = ecode_d[3:0] |
                          (lose_owner_i ? tr_pkg::EcodeOwnership : tr_pkg::EcodeProgram);
      if (lose_data_i) ecode_d[3:0] = ecode_d[3:0] | tr_pkg::EcodeData;
      lost_d        = 1'b1;
      on_d          = 1'b0;
      off_pending_d = 1'b0;
    end
    if (note_gap_i) gapped_d = 1'b1;

    // The end of the record, of the entry.
    if (record_end_i) begin
      special_d = 1'b0;
      began_d   = part_i;
      gapped_d  = 1'b0;
      off_d     = 1'b0;
      if (off_q) begin
        set_tracing_o   = 1'b1;
        tracing_value_o = 1'b0;
        tracing_d       = 1'b0;
        off_pending_d   = on_d;
      end
    end
    if (latch_i) begin
      gapped_d  = 1'b0;
      tracing_d = latch_tracing_i;
      if (latch_starts_i) begin
        start_sync_d   = tr_pkg::SyncTraceEnable;
        error_queued_d = 1'b0;
      end
    end
    if (clr_i) begin
      special_d      = 1'b0;
      began_d        = 1'b0;
      gapped_d       = 1'b0;
      off_d          = 1'b0;
      side_d         = side_now_i;
      tracing_d      = 1'b0;
      on_d           = 1'b0;
      off_pending_d  = 1'b0;
      lost_d         = 1'b0;
      error_queued_d = 1'b0;
    end
  end

  assign start_o       = tracing_d & ~tracing_q & ~clr_i;
  assign stop_o        = ~tracing_d & tracing_q & ~clr_i;
  assign special_o     = special_q;
  assign began_o       = began_q;
  assign gapped_o      = gapped_q;
  assign side_o        = side_q;
  assign side_none_o   = side_none_q;
  assign tracing_o     = tracing_q;
  assign start_sync_o  = error_queued_q ? tr_pkg::SyncFifoOverrun : start_sync_q;
  assign on_o          = on_q;
  assign on_next_o     = on_q & ~close_done_i;
  assign off_pending_o = off_pending_q;
  assign lost_o        = lost_q;
  assign ecode_o       = ecode_q;

  assign side_none_d = side_d == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      special_q      <= '0;
      began_q        <= '0;
      gapped_q       <= '0;
      off_q          <= '0;
      side_q         <= '0;
      side_none_q    <= 1'b1;
      tracing_q      <= '0;
      start_sync_q   <= '0;
      off_pending_q  <= '0;
      on_q           <= '0;
      lost_q         <= '0;
      ecode_q        <= '0;
      error_queued_q <= '0;
    end else begin
      special_q      <= special_d;
      began_q        <= began_d;
      gapped_q       <= gapped_d;
      off_q          <= off_d;
      side_q         <= side_d;
      side_none_q    <= side_none_d;
      tracing_q      <= tracing_d;
      start_sync_q   <= start_sync_d;
      off_pending_q  <= off_pending_d;
      on_q           <= on_d;
      lost_q         <= lost_d;
      ecode_q        <= ecode_d;
      error_queued_q <= error_queued_d;
    end
  end

endmodule
