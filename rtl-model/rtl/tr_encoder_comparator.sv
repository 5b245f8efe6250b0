// SPDX-License-Identifier: Apache-2.0
// A comparator unit looks at a block (TCI 1.0, Trace Encoder Comparator Registers): its primary and
// secondary result, and their combination.
//
// Half-words of the block are counted from its first address: 0 to last_i. The half-words for which
// a result is true are an interval of these, or all but one, so both results are known without a
// walk along the block. A masked comparison stands alone: there the secondary result is true.

module tr_encoder_comparator #(
  parameter int unsigned XLen = 64,
  parameter int unsigned NumW = 8,             // bits of last_i
  parameter int unsigned ContextW = 32,
  parameter logic [2:0]  CompInputs = 3'h7,    // bit n: input n can be selected
  parameter logic [3:0]  CompModes = 4'hf,     // bit n: mode n can be
  parameter bit          CompSecondary = 1'b1, // 0: the primary side alone, and mode 0
  parameter bit          Data = 1'b0,          // input 3, daddr, can be selected
  localparam int unsigned AddrW = XLen - 1
) (
  input  logic                use_i,           // otherwise its results do not matter
  input  logic [        15:0] control_i,       // trTeCompControl
  input  logic [        63:0] p_match_i,
  input  logic [        63:0] s_match_i,
  // The block.
  input  logic [   AddrW-1:0] first_i,         // half-word addresses
  input  logic [   AddrW-1:0] last_addr_i,
  input  logic [    NumW-1:0] last_i,          // their distance
  input  logic [ContextW-1:0] context_i,
  input  logic [    XLen-1:0] tval_i,
  input  logic                has_tval_i,      // it has one, at its last instruction
  input  logic [    XLen-1:0] daddr_i,
  input  logic                has_daddr_i,     // it is the look at a data access; last_i is 0
  // Mode 3.
  input  logic                latch_i,
  output logic                latch_o,
  output logic                match_o,
  output logic                notify_o         // the block's last address is to be reported
);

  // Wide enough for every input.
  localparam int unsigned W = (CompInputs[1] && (ContextW > XLen)) ? ContextW : XLen;
  localparam int unsigned LowW = NumW + 1;
  localparam logic [3:0] Modes = CompSecondary ? CompModes : 4'h1;

  logic [1:0] mode;
  logic masked;
  logic carry;

  assign mode   = control_i[tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_SHIFT +: 2];
  assign masked = CompSecondary && (control_i[tr_encoder_pkg::TR_TE_COMP_S_FUNCTION_SHIFT +: 3] ==
                                    tr_encoder_pkg::TR_TE_COMP_S_FUNCTION_P_MASK);
  assign carry  = first_i[NumW] != last_addr_i[NumW];

  // One copy of the code for all comparators: simulators only.
  /*verilator no_inline_module*/

  // ---- Both sides: the compared value, and where the result is true ----

  // for one, for all, for all but one half-word
  logic [1:0] any;
  logic [1:0] all;
  logic [1:0] but;
  logic [1:0] notify;
  // the interval, or that one
  logic [2*NumW-1:0] low;
  logic [2*NumW-1:0] high;
  logic [2*NumW-1:0] point;

  for (genvar k = 0; k < 2; k = k + 1) begin : gen_side
    if ((k == 0) || CompSecondary) begin : gen_there
      logic [1:0] in;
      logic [2:0] fn;
      logic is_addr;
      logic is_tval;
      logic is_daddr;
      logic is_const;
      logic less;
      logic equal;
      logic greater;
      logic here;
      logic others;
      logic partial;
      logic [63:0] wanted;
      logic [W-1:0] value;
      logic [W-1:0] match;
      logic [NumW-1:0] at;

      assign in       = k == 0 ? control_i[tr_encoder_pkg::TR_TE_COMP_P_INPUT_SHIFT +: 2]
                               : control_i[tr_encoder_pkg::TR_TE_COMP_S_INPUT_SHIFT +: 2];
      assign fn       = k == 0 ? control_i[tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_SHIFT +: 3]
                               : control_i[tr_encoder_pkg::TR_TE_COMP_S_FUNCTION_SHIFT +: 3];
      assign wanted   = k == 0 ? p_match_i : s_match_i;
      assign is_tval  = CompInputs[2] & (in == tr_encoder_pkg::TR_TE_COMP_P_INPUT_TVAL);
      assign is_daddr = Data & (in == tr_encoder_pkg::TR_TE_COMP_P_INPUT_DADDR);
      assign is_addr  = ~is_tval & ~is_daddr &
                        ~(CompInputs[1] & (in == tr_encoder_pkg::TR_TE_COMP_P_INPUT_CONTEXT));
      assign is_const = fn >= tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_FALSE;

      always_comb begin
        if (is_addr) begin
          value = W'({first_i, 1'b0});
          match = W'({wanted[XLen-1:1], 1'b0});
        end else if (is_tval) begin
          value = W'(tval_i);
          match = W'(wanted[XLen-1:0]);
        end else if (is_daddr) begin
          value = W'(daddr_i);
          match = W'(wanted[XLen-1:0]);
        end else begin
          value = W'(context_i);
          match = W'(wanted[ContextW-1:0]);
        end
      end

      tr_encoder_compare #(
        .W(W),
        .LowW(LowW),
        .Masked(k == 0)
      ) u_compare (
        .use_i,
        .value_i     (value),
        .carry_i     (is_addr & carry),
        .last_upper_i((W-LowW)'(last_addr_i[AddrW-1:NumW])),
        .last_lower_i(is_addr ? {last_addr_i[NumW-1:0], 1'b0} : value[LowW-1:0]),
        .match_i     (match),
        .mask_i      ((masked ? W'(s_match_i) : '1) & {{(W-1){1'b1}}, ~is_addr}),
        .less_o      (less),
        .equal_o     (equal),
        .greater_o   (greater)
      );

      // For which half-words is it true, for which not?
      always_comb begin
        unique case (fn)
          tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_EQ: {here, others} = {equal, less | greater};
          tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_NE: {here, others} = {less | greater, equal};
          tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_LT: {here, others} = {less, equal | greater};
          tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_LE: {here, others} = {less | equal, greater};
          tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_GT: {here, others} = {greater, less | equal};
          default: {here, others} = {greater | equal, less};
        endcase
        if (is_const) begin
          here   = (k == 1) | (fn == tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_TRUE);
          others = ~here;
        end else if (is_tval) begin
          here   = here & has_tval_i;
          others = ~here | (last_i != '0);
        end else if (is_daddr) begin
          here   = here & has_daddr_i;
          others = ~here;
        end
      end

      // In part: then the value compared with is in the block, at this distance from its first
      // address.
      assign at      = wanted[NumW:1] - first_i[NumW-1:0];
      assign partial = is_addr & ~is_const & here & others;

      always_comb begin
        low[NumW*k +: NumW]  = '0;
        high[NumW*k +: NumW] = last_i;
        if (partial) begin
          unique case (fn)
            tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_EQ: begin
              low[NumW*k +: NumW]  = at;
              high[NumW*k +: NumW] = at;
            end
            tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_LT: high[NumW*k +: NumW] = at - 1'b1;
            tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_LE: high[NumW*k +: NumW] = at;
            tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_GT: low[NumW*k +: NumW] = at + 1'b1;
            tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_GE: low[NumW*k +: NumW] = at;
            default: ;
          endcase
        end else if (is_tval && !is_const) begin
          low[NumW*k +: NumW] = last_i;
        end
      end

      logic unused;
      assign unused    = &{1'b0, wanted};
      assign any[k]    = here;
      assign all[k]    = ~others;
      assign but[k]    = partial & (fn == tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_NE);
      assign point[NumW*k +: NumW] = at;
      // An address only.
      assign notify[k] = (in == tr_encoder_pkg::TR_TE_COMP_P_INPUT_IADDR) & here &
                         (k == 0 ? control_i[tr_encoder_pkg::TR_TE_COMP_P_NOTIFY_SHIFT]
                                 : control_i[tr_encoder_pkg::TR_TE_COMP_S_NOTIFY_SHIFT]);
    end else begin : gen_none
      assign any[k]                = 1'b0;
      assign all[k]                = 1'b1;
      assign but[k]                = 1'b0;
      assign notify[k]             = 1'b0;
      assign point[NumW*k +: NumW] = '0;
      always_comb begin
        low[NumW*k +: NumW]  = '0;
        high[NumW*k +: NumW] = '0;
      end
    end
  end

  // ---- Together ----

  logic [NumW-1:0] p_low;
  logic [NumW-1:0] p_high;
  logic [NumW-1:0] p_point;
  logic [NumW-1:0] p_last;
  logic [NumW-1:0] s_low;
  logic [NumW-1:0] s_high;
  logic [NumW-1:0] s_point;
  logic [NumW-1:0] s_last;
  logic both;
  logic later;

  assign {s_low, p_low}     = low;
  assign {s_high, p_high}   = high;
  assign {s_point, p_point} = point;

  // Are both true for the same half-word?
  always_comb begin
    unique case (but)
      2'b00: both = (&any) & (p_low <= s_high) & (s_low <= p_high);
      2'b01: both = any[1] & ((s_low != p_point) | (s_high != p_point));
      2'b10: both = any[0] & ((p_low != s_point) | (p_high != s_point));
      default: both = (last_i > NumW'(1)) | ((last_i == NumW'(1)) & (p_point == s_point));
    endcase
    if (masked) both = any[0];
  end

  // Which one is true last? On the same half-word it is the secondary.
  assign p_last = (but[0] && (p_point == last_i)) ? last_i - 1'b1 : p_high;
  assign s_last = (but[1] && (s_point == last_i)) ? last_i - 1'b1 : s_high;
  assign later  = any[1] & (~any[0] | masked | (s_last >= p_last));

  always_comb begin
    match_o = any[0];
    if (Modes[1] && (mode == tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_BOTH)) match_o = both;
    if (Modes[2] && (mode == tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_NOT_BOTH)) begin
      match_o = ~(&all);
    end
    latch_o = 1'b0;
    if (Modes[3] && (mode == tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_LATCH)) begin
      match_o = latch_i | any[0];
      latch_o = match_o & ~later;
    end
  end

  assign notify_o = |notify;

  logic unused;
  assign unused = &{1'b0, control_i, p_match_i, s_match_i, context_i, tval_i, has_tval_i, daddr_i,
                    has_daddr_i, latch_i};

endmodule
