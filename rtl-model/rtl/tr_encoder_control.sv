// SPDX-License-Identifier: Apache-2.0
// The registers of tr_encoder on APB4, and the copies of them that are in effect. A write is an
// entry in the queue of records. The next one waits until it has taken effect, except one that
// resets the encoder, which gets through whatever the link does.

module tr_encoder_control #(
  parameter bit          Ntrace = 1'b1,         // parameters as in tr_encoder_regs
  parameter bit          Etrace = 1'b0,
  parameter bit          NoAddrDiff = 1'b0,
  parameter bit          NoTrapAddr = 1'b0,
  parameter bit          Calls = 1'b0,
  parameter bit          Predict = 1'b0,
  parameter bit          Targets = 1'b0,
  parameter bit          Btm = 1'b1,
  parameter bit          Htm = 1'b1,
  parameter int unsigned SrcW = 12,
  parameter logic [3:0]  SyncModes = 4'he,
  parameter bit          Context = 1'b1,
  parameter bit          Triggers = 1'b1,
  parameter int unsigned ExtTriggers = 0,
  parameter int unsigned ExtOutputs = 0,
  parameter logic [3:0]  ExtEvents = 4'hf,
  parameter bit          DbgControl = 1'b0,
  parameter bit          Stall = 1'b1,
  parameter bit          AllJumps = 1'b1,
  parameter bit          ExtendAddrMsb = 1'b1,
  parameter bit          SequentialJump = 1'b1,
  parameter bit          ImplicitReturn = 1'b1,
  parameter bit          RepeatedHistory = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // The bus.
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:0] paddr_i,
  input  logic [31:0] pwdata_i,
  input  logic [ 3:0] pstrb_i,
  output logic        pready_o,
  output logic [31:0] prdata_o,
  output logic        pslverr_o,
  // Accesses, for registers that are not here.
  output logic [11:0] addr_o,
  output logic [31:0] wdata_o,
  output logic        wready_o,
  output logic        write_o,         // a register was written while active
  input  logic [31:0] other_rdata_i,
  input  logic        part_i,          // a store of a part of a word is taken elsewhere
  input  logic        waits_i,         // a write waits for what is elsewhere
  input  logic        latch_ready_i,   // the queue of records has room for one
  input  logic        latched_i,       // it takes effect
  output logic        busy_o,          // one has not yet
  // Bits that change by themselves.
  input  logic        empty_i,
  input  logic        set_tracing_i,   // trTeInstTracing changes
  input  logic        tracing_i,       // its new value
  input  logic        set_loss_i,      // trTeInstStallOrOverflow
  output logic        loss_o,
  // Registers.
  output logic        active_o,
  output logic        etrace_o,        // trTeFormat
  output logic [ 5:0] options_o,       // of E-Trace, as ioptions
  output logic        enable_o,
  output logic        stall_o,
  output logic        extend_o,
  output logic [ 3:0] src_bits_o,
  output logic [11:0] src_o,
  output logic [31:0] ext_in_o,
  output logic [31:0] ext_out_o,
  output logic [ 2:0] dbg_o,
  output tr_pkg::settings_t set_o
);

  logic [31:0] rdata;
  logic we;
  logic tracing;
  logic [2:0] mode;
  logic owner;
  logic trig;
  logic [1:0] sync_mode;
  logic [3:0] sync_max;
  logic sequential;
  logic returns;
  logic [1:0] return_mode;
  logic repeated;
  logic all_jumps;
  logic busy_d, busy_q;                // a write has not taken effect yet,
  logic control_d, control_q;          // one of trTeControl
  logic is_control;
  logic unused_re;

  assign is_control = addr_o == tr_encoder_pkg::TR_TE_CONTROL_OFFSET;
  assign busy_o     = busy_q;
  assign wready_o   = !active_o || (latch_ready_i && !busy_q && !waits_i) ||
                      (is_control && !wdata_o[0]);

  tr_apb u_apb (
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i (pstrb_i | {4{part_i}}),
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .we_o    (we),
    .re_o    (unused_re),
    .addr_o,
    .wdata_o,
    .rdata_i (rdata),
    .wready_i(wready_o)
  );

  // While trTeControl waits, triggers of earlier records do not change it any more.
  always_comb begin
    busy_d    = busy_q;
    control_d = control_q;
    if (latched_i) begin
      busy_d    = 1'b0;
      control_d = 1'b0;
    end
    if (write_o) begin
      busy_d    = 1'b1;
      control_d = is_control;
    end
    if (!active_o) begin
      busy_d    = 1'b0;
      control_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q    <= 1'b0;
      control_q <= 1'b0;
    end else begin
      busy_q    <= busy_d;
      control_q <= control_d;
    end
  end

  tr_encoder_regs #(
    .Ntrace         (Ntrace),
    .Etrace         (Etrace),
    .NoAddrDiff     (NoAddrDiff),
    .NoTrapAddr     (NoTrapAddr),
    .Calls          (Calls),
    .Predict        (Predict),
    .Targets        (Targets),
    .Btm            (Btm),
    .Htm            (Htm),
    .SrcW           (SrcW),
    .SyncModes      (SyncModes),
    .Context        (Context),
    .Triggers       (Triggers),
    .ExtTriggers    (ExtTriggers),
    .ExtOutputs     (ExtOutputs),
    .ExtEvents      (ExtEvents),
    .DbgControl     (DbgControl),
    .Stall          (Stall),
    .AllJumps       (AllJumps),
    .ExtendAddrMsb  (ExtendAddrMsb),
    .SequentialJump (SequentialJump),
    .ImplicitReturn (ImplicitReturn),
    .RepeatedHistory(RepeatedHistory)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .we_i         (we),
    .addr_i       (addr_o),
    .wdata_i      (wdata_o),
    .rdata_o      (rdata),
    .empty_i,
    .set_tracing_i(set_tracing_i && !control_q),
    .tracing_i,
    .set_loss_i,
    .other_rdata_i,
    .write_o,
    .etrace_o,
    .options_o,
    .active_o,
    .enable_o,
    .tracing_o    (tracing),
    .mode_o       (mode),
    .context_o    (owner),
    .trig_o       (trig),
    .stall_o,
    .loss_o,
    .sync_mode_o  (sync_mode),
    .sync_max_o   (sync_max),
    .sequential_o (sequential),
    .return_o     (returns),
    .return_mode_o(return_mode),
    .repeated_o   (repeated),
    .all_jumps_o  (all_jumps),
    .extend_o,
    .src_bits_o,
    .src_o,
    .ext_in_o,
    .ext_out_o,
    .dbg_o
  );

  tr_encoder_settings #(
    .Htm(Htm)
  ) u_settings (
    .clk_i,
    .rst_ni,
    .clr_i         (!active_o),
    .latch_i       (latched_i),
    .enable_i      (enable_o),
    .tracing_i     (tracing),
    .mode_i        (mode),
    .context_i     (owner),
    .trig_i        (trig),
    .stall_i       (stall_o),
    .sync_mode_i   (sync_mode),
    .sync_max_i    (sync_max),
    .sequential_i  (sequential),
    .return_i      (returns),
    .return_mode_i (return_mode),
    .repeated_i    (repeated),
    .all_jumps_i   (all_jumps),
    .enable_o      (set_o.enable),
    .htm_o         (set_o.htm),
    .context_o     (set_o.owner),
    .trig_o        (set_o.trig),
    .stall_o       (set_o.stall),
    .sync_mode_o   (set_o.sync_mode),
    .sync_by_o     (set_o.sync_by),
    .sync_mask_o   (set_o.sync_mask),
    .sequential_o  (set_o.sequential),
    .return_mode_o (set_o.return_mode),
    .repeated_o    (set_o.repeated),
    .next_tracing_o(set_o.next_tracing),
    .next_mode_o   (set_o.next_mode),
    .next_starts_o (set_o.next_starts),
    .next_repeats_o(set_o.next_repeats)
  );

endmodule
