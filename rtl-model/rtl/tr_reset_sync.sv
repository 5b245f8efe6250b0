// SPDX-License-Identifier: Apache-2.0
// A reset for the domain of clk_i: asserted at once, released with the clock. In test_i (scan) the
// reset comes from the pin alone.

module tr_reset_sync #(
  parameter int unsigned Stages = 2  // 2..4
) (
  input  logic clk_i,
  input  logic rst_ni,   // asynchronous
  input  logic test_i,
  output logic rst_no
);

  if (Stages < 2 || Stages > 4) begin : gen_refused_stages
    $error("tr_reset_sync: Stages is outside of its range: 2..4");
  end

  logic [Stages-1:0] stage_d, stage_q;

  assign rst_no = test_i ? rst_ni : stage_q[Stages-1];

  assign stage_d = {stage_q[Stages-2:0], 1'b1};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stage_q <= '0;
    else stage_q <= stage_d;
  end

endmodule
