// SPDX-License-Identifier: Apache-2.0
// trTeDataControl (TCI 1.0; docs/reference/data-trace.md): the register with its WARL rules, and
// the copy of it that is in effect.

module tr_encoder_data_regs #(
  parameter bit Triggers = 1'b1,
  parameter bit Stall = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clr_i,          // trTeActive is 0
  input  logic        we_i,           // as tr_encoder_filters has it
  input  logic [11:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  input  logic        enable_i,       // trTeEnable
  input  logic        latch_i,        // registers take effect
  input  logic        etrace_i,       // trTeFormat
  input  logic        set_tracing_i,  // triggers change trTeDataTracing
  input  logic        tracing_i,      // its new value
  input  logic        set_overflow_i, // trTeDataStallOrOverflow
  input  logic        set_drop_i,     // trTeDataDrop
  output tr_pkg::data_set_t set_o
);

  logic tracing_d, tracing_q;
  logic trig_d, trig_q;
  logic overflow_d, overflow_q;
  logic stall_d, stall_q;
  logic dropped_d, dropped_q;
  logic drop_d, drop_q;
  logic no_value_d, no_value_q;
  logic no_addr_d, no_addr_q;
  logic xor_d, xor_q;
  // in effect
  logic trig_set_d, trig_set_q;
  logic stall_set_d, stall_set_q;
  logic drop_set_d, drop_set_q;
  logic no_value_set_d, no_value_set_q;
  logic no_addr_set_d, no_addr_set_q;
  logic xor_set_d, xor_set_q;
  logic we;
  logic waits_d, waits_q;

  assign we          = we_i & (addr_i == tr_encoder_pkg::TR_TE_DATA_CONTROL_OFFSET);
  assign set_o       = {tracing_q & stall_q & enable_i, tracing_q | trig_q | trig_set_q,
                        tracing_q & enable_i,
                        no_addr_q != no_addr_set_q, ~xor_q, no_value_q, no_addr_q,
                        trig_set_q, stall_set_q, drop_set_q, no_value_set_q, no_addr_set_q,
                            xor_set_q};

  always_comb begin
    tracing_d  = tracing_q;
    trig_d     = trig_q;
    overflow_d = overflow_q;
    stall_d    = stall_q;
    dropped_d  = dropped_q;
    drop_d     = drop_q;
    no_value_d = no_value_q;
    no_addr_d  = no_addr_q;
    xor_d      = xor_q;
    waits_d    = waits_q;
    if (clr_i) begin
      tracing_d  = 1'b0;
      trig_d     = 1'b0;
      overflow_d = 1'b0;
      stall_d    = 1'b0;
      dropped_d  = 1'b0;
      drop_d     = 1'b0;
      no_value_d = 1'b0;
      no_addr_d  = 1'b0;
      xor_d      = 1'b0;
      waits_d    = 1'b0;
    end else begin
      // While the register waits, triggers of earlier records do not change it any more.
      if (set_tracing_i && !waits_q) tracing_d = tracing_i;
      if (latch_i) waits_d = 1'b0;
      if (etrace_i && no_value_q) no_addr_d = 1'b0;
      if (we) begin
        waits_d    = 1'b1;
        tracing_d  = wdata_i[tr_encoder_pkg::TR_TE_DATA_TRACING_SHIFT];
        trig_d     = Triggers & wdata_i[tr_encoder_pkg::TR_TE_DATA_TRIG_ENABLE_SHIFT];
        stall_d    = Stall & wdata_i[tr_encoder_pkg::TR_TE_DATA_STALL_ENA_SHIFT];
        drop_d     = wdata_i[tr_encoder_pkg::TR_TE_DATA_DROP_ENA_SHIFT];
        no_value_d = wdata_i[tr_encoder_pkg::TR_TE_DATA_NO_VALUE_SHIFT];
        // A packet of E-Trace has an address or a value.
        no_addr_d = wdata_i[tr_encoder_pkg::TR_TE_DATA_NO_ADDR_SHIFT] &
                      ~(etrace_i & wdata_i[tr_encoder_pkg::TR_TE_DATA_NO_VALUE_SHIFT]);
        // Another compression becomes the one of the protocol: XOR, or differential.
        xor_d = wdata_i[tr_encoder_pkg::TR_TE_DATA_ADDR_COMPRESS_SHIFT +: 2] != 2'b00;
        if (wdata_i[tr_encoder_pkg::TR_TE_DATA_STALL_OR_OVERFLOW_SHIFT]) overflow_d = 1'b0;
        if (wdata_i[tr_encoder_pkg::TR_TE_DATA_DROP_SHIFT]) dropped_d = 1'b0;
      end
      if (we_i && (addr_i == tr_encoder_pkg::TR_TE_CONTROL_OFFSET) && !enable_i &&
          wdata_i[tr_encoder_pkg::TR_TE_ENABLE_SHIFT]) begin
        overflow_d = 1'b0;
        dropped_d  = 1'b0;
      end
      if (set_overflow_i) overflow_d = 1'b1;
      if (set_drop_i) dropped_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tracing_q  <= 1'b0;
      trig_q     <= 1'b0;
      overflow_q <= 1'b0;
      stall_q    <= 1'b0;
      dropped_q  <= 1'b0;
      drop_q     <= 1'b0;
      no_value_q <= 1'b0;
      no_addr_q  <= 1'b0;
      xor_q      <= 1'b0;
      waits_q    <= 1'b0;
    end else begin
      tracing_q  <= tracing_d;
      trig_q     <= trig_d;
      overflow_q <= overflow_d;
      stall_q    <= stall_d;
      dropped_q  <= dropped_d;
      drop_q     <= drop_d;
      no_value_q <= no_value_d;
      no_addr_q  <= no_addr_d;
      xor_q      <= xor_d;
      waits_q    <= waits_d;
    end
  end

  always_comb begin
    trig_set_d     = trig_set_q;
    stall_set_d    = stall_set_q;
    no_addr_set_d  = no_addr_set_q;
    drop_set_d     = drop_set_q;
    no_value_set_d = no_value_set_q;
    xor_set_d      = xor_set_q;
    if (clr_i) begin
      trig_set_d    = 1'b0;
      stall_set_d   = 1'b0;
      no_addr_set_d = 1'b0;
    end else if (latch_i) begin
      trig_set_d     = trig_q & enable_i;
      stall_set_d    = stall_q;
      drop_set_d     = drop_q;
      no_value_set_d = no_value_q;
      no_addr_set_d  = no_addr_q;
      xor_set_d      = xor_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      trig_set_q     <= 1'b0;
      stall_set_q    <= 1'b0;
      drop_set_q     <= 1'b0;
      no_value_set_q <= 1'b0;
      no_addr_set_q  <= 1'b0;
      xor_set_q      <= 1'b0;
    end else begin
      trig_set_q     <= trig_set_d;
      stall_set_q    <= stall_set_d;
      no_addr_set_q  <= no_addr_set_d;
      drop_set_q     <= drop_set_d;
      no_value_set_q <= no_value_set_d;
      xor_set_q      <= xor_set_d;
    end
  end

  logic [31:0] control;
  always_comb begin
    control = '0;
    control[tr_encoder_pkg::TR_TE_DATA_IMPLEMENTED_SHIFT]        = 1'b1;
    control[tr_encoder_pkg::TR_TE_DATA_TRACING_SHIFT]            = tracing_q;
    control[tr_encoder_pkg::TR_TE_DATA_TRIG_ENABLE_SHIFT]        = trig_q;
    control[tr_encoder_pkg::TR_TE_DATA_STALL_OR_OVERFLOW_SHIFT]  = overflow_q;
    control[tr_encoder_pkg::TR_TE_DATA_STALL_ENA_SHIFT]          = stall_q;
    control[tr_encoder_pkg::TR_TE_DATA_DROP_SHIFT]               = dropped_q;
    control[tr_encoder_pkg::TR_TE_DATA_DROP_ENA_SHIFT]           = drop_q;
    control[tr_encoder_pkg::TR_TE_DATA_NO_VALUE_SHIFT]           = no_value_q;
    control[tr_encoder_pkg::TR_TE_DATA_NO_ADDR_SHIFT]            = no_addr_q;
    control[tr_encoder_pkg::TR_TE_DATA_ADDR_COMPRESS_SHIFT +: 2] = {etrace_i & xor_q,
        ~etrace_i & xor_q};
    rdata_o = (addr_i == tr_encoder_pkg::TR_TE_DATA_CONTROL_OFFSET) ? control : '0;
  end

endmodule
