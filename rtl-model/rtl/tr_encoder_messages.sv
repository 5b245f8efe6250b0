// SPDX-License-Identifier: Apache-2.0
// The queue of messages: as tr_fifo, but rdata_o comes from a register and nothing passes by the
// memory. What is written is seen two cycles later; the place of what has been read is not counted
// in Depth.

module tr_encoder_messages #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 8,   // messages, 2 at least
  parameter int unsigned Low = 4,
  localparam int unsigned Places = Depth + 1,
  localparam int unsigned LevelW = $clog2(Places + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,     // empty it; wins over a write
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  output logic              rvalid_o,
  input  logic              rready_i,
  output logic [ Width-1:0] rdata_o,
  output logic              low_o,     // no more than Low
  output logic [LevelW-1:0] level_o    // messages in it
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] fetched_q;
  logic [PtrW-1:0] wptr_q, rptr_q;
  logic [LevelW-1:0] level_d, level_q, there_d, there_q;  // there_q: in the memory
  logic push, pop, fetch, full_q, low_q, some_q, fetched_valid_q;

  assign wready_o = ~full_q;
  assign rvalid_o = fetched_valid_q;
  assign rdata_o  = fetched_q;
  assign low_o    = low_q;
  assign level_o  = level_q;
  assign push     = wvalid_i & ~full_q & ~clr_i;
  assign pop      = fetched_valid_q & rready_i;
  assign fetch    = some_q & (~fetched_valid_q | rready_i);

  always_comb begin
    level_d = level_q;
    there_d = there_q;
    if (push & ~pop) level_d = level_q + 1'b1;
    if (pop & ~push) level_d = level_q - 1'b1;
    if (push & ~fetch) there_d = there_q + 1'b1;
    if (fetch & ~push) there_d = there_q - 1'b1;
    if (clr_i) begin
      level_d = '0;
      there_d = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q] <= wdata_i;
    if (fetch) fetched_q <= mem[rptr_q];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q          <= '0;
      rptr_q          <= '0;
      level_q         <= '0;
      there_q         <= '0;
      full_q          <= 1'b0;
      low_q           <= 1'b1;
      some_q          <= 1'b0;
      fetched_valid_q <= 1'b0;
    end else begin
      if (clr_i) wptr_q <= '0;
      else if (push) wptr_q <= (wptr_q == Last) ? '0 : wptr_q + 1'b1;
      if (clr_i) rptr_q <= '0;
      else if (fetch) rptr_q <= (rptr_q == Last) ? '0 : rptr_q + 1'b1;
      level_q         <= level_d;
      there_q         <= there_d;
      full_q          <= level_d == LevelW'(Places);
      low_q           <= 32'(level_d) <= Low;
      some_q          <= there_d != '0;
      fetched_valid_q <= (fetch | (fetched_valid_q & ~rready_i)) & ~clr_i;
    end
  end

endmodule
