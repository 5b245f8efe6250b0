// SPDX-License-Identifier: Apache-2.0
// Corners of tr_encoder that its tests must reach (make coverage-rtl): cover points only.

module tr_encoder_cover_sva #(
  parameter int unsigned ItypeW = 4,
  parameter int unsigned ContextW = 32,
  parameter int unsigned TsW = 1
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     active,
  input logic                     valid_i,
  input logic                     block_i,       // the first block of the record
  input logic [       ItypeW-1:0] itype_i,
  input logic [              2:0] priv_i,
  input logic [     ContextW-1:0] context_i,
  input logic [              2:0] trigger_i,
  input logic                     halted_i,
  input logic                     reset_i,
  input logic                     lowpower_i,
  input logic                     stall_o,
  input logic                     link_valid_o,
  input logic                     link_ready_i,
  input logic                     link_last_o,
  input logic                     flush_i,
  input logic                     flushed_o,
  input logic                     sync_i,
  input logic                     pwrite_i,
  input logic                     psel_i,
  input logic                     pready_o,
  input logic                     we,
  input logic                     reg_write,
  input logic [             11:0] addr,
  input logic [             31:0] wdata,
  input logic                     reg_enable,
  input logic                     enabled,
  input logic                     tracing,
  input logic                     overflow,
  input logic                     lost,
  input logic                     give_up,
  input logic                     latch_busy_q,
  input logic                     q_gap,
  input logic                     q_valid,
  input logic                     pair,
  input logic                     empty,
  input logic                     ts_on,
  input logic [          TsW-1:0] timestamp,
  input tr_pkg::phase_e           phase
);

  // The record of this cycle, and of the cycle before.
  logic take;
  logic interrupt;
  logic jump;
  logic mid_d, mid_q;
  logic trap_d, trap_q;
  logic exception_d, exception_q;
  logic block_d, block_q;
  logic context_new;
  logic priv_new;
  logic [ContextW-1:0] context_d, context_q;
  logic [2:0] priv_d, priv_q;
  // an Error was sent since the encoder was enabled
  logic again_d, again_q;
  logic lost_d, lost_q;
  logic disable_now;
  logic setting;

  assign take        = valid_i & ~stall_o & active & tracing;
  assign block_d     = take & block_i;
  assign exception_d = block_d & (4'(itype_i) == tr_pkg::ItypeException);
  assign interrupt   = block_d & (4'(itype_i) == tr_pkg::ItypeInterrupt);
  assign trap_d      = exception_d | interrupt;
  assign jump        = block_d & (4'(itype_i) > tr_pkg::ItypeTaken);
  assign context_new = take & (context_i != context_q);
  assign priv_new    = take & (priv_i != priv_q);
  assign setting     = reg_write & (addr == tr_encoder_pkg::TR_TE_CONTROL_OFFSET);
  assign disable_now = setting & reg_enable & ~wdata[tr_encoder_pkg::TR_TE_ENABLE_SHIFT];

  assign mid_d     = (link_valid_o && link_ready_i) ? ~link_last_o : mid_q;
  assign again_d   = active & enabled & (again_q | (lost_q & ~lost));
  assign lost_d    = lost;
  assign context_d = take ? context_i : context_q;
  assign priv_d    = take ? priv_i : priv_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q       <= 1'b0;
      trap_q      <= 1'b0;
      exception_q <= 1'b0;
      block_q     <= 1'b0;
      again_q     <= 1'b0;
      lost_q      <= 1'b0;
      context_q   <= '0;
      priv_q      <= '0;
    end else begin
      mid_q       <= mid_d;
      trap_q      <= trap_d;
      exception_q <= exception_d;
      block_q     <= block_d;
      again_q     <= again_d;
      lost_q      <= lost_d;
      context_q   <= context_d;
      priv_q      <= priv_d;
    end
  end

  // Traps.
  c_traps: cover property (@(posedge clk_i) trap_q && trap_d);
  c_exception_interrupt: cover property (@(posedge clk_i) exception_q && interrupt);
  c_trap_return: cover property (@(posedge clk_i)
                                 trap_q && block_d && 4'(itype_i) == tr_pkg::ItypeTrapReturn);
  c_trap_context: cover property (@(posedge clk_i) trap_d && context_new);
  c_trap_privilege: cover property (@(posedge clk_i) trap_d && priv_new);
  c_block_context: cover property (@(posedge clk_i) block_q && block_d && context_new && !trap_d);

  // Triggers in the cycle of a block.
  c_trace_on: cover property (@(posedge clk_i)
                              valid_i && !stall_o && active && !tracing && block_i && trigger_i[0]);
  c_trace_off: cover property (@(posedge clk_i) block_d && trigger_i[1] && !trigger_i[0]);
  c_trace_both: cover property (@(posedge clk_i) block_d && trigger_i[1] && trigger_i[0]);
  c_notify: cover property (@(posedge clk_i) block_d && trigger_i[2]);
  c_notify_trap: cover property (@(posedge clk_i) trap_d && trigger_i[2]);
  c_off_trap: cover property (@(posedge clk_i) trap_d && trigger_i[1]);
  c_off_jump: cover property (@(posedge clk_i) jump && trigger_i[1]);

  c_time_wraps: cover property (@(posedge clk_i)
                                active && ts_on && TsW > 1 && timestamp == '0 && &$past(timestamp));

  // Sidebands.
  c_halt_trap: cover property (@(posedge clk_i) trap_d && $rose(halted_i));
  c_halt_trigger: cover property (@(posedge clk_i) take && $rose(halted_i) && trigger_i[0]);
  c_resume: cover property (@(posedge clk_i) block_d && $fell(halted_i));
  c_reset: cover property (@(posedge clk_i) block_q && $rose(reset_i));
  c_power: cover property (@(posedge clk_i) block_q && $rose(lowpower_i));
  c_sides: cover property (@(posedge clk_i) $rose(reset_i) && $rose(lowpower_i));

  // Stall.
  c_stall: cover property (@(posedge clk_i) stall_o);
  c_stall_end: cover property (@(posedge clk_i) $past(stall_o) && block_d);
  c_stall_trap: cover property (@(posedge clk_i)
                                stall_o && 4'(itype_i) == tr_pkg::ItypeException);
  c_stall_write: cover property (@(posedge clk_i) stall_o && latch_busy_q);
  c_stall_disable: cover property (@(posedge clk_i) stall_o && disable_now);
  c_write_waits: cover property (@(posedge clk_i) psel_i && pwrite_i && !pready_o && latch_busy_q);

  // Loss.
  c_overflow: cover property (@(posedge clk_i) overflow && !lost);
  c_overflow_again: cover property (@(posedge clk_i) overflow && !lost && again_q);
  c_overflow_more: cover property (@(posedge clk_i) overflow && lost);
  c_restart: cover property (@(posedge clk_i) $past(lost) && !lost && active && enabled);
  c_gap: cover property (@(posedge clk_i) q_valid && q_gap && active);
  c_overflow_off: cover property (@(posedge clk_i) overflow && disable_now);
  c_lost_off: cover property (@(posedge clk_i) lost && disable_now);
  c_give_up: cover property (@(posedge clk_i) give_up);

  // Requests.
  c_flush_mid: cover property (@(posedge clk_i) $rose(flush_i) && mid_q);
  c_flush_refused: cover property (@(posedge clk_i) $rose(flush_i) && link_valid_o &&
                                   !link_ready_i);
  c_flush_overflow: cover property (@(posedge clk_i) flush_i && overflow);
  c_flush_empty: cover property (@(posedge clk_i) $rose(flush_i) && empty && active);
  c_flush_disable: cover property (@(posedge clk_i) flush_i && disable_now);
  c_flush_reset: cover property (@(posedge clk_i) flush_i && flushed_o && !active);
  c_sync_trap: cover property (@(posedge clk_i) trap_d && sync_i);
  c_sync_off: cover property (@(posedge clk_i) sync_i && active && !tracing);

  // Reset and disable, wherever the encoder is.
  c_reset_mid: cover property (@(posedge clk_i) we && addr == '0 && active && !wdata[0] && mid_q);
  c_reset_refused: cover property (@(posedge clk_i)
                                   we && addr == '0 && active && !wdata[0] && link_valid_o &&
                                       !link_ready_i);
  c_disable_mid: cover property (@(posedge clk_i) disable_now && mid_q);
  c_disable_block: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhBlock &&
                                   block_d);
  c_disable_trap: cover property (@(posedge clk_i) disable_now && trap_d);
  c_disable_power: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhLowPower);
  c_disable_reset: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhReset);
  c_disable_halt: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhHalt);
  c_disable_trigger: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhTrigger);
  c_disable_owner: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhOwner);
  c_disable_owner2: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhOwner2);
  c_disable_notify: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhNotify);
  c_disable_account: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhAccount);
  c_disable_hist: cover property (@(posedge clk_i) disable_now && phase == tr_pkg::PhHist);
  c_disable_pair: cover property (@(posedge clk_i) disable_now && pair);

endmodule

bind tr_encoder tr_encoder_cover_sva #(
  .ItypeW(ItypeW),
  .ContextW(ContextW),
  .TsW(TsBits)
) u_cover_sva (
  .clk_i,
  .rst_ni,
  .active,
  .valid_i,
  .block_i(block_valid_i[0]),
  .itype_i(itype_i[ItypeW-1:0]),
  .priv_i,
  .context_i,
  .trigger_i(trigger_i[2:0]),
  .halted_i,
  .reset_i,
  .lowpower_i,
  .stall_o,
  .link_valid_o,
  .link_ready_i,
  .link_last_o,
  .flush_i,
  .flushed_o,
  .sync_i,
  .pwrite_i,
  .psel_i,
  .pready_o,
  .we(u_control.we),
  .reg_write,
  .addr,
  .wdata,
  .reg_enable,
  .enabled(set.enable),
  .tracing(chosen.tracing),
  .overflow,
  .lost,
  .give_up,
  .latch_busy_q(latch_busy),
  .q_gap,
  .q_valid,
  .pair,
  .empty,
  .ts_on,
  .timestamp(u_timestamp.timestamp),
  .phase(gen_ntrace.u_ntrace.u_flow.u_phase.phase_q)
);
