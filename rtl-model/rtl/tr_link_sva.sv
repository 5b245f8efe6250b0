// SPDX-License-Identifier: Apache-2.0
// Rules of a link (docs/reference/rtl.md, Links): a beat waits unchanged, and all but the last one
// are whole. Of N-Trace MSEO is legal, a message ends where last says and nowhere else, and bytes
// after its end are idle.

`include "tr_assert.svh"

module tr_link_sva #(
  parameter bit          Etrace = 1'b0,
  parameter int unsigned Lanes = 4,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               valid_i,
  input logic [8*Lanes-1:0] data_i,
  input logic               last_i,
  input logic [ BytesW-1:0] bytes_i,
  input logic               ready_i
);

  `TR_ASSERT(a_wait, valid_i && !ready_i |=> valid_i && $stable(data_i) && $stable(last_i))

  if (Etrace) begin : gen_etrace
    `TR_ASSERT(a_bytes, valid_i && !ready_i |=> $stable(bytes_i))
    `TR_ASSERT(a_whole, valid_i && !last_i |-> bytes_i == BytesW'(Lanes - 1))
  end else begin : gen_ntrace
    // per byte; behind: the end is in a lower byte
    logic [Lanes-1:0] ends;
    logic [Lanes-1:0] bad;
    logic [Lanes-1:0] behind;
    logic [Lanes-1:0] idle;

    for (genvar k = 0; k < Lanes; k = k + 1) begin : gen_lane
      assign ends[k] = data_i[8*k +: 2] == tr_pkg::MseoEnd;
      assign bad[k]  = data_i[8*k +: 2] == 2'd2;
      assign idle[k] = data_i[8*k +: 8] == tr_pkg::IdleByte;
      if (k == 0) begin : gen_first
        assign behind[k] = 1'b0;
      end else begin : gen_next
        assign behind[k] = |ends[k-1:0];
      end
    end
    logic unused;

    assign unused = &{1'b0, bytes_i};

    `TR_ASSERT(a_mseo, valid_i |-> bad == '0)
    `TR_ASSERT(a_last, valid_i |-> last_i == (ends != '0))
    `TR_ASSERT(a_idle, valid_i |-> (behind & ~idle) == '0)
  end

endmodule
