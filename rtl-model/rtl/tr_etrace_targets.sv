// SPDX-License-Identifier: Apache-2.0
// The jump target cache: the target last reported for each of 2^Size values of an address's lowest bits.
//
// E-Trace 2.0, Jump target cache mode. A synchronization packet empties it. Targets of returns from
// traps do not go there (docs/reference/etrace.md).

module tr_etrace_targets #(
  parameter int unsigned AddrW = 31,
  parameter int unsigned Size = 5
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             on_i,       // the option is on
  // The next block becomes the current one; where it begins.
  input  logic             load_i,
  input  logic [AddrW-1:0] next_i,
  input  logic [AddrW-1:0] at_i,       // where the current one does
  output logic             hit_o,      // the current one begins at an address that is in the cache
  // The instruction at hand has been dealt with.
  input  logic             off_i,      // nothing is traced
  input  logic             step_i,
  input  logic             target_i,   // a packet reports it as the target of a jump,
  input  logic             restart_i,  // or a synchronization packet does
  input  logic             leaves_i,   // the next one is where it goes,
  input  logic             trap_return_i // it returns from a trap
);

  localparam int unsigned Places = 1 << Size;
  localparam int unsigned TagW = AddrW - Size;

  logic [TagW-1:0] mem [0:Places-1];
  logic [Places-1:0] there_d, there_q;
  logic found_d, found_q;               // where the current block begins is in the cache
  logic from_trap_d, from_trap_q;       // a return from a trap led to the instruction at hand
  logic writes;
  logic same;
  logic [Size-1:0] place;
  logic [Size-1:0] next_place;

  assign place      = at_i[Size-1:0];
  assign next_place = next_i[Size-1:0];
  assign hit_o      = on_i && found_q && !from_trap_q;
  assign writes     = step_i && target_i && on_i && !from_trap_q;
  assign same       = next_place == place;

  always_comb begin
    there_d = there_q;
    if (step_i && restart_i) there_d = '0;
    if (writes) there_d[place] = 1'b1;
    // It is read while the block becomes the current one.
    found_d = found_q;
    if (load_i) found_d = there_q[next_place] && (mem[next_place] == next_i[AddrW-1:Size]);
    if (load_i && writes && same) found_d = at_i == next_i;
    if (step_i && restart_i) found_d = 1'b0;
    from_trap_d = step_i ? leaves_i && trap_return_i : from_trap_q;
    if (off_i) from_trap_d = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (writes) mem[place] <= at_i[AddrW-1:Size];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q     <= '0;
      found_q     <= 1'b0;
      from_trap_q <= 1'b0;
    end else begin
      there_q     <= there_d;
      found_q     <= found_d;
      from_trap_q <= from_trap_d;
    end
  end

endmodule
