// SPDX-License-Identifier: Apache-2.0
// Where a pointer goes after one trace word, or after a burst of four: to the next address, or to
// the start after the last word. In trace words. A burst is aligned to its size and lies within the
// limits. The addition is done in two parts, both at once; whether the group is that of the limit
// is known before.

module tr_ramsink_next #(
  parameter int unsigned W = 8,
  localparam int unsigned GroupW = W - 2,   // of the address of a group of four words
  localparam int unsigned Low = (GroupW > 32) ? 16 : GroupW / 2,
  localparam int unsigned HighW = GroupW - Low
) (
  input  logic [    W-1:0] ptr_i,
  input  logic             burst_i,
  input  logic [    W-1:0] start_i,
  input  logic [      1:0] limit_i,       // in its group
  input  logic [  Low-1:0] before_i,      // lower part of the group before that of the limit
  input  logic             carry_i,       // which has another upper part
  input  logic             single_i,      // start_i is not below the limit: there is one word
  // The group, or its upper part (high_o of a pointer), is that of the limit.
  input  logic             ends_i,        // the group of ptr_i
  input  logic             same_i,        // its upper part
  input  logic             near_i,        // that plus 1
  input  logic             start_ends_i,  // the group of start_i
  input  logic             start_same_i,  // its upper part
  output logic             fits_o,        // a burst can begin at ptr_i
  output logic             last_o,        // the last word is written
  output logic [    W-1:0] next_o,
  output logic             next_ends_o,
  output logic             next_same_o,
  output logic [HighW-1:0] high_o
);

  logic [Low-1:0] low;
  logic [HighW-1:0] high;
  logic [HighW-1:0] high_next;
  logic [HighW-1:0] carry;
  logic [GroupW-1:0] group;
  logic [GroupW-1:0] group_next;
  logic near_group;
  logic whole;
  logic full;
  logic step;

  // ANDs and ORs where the group stays or not: of a ?: synthesis would make an enable, later than
  // the one of the register.
  assign group       = ptr_i[W-1:2];
  assign step        = burst_i || (&ptr_i[1:0]);
  assign low         = group[Low-1:0] + Low'(step);
  assign high        = group[GroupW-1:Low];
  assign high_next   = high + 1'b1;
  assign full        = &group[Low-1:0];
  assign carry       = {HighW{full && step}};
  assign group_next  = {(high & ~carry) | (high_next & carry), low};
  assign near_group  = (group[Low-1:0] == before_i) && (carry_i ? near_i : same_i);
  assign whole       = limit_i == 2'b11;
  assign fits_o      = !single_i && (ptr_i[1:0] == 2'b00) && (!ends_i || whole);
  assign last_o      = single_i || (ends_i && (burst_i ? whole : ptr_i[1:0] == limit_i));
  assign high_o      = high;

  always_comb begin
    next_o      = {group_next, (ptr_i[1:0] + 2'b01) & {2{!step}}};
    next_ends_o = ends_i;
    next_same_o = same_i;
    if (step) begin
      next_ends_o = near_group;
      if (full) next_same_o = near_i;
    end
    if (last_o) begin
      next_o      = start_i;
      next_ends_o = start_ends_i;
      next_same_o = start_same_i;
    end
  end

endmodule
