// SPDX-License-Identifier: Apache-2.0
// Rules of tr_fifo: it counts what goes in and out, never more than its depth.

`include "tr_assert.svh"

module tr_fifo_sva #(
  parameter int unsigned Depth = 8,
  parameter int unsigned LevelW = 4
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              clr_i,
  input logic              wvalid_i,
  input logic              wready_o,
  input logic              rvalid_o,
  input logic              rready_i,
  input logic [LevelW-1:0] level_o
);

  logic in;
  logic out;
  assign in  = wvalid_i && wready_o;
  assign out = rvalid_o && rready_i;

  `TR_ASSERT(a_depth, level_o <= LevelW'(Depth))
  `TR_ASSERT(a_full, wready_o == (level_o != LevelW'(Depth)))
  `TR_ASSERT(a_empty, rvalid_o == (level_o != '0))
  `TR_ASSERT(a_clear, clr_i |=> level_o == '0)
  `TR_ASSERT(a_count,
             !clr_i |=> level_o == $past(level_o) + LevelW'($past(in)) - LevelW'($past(out)))

endmodule

bind tr_fifo tr_fifo_sva #(
  .Depth (Depth),
  .LevelW(LevelW)
) u_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .wvalid_i,
  .wready_o,
  .rvalid_o,
  .rready_i,
  .level_o
);
