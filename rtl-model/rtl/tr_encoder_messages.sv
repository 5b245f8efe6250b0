// SPDX-License-Identifier: Apache-2.0
// The queue of messages: as tr_fifo, but what is written goes through a register, rdata_o comes
// from one, and nothing passes by the memory. What is written is seen three cycles later; the place
// of what has been read is not counted in Depth. All that depends on the level is found for a
// message in the register and without one, so that wvalid_i, which comes late, decides nothing
// else. The lowest bits of what is written can come one cycle later than the rest.

module tr_encoder_messages #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 8,   // messages, 2 at least
  parameter int unsigned Low = 4,
  parameter int unsigned High = 4,
  parameter int unsigned LateW = 0,   // of wdata_i that many bits are wlate_i, less than Width
  localparam int unsigned LateBits = (LateW > 0) ? LateW : 1,
  localparam int unsigned Places = Depth + 1,
  localparam int unsigned LevelW = $clog2(Places + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,     // empty it; wins over a write
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  input  logic [LateBits-1:0] wlate_i,
  output logic              rvalid_o,
  input  logic              rready_i,
  output logic [ Width-1:0] rdata_o,
  // no more than Low, and nothing was written in the last cycle
  output logic              low_o,
  output logic              high_o,    // more than High
  output logic [LevelW-1:0] level_o    // messages in it
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] in;
  logic [Width-1:0] read;
  logic [Width-1:0] fetched_d, fetched_q;
  logic [Width-LateW-1:0] in_d, in_q;
  logic [PtrW-1:0] wptr_d, wptr_q;
  logic [PtrW-1:0] rptr_d, rptr_q;
  logic [PtrW-1:0] rptr_next;
  logic [LevelW-1:0] level_d, level_q;  // messages, but for that in in_q
  logic [LevelW-1:0] there_d, there_q;  // those of them that are in the memory
  logic push;
  logic pop;
  logic fetch;
  logic in_valid_d, in_valid_q;
  logic some_d, some_q;
  logic fetched_valid_d, fetched_valid_q;
  // with one message less than now, as many, and one more
  logic [5:0] full;
  logic [2:0] low;
  logic [5:0] high;
  logic low_d, low_q;
  // without a message in in_q, and with one
  logic [1:0] full_d, full_q;
  logic [1:0] high_d, high_q;

  assign wready_o = ~full_q[in_valid_q];
  assign low_o    = low_q & ~in_valid_q;
  assign high_o   = high_q[in_valid_q];
  assign rvalid_o = fetched_valid_q;
  assign rdata_o  = fetched_q;
  assign level_o  = level_q + LevelW'(in_valid_q);
  assign push     = wvalid_i & wready_o & ~clr_i;
  assign pop      = fetched_valid_q & rready_i;
  assign fetch    = some_q & (~fetched_valid_q | rready_i);

  if (LateW > 0) begin : gen_late
    logic unused;
    assign unused = ^wdata_i[LateBits-1:0];
    assign in     = {in_q, wlate_i};
  end else begin : gen_at_once
    logic unused;
    assign unused = ^wlate_i;
    assign in     = in_q;
  end

  always_comb begin
    level_d = level_q;
    there_d = there_q;
    if (in_valid_q && !pop) level_d = level_q + 1'b1;
    if (pop && !in_valid_q) level_d = level_q - 1'b1;
    if (in_valid_q && !fetch) there_d = there_q + 1'b1;
    if (fetch && !in_valid_q) there_d = there_q - 1'b1;
    if (clr_i) begin
      level_d = '0;
      there_d = '0;
    end
  end

  // Which level comes next is known late, and selects.
  for (genvar k = 0; k < 3; k = k + 1) begin : gen_level
    // the first level, of now, above High, or above it with in_q
    localparam int unsigned HighAt = High + 2 - k;
    localparam int unsigned MoreAt = (HighAt > 2) ? HighAt - 1 : 1;
    assign full[2*k +: 2] = {32'(level_q) >= Places - k, 32'(level_q) == Places + 1 - k};
    assign low[k]         = 32'(level_q) < Low + 2 - k;
    assign high[2*k +: 2] = {(HighAt < 2) || (32'(level_q) >= MoreAt),
                             (HighAt < 1) || (32'(level_q) >= ((HighAt > 1) ? HighAt : 1))};
  end

  // With ANDs and ORs: of a choice synthesis makes an enable, which comes later than what is
  // chosen.
  assign rptr_next = (rptr_q == Last) ? '0 : rptr_q + 1'b1;

  // Nothing is read from a place that is being written: without that, synthesis adds registers and
  // multiplexers that pass what is written around the memory.
  assign read = (in_valid_q && (wptr_q == rptr_q)) ? 'x : mem[rptr_q];

  assign in_d      = wdata_i[Width-1:LateW];
  assign fetched_d = fetch ? read : fetched_q;
  always_ff @(posedge clk_i) begin
    in_q <= in_d;
    if (in_valid_q) mem[wptr_q] <= in;
    fetched_q <= fetched_d;
  end

  always_comb begin
    wptr_d          = wptr_q;
    if (clr_i) wptr_d = '0;
    else if (in_valid_q) wptr_d = (wptr_q == Last) ? '0 : wptr_q + 1'b1;
    rptr_d          = (rptr_next & {PtrW{fetch && !clr_i}}) |
                      (rptr_q & {PtrW{!fetch && !clr_i}});
    in_valid_d      = push;
    full_d          = pop ? (in_valid_q ? full[3:2] : full[1:0])
                          : (in_valid_q ? full[5:4] : full[3:2]);
    low_d           = pop ? (in_valid_q ? low[1] : low[0]) : (in_valid_q ? low[2] : low[1]);
    high_d          = pop ? (in_valid_q ? high[3:2] : high[1:0])
                          : (in_valid_q ? high[5:4] : high[3:2]);
    if (clr_i) begin
      full_d = '0;
      low_d  = 1'b1;
      high_d = {High == 0, 1'b0};
    end
    some_d          = there_d != '0;
    fetched_valid_d = (fetch | (fetched_valid_q & ~rready_i)) & ~clr_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q          <= '0;
      rptr_q          <= '0;
      level_q         <= '0;
      there_q         <= '0;
      in_valid_q      <= 1'b0;
      full_q          <= '0;
      low_q           <= 1'b1;
      high_q          <= '0;
      some_q          <= 1'b0;
      fetched_valid_q <= 1'b0;
    end else begin
      wptr_q          <= wptr_d;
      rptr_q          <= rptr_d;
      level_q         <= level_d;
      there_q         <= there_d;
      in_valid_q      <= in_valid_d;
      full_q          <= full_d;
      low_q           <= low_d;
      high_q          <= high_d;
      some_q          <= some_d;
      fetched_valid_q <= fetched_valid_d;
    end
  end

endmodule
