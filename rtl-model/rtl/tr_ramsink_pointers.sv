// SPDX-License-Identifier: Apache-2.0
// The pointers of the RAM sink while it runs, in trace words. ptr_o is the address of the next
// write that begins; next_o is trRamWP after the next write that ends. Between the two are the
// writes that have begun and have no response yet. A write is one word, or a burst of four.
//
// A write pointer out of range means the start, and trRamWP keeps its value until the first word is
// in memory. So both pointers are loaded when software has changed something, in three cycles;
// ready_o is 0 until then.

module tr_ramsink_pointers #(
  parameter int unsigned W = 8
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         load_i,    // start, limit or write pointer change at this edge
  input  logic [W-1:0] start_i,
  input  logic [W-1:0] limit_i,
  input  logic [W-1:0] wp_i,
  input  logic         begin_i,   // a write begins, at ptr_o: while ready_o
  input  logic         begin_burst_i,
  input  logic         step_i,    // the oldest one has ended
  input  logic         step_burst_i,
  output logic         ready_o,
  output logic [W-1:0] ptr_o,
  output logic         known_o,   // fits_o is known: not in the cycle after a write has begun
  output logic         fits_o,    // a burst can begin
  output logic         last_o,    // the write that begins is the last one before the start
  output logic [W-1:0] next_o,
  output logic         wrap_o     // so is the oldest one
);

  logic [2:0] load_d, load_q;  // what is loaded in this cycle: one bit at most
  // Comparisons in halves: less, and for the upper half equal too.
  logic below_low_d, below_low_q;
  logic below_high_d, below_high_q;
  logic below_same_d, below_same_q;
  logic above_low_d, above_low_q;
  logic above_high_d, above_high_q;
  logic above_same_d, above_same_q;
  logic single_low_d, single_low_q;
  logic single_high_d, single_high_q;
  logic single_same_d, single_same_q;
  logic outside;
  logic single_d, single_q;
  logic known_d, known_q;
  logic fits;
  logic fits_d, fits_q;
  logic unused_fits;
  logic [W-1:0] ptr_d, ptr_q;
  logic [W-1:0] ptr_next;
  logic [W-1:0] oldest_d, oldest_q;
  // Whether a group of words is that of the limit, whether the upper part of its address is
  // (tr_ramsink_next), and whether that is so after the next carry into it. The last one is found
  // out in the cycle after a carry: there cannot be another one then.
  logic ptr_ends_d, ptr_ends_q;
  logic ptr_same_d, ptr_same_q;
  logic ptr_near_d, ptr_near_q;
  logic ptr_ends;
  logic ptr_same;
  logic oldest_ends_d, oldest_ends_q;
  logic oldest_same_d, oldest_same_q;
  logic oldest_near_d, oldest_near_q;
  logic oldest_ends;
  logic oldest_same;
  logic start_ends_d, start_ends_q;
  logic start_same_d, start_same_q;
  logic start_near_d, start_near_q;
  logic carry_d, carry_q;

  localparam int unsigned Low = W / 2;
  localparam int unsigned HighLow = (W > 34) ? 18 : 2 + (W - 2) / 2;  // the upper part begins here
  localparam int unsigned HighW = W - HighLow;
  logic [HighW-1:0] limit_high;
  logic [HighW-1:0] high_d, high_q;  // limit_high - 1
  logic [HighW-1:0] start_high;
  logic [HighW-1:0] ptr_high;
  logic [HighW-1:0] oldest_high;
  logic [HighLow-3:0] limit_low;
  logic [HighLow-3:0] before_d, before_q;  // limit_low - 1

  assign limit_high = limit_i[W-1:HighLow];
  assign limit_low  = limit_i[HighLow-1:2];
  assign start_high = start_i[W-1:HighLow];

  assign outside = below_high_q || (below_same_q && below_low_q) ||
                   above_high_q || (above_same_q && above_low_q);

  tr_ramsink_next #(
    .W(W)
  ) u_ptr (
    .ptr_i       (ptr_q),
    .burst_i     (begin_burst_i),
    .start_i,
    .limit_i     (limit_i[1:0]),
    .before_i    (before_q),
    .carry_i     (carry_q),
    .single_i    (single_q),
    .ends_i      (ptr_ends_q),
    .same_i      (ptr_same_q),
    .near_i      (ptr_near_q),
    .start_ends_i(start_ends_q),
    .start_same_i(start_same_q),
    .fits_o      (fits),
    .last_o,
    .next_o      (ptr_next),
    .next_ends_o (ptr_ends),
    .next_same_o (ptr_same),
    .high_o      (ptr_high)
  );
  tr_ramsink_next #(
    .W(W)
  ) u_oldest (
    .ptr_i       (oldest_q),
    .burst_i     (step_burst_i),
    .start_i,
    .limit_i     (limit_i[1:0]),
    .before_i    (before_q),
    .carry_i     (carry_q),
    .single_i    (single_q),
    .ends_i      (oldest_ends_q),
    .same_i      (oldest_same_q),
    .near_i      (oldest_near_q),
    .start_ends_i(start_ends_q),
    .start_same_i(start_same_q),
    .fits_o      (unused_fits),
    .last_o      (wrap_o),
    .next_o,
    .next_ends_o (oldest_ends),
    .next_same_o (oldest_same),
    .high_o      (oldest_high)
  );

  assign known_d    = ready_o && !begin_i;
  assign fits_d     = fits;
  assign single_d   = load_q[1] ? single_high_q || (single_same_q && single_low_q) : single_q;
  assign ptr_d      = load_q[1] ? (outside ? start_i : wp_i) : begin_i ? ptr_next : ptr_q;
  assign oldest_d   = load_q[2] ? ptr_q : step_i ? next_o : oldest_q;
  assign ptr_near_d = (begin_i && last_o) ? start_near_q : ptr_high == high_q;

  always_comb begin
    below_low_d   = below_low_q;
    below_high_d  = below_high_q;
    below_same_d  = below_same_q;
    above_low_d   = above_low_q;
    above_high_d  = above_high_q;
    above_same_d  = above_same_q;
    single_low_d  = single_low_q;
    single_high_d = single_high_q;
    single_same_d = single_same_q;
    before_d      = before_q;
    high_d        = high_q;
    carry_d       = carry_q;
    start_same_d  = start_same_q;
    start_ends_d  = start_ends_q;
    start_near_d  = start_near_q;
    ptr_ends_d    = ptr_ends_q;
    ptr_same_d    = ptr_same_q;
    oldest_ends_d = oldest_ends_q;
    oldest_same_d = oldest_same_q;
    oldest_near_d = oldest_near_q;
    load_d        = {load_q[1:0], 1'b0};
    if (load_i) load_d = 3'b001;
    if (load_q[0]) begin
      below_low_d   = wp_i[Low-1:0] < start_i[Low-1:0];
      below_high_d  = wp_i[W-1:Low] < start_i[W-1:Low];
      below_same_d  = wp_i[W-1:Low] == start_i[W-1:Low];
      above_low_d   = wp_i[Low-1:0] > limit_i[Low-1:0];
      above_high_d  = wp_i[W-1:Low] > limit_i[W-1:Low];
      above_same_d  = wp_i[W-1:Low] == limit_i[W-1:Low];
      single_low_d  = start_i[Low-1:0] >= limit_i[Low-1:0];
      single_high_d = start_i[W-1:Low] > limit_i[W-1:Low];
      single_same_d = start_i[W-1:Low] == limit_i[W-1:Low];
    end
    // What is compared with the limit.
    if (load_q[0]) begin
      before_d     = limit_low - 1'b1;
      high_d       = limit_high - 1'b1;
      carry_d      = limit_low == '0;
      start_same_d = start_high == limit_high;
    end
    if (load_q[1]) begin
      start_ends_d = start_same_q && (start_i[HighLow-1:2] == limit_low);
      start_near_d = start_high == high_q;
    end
    if (load_q[2]) begin
      ptr_ends_d    = ptr_q[W-1:2] == limit_i[W-1:2];
      ptr_same_d    = ptr_high == limit_high;
      oldest_ends_d = ptr_q[W-1:2] == limit_i[W-1:2];
      oldest_same_d = ptr_high == limit_high;
      oldest_near_d = ptr_high == high_q;
    end else begin
      if (begin_i) ptr_ends_d = ptr_ends;
      if (begin_i) ptr_same_d = ptr_same;
      if (step_i) oldest_ends_d = oldest_ends;
      if (step_i) oldest_same_d = oldest_same;
      oldest_near_d = (step_i && wrap_o) ? start_near_q : oldest_high == high_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_q        <= 3'b001;
      below_low_q   <= 1'b0;
      below_high_q  <= 1'b0;
      below_same_q  <= 1'b0;
      above_low_q   <= 1'b0;
      above_high_q  <= 1'b0;
      above_same_q  <= 1'b0;
      single_low_q  <= 1'b0;
      single_high_q <= 1'b0;
      single_same_q <= 1'b0;
      single_q      <= 1'b0;
      ptr_q         <= '0;
      oldest_q      <= '0;
      known_q       <= 1'b0;
      fits_q        <= 1'b0;
      before_q      <= '0;
      high_q        <= '0;
      carry_q       <= 1'b0;
      start_ends_q  <= 1'b0;
      ptr_ends_q    <= 1'b0;
      oldest_ends_q <= 1'b0;
      start_same_q  <= 1'b0;
      start_near_q  <= 1'b0;
      ptr_same_q    <= 1'b0;
      ptr_near_q    <= 1'b0;
      oldest_same_q <= 1'b0;
      oldest_near_q <= 1'b0;
    end else begin
      load_q        <= load_d;
      below_low_q   <= below_low_d;
      below_high_q  <= below_high_d;
      below_same_q  <= below_same_d;
      above_low_q   <= above_low_d;
      above_high_q  <= above_high_d;
      above_same_q  <= above_same_d;
      single_low_q  <= single_low_d;
      single_high_q <= single_high_d;
      single_same_q <= single_same_d;
      single_q      <= single_d;
      ptr_q         <= ptr_d;
      oldest_q      <= oldest_d;
      known_q       <= known_d;
      fits_q        <= fits_d;
      before_q      <= before_d;
      high_q        <= high_d;
      carry_q       <= carry_d;
      start_ends_q  <= start_ends_d;
      ptr_ends_q    <= ptr_ends_d;
      oldest_ends_q <= oldest_ends_d;
      start_same_q  <= start_same_d;
      start_near_q  <= start_near_d;
      ptr_same_q    <= ptr_same_d;
      ptr_near_q    <= ptr_near_d;
      oldest_same_q <= oldest_same_d;
      oldest_near_q <= oldest_near_d;
    end
  end

  assign ready_o = load_q == '0;
  assign ptr_o   = ptr_q;
  assign known_o = known_q;
  assign fits_o  = known_q && fits_q;

endmodule
