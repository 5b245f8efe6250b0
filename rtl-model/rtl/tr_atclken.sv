// SPDX-License-Identifier: Apache-2.0
// ATB with ATCLKEN (AMBA ATB, Clock signals): the receiver samples at edges of clk_i with atclken_i
// 1 only. tr_atbbridge works at every edge; between edges that count nothing moves, and an answer
// of one cycle is kept until it has been seen.

module tr_atclken (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic atclken_i,
  // The bridge.
  output logic atready_o,
  output logic afvalid_o,
  input  logic afready_i,
  output logic syncreq_o,
  // The receiver.
  input  logic atready_i,
  input  logic afvalid_i,
  output logic afready_o,
  input  logic syncreq_i
);

  logic afready_d, afready_q;
  logic ask_d, ask_q;

  assign atready_o = atready_i && atclken_i;
  assign syncreq_o = syncreq_i && atclken_i;
  assign afready_o = afready_i || afready_q;
  // The question as it was at the last edge that counts; it ends with the answer, which is seen at
  // the next one.
  assign afvalid_o = (atclken_i ? afvalid_i : ask_q) && !afready_q;

  assign afready_d = afready_o && !atclken_i;
  assign ask_d     = atclken_i ? afvalid_i && !afready_o : ask_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      afready_q <= 1'b0;
      ask_q     <= 1'b0;
    end else begin
      afready_q <= afready_d;
      ask_q     <= ask_d;
    end
  end

endmodule
