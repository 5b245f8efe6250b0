// SPDX-License-Identifier: Apache-2.0
// The times that messages report (N-Trace 1.0, Timestamp Reporting). All of it is one cycle after
// tr_encoder_flow has decided: what is decided comes through registers, so that nothing here waits
// for it. The registers of times are then what they were in the cycle of the decision.

module tr_encoder_times #(
  parameter int unsigned TsW = 1
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  // The time of now, one cycle later: of the record that was looked at, or of the last one that
  // left.
  input  logic [TsW-1:0] now_i,
  input  logic           pend_i,         // an event is in flight from now on
  input  logic           hist_held_i,    // history is held back, or I-CNT went ahead of it
  input  logic           branch_held_i,  // a branch is held back
  input  logic           branch_late_i,  // it was the event in flight
  input  logic           lost_i,         // a loss is to be told
  input  logic           gap_i,          // a loss in this cycle is that of records
  // The message of this cycle, one at most; none of them: it has the time of now.
  input  logic           error_i,        // Error: that of the loss
  input  logic           event_i,        // that of the event in flight
  input  logic           rep_i,          // of history that is held back
  input  logic           branch_i,       // of branches that are held back
  output logic [TsW-1:0] time_o          // its time, one cycle later
);

  logic pend_d, pend_q;
  logic hist_held_d, hist_held_q;
  logic branch_held_d, branch_held_q;
  logic branch_late_d, branch_late_q;
  logic lost_d, lost_q;
  logic gap_d, gap_q;
  typedef enum logic [1:0] {FromNow, FromEvent, FromLoss, FromHist} from_e;

  from_e from_d, from_q;
  logic branch_d, branch_q;
  logic [TsW-1:0] pend_time_d, pend_time_q;
  logic [TsW-1:0] rep_time_d, rep_time_q;
  logic [TsW-1:0] branch_time_d, branch_time_q;
  logic [TsW-1:0] lost_time_d, lost_time_q;

  assign pend_d        = pend_i;
  assign hist_held_d   = hist_held_i;
  assign branch_held_d = branch_held_i;
  assign branch_late_d = branch_late_i;
  assign lost_d        = lost_i;
  assign gap_d         = gap_i;
  assign branch_d      = branch_i;
  assign from_d        = rep_i ? FromHist : error_i ? FromLoss : event_i ? FromEvent : FromNow;

  // A choice of four in two bits takes two LUTs of four inputs.
  always_comb begin
    unique case (from_q)
      FromEvent: time_o = pend_time_q;
      FromLoss:  time_o = lost_time_q;
      FromHist:  time_o = rep_time_q;
      default:   time_o = now_i;
    endcase
    if (branch_q) time_o = branch_time_q;
  end

  // What is held back has the time of its last repetition. Before a loss its time is of no use:
  // whether there is one is known late.
  assign pend_time_d   = pend_q ? now_i : pend_time_q;
  assign rep_time_d    = hist_held_q ? now_i : rep_time_q;
  assign branch_time_d = !branch_held_q ? branch_time_q : branch_late_q ? pend_time_q : now_i;
  assign lost_time_d   = lost_q ? lost_time_q : gap_q ? now_i : time_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pend_q        <= 1'b0;
      hist_held_q   <= 1'b0;
      branch_held_q <= 1'b0;
      branch_late_q <= 1'b0;
      lost_q        <= 1'b0;
      gap_q         <= 1'b0;
      branch_q      <= 1'b0;
      from_q        <= FromNow;
      pend_time_q   <= '0;
      rep_time_q    <= '0;
      branch_time_q <= '0;
      lost_time_q   <= '0;
    end else begin
      pend_q        <= pend_d;
      hist_held_q   <= hist_held_d;
      branch_held_q <= branch_held_d;
      branch_late_q <= branch_late_d;
      lost_q        <= lost_d;
      gap_q         <= gap_d;
      branch_q      <= branch_d;
      from_q        <= from_d;
      pend_time_q   <= pend_time_d;
      rep_time_q    <= rep_time_d;
      branch_time_q <= branch_time_d;
      lost_time_q   <= lost_time_d;
    end
  end

endmodule
