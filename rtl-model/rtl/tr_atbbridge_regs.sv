// SPDX-License-Identifier: Apache-2.0
// Registers of the ATB bridge (TCI 1.0, Trace ATB Bridge).

module tr_atbbridge_regs #(
  parameter bit Async = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        we_i,
  input  logic [11:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  input  logic        empty_i,
  output logic        active_o,
  output logic        clr_o,     // a reset begins or ends
  output logic        enable_o,
  output logic        start_o,   // trAtbBridgeEnable changes
  output logic [ 6:0] id_o,
  output logic [ 2:0] freq_o     // trAtbBridgeAsyncFreq
);

  logic active_d, active_q;
  logic enable_d, enable_q;
  // What a write does is found out in the cycle before it (AMBA APB: PADDR and PWDATA are stable
  // from the setup cycle on): a reset begins or ends, or stays; other writes.
  logic at_release_d, at_release_q;
  logic at_control_d, at_control_q;
  logic at_impl_d, at_impl_q;
  logic differs_d, differs_q;
  logic [6:0] id_d, id_q;
  logic [2:0] freq_d, freq_q;

  assign at_release_d = (addr_i == tr_atbbridge_pkg::TR_ATB_BRIDGE_CONTROL_OFFSET) &&
                        !(active_q && wdata_i[tr_atbbridge_pkg::TR_ATB_BRIDGE_ACTIVE_SHIFT]);
  assign at_control_d = addr_i == tr_atbbridge_pkg::TR_ATB_BRIDGE_CONTROL_OFFSET;
  assign at_impl_d    = active_q && (addr_i == tr_atbbridge_pkg::TR_ATB_BRIDGE_IMPL_OFFSET);
  assign differs_d    = wdata_i[tr_atbbridge_pkg::TR_ATB_BRIDGE_ENABLE_SHIFT] != enable_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_release_q <= 1'b0;
      at_control_q <= 1'b0;
      at_impl_q    <= 1'b0;
      differs_q    <= 1'b0;
    end else begin
      at_release_q <= at_release_d;
      at_control_q <= at_control_d;
      at_impl_q    <= at_impl_d;
      differs_q    <= differs_d;
    end
  end

  assign clr_o   = we_i && at_release_q;
  assign start_o = we_i && at_control_q && differs_q;

  always_comb begin
    active_d = active_q;
    enable_d = enable_q;
    id_d     = id_q;
    freq_d   = freq_q;
    if (clr_o) begin
      active_d = wdata_i[tr_atbbridge_pkg::TR_ATB_BRIDGE_ACTIVE_SHIFT];
      enable_d = 1'b0;
      id_d     = '0;
      freq_d   = '0;
    end else if (we_i && at_control_q) begin
      enable_d = wdata_i[tr_atbbridge_pkg::TR_ATB_BRIDGE_ENABLE_SHIFT];
      id_d     = wdata_i[tr_atbbridge_pkg::TR_ATB_BRIDGE_ID_SHIFT +: 7];
    end else if (we_i && at_impl_q) begin
      freq_d = Async ? wdata_i[tr_atbbridge_pkg::TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT +: 3] : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      enable_q <= 1'b0;
      id_q     <= '0;
      freq_q   <= '0;
    end else begin
      active_q <= active_d;
      enable_q <= enable_d;
      id_q     <= id_d;
      freq_q   <= freq_d;
    end
  end

  always_comb begin
    rdata_o = '0;
    if (active_q) begin
      unique case (addr_i)
        tr_atbbridge_pkg::TR_ATB_BRIDGE_CONTROL_OFFSET:
          rdata_o = {17'h0, id_q, 4'h0, empty_i, 1'b0, enable_q, 1'b1};
        tr_atbbridge_pkg::TR_ATB_BRIDGE_IMPL_OFFSET:
          rdata_o = {17'h0, freq_q, tr_common_pkg::TR_COMP_TYPE_ATBBRIDGE, 8'h01};
        default: rdata_o = '0;
      endcase
    end
  end

  assign active_o = active_q;
  assign enable_o = enable_q;
  assign id_o     = id_q;
  assign freq_o   = freq_q;

endmodule
