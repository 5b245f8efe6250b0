// SPDX-License-Identifier: Apache-2.0
// The settings in effect: registers are copied when the entry for their write is the oldest in the
// queue of records (docs/reference/rtl.md, Registers).

module tr_encoder_settings #(
  parameter bit Htm = 1'b1
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clr_i,          // trTeActive is 0
  input  logic       latch_i,        // copy
  input  logic       enable_i,       // the registers
  input  logic       tracing_i,
  input  logic [2:0] mode_i,
  input  logic       context_i,
  input  logic       trig_i,
  input  logic       stall_i,
  input  logic [1:0] sync_mode_i,
  input  logic [3:0] sync_max_i,
  input  logic       sequential_i,
  input  logic       return_i,
  input  logic [1:0] return_mode_i,
  input  logic       repeated_i,
  input  logic       all_jumps_i,
  output logic       enable_o,       // in effect
  output logic       htm_o,
  output logic       context_o,
  output logic       trig_o,         // triggers start and stop
  output logic       stall_o,
  output logic [1:0] sync_mode_o,
  output logic [3:1] sync_by_o,      // bit n: trTeInstSyncMode is n
  output logic [15:0] sync_mask_o,   // bit n: n is trTeInstSyncMax at least
  output logic       sequential_o,
  output logic [1:0] return_mode_o,  // 0: no implicit return
  output logic       repeated_o,
  output logic       next_tracing_o, // a copy would let the encoder trace
  output logic       next_mode_o,    // a copy would change the mode
  output logic       next_starts_o,  // a copy would enable the encoder
  output logic       next_repeats_o  // a copy would change repeated history
);

  logic htm;

  assign htm            = Htm & (mode_i == tr_encoder_pkg::TR_TE_INST_MODE_HTM);
  assign next_tracing_o = enable_i & (mode_i != tr_encoder_pkg::TR_TE_INST_MODE_OFF) & tracing_i;
  assign next_mode_o    = htm != htm_o;
  assign next_starts_o  = enable_i & ~enable_o;
  assign next_repeats_o = repeated_i != repeated_o;

  logic enable_d, enable_q;
  logic trig_d, trig_q;
  logic stall_d, stall_q;
  logic htm_d, htm_q;
  logic context_d, context_q;
  logic [1:0] sync_mode_d, sync_mode_q;
  logic [3:1] sync_by_d, sync_by_q;
  logic [15:0] sync_mask_d, sync_mask_q;
  logic sequential_d, sequential_q;
  logic repeated_d, repeated_q;
  logic [1:0] return_mode_d, return_mode_q;

  assign enable_o      = enable_q;
  assign trig_o        = trig_q;
  assign stall_o       = stall_q;
  assign htm_o         = htm_q;
  assign context_o     = context_q;
  assign sync_mode_o   = sync_mode_q;
  assign sync_by_o     = sync_by_q;
  assign sync_mask_o   = sync_mask_q;
  assign sequential_o  = sequential_q;
  assign repeated_o    = repeated_q;
  assign return_mode_o = return_mode_q;

  always_comb begin
    enable_d      = enable_q;
    trig_d        = trig_q;
    stall_d       = stall_q;
    htm_d         = htm_q;
    context_d     = context_q;
    sync_mode_d   = sync_mode_q;
    sync_by_d     = sync_by_q;
    sync_mask_d   = sync_mask_q;
    sequential_d  = sequential_q;
    repeated_d    = repeated_q;
    return_mode_d = return_mode_q;
    if (clr_i) begin
      enable_d = 1'b0;
      trig_d   = 1'b0;
      stall_d  = 1'b0;
    end else if (latch_i) begin
      enable_d     = enable_i;
      htm_d        = htm;
      context_d    = context_i;
      trig_d       = trig_i & enable_i & (mode_i != tr_encoder_pkg::TR_TE_INST_MODE_OFF);
      stall_d      = stall_i;
      sync_mode_d  = sync_mode_i;
      sync_by_d    = {sync_mode_i == 2'd3, sync_mode_i == 2'd2, sync_mode_i == 2'd1};
      sync_mask_d  = ~16'h0 << sync_max_i;
      sequential_d = sequential_i;
      repeated_d   = repeated_i;
      // With EnAllJumps direct calls are not seen as calls: counting would be wrong.
      return_mode_d = (!return_i || (all_jumps_i && (return_mode_i == 2'd1))) ? 2'd0 :
                      return_mode_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q      <= 1'b0;
      htm_q         <= 1'b0;
      context_q     <= 1'b0;
      trig_q        <= 1'b0;
      stall_q       <= 1'b0;
      sync_mode_q   <= '0;
      sync_by_q     <= '0;
      sync_mask_q   <= '1;
      sequential_q  <= 1'b0;
      return_mode_q <= '0;
      repeated_q    <= 1'b0;
    end else begin
      enable_q      <= enable_d;
      trig_q        <= trig_d;
      stall_q       <= stall_d;
      htm_q         <= htm_d;
      context_q     <= context_d;
      sync_mode_q   <= sync_mode_d;
      sync_by_q     <= sync_by_d;
      sync_mask_q   <= sync_mask_d;
      sequential_q  <= sequential_d;
      repeated_q    <= repeated_d;
      return_mode_q <= return_mode_d;
    end
  end

endmodule
