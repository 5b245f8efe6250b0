// SPDX-License-Identifier: Apache-2.0
// Synchronizer of levels: each bit of async_i, from a flip-flop of another clock, in the domain of
// clk_i. The bits arrive by themselves: a value of several bits needs tr_gray_time or
// tr_async_link. Keep the flip-flops of one bit together (docs/reference/rtl-integration.md,
// Constraints).
//
// A flip-flop that samples while its input moves takes the old value or the new one. In a proof
// each bit that changed in the step before the edge may still be the old one; with TR_SYNC_JITTER
// (simulation) all bits are now and then those of the cycle before.

module tr_sync #(
  parameter int unsigned Width = 1,
  parameter int unsigned Stages = 2,  // 2..4
  parameter logic [Width-1:0] Reset = '0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] async_i,
  output logic [Width-1:0] sync_o
);

  if (Stages < 2 || Stages > 4) begin : gen_refused_stages
    $error("tr_sync: Stages is outside of its range: 2..4");
  end

  logic [Width*Stages-1:0] stage_d, stage_q;  // the first in the lowest bits
  logic [Width-1:0] first;

  assign sync_o = stage_q[Width*(Stages-1) +: Width];

`ifdef FORMAL
  (* anyseq *) logic [Width-1:0] late;
  logic [Width-1:0] seen_q = Reset;
  assign first = (seen_q & late) | (async_i & ~late);
  always @($global_clock) seen_q <= async_i;
`elsif TR_SYNC_JITTER
  logic late_d, late_q;
  logic [Width-1:0] seen_d, seen_q;
  assign first = late_q ? seen_q : async_i;
  assign seen_d = async_i;
  assign late_d = ($urandom() & 32'd3) == 32'd0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= Reset;
      late_q <= 1'b0;
    end else begin
      seen_q <= seen_d;
      late_q <= late_d;
    end
  end
`else
  assign first = async_i;
`endif

  assign stage_d = {stage_q[Width*(Stages-1)-1:0], first};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stage_q <= {Stages{Reset}};
    else stage_q <= stage_d;
  end

endmodule
