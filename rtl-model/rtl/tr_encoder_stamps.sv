// SPDX-License-Identifier: Apache-2.0
// The times of records, in a queue beside that of the records (tr_encoder_ingress). Whoever needs
// one can wait for a cycle: so none goes through the registers of the oldest record.
//
// Two memories that are read with a clock, one for every other record: that of the oldest record,
// of the one after it and of the last one that left are at hand. Whether it is the oldest or the
// one after it may be known late in the cycle.

module tr_encoder_stamps #(
  parameter int unsigned TsW = 40,
  parameter int unsigned Records = 11,    // in the queue of records, at most
  localparam int unsigned PtrW = $clog2(Records + 1)
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           clr_i,           // the queue of records is emptied
  input  logic           write_i,         // a record is taken, with
  input  logic [TsW-1:0] time_i,          // its time
  // The time of the oldest record is asked for; else that of the last one that left.
  input  logic           shown_i,
  input  logic           two_i,           // with shown_i: that of the record after it
  input  logic           pop_i,           // the oldest record leaves
  input  logic           both_i,          // with pop_i: so does the one after it
  // What was asked for, one cycle later; 0 before the first record.
  output logic [TsW-1:0] time_o
);

  localparam int unsigned AtW = PtrW - 1;

  logic [TsW-1:0] mem_even [0:2**AtW-1];
  logic [TsW-1:0] mem_odd [0:2**AtW-1];
  logic [TsW-1:0] even_d, even_q;
  logic [TsW-1:0] odd_d, odd_q;
  logic [PtrW-1:0] wptr_d, wptr_q;
  // the oldest record; the last one that left is before it
  logic [PtrW-1:0] rptr_d, rptr_q;
  logic [AtW-1:0] write_at;
  logic [AtW-1:0] even_at;
  logic [AtW-1:0] odd_at;
  logic write_even;
  logic write_odd;
  logic is_odd_d, is_odd_q;
  logic left_d, left_q;                   // a record has left
  logic some_d, some_q;

  assign write_at   = wptr_q[PtrW-1:1];
  assign write_even = write_i && !wptr_q[0];
  assign write_odd  = write_i && wptr_q[0];
  assign even_at    = rptr_q[PtrW-1:1] + AtW'(rptr_q[0] && shown_i);
  assign odd_at     = rptr_q[PtrW-1:1] - AtW'(!rptr_q[0] && !shown_i);
  assign is_odd_d   = rptr_q[0] != (!shown_i || two_i);
  assign left_d     = left_q || pop_i;
  assign some_d     = left_q || shown_i;
  assign time_o     = (is_odd_q ? odd_q : even_q) & {TsW{some_q}};

  assign rptr_d = !pop_i ? rptr_q : rptr_q + (both_i ? PtrW'(2) : PtrW'(1));
  assign wptr_d = clr_i ? rptr_d : wptr_q + PtrW'(write_i);

  // What is read from a place that is being written is not asked for: see tr_encoder_queue.
  assign even_d = (write_even && (write_at == even_at)) ? 'x : mem_even[even_at];
  assign odd_d  = (write_odd && (write_at == odd_at)) ? 'x : mem_odd[odd_at];

  always_ff @(posedge clk_i) begin
    if (write_even) mem_even[write_at] <= time_i;
    if (write_odd) mem_odd[write_at] <= time_i;
    even_q <= even_d;
    odd_q  <= odd_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q   <= '0;
      rptr_q   <= '0;
      is_odd_q <= 1'b0;
      left_q   <= 1'b0;
      some_q   <= 1'b0;
    end else begin
      wptr_q   <= wptr_d;
      rptr_q   <= rptr_d;
      is_odd_q <= is_odd_d;
      left_q   <= left_d;
      some_q   <= some_d;
    end
  end

endmodule
