// SPDX-License-Identifier: Apache-2.0
// Registers of the funnel, timestamp unit apart (TCI 1.0, Trace Funnel).

module tr_funnel_regs #(
  parameter logic [15:0] DisInputs = 16'hffff  // bits of trFunnelDisInput that can be set
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        we_i,
  input  logic [11:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  input  logic        empty_i,
  input  logic [31:0] other_rdata_i,  // registers that are not here
  output logic        write_o,        // a register was written while active
  output logic        active_o,
  output logic        enable_o,
  output logic [15:0] dis_o,          // trFunnelDisInput
  input  logic        set_loss_i      // queued messages are lost: trFunnelLoss
);

  logic we_control, active_q, enable_q, loss_q;
  logic [15:0] dis_q;

  assign we_control = we_i & (addr_i == tr_funnel_pkg::TR_FUNNEL_CONTROL_OFFSET);
  assign write_o    = we_i & active_q & ~(we_control & ~wdata_i[0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      enable_q <= 1'b0;
      dis_q    <= '0;
    end else if (we_control & ~(active_q & wdata_i[tr_funnel_pkg::TR_FUNNEL_ACTIVE_SHIFT])) begin
      active_q <= wdata_i[tr_funnel_pkg::TR_FUNNEL_ACTIVE_SHIFT];
      enable_q <= 1'b0;
      dis_q    <= '0;
    end else if (we_control) begin
      enable_q <= wdata_i[tr_funnel_pkg::TR_FUNNEL_ENABLE_SHIFT];
    end else if (write_o & (addr_i == tr_funnel_pkg::TR_FUNNEL_DIS_INPUT_OFFSET)) begin
      dis_q <= wdata_i[15:0] & DisInputs;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loss_q <= 1'b0;
    end else if (we_control & ~(active_q & wdata_i[tr_funnel_pkg::TR_FUNNEL_ACTIVE_SHIFT])) begin
      loss_q <= 1'b0;
    end else if (set_loss_i) begin
      loss_q <= 1'b1;
    end else if (write_o & (addr_i == tr_funnel_pkg::TR_FUNNEL_VENDOR_STATUS_OFFSET)) begin
      loss_q <= loss_q & ~wdata_i[tr_funnel_pkg::TR_FUNNEL_LOSS_SHIFT];
    end
  end

  always_comb begin
    rdata_o = '0;
    if (active_q) begin
      case (addr_i)
        tr_funnel_pkg::TR_FUNNEL_CONTROL_OFFSET: rdata_o = {28'h0, empty_i, 1'b0, enable_q, 1'b1};
        tr_funnel_pkg::TR_FUNNEL_IMPL_OFFSET:
          rdata_o = {20'h0, tr_common_pkg::TR_COMP_TYPE_FUNNEL, 8'h01};
        tr_funnel_pkg::TR_FUNNEL_DIS_INPUT_OFFSET: rdata_o = {16'h0, dis_q};
        tr_funnel_pkg::TR_FUNNEL_VENDOR_STATUS_OFFSET: rdata_o = {31'h0, loss_q};
        default: rdata_o = other_rdata_i;
      endcase
    end
  end

  assign active_o = active_q;
  assign enable_o = enable_q;
  assign dis_o    = dis_q;

endmodule
