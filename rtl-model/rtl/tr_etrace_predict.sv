// SPDX-License-Identifier: Apache-2.0
// Branch prediction: a table of 2^Size entries, and the count of branches that went as it said.
//
// E-Trace 2.0, Branch prediction mode; Format 0 packets. An entry predicts by its high bit, which changes
// when it has failed twice; its low bit is the last outcome. When all 31 branches of a map were predicted,
// the count takes its place, until a branch fails or the branches are reported.

module tr_etrace_predict #(
  parameter int unsigned Size = 4
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            on_i,       // the option is on
  // The next block becomes the current one; where its last instruction is.
  input  logic            load_i,
  input  logic [Size-1:0] next_at_i,
  // The instruction at hand.
  input  logic            count_i,    // a branch
  input  logic            taken_i,
  input  logic            first_i,    // what is sent comes before it
  input  logic            begin_i,    // the map has no branch,
  input  logic            fills_i,    // or this one is its last
  output logic            counting_o, // the branches to be sent are in the count, with this one
  output logic            now_o,      // ... and without it
  output logic            held_o,     // it does not go to the map
  output logic [    31:0] count_o,    // how many more than 31
  output logic            missed_o,   // this one, after them, was not predicted
  output logic            moves_o,    // the map moves to the count
  output logic            near_o,     // another one ends the count,
  output logic            ends_o,     // which this one does
  // It has been dealt with.
  input  logic            off_i,      // nothing is traced
  input  logic            step_i,
  input  logic            sent_i,
  input  logic            restart_i   // in a synchronization packet
);

  localparam int unsigned Places = 1 << Size;
  localparam logic [1:0] Start = 2'b01;

  logic [Places-1:0] high_d, high_q;
  logic [Places-1:0] low_d, low_q;
  logic [Size-1:0] at_d, at_q;          // the entry of the block's branch,
  logic [1:0] entry_d, entry_q;         // and what it is
  logic [1:0] from;
  logic [1:0] trained;
  logic trains;
  logic correct;
  logic counted;
  logic all_d, all_q;                   // those in the map were predicted
  logic counting_d, counting_q;
  logic [31:0] count_d, count_q;
  logic more;

  // ---- The table ----

  assign trains  = step_i && count_i;
  assign from    = restart_i ? Start : entry_q;
  assign trained = {(taken_i == from[0]) ? taken_i : from[1], taken_i};
  assign at_d    = load_i ? next_at_i : at_q;

  always_comb begin
    high_d = high_q;
    low_d  = low_q;
    if (step_i && restart_i) begin
      high_d = {Places{Start[1]}};
      low_d  = {Places{Start[0]}};
    end
    if (trains) begin
      high_d[at_q] = trained[1];
      low_d[at_q]  = trained[0];
    end
    // What the next block's branch finds is read while it becomes the current one.
    entry_d = load_i ? {high_q[next_at_i], low_q[next_at_i]} : entry_q;
    if (step_i && restart_i) entry_d = Start;
    if (trains && load_i && (next_at_i == at_q)) entry_d = trained;
  end

  // ---- The count ----

  assign correct    = on_i && (entry_q[1] == taken_i);
  assign counted    = count_i && !first_i;
  assign more       = counting_q && counted && correct;
  assign now_o      = counting_q;
  assign held_o     = counting_q && !first_i;
  assign moves_o    = fills_i && counted && !counting_q && all_q && correct;
  assign counting_o = counting_q || moves_o;
  assign count_o    = more ? count_q + 32'd1 : count_q;
  assign missed_o   = counting_q && counted && !correct;
  assign near_o     = counting_q && (count_q == 32'hffff_fffe);
  assign ends_o     = near_o && counted && correct;

  always_comb begin
    all_d      = all_q;
    counting_d = counting_q;
    count_d    = count_q;
    if (step_i && count_i && !held_o) all_d = correct && (all_q || begin_i || first_i);
    if (step_i) begin
      counting_d = counting_o && !sent_i;
      count_d    = count_o & {32{!sent_i}};
    end
    if (off_i) begin
      counting_d = 1'b0;
      count_d    = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      high_q     <= {Places{Start[1]}};
      low_q      <= {Places{Start[0]}};
      at_q       <= '0;
      entry_q    <= Start;
      all_q      <= 1'b0;
      counting_q <= 1'b0;
      count_q    <= '0;
    end else begin
      high_q     <= high_d;
      low_q      <= low_d;
      at_q       <= at_d;
      entry_q    <= entry_d;
      all_q      <= all_d;
      counting_q <= counting_d;
      count_q    <= count_d;
    end
  end

endmodule
