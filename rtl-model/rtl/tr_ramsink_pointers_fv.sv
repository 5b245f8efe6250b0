// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_pointers, with any start, limit and write pointer, and any writes of one word
// or of four: each goes where a walk from word to word comes to, no burst crosses the limit, and
// trRamWP follows the writes in the same way. Both pointers go through the same sequence of writes,
// so what holds for each burst where it begins is assumed where it ends.

module tr_ramsink_pointers_fv (
  input logic       clk_i,
  input logic       load_i,
  input logic [4:0] start_i,
  input logic [4:0] limit_i,
  input logic [4:0] wp_i,
  input logic       begin_i,
  input logic       burst_i,
  input logic       step_i,
  input logic       step_burst_i
);

  logic rst_nq;
  logic ready;
  logic known;
  logic fits;
  logic last;
  logic wrap;
  logic begins;
  logic bursts;
  logic steps;
  logic wrapped;
  logic old_wrapped;
  logic allowed;
  logic old_allowed;
  logic [4:0] start_q;
  logic [4:0] limit_q;
  logic [4:0] wp_q;
  logic [4:0] ptr;
  logic [4:0] next;
  logic [4:0] walk;
  logic [4:0] old_walk;
  logic [4:0] ptr_q;
  logic [4:0] old_q;

  tr_ramsink_pointers #(
    .W(5)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .load_i,
    .start_i(start_q),
    .limit_i(limit_q),
    .wp_i(wp_q),
    .begin_i(begins),
    .begin_burst_i(bursts),
    .step_i(steps),
    .step_burst_i,
    .ready_o(ready),
    .ptr_o(ptr),
    .known_o(known),
    .fits_o(fits),
    .last_o(last),
    .next_o(next),
    .wrap_o(wrap)
  );

  assign begins      = begin_i & ready;
  assign bursts      = burst_i & fits;
  assign steps       = step_i & ready;
  assign allowed     = (ptr_q[1:0] == 2'b00) & ((ptr_q | 5'd3) <= limit_q) & (start_q < limit_q);
  assign old_allowed = (old_q[1:0] == 2'b00) & ((old_q | 5'd3) <= limit_q) & (start_q < limit_q);

  // The walk: words one by one.
  always_comb begin
    walk        = ptr_q;
    old_walk    = old_q;
    wrapped     = 1'b0;
    old_wrapped = 1'b0;
    for (int unsigned k = 0; k < 4; k = k + 1) begin
      if (k == 0 || bursts) begin
        wrapped = walk >= limit_q;
        walk    = wrapped ? start_q : walk + 5'd1;
      end
      if (k == 0 || step_burst_i) begin
        old_wrapped = old_walk >= limit_q;
        old_walk    = old_wrapped ? start_q : old_walk + 5'd1;
      end
    end
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      start_q <= '0;
      limit_q <= '0;
      wp_q    <= '0;
      ptr_q   <= '0;
      old_q   <= '0;
    end else begin
      assume (~load_i | ~(begin_i | step_i));
      assume (~steps | ~step_burst_i | old_allowed);
      if (load_i) begin
        start_q <= start_i;
        limit_q <= limit_i;
        wp_q    <= wp_i;
        ptr_q   <= ((wp_i < start_i) || (wp_i > limit_i)) ? start_i : wp_i;
        old_q   <= ((wp_i < start_i) || (wp_i > limit_i)) ? start_i : wp_i;
      end else begin
        if (begins) ptr_q <= walk;
        if (steps) old_q <= old_walk;
      end
      if (begins) begin
        assert (ptr == ptr_q);
        assert (last == wrapped);
        assert (~bursts | allowed);
      end
      if (ready && known) assert (fits == allowed);
      if (steps) begin
        assert (next == old_walk);
        assert (wrap == old_wrapped);
        cover (step_burst_i & wrap & begins & ~bursts & (start_q == 5'd6));
        cover (steps & step_burst_i & (old_q != ptr_q) & (limit_q == 5'd30));
      end
    end
  end

endmodule
