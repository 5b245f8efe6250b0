// SPDX-License-Identifier: Apache-2.0
// Rules of tr_atbbridge: APB and its link; ATB: a word waits unchanged, also in reset
// (AMBA 4 ATB, Flow control), bytes that ATBYTES leaves out are 0; AFREADY answers AFVALID for one
// cycle, and never before the bytes that it waits for have left; no new word on ATB and no request
// in reset.

`include "tr_assert.svh"

module tr_atbbridge_sva #(
  parameter int unsigned Width = 4,
  parameter int unsigned BytesW = 2
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               active,
  input logic               clr,
  input logic               atvalid_o,
  input logic               atready_i,
  input logic [ BytesW-1:0] atbytes_o,
  input logic [8*Width-1:0] atdata_o,
  input logic [        6:0] atid_o,
  input logic               afvalid_i,
  input logic               afready_o,
  input logic               flush_o,
  input logic               flushed_i,
  input logic               sync_o
);

  logic [Width-1:0] stray;

  always_comb begin
    stray = '0;
    for (int unsigned k = 1; k < Width; k = k + 1) begin
      stray[k] = (k > 32'(atbytes_o)) && (atdata_o[8*k +: 8] != '0);
    end
  end

  `TR_ASSERT(a_wait,
             atvalid_o && !atready_i |=> atvalid_o && $stable(atdata_o) && $stable(atbytes_o) &&
             $stable(atid_o))
  `TR_ASSERT(a_bytes, 32'(atbytes_o) < Width && stray == '0)
  `TR_ASSERT(a_answer, afready_o |-> $past(afvalid_i))
  `TR_ASSERT(a_once, afready_o |=> !afready_o)
  `TR_ASSERT(a_reset, !active |-> !flush_o && !sync_o)
  `TR_ASSERT(a_no_word, !active && !clr && !atvalid_o |=> !atvalid_o)
  `TR_ASSERT(a_ask, flush_o && !flushed_i && !clr && $past(afvalid_i) |=> flush_o || !afvalid_i)
  `TR_ASSERT(a_asked, flush_o && flushed_i |=> !flush_o)

endmodule

bind tr_atbbridge tr_atbbridge_sva #(
  .Width (Width),
  .BytesW(BytesW)
) u_sva (
  .clk_i,
  .rst_ni,
  .active,
  .clr,
  .atvalid_o,
  .atready_i,
  .atbytes_o,
  .atdata_o,
  .atid_o,
  .afvalid_i,
  .afready_o,
  .flush_o,
  .flushed_i,
  .sync_o
);

bind tr_atbbridge tr_apb_sva u_apb_sva (
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

bind tr_atbbridge tr_link_sva #(
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
