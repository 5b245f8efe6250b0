// SPDX-License-Identifier: Apache-2.0
// From RVFI, what a core reports for verification (riscv-formal, rvfi.md), to the ingress port of
// tr_encoder: one or two instructions per cycle, in order, lane 0 first.
//
// rvfi_trap: the instruction raised an exception and did not retire. rvfi_intr without a trap
// before it: an interrupt came first. A cycle can need up to three records, so cycles wait in a
// queue; the core must not retire anything while stall_o is 1. docs/howto/integrate-core.md shows
// the wiring.

module tr_rvfi #(
  parameter int unsigned XLen = 64,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned Lanes = 1,       // instructions per cycle, 1 or 2
  // of tr_encoder, 1 or 2; with 1 two instructions can be one block
  parameter int unsigned Blocks = 1,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ContextW = 32,
  parameter int unsigned Depth = 4,       // cycles in the queue, 2 at least
  parameter int unsigned Slack = 0        // cycles in which the core goes on after stall_o became 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [         Lanes-1:0] rvfi_valid_i,
  input  logic [      32*Lanes-1:0] rvfi_insn_i,      // 16 bits: in the lower half
  input  logic [         Lanes-1:0] rvfi_trap_i,
  input  logic [         Lanes-1:0] rvfi_intr_i,
  input  logic [       2*Lanes-1:0] rvfi_mode_i,
  input  logic [    XLen*Lanes-1:0] rvfi_pc_rdata_i,
  input  logic [    XLen*Lanes-1:0] rvfi_pc_wdata_i,
  // Of the trap, with rvfi_trap, or with rvfi_intr: xcause without its top bit, and xtval.
  input  logic [    XLen*Lanes-1:0] cause_i,
  input  logic [    XLen*Lanes-1:0] tval_i,
  // as at the encoder; ctype for the first instruction
  input  logic [      ContextW-1:0] context_i,
  input  logic [               1:0] ctype_i,
  output logic                      stall_o,
  output logic                      lost_o,           // pulse: an instruction came that had no room
  // To tr_encoder.
  output logic                      valid_o,
  output logic [        Blocks-1:0] block_valid_o,
  output logic [   Blocks*XLen-1:0] iaddr_o,
  output logic [Blocks*RetireW-1:0] iretire_o,
  output logic [ Blocks*ItypeW-1:0] itype_o,
  output logic [        Blocks-1:0] ilastsize_o,
  output logic [        Blocks-1:0] sijump_o,
  output logic [               2:0] priv_o,
  output logic [               1:0] ctype_o,
  output logic [      ContextW-1:0] context_o,
  output logic [          XLen-1:0] cause_o,
  output logic [          XLen-1:0] tval_o,
  input  logic                      stall_i           // stall_o of tr_encoder
);

  if ((XLen != 32 && XLen != 64) || ItypeW < 3 || ItypeW > 4 ||
      RetireW < 3) begin : gen_refused_width
    $error("tr_rvfi: XLen is not 32 or 64, ItypeW is not 3 or 4, or RetireW is less than 3");
  end
  if (Lanes < 1 || Lanes > 2 || Blocks < 1 || Blocks > 2) begin : gen_refused_lanes
    $error("tr_rvfi: Lanes or Blocks is not 1 or 2");
  end
  if (Depth < 2 || Slack + 2 > Depth) begin : gen_refused_depth
    $error("tr_rvfi: Depth is less than Slack and two more");
  end

  // ---- As it comes: decoded, and which instruction was interrupted ----

  // Of each lane: valid, interrupt, trap, long, sijump, mode, itype, pc, from, cause, tval.
  localparam int unsigned LaneW = 5 + 2 + 4 + 4 * XLen;
  localparam int unsigned EntryW = 2 * LaneW + 2 + ContextW;
  localparam int unsigned LevelW = $clog2(Depth + 1);

  logic lost_d, lost_q;
  logic [2*LaneW-1:0] lanes;
  // address after each lane; without an instruction the one before
  logic [2*XLen-1:0] next /*verilator split_var*/;
  logic [1:0] trapped /*verilator split_var*/;  // the youngest instruction up to here trapped
  logic [9:0] loaded /*verilator split_var*/;  // its register with a constant
  logic trap_d, trap_q;
  logic [4:0] loads_d, loads_q;
  logic [XLen-1:0] next_d, next_q;

  for (genvar k = 0; k < 2; k = k + 1) begin : gen_lane
    logic was_trap;
    logic interrupt;
    logic valid;
    logic trap;
    logic long;
    logic [4:0] was_loads;
    logic [4:0] loads;
    logic [4:0] target;
    logic [3:0] itype;
    logic [XLen-1:0] was_next;
    logic [XLen-1:0] pc;

    assign was_trap  = (k == 0) ? trap_q : trapped[0];
    assign was_loads = (k == 0) ? loads_q : loaded[4:0];
    assign was_next  = (k == 0) ? next_q : next[XLen-1:0];

    if (k < Lanes) begin : gen_there
      assign valid     = rvfi_valid_i[k];
      assign trap      = rvfi_trap_i[k];
      assign pc        = rvfi_pc_rdata_i[XLen*k +: XLen];
      assign interrupt = rvfi_intr_i[k] && !was_trap;

      tr_rvfi_decode #(
        .XLen(XLen)
      ) u_decode (
        .insn_i  (rvfi_insn_i[32*k +: 32]),
        .pc_i    (pc),
        .next_i  (rvfi_pc_wdata_i[XLen*k +: XLen]),
        .long_o  (long),
        .itype_o (itype),
        .loads_o (loads),
        .target_o(target)
      );

      assign next[XLen*k +: XLen]   = valid ? rvfi_pc_wdata_i[XLen*k +: XLen] : was_next;
      assign trapped[k]             = valid ? trap : was_trap;
      assign loaded[5*k +: 5]       = valid ? (trap ? 5'd0 : loads) : was_loads;
      assign lanes[LaneW*k +: LaneW] = {
        valid, interrupt, trap, long, (target != 5'd0) && (target == was_loads) && !rvfi_intr_i[k],
        rvfi_mode_i[2*k +: 2], trap ? tr_pkg::ItypeException : itype, pc, was_next,
        cause_i[XLen*k +: XLen], tval_i[XLen*k +: XLen]
      };
    end else begin : gen_absent
      assign {valid, trap, interrupt, long, loads, target, itype, pc} = '0;
      assign next[XLen*k +: XLen]    = was_next;
      assign trapped[k]              = was_trap;
      assign loaded[5*k +: 5]        = was_loads;
      assign lanes[LaneW*k +: LaneW] = '0;
      logic unused;
      assign unused = &{1'b0, valid, trap, interrupt, long, loads, target, itype, pc};
    end
  end

  logic push;
  logic room;
  assign push = |rvfi_valid_i;

  assign trap_d  = trapped[1];
  assign loads_d = loaded[9:5];
  assign next_d  = next[2*XLen-1:XLen];
  assign lost_d  = push && !room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trap_q  <= 1'b0;
      loads_q <= '0;
      next_q  <= '0;
      lost_q  <= 1'b0;
    end else begin
      trap_q  <= trap_d;
      loads_q <= loads_d;
      next_q  <= next_d;
      lost_q  <= lost_d;
    end
  end

  // ---- The queue ----

  logic [EntryW-1:0] entry;
  logic [LevelW-1:0] level;
  logic there;
  logic pop;

  tr_fifo #(
    .Width(EntryW),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .clr_i   (1'b0),
    .wvalid_i(push),
    .wready_o(room),
    .wdata_i ({lanes, ctype_i, context_i}),
    .rvalid_o(there),
    .rready_i(pop),
    .rdata_o (entry),
    .level_o (level)
  );

  assign stall_o = 32'(level) + Slack >= Depth;

  // ---- Records: interrupt before lane 0, lane 0, interrupt before lane 1, lane 1 ----

  logic [1:0] valid;
  logic [1:0] interrupt;
  logic [1:0] trap;
  logic [1:0] long;
  logic [1:0] sijump;
  logic [3:0] mode;
  logic [7:0] itype;
  logic [2*XLen-1:0] pc;
  logic [2*XLen-1:0] from;
  logic [2*XLen-1:0] cause;
  logic [2*XLen-1:0] tval;

  for (genvar k = 0; k < 2; k = k + 1) begin : gen_fields
    assign {valid[k], interrupt[k], trap[k], long[k], sijump[k], mode[2*k +: 2], itype[4*k +: 4],
        pc[XLen*k +: XLen],
            from[XLen*k +: XLen], cause[XLen*k +: XLen], tval[XLen*k +: XLen]} =
           entry[2+ContextW+LaneW*k +: LaneW];
  end

  // lane 1, interrupt 1, lane 0, interrupt 0
  logic [3:0] due;
  logic [3:0] done_d, done_q;
  logic [3:0] done;
  logic [1:0] mode_d, mode_q;  // of the instruction before
  logic same_mode;
  logic plain0;
  logic joined;
  logic step;
  // A block: address, half-words, itype, size of the last instruction, sijump.
  logic [XLen-1:0] first_addr;
  logic [XLen-1:0] second_addr;
  logic [2:0] first_retire;
  logic [2:0] second_retire;
  logic [3:0] first_type;
  logic [3:0] second_type;
  logic first_long;
  logic second_long;
  logic first_si;
  logic second_si;
  logic two;
  logic of_lane1;

  assign due       = {valid[1], valid[1] & interrupt[1], valid[0], valid[0] & interrupt[0]} &
                     ~done_q;
  assign same_mode = mode[3:2] == mode[1:0];
  assign plain0    = (itype[3:0] == tr_pkg::ItypeNone);
  assign step      = there && !stall_i;
  assign pop       = step && ((due & ~done) == '0);

  always_comb begin
    done          = 4'b0001;
    joined        = 1'b0;
    two           = 1'b0;
    of_lane1      = 1'b0;
    first_addr    = from[XLen-1:0];
    first_retire  = '0;
    first_type    = tr_pkg::ItypeInterrupt;
    first_long    = 1'b0;
    first_si      = 1'b0;
    second_addr   = pc[2*XLen-1:XLen];
    second_retire = trap[1] ? 3'd0 : (long[1] ? 3'd2 : 3'd1);
    second_type   = itype[7:4];
    second_long   = long[1] && !trap[1];
    second_si     = sijump[1] && !trap[1];
    if (due[0]) begin
      done = 4'b0001;
    end else if (due[1]) begin
      done         = 4'b0010;
      first_addr   = pc[XLen-1:0];
      first_retire = trap[0] ? 3'd0 : (long[0] ? 3'd2 : 3'd1);
      first_type   = itype[3:0];
      first_long   = long[0] && !trap[0];
      first_si     = sijump[0] && !trap[0];
      // What lane 1 has can go with it: in a block of its own, or in this one when nothing ends it.
      if (!trap[0] && (due[2] || (due[3] && same_mode))) begin
        if (Blocks == 2) two = 1'b1;
        else joined = plain0;
      end
      if (two || joined) begin
        done     = due[2] ? 4'b0110 : 4'b1010;
        of_lane1 = 1'b1;
        if (due[2]) begin
          second_addr   = from[2*XLen-1:XLen];
          second_retire = '0;
          second_type   = tr_pkg::ItypeInterrupt;
          second_long   = 1'b0;
          second_si     = 1'b0;
        end
      end
      if (joined) begin
        first_retire = first_retire + second_retire;
        first_type   = second_type;
        if (second_retire != '0) first_long = second_long;
        first_si     = second_si;
      end
    end else if (due[2]) begin
      done       = 4'b0100;
      of_lane1   = 1'b1;
      first_addr = from[2*XLen-1:XLen];
    end else begin
      done         = 4'b1000;
      of_lane1     = 1'b1;
      first_addr   = second_addr;
      first_retire = second_retire;
      first_type   = second_type;
      first_long   = second_long;
      first_si     = second_si;
    end
  end

  always_comb begin
    done_d = done_q;
    mode_d = mode_q;
    if (step) begin
      done_d = pop ? '0 : done_q | done;
      if (done[3]) mode_d = mode[3:2];
      else if (done[1]) mode_d = mode[1:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= '0;
      mode_q <= 2'd3;
    end else begin
      done_q <= done_d;
      mode_q <= mode_d;
    end
  end

  // ---- The port ----

  // An interrupt comes in the privilege mode of the instruction before it.
  assign valid_o   = there;
  assign priv_o    = {1'b0, done[1] ? mode[1:0] : (done[3] ? mode[3:2] : mode_q)};
  assign ctype_o   = (done_q == '0) ? entry[ContextW +: 2] : 2'd0;
  assign context_o = entry[ContextW-1:0];
  assign cause_o   = of_lane1 ? cause[2*XLen-1:XLen] : cause[XLen-1:0];
  assign tval_o    = of_lane1 ? tval[2*XLen-1:XLen] : tval[XLen-1:0];

  // With 3 bits there is one code for indirect jumps, and none for direct ones.
  logic [3:0] first_code;
  logic [3:0] second_code;
  assign first_code  = (ItypeW == 4 || first_type < 4'd8) ? first_type
                     : (first_type == 4'd9 || first_type == 4'd11 || first_type == 4'd15) ? 4'd0
                                      : tr_pkg::ItypeUninferableJump;
  assign second_code = (ItypeW == 4 || second_type < 4'd8) ? second_type
                     : (second_type == 4'd9 || second_type == 4'd11 || second_type == 4'd15) ? 4'd0
                                       : tr_pkg::ItypeUninferableJump;

  logic unused_codes;
  assign unused_codes = ^{first_code, second_code};

  if (Blocks == 2) begin : gen_two
    assign block_valid_o = {two, 1'b1};
    assign iaddr_o       = {second_addr, first_addr};
    assign iretire_o     = {RetireW'(second_retire), RetireW'(first_retire)};
    assign itype_o       = {ItypeW'(second_code), ItypeW'(first_code)};
    assign ilastsize_o   = {second_long, first_long};
    assign sijump_o      = {second_si, first_si};
  end else begin : gen_one
    assign block_valid_o = 1'b1;
    assign iaddr_o       = first_addr;
    assign iretire_o     = RetireW'(first_retire);
    assign itype_o       = ItypeW'(first_code);
    assign ilastsize_o   = first_long;
    assign sijump_o      = first_si;
  end

  assign lost_o = lost_q;

endmodule
