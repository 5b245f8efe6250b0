// SPDX-License-Identifier: Apache-2.0
// Rules of tr_pibsink: APB and its link; its buffer holds whole messages and never more than there is
// room for; TRC_CLK and TRC_DATA change together, or never together with trPibClkCenter; what a mode
// does not use is low; nothing comes between the bytes of a message.

module tr_pibsink_sva #(
  parameter int unsigned DivW = 16
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clr,
  input logic        restart,
  input logic        active,
  input logic        enable,
  input logic        center,
  input logic        next,
  input logic [ 3:0] mode,
  input logic [DivW-1:0] divider,
  input logic        trc_clk_o,
  input logic [15:0] trc_data_o
);

  logic parallel, fresh;

  assign parallel = mode[3];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh <= 1'b1;
    else fresh <= clr | restart;
  end

  a_reset: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            !active |-> !trc_clk_o && trc_data_o == '0);
  a_serial: assert property (@(posedge clk_i) disable iff (!rst_ni)
                             active && !parallel && !fresh |=> clr || restart || !trc_clk_o);
  a_together: assert property (@(posedge clk_i) disable iff (!rst_ni)
                               parallel && !center && !fresh && !clr && !restart |=>
                               $stable(trc_data_o) || $changed(trc_clk_o));
  a_center: assert property (@(posedge clk_i) disable iff (!rst_ni)
                             parallel && center && !fresh && !clr && !restart |=>
                             $stable(trc_data_o) || $stable(trc_clk_o));
  a_hold: assert property (@(posedge clk_i) disable iff (!rst_ni)
                           !next && !clr && !fresh && mode != 4'd4 && mode != 4'd0 |=>
                           $stable(trc_data_o));
  a_fixed: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            enable && !clr |=> $stable(mode) && $stable(center) &&
                            $stable(divider));

endmodule

bind tr_pibsink tr_pibsink_sva #(
  .DivW(DivW)
) u_sva (
  .clk_i, .rst_ni, .clr, .restart, .active, .enable, .center, .next, .mode, .divider, .trc_clk_o,
  .trc_data_o
);

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

  logic [AddrW:0] all, whole;
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
  .Depth(Depth), .AddrW(AddrW)
) u_sva (
  .clk_i, .rst_ni, .clr_i, .full, .push, .valid_o, .pop_i, .wptr_q, .whole_q, .rptr_q
);

// A unit, once begun, is on the pins without a beat of anything else until it has ended.
module tr_pibsink_send_sva (
  input logic clk_i,
  input logic rst_ni,
  input logic clr_i,
  input logic next_i,
  input logic busy_q,
  input logic ended,
  input logic fetch,
  input logic cont,
  input logic stop,
  input logic calib,
  input logic valid_i
);

  a_whole: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            next_i && busy_q && !ended |-> fetch || cont || stop);
  a_bytes: assert property (@(posedge clk_i) disable iff (!rst_ni)
                            fetch && !calib |-> valid_i);
  a_clear: assert property (@(posedge clk_i) disable iff (!rst_ni) clr_i |=> !busy_q);

endmodule

bind tr_pibsink_send tr_pibsink_send_sva u_sva (
  .clk_i, .rst_ni, .clr_i, .next_i, .busy_q, .ended, .fetch, .cont, .stop, .calib, .valid_i
);

bind tr_pibsink tr_apb_sva u_apb_sva (
  .clk_i, .rst_ni, .psel_i, .penable_i, .pwrite_i, .paddr_i, .pwdata_i, .pready_o, .pslverr_o
);

bind tr_pibsink tr_link_sva #(
  .Lanes(Lanes)
) u_link_sva (
  .clk_i, .rst_ni, .valid_i(link_valid_i), .data_i(link_data_i), .last_i(link_last_i),
  .ready_i(link_ready_o)
);
