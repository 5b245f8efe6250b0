// SPDX-License-Identifier: Apache-2.0
// Registers of the RAM sink, and its pointers (TCI 1.0, Trace RAM Sink; Accessing and Detecting RAM
// Sink Registers). WARL rules are those of the model: docs/reference/model.md.

module tr_ramsink_regs #(
  parameter bit          Sram = 1'b1,
  parameter bit          Smem = 1'b0,
  parameter int unsigned SramBytes = 1024,
  parameter bit          LimitFixed = 1'b0,
  parameter int unsigned AddressW = 64,
  parameter int unsigned StartAlign = 4,
  parameter int unsigned SmemStart = 0,
  parameter int unsigned SmemStartHigh = 0,
  parameter int unsigned SmemBytes = 0,
  parameter int unsigned Width = 4,
  parameter bit          ReadActive = 1'b0,
  parameter bit          DataWritable = 1'b0,
  parameter bit          Async = 1'b0,
  localparam int unsigned SramW = ((SramBytes > Width) ? $clog2(SramBytes / Width) : 1) + $clog2(Width),
  localparam int unsigned PtrW = Smem ? AddressW : SramW
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             we_i,
  input  logic             re_i,
  input  logic [     11:0] addr_i,      // of the access: one cycle earlier it is the same
  input  logic [     31:0] wdata_i,
  output logic [     31:0] rdata_o,
  input  logic             readable_i,  // this access to trRamData reaches the memory
  input  logic [     31:0] data_i,      // the word at trRamRP
  input  logic             empty_i,
  input  logic             begin_i,     // a trace word goes to ptr_o: while ready_o
  input  logic             begin_burst_i, // with begin_i: four do, while fits_o too
  input  logic             step_i,      // the oldest of these writes has ended
  input  logic             step_burst_i,
  input  logic             error_i,     // with an error
  input  logic             more_i,      // more have begun and are not written
  output logic             ready_o,
  output logic             known_o,     // whether a burst fits is known
  output logic             fits_o,
  output logic [ PtrW-1:0] ptr_o,       // where the next trace word goes
  output logic [SramW-1:0] rp_o,
  output logic             active_o,
  output logic             enable_o,
  output logic             smem_o,      // trRamMode
  output logic             stopped_o,   // trRamStopOnWrap did it: refuse
  output logic [      2:0] freq_o,
  output logic             start_o,     // trRamEnable goes to 1
  output logic             flush_o,     // trRamEnable goes to 0 by software
  output logic             stop_o,      // trRamEnable goes to 0 by trRamStopOnWrap
  output logic             data_we_o    // trRamData is written
);

  localparam int unsigned Shift = $clog2(Width);
  localparam int unsigned WordW = (PtrW < Shift + 4) ? 4 : PtrW - Shift;  // of pointers to trace words
  localparam logic [31:0] Align = 32'(Width - 1);
  localparam logic [31:0] StartLow = 32'(StartAlign - 1);
  localparam logic [31:0] SramLimit = 32'(SramBytes - 4);
  localparam logic [31:0] First = 32'(SmemStart);
  localparam logic [31:0] LastWord = 32'(SmemStart + SmemBytes - Width);
  localparam bit Fixed = Smem & (SmemBytes != 0);
  localparam logic [63:0] PtrMask = (PtrW >= 64) ? ~64'h0 : ((64'h1 << (PtrW % 64)) - 64'h1);
  // Pointers after a reset.
  localparam logic [31:0] High = 32'(SmemStartHigh);
  localparam logic [63:0] FirstWide = (64'(SmemStartHigh) << 32) | 64'(SmemStart);
  localparam logic [63:0] ResetStart = (~Sram & Fixed) ? FirstWide : 64'h0;
  localparam logic [63:0] ResetLimit = Sram ? 64'(SramLimit)
                                     : Fixed ? ((64'(SmemStartHigh) << 32) | 64'(LastWord)) : 64'h0;

  // Trace comes in while enabled only, and there is a cycle at least between two accesses: whether it
  // was empty in the cycle before a write is enough.
  logic empty_q;
  logic active_q, enable_q, mode_q, stop_q, wrap_q, stopped_q, error_q, mode_new;
  logic [2:0] freq_q;
  logic [PtrW-1:0] start_q, limit_q, wp_q;
  logic [SramW-1:0] rp_q;
  logic we_control, write, control_write, release_now, mode_change, busy, rp_write;
  logic [63:0] start, limit, wp, start_d, limit_d, wp_d, step_wp;
  logic [31:0] rp_d, clamped, sram_clamped, wp_fixed, wp_sram;
  logic wrap_d;

  // The register of a write is found out in the cycle before it.
  logic at_control, at_start_low, at_start_high, at_limit_low, at_limit_high, at_wp_low;
  logic at_wp_high, at_rp_low, at_ram_data, at_vendor_status;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_control       <= 1'b0;
      at_start_low     <= 1'b0;
      at_start_high    <= 1'b0;
      at_limit_low     <= 1'b0;
      at_limit_high    <= 1'b0;
      at_wp_low        <= 1'b0;
      at_wp_high       <= 1'b0;
      at_rp_low        <= 1'b0;
      at_ram_data      <= 1'b0;
      at_vendor_status <= 1'b0;
    end else begin
      at_control       <= addr_i == tr_ramsink_pkg::TR_RAM_CONTROL_OFFSET;
      at_start_low     <= addr_i == tr_ramsink_pkg::TR_RAM_START_LOW_OFFSET;
      at_start_high    <= addr_i == tr_ramsink_pkg::TR_RAM_START_HIGH_OFFSET;
      at_limit_low     <= addr_i == tr_ramsink_pkg::TR_RAM_LIMIT_LOW_OFFSET;
      at_limit_high    <= addr_i == tr_ramsink_pkg::TR_RAM_LIMIT_HIGH_OFFSET;
      at_wp_low        <= addr_i == tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET;
      at_wp_high       <= addr_i == tr_ramsink_pkg::TR_RAM_WP_HIGH_OFFSET;
      at_rp_low        <= addr_i == tr_ramsink_pkg::TR_RAM_RP_LOW_OFFSET;
      at_ram_data      <= addr_i == tr_ramsink_pkg::TR_RAM_DATA_OFFSET;
      at_vendor_status <= addr_i == tr_ramsink_pkg::TR_RAM_VENDOR_STATUS_OFFSET;
    end
  end

  assign we_control  = we_i & at_control;
  assign release_now = we_control & ~(active_q & wdata_i[0]);  // Active changes, or stays 0
  assign write       = we_i & active_q;                        // to another register, when not at_control
  assign control_write = we_control & active_q & wdata_i[0];
  assign busy        = enable_q | ~empty_q;
  assign mode_change = control_write & (mode_new != mode_q);

  always_comb begin
    mode_new = wdata_i[tr_ramsink_pkg::TR_RAM_MODE_SHIFT];
    if (!Smem) mode_new = 1'b0;
    else if (!Sram) mode_new = 1'b1;
    if (busy) mode_new = mode_q;
  end

  // ---- Where the next trace word goes ----

  // With trRamStopOnWrap no write begins after that to the last word until that one has ended.
  logic hold_q, held_ends, pointers_ready, last, at_end;
  logic [WordW-1:0] ptr, next;

  assign start     = 64'(start_q);
  assign limit     = 64'(limit_q);
  assign wp        = 64'(wp_q);
  assign step_wp   = 64'(next) << Shift;
  assign held_ends = step_i & hold_q & ~more_i;
  assign stop_o    = held_ends & stop_q;
  assign ready_o   = pointers_ready & ~hold_q;
  assign ptr_o     = PtrW'(ptr) << Shift;

  logic unused_ptr;                 // WordW is 4 at least
  assign unused_ptr = ^ptr;

  tr_ramsink_pointers #(.W(WordW)) u_pointers (
    .clk_i, .rst_ni, .load_i(release_now | (write & ~busy)), .start_i(WordW'(start >> Shift)),
    .limit_i(WordW'(limit >> Shift)), .wp_i(WordW'(wp >> Shift)), .begin_i, .begin_burst_i, .step_i,
    .step_burst_i, .ready_o(pointers_ready), .ptr_o(ptr), .known_o, .fits_o, .last_o(last), .next_o(next),
    .wrap_o(at_end)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_q <= 1'b0;
    else if (~active_q | held_ends) hold_q <= 1'b0;
    else if (begin_i & last & stop_q) hold_q <= 1'b1;
  end

  // ---- WARL of the pointers ----

  // Comparisons are made one cycle before they are used, in the setup cycle of the access: PWDATA is
  // stable from there on (AMBA APB, Transfers). Limit and read pointer change at the end of an access
  // only, the write pointer in cycles in which the sink is not empty, so it is busy in the next one.
  logic over_last_q, over_sram_q, over_limit_q, below_first_q;       // what is written
  logic wp_over_last_q, wp_over_sram_q, wp_below_first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      over_last_q      <= 1'b0;
      over_sram_q      <= 1'b0;
      over_limit_q     <= 1'b0;
      below_first_q    <= 1'b0;
      wp_over_last_q   <= 1'b0;
      wp_over_sram_q   <= 1'b0;
      wp_below_first_q <= 1'b0;
    end else begin
      over_last_q      <= wdata_i > LastWord;
      over_sram_q      <= wdata_i > SramLimit;
      over_limit_q     <= wdata_i > limit[31:0];
      below_first_q    <= (First != '0) && (wdata_i < First);
      wp_over_last_q   <= wp[31:0] > LastWord;
      wp_over_sram_q   <= wp[31:0] > SramLimit;
      wp_below_first_q <= (First != '0) && (wp[31:0] < First);
    end
  end

  // A write pointer, limit or read pointer that fits in a fixed region, and in the SRAM.
  assign clamped      = (over_last_q ? LastWord : below_first_q ? First : wdata_i) & ~Align;
  assign wp_fixed     = wp_over_last_q ? LastWord : wp_below_first_q ? First : wp[31:0];
  assign wp_sram      = wp_over_sram_q ? SramLimit : wp[31:0];
  assign sram_clamped = over_limit_q ? limit[31:0] : wdata_i;
  assign rp_write     = write & (~busy | ReadActive) & at_rp_low;

  always_comb begin
    start_d = start;
    limit_d = limit;
    wp_d    = wp;
    wrap_d  = wrap_q;
    if (mode_change) begin
      if (!mode_new) begin
        start_d = '0;
        limit_d = 64'(SramLimit);
        wp_d    = {32'h0, wp_sram & ~Align};
      end else if (Fixed) begin
        start_d = FirstWide;
        limit_d = {High, LastWord};
        wp_d    = {High, wp_fixed};
      end else begin
        limit_d[31:0] = limit[31:0] & ~Align;
      end
    end else if (write & ~busy & mode_q) begin
      if (at_start_low & ~Fixed) start_d[31:0] = wdata_i & ~StartLow;
      if (at_start_high & ~Fixed) start_d[63:32] = wdata_i;
      if (at_limit_low) limit_d[31:0] = Fixed ? clamped : wdata_i & ~Align;
      if (at_limit_high & ~Fixed) limit_d[63:32] = wdata_i;
      if (at_wp_low) wp_d[31:0] = Fixed ? clamped : wdata_i & ~Align;
      if (at_wp_low) wrap_d = 1'b0;
      if (at_wp_high & ~Fixed) wp_d[63:32] = wdata_i;
    end else if (write & ~busy) begin
      if (at_limit_low) begin
        limit_d[31:0] = (LimitFixed | over_sram_q) ? SramLimit
                      : (wdata_i & ~Align) | (Align & ~32'h3);
      end
      if (at_wp_low) begin
        wp_d[31:0] = sram_clamped & ~Align;
        wrap_d     = 1'b0;
      end
    end else if (step_i) begin
      wp_d   = step_wp;
      wrap_d = wrap_q | at_end;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q <= '0;
      limit_q <= '0;
      wp_q    <= '0;
      wrap_q  <= 1'b0;
    end else if (release_now) begin
      start_q <= PtrW'(ResetStart & PtrMask);
      limit_q <= PtrW'(ResetLimit & PtrMask);
      wp_q    <= PtrW'(ResetStart & PtrMask);
      wrap_q  <= 1'b0;
    end else begin
      start_q <= PtrW'(start_d & PtrMask);
      limit_q <= PtrW'(limit_d & PtrMask);
      wp_q    <= PtrW'(wp_d & PtrMask);
      wrap_q  <= wrap_d;
    end
  end

  // ---- The read pointer ----

  logic at_data;
  assign at_data   = readable_i & at_ram_data;
  assign data_we_o = DataWritable & write & at_data;

  if (Sram) begin : g_rp
    logic access, over_q, ends_q;  // of rp_q: it is after the SRAM; at its limit, or after it
    assign access = data_we_o | (re_i & at_data);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        over_q <= 1'b0;
        ends_q <= 1'b0;
      end else begin
        over_q <= 32'(rp_q) > SramLimit;
        ends_q <= 32'(rp_q) >= limit[31:0];
      end
    end
    always_comb begin
      rp_d = 32'(rp_q);
      if (mode_change & ~mode_new) rp_d = over_q ? SramLimit : 32'(rp_q);
      if (rp_write) rp_d = sram_clamped & ~32'h3;
      if (access) rp_d = ends_q ? '0 : 32'(rp_q) + 32'd4;
      if (mode_change & mode_new) rp_d = '0;
      if (rp_write & mode_q) rp_d = '0;
      if (release_now) rp_d = '0;
    end
  end else begin : g_no_rp
    logic unused;
    assign unused = &{1'b0, re_i, rp_write, data_i};
    assign rp_d   = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rp_q <= '0;
    else rp_q <= SramW'(rp_d);
  end

  logic unused_rp;
  assign unused_rp = &{1'b0, rp_d[31:SramW]};

  // ---- Control and status ----

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) empty_q <= 1'b1;
    else empty_q <= empty_i;
  end

  assign start_o = control_write & wdata_i[1] & (~enable_q | stop_o);
  assign flush_o = control_write & ~wdata_i[1] & enable_q & ~stop_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q  <= 1'b0;
      enable_q  <= 1'b0;
      mode_q    <= 1'b0;
      stop_q    <= 1'b0;
      freq_q    <= '0;
      stopped_q <= 1'b0;
      error_q   <= 1'b0;
    end else if (release_now) begin
      active_q  <= wdata_i[0];
      enable_q  <= 1'b0;
      mode_q    <= ~Sram;
      stop_q    <= 1'b0;
      freq_q    <= '0;
      stopped_q <= 1'b0;
      error_q   <= 1'b0;
    end else begin
      if (stop_o) begin
        enable_q  <= 1'b0;
        stopped_q <= enable_q;
      end
      if (step_i & error_i) error_q <= 1'b1;
      if (control_write) begin
        enable_q <= wdata_i[tr_ramsink_pkg::TR_RAM_ENABLE_SHIFT];
        mode_q   <= mode_new;
        stop_q   <= wdata_i[tr_ramsink_pkg::TR_RAM_STOP_ON_WRAP_SHIFT];
        freq_q   <= Async ? wdata_i[tr_ramsink_pkg::TR_RAM_ASYNC_FREQ_SHIFT +: 3] : '0;
        if (start_o) stopped_q <= 1'b0;
      end
      if (write & at_vendor_status & wdata_i[0]) begin
        error_q <= 1'b0;
      end
    end
  end

  // ---- Reading ----

  logic [31:0] control, impl;
  assign control = {17'h0, freq_q, 3'h0, stop_q, 3'h0, mode_q, empty_i, 1'b0, enable_q, 1'b1};
  assign impl    = {18'h0, Smem, Sram, tr_common_pkg::TR_COMP_TYPE_RAMSINK, 8'h01};

  // The register at addr_i in this cycle.
  always_comb begin
    rdata_o = '0;
    case (addr_i)
      tr_ramsink_pkg::TR_RAM_CONTROL_OFFSET:       rdata_o = control;
      tr_ramsink_pkg::TR_RAM_IMPL_OFFSET:          rdata_o = impl;
      tr_ramsink_pkg::TR_RAM_START_LOW_OFFSET:     rdata_o = start[31:0];
      tr_ramsink_pkg::TR_RAM_START_HIGH_OFFSET:    rdata_o = start[63:32];
      tr_ramsink_pkg::TR_RAM_LIMIT_LOW_OFFSET:     rdata_o = limit[31:0];
      tr_ramsink_pkg::TR_RAM_LIMIT_HIGH_OFFSET:    rdata_o = limit[63:32];
      tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET:        rdata_o = {wp[31:1], wrap_q};
      tr_ramsink_pkg::TR_RAM_WP_HIGH_OFFSET:       rdata_o = wp[63:32];
      tr_ramsink_pkg::TR_RAM_RP_LOW_OFFSET:        rdata_o = 32'(rp_q);
      tr_ramsink_pkg::TR_RAM_DATA_OFFSET:          rdata_o = (Sram & readable_i) ? data_i : '0;
      tr_ramsink_pkg::TR_RAM_VENDOR_STATUS_OFFSET: rdata_o = {31'h0, error_q};
      default: ;
    endcase
    if (!active_q) rdata_o = '0;
  end

  assign rp_o      = rp_q;
  assign active_o  = active_q;
  assign enable_o  = enable_q;
  assign smem_o    = mode_q;
  assign stopped_o = stopped_q;
  assign freq_o    = freq_q;

endmodule
