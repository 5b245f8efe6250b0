// SPDX-License-Identifier: Apache-2.0
// Proof of tr_fifo: what goes in comes out once and in order; nothing is taken without room.

module tr_fifo_fv (
  input logic       clk_i,
  input logic       clr_i,
  input logic       wvalid_i,
  input logic [3:0] wdata_i,
  input logic       rready_i,
  input logic       track_i   // follow this word
);

  localparam int unsigned Depth = 5;

  logic rst_nq;
  logic wready;
  logic rvalid;
  logic push;
  logic pop;
  logic follows_q;
  logic [3:0] rdata;
  logic [3:0] word_q;
  logic [2:0] level;
  logic [2:0] ahead_q;
  logic [2:0] ahead;
  logic [2:0] count_q;

  tr_fifo #(
    .Width(4),
    .Depth(Depth)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .wvalid_i,
    .wready_o(wready),
    .wdata_i,
    .rvalid_o(rvalid),
    .rready_i,
    .rdata_o(rdata),
    .level_o(level)
  );

  assign push  = wvalid_i & wready & ~clr_i;
  assign pop   = rvalid & rready_i & ~clr_i;
  assign ahead = ahead_q - 3'(pop);

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq || clr_i) begin
      follows_q <= 1'b0;
      count_q   <= '0;
    end else begin
      count_q <= count_q + 3'(push) - 3'(pop);
      if (!follows_q && push && track_i) begin
        follows_q <= 1'b1;
        word_q    <= wdata_i;
        ahead_q   <= level - 3'(pop);
      end else if (follows_q) begin
        ahead_q <= ahead;
        if (pop && (ahead_q == '0)) follows_q <= 1'b0;
      end
    end
    if (rst_nq) begin
      assert (level <= 3'(Depth));
      assert (level == count_q);
      assert (wready == (level != 3'(Depth)));
      assert (rvalid == (level != '0));
      if (follows_q) assert (ahead_q < level);
      if (follows_q && (ahead_q == '0)) assert (rdata == word_q);
    end
  end

endmodule
