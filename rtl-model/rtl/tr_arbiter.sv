// SPDX-License-Identifier: Apache-2.0
// Which input sends next: the first after the one that sent last. It sends to the end of its
// message (TCI 1.0, Trace Funnel; Connections Between Components).

module tr_arbiter #(
  parameter int unsigned N = 8,  // 2..16
  localparam int unsigned IndexW = $clog2(N)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,   // begin with input 0 again; a message under way goes on
  input  logic [     N-1:0] req_i,   // a message can start
  input  logic              beat_i,  // the input of sel_o has moved a beat
  input  logic              last_i,  // it was the last one of its message
  output logic              any_o,   // sel_o is an input to take from
  output logic [     N-1:0] sending_o, // the input whose message has been shown at the output
  output logic [IndexW-1:0] sel_o
);

  localparam logic [IndexW-1:0] Last = IndexW'(N - 1);

  logic lock_q;
  logic [IndexW-1:0] sel_q, pick;  // sel_q: the input that sent last, or is sending

  always_comb begin
    pick = '0;
    for (int unsigned k = 1; k <= N; k = k + 1) begin
      if (req_i[N-k]) pick = IndexW'(N - k);
    end
    for (int unsigned k = 1; k <= N; k = k + 1) begin
      if (req_i[N-k] & (IndexW'(N - k) > sel_q)) pick = IndexW'(N - k);
    end
  end

  for (genvar i = 0; i < N; i = i + 1) begin : g_sending
    assign sending_o[i] = lock_q & (sel_q == IndexW'(i));
  end
  assign sel_o  = lock_q ? sel_q : pick;
  assign any_o  = lock_q | (req_i != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lock_q <= 1'b0;
      sel_q  <= Last;
    end else begin
      if (any_o) lock_q <= ~(beat_i & last_i);
      if (any_o) sel_q <= sel_o;
      if (clr_i & (~any_o | (beat_i & last_i))) sel_q <= Last;
    end
  end

endmodule
