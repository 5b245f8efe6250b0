// SPDX-License-Identifier: Apache-2.0
// The messages of the PIB sink that wait for the pins. On the pins nothing may come between the
// bytes of a message (N-Trace 1.0, PIB Idle Cycles Explained), so one is there to be read when all
// of it is.
//
// A message is taken when the sink is open from its first beat to its last; else the beats of it
// that came are taken back, and the rest is swallowed.
//
// The memory is read with the clock, as in tr_fifo: what is read next is read one cycle ahead.

module tr_pibsink_buffer #(
  parameter int unsigned Depth = 64,  // beats, a power of two; the longest message fits
  parameter int unsigned Lanes = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clr_i,
  input  logic               open_i,       // messages are taken, else swallowed
  input  logic               refuse_i,     // while open: they wait
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  output logic               link_ready_o,
  output logic               valid_o,      // a whole message is here
  output logic [       15:0] data_o,       // its next two bytes; the second may be 0xFF
  input  logic               pop_i,        // the next byte was taken
  input  logic               two_i         // both were; not if the first one ends the message
);

  localparam int unsigned AddrW = $clog2(Depth);

  logic [8*Lanes-1:0] mem [0:Depth-1];
  logic [AddrW:0] wptr_q, whole_q, rptr_q;  // whole_q: after the last whole message
  logic [AddrW:0] rptr_d, whole_d;
  logic mid_q, take_q, take, full, push, valid_q, passed_q;
  logic [8*Lanes-1:0] read_q, pass_q;

  assign full         = (wptr_q ^ rptr_q) == {1'b1, {AddrW{1'b0}}};
  assign take         = open_i & (~mid_q | take_q);
  assign link_ready_o = ~take | ~(full | refuse_i);
  assign push         = link_valid_i & take & ~full & ~refuse_i;
  assign valid_o      = valid_q;

  always_comb begin
    whole_d = whole_q;
    if (push & link_last_i) whole_d = wptr_q + 1'b1;
    if (clr_i) whole_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q[AddrW-1:0]] <= link_data_i;
    read_q   <= mem[rptr_d[AddrW-1:0]];
    pass_q   <= link_data_i;
    passed_q <= push & (wptr_q[AddrW-1:0] == rptr_d[AddrW-1:0]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q   <= 1'b0;
      take_q  <= 1'b0;
      wptr_q  <= '0;
      whole_q <= '0;
      rptr_q  <= '0;
      valid_q <= 1'b0;
    end else begin
      whole_q <= whole_d;
      rptr_q  <= rptr_d;
      valid_q <= rptr_d != whole_d;
      if (link_valid_i & link_ready_o) mid_q <= ~link_last_i;
      take_q <= take & (push | mid_q);
      if (push) wptr_q <= wptr_q + 1'b1;
      else if (~take) wptr_q <= whole_q;
      if (clr_i) begin
        take_q <= 1'b0;
        wptr_q <= '0;
      end
    end
  end

  // ---- Reading ----

  if (Lanes == 1) begin : g_bytes
    // The second byte is read beside the first one.
    logic [AddrW:0] second_d;
    logic [7:0] first, read_second_q, second;
    logic passed_second_q;

    assign first  = passed_q ? pass_q : read_q;
    assign second = passed_second_q ? pass_q : read_second_q;
    assign data_o = {(first[1:0] == tr_pkg::MseoEnd) ? tr_pkg::IdleByte : second, first};

    always_comb begin
      rptr_d   = rptr_q;
      second_d = rptr_q + 1'b1;
      if (pop_i) begin
        rptr_d   = rptr_q + (AddrW+1)'(two_i) + 1'b1;
        second_d = rptr_q + (AddrW+1)'(two_i) + (AddrW+1)'(2);
      end
      if (clr_i) begin
        rptr_d   = '0;
        second_d = (AddrW+1)'(1);
      end
    end

    always_ff @(posedge clk_i) begin
      read_second_q   <= mem[second_d[AddrW-1:0]];
      passed_second_q <= push & (wptr_q[AddrW-1:0] == second_d[AddrW-1:0]);
    end

    logic unused;
    assign unused = second_d[AddrW];
  end else begin : g_beats
    localparam int unsigned LaneW = $clog2(Lanes);
    logic [LaneW-1:0] lane_q;
    logic [8*Lanes-1:0] beat;
    logic one_over, two_over, beat_over;  // the beat ends with this byte; with the second one

    // Lanes after the end of a message are idle.
    assign beat      = passed_q ? pass_q : read_q;
    assign data_o    = 16'({tr_pkg::IdleByte, beat} >> {lane_q, 3'b000});
    assign one_over  = (data_o[1:0] == tr_pkg::MseoEnd) | (lane_q == LaneW'(Lanes - 1));
    assign two_over  = one_over | (data_o[9:8] == tr_pkg::MseoEnd) | (lane_q == LaneW'(Lanes - 2));
    assign beat_over = pop_i & (two_i ? two_over : one_over);

    always_comb begin
      rptr_d = rptr_q;
      if (beat_over) rptr_d = rptr_q + 1'b1;
      if (clr_i) rptr_d = '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) lane_q <= '0;
      else if (clr_i) lane_q <= '0;
      else if (pop_i) lane_q <= beat_over ? '0 : lane_q + LaneW'(two_i) + 1'b1;
    end
  end

endmodule
