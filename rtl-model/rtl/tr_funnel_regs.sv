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
  output logic        ts_write_o,     // trTsControl is written while active
  output logic        active_o,
  output logic        enable_o,
  output logic [15:0] dis_o,          // trFunnelDisInput
  output logic [15:0] open_o,         // inputs that take messages
  input  logic        stopped_i,      // the output is stopped
  output logic        give_up_o,      // it was, and the funnel is disabled
  output logic        drop_o,         // the same, or in reset
  input  logic        set_loss_i      // queued messages are lost: trFunnelLoss
);

  logic active_d, active_q;
  logic enable_d, enable_q;
  logic loss_d, loss_q;
  logic give_up_d, give_up_q;
  logic drop_d, drop_q;
  logic [15:0] dis_d, dis_q;
  logic [15:0] open_d, open_q;
  // What a write does is found out in the cycle before it (AMBA APB: PADDR and PWDATA are stable
  // from the setup cycle on): a reset begins or ends, or stays; other writes.
  logic at_release_d, at_release_q;
  logic at_control_d, at_control_q;
  logic at_dis_d, at_dis_q;
  logic at_status_d, at_status_q;
  logic at_ts_d, at_ts_q;
  logic release_now;

  assign at_release_d = (addr_i == tr_funnel_pkg::TR_FUNNEL_CONTROL_OFFSET) &&
                        !(active_q && wdata_i[tr_funnel_pkg::TR_FUNNEL_ACTIVE_SHIFT]);
  assign at_control_d = (addr_i == tr_funnel_pkg::TR_FUNNEL_CONTROL_OFFSET) && active_q &&
                        wdata_i[tr_funnel_pkg::TR_FUNNEL_ACTIVE_SHIFT];
  assign at_dis_d    = active_q && (addr_i == tr_funnel_pkg::TR_FUNNEL_DIS_INPUT_OFFSET);
  assign at_status_d = active_q && (addr_i == tr_funnel_pkg::TR_FUNNEL_VENDOR_STATUS_OFFSET);
  assign at_ts_d     = active_q && (addr_i == tr_timestamp_pkg::TR_TS_CONTROL_OFFSET);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_release_q <= 1'b0;
      at_control_q <= 1'b0;
      at_dis_q     <= 1'b0;
      at_status_q  <= 1'b0;
      at_ts_q      <= 1'b0;
    end else begin
      at_release_q <= at_release_d;
      at_control_q <= at_control_d;
      at_dis_q     <= at_dis_d;
      at_status_q  <= at_status_d;
      at_ts_q      <= at_ts_d;
    end
  end

  assign release_now = we_i && at_release_q;
  assign ts_write_o  = we_i && at_ts_q;

  always_comb begin
    active_d = active_q;
    enable_d = enable_q;
    dis_d    = dis_q;
    if (we_i && at_control_q) enable_d = wdata_i[tr_funnel_pkg::TR_FUNNEL_ENABLE_SHIFT];
    if (we_i && at_dis_q) dis_d = wdata_i[15:0] & DisInputs;
    if (release_now) begin
      active_d = wdata_i[tr_funnel_pkg::TR_FUNNEL_ACTIVE_SHIFT];
      enable_d = 1'b0;
      dis_d    = '0;
    end
  end

  assign open_d    = ~dis_d & {16{enable_d}};  // enabled: active
  assign give_up_d = active_d && !enable_d && stopped_i;
  assign drop_d    = !active_d || (!enable_d && stopped_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q  <= 1'b0;
      enable_q  <= 1'b0;
      dis_q     <= '0;
      open_q    <= '0;
      give_up_q <= 1'b0;
      drop_q    <= 1'b1;
    end else begin
      active_q  <= active_d;
      enable_q  <= enable_d;
      dis_q     <= dis_d;
      open_q    <= open_d;
      give_up_q <= give_up_d;
      drop_q    <= drop_d;
    end
  end

  assign loss_d = release_now ? 1'b0 : set_loss_i ? 1'b1 : (we_i && at_status_q) ? loss_q &&
                  !wdata_i[tr_funnel_pkg::TR_FUNNEL_LOSS_SHIFT] : loss_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) loss_q <= 1'b0;
    else loss_q <= loss_d;
  end

  always_comb begin
    rdata_o = '0;
    if (active_q) begin
      unique case (addr_i)
        tr_funnel_pkg::TR_FUNNEL_CONTROL_OFFSET: rdata_o = {28'h0, empty_i, 1'b0, enable_q, 1'b1};
        tr_funnel_pkg::TR_FUNNEL_IMPL_OFFSET:
          rdata_o = {20'h0, tr_common_pkg::TR_COMP_TYPE_FUNNEL, 8'h01};
        tr_funnel_pkg::TR_FUNNEL_DIS_INPUT_OFFSET: rdata_o = {16'h0, dis_q};
        tr_funnel_pkg::TR_FUNNEL_VENDOR_STATUS_OFFSET: rdata_o = {31'h0, loss_q};
        default: rdata_o = other_rdata_i;
      endcase
    end
  end

  assign active_o  = active_q;
  assign enable_o  = enable_q;
  assign dis_o     = dis_q;
  assign open_o    = open_q;
  assign give_up_o = give_up_q;
  assign drop_o    = drop_q;

endmodule
