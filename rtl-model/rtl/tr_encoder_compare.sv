// SPDX-License-Identifier: Apache-2.0
// A run of values against one value: is there one in it that is less, equal, greater?
//
// The run goes from value_i up, in all steps, and is shorter than 2^LowW, so its upper bits take
// one value, or two that follow each other. They are compared as a whole; the lower ones are walked
// from the top, with what is known of a value of the run that is still equal: it is bound to the
// first and the last, to one of them, or to none. So a mask needs no walk from value to value.

module tr_encoder_compare #(
  parameter int unsigned W = 64,
  parameter int unsigned LowW = 9,
  parameter bit          Masked = 1'b1        // mask_i counts
) (
  input  logic [     W-1:0] value_i,          // the first
  input  logic              carry_i,          // the last one's upper bits are one more
  input  logic [W-LowW-1:0] last_upper_i,     // these; any without carry
  input  logic [  LowW-1:0] last_lower_i,
  input  logic [     W-1:0] match_i,
  input  logic [     W-1:0] mask_i,           // bits that are compared
  output logic              less_o,
  output logic              equal_o,
  output logic              greater_o
);

  localparam int unsigned UpW = W - LowW;

  logic [W-1:0] mask;
  logic [UpW-1:0] first, last, wanted;
  logic first_less, first_equal, last_less, last_equal, last_greater;

  if (Masked) begin : g_mask
    assign mask = mask_i;
  end else begin : g_no_mask
    logic unused;
    assign unused = &{1'b0, mask_i};
    assign mask   = '1;
  end

  assign first       = value_i[W-1:LowW] & mask[W-1:LowW];
  assign last        = last_upper_i & mask[W-1:LowW];
  assign wanted      = match_i[W-1:LowW] & mask[W-1:LowW];
  assign first_less  = first < wanted;
  assign first_equal = first == wanted;
  assign last_equal  = last == wanted;
  // Without a mask the last is the first plus one.
  assign last_less    = Masked ? last < wanted : first_less;
  assign last_greater = Masked ? ~last_less & ~last_equal : ~first_less;

  // Values of the run that are equal so far, and bound to both ends, the first, the last, none.
  logic both, from, upto, free, less, greater;

  always_comb begin
    logic a, b, zero, one, was_both, was_from, was_upto;
    both    = ~carry_i & first_equal;
    from    = carry_i & first_equal;
    upto    = carry_i & last_equal;
    free    = 1'b0;
    less    = first_less | (carry_i & last_less);
    greater = (~first_less & ~first_equal) | (carry_i & last_greater);
    for (int unsigned k = 0; k < LowW; k = k + 1) begin
      a        = value_i[LowW-1-k];
      b        = last_lower_i[LowW-1-k];
      zero     = ~(mask[LowW-1-k] & match_i[LowW-1-k]);     // with this bit 0, 1 it is still equal
      one      = ~(mask[LowW-1-k] & ~match_i[LowW-1-k]);
      less     = less | (~zero & ((both & ~a) | (from & ~a) | upto | free));
      greater  = greater | (~one & ((both & b) | from | (upto & b) | free));
      was_both = both;
      was_from = from;
      was_upto = upto;
      both     = was_both & ((zero & ~a & ~b) | (one & a & b));
      from     = (was_both & zero & ~a & b) | (was_from & ((zero & ~a) | (one & a)));
      upto     = (was_both & one & ~a & b) | (was_upto & ((zero & ~b) | (one & b)));
      free     = (was_from & one & ~a) | (was_upto & zero & b) | free;
    end
  end

  assign less_o    = less;
  assign equal_o   = both | from | upto | free;
  assign greater_o = greater;

endmodule
