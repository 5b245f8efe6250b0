// SPDX-License-Identifier: Apache-2.0
// The return stack of implicit return (N-Trace 1.0, Implicit Return Optimization): Depth addresses,
// the oldest is forgotten. A co-routine swap pops, then pushes.
//
// Whether a block is counted is known late: what it pushes is in a register in the next cycle, and
// written from there.

module tr_encoder_stack #(
  parameter int unsigned Width = 63,
  parameter int unsigned Depth = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,       // empty it, before a push or pop
  input  logic             commit_i,      // a block is counted
  input  logic             push_i,        // what it does then
  input  logic             pop_i,
  input  logic [Width-1:0] addr_i,        // pushed
  output logic             known_o,       // a pop would find something, if it is not emptied
  output logic [Width-1:0] top_o          // what it would find
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned CountW = $clog2(Depth + 1);
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  logic [Width-1:0] mem [0:Depth-1];
  // ptr_q: the newest entry
  logic [PtrW-1:0] ptr_d, ptr_q;
  logic [PtrW-1:0] next_ptr;
  logic [PtrW-1:0] up;
  logic [PtrW-1:0] down;
  logic [CountW-1:0] count_d, count_q;
  logic [CountW-1:0] next_count;
  logic [CountW-1:0] more;
  logic replaces;
  logic grows;
  logic shrinks;
  logic pushed_d, pushed_q;
  logic [Width-1:0] addr_d, addr_q;

  assign addr_d   = addr_i;
  assign known_o  = count_q != '0;
  // A swap puts its address in the place of the one that it takes, whether that counts any more or
  // not.
  assign replaces = push_i && pop_i && known_o;
  assign grows    = push_i && !replaces;
  assign shrinks  = pop_i && known_o && !push_i;
  assign top_o    = pushed_q ? addr_q : mem[ptr_q];
  assign up       = (ptr_q == Last) ? '0 : ptr_q + 1'b1;
  assign down     = (ptr_q == '0) ? Last : ptr_q - 1'b1;
  assign more     = (count_q == CountW'(Depth)) ? count_q : count_q + 1'b1;

  assign next_ptr   = grows ? up : shrinks ? down : ptr_q;
  assign next_count = grows ? more : shrinks ? count_q - 1'b1 : count_q;

  always_ff @(posedge clk_i) begin
    addr_q <= addr_d;
    for (int unsigned k = 0; k < Depth; k = k + 1) begin
      if (pushed_q && (ptr_q == PtrW'(k))) mem[k] <= addr_q;
    end
  end

  always_comb begin
    ptr_d    = ptr_q;
    count_d  = count_q;
    pushed_d = commit_i && push_i;
    if (commit_i) ptr_d = next_ptr;
    if (clear_i) count_d = CountW'(commit_i && push_i);
    else if (commit_i) count_d = next_count;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ptr_q    <= '0;
      count_q  <= '0;
      pushed_q <= 1'b0;
    end else begin
      pushed_q <= pushed_d;
      ptr_q    <= ptr_d;
      count_q  <= count_d;
    end
  end

endmodule
