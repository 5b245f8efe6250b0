// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_comparator with addresses of 8 bits, a context of 10 and blocks of up to 4
// half-words: for every setting and every block it says what a walk along the block says, which
// looks at each half-word from the first to the last instruction. One without a secondary side says
// the same, for settings that the registers then have.

module tr_encoder_comparator_fv (
  input logic        clk_i,
  input logic [15:0] control_i,
  input logic [63:0] p_match_i,
  input logic [63:0] s_match_i,
  input logic [ 6:0] first_i,
  input logic [ 1:0] last_i,
  input logic [ 9:0] context_i,
  input logic [ 7:0] tval_i,
  input logic        has_tval_i,
  input logic        latch_i
);

  logic latch;
  logic match;
  logic notify;
  logic fits;
  logic [6:0] last_addr;

  assign {fits, last_addr} = {1'b1, first_i} + {6'b0, last_i};

  tr_encoder_comparator #(
    .XLen(8),
    .NumW(2),
    .ContextW(10)
  ) u_dut (
    .use_i(1'b1),
    .control_i,
    .p_match_i,
    .s_match_i,
    .first_i,
    .last_addr_i(last_addr),
    .last_i,
    .context_i,
    .tval_i,
    .has_tval_i,
    .daddr_i('0),
    .has_daddr_i(1'b0),
    .latch_i,
    .latch_o(latch),
    .match_o(match),
    .notify_o(notify)
  );

  logic one_latch;
  logic one_match;
  logic one_notify;

  tr_encoder_comparator #(
    .XLen(8),
    .NumW(2),
    .ContextW(10),
    .CompSecondary(1'b0)
  ) u_one (
    .use_i(1'b1),
    .control_i,
    .p_match_i,
    .s_match_i('0),
    .first_i,
    .last_addr_i(last_addr),
    .last_i,
    .context_i,
    .tval_i,
    .has_tval_i,
    .daddr_i('0),
    .has_daddr_i(1'b0),
    .latch_i,
    .latch_o(one_latch),
    .match_o(one_match),
    .notify_o(one_notify)
  );

  // ---- The walk ----

  logic [1:0] any;
  logic [1:0] result;
  logic both;
  logic not_both;
  logic later;
  logic want_latch;
  logic want_match;
  logic want_notify;

  always_comb begin
    any      = '0;
    result   = '0;
    both     = 1'b0;
    not_both = 1'b0;
    later    = 1'b0;                           // the secondary is true last, or on the same one
    for (int unsigned at = 0; at < 4; at = at + 1) begin
      if (at <= 32'(last_i)) begin
        for (int unsigned k = 0; k < 2; k = k + 1) begin
          logic [1:0] in;
          logic [2:0] fn;
          logic [9:0] value;
          logic [9:0] with_;
          logic [9:0] mask;
          in    = k == 0 ? control_i[1:0] : control_i[3:2];
          fn    = k == 0 ? control_i[6:4] : control_i[10:8];
          value = {2'b0, first_i + 7'(at), 1'b0};
          with_ = k == 0 ? p_match_i[9:0] : s_match_i[9:0];
          mask  = 10'h0fe;
          if (in == 2'd1) begin
            value = context_i;
            mask  = 10'h3ff;
          end else if (in == 2'd2) begin
            value = {2'b0, tval_i};
            mask  = 10'h0ff;
          end
          if ((k == 0) && (control_i[10:8] == 3'd6)) mask = mask & s_match_i[9:0];
          value = value & mask;
          with_ = with_ & mask;
          unique case (fn)
            3'd0: result[k] = value == with_;
            3'd1: result[k] = value != with_;
            3'd2: result[k] = value < with_;
            3'd3: result[k] = value <= with_;
            3'd4: result[k] = value > with_;
            3'd5: result[k] = value >= with_;
            3'd6: result[k] = k == 1;
            default: result[k] = 1'b1;
          endcase
          if ((fn < 3'd6) && (in == 2'd2) && (!has_tval_i || (at != 32'(last_i)))) result[k] = 1'b0;
        end
        any      = any | result;
        both     = both | (&result);
        not_both = not_both | ~(&result);
        if (result[0]) later = 1'b0;
        if (result[1]) later = 1'b1;
      end
    end
    unique case (control_i[13:12])
      2'd0: want_match = any[0];
      2'd1: want_match = both;
      2'd2: want_match = not_both;
      default: want_match = latch_i | any[0];
    endcase
    want_latch  = (control_i[13:12] == 2'd3) & want_match & ~later;
    want_notify = (control_i[14] & any[0] & (control_i[1:0] == 2'd0)) |
                  (control_i[15] & any[1] & (control_i[3:2] == 2'd0));
  end

  always_ff @(posedge clk_i) begin
    // Inputs that exist; a block that wraps is cut before it comes here.
    if (fits && (control_i[1:0] != 2'd3) && (control_i[3:2] != 2'd3)) begin
      assert (match == want_match);
      assert (latch == want_latch);
      assert (notify == want_notify);
      if ((control_i[3:2] == '0) && (control_i[10:8] == '0) && (control_i[13:12] == '0) &&
          !control_i[15]) begin
        assert (one_match == want_match);
        assert (!one_latch);
        assert (one_notify == want_notify);
      end
    end
  end

endmodule
