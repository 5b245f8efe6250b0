// SPDX-License-Identifier: Apache-2.0
// A time from one clock to another, for time_i of encoders and ts_i of funnels. time_i counts up by
// one at most in each cycle of src_clk_i (it wraps); time_o is a value that time_i has had, never
// an earlier one after a later one. A counter that is set to another value shows wrong times for
// Stages + 2 cycles: stop tracing before, as for trTsReset.

module tr_gray_time #(
  parameter int unsigned Width = 40,
  parameter int unsigned Stages = 2  // 2..4
) (
  input  logic             src_clk_i,
  input  logic             src_rst_ni,
  input  logic [Width-1:0] time_i,
  input  logic             dst_clk_i,
  input  logic             dst_rst_ni,
  output logic [Width-1:0] time_o
);

  logic [Width-1:0] gray_d, gray_q;
  logic [Width-1:0] gray;
  logic [Width-1:0] time_d, time_q;

  assign gray_d = time_i ^ {1'b0, time_i[Width-1:1]};

  always_ff @(posedge src_clk_i or negedge src_rst_ni) begin
    if (!src_rst_ni) gray_q <= '0;
    else gray_q <= gray_d;
  end

  tr_sync #(
    .Width (Width),
    .Stages(Stages)
  ) u_sync (
    .clk_i  (dst_clk_i),
    .rst_ni (dst_rst_ni),
    .async_i(gray_q),
    .sync_o (gray)
  );

  for (genvar i = 0; i < Width; i = i + 1) begin : gen_bit
    assign time_d[i] = ^gray[Width-1:i];
  end

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) time_q <= '0;
    else time_q <= time_d;
  end

  assign time_o = time_q;

endmodule
