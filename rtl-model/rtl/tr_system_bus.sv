// SPDX-License-Identifier: Apache-2.0
// The bus of tr_system: APB of all components, from another clock if there is one (ApbClock),
// decoded. Component n has its registers at n * 4 KiB; where there is none, an access is answered
// with an error.

module tr_system_bus #(
  parameter int unsigned Components = 2,
  parameter bit          ApbClock = 1'b0,
  parameter int unsigned SyncStages = 2
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     pclk_i,
  input  logic                     presetn_i,
  input  logic                     psel_i,
  input  logic                     penable_i,
  input  logic                     pwrite_i,
  input  logic [             16:0] paddr_i,
  input  logic [             31:0] pwdata_i,
  input  logic [              3:0] pstrb_i,
  output logic                     pready_o,
  output logic [             31:0] prdata_o,
  output logic                     pslverr_o,
  // The components.
  output logic [   Components-1:0] psel_o,
  output logic [   Components-1:0] penable_o,
  output logic                     pwrite_o,
  output logic [             11:0] paddr_o,
  output logic [             31:0] pwdata_o,
  output logic [              3:0] pstrb_o,
  input  logic [   Components-1:0] pready_i,
  input  logic [32*Components-1:0] prdata_i,
  input  logic [   Components-1:0] pslverr_i
);

  logic a_sel;
  logic a_enable;
  logic a_ready;
  logic a_error;
  logic [16:0] a_addr;
  logic [31:0] a_rdata;

  if (ApbClock) begin : gen_apb_clock
    tr_apb_async #(
      .AddrW (17),
      .Stages(SyncStages)
    ) u_apb (
      .pclk_i,
      .presetn_i,
      .psel_i,
      .penable_i,
      .pwrite_i,
      .paddr_i,
      .pwdata_i,
      .pstrb_i,
      .pready_o,
      .prdata_o,
      .pslverr_o,
      .clk_i,
      .rst_ni,
      .psel_o   (a_sel),
      .penable_o(a_enable),
      .pwrite_o (pwrite_o),
      .paddr_o  (a_addr),
      .pwdata_o (pwdata_o),
      .pstrb_o  (pstrb_o),
      .pready_i (a_ready),
      .prdata_i (a_rdata),
      .pslverr_i(a_error)
    );
  end else begin : gen_no_apb_clock
    logic unused;
    assign unused     = &{1'b0, clk_i, rst_ni, pclk_i, presetn_i};
    assign a_sel    = psel_i;
    assign a_enable = penable_i;
    assign pwrite_o  = pwrite_i;
    assign a_addr   = paddr_i;
    assign pwdata_o  = pwdata_i;
    assign pstrb_o   = pstrb_i;
    assign pready_o   = a_ready;
    assign prdata_o   = a_rdata;
    assign pslverr_o  = a_error;
  end

  assign paddr_o = a_addr[11:0];

  for (genvar k = 0; k < Components; k = k + 1) begin : gen_sel
    assign psel_o[k]    = a_sel && a_addr[16:12] == 5'(k);
    assign penable_o[k] = psel_o[k] && a_enable;
  end

  always_comb begin
    a_rdata = '0;
    a_ready = 1'b1;
    a_error = a_sel && a_enable && psel_o == '0;
    for (int unsigned k = 0; k < Components; k = k + 1) begin
      if (psel_o[k]) begin
        a_rdata = prdata_i[32*k +: 32];
        a_ready = pready_i[k];
        a_error = pslverr_i[k];
      end
    end
  end

endmodule
