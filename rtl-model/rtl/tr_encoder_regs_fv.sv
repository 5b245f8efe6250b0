// SPDX-License-Identifier: Apache-2.0
// Proof of tr_encoder_regs with its defaults, with any accesses: bits that are reserved, or belong
// to parts that are not there, read 0; trTeImpl does not change; WARL fields hold legal values
// only.

module tr_encoder_regs_fv (
  input logic        clk_i,
  input logic        we_i,
  input logic [11:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        empty_i,
  input logic        set_tracing_i,
  input logic        tracing_i,
  input logic        set_loss_i
);

  logic rst_nq;
  logic write;
  logic active;
  logic enable;
  logic tracing;
  logic context_on;
  logic trig;
  logic stall;
  logic loss;
  logic sequential;
  logic implicit;
  logic repeated;
  logic all_jumps;
  logic extend;
  logic [31:0] rdata;
  logic [31:0] reserved;
  logic [31:0] ext_in;
  logic [31:0] ext_out;
  logic [2:0] mode;
  logic [2:0] dbg;
  logic [1:0] sync_mode;
  logic [1:0] return_mode;
  logic [3:0] sync_max;
  logic [3:0] src_bits;
  logic [11:0] src;

  tr_encoder_regs u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .we_i,
    .addr_i,
    .wdata_i,
    .rdata_o(rdata),
    .empty_i,
    .set_tracing_i,
    .tracing_i,
    .set_loss_i,
    .other_rdata_i(32'h0),
    .write_o(write),
    .active_o(active),
    .enable_o(enable),
    .tracing_o(tracing),
    .mode_o(mode),
    .context_o(context_on),
    .trig_o(trig),
    .stall_o(stall),
    .loss_o(loss),
    .sync_mode_o(sync_mode),
    .sync_max_o(sync_max),
    .sequential_o(sequential),
    .return_o(implicit),
    .return_mode_o(return_mode),
    .repeated_o(repeated),
    .all_jumps_o(all_jumps),
    .extend_o(extend),
    .src_bits_o(src_bits),
    .src_o(src),
    .ext_in_o(ext_in),
    .ext_out_o(ext_out),
    .dbg_o(dbg)
  );

  always_comb begin
    unique case (addr_i)
      tr_encoder_pkg::TR_TE_CONTROL_OFFSET:
        reserved = ~(tr_encoder_pkg::TR_TE_ACTIVE_MASK | tr_encoder_pkg::TR_TE_ENABLE_MASK |
                     tr_encoder_pkg::TR_TE_INST_TRACING_MASK | tr_encoder_pkg::TR_TE_EMPTY_MASK |
                     tr_encoder_pkg::TR_TE_INST_MODE_MASK | tr_encoder_pkg::TR_TE_CONTEXT_MASK |
                     tr_encoder_pkg::TR_TE_INST_TRIG_ENABLE_MASK |
                     tr_encoder_pkg::TR_TE_INST_STALL_OR_OVERFLOW_MASK |
                     tr_encoder_pkg::TR_TE_INST_STALL_ENA_MASK |
                     tr_encoder_pkg::TR_TE_INHIBIT_SRC_MASK |
                     tr_encoder_pkg::TR_TE_INST_SYNC_MODE_MASK |
                     tr_encoder_pkg::TR_TE_INST_SYNC_MAX_MASK |
                     tr_encoder_pkg::TR_TE_FORMAT_MASK);
      tr_encoder_pkg::TR_TE_IMPL_OFFSET: reserved = ~32'h0001_0101;
      tr_encoder_pkg::TR_TE_INST_FEATURES_OFFSET:
        reserved = ~(tr_encoder_pkg::TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK |
                     tr_encoder_pkg::TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                     tr_encoder_pkg::TR_TE_INST_IMPLICIT_RETURN_MODE_MASK |
                     tr_encoder_pkg::TR_TE_INST_EN_REPEATED_HISTORY_MASK |
                     tr_encoder_pkg::TR_TE_INST_EN_ALL_JUMPS_MASK |
                     tr_encoder_pkg::TR_TE_INST_EXTEND_ADDR_MSB_MASK |
                     tr_encoder_pkg::TR_TE_SRC_ID_MASK | tr_encoder_pkg::TR_TE_SRC_BITS_MASK);
      default: reserved = '1;
    endcase
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (rst_nq) begin
      assert ((rdata & reserved) == '0);
      if (addr_i == tr_encoder_pkg::TR_TE_IMPL_OFFSET) begin
        assert (rdata == (active ? 32'h0001_0101 : 32'h0));
      end
      if (active) begin
        assert ((mode == tr_encoder_pkg::TR_TE_INST_MODE_OFF) |
                (mode == tr_encoder_pkg::TR_TE_INST_MODE_BTM) |
                (mode == tr_encoder_pkg::TR_TE_INST_MODE_HTM));
      end
      assert (src_bits <= 4'd12);
      assert ((src >> src_bits) == '0);
      assert ((ext_in == '0) & (ext_out == '0));
      assert (active | ~enable);
    end
  end

endmodule
