// SPDX-License-Identifier: Apache-2.0
// The fields of a packet of E-Trace, as tr_etrace_pack takes them: those of a support packet, a
// context, a trap, a start, a map, or an address; which one is chosen elsewhere.

module tr_etrace_fields #(
  parameter int unsigned XLen = 32,
  parameter int unsigned PrivW = 2,
  parameter int unsigned ContextW = 1,
  parameter int unsigned EcauseW = 5,
  parameter int unsigned OptionW = 6,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW,
  localparam int unsigned WideW = (XLen > 31) ? XLen : 31
) (
  // The first of these that is 1 is the kind; none: an address.
  input  logic                is_context_i,
  input  logic                is_support_i,
  input  logic                is_trap_i,
  input  logic                is_start_i,
  input  logic                is_map_i,
  // A support packet: after a loss, asked for, with the options of the next entry; ienable.
  input  logic                lost_i,
  input  logic                asked_i,
  input  logic                now_i,
  input  logic                ienable_i,
  input  logic                dloss_i,
  input  logic [ OptionW-1:0] options_i,
  input  logic [ OptionW-1:0] next_options_i,
  // What is looked at: a trap itself, after a trap, a branch that is taken; its address, and what
  // is in effect.
  input  logic                trap_i,
  input  logic                after_trap_i,
  input  logic                taken_i,
  input  logic [   AddrW-1:0] addr_i,
  input  logic [   PrivW-1:0] priv_i,
  input  logic [ContextW-1:0] context_i,
  // The trap to be reported, and where it came.
  input  logic                intr_i,
  input  logic [   AddrW-1:0] trap_addr_i,
  input  logic [   PrivW-1:0] trap_priv_i,
  input  logic [ContextW-1:0] trap_context_i,
  input  logic [ EcauseW-1:0] cause_i,
  input  logic [    XLen-1:0] tval_i,
  // An address: notify, updiscon, irreport, or an index in its place; branches, or their count.
  input  logic                notify_i,
  input  logic                updiscon_i,
  input  logic                irreport_i,
  input  logic                index_i,
  input  logic                counting_i,
  input  logic                missed_i,
  input  logic [         4:0] branches_i,
  input  logic [        31:0] outcomes_i,
  // The packet.
  output logic [         2:0] kind_o,
  output logic [         3:0] flags_o,
  output logic [  BriefW-1:0] brief_o,
  output logic [   PrivW-1:0] priv_o,
  output logic [ContextW-1:0] context_o,
  output logic [   AddrW-1:0] addr_o,
  output logic [   WideW-1:0] wide_o
);

  always_comb begin
    kind_o    = tr_pkg::EtSupport;
    flags_o   = '0;
    brief_o   = BriefW'(options_i);
    priv_o    = trap_i ? trap_priv_i : priv_i;
    context_o = trap_i ? trap_context_i : context_i;
    addr_o    = (trap_i && after_trap_i) ? trap_addr_i : addr_i;
    wide_o    = WideW'(outcomes_i);
    if (is_context_i) begin
      kind_o = tr_pkg::EtContext;
    end else if (is_support_i) begin
      flags_o[0]   = ienable_i;
      flags_o[2:1] = lost_i ? tr_pkg::EtLost : asked_i ? tr_pkg::EtNoChange : tr_pkg::EtEnded;
      flags_o[3]   = dloss_i;
      if (now_i) brief_o = BriefW'(next_options_i);
    end else if (is_trap_i) begin
      kind_o     = tr_pkg::EtTrap;
      flags_o[0] = !taken_i;
      flags_o[1] = intr_i;
      flags_o[2] = after_trap_i && !trap_i;
      flags_o[3] = after_trap_i && !trap_i && options_i[tr_pkg::EtImplicitException];
      brief_o    = BriefW'(cause_i);
      wide_o     = WideW'(tval_i);
    end else if (is_start_i) begin
      kind_o     = tr_pkg::EtStart;
      flags_o[0] = !taken_i;
    end else if (is_map_i) begin
      kind_o = counting_i ? tr_pkg::EtCount : tr_pkg::EtMap;
      if (counting_i) brief_o = '0;
    end else begin
      kind_o     = counting_i ? tr_pkg::EtCount : tr_pkg::EtAddr;
      flags_o[0] = notify_i;
      flags_o[1] = updiscon_i;
      flags_o[2] = irreport_i;
      flags_o[3] = options_i[tr_pkg::EtFullAddress];
      brief_o    = counting_i ? BriefW'({1'b1, missed_i}) : BriefW'({index_i, branches_i});
    end
  end

endmodule
