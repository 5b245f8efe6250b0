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
  input  logic              use_i,            // 0: not compared, which makes simulators faster
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
  logic [UpW-1:0] first;
  logic [UpW-1:0] last;
  logic [UpW-1:0] wanted;
  logic first_less;
  logic first_equal;
  logic last_less;
  logic last_equal;
  logic last_greater;

  if (Masked) begin : gen_mask
    assign mask = mask_i;
  end else begin : gen_no_mask
    logic unused;
    assign unused = &{1'b0, mask_i};
    assign mask   = '1;
  end

  // From the top bit on: values of the run that are equal so far, and bound to both ends, the
  // first, the last, none; and those that are not.
  logic [LowW:0] both;
  logic [LowW:0] from;
  logic [LowW:0] upto;
  logic [LowW:0] free;
  logic [LowW-1:0] a;
  logic [LowW-1:0] b;
  logic [LowW-1:0] zero;
  logic [LowW-1:0] one;
  logic [LowW-1:0] less;
  logic [LowW-1:0] greater;

  always_comb begin
    {first, last, wanted}                                          = '0;
    {first_less, first_equal, last_less, last_equal, last_greater} = '0;
    {both, from, upto, free}                                       = '0;
    {a, b, zero, one, less, greater}                               = '0;
    {less_o, equal_o, greater_o}                                   = '0;
    if (use_i) begin
      first       = value_i[W-1:LowW] & mask[W-1:LowW];
      last        = last_upper_i & mask[W-1:LowW];
      wanted      = match_i[W-1:LowW] & mask[W-1:LowW];
      first_less  = first < wanted;
      first_equal = first == wanted;
      last_equal  = last == wanted;
      // Without a mask the last is the first plus one.
      last_less    = Masked ? last < wanted : first_less;
      last_greater = Masked ? ~last_less & ~last_equal : ~first_less;

      a          = value_i[LowW-1:0];
      b          = last_lower_i;
      zero       = ~(mask[LowW-1:0] & match_i[LowW-1:0]);   // with this bit 0, 1 they still are
      one        = ~(mask[LowW-1:0] & ~match_i[LowW-1:0]);
      both[LowW] = ~carry_i & first_equal;
      from[LowW] = carry_i & first_equal;
      upto[LowW] = carry_i & last_equal;
      for (int unsigned k = LowW; k > 0; k = k - 1) begin
        both[k-1] = both[k] & ((zero[k-1] & ~a[k-1] & ~b[k-1]) | (one[k-1] & a[k-1] & b[k-1]));
        from[k-1] = (both[k] & zero[k-1] & ~a[k-1] & b[k-1]) |
                    (from[k] & ((zero[k-1] & ~a[k-1]) | (one[k-1] & a[k-1])));
        upto[k-1] = (both[k] & one[k-1] & ~a[k-1] & b[k-1]) |
                    (upto[k] & ((zero[k-1] & ~b[k-1]) | (one[k-1] & b[k-1])));
        free[k-1] = (from[k] & one[k-1] & ~a[k-1]) | (upto[k] & zero[k-1] & b[k-1]) | free[k];
      end
      less    = ~zero & ((both[LowW:1] & ~a) | (from[LowW:1] & ~a) | upto[LowW:1] | free[LowW:1]);
      greater = ~one & ((both[LowW:1] & b) | from[LowW:1] | (upto[LowW:1] & b) | free[LowW:1]);

      less_o    = first_less | (carry_i & last_less) | (|less);
      equal_o   = both[0] | from[0] | upto[0] | free[0];
      greater_o = (~first_less & ~first_equal) | (carry_i & last_greater) | (|greater);
    end
  end

endmodule
