// SPDX-License-Identifier: Apache-2.0
// Which input sends next: the first after the one that sent last. It sends to the end of its
// message (TCI 1.0, Trace Funnel; Connections Between Components).
//
// With Ahead it is found out in the cycle before: no way leads from a request to the output in the
// same cycle, and messages that wait follow each other without a cycle in between all the same.

module tr_arbiter #(
  parameter int unsigned N = 8,  // 2..16
  parameter bit          Ahead = 1'b0,
  localparam int unsigned IndexW = (N > 1) ? $clog2(N) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              stop_i,  // Ahead: what has not been shown is not, nothing asks
  input  logic              clr_i,   // begin with input 0 again; a message under way goes on
  input  logic [     N-1:0] req_i,   // a message can start
  input  logic [     N-1:0] more_i,  // Ahead: after the one that is going out another one can
  input  logic              beat_i,  // the input of sel_o has moved a beat
  input  logic              last_i,  // it was the last one of its message
  output logic              any_o,   // sel_o is an input to take from
  output logic [     N-1:0] sending_o, // the input whose message has been shown at the output
  output logic [IndexW-1:0] sel_o
);

  localparam logic [IndexW-1:0] Last = IndexW'(N - 1);

  logic lock_q, shown, over;       // over: what is going out ends with this cycle, or nothing is
  logic [N-1:0] asks, after, from, first;
  logic [IndexW-1:0] sel_q, pick;  // sel_q: the input that sent last, or is sending

  // The first one after sel_q, or the first of all.
  assign after[0] = 1'b0;
  for (genvar i = 1; i < N; i = i + 1) begin : g_after
    assign after[i] = asks[i] & (IndexW'(i) > sel_q);
  end
  assign from  = (after != '0) ? after : asks;
  assign first = from & (~from + 1'b1);

  always_comb begin
    pick = '0;
    for (int unsigned k = 0; k < N; k = k + 1) begin
      pick = pick | ({IndexW{first[k]}} & IndexW'(k));
    end
  end

  for (genvar i = 0; i < N; i = i + 1) begin : g_sending
    assign sending_o[i] = shown & (sel_q == IndexW'(i));
  end
  assign over = ~any_o | (beat_i & last_i);

  if (Ahead) begin : g_ahead
    logic was_shown_q;
    assign asks  = (req_i & ~sending_o) | (more_i & sending_o);
    assign sel_o = sel_q;
    assign shown = lock_q & (was_shown_q | ~stop_i);
    assign any_o = shown;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        lock_q      <= 1'b0;
        was_shown_q <= 1'b0;
        sel_q       <= Last;
      end else begin
        was_shown_q <= ~over;
        if (over) lock_q <= asks != '0;
        if (over & (asks != '0)) sel_q <= pick;
        else if (over & clr_i) sel_q <= Last;
      end
    end
  end else begin : g_at_once
    logic unused;
    assign unused = &{1'b0, more_i, stop_i};
    assign shown  = lock_q;
    assign asks   = req_i;
    assign sel_o  = lock_q ? sel_q : pick;
    assign any_o  = lock_q | (req_i != '0);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        lock_q <= 1'b0;
        sel_q  <= Last;
      end else begin
        if (any_o) lock_q <= ~over;
        if (any_o) sel_q <= sel_o;
        if (clr_i & over) sel_q <= Last;
      end
    end
  end

endmodule
