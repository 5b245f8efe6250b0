// SPDX-License-Identifier: Apache-2.0
// The highest bit of a value that differs from the one below it: all above repeat the sign.
//
// E-Trace 2.0, Data Trace Encoder Output Packets, data_len field.

module tr_etrace_turn (
  input  logic [63:0] value_i,
  output logic        some_o,  // there is one; else all bits are equal
  output logic [ 5:0] at_o     // where, or 0
);

  logic [63:0] turns;
  logic [7:0] some;
  logic [2:0] byte_at;
  logic [7:0] bits;
  logic [2:0] bit_at;
  logic high_byte;
  logic high_bit;

  assign turns  = {value_i[63:1] ^ value_i[62:0], 1'b0};
  assign some_o = some != '0;
  assign at_o   = {byte_at, bit_at};
  for (genvar k = 0; k < 8; k = k + 1) begin : gen_byte
    assign some[k] = turns[8*k +: 8] != '0;
  end

  // The highest 1 of eight bits.
  assign high_byte  = some[7:4] != '0;
  assign byte_at[2] = high_byte;
  assign byte_at[1] = high_byte ? some[7:6] != '0 : some[3:2] != '0;
  assign byte_at[0] = some[7] || (!some[6] && (some[5] ||
                      (!some[4] && (some[3] || (!some[2] && some[1])))));
  assign bits       = turns[8*byte_at +: 8];
  assign high_bit   = bits[7:4] != '0;
  assign bit_at[2]  = high_bit;
  assign bit_at[1]  = high_bit ? bits[7:6] != '0 : bits[3:2] != '0;
  assign bit_at[0]  = bits[7] || (!bits[6] && (bits[5] ||
                      (!bits[4] && (bits[3] || (!bits[2] && bits[1])))));

  logic unused;
  assign unused = &{1'b0, bits[0]};

endmodule
