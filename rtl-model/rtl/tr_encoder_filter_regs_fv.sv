// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_filter_regs, with any accesses: bits that are reserved, or belong to parts
// that are not there, read 0; WARL fields hold legal values only; a register holds what was written
// last, if that is legal. One instance has 2 filters and 3 comparators with every option, the other
// one of each with few.

module tr_encoder_filter_regs_fv (
  input logic        clk_i,
  input logic        clr_i,
  input logic        we_i,
  input logic [11:2] word_i,                  // tr_apb asks for whole words only
  input logic [31:0] wdata_i,
  input logic [11:0] watch_i                  // any register; stays
);

  logic rst_nq;
  logic write;
  logic few_write;
  logic [11:0] addr;
  logic [31:0] rdata;
  logic [31:0] few_rdata;
  logic [31:0] there;
  logic [31:0] few_there;
  logic [1:0] selected;
  logic few_selected;
  logic [63:0] control;
  logic [63:0] value;
  logic [63:0] mask;
  logic [31:0] few_control;
  logic [31:0] few_value;
  logic [31:0] few_mask;
  logic [17:0] inst;
  logic [8:0] few_inst;
  logic [127:0] causes;
  logic [63:0] few_causes;
  logic [63:0] few_p;
  logic [63:0] few_s;
  logic [47:0] comp;
  logic [15:0] few_comp;
  logic [191:0] p;
  logic [191:0] s;

  tr_encoder_filter_regs #(
    .Filters(2),
    .Comparators(3)
  ) u_all (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .we_i,
    .addr_i(addr),
    .wdata_i,
    .rdata_o(rdata),
    .write_o(write),
    .select_o(selected),
    .control_o(control),
    .inst_o(inst),
    .causes_o(causes),
    .impdef_value_o(value),
    .impdef_mask_o(mask),
    .comp_control_o(comp),
    .p_match_o(p),
    .s_match_o(s)
  );

  tr_encoder_filter_regs #(
    .Filters(1),
    .Comparators(1),
    .FilterMatches(4'h4),
    .CompInputs(3'h5),
    .CompModes(4'h9),
    .CompNotify(1'b0)
  ) u_few (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .we_i,
    .addr_i(addr),
    .wdata_i,
    .rdata_o(few_rdata),
    .write_o(few_write),
    .select_o(few_selected),
    .control_o(few_control),
    .inst_o(few_inst),
    .causes_o(few_causes),
    .impdef_value_o(few_value),
    .impdef_mask_o(few_mask),
    .comp_control_o(few_comp),
    .p_match_o(few_p),
    .s_match_o(few_s)
  );

  // A comparator without a secondary side, and no filter.
  logic [31:0] one_rdata;
  logic [31:0] one_there;
  logic [31:0] one_control;
  logic [31:0] one_value;
  logic [31:0] one_mask;
  logic one_write;
  logic one_selected;
  logic [8:0] one_inst;
  logic [63:0] one_causes;
  logic [63:0] one_p;
  logic [63:0] one_s;
  logic [15:0] one_comp;

  tr_encoder_filter_regs #(
    .Filters(0),
    .Comparators(1),
    .CompSecondary(1'b0)
  ) u_one (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .we_i,
    .addr_i(addr),
    .wdata_i,
    .rdata_o(one_rdata),
    .write_o(one_write),
    .select_o(one_selected),
    .control_o(one_control),
    .inst_o(one_inst),
    .causes_o(one_causes),
    .impdef_value_o(one_value),
    .impdef_mask_o(one_mask),
    .comp_control_o(one_comp),
    .p_match_o(one_p),
    .s_match_o(one_s)
  );

  assign addr = {word_i, 2'b00};

  // ---- Bits that are there (TCI 1.0, tables of the registers) ----

  always_comb begin
    there     = '0;
    few_there = '0;
    one_there = '0;
    unique case (addr)
      12'h00c: begin
        there     = 32'h0000_0003;
        few_there = 32'h0000_0001;
      end
      12'h400: begin
        there     = 32'h0001_ffff;
        few_there = 32'h0000_1119;             // no number but 0 for a comparator
      end
      12'h420: there = 32'h0001_ffff;
      12'h404: begin
        there     = 32'h0000_01ff;
        few_there = 32'h0000_0100;
      end
      12'h424: there = 32'h0000_01ff;
      12'h408, 12'h40c, 12'h410, 12'h414, 12'h428, 12'h42c, 12'h430, 12'h434: there = '1;
      12'h600: begin
        there     = 32'h0000_f77f;
        few_there = 32'h0000_377a;
        one_there = 32'h0000_4073;             // of the secondary side nothing, and no mode but 0
      end
      12'h620, 12'h640: there = 32'h0000_f77f;
      12'h610, 12'h614: begin
        there     = '1;
        few_there = '1;
        one_there = '1;
      end
      12'h618, 12'h61c: begin
        there     = '1;
        few_there = '1;
      end
      12'h630, 12'h634, 12'h638, 12'h63c, 12'h650, 12'h654, 12'h658, 12'h65c: there = '1;
      default: ;
    endcase
  end

  // ---- What was written last to one of them, when all values of its bits are legal ----

  logic known_q;
  logic plain;
  logic [11:0] watch_q;
  logic [31:0] last_q;

  // All but those with numbers of comparators, inputs or modes.
  assign plain = (addr != 12'h400) & (addr != 12'h420) & (addr != 12'h600) & (addr != 12'h620) &
                 (addr != 12'h640);

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq  <= 1'b1;
    watch_q <= rst_nq ? watch_q : watch_i;
    if (!rst_nq || clr_i) begin
      known_q <= 1'b1;
      last_q  <= '0;
    end else if (we_i && (addr == watch_q)) begin
      last_q <= wdata_i;
    end
    if (rst_nq) begin
      assert ((rdata & ~there) == '0);
      assert ((few_rdata & ~few_there) == '0);
      assert (write == (we_i & (there != '0)));
      assert (few_write == (we_i & (few_there != '0)));
      assert ((one_rdata & ~one_there) == '0);
      assert (one_write == (we_i & (one_there != '0)));
      assert ((one_comp[1:0] != 2'd3) && (one_s == '0));
      // Numbers of comparators, inputs, modes.
      assert ((control[7:5] < 3'd3) & (control[11:9] < 3'd3) & (control[15:13] < 3'd3));
      assert ((control[39:37] < 3'd3) & (control[43:41] < 3'd3) & (control[47:45] < 3'd3));
      assert ((comp[1:0] != 2'd3) & (comp[3:2] != 2'd3));
      assert ((comp[17:16] != 2'd3) & (comp[19:18] != 2'd3));
      assert ((comp[33:32] != 2'd3) & (comp[35:34] != 2'd3));
      assert ((few_comp[13:12] == 2'd0) | (few_comp[13:12] == 2'd3));
      assert (~few_comp[0] & ~few_comp[2]);
      if (known_q && plain && (addr == watch_q)) begin
        assert (rdata == (last_q & there));
        assert (few_rdata == (last_q & few_there));
        assert (one_rdata == (last_q & one_there));
      end
    end
  end

endmodule
