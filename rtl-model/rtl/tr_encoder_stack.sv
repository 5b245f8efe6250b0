// SPDX-License-Identifier: Apache-2.0
// The return stack of implicit return (N-Trace 1.0, Implicit Return Optimization): Depth addresses,
// the oldest is forgotten. A co-routine swap pops, then pushes.

module tr_encoder_stack #(
  parameter int unsigned Width = 63,
  parameter int unsigned Depth = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_first_i, // a message before the push or pop will empty it
  input  logic             clear_i,       // empty it, before a push or pop
  input  logic             push_i,
  input  logic             pop_i,
  input  logic [Width-1:0] addr_i,        // pushed
  output logic             known_o,       // a pop would find something, but for clear_first_i
  output logic [Width-1:0] top_o          // what it would find
);

  localparam int unsigned PtrW = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned CountW = $clog2(Depth + 1);
  localparam logic [PtrW-1:0] Last = PtrW'(Depth - 1);

  logic [Width-1:0] mem [0:Depth-1];
  logic [PtrW-1:0] ptr_d, ptr_q, up, down;     // ptr_q: the newest entry
  logic [CountW-1:0] count_d, count_q, more;

  logic swaps, found, grows, shrinks;
  assign known_o = count_q != '0;
  assign swaps   = push_i & pop_i;
  assign found   = known_o & ~clear_first_i;
  assign grows   = push_i & ~(pop_i & found);
  assign shrinks = pop_i & found & ~push_i;
  // Inverted, so that what is read is no register of the memory: those are slow.
  assign top_o   = ~mem[ptr_q];
  assign up      = (ptr_q == Last) ? '0 : ptr_q + 1'b1;
  assign down    = (ptr_q == '0) ? Last : ptr_q - 1'b1;

  always_comb begin
    ptr_d   = grows ? up : shrinks ? down : ptr_q;
    count_d = grows   ? (clear_i ? CountW'(1) : more) :
              shrinks ? count_q - 1'b1 : clear_i ? '0 : count_q;
  end
  assign more = (count_q == CountW'(Depth)) ? count_q : count_q + 1'b1;

  // Whether it is emptied is known late.
  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Depth; k = k + 1) begin
      if (push_i & ((swaps & known_o & ~clear_first_i) ? ptr_q == PtrW'(k) : up == PtrW'(k))) begin
        mem[k] <= ~addr_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ptr_q   <= '0;
      count_q <= '0;
    end else begin
      ptr_q   <= ptr_d;
      count_q <= count_d;
    end
  end

endmodule
