// SPDX-License-Identifier: Apache-2.0
// The return stack of implicit return (N-Trace 1.0, Implicit Return Optimization): Depth addresses,
// the oldest is forgotten. A co-routine swap pops, then pushes.
//
// Whether a block is counted is known late: what it pushes is in a register in the next cycle, and
// written from there.

module tr_encoder_stack #(
  parameter int unsigned Width = 63,
  parameter int unsigned Depth = 8,
  parameter bit          Adds = 1'b0,     // what is pushed is addr_i + retire_i
  parameter int unsigned RetireW = 8,
  parameter int unsigned LentSize = 0,    // 2^LentSize places are lent to E-Trace; 0: none
  localparam int unsigned LentBits = (LentSize > 0) ? LentSize : 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,       // empty it, before a push or pop
  input  logic             commit_i,      // a block is counted
  input  logic             push_i,        // what it does then
  input  logic             pop_i,
  input  logic [Width-1:0] addr_i,        // pushed
  input  logic [RetireW-1:0] retire_i,    // with Adds: half-words
  output logic             known_o,       // a pop would find something, if it is not emptied
  output logic [Width-1:0] top_o,         // what it would find
  // With LentSize, as in tr_etrace_stack: the places are E-Trace's now; what is below its two
  // newest.
  input  logic             lent_i,
  input  logic             lent_push_i,
  input  logic [LentBits-1:0] lent_top_i,
  input  logic [Width-1:0] lent_newest_i,
  output logic [Width-1:0] lent_third_o
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned CountW = $clog2(Depth + 1);
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  localparam int unsigned Lent = (LentSize > 0) ? 1 << LentSize : 0;
  localparam int unsigned Places = (Lent > Depth) ? Lent : Depth;
  localparam int unsigned PlaceW = (Places > 1) ? $clog2(Places) : 1;

  logic [Width-1:0] mem [0:Places-1];
  logic write;
  logic [PlaceW-1:0] write_at;
  logic [PlaceW-1:0] read_at;
  logic [Width-1:0] write_data;
  logic [Width-1:0] read_data;
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
  logic [Width-1:0] pushed;

  assign addr_d   = addr_i;
  assign known_o  = count_q != '0;
  // A swap puts its address in the place of the one that it takes, whether that counts any more or
  // not.
  assign replaces = push_i && pop_i && known_o;
  assign grows    = push_i && !replaces;
  assign shrinks  = pop_i && known_o && !push_i;
  assign top_o    = pushed_q ? pushed : read_data;
  assign up       = (ptr_q == Last) ? '0 : ptr_q + 1'b1;
  assign down     = (ptr_q == '0) ? Last : ptr_q - 1'b1;
  assign more     = (count_q == CountW'(Depth)) ? count_q : count_q + 1'b1;

  assign next_ptr   = grows ? up : shrinks ? down : ptr_q;
  assign next_count = grows ? more : shrinks ? count_q - 1'b1 : count_q;

  always_ff @(posedge clk_i) begin
    addr_q <= addr_d;
    for (int unsigned k = 0; k < Places; k = k + 1) begin
      if (write && (write_at == PlaceW'(k))) mem[k] <= write_data;
    end
  end

  // Added up after the register: with two blocks per cycle the block is known late, too.
  if (Adds) begin : gen_adds
    logic [RetireW-1:0] retire_d, retire_q;
    assign retire_d = retire_i;
    assign pushed   = addr_q + Width'(retire_q);
    always_ff @(posedge clk_i) retire_q <= retire_d;
  end else begin : gen_sum
    logic unused;
    assign unused = &{1'b0, retire_i};
    assign pushed = addr_q;
  end

  assign read_data = mem[read_at];
  if (LentSize > 0) begin : gen_lent
    logic [LentSize-1:0] third_at;
    assign third_at     = lent_top_i - LentSize'(2);
    assign write        = lent_i ? lent_push_i : pushed_q;
    assign write_at     = lent_i ? PlaceW'(lent_top_i) : PlaceW'(ptr_q);
    assign read_at      = lent_i ? PlaceW'(third_at) : PlaceW'(ptr_q);
    assign write_data   = lent_i ? lent_newest_i : pushed;
    assign lent_third_o = read_data;
  end else begin : gen_own
    logic unused;
    assign unused       = &{1'b0, lent_i, lent_push_i, lent_top_i, lent_newest_i};
    assign write        = pushed_q;
    assign write_at     = PlaceW'(ptr_q);
    assign read_at      = PlaceW'(ptr_q);
    assign write_data   = pushed;
    assign lent_third_o = '0;
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
