// SPDX-License-Identifier: Apache-2.0
// Rules of tr_ramsink: APB and its link; AXI: what is offered stays until it is taken, and no
// response is taken before address and data were (AMBA AXI, Dependencies between channel handshake
// signals); AHB: an address waits for HREADY.

`include "tr_assert.svh"

module tr_ramsink_sva #(
  parameter int unsigned AddressW = 64,
  parameter int unsigned Width = 4
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                awvalid_o,
  input logic                awready_i,
  input logic [AddressW-1:0] awaddr_o,
  input logic                wvalid_o,
  input logic                wready_i,
  input logic [ 8*Width-1:0] wdata_o,
  input logic                wlast_o,
  input logic                bvalid_i,
  input logic                bready_o,
  input logic [AddressW-1:0] haddr_o,
  input logic [         1:0] htrans_o,
  input logic                hready_i
);

  localparam logic [AddressW-1:0] Low = AddressW'(Width) - 1'b1;

  `TR_ASSERT(a_aw, awvalid_o && !awready_i |=> awvalid_o && $stable(awaddr_o))
  `TR_ASSERT(a_w, wvalid_o && !wready_i |=> wvalid_o && $stable(wdata_o))
  logic [15:0] aw_d, aw_q;
  logic [15:0] w_d, w_q;
  logic [15:0] b_d, b_q;
  assign aw_d = aw_q + {15'h0, awvalid_o && awready_i};
  assign w_d  = w_q + {15'h0, wvalid_o && wready_i && wlast_o};
  assign b_d  = b_q + {15'h0, bvalid_i && bready_o};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q <= '0;
      w_q  <= '0;
      b_q  <= '0;
    end else begin
      aw_q <= aw_d;
      w_q  <= w_d;
      b_q  <= b_d;
    end
  end
  `TR_ASSERT(a_b, bready_o |-> b_q != aw_q && b_q != w_q)
  `TR_ASSERT(a_last, wvalid_o && !wready_i |=> $stable(wlast_o))
  `TR_ASSERT(a_ah, htrans_o[1] && !hready_i |=> htrans_o[1] && $stable(haddr_o))
  `TR_ASSERT(a_align, awvalid_o |-> (awaddr_o & Low) == '0)
  `TR_ASSERT(a_trans, !htrans_o[0])

endmodule

bind tr_ramsink tr_ramsink_sva #(
  .AddressW(AddressW),
  .Width   (Width)
) u_sva (
  .clk_i,
  .rst_ni,
  .awvalid_o,
  .awready_i,
  .awaddr_o,
  .wvalid_o,
  .wready_i,
  .wdata_o,
  .wlast_o,
  .bvalid_i,
  .bready_o,
  .haddr_o,
  .htrans_o,
  .hready_i
);

bind tr_ramsink tr_apb_sva u_apb_sva (
  .clk_i,
  .rst_ni,
  .psel_i,
  .penable_i,
  .pwrite_i,
  .paddr_i,
  .pwdata_i,
  .pready_o,
  .pslverr_o
);

bind tr_ramsink tr_link_sva #(
  .Etrace(Etrace),
  .Lanes (Lanes)
) u_link_sva (
  .clk_i,
  .rst_ni,
  .valid_i(link_valid_i),
  .data_i (link_data_i),
  .last_i (link_last_i),
  .bytes_i(link_bytes_i),
  .ready_i(link_ready_o)
);
