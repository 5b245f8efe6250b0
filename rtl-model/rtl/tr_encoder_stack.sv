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
  logic [CountW-1:0] count_d, count_q;

  logic found;
  assign known_o = count_q != '0;
  assign found   = known_o & ~clear_first_i;
  // Inverted, so that what is read is no register of the memory: those are slow.
  assign top_o   = ~mem[ptr_q];
  assign up      = (ptr_q == Last) ? '0 : ptr_q + 1'b1;
  assign down    = (ptr_q == '0) ? Last : ptr_q - 1'b1;

  always_comb begin
    ptr_d   = ptr_q;
    count_d = clear_i ? '0 : count_q;
    if (push_i & ~(pop_i & found)) begin
      ptr_d = up;
      if (count_d != CountW'(Depth)) count_d = count_d + 1'b1;
    end else if (pop_i & found & ~push_i) begin
      ptr_d   = down;
      count_d = count_d - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) mem[ptr_d] <= ~addr_i;
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
