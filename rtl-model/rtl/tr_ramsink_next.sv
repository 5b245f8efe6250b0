// SPDX-License-Identifier: Apache-2.0
// Where a pointer goes after one trace word, or after a burst of four: to the next address, or to the
// start after the last word. In trace words. A burst is aligned to its size and lies within the
// limits. The addition is done in two halves, both at once.

module tr_ramsink_next #(
  parameter int unsigned W = 8
) (
  input  logic [W-1:0] ptr_i,
  input  logic         burst_i,
  input  logic [W-1:0] start_i,
  input  logic [W-1:0] limit_i,
  input  logic         single_i,  // start_i is not below limit_i: there is one word
  output logic         fits_o,    // a burst can begin at ptr_i
  output logic         last_o,    // the last word is written
  output logic [W-1:0] next_o
);

  // Of the address of a group of four words.
  localparam int unsigned GroupW = W - 2;
  localparam int unsigned Low = GroupW / 2;

  logic [Low-1:0] low;
  logic [GroupW-1:Low] high, high_next;
  logic [GroupW-1:0] group, group_next;
  logic limit_group, whole;

  assign group       = ptr_i[W-1:2];
  assign low         = group[Low-1:0] + 1'b1;
  assign high        = group[GroupW-1:Low];
  assign high_next   = high + 1'b1;
  assign group_next  = {(&group[Low-1:0]) ? high_next : high, low};
  assign limit_group = group == limit_i[W-1:2];
  assign whole       = limit_i[1:0] == 2'b11;
  assign fits_o      = ~single_i & (ptr_i[1:0] == 2'b00) & (~limit_group | whole);
  assign last_o      = single_i | (limit_group & (burst_i ? whole : ptr_i[1:0] == limit_i[1:0]));

  always_comb begin
    next_o = {group, ptr_i[1:0] + 2'b01};
    if (burst_i | (&ptr_i[1:0])) next_o = {group_next, 2'b00};
    if (last_o) next_o = start_i;
  end

endmodule
