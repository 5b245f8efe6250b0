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
  // begin with input 0 again; a message under way goes on; Ahead: with stop_i
  input  logic              clr_i,
  input  logic [     N-1:0] req_i,   // a message can start
  input  logic [     N-1:0] more_i,  // Ahead: after the one that is going out another one can
  input  logic              beat_i,  // the input of sel_o has moved a beat
  input  logic              last_i,  // it was the last one of its message
  output logic              any_o,   // sel_o is an input to take from
  output logic [     N-1:0] sending_o, // the input whose message has been shown at the output
  output logic [     N-1:0] now_o,   // with any_o: the bit of sel_o
  output logic [IndexW-1:0] sel_o
);

  localparam logic [IndexW-1:0] Last = IndexW'(N - 1);

  logic lock_d, lock_q;
  logic shown;
  logic over;  // what is going out ends with this cycle, or nothing is
  logic [N-1:0] asks;
  logic [N-1:0] after;
  logic [N-1:0] first_after;
  logic [N-1:0] first_asks;
  logic [N-1:0] first;
  logic any_asks;
  // the bit of sel_q; Ahead: while a message of it waits or is going out
  logic [N-1:0] now_d, now_q;
  logic [IndexW-1:0] sel_d, sel_q;  // the input that sent last, or is sending
  logic [IndexW-1:0] pick;

  // The first one after sel_q, or the first of all.
  assign after[0] = 1'b0;
  for (genvar i = 1; i < N; i = i + 1) begin : gen_after
    assign after[i] = asks[i] && (IndexW'(i) > sel_q);
  end
  assign first_after = after & (~after + 1'b1);
  assign first_asks  = asks & (~asks + 1'b1);
  assign any_asks    = asks != '0;
  assign first       = (after != '0) ? first_after : first_asks;

  always_comb begin
    pick = '0;
    for (int unsigned k = 0; k < N; k = k + 1) begin
      pick = pick | ({IndexW{first[k]}} & IndexW'(k));
    end
  end

  assign sending_o = now_q & {N{shown}};
  assign over      = !any_o || (beat_i && last_i);

  if (Ahead) begin : gen_ahead
    logic was_shown_d, was_shown_q;
    logic go;
    assign go    = any_asks && !stop_i;
    assign asks  = (req_i & ~now_q) | (more_i & now_q);
    assign sel_o = sel_q;
    assign shown = lock_q && (was_shown_q || !stop_i);
    assign any_o = shown;
    assign now_o = now_q;
    assign was_shown_d = !over;
    assign lock_d      = over ? go : lock_q;
    assign now_d       = over ? first & {N{!stop_i}} : now_q;
    assign sel_d       = (over && (go || clr_i)) ? (clr_i ? Last : pick) : sel_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        lock_q      <= 1'b0;
        was_shown_q <= 1'b0;
        sel_q       <= Last;
        now_q       <= '0;
      end else begin
        lock_q      <= lock_d;
        was_shown_q <= was_shown_d;
        sel_q       <= sel_d;
        now_q       <= now_d;
      end
    end
  end else begin : gen_at_once
    logic unused;
    assign unused = &{1'b0, more_i, stop_i};
    assign shown  = lock_q;
    assign asks   = req_i;
    assign sel_o  = lock_q ? sel_q : pick;
    assign any_o  = lock_q || any_asks;
    assign now_o  = lock_q ? now_q : first;
    assign lock_d = any_o ? !over : lock_q;

    always_comb begin
      sel_d = sel_q;
      now_d = now_q;
      if (any_o) sel_d = sel_o;
      if (any_o) now_d = now_o;
      if (clr_i && over) begin
        sel_d = Last;
        now_d = N'(1) << Last;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        lock_q <= 1'b0;
        sel_q  <= Last;
        now_q  <= N'(1) << Last;
      end else begin
        lock_q <= lock_d;
        sel_q  <= sel_d;
        now_q  <= now_d;
      end
    end
  end

endmodule
