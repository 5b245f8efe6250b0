// SPDX-License-Identifier: Apache-2.0
// Filters look at a data access (TCI 1.0, Trace Encoder Filter Registers; docs/reference/
// data-trace.md): comparators see the address of its own instruction, its context and its data
// address; what a filter asks of the block is not looked at here.

module tr_encoder_data_filter #(
  parameter int unsigned Filters = 2,          // 1 at least
  parameter int unsigned Comparators = 2,      // 0..8
  parameter int unsigned XLen = 64,
  parameter int unsigned ContextW = 32,
  parameter logic [2:0]  CompInputs = 3'h7,
  parameter logic [3:0]  CompModes = 4'hf,
  parameter bit          CompSecondary = 1'b1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned C = (Comparators > 0) ? Comparators : 1
) (
  // Registers, as in tr_encoder_filters.
  input  logic [32*Filters-1:0] control_i,
  input  logic [24*Filters-1:0] data_match_i,
  input  logic [ Filters*C-1:0] uses_i,        // comparators of each filter
  input  logic [        C-1:0]  used_i,        // the others do not matter
  input  logic [      16*C-1:0] comp_control_i,
  input  logic [      64*C-1:0] p_match_i,
  input  logic [      64*C-1:0] s_match_i,
  // The access.
  input  logic [     AddrW-1:0] iaddr_i,       // its instruction
  input  logic [  ContextW-1:0] context_i,
  input  logic [      XLen-1:0] daddr_i,
  input  logic [           3:0] dtype_i,
  input  logic [           2:0] dsize_i,
  input  logic [         C-1:0] block_match_i, // comparators that match its block, for mode 3
  output logic [   Filters-1:0] match_o
);

  logic [C-1:0] comps;

  for (genvar j = 0; j < C; j = j + 1) begin : gen_comp
    if (Comparators > 0) begin : gen_there
      logic match;
      logic latched;
      logic unused_latch;
      logic unused_notify;
      assign latched  = CompModes[3] & CompSecondary &
                        (comp_control_i[16*j+tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_SHIFT +: 2] ==
                         tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_LATCH);
      assign comps[j] = latched ? block_match_i[j] : match;
      tr_encoder_comparator #(
        .XLen(XLen),
        .NumW(2),
        .ContextW(ContextW),
        .CompInputs(CompInputs),
        .CompModes(CompModes),
        .CompSecondary(CompSecondary),
        .Data(1'b1)
      ) u_comp (
        .use_i(used_i[j]),
        .control_i(comp_control_i[16*j +: 16]),
        .p_match_i(p_match_i[64*j +: 64]),
        .s_match_i(s_match_i[64*j +: 64]),
        .first_i(iaddr_i),
        .last_addr_i(iaddr_i),
        .last_i(2'd0),
        .context_i,
        .tval_i({XLen{1'b0}}),
        .has_tval_i(1'b0),
        .daddr_i,
        .has_daddr_i(1'b1),
        .latch_i(1'b0),
        .latch_o(unused_latch),
        .match_o(match),
        .notify_o(unused_notify)
      );
    end else begin : gen_none
      logic unused;
      assign unused   = &{1'b0, used_i, comp_control_i, p_match_i, s_match_i, iaddr_i, context_i,
                          daddr_i,
                          block_match_i};
      assign comps[j] = 1'b0;
    end
  end

  for (genvar i = 0; i < Filters; i = i + 1) begin : gen_filter
    logic dtype;
    logic dsize;
    assign dtype = ~control_i[32*i+tr_encoder_pkg::TR_TE_FILTER_MATCH_DTYPE_SHIFT] |
        data_match_i[24*i+tr_encoder_pkg::TR_TE_FILTER_MATCH_CHOICE_DTYPE_SHIFT+32'(dtype_i)];
    assign dsize = ~control_i[32*i+tr_encoder_pkg::TR_TE_FILTER_MATCH_DSIZE_SHIFT] |
        data_match_i[24*i+tr_encoder_pkg::TR_TE_FILTER_MATCH_CHOICE_DSIZE_SHIFT+32'(dsize_i)];
    assign match_o[i] = ((uses_i[C*i +: C] & ~comps) == '0) & dtype & dsize;
  end

  logic unused;
  assign unused = ^control_i;

endmodule
