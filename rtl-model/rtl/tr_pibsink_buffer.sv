// SPDX-License-Identifier: Apache-2.0
// The messages of the PIB sink that wait for the pins. On the pins nothing may come between the
// bytes of a message (N-Trace 1.0, PIB Idle Cycles Explained), so one is there to be read when all
// of it is.
//
// A message is taken when the sink is open from its first beat to its last; else the beats of it
// that came are taken back, and the rest is swallowed.
//
// The memory is read with the clock, as in tr_fifo: what is read next is read one cycle ahead. The
// oldest beat is in a register, from which its bytes leave; the one after it is what is read. What
// the link shows is taken for the beat at a place that is not written yet, whether it comes or not:
// if it does not, nothing can be read.

module tr_pibsink_buffer #(
  parameter int unsigned Depth = 64,  // beats, a power of two; the longest message fits
  parameter bit          Etrace = 1'b0,
  parameter int unsigned Lanes = 4,
  localparam int unsigned LinkW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clr_i,
  input  logic               open_i,       // messages are taken, else swallowed
  input  logic               refuse_i,     // while open: they wait
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  input  logic [  LinkW-1:0] link_bytes_i,
  output logic               link_ready_o,
  output logic               valid_o,      // a whole message is here
  output logic [       15:0] data_o,       // its next bytes; the second if ends_o[0] is 0
  output logic [        1:0] ends_o,       // they end the message
  input  logic               pop_i,        // the next byte was taken
  input  logic               two_i         // both were; not if the first one ends the message
);

  localparam int unsigned AddrW = $clog2(Depth);

  // A byte of E-Trace is stored with whether it ends its packet; that of N-Trace says so itself.
  localparam int unsigned ByteW = Etrace ? 9 : 8;
  localparam int unsigned BeatW = ByteW * Lanes;

  logic [BeatW-1:0] mem [0:Depth-1];
  logic [BeatW-1:0] come;
  logic [AddrW:0] wptr_d, wptr_q;
  logic [AddrW:0] whole_d, whole_q;  // after the last whole message
  logic [AddrW:0] rptr_d, rptr_q;
  logic mid_d, mid_q;
  logic take_d, take_q;
  logic take;
  logic full;
  logic push;
  logic valid_d, valid_q;
  logic one;  // rptr_q goes on by one
  logic two;  // or by two
  // it is late where it goes: all that follows is found out for each case
  logic [AddrW:0] rptr_1;
  logic [AddrW:0] rptr_2;
  logic free_0;
  logic free_1;
  logic free_2;

  assign full         = (wptr_q ^ rptr_q) == {1'b1, {AddrW{1'b0}}};
  assign take         = open_i && (!mid_q || take_q);
  assign link_ready_o = !take || !(full || refuse_i);
  assign push         = link_valid_i && take && !full && !refuse_i;
  assign valid_o      = valid_q;

  assign rptr_1 = rptr_q + 1'b1;
  assign rptr_2 = rptr_q + (AddrW+1)'(2);
  // The place k after rptr_q is the next one to be written.
  assign free_0 = wptr_q == rptr_q;
  assign free_1 = wptr_q == rptr_1;
  assign free_2 = wptr_q == rptr_2;

  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q[AddrW-1:0]] <= come;
  end

  if (Etrace) begin : gen_etrace
    for (genvar k = 0; k < Lanes; k = k + 1) begin : gen_lane
      assign come[ByteW*k +: ByteW] = {link_last_i && (link_bytes_i == LinkW'(k)),
                                       link_data_i[8*k +: 8]};
    end
  end else begin : gen_ntrace
    logic unused;
    assign unused = &{1'b0, link_bytes_i};
    assign come   = link_data_i;
  end

  assign mid_d = (link_valid_i && link_ready_o) ? !link_last_i : mid_q;

  always_comb begin
    whole_d = whole_q;
    wptr_d  = wptr_q;
    if (push && link_last_i) whole_d = wptr_q + 1'b1;
    rptr_d = two ? rptr_2 : one ? rptr_1 : rptr_q;
    // A message that becomes whole is still to be read.
    valid_d = (push && link_last_i) ||
              (valid_q && !(two ? rptr_2 == whole_q : one && (rptr_1 == whole_q)));
    take_d = take && (push || mid_q);
    if (push) wptr_d = wptr_q + 1'b1;
    else if (!take) wptr_d = whole_q;
    if (clr_i) begin
      take_d  = 1'b0;
      wptr_d  = '0;
      whole_d = '0;
      rptr_d  = '0;
      valid_d = 1'b0;
    end
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
      mid_q   <= mid_d;
      take_q  <= take_d;
      wptr_q  <= wptr_d;
      whole_q <= whole_d;
      rptr_q  <= rptr_d;
      valid_q <= valid_d;
    end
  end

  // ---- Reading ----

  if (Lanes == 1) begin : gen_bytes
    // The second byte is read beside the first one.
    logic [AddrW:0] rptr_3;
    logic [AddrW:0] first_d;
    logic [AddrW:0] second_d;
    logic [ByteW-1:0] read_d, read_q;
    logic [ByteW-1:0] pass_d, pass_q;
    logic [ByteW-1:0] first;
    logic [ByteW-1:0] read_second_d, read_second_q;
    logic [ByteW-1:0] second;
    logic passed_d, passed_q;
    logic passed_second_d, passed_second_q;
    logic free_3;

    assign first  = passed_q ? pass_q : read_q;
    assign second = passed_second_q ? pass_q : read_second_q;
    assign data_o = {(!Etrace && ends_o[0]) ? tr_pkg::IdleByte : second[7:0], first[7:0]};
    if (Etrace) begin : gen_etrace_ends
      assign ends_o = {second[ByteW-1], first[ByteW-1]};
    end else begin : gen_ntrace_ends
      assign ends_o = {second[1:0] == tr_pkg::MseoEnd, first[1:0] == tr_pkg::MseoEnd};
    end

    assign one      = pop_i && !two_i;
    assign two      = pop_i && two_i;
    assign rptr_3   = rptr_q + (AddrW+1)'(3);
    assign first_d  = two ? rptr_2 : one ? rptr_1 : rptr_q;
    assign second_d = two ? rptr_3 : one ? rptr_2 : rptr_1;
    assign free_3   = wptr_q == rptr_3;

    assign pass_d = come;
    assign read_d = (push && (wptr_q[AddrW-1:0] == first_d[AddrW-1:0])) ? 'x
                    : mem[first_d[AddrW-1:0]];
    assign read_second_d = (push && (wptr_q[AddrW-1:0] == second_d[AddrW-1:0])) ? 'x
                           : mem[second_d[AddrW-1:0]];
    assign passed_d        = two ? free_2 : one ? free_1 : free_0;
    assign passed_second_d = two ? free_3 : one ? free_2 : free_1;

    always_ff @(posedge clk_i) begin
      pass_q          <= pass_d;
      read_q          <= read_d;
      read_second_q   <= read_second_d;
      passed_q        <= passed_d;
      passed_second_q <= passed_second_d;
    end

    logic unused;
    assign unused = &{1'b0, first_d[AddrW], second_d[AddrW]};
  end else begin : gen_beats
    localparam int unsigned LaneW = $clog2(Lanes);
    localparam logic [3*ByteW-1:0] Idle = {3{ByteW'(tr_pkg::IdleByte)}};
    logic [LaneW-1:0] lane_d, lane_q;
    logic [BeatW-1:0] beat_d, beat_q;  // from the byte at lane_q on
    logic [BeatW-1:0] read_d, read_q;
    logic [BeatW-1:0] pass_d, pass_q;
    logic passed_d, passed_q;
    // the beat ends with this byte; with the second one
    logic one_over;
    logic two_over;
    logic beat_over;
    logic [AddrW:0] ahead_d;
    logic [BeatW-1:0] next;
    logic [BeatW-1:0] rest;
    logic [BeatW-1:0] stays;
    logic [BeatW-1:0] one_leaves;
    logic [BeatW-1:0] two_leave;

    // Lanes after the end of a message are idle.
    assign data_o    = {beat_q[ByteW +: 8], beat_q[7:0]};
    assign one_over  = ends_o[0] || (lane_q == LaneW'(Lanes - 1));
    assign two_over  = one_over || ends_o[1] || (lane_q == LaneW'(Lanes - 2));
    if (Etrace) begin : gen_etrace_ends
      assign ends_o = {beat_q[2*ByteW-1], beat_q[ByteW-1]};
    end else begin : gen_ntrace_ends
      assign ends_o = {data_o[9:8] == tr_pkg::MseoEnd, data_o[1:0] == tr_pkg::MseoEnd};
    end
    assign beat_over = pop_i && (two_i ? two_over : one_over);
    assign one       = beat_over;
    assign two       = 1'b0;
    assign ahead_d   = one ? rptr_2 : rptr_1;

    // ANDs and ORs: of a ?: synthesis would make an enable, which is late.
    assign next       = free_1 ? come : passed_q ? pass_q : read_q;
    assign stays      = {BeatW{!pop_i}};
    assign one_leaves = {BeatW{pop_i && !two_i}};
    assign two_leave  = {BeatW{pop_i && two_i}};
    assign rest       = (stays & beat_q) | (one_leaves & BeatW'({Idle, beat_q} >> ByteW)) |
                        (two_leave & BeatW'({Idle, beat_q} >> (2 * ByteW)));

    assign pass_d = come;
    assign read_d = (push && (wptr_q[AddrW-1:0] == ahead_d[AddrW-1:0])) ? 'x
                    : mem[ahead_d[AddrW-1:0]];
    assign passed_d = one ? free_2 : free_1;
    assign beat_d   = free_0 ? come : one ? next : rest;

    always_ff @(posedge clk_i) begin
      pass_q   <= pass_d;
      read_q   <= read_d;
      passed_q <= passed_d;
      beat_q   <= beat_d;
    end

    logic unused;
    assign unused = ahead_d[AddrW];

    assign lane_d = clr_i ? '0 : pop_i ? (beat_over ? '0 : lane_q + LaneW'(two_i) + 1'b1) : lane_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) lane_q <= '0;
      else lane_q <= lane_d;
    end
  end

endmodule
