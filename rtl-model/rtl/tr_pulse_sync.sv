// SPDX-License-Identifier: Apache-2.0
// A pulse from one clock to another: each cycle with pulse_i 1 and busy_o 0 in the domain of
// src_clk_i is one cycle with pulse_o 1 in that of dst_clk_i. While busy_o is 1 one more pulse is
// kept; further ones are the same pulse. So none is lost that is alone for the time of a round trip
// (Stages + 1 cycles of each clock), and none is doubled.

module tr_pulse_sync #(
  parameter int unsigned Stages = 2  // 2..4
) (
  input  logic src_clk_i,
  input  logic src_rst_ni,
  input  logic pulse_i,
  output logic busy_o,    // a pulse is on its way
  input  logic dst_clk_i,
  input  logic dst_rst_ni,
  output logic pulse_o
);

  logic toggle_d, toggle_q;
  logic kept_d, kept_q;
  logic back;
  logic there;
  logic there_d, there_q;
  logic send;

  assign busy_o = toggle_q != back;
  assign send   = (pulse_i || kept_q) && !busy_o;
  assign pulse_o = there != there_q;

  assign toggle_d = send ? !toggle_q : toggle_q;
  // A new pulse in the cycle in which a kept one leaves is kept in its place.
  assign kept_d = send ? kept_q && pulse_i : kept_q || pulse_i;

  always_ff @(posedge src_clk_i or negedge src_rst_ni) begin
    if (!src_rst_ni) begin
      toggle_q <= 1'b0;
      kept_q   <= 1'b0;
    end else begin
      toggle_q <= toggle_d;
      kept_q   <= kept_d;
    end
  end

  tr_sync #(
    .Width (1),
    .Stages(Stages)
  ) u_there (
    .clk_i  (dst_clk_i),
    .rst_ni (dst_rst_ni),
    .async_i(toggle_q),
    .sync_o (there)
  );

  assign there_d = there;

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) there_q <= 1'b0;
    else there_q <= there_d;
  end

  tr_sync #(
    .Width (1),
    .Stages(Stages)
  ) u_back (
    .clk_i  (src_clk_i),
    .rst_ni (src_rst_ni),
    .async_i(there_q),
    .sync_o (back)
  );

endmodule
