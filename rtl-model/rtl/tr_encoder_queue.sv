// SPDX-License-Identifier: Apache-2.0
// The queue of records: as tr_fifo, but it shows the two oldest entries, and both can leave together.

module tr_encoder_queue #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 8,  // entries, 2 at least
  localparam int unsigned LevelW = $clog2(Depth + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,     // empty it; wins over a write
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  output logic [LevelW-1:0] level_o,   // entries in it
  output logic [ Width-1:0] first_o,   // the oldest, with level_o 1 at least
  output logic [ Width-1:0] second_o,  // the next, with level_o 2 at least
  input  logic              pop_i,     // the oldest leaves
  input  logic              both_i     // the next one leaves too
);

  localparam int unsigned PtrW = $clog2(Depth);
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  logic [Width-1:0] mem [0:Depth-1];
  logic [PtrW-1:0] wptr_q, rptr_q, rptr2_q;    // rptr2_q is one ahead of rptr_q
  logic [PtrW-1:0] rptr3, rptr4;
  logic [LevelW-1:0] level_q;
  logic [LevelW-1:0] popped;
  logic push, two;

  assign wready_o = level_q != LevelW'(Depth);
  assign level_o  = level_q;
  assign first_o  = mem[rptr_q];
  assign second_o = mem[rptr2_q];
  assign push     = wvalid_i & wready_o;
  assign two      = pop_i & both_i;
  assign popped   = {(LevelW-1)'(two), pop_i & ~both_i};
  assign rptr3    = (rptr2_q == Last) ? '0 : rptr2_q + 1'b1;
  assign rptr4    = (rptr3 == Last) ? '0 : rptr3 + 1'b1;

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q] <= wdata_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      rptr2_q <= PtrW'(1);
      level_q <= '0;
    end else if (clr_i) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      rptr2_q <= PtrW'(1);
      level_q <= '0;
    end else begin
      if (push) wptr_q <= (wptr_q == Last) ? '0 : wptr_q + 1'b1;
      if (pop_i) rptr_q <= both_i ? rptr3 : rptr2_q;
      if (pop_i) rptr2_q <= both_i ? rptr4 : rptr3;
      level_q <= level_q + LevelW'(push) - popped;
    end
  end

endmodule
