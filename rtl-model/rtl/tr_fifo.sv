// SPDX-License-Identifier: Apache-2.0
// A synchronous FIFO of any depth. What is written at a clock edge can be read after that edge:
// rdata_o shows the oldest entry while rvalid_o is 1. The memory is an array without reset that is
// read with the clock, so that tools can map it to block RAM: the entry that will be the oldest is
// read one cycle ahead, and what is written in that cycle passes by the memory: what the memory
// reads then is not used, so nothing is added to one that reads the old word, or none, from a place
// that is being written.

module tr_fifo #(
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
  output logic              rvalid_o,
  input  logic              rready_i,
  output logic [ Width-1:0] rdata_o,
  output logic [LevelW-1:0] level_o    // entries in it
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  logic [Width-1:0] mem [0:Depth-1];
  logic [PtrW-1:0] wptr_d, wptr_q;
  logic [PtrW-1:0] rptr_d, rptr_q;
  logic [LevelW-1:0] level_d, level_q;
  logic push;
  logic pop;
  logic passed_d, passed_q;
  logic some_d, some_q;  // level_q is not 0
  logic room_d, room_q;  // not Depth
  logic [Width-1:0] read_d, read_q;
  logic [Width-1:0] pass_d, pass_q;

  assign wready_o = room_q;
  assign rvalid_o = some_q;
  assign rdata_o  = passed_q ? pass_q : read_q;
  assign level_o  = level_q;
  assign push     = wvalid_i && wready_o && !clr_i;
  assign pop      = rvalid_o && rready_i;

  always_comb begin
    wptr_d  = wptr_q;
    rptr_d  = rptr_q;
    level_d = level_q;
    if (push) wptr_d = (wptr_q == Last) ? '0 : wptr_q + 1'b1;
    if (pop) rptr_d = (rptr_q == Last) ? '0 : rptr_q + 1'b1;
    if (push && !pop) level_d = level_q + 1'b1;
    if (pop && !push) level_d = level_q - 1'b1;
    if (clr_i) begin
      wptr_d  = '0;
      rptr_d  = '0;
      level_d = '0;
    end
  end

  assign read_d   = (push && (wptr_q == rptr_d)) ? 'x : mem[rptr_d];
  assign pass_d   = wdata_i;
  assign passed_d = push && (wptr_q == rptr_d);

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q] <= wdata_i;
    read_q   <= read_d;
    pass_q   <= pass_d;
    passed_q <= passed_d;
  end

  always_comb begin
    some_d = some_q;
    room_d = room_q;
    if (clr_i) begin
      some_d = 1'b0;
      room_d = 1'b1;
    end else if (push && !pop) begin
      some_d = 1'b1;
      room_d = level_q != LevelW'(Depth - 1);
    end else if (pop && !push) begin
      some_d = level_q != LevelW'(1);
      room_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      level_q <= '0;
      some_q  <= 1'b0;
      room_q  <= 1'b1;
    end else begin
      wptr_q  <= wptr_d;
      rptr_q  <= rptr_d;
      level_q <= level_d;
      some_q  <= some_d;
      room_q  <= room_d;
    end
  end

endmodule
