// SPDX-License-Identifier: Apache-2.0
// Filters and comparators of the encoder (TCI 1.0, Trace Encoder Filter Registers): which blocks of
// a record are traced, and of which the last address is reported.
//
// They look at the record in the cycle in which it comes, with the registers of that cycle, so the
// queue of records has one bit more a block and nothing of what is compared. They follow the hart
// whether it is traced or not, but not in debug mode, reset or low power.

module tr_encoder_filters #(
  parameter int unsigned Filters = 2,          // 0..16
  parameter int unsigned Comparators = 2,      // 0..8
  parameter logic [3:0]  FilterMatches = 4'hf, // privilege, ecause, interrupt, impdef
  parameter int unsigned NestingW = 8,         // 1..16
  parameter logic [2:0]  CompInputs = 3'h7,    // iaddr, context, tval
  parameter logic [3:0]  CompModes = 4'hf,
  parameter bit          CompSecondary = 1'b1,
  parameter bit          CompNotify = 1'b1,
  parameter bit          DataTrace = 1'b0,
  parameter int unsigned DataPorts = 1,
  parameter int unsigned Blocks = 1,
  parameter int unsigned XLen = 64,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned ContextW = 32,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned C = (Comparators > 0) ? Comparators : 1,
  localparam int unsigned PortW = 137 + XLen + RetireW
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,          // trTeActive is 0
  // Registers.
  input  logic                      we_i,
  input  logic [              11:0] addr_i,
  input  logic [              31:0] wdata_i,
  output logic [              31:0] rdata_o,
  input  logic                      enable_i,       // trTeEnable
  // The record of this cycle.
  input  logic                      step_i,         // it is not refused
  input  logic [               2:0] side_i,         // lowpower, reset, halted
  input  logic [        Blocks-1:0] block_valid_i,
  input  logic [  Blocks*AddrW-1:0] iaddr_i,
  input  logic [Blocks*RetireW-1:0] iretire_i,
  input  logic [ Blocks*ItypeW-1:0] itype_i,
  input  logic [        Blocks-1:0] ilastsize_i,
  input  logic [               2:0] priv_i,
  input  logic [      ContextW-1:0] context_i,
  input  logic [          XLen-1:0] cause_i,
  input  logic [          XLen-1:0] tval_i,
  input  logic [              31:0] impdef_i,
  input  logic [DataPorts*PortW-1:0] access_i,      // as in tr_encoder_extra
  output logic [     DataPorts-1:0] keep_o,         // the access is traced, if its block is
  output logic [        Blocks-1:0] drop_o,         // the block is not traced
  output logic [        Blocks-1:0] notify_o,       // it is, and its last address is reported
  output logic [      Blocks*C-1:0] hits_o          // comparators that ask for that
);

  localparam int unsigned F = (Filters > 0) ? Filters : 1;
  localparam int unsigned D = NestingW;

  logic write;
  logic restart;
  logic written_d, written_q;
  logic enable_d, enable_q;
  logic [F-1:0] selected;
  logic [F-1:0] data_selected;
  logic [24*F-1:0] data_match;
  logic [32*F-1:0] control;
  logic [32*F-1:0] impdef_value;
  logic [32*F-1:0] impdef_mask;
  logic [9*F-1:0] inst;
  logic [64*F-1:0] causes;
  logic [16*C-1:0] comp_control;
  logic [64*C-1:0] p_match;
  logic [64*C-1:0] s_match;

  tr_encoder_filter_regs #(
    .Filters(Filters),
    .Comparators(Comparators),
    .FilterMatches(FilterMatches),
    .CompInputs(CompInputs),
    .CompModes(CompModes),
    .CompSecondary(CompSecondary),
    .CompNotify(CompNotify),
    .DataTrace(DataTrace)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .clr_i,
    .we_i,
    .addr_i,
    .wdata_i,
    .rdata_o,
    .write_o(write),
    .select_o(selected),
    .data_select_o(data_selected),
    .data_match_o(data_match),
    .control_o(control),
    .inst_o(inst),
    .causes_o(causes),
    .impdef_value_o(impdef_value),
    .impdef_mask_o(impdef_mask),
    .comp_control_o(comp_control),
    .p_match_o(p_match),
    .s_match_o(s_match)
  );

  if ((Filters > 0) || ((Comparators > 0) && CompNotify)) begin : gen_filters
    // Counters and latches start again after a write, and when the encoder is enabled.
    assign restart = written_q | (enable_i & ~enable_q);
    assign written_d = write | clr_i;
    assign enable_d  = enable_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        written_q <= 1'b0;
        enable_q  <= 1'b0;
      end else begin
        written_q <= written_d;
        enable_q  <= enable_d;
      end
    end

    // ---- State: latches of comparators, traps of filters; index 0 before the first block ----

    logic [C-1:0] latch_d, latch_q;
    logic [F*D-1:0] depth_d, depth_q;
    logic [(Blocks+1)*C-1:0] latch /*verilator split_var*/;
    logic [(Blocks+1)*F*D-1:0] depth /*verilator split_var*/;
    logic [C-1:0] primed;
    logic look;

    assign look = step_i & (side_i == '0);

    for (genvar j = 0; j < C; j = j + 1) begin : gen_primed
      // The latch of mode 3 that begins with 1.
      assign primed[j] =
          CompModes[3] &
          (comp_control[16*j+tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_SHIFT +: 2] ==
           tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_LATCH) &
          (comp_control[16*j+tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_SHIFT +: 3] ==
           tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_FALSE);
    end

    assign latch[C-1:0]   = restart ? primed : latch_q;
    assign depth[F*D-1:0] = (restart || (step_i && side_i[1])) ? '0 : depth_q;

    assign latch_d = latch[Blocks*C +: C];
    assign depth_d = depth[Blocks*F*D +: F*D];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        latch_q <= '0;
        depth_q <= '0;
      end else begin
        latch_q <= latch_d;
        depth_q <= depth_d;
      end
    end

    // ---- Data accesses: which filters each fulfills, but for what they ask of its block ----

    logic [Blocks*C-1:0] block_match;
    logic [C-1:0] all_used;
    // filters that the block passes, one of its accesses fulfills
    logic [Blocks*F-1:0] passes;
    logic [Blocks*F-1:0] on_access;
    logic [F*C-1:0] all_uses;
    // filters with conditions on data
    logic [F-1:0] by_data;
    logic [F-1:0] active;
    logic [F-1:0] data_active;

    for (genvar i = 0; i < F; i = i + 1) begin : gen_active
      assign active[i]      = selected[i] & control[32*i+tr_encoder_pkg::TR_TE_FILTER_ENABLE_SHIFT];
      assign data_active[i] = data_selected[i] &
                              control[32*i+tr_encoder_pkg::TR_TE_FILTER_ENABLE_SHIFT];
    end

    if (DataTrace && (Filters > 0)) begin : gen_data
      logic [DataPorts*F-1:0] fulfills;
      logic [DataPorts-1:0] valid;
      logic [DataPorts-1:0] block;
      logic [C-1:0] data_comps;

      for (genvar j = 0; j < C; j = j + 1) begin : gen_comp
        assign data_comps[j] =
            (comp_control[16*j+tr_encoder_pkg::TR_TE_COMP_P_INPUT_SHIFT +: 2] ==
             tr_encoder_pkg::TR_TE_COMP_P_INPUT_DADDR) |
            (comp_control[16*j+tr_encoder_pkg::TR_TE_COMP_S_INPUT_SHIFT +: 2] ==
             tr_encoder_pkg::TR_TE_COMP_P_INPUT_DADDR);
      end
      for (genvar i = 0; i < F; i = i + 1) begin : gen_filter
        assign by_data[i] = control[32*i+tr_encoder_pkg::TR_TE_FILTER_MATCH_DTYPE_SHIFT] |
                            control[32*i+tr_encoder_pkg::TR_TE_FILTER_MATCH_DSIZE_SHIFT] |
                            ((all_uses[C*i +: C] & data_comps) != '0);
      end

      for (genvar p = 0; p < DataPorts; p = p + 1) begin : gen_port
        logic [AddrW-1:0] first;
        logic [RetireW-1:0] lsbs;
        logic [RetireW-1:0] at;
        logic second;
        assign valid[p] = access_i[PortW*p+PortW-1];
        assign block[p] = access_i[PortW*p+PortW-2];
        assign second   = (Blocks > 1) & block[p];
        assign first    = second ? iaddr_i[AddrW*(Blocks-1) +: AddrW] : iaddr_i[AddrW-1:0];
        assign lsbs     = access_i[PortW*p+PortW-2-RetireW +: RetireW];
        assign at       = lsbs - first[RetireW-1:0];
        tr_encoder_data_filter #(
          .Filters(F),
          .Comparators(Comparators),
          .XLen(XLen),
          .ContextW(ContextW),
          .CompInputs(CompInputs),
          .CompModes(CompModes),
          .CompSecondary(CompSecondary)
        ) u_access (
          .control_i(control),
          .data_match_i(data_match),
          .uses_i(all_uses),
          .used_i(all_used),
          .comp_control_i(comp_control),
          .p_match_i(p_match),
          .s_match_i(s_match),
          .iaddr_i(first + AddrW'(at)),
          .context_i,
          .daddr_i(access_i[PortW*p+128 +: XLen]),
          .dtype_i(access_i[PortW*p+131+XLen +: 4]),
          .dsize_i(access_i[PortW*p+128+XLen +: 3]),
          .block_match_i(second ? block_match[C*(Blocks-1) +: C] : block_match[C-1:0]),
          .match_o(fulfills[F*p +: F])
        );
        assign keep_o[p] = (data_selected == '0) |
                           ((fulfills[F*p +: F] & data_active &
                             (second ? passes[F*(Blocks-1) +: F] : passes[F-1:0])) != '0);
      end

      always_comb begin
        on_access = '0;
        for (int unsigned p = 0; p < DataPorts; p = p + 1) begin
          for (int unsigned k = 0; k < Blocks; k = k + 1) begin
            if (valid[p] && (32'(block[p]) == k)) on_access[F*k +: F] |= fulfills[F*p +: F];
          end
        end
      end
    end else begin : gen_no_data
      logic unused;
      assign unused     = &{1'b0, access_i, data_match, data_active, all_uses, block_match,
                            all_used, passes, on_access};
      assign by_data    = '0;
      assign on_access  = '0;
      assign keep_o     = '1;
    end

    // ---- Blocks ----

    for (genvar k = 0; k < Blocks; k = k + 1) begin : gen_block
      logic real_block;
      logic wraps;
      logic over;
      logic [ItypeW-1:0] itype;
      logic [AddrW-1:0] first;
      logic [AddrW-1:0] last_addr;
      logic [RetireW-1:0] size;
      logic [RetireW-1:0] ahead;
      logic [RetireW-1:0] last;
      logic [C-1:0] match;
      logic [C-1:0] asks;
      logic [C-1:0] next_latch;
      logic [C-1:0] used;
      logic [C-1:0] watches;
      logic [F-1:0] found;
      logic [F-1:0] own;
      logic [F*C-1:0] uses;
      logic [F*D-1:0] next_depth;

      assign itype      = itype_i[ItypeW*k +: ItypeW];
      assign first      = iaddr_i[AddrW*k +: AddrW];
      assign size       = ilastsize_i[k] ? RetireW'(2) : RetireW'(1);
      assign over       = iretire_i[RetireW*k +: RetireW] > size;
      assign ahead      = over ? iretire_i[RetireW*k +: RetireW] - size : '0;
      assign real_block = block_valid_i[k] &
                          ((iretire_i[RetireW*k +: RetireW] != '0) |
                           (4'(itype) == tr_pkg::ItypeException) |
                           (4'(itype) == tr_pkg::ItypeInterrupt));
      // Addresses beyond the end of the address space do not count.
      logic [AddrW-1:0] sum;
      assign {wraps, sum} = {1'b0, first} + (AddrW+1)'(ahead);
      assign last_addr    = wraps ? '1 : sum;
      assign last         = wraps ? ~first[RetireW-1:0] : ahead;

      for (genvar j = 0; j < C; j = j + 1) begin : gen_comp
        assign watches[j] = comp_control[16*j+tr_encoder_pkg::TR_TE_COMP_P_NOTIFY_SHIFT] |
                            comp_control[16*j+tr_encoder_pkg::TR_TE_COMP_S_NOTIFY_SHIFT];
        if (Comparators > 0) begin : gen_there
          tr_encoder_comparator #(
            .XLen(XLen),
            .NumW(RetireW),
            .ContextW(ContextW),
            .CompInputs(CompInputs),
            .CompModes(CompModes),
            .CompSecondary(CompSecondary),
            .Data(DataTrace)
          ) u_comp (
            .use_i(used[j] | watches[j]),
            .control_i(comp_control[16*j +: 16]),
            .p_match_i(p_match[64*j +: 64]),
            .s_match_i(s_match[64*j +: 64]),
            .first_i(first),
            .last_addr_i(last_addr),
            .last_i(last),
            .context_i,
            .tval_i,
            .has_tval_i(4'(itype) == tr_pkg::ItypeException),
            .daddr_i({XLen{1'b0}}),
            .has_daddr_i(1'b0),
            .latch_i(latch[C*k+j]),
            .latch_o(next_latch[j]),
            .match_o(match[j]),
            .notify_o(asks[j])
          );
        end else begin : gen_none
          logic unused;
          assign unused        = &{1'b0, watches[j], p_match, s_match, last_addr, last, context_i,
                                   tval_i};
          assign next_latch[j] = 1'b0;
          assign match[j]      = 1'b0;
          assign asks[j]       = 1'b0;
        end
      end

      for (genvar i = 0; i < F; i = i + 1) begin : gen_filter
        tr_encoder_filter #(
          .Comparators(Comparators),
          .ItypeW(ItypeW),
          .FilterMatches(FilterMatches),
          .NestingW(NestingW)
        ) u_filter (
          .control_i(control[32*i +: 32]),
          .inst_i(inst[9*i +: 9]),
          .causes_i(causes[64*i +: 64]),
          .impdef_value_i(impdef_value[32*i +: 32]),
          .impdef_mask_i(impdef_mask[32*i +: 32]),
          .comps_i(match),
          .itype_i(itype),
          .priv_i,
          .cause_i(cause_i[5:0]),
          .cause_big_i(|cause_i[XLen-1:6]),
          .impdef_i,
          .depth_i(depth[F*D*k+D*i +: D]),
          .depth_o(next_depth[D*i +: D]),
          .uses_o(uses[C*i +: C]),
          .passes_o(passes[F*k+i]),
          .match_o(own[i])
        );
        assign found[i] = by_data[i] ? passes[F*k+i] & on_access[F*k+i] : own[i];
      end

      always_comb begin
        used = '0;
        for (int unsigned i = 0; i < F; i = i + 1)
          used |= uses[C*i +: C] & {C{active[i] | data_active[i]}};
      end

      assign latch[C*(k+1) +: C]       = (look && real_block) ? next_latch : latch[C*k +: C];
      assign depth[F*D*(k+1) +: F*D]   = (look && real_block) ? next_depth : depth[F*D*k +: F*D];
      assign drop_o[k]                 = (selected != '0) & real_block & ((found & active) == '0);
      assign notify_o[k]               = real_block & ~drop_o[k] & (asks != '0);
      assign hits_o[C*k +: C]          = asks & {C{real_block}};
      assign block_match[C*k +: C]     = match;
      if (k == 0) begin : gen_uses                // the same for all blocks
        assign all_used = used;
        assign all_uses = uses;
      end
    end
  end else begin : gen_none
    logic unused;
    assign unused = &{1'b0, write, selected, control, impdef_value, impdef_mask, inst, causes,
                      comp_control, p_match, s_match, enable_i, step_i, side_i, block_valid_i,
                      iaddr_i, iretire_i, itype_i, ilastsize_i, priv_i, context_i, cause_i, tval_i,
                      impdef_i, restart, written_q, enable_q, written_d, enable_d, data_selected,
                      data_match, access_i};
    assign restart   = 1'b0;
    assign written_d = 1'b0;
    assign written_q = 1'b0;
    assign enable_d  = 1'b0;
    assign enable_q  = 1'b0;
    assign drop_o    = '0;
    assign notify_o  = '0;
    assign hits_o    = '0;
    assign keep_o    = '1;
  end

endmodule
