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
  localparam int unsigned SramW = ((SramBytes > Width) ? $clog2(SramBytes / Width)
                                  : 1) + $clog2(Width),
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
  // of pointers to trace words
  localparam int unsigned WordW = (PtrW < Shift + 4) ? 4 : PtrW - Shift;
  localparam logic [31:0] Align = 32'(Width - 1);
  localparam logic [31:0] StartLow = 32'(StartAlign - 1);
  localparam logic [31:0] SramLimit = 32'(SramBytes - 4);
  localparam logic [31:0] First = 32'(SmemStart);
  localparam logic [31:0] LastWord = 32'(SmemStart + SmemBytes - Width);
  localparam bit Fixed = Smem && (SmemBytes != 0);
  localparam logic [63:0] PtrMask = (PtrW >= 64) ? ~64'h0 : ((64'h1 << (PtrW % 64)) - 64'h1);
  // Pointers after a reset.
  localparam logic [31:0] High = 32'(SmemStartHigh);
  localparam logic [63:0] FirstWide = (64'(SmemStartHigh) << 32) | 64'(SmemStart);
  localparam logic [63:0] ResetStart = (!Sram && Fixed) ? FirstWide : 64'h0;
  localparam logic [63:0] ResetLimit = Sram ? 64'(SramLimit)
                                     : Fixed ? ((64'(SmemStartHigh) << 32) | 64'(LastWord)) : 64'h0;

  // Trace comes in while enabled only, and there is a cycle at least between two accesses: whether
  // it was empty in the cycle before a write is enough.
  logic empty_d, empty_q;
  logic active_d, active_q;
  logic enable_d, enable_q;
  logic mode_d, mode_q;
  logic stop_d, stop_q;
  logic wrap_d, wrap_q;
  logic stopped_d, stopped_q;
  logic error_d, error_q;
  logic mode_new;
  logic [2:0] freq_d, freq_q;
  logic [PtrW-1:0] start_d, start_q;
  logic [PtrW-1:0] limit_d, limit_q;
  logic [PtrW-1:0] wp_d, wp_q;
  logic [SramW-1:0] rp_d, rp_q;
  logic we_control;
  logic write;
  logic control_write;
  logic release_now;
  logic mode_change;
  logic busy;
  logic rp_write;
  logic [63:0] start;
  logic [63:0] limit;
  logic [63:0] wp;
  logic [63:0] start_new;
  logic [63:0] limit_new;
  logic [63:0] wp_new;
  logic [63:0] step_wp;
  logic [31:0] rp_new;
  logic [31:0] clamped;
  logic [31:0] sram_clamped;
  logic [31:0] wp_fixed;
  logic [31:0] wp_sram;
  logic wrap_new;

  // The register of a write is found out in the cycle before it.
  logic at_control_d, at_control_q;
  logic at_start_low_d, at_start_low_q;
  logic at_start_high_d, at_start_high_q;
  logic at_limit_low_d, at_limit_low_q;
  logic at_limit_high_d, at_limit_high_q;
  logic at_wp_low_d, at_wp_low_q;
  logic at_wp_high_d, at_wp_high_q;
  logic at_rp_low_d, at_rp_low_q;
  logic at_ram_data_d, at_ram_data_q;
  logic at_vendor_status_d, at_vendor_status_q;

  assign at_control_d       = addr_i == tr_ramsink_pkg::TR_RAM_CONTROL_OFFSET;
  assign at_start_low_d     = addr_i == tr_ramsink_pkg::TR_RAM_START_LOW_OFFSET;
  assign at_start_high_d    = addr_i == tr_ramsink_pkg::TR_RAM_START_HIGH_OFFSET;
  assign at_limit_low_d     = addr_i == tr_ramsink_pkg::TR_RAM_LIMIT_LOW_OFFSET;
  assign at_limit_high_d    = addr_i == tr_ramsink_pkg::TR_RAM_LIMIT_HIGH_OFFSET;
  assign at_wp_low_d        = addr_i == tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET;
  assign at_wp_high_d       = addr_i == tr_ramsink_pkg::TR_RAM_WP_HIGH_OFFSET;
  assign at_rp_low_d        = addr_i == tr_ramsink_pkg::TR_RAM_RP_LOW_OFFSET;
  assign at_ram_data_d      = addr_i == tr_ramsink_pkg::TR_RAM_DATA_OFFSET;
  assign at_vendor_status_d = addr_i == tr_ramsink_pkg::TR_RAM_VENDOR_STATUS_OFFSET;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_control_q       <= 1'b0;
      at_start_low_q     <= 1'b0;
      at_start_high_q    <= 1'b0;
      at_limit_low_q     <= 1'b0;
      at_limit_high_q    <= 1'b0;
      at_wp_low_q        <= 1'b0;
      at_wp_high_q       <= 1'b0;
      at_rp_low_q        <= 1'b0;
      at_ram_data_q      <= 1'b0;
      at_vendor_status_q <= 1'b0;
    end else begin
      at_control_q       <= at_control_d;
      at_start_low_q     <= at_start_low_d;
      at_start_high_q    <= at_start_high_d;
      at_limit_low_q     <= at_limit_low_d;
      at_limit_high_q    <= at_limit_high_d;
      at_wp_low_q        <= at_wp_low_d;
      at_wp_high_q       <= at_wp_high_d;
      at_rp_low_q        <= at_rp_low_d;
      at_ram_data_q      <= at_ram_data_d;
      at_vendor_status_q <= at_vendor_status_d;
    end
  end

  assign we_control  = we_i && at_control_q;
  assign release_now = we_control && !(active_q && wdata_i[0]);  // Active changes, or stays 0
  // to another register, when not at_control_q
  assign write       = we_i && active_q;
  assign control_write = we_control && active_q && wdata_i[0];
  assign busy        = enable_q || !empty_q;
  assign mode_change = control_write && (mode_new != mode_q);

  always_comb begin
    mode_new = wdata_i[tr_ramsink_pkg::TR_RAM_MODE_SHIFT];
    if (!Smem) mode_new = 1'b0;
    else if (!Sram) mode_new = 1'b1;
    if (busy) mode_new = mode_q;
  end

  // ---- Where the next trace word goes ----

  // With trRamStopOnWrap no write begins after that to the last word until that one has ended.
  logic hold_d, hold_q;
  logic held_ends;
  logic pointers_ready;
  logic last;
  logic at_end;
  logic [WordW-1:0] ptr;
  logic [WordW-1:0] next;

  assign start     = 64'(start_q);
  assign limit     = 64'(limit_q);
  assign wp        = 64'(wp_q);
  assign step_wp   = 64'(next) << Shift;
  assign held_ends = step_i && hold_q && !more_i;
  assign stop_o    = held_ends && stop_q;
  assign ready_o   = pointers_ready && !hold_q;
  assign ptr_o     = PtrW'(ptr) << Shift;

  logic unused_ptr;  // WordW is 4 at least
  assign unused_ptr = ^ptr;

  tr_ramsink_pointers #(
    .W(WordW)
  ) u_pointers (
    .clk_i,
    .rst_ni,
    .load_i (release_now || (write && !busy)),
    .start_i(WordW'(start >> Shift)),
    .limit_i(WordW'(limit >> Shift)),
    .wp_i   (WordW'(wp >> Shift)),
    .begin_i,
    .begin_burst_i,
    .step_i,
    .step_burst_i,
    .ready_o(pointers_ready),
    .ptr_o  (ptr),
    .known_o,
    .fits_o,
    .last_o (last),
    .next_o (next),
    .wrap_o (at_end)
  );

  assign hold_d = (!active_q || held_ends) ? 1'b0 : (begin_i && last && stop_q) ? 1'b1 : hold_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hold_q <= 1'b0;
    else hold_q <= hold_d;
  end

  // ---- WARL of the pointers ----

  // Comparisons are made one cycle before they are used, in the setup cycle of the access: PWDATA
  // is stable from there on (AMBA APB, Transfers). Limit and read pointer change at the end of an
  // access only, the write pointer in cycles in which the sink is not empty, so it is busy in the
  // next one. what is written
  logic over_last_d, over_last_q;
  logic over_sram_d, over_sram_q;
  logic over_limit_d, over_limit_q;
  logic below_first_d, below_first_q;
  logic wp_over_last_d, wp_over_last_q;
  logic wp_over_sram_d, wp_over_sram_q;
  logic wp_below_first_d, wp_below_first_q;

  assign over_last_d      = wdata_i > LastWord;
  assign over_sram_d      = wdata_i > SramLimit;
  assign over_limit_d     = wdata_i > limit[31:0];
  assign below_first_d    = (First != '0) && (wdata_i < First);
  assign wp_over_last_d   = wp[31:0] > LastWord;
  assign wp_over_sram_d   = wp[31:0] > SramLimit;
  assign wp_below_first_d = (First != '0) && (wp[31:0] < First);

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
      over_last_q      <= over_last_d;
      over_sram_q      <= over_sram_d;
      over_limit_q     <= over_limit_d;
      below_first_q    <= below_first_d;
      wp_over_last_q   <= wp_over_last_d;
      wp_over_sram_q   <= wp_over_sram_d;
      wp_below_first_q <= wp_below_first_d;
    end
  end

  // A write pointer, limit or read pointer that fits in a fixed region, and in the SRAM.
  assign clamped      = (over_last_q ? LastWord : below_first_q ? First : wdata_i) & ~Align;
  assign wp_fixed     = wp_over_last_q ? LastWord : wp_below_first_q ? First : wp[31:0];
  assign wp_sram      = wp_over_sram_q ? SramLimit : wp[31:0];
  assign sram_clamped = over_limit_q ? limit[31:0] : wdata_i;
  assign rp_write     = write && (!busy || ReadActive) && at_rp_low_q;

  always_comb begin
    start_new = start;
    limit_new = limit;
    wp_new    = wp;
    wrap_new  = wrap_q;
    if (mode_change) begin
      if (!mode_new) begin
        start_new = '0;
        limit_new = 64'(SramLimit);
        wp_new    = {32'h0, wp_sram & ~Align};
      end else if (Fixed) begin
        start_new = FirstWide;
        limit_new = {High, LastWord};
        wp_new    = {High, wp_fixed};
      end else begin
        limit_new[31:0] = limit[31:0] & ~Align;
      end
    end else if (write && !busy && mode_q) begin
      if (at_start_low_q && !Fixed) start_new[31:0] = wdata_i & ~StartLow;
      if (at_start_high_q && !Fixed) start_new[63:32] = wdata_i;
      if (at_limit_low_q) limit_new[31:0] = Fixed ? clamped : wdata_i & ~Align;
      if (at_limit_high_q && !Fixed) limit_new[63:32] = wdata_i;
      if (at_wp_low_q) wp_new[31:0] = Fixed ? clamped : wdata_i & ~Align;
      if (at_wp_low_q) wrap_new = 1'b0;
      if (at_wp_high_q && !Fixed) wp_new[63:32] = wdata_i;
    end else if (write && !busy) begin
      if (at_limit_low_q) begin
        limit_new[31:0] = (LimitFixed || over_sram_q) ? SramLimit
                      : (wdata_i & ~Align) | (Align & ~32'h3);
      end
      if (at_wp_low_q) begin
        wp_new[31:0] = sram_clamped & ~Align;
        wrap_new     = 1'b0;
      end
    end else if (step_i) begin
      wp_new   = step_wp;
      wrap_new = wrap_q || at_end;
    end
  end

  assign start_d = PtrW'((release_now ? ResetStart : start_new) & PtrMask);
  assign limit_d = PtrW'((release_now ? ResetLimit : limit_new) & PtrMask);
  assign wp_d    = PtrW'((release_now ? ResetStart : wp_new) & PtrMask);
  assign wrap_d  = !release_now && wrap_new;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q <= '0;
      limit_q <= '0;
      wp_q    <= '0;
      wrap_q  <= 1'b0;
    end else begin
      start_q <= start_d;
      limit_q <= limit_d;
      wp_q    <= wp_d;
      wrap_q  <= wrap_d;
    end
  end

  // ---- The read pointer ----

  logic at_data;
  assign at_data   = readable_i && at_ram_data_q;
  assign data_we_o = DataWritable && write && at_data;

  if (Sram) begin : gen_rp
    // of rp_q: it is after the SRAM; at its limit, or after it
    logic access;
    logic over_d, over_q;
    logic ends_d, ends_q;
    assign access = data_we_o || (re_i && at_data);
    assign over_d = 32'(rp_q) > SramLimit;
    assign ends_d = 32'(rp_q) >= limit[31:0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        over_q <= 1'b0;
        ends_q <= 1'b0;
      end else begin
        over_q <= over_d;
        ends_q <= ends_d;
      end
    end
    always_comb begin
      rp_new = 32'(rp_q);
      if (mode_change && !mode_new) rp_new = over_q ? SramLimit : 32'(rp_q);
      if (rp_write) rp_new = sram_clamped & ~32'h3;
      if (access) rp_new = ends_q ? '0 : 32'(rp_q) + 32'd4;
      if (mode_change && mode_new) rp_new = '0;
      if (rp_write && mode_q) rp_new = '0;
      if (release_now) rp_new = '0;
    end
  end else begin : gen_no_rp
    logic unused;
    assign unused = &{1'b0, re_i, rp_write, data_i};
    assign rp_new   = '0;
  end

  assign rp_d = SramW'(rp_new);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rp_q <= '0;
    else rp_q <= rp_d;
  end

  logic unused_rp;
  assign unused_rp = &{1'b0, rp_new[31:SramW]};

  // ---- Control and status ----

  assign empty_d = empty_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) empty_q <= 1'b1;
    else empty_q <= empty_d;
  end

  assign start_o = control_write && wdata_i[1] && (!enable_q || stop_o);
  assign flush_o = control_write && !wdata_i[1] && enable_q && !stop_o;

  always_comb begin
    active_d  = active_q;
    enable_d  = enable_q;
    mode_d    = mode_q;
    stop_d    = stop_q;
    freq_d    = freq_q;
    stopped_d = stopped_q;
    error_d   = error_q;
    if (release_now) begin
      active_d  = wdata_i[0];
      enable_d  = 1'b0;
      mode_d    = !Sram;
      stop_d    = 1'b0;
      freq_d    = '0;
      stopped_d = 1'b0;
      error_d   = 1'b0;
    end else begin
      if (stop_o) begin
        enable_d  = 1'b0;
        stopped_d = enable_q;
      end
      if (step_i && error_i) error_d = 1'b1;
      if (control_write) begin
        enable_d = wdata_i[tr_ramsink_pkg::TR_RAM_ENABLE_SHIFT];
        mode_d   = mode_new;
        stop_d   = wdata_i[tr_ramsink_pkg::TR_RAM_STOP_ON_WRAP_SHIFT];
        freq_d   = Async ? wdata_i[tr_ramsink_pkg::TR_RAM_ASYNC_FREQ_SHIFT +: 3] : '0;
        if (start_o) stopped_d = 1'b0;
      end
      if (write && at_vendor_status_q && wdata_i[0]) begin
        error_d = 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q  <= 1'b0;
      enable_q  <= 1'b0;
      mode_q    <= 1'b0;
      stop_q    <= 1'b0;
      freq_q    <= '0;
      stopped_q <= 1'b0;
      error_q   <= 1'b0;
    end else begin
      active_q  <= active_d;
      enable_q  <= enable_d;
      mode_q    <= mode_d;
      stop_q    <= stop_d;
      freq_q    <= freq_d;
      stopped_q <= stopped_d;
      error_q   <= error_d;
    end
  end

  // ---- Reading ----

  logic [31:0] control;
  logic [31:0] impl;
  assign control = {17'h0, freq_q, 3'h0, stop_q, 3'h0, mode_q, empty_i, 1'b0, enable_q, 1'b1};
  assign impl    = {18'h0, Smem, Sram, tr_common_pkg::TR_COMP_TYPE_RAMSINK, 8'h01};

  // The register at addr_i in this cycle.
  always_comb begin
    rdata_o = '0;
    unique case (addr_i)
      tr_ramsink_pkg::TR_RAM_CONTROL_OFFSET:       rdata_o = control;
      tr_ramsink_pkg::TR_RAM_IMPL_OFFSET:          rdata_o = impl;
      tr_ramsink_pkg::TR_RAM_START_LOW_OFFSET:     rdata_o = start[31:0];
      tr_ramsink_pkg::TR_RAM_START_HIGH_OFFSET:    rdata_o = start[63:32];
      tr_ramsink_pkg::TR_RAM_LIMIT_LOW_OFFSET:     rdata_o = limit[31:0];
      tr_ramsink_pkg::TR_RAM_LIMIT_HIGH_OFFSET:    rdata_o = limit[63:32];
      tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET:        rdata_o = {wp[31:1], wrap_q};
      tr_ramsink_pkg::TR_RAM_WP_HIGH_OFFSET:       rdata_o = wp[63:32];
      tr_ramsink_pkg::TR_RAM_RP_LOW_OFFSET:        rdata_o = 32'(rp_q);
      tr_ramsink_pkg::TR_RAM_DATA_OFFSET:          rdata_o = (Sram && readable_i) ? data_i : '0;
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
