// SPDX-License-Identifier: Apache-2.0
// The queue of records with two blocks each: as tr_encoder_queue, but each record has a place of
// its own, and any two in a row can be shown, whatever left before them. That takes three ports to
// read, without a clock.

module tr_encoder_window #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 8,  // records, 2 at least
  localparam int unsigned Places = Depth + 3,
  localparam int unsigned LevelW = $clog2(Places + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,     // empty it; wins over a write
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  input  logic              wjoin_i,   // it may be shown with the one before, last_o
  output logic [ Width-1:0] last_o,    // written last
  output logic [LevelW-1:0] level_o,   // records in it
  output logic              valid_o,   // the oldest is shown
  output logic [ Width-1:0] first_o,
  output logic              there_o,   // so is the next one
  output logic [ Width-1:0] second_o,
  input  logic              pop_i,     // the oldest leaves
  input  logic              both_i     // the next one leaves too
);

  localparam int unsigned PtrW = $clog2(Places);
  localparam logic [PtrW-1:0] Last = PtrW'(Places - 1);

  logic [Width:0] mem [0:Places-1];
  logic [Width:0] second_d, second_q;
  logic [Width:0] next1;
  logic [Width:0] next2;
  logic [Width:0] next3;
  logic [Width-1:0] first_d, first_q;
  logic [Width-1:0] last_d, last_q;
  logic [PtrW-1:0] wptr_d, wptr_q;
  logic [PtrW-1:0] rptr_d, rptr_q;
  logic [PtrW-1:0] rptr_next;
  logic [PtrW-1:0] ptr1;
  logic [PtrW-1:0] ptr2;
  logic [PtrW-1:0] ptr3;
  logic [LevelW-1:0] level_d, level_q;
  logic [LevelW-1:0] level_next;
  logic [LevelW-1:0] left;
  logic [LevelW-1:0] popped;
  logic push;
  logic two;
  logic full_d, full_q;
  logic valid_d, valid_q;
  logic there_d, there_q;

  assign wready_o = ~full_q;
  assign level_o  = level_q;
  assign last_o   = last_q;
  assign valid_o  = valid_q;
  assign first_o  = first_q;
  assign there_o  = there_q & second_q[Width];
  assign second_o = second_q[Width-1:0];

  assign push    = wvalid_i & wready_o;
  assign two     = pop_i & both_i;
  assign popped  = {(LevelW-1)'(two), pop_i & ~both_i};
  assign left    = level_q - popped;           // what is written now is not shown yet
  assign level_next = left + LevelW'(push);

  assign ptr1   = (rptr_q == Last) ? '0 : rptr_q + 1'b1;
  assign ptr2   = (ptr1 == Last) ? '0 : ptr1 + 1'b1;
  assign ptr3   = (ptr2 == Last) ? '0 : ptr2 + 1'b1;
  assign rptr_next = !pop_i ? rptr_q : both_i ? ptr2 : ptr1;
  assign next1  = mem[ptr1];
  assign next2  = mem[ptr2];
  assign next3  = mem[ptr3];

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q] <= {wjoin_i, wdata_i};
  end

  always_comb begin
    last_d   = last_q;
    first_d  = first_q;
    if (push) last_d = wdata_i;
    if (!valid_q) first_d = mem[rptr_q][Width-1:0];
    else if (pop_i) first_d = both_i ? next2[Width-1:0] : next1[Width-1:0];
    second_d = !pop_i ? next1 : both_i ? next3 : next2;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q   <= '0;
      first_q  <= '0;
      second_q <= '0;
    end else begin
      last_q   <= last_d;
      first_q  <= first_d;
      second_q <= second_d;
    end
  end

  always_comb begin
    wptr_d  = wptr_q;
    rptr_d  = rptr_q;
    level_d = level_q;
    full_d  = full_q;
    valid_d = valid_q;
    there_d = there_q;
    if (clr_i) begin
      wptr_d  = '0;
      rptr_d  = '0;
      level_d = '0;
      full_d  = 1'b0;
      valid_d = 1'b0;
      there_d = 1'b0;
    end else begin
      if (push) wptr_d = (wptr_q == Last) ? '0 : wptr_q + 1'b1;
      rptr_d  = rptr_next;
      level_d = level_next;
      full_d  = level_next == LevelW'(Places);
      valid_d = left != '0;
      there_d = left > LevelW'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      level_q <= '0;
      full_q  <= 1'b0;
      valid_q <= 1'b0;
      there_q <= 1'b0;
    end else begin
      wptr_q  <= wptr_d;
      rptr_q  <= rptr_d;
      level_q <= level_d;
      full_q  <= full_d;
      valid_q <= valid_d;
      there_q <= there_d;
    end
  end

endmodule
