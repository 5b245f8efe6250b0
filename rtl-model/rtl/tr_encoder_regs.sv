// SPDX-License-Identifier: Apache-2.0
// Registers of the encoder, filters and timestamp unit apart (TCI 1.0, Trace Encoder Control
// Interface). WARL rules are those of the model: docs/reference/model.md, Registers.

module tr_encoder_regs #(
  parameter bit          Ntrace = 1'b1,
  parameter bit          Etrace = 1'b0,
  parameter bit          NoAddrDiff = 1'b0,     // these three with E-Trace
  parameter bit          NoTrapAddr = 1'b0,
  parameter bit          Calls = 1'b0,          // a return stack or a counter of calls
  parameter bit          Predict = 1'b0,        // a branch predictor
  parameter bit          Targets = 1'b0,        // a jump target cache
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
  input  logic        we_i,
  input  logic [11:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,        // 0 while inactive, but for trTeActive
  // From the other parts.
  input  logic        empty_i,
  input  logic        set_tracing_i,  // trTeInstTracing changes
  input  logic        tracing_i,      // its new value
  input  logic        set_loss_i,     // trTeInstStallOrOverflow
  input  logic [31:0] other_rdata_i,  // registers that are not here
  output logic        write_o,        // a register was written while active
  // Fields.
  output logic        etrace_o,       // trTeFormat
  output logic [ 5:0] options_o,      // of E-Trace, as ioptions
  output logic        active_o,
  output logic        enable_o,
  output logic        tracing_o,
  output logic [ 2:0] mode_o,
  output logic        context_o,
  output logic        trig_o,
  output logic        stall_o,
  output logic        loss_o,         // trTeInstStallOrOverflow
  output logic [ 1:0] sync_mode_o,
  output logic [ 3:0] sync_max_o,
  output logic        sequential_o,
  output logic        return_o,
  output logic [ 1:0] return_mode_o,
  output logic        repeated_o,
  output logic        all_jumps_o,
  output logic        extend_o,
  output logic [ 3:0] src_bits_o,     // width of SRC as sent
  output logic [11:0] src_o,          // SRC, no wider than that
  output logic [31:0] ext_in_o,
  output logic [31:0] ext_out_o,
  output logic [ 2:0] dbg_o           // let through: trace-on, trace-off, trace-notify
);

  logic we_control;
  logic we_features;
  logic we_ext_in;
  logic we_ext_out;
  logic we_dbg;
  logic going_down;
  logic active_d, active_q;
  logic enable_d, enable_q;
  logic tracing_d, tracing_q;
  logic context_d, context_q;
  logic trig_d, trig_q;
  logic loss_d, loss_q;
  logic stall_d, stall_q;
  logic inhibit_d, inhibit_q;
  logic [2:0] mode_d, mode_q;
  logic [2:0] mode_new;
  logic [1:0] sync_mode_d, sync_mode_q;
  logic [1:0] sync_mode_new;
  logic [3:0] sync_max_d, sync_max_q;
  logic sequential_d, sequential_q;
  logic return_d, return_q;
  logic repeated_d, repeated_q;
  logic all_jumps_d, all_jumps_q;
  logic extend_d, extend_q;
  logic [1:0] return_mode_d, return_mode_q;
  logic [3:0] src_bits_d, src_bits_q;
  logic [3:0] src_bits_new;
  logic [11:0] src_id_d, src_id_q;
  logic [31:0] ext_in_d, ext_in_q;
  logic [31:0] ext_in_new;
  logic [31:0] ext_out_d, ext_out_q;
  logic [31:0] ext_out_new;
  logic [2:0] dbg_d, dbg_q;
  // after: with the write at hand
  logic etrace_d, etrace_q;
  logic etrace_new;
  logic etrace_after;
  logic full_d, full_q;
  logic implicit_d, implicit_q;
  logic predict_d, predict_q;
  logic targets_d, targets_q;

  assign we_control  = we_i & (addr_i == tr_encoder_pkg::TR_TE_CONTROL_OFFSET);
  assign we_features = we_i & active_q & (addr_i == tr_encoder_pkg::TR_TE_INST_FEATURES_OFFSET);
  assign we_ext_in   = we_i & active_q &
                       (addr_i == tr_encoder_pkg::TR_TE_TRIG_EXT_IN_CONTROL_OFFSET);
  assign we_ext_out  = we_i & active_q &
                       (addr_i == tr_encoder_pkg::TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET);
  assign we_dbg      = we_i & active_q & (addr_i == tr_encoder_pkg::TR_TE_TRIG_DBG_CONTROL_OFFSET);
  assign going_down  = we_control & ~wdata_i[tr_encoder_pkg::TR_TE_ACTIVE_SHIFT];
  assign write_o     = we_i & active_q & ~going_down;

  // ---- WARL ----

  always_comb begin
    // The protocol stays while trTeEnable is 1.
    etrace_new = wdata_i[tr_encoder_pkg::TR_TE_FORMAT_SHIFT +: 3] ==
                 tr_encoder_pkg::TR_TE_FORMAT_ETRACE;
    if (enable_q) etrace_new = etrace_q;
    etrace_new = Etrace && (etrace_new || !Ntrace);
    mode_new = wdata_i[tr_encoder_pkg::TR_TE_INST_MODE_SHIFT +: 3];
    if ((mode_new != tr_encoder_pkg::TR_TE_INST_MODE_OFF) &&
        !(Btm && (mode_new == tr_encoder_pkg::TR_TE_INST_MODE_BTM))) begin
      mode_new = Htm ? tr_encoder_pkg::TR_TE_INST_MODE_HTM : tr_encoder_pkg::TR_TE_INST_MODE_BTM;
    end
    if (etrace_new) mode_new = tr_encoder_pkg::TR_TE_INST_MODE_VENDOR;
    sync_mode_new = wdata_i[tr_encoder_pkg::TR_TE_INST_SYNC_MODE_SHIFT +: 2];
    if (!SyncModes[sync_mode_new]) sync_mode_new = '0;
    src_bits_new = wdata_i[tr_encoder_pkg::TR_TE_SRC_BITS_SHIFT +: 4];
    if (src_bits_new > 4'(SrcW)) src_bits_new = 4'(SrcW);
  end

  assign etrace_after = Etrace & ((we_control ? etrace_new : etrace_q) | ~Ntrace);

  for (genvar k = 0; k < 8; k = k + 1) begin : gen_ext
    if (k < ExtTriggers) begin : gen_in
      assign ext_in_new[4*k +: 4] = ((wdata_i[4*k +: 4] >= 4'd2) && (wdata_i[4*k +: 4] <= 4'd4))
                                    ? wdata_i[4*k +: 4] : '0;
    end else begin : gen_no_in
      assign ext_in_new[4*k +: 4] = '0;
    end
    if (k < ExtOutputs) begin : gen_out
      assign ext_out_new[4*k +: 4] = ExtEvents & wdata_i[4*k +: 4];
    end else begin : gen_no_out
      assign ext_out_new[4*k +: 4] = '0;
    end
  end

  // ---- Storage ----

  always_comb begin
    active_d    = active_q;
    etrace_d    = etrace_q;
    enable_d    = enable_q;
    tracing_d   = tracing_q;
    mode_d      = mode_q;
    context_d   = context_q;
    trig_d      = trig_q;
    loss_d      = loss_q;
    stall_d     = stall_q;
    inhibit_d   = inhibit_q;
    sync_mode_d = sync_mode_q;
    sync_max_d  = sync_max_q;
    if (!active_q || going_down) begin
      if (we_control) active_d = wdata_i[tr_encoder_pkg::TR_TE_ACTIVE_SHIFT];
      etrace_d    = Etrace;  // 0 is E-Trace
      enable_d    = 1'b0;
      tracing_d   = 1'b0;
      mode_d      = Etrace ? tr_encoder_pkg::TR_TE_INST_MODE_VENDOR : '0;
      context_d   = 1'b0;
      trig_d      = 1'b0;
      loss_d      = 1'b0;
      stall_d     = 1'b0;
      inhibit_d   = 1'b0;
      sync_mode_d = '0;
      sync_max_d  = '0;
    end else begin
      if (set_tracing_i) tracing_d = tracing_i;
      if (we_control) begin
        enable_d    = wdata_i[tr_encoder_pkg::TR_TE_ENABLE_SHIFT];
        tracing_d   = wdata_i[tr_encoder_pkg::TR_TE_INST_TRACING_SHIFT];
        mode_d      = mode_new;
        etrace_d    = etrace_new;
        context_d   = Context & ~etrace_new & wdata_i[tr_encoder_pkg::TR_TE_CONTEXT_SHIFT];
        trig_d      = Triggers & wdata_i[tr_encoder_pkg::TR_TE_INST_TRIG_ENABLE_SHIFT];
        stall_d     = Stall & wdata_i[tr_encoder_pkg::TR_TE_INST_STALL_ENA_SHIFT];
        inhibit_d   = (SrcW != 0) & wdata_i[tr_encoder_pkg::TR_TE_INHIBIT_SRC_SHIFT];
        sync_mode_d = sync_mode_new;
        sync_max_d  = wdata_i[tr_encoder_pkg::TR_TE_INST_SYNC_MAX_SHIFT +: 4];
        if (wdata_i[tr_encoder_pkg::TR_TE_INST_STALL_OR_OVERFLOW_SHIFT] ||
            (wdata_i[tr_encoder_pkg::TR_TE_ENABLE_SHIFT] && !enable_q)) begin
          loss_d = 1'b0;
        end
      end
      if (set_loss_i) loss_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q      <= 1'b0;
      enable_q      <= 1'b0;
      tracing_q     <= 1'b0;
      mode_q        <= '0;
      context_q     <= 1'b0;
      trig_q        <= 1'b0;
      loss_q        <= 1'b0;
      stall_q       <= 1'b0;
      inhibit_q     <= 1'b0;
      sync_mode_q   <= '0;
      sync_max_q    <= '0;
      etrace_q      <= Etrace;
    end else begin
      active_q    <= active_d;
      etrace_q    <= etrace_d;
      enable_q    <= enable_d;
      tracing_q   <= tracing_d;
      mode_q      <= mode_d;
      context_q   <= context_d;
      trig_q      <= trig_d;
      loss_q      <= loss_d;
      stall_q     <= stall_d;
      inhibit_q   <= inhibit_d;
      sync_mode_q <= sync_mode_d;
      sync_max_q  <= sync_max_d;
    end
  end

  always_comb begin
    sequential_d  = sequential_q;
    return_d      = return_q;
    return_mode_d = return_mode_q;
    repeated_d    = repeated_q;
    all_jumps_d   = all_jumps_q;
    extend_d      = extend_q;
    src_id_d      = src_id_q;
    src_bits_d    = src_bits_q;
    ext_in_d      = ext_in_q;
    ext_out_d     = ext_out_q;
    dbg_d         = dbg_q;
    full_d        = full_q;
    implicit_d    = implicit_q;
    predict_d     = predict_q;
    targets_d     = targets_q;
    if (!active_q || going_down) begin
      sequential_d  = 1'b0;
      return_d      = 1'b0;
      return_mode_d = '0;
      repeated_d    = 1'b0;
      all_jumps_d   = 1'b0;
      extend_d      = 1'b0;
      src_id_d      = '0;
      src_bits_d    = '0;
      ext_in_d      = '0;
      ext_out_d     = '0;
      dbg_d         = '0;
      full_d        = 1'b0;
      implicit_d    = 1'b0;
      predict_d     = 1'b0;
      targets_d     = 1'b0;
    end else begin
      if (we_features) begin
        full_d        = Etrace & NoAddrDiff &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_NO_ADDR_DIFF_SHIFT];
        implicit_d    = Etrace & NoTrapAddr &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_NO_TRAP_ADDR_SHIFT];
        targets_d     = Etrace & Targets &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_EN_JUMP_TARGET_CACHE_SHIFT];
        predict_d     = Etrace & Predict &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_EN_BRANCH_PREDICTION_SHIFT];
        sequential_d  = SequentialJump &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_EN_SEQUENTIAL_JUMP_SHIFT];
        return_d      = ImplicitReturn &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_EN_IMPLICIT_RETURN_SHIFT];
        return_mode_d = {2{ImplicitReturn}} &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT +: 2];
        repeated_d    = RepeatedHistory &
                          wdata_i[tr_encoder_pkg::TR_TE_INST_EN_REPEATED_HISTORY_SHIFT];
        all_jumps_d   = AllJumps & wdata_i[tr_encoder_pkg::TR_TE_INST_EN_ALL_JUMPS_SHIFT];
        extend_d      = ExtendAddrMsb & wdata_i[tr_encoder_pkg::TR_TE_INST_EXTEND_ADDR_MSB_SHIFT];
        src_id_d      = wdata_i[tr_encoder_pkg::TR_TE_SRC_ID_SHIFT +: 12] & 12'((1 << SrcW) - 1);
        src_bits_d    = src_bits_new;
      end
      if (we_ext_in) ext_in_d = ext_in_new;
      if (we_ext_out) ext_out_d = ext_out_new;
      if (we_dbg) dbg_d = {3{DbgControl}} & wdata_i[4:2];
      // What the other protocol does not have.
      if (Etrace && etrace_after) begin
        if (!Calls) return_d = 1'b0;
        return_mode_d = '0;
        repeated_d    = 1'b0;
        all_jumps_d   = 1'b0;
        extend_d      = 1'b0;
        ext_in_d      = '0;
        ext_out_d     = '0;
        dbg_d         = '0;
      end else if (Etrace) begin
        full_d     = 1'b0;
        implicit_d = 1'b0;
        predict_d  = 1'b0;
        targets_d  = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sequential_q  <= 1'b0;
      return_q      <= 1'b0;
      return_mode_q <= '0;
      repeated_q    <= 1'b0;
      all_jumps_q   <= 1'b0;
      extend_q      <= 1'b0;
      src_id_q      <= '0;
      src_bits_q    <= '0;
      ext_in_q      <= '0;
      ext_out_q     <= '0;
      dbg_q         <= '0;
      full_q        <= 1'b0;
      implicit_q    <= 1'b0;
      predict_q     <= 1'b0;
      targets_q     <= 1'b0;
    end else begin
      sequential_q  <= sequential_d;
      return_q      <= return_d;
      return_mode_q <= return_mode_d;
      repeated_q    <= repeated_d;
      all_jumps_q   <= all_jumps_d;
      extend_q      <= extend_d;
      src_id_q      <= src_id_d;
      src_bits_q    <= src_bits_d;
      ext_in_q      <= ext_in_d;
      ext_out_q     <= ext_out_d;
      dbg_q         <= dbg_d;
      full_q        <= full_d;
      implicit_q    <= implicit_d;
      predict_q     <= predict_d;
      targets_q     <= targets_d;
    end
  end

  // ---- Reading ----

  logic [31:0] control;
  logic [31:0] features;
  logic etrace;

  always_comb begin
    control = '0;
    control[tr_encoder_pkg::TR_TE_ACTIVE_SHIFT]                 = 1'b1;
    control[tr_encoder_pkg::TR_TE_ENABLE_SHIFT]                 = enable_q;
    control[tr_encoder_pkg::TR_TE_INST_TRACING_SHIFT]           = tracing_q;
    control[tr_encoder_pkg::TR_TE_EMPTY_SHIFT]                  = empty_i;
    control[tr_encoder_pkg::TR_TE_INST_MODE_SHIFT +: 3]         = mode_q;
    control[tr_encoder_pkg::TR_TE_CONTEXT_SHIFT]                = context_q;
    control[tr_encoder_pkg::TR_TE_INST_TRIG_ENABLE_SHIFT]       = trig_q;
    control[tr_encoder_pkg::TR_TE_INST_STALL_OR_OVERFLOW_SHIFT] = loss_q;
    control[tr_encoder_pkg::TR_TE_INST_STALL_ENA_SHIFT]         = stall_q;
    control[tr_encoder_pkg::TR_TE_INHIBIT_SRC_SHIFT]            = inhibit_q;
    control[tr_encoder_pkg::TR_TE_INST_SYNC_MODE_SHIFT +: 2]    = sync_mode_q;
    control[tr_encoder_pkg::TR_TE_INST_SYNC_MAX_SHIFT +: 4]     = sync_max_q;
    control[tr_encoder_pkg::TR_TE_FORMAT_SHIFT +: 3] = etrace ? tr_encoder_pkg::TR_TE_FORMAT_ETRACE
                                                              : tr_encoder_pkg::TR_TE_FORMAT_NTRACE;
    features = '0;
    features[tr_encoder_pkg::TR_TE_INST_EN_SEQUENTIAL_JUMP_SHIFT]        = sequential_q;
    features[tr_encoder_pkg::TR_TE_INST_NO_ADDR_DIFF_SHIFT]              = full_q;
    features[tr_encoder_pkg::TR_TE_INST_NO_TRAP_ADDR_SHIFT]              = implicit_q;
    features[tr_encoder_pkg::TR_TE_INST_EN_BRANCH_PREDICTION_SHIFT]      = predict_q;
    features[tr_encoder_pkg::TR_TE_INST_EN_JUMP_TARGET_CACHE_SHIFT]      = targets_q;
    features[tr_encoder_pkg::TR_TE_INST_EN_IMPLICIT_RETURN_SHIFT]        = return_q;
    features[tr_encoder_pkg::TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT +: 2] = return_mode_q;
    features[tr_encoder_pkg::TR_TE_INST_EN_REPEATED_HISTORY_SHIFT]       = repeated_q;
    features[tr_encoder_pkg::TR_TE_INST_EN_ALL_JUMPS_SHIFT]              = all_jumps_q;
    features[tr_encoder_pkg::TR_TE_INST_EXTEND_ADDR_MSB_SHIFT]           = extend_q;
    features[tr_encoder_pkg::TR_TE_SRC_ID_SHIFT +: 12]                   = src_id_q;
    features[tr_encoder_pkg::TR_TE_SRC_BITS_SHIFT +: 4]                  = src_bits_q;
    rdata_o = '0;
    if (!active_q) begin
      rdata_o = '0;
    end else begin
      unique case (addr_i)
        tr_encoder_pkg::TR_TE_CONTROL_OFFSET: rdata_o = control;
        tr_encoder_pkg::TR_TE_IMPL_OFFSET: rdata_o = etrace ? 32'h0000_0101 : 32'h0001_0101;
        tr_encoder_pkg::TR_TE_INST_FEATURES_OFFSET: rdata_o = features;
        tr_encoder_pkg::TR_TE_TRIG_EXT_IN_CONTROL_OFFSET: rdata_o = ext_in_q;
        tr_encoder_pkg::TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET: rdata_o = ext_out_q;
        tr_encoder_pkg::TR_TE_TRIG_DBG_CONTROL_OFFSET: rdata_o = {27'b0, dbg_q, 2'b00};
        default: rdata_o = other_rdata_i;
      endcase
    end
  end

  assign etrace        = Etrace & (etrace_q | ~Ntrace);
  assign etrace_o      = etrace;
  assign options_o     = {sequential_q, predict_q, targets_q, full_q, implicit_q, return_q};
  assign active_o      = active_q;
  assign enable_o      = enable_q;
  assign tracing_o     = tracing_q;
  assign mode_o        = mode_q;
  assign context_o     = context_q;
  assign trig_o        = trig_q;
  assign stall_o       = stall_q;
  assign loss_o        = loss_q;
  assign sync_mode_o   = sync_mode_q;
  assign sync_max_o    = sync_max_q;
  assign sequential_o  = sequential_q;
  assign return_o      = return_q;
  assign return_mode_o = return_mode_q;
  assign repeated_o    = repeated_q;
  assign all_jumps_o   = all_jumps_q;
  assign extend_o      = extend_q;
  assign src_bits_o    = inhibit_q ? 4'd0 : src_bits_q;
  assign src_o         = src_id_q & ~(12'hfff << src_bits_o);
  assign ext_in_o      = ext_in_q;
  assign ext_out_o     = ext_out_q;
  assign dbg_o         = (DbgControl && !etrace) ? dbg_q : 3'b111;

endmodule
