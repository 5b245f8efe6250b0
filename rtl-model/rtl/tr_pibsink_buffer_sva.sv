// SPDX-License-Identifier: Apache-2.0
// Rules of tr_pibsink_buffer: whole messages, and never more than there is room for.

module tr_pibsink_buffer_sva #(
  parameter int unsigned Depth = 64,
  parameter int unsigned AddrW = 6
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic           clr_i,
  input logic           full,
  input logic           push,
  input logic           valid_o,
  input logic           pop_i,
  input logic [AddrW:0] wptr_q,
  input logic [AddrW:0] whole_q,
  input logic [AddrW:0] rptr_q
);

  logic [AddrW:0] all;
  logic [AddrW:0] whole;
  assign all   = wptr_q - rptr_q;
  assign whole = whole_q - rptr_q;

  a_room: assert property (@(posedge clk_i) disable iff (!rst_ni) all <= (AddrW+1)'(Depth));
  a_whole: assert property (@(posedge clk_i) disable iff (!rst_ni) whole <= all);
  a_full: assert property (@(posedge clk_i) disable iff (!rst_ni) full |-> !push);
  a_pop: assert property (@(posedge clk_i) disable iff (!rst_ni) pop_i |-> valid_o);
  a_fits: assert property (@(posedge clk_i) disable iff (!rst_ni) full |-> valid_o);
  a_clear: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            clr_i |=> wptr_q == '0 && !valid_o);

endmodule

bind tr_pibsink_buffer tr_pibsink_buffer_sva #(
  .Depth(Depth),
  .AddrW(AddrW)
) u_sva (
  .clk_i,
  .rst_ni,
  .clr_i,
  .full,
  .push,
  .valid_o,
  .pop_i,
  .wptr_q,
  .whole_q,
  .rptr_q
);
