// SPDX-License-Identifier: Apache-2.0
// Registers of filters and comparators, and trTeInstFilters (TCI 1.0, Trace Encoder Filter
// Registers). WARL: a comparator number, an input or a mode that is not there becomes 0. A unit
// that is not there has no registers; the outputs have one unit at least, which then is 0.

module tr_encoder_filter_regs #(
  parameter int unsigned Filters = 2,          // 0..16
  parameter int unsigned Comparators = 2,      // 0..8
  parameter logic [3:0]  FilterMatches = 4'hf, // privilege, ecause, interrupt, impdef
  parameter logic [2:0]  CompInputs = 3'h7,    // bit n: input n
  parameter logic [3:0]  CompModes = 4'hf,     // bit n: mode n
  parameter bit          CompSecondary = 1'b1, // comparators have two sides
  parameter bit          CompNotify = 1'b1,
  parameter bit          DataTrace = 1'b0,
  localparam int unsigned F = (Filters > 0) ? Filters : 1,
  localparam int unsigned C = (Comparators > 0) ? Comparators : 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            clr_i,               // trTeActive is 0
  input  logic            we_i,
  input  logic [    11:0] addr_i,
  input  logic [    31:0] wdata_i,
  output logic [    31:0] rdata_o,
  output logic            write_o,             // one of them was written
  output logic [   F-1:0] select_o,            // trTeInstFilters
  output logic [   F-1:0] data_select_o,       // trTeDataFilters
  output logic [24*F-1:0] data_match_o,
  output logic [32*F-1:0] control_o,           // trTeFilterControl and so on, unit 0 lowest
  output logic [ 9*F-1:0] inst_o,
  output logic [64*F-1:0] causes_o,
  output logic [32*F-1:0] impdef_value_o,
  output logic [32*F-1:0] impdef_mask_o,
  output logic [16*C-1:0] comp_control_o,
  output logic [64*C-1:0] p_match_o,
  output logic [64*C-1:0] s_match_o
);

  localparam bit Privilege = FilterMatches[0];
  localparam bit Ecause = FilterMatches[1];
  localparam bit Interrupt = FilterMatches[2];
  localparam bit Impdef = FilterMatches[3];
  // Bits that hold what is written, whatever it is.
  localparam logic [31:0] FilterMask =
      tr_encoder_pkg::TR_TE_FILTER_ENABLE_MASK |
      (Privilege ? tr_encoder_pkg::TR_TE_FILTER_MATCH_PRIVILEGE_MASK : 32'h0) |
      (Ecause ? tr_encoder_pkg::TR_TE_FILTER_MATCH_ECAUSE_MASK : 32'h0) |
      (Interrupt ? tr_encoder_pkg::TR_TE_FILTER_MATCH_INTERRUPT_MASK : 32'h0) |
      (Impdef ? tr_encoder_pkg::TR_TE_FILTER_MATCH_IMPDEF_MASK : 32'h0) |
      (DataTrace ? tr_encoder_pkg::TR_TE_FILTER_MATCH_DTYPE_MASK |
                   tr_encoder_pkg::TR_TE_FILTER_MATCH_DSIZE_MASK : 32'h0) |
      ((Comparators != 0) ? tr_encoder_pkg::TR_TE_FILTER_MATCH_COMP1_MASK |
                            tr_encoder_pkg::TR_TE_FILTER_MATCH_COMP2_MASK |
                            tr_encoder_pkg::TR_TE_FILTER_MATCH_COMP3_MASK : 32'h0);
  localparam logic [8:0] InstMask = {Interrupt, {8{Privilege}}};
  localparam logic [15:0] CompMask =
      16'(tr_encoder_pkg::TR_TE_COMP_P_FUNCTION_MASK |
          (CompNotify ? tr_encoder_pkg::TR_TE_COMP_P_NOTIFY_MASK : 32'h0) |
          (CompSecondary ? tr_encoder_pkg::TR_TE_COMP_S_FUNCTION_MASK : 32'h0) |
          ((CompSecondary && CompNotify) ? tr_encoder_pkg::TR_TE_COMP_S_NOTIFY_MASK : 32'h0));

  // ---- Addresses: 0x400 + 32 * filter, 0x600 + 32 * comparator ----

  logic filter_area;
  logic comp_area;
  logic hit;
  logic [2:0] part;
  logic [31:0] data;

  assign filter_area = (addr_i[11:9] == tr_encoder_pkg::TR_TE_FILTER_CONTROL_OFFSET[11:9]);
  assign comp_area   = (addr_i[11:8] == tr_encoder_pkg::TR_TE_COMP_CONTROL_OFFSET[11:8]);
  assign part        = addr_i[4:2];

  // ---- WARL ----

  localparam logic [7:0] There = 8'((32'd1 << Comparators) - 1);  // these comparators exist
  logic [31:0] filter_new;
  logic [15:0] comp_new;

  always_comb begin
    filter_new = wdata_i & FilterMask;
    if (There[wdata_i[tr_encoder_pkg::TR_TE_FILTER_COMP1_SHIFT +: 3]]) begin
      filter_new |= wdata_i & tr_encoder_pkg::TR_TE_FILTER_COMP1_MASK;
    end
    if (There[wdata_i[tr_encoder_pkg::TR_TE_FILTER_COMP2_SHIFT +: 3]]) begin
      filter_new |= wdata_i & tr_encoder_pkg::TR_TE_FILTER_COMP2_MASK;
    end
    if (There[wdata_i[tr_encoder_pkg::TR_TE_FILTER_COMP3_SHIFT +: 3]]) begin
      filter_new |= wdata_i & tr_encoder_pkg::TR_TE_FILTER_COMP3_MASK;
    end
  end

  always_comb begin
    logic [3:0] inputs;
    inputs   = {DataTrace, CompInputs};
    comp_new = wdata_i[15:0] & CompMask;
    if (inputs[wdata_i[tr_encoder_pkg::TR_TE_COMP_P_INPUT_SHIFT +: 2]]) begin
      comp_new |= 16'(wdata_i & tr_encoder_pkg::TR_TE_COMP_P_INPUT_MASK);
    end
    if (CompSecondary && inputs[wdata_i[tr_encoder_pkg::TR_TE_COMP_S_INPUT_SHIFT +: 2]]) begin
      comp_new |= 16'(wdata_i & tr_encoder_pkg::TR_TE_COMP_S_INPUT_MASK);
    end
    if (CompSecondary && CompModes[wdata_i[tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_SHIFT +: 2]]) begin
      comp_new |= 16'(wdata_i & tr_encoder_pkg::TR_TE_COMP_MATCH_MODE_MASK);
    end
  end

  // ---- Filters ----

  logic [F-1:0] f_hit;
  logic [32*F-1:0] f_data;
  logic select_hit;

  if (Filters > 0) begin : gen_select
    logic [F-1:0] select_d, select_q;
    assign select_hit = addr_i == tr_encoder_pkg::TR_TE_INST_FILTERS_OFFSET;
    assign select_o   = select_q;
    always_comb begin
      select_d = select_q;
      if (clr_i) select_d = '0;
      else if (we_i && select_hit) select_d = wdata_i[F-1:0];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        select_q <= '0;
      end else begin
        select_q <= select_d;
      end
    end
  end else begin : gen_no_select
    assign select_hit = 1'b0;
    assign select_o   = '0;
  end

  logic data_hit;
  logic [F-1:0] data_select;
  assign data_select_o = data_select;
  if (DataTrace && (Filters > 0)) begin : gen_data_select
    logic [F-1:0] data_select_d, data_select_q;
    assign data_hit    = addr_i == tr_encoder_pkg::TR_TE_DATA_FILTERS_OFFSET;
    assign data_select = data_select_q;
    always_comb begin
      data_select_d = data_select_q;
      if (clr_i) data_select_d = '0;
      else if (we_i && data_hit) data_select_d = wdata_i[F-1:0];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        data_select_q <= '0;
      end else begin
        data_select_q <= data_select_d;
      end
    end
  end else begin : gen_no_data_select
    assign data_hit    = 1'b0;
    assign data_select = '0;
  end

  for (genvar k = 0; k < F; k = k + 1) begin : gen_filter
    if (Filters > 0) begin : gen_there
      logic mine;
      logic [6:0] is;                          // which register
      logic [31:0] control_d, control_q;
      logic [31:0] low_d, low_q;
      logic [31:0] high_d, high_q;
      logic [31:0] value_d, value_q;
      logic [31:0] mask_d, mask_q;
      logic [8:0] inst_d, inst_q;

      assign mine  = filter_area & (addr_i[8:5] == 4'(k));
      assign is[0] = mine & (part == 3'd0);
      assign is[1] = mine & (part == 3'd1) & (Privilege | Interrupt);
      assign is[2] = mine & (part == 3'd2) & Ecause;
      assign is[3] = mine & (part == 3'd3) & Ecause;
      assign is[4] = mine & (part == 3'd4) & Impdef;
      assign is[5] = mine & (part == 3'd5) & Impdef;
      assign is[6] = mine & (part == 3'd6) & DataTrace;

      always_comb begin
        control_d = control_q;
        inst_d    = inst_q;
        low_d     = low_q;
        high_d    = high_q;
        value_d   = value_q;
        mask_d    = mask_q;
        if (clr_i) begin
          control_d = '0;
          inst_d    = '0;
          low_d     = '0;
          high_d    = '0;
          value_d   = '0;
          mask_d    = '0;
        end else if (we_i) begin
          if (is[0]) control_d = filter_new;
          if (is[1]) inst_d = wdata_i[8:0] & InstMask;
          if (is[2]) low_d = wdata_i;
          if (is[3]) high_d = wdata_i;
          if (is[4]) value_d = wdata_i;
          if (is[5]) mask_d = wdata_i;
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          control_q <= '0;
          inst_q    <= '0;
          low_q     <= '0;
          high_q    <= '0;
          value_q   <= '0;
          mask_q    <= '0;
        end else begin
          control_q <= control_d;
          inst_q    <= inst_d;
          low_q     <= low_d;
          high_q    <= high_d;
          value_q   <= value_d;
          mask_q    <= mask_d;
        end
      end

      logic [23:0] choice;                     // trTeFilterMatchData
      if (DataTrace) begin : gen_data
        logic [23:0] data_d, data_q;
        always_comb begin
          data_d = data_q;
          if (clr_i) data_d = '0;
          else if (we_i && is[6]) data_d = wdata_i[23:0];
        end

        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) begin
            data_q <= '0;
          end else begin
            data_q <= data_d;
          end
        end
        assign choice = data_q;
      end else begin : gen_no_data
        assign choice = '0;
      end

      assign data_match_o[24*k +: 24] = choice;
      assign f_hit[k] = |is;
      assign f_data[32*k +: 32] = ({32{is[6]}} & {8'b0, choice}) |
                                  ({32{is[0]}} & control_q) | ({32{is[1]}} & {23'b0, inst_q}) |
                                  ({32{is[2]}} & low_q) | ({32{is[3]}} & high_q) |
                                  ({32{is[4]}} & value_q) | ({32{is[5]}} & mask_q);
      assign control_o[32*k +: 32]      = control_q;
      assign inst_o[9*k +: 9]           = inst_q;
      assign causes_o[64*k +: 64]       = {high_q, low_q};
      assign impdef_value_o[32*k +: 32] = value_q;
      assign impdef_mask_o[32*k +: 32]  = mask_q;
    end else begin : gen_none
      assign f_hit[k]                   = 1'b0;
      assign f_data[32*k +: 32]         = '0;
      assign control_o[32*k +: 32]      = '0;
      assign inst_o[9*k +: 9]           = '0;
      assign data_match_o[24*k +: 24]   = '0;
      assign causes_o[64*k +: 64]       = '0;
      assign impdef_value_o[32*k +: 32] = '0;
      assign impdef_mask_o[32*k +: 32]  = '0;
    end
  end

  // ---- Comparators ----

  logic [C-1:0] c_hit;
  logic [32*C-1:0] c_data;

  for (genvar k = 0; k < C; k = k + 1) begin : gen_comp
    if (Comparators > 0) begin : gen_there
      logic mine;
      logic [4:0] is;
      logic [15:0] control_d, control_q;
      logic [63:0] p_d, p_q;
      logic [63:0] s_d, s_q;

      assign mine  = comp_area & (addr_i[7:5] == 3'(k));
      assign is[0] = mine & (part == 3'd0);
      assign is[1] = mine & (part == 3'd4);
      assign is[2] = mine & (part == 3'd5);
      assign is[3] = mine & (part == 3'd6) & CompSecondary;
      assign is[4] = mine & (part == 3'd7) & CompSecondary;

      always_comb begin
        control_d = control_q;
        p_d       = p_q;
        s_d       = s_q;
        if (clr_i) begin
          control_d = '0;
          p_d       = '0;
          s_d       = '0;
        end else if (we_i) begin
          if (is[0]) control_d = comp_new;
          if (is[1]) p_d[31:0] = wdata_i;
          if (is[2]) p_d[63:32] = wdata_i;
          if (is[3]) s_d[31:0] = wdata_i;
          if (is[4]) s_d[63:32] = wdata_i;
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          control_q <= '0;
          p_q       <= '0;
          s_q       <= '0;
        end else begin
          control_q <= control_d;
          p_q       <= p_d;
          s_q       <= s_d;
        end
      end

      assign c_hit[k] = |is;
      assign c_data[32*k +: 32] = ({32{is[0]}} & {16'b0, control_q}) | ({32{is[1]}} & p_q[31:0]) |
                                  ({32{is[2]}} & p_q[63:32]) | ({32{is[3]}} & s_q[31:0]) |
                                  ({32{is[4]}} & s_q[63:32]);
      assign comp_control_o[16*k +: 16] = control_q;
      assign p_match_o[64*k +: 64]      = p_q;
      assign s_match_o[64*k +: 64]      = s_q;
    end else begin : gen_none
      assign c_hit[k]                   = 1'b0;
      assign c_data[32*k +: 32]         = '0;
      assign comp_control_o[16*k +: 16] = '0;
      assign p_match_o[64*k +: 64]      = '0;
      assign s_match_o[64*k +: 64]      = '0;
    end
  end

  // ---- Reading ----

  always_comb begin
    data = (select_hit ? 32'(select_o) : 32'h0) | (data_hit ? 32'(data_select) : 32'h0);
    for (int unsigned k = 0; k < F; k = k + 1) data |= f_data[32*k +: 32];
    for (int unsigned k = 0; k < C; k = k + 1) data |= c_data[32*k +: 32];
  end

  assign hit     = select_hit | data_hit | (|f_hit) | (|c_hit);
  assign write_o = we_i & hit;
  assign rdata_o = data;

  logic unused;
  assign unused = &{1'b0, clk_i, rst_ni, clr_i, addr_i, wdata_i, filter_new, comp_new, filter_area,
                    comp_area, part};

endmodule
