// SPDX-License-Identifier: Apache-2.0
// Implicit return by a stack of 2^Size addresses, or by a counter of calls: that one does not look
// where a return goes, so none fails.
//
// E-Trace 2.0, Implicit return mode; Format 2 irreport and irdepth. What a decoder could not tell
// is reported (docs/reference/etrace.md): for that the encoder keeps from which depths returns went
// since the last reported address, and since that or the last branch.

module tr_etrace_return #(
  parameter int unsigned AddrW = 31,
  parameter int unsigned Size = 3,          // 0: there is no stack
  parameter int unsigned CounterSize = 0,   // bits of the counter; 0: there is none
  parameter bit          Borrows = 1'b0,    // as in tr_etrace_stack
  localparam int unsigned TopW = (Size > 0) ? Size : 1,
  localparam int unsigned DepthW = (Size > 0) ? Size + 1 : (CounterSize > 0) ? CounterSize : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              keep_i,         // the option is on
  // The instruction at hand, when the next one is known.
  input  logic              jump_i,
  input  logic              pop_i,
  input  logic              push_i,
  input  logic [ AddrW-1:0] past_i,         // address of what follows it
  // The address of the next one, and of the one after it, which it becomes with take_i.
  input  logic [ AddrW-1:0] next_i,
  input  logic [ AddrW-1:0] second_i,
  input  logic              take_i,
  output logic              departs_o,      // only a packet can tell that address
  output logic              fails_o,        // ... of a return for which there is a call
  output logic              doubtful_o,     // and the depth would not say which return that was
  output logic              again_o,        // a call of a level of which another one returned
  // How it was reached.
  output logic              jumped_o,       // by a discontinuity
  output logic              returned_o,     // by an implicit return
  output logic              failed_o,       // by a return that went elsewhere,
  output logic [DepthW-1:0] failed_depth_o, // at this depth
  output logic [DepthW-1:0] depth_o,
  output logic              free_o,         // an implicit return since the last branch or address
  // It has been dealt with.
  input  logic              off_i,          // nothing is traced
  input  logic              step_i,
  input  logic              restart_i,      // it was in a synchronization packet
  input  logic              report_i,       // or in another one
  input  logic              branch_i,       // branches are in the map
  input  logic              arrive_i,       // the next one is where it goes
  // As in tr_etrace_stack.
  output logic              borrow_push_o,
  output logic [  TopW-1:0] borrow_top_o,
  output logic [ AddrW-1:0] borrow_newest_o,
  input  logic [ AddrW-1:0] borrow_third_i
);

  if (Size == 0) begin : gen_no_stack
    logic unused;
    assign unused = &{1'b0, borrow_third_i};
    assign {borrow_push_o, borrow_top_o, borrow_newest_o} = '0;
  end

  if (Size == 0 && CounterSize == 0) begin : gen_none
    logic jumped_d, jumped_q;
    logic unused;
    assign unused         = &{1'b0, keep_i, pop_i, push_i, past_i, next_i, second_i, take_i,
                              restart_i, report_i, branch_i};
    assign departs_o      = jump_i;
    assign fails_o        = 1'b0;
    assign doubtful_o     = 1'b0;
    assign again_o        = 1'b0;
    assign jumped_o       = jumped_q;
    assign returned_o     = 1'b0;
    assign failed_o       = 1'b0;
    assign failed_depth_o = '0;
    assign depth_o        = '0;
    assign free_o         = 1'b0;
    assign jumped_d       = !off_i && (step_i ? arrive_i && jump_i : jumped_q);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) jumped_q <= 1'b0;
      else jumped_q <= jumped_d;
    end
  end else begin : gen_depth
    localparam logic [DepthW-1:0] Most = DepthW'((Size > 0) ? 1 << Size : (1 << CounterSize) - 1);

    logic [DepthW-1:0] depth_d, depth_q;
    logic [DepthW-1:0] failed_d, failed_q;
    logic [DepthW-1:0] base;
    // From which depths implicit returns went, low to high, as far as there is one.
    logic all_some_d, all_some_q;
    logic free_some_d, free_some_q;
    logic [DepthW-1:0] all_low_d, all_low_q;
    logic [DepthW-1:0] all_high_d, all_high_q;
    logic [DepthW-1:0] free_low_d, free_low_q;
    logic [DepthW-1:0] free_high_d, free_high_q;
    logic jumped_d, jumped_q;
    logic returned_d, returned_q;
    logic fail_d, fail_q;
    logic fits;
    logic calls;
    logic grows;
    logic returns;          // implicitly, or it would: for which there is a call

    if (Size > 0) begin : gen_stack
      tr_etrace_stack #(
        .AddrW  (AddrW),
        .Size   (Size),
        .Borrows(Borrows)
      ) u_stack (
        .clk_i,
        .rst_ni,
        .next_i,
        .second_i,
        .take_i,
        .fits_o  (fits),
        .past_i,
        .pop_i   (returns && fits),
        .push_i  (grows),
        .step_i  (step_i && !off_i),
        .borrow_push_o,
        .borrow_top_o,
        .borrow_newest_o,
        .borrow_third_i
      );
    end else begin : gen_counter
      logic unused;
      assign unused = &{1'b0, past_i, next_i, second_i, take_i};
      assign fits   = 1'b1;
    end
    assign fails_o        = keep_i && jump_i && pop_i && (depth_q != '0) && !fits;
    assign departs_o      = jump_i && (!keep_i || !pop_i || (depth_q == '0) || !fits);
    assign doubtful_o     = fails_o && all_some_q && (all_low_q <= depth_q) &&
                            (depth_q <= all_high_q);
    assign calls          = keep_i && push_i && !pop_i;
    assign again_o        = calls && free_some_q && (free_low_q <= depth_q + 1'b1) &&
                            (depth_q < free_high_q);
    assign jumped_o       = jumped_q;
    assign returned_o     = returned_q;
    assign failed_o       = fail_q;
    assign failed_depth_o = failed_q;
    assign depth_o        = depth_q;
    assign free_o         = free_some_q;

    assign base    = restart_i ? '0 : depth_q;
    assign grows   = arrive_i && keep_i && push_i;
    assign returns = arrive_i && jump_i && keep_i && pop_i && (base != '0);

    always_comb begin
      all_some_d  = all_some_q;
      all_low_d   = all_low_q;
      all_high_d  = all_high_q;
      free_some_d = free_some_q;
      free_low_d  = free_low_q;
      free_high_d = free_high_q;
      depth_d     = depth_q;
      jumped_d    = jumped_q;
      returned_d  = returned_q;
      fail_d      = fail_q;
      failed_d    = failed_q;
      if (off_i) begin
        jumped_d   = 1'b0;
        returned_d = 1'b0;
        fail_d     = 1'b0;
      end else if (step_i) begin
        jumped_d   = arrive_i && jump_i && !(returns && fits);
        returned_d = returns && fits;
        fail_d     = returns && !fits;
        failed_d   = base;
        depth_d    = base;
        if (restart_i || report_i) begin
          all_some_d  = 1'b0;
          free_some_d = 1'b0;
        end
        if (branch_i) free_some_d = 1'b0;
        if (returns && fits) begin
          if (!all_some_d || (base < all_low_d)) all_low_d = base;
          if (!all_some_d || (base > all_high_d)) all_high_d = base;
          if (!free_some_d || (base < free_low_d)) free_low_d = base;
          if (!free_some_d || (base > free_high_d)) free_high_d = base;
          all_some_d  = 1'b1;
          free_some_d = 1'b1;
          depth_d     = base - 1'b1;
        end
        if (grows && (depth_d != Most)) depth_d = depth_d + 1'b1;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        depth_q     <= '0;
        all_some_q  <= 1'b0;
        all_low_q   <= '0;
        all_high_q  <= '0;
        free_some_q <= 1'b0;
        free_low_q  <= '0;
        free_high_q <= '0;
        jumped_q    <= 1'b0;
        returned_q  <= 1'b0;
        fail_q      <= 1'b0;
        failed_q    <= '0;
      end else begin
        depth_q     <= depth_d;
        all_some_q  <= all_some_d;
        all_low_q   <= all_low_d;
        all_high_q  <= all_high_d;
        free_some_q <= free_some_d;
        free_low_q  <= free_low_d;
        free_high_q <= free_high_d;
        jumped_q    <= jumped_d;
        returned_q  <= returned_d;
        fail_q      <= fail_d;
        failed_q    <= failed_d;
      end
    end
  end

endmodule
