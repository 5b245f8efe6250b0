// SPDX-License-Identifier: Apache-2.0
// What the pins of the PIB sink carry, beat by beat: idle levels, messages, calibration patterns
// (TCI 1.0, Trace PIB Sink). A unit is what nothing may interrupt: a message, one pattern, or null
// packets of E-Trace (Packet Encapsulation 1.0, Synchronization): null.idle while there is nothing
// to send, a null.alignment as the last one before a packet, a synchronization sequence where the
// pins of N-Trace would be idle.

module tr_pibsink_send #(
  parameter int unsigned Modes = 32'h1f30,
  parameter bit          Calibrate = 1'b1,
  parameter bit          Async = 1'b0,
  parameter bit          Etrace = 1'b0,
  parameter int unsigned SyncNulls = 40,
  parameter int unsigned IdleBytes = 256,
  parameter bit          IdleSync = 1'b0,
  parameter int unsigned IdleLength = 2
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clr_i,
  input  logic        restart_i,
  input  logic        freq_start_i,
  input  logic [ 2:0] freq_i,
  input  logic [15:0] in_mode_i,    // bit n: trPibMode is n
  input  logic        narrow_i,     // 1, 2 or 4 pins
  input  logic        calibrate_i,  // no message begins, a pattern does
  input  logic        enable_i,
  // Messages.
  input  logic        valid_i,      // a whole one is there
  input  logic [15:0] data_i,       // its next bytes
  input  logic [ 1:0] ends_i,       // they end it
  output logic        pop_o,
  output logic        two_o,
  // Pins.
  input  logic        next_i,       // a beat begins
  output logic [15:0] beat_o,
  output logic        half_o,
  output logic        busy_o,       // a unit is on the pins
  output logic        busy_next_o   // the same after the next clock edge, when nothing can begin
);

  localparam bit Manchester = (Modes & 32'h0010) != 0;
  localparam bit Uart = (Modes & 32'h0020) != 0;
  localparam bit One = (Modes & 32'h0100) != 0;
  localparam bit Two = (Modes & 32'h0200) != 0;
  localparam bit Four = (Modes & 32'h0400) != 0;
  localparam bit Wide = (Modes & 32'h1000) != 0;

  logic manchester;
  logic uart;
  logic one;
  logic two;
  logic four;
  logic wide;
  logic parallel;
  logic busy_d, busy_q;
  logic calib_d, calib_q;
  logic null_d, null_q;      // null packets are on the pins
  logic null_unit;
  logic null_start;          // they begin
  logic null_ends;
  logic [15:0] null_data;
  logic due;
  logic waits;
  logic sequence_start;
  logic last_d, last_q;    // it is at the last byte of its unit
  logic final_d, final_q;  // and at the last beat
  // beats of this byte that are still to come
  logic [3:0] left_d, left_q;
  logic [3:0] left;
  logic zero_d, zero_q;  // none are
  // and their bits
  logic [9:0] bits_d, bits_q;
  logic [9:0] bits;
  logic more;
  logic can_start;
  logic start;
  logic fetch;
  logic cont;
  logic stop;
  logic calib;
  logic ends;
  logic ask;
  logic hold;
  logic sends;
  logic [7:0] data;
  logic [7:0] pattern;
  logic [7:0] high;  // the second byte, with 16 pins
  logic [2:0] step;
  logic [15:0] ones;

  assign manchester = Manchester && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_SWT_MANCHESTER];
  assign uart       = Uart && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_SWT_UART];
  assign one        = One && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL1];
  assign two        = Two && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL2];
  assign four       = Four && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL4];
  assign wide       = Wide && in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL16];
  assign parallel   = (in_mode_i & 16'(Modes) & 16'h1f00) != '0;

  // ---- What the next beat is ----

  // Where it matters whether a beat begins a unit or goes on with one, more is known early.
  assign more        = busy_q && !final_q;
  assign ask         = next_i && !more && !calibrate_i && valid_i;
  assign can_start   = calibrate_i || null_start || (valid_i && !hold);
  assign start       = next_i && !more && can_start;
  assign stop        = next_i && more && zero_q && last_q;                      // the stop bit
  assign fetch       = (start && !manchester) || (next_i && more && zero_q && !last_q);
  assign cont        = next_i && more && !zero_q;
  assign sends       = more ? !(zero_q && last_q) : can_start && !manchester;  // with next_i: bits
  assign calib       = more ? calib_q : calibrate_i;
  assign null_unit   = more ? null_q : null_start;
  // fetch & ~calib, written so that the ways to it are short.
  assign pop_o       = next_i && (more ? zero_q && !last_q && !calib_q && !null_q
                                      : valid_i && !hold && !calibrate_i && !null_start &&
                                        !manchester);
  assign two_o       = pop_o && wide && !ends_i[0];
  assign busy_o      = busy_q && !null_q;
  assign busy_next_o = (next_i ? more : busy_q) && !null_q;

  tr_pibsink_idle #(
    .Modes     (Modes),
    .Async     (Async),
    .Etrace    (Etrace),
    .IdleBytes (IdleBytes),
    .IdleSync  (IdleSync),
    .IdleLength(IdleLength)
  ) u_idle (
    .clk_i,
    .rst_ni,
    .restart_i,
    .freq_start_i,
    .freq_i,
    .in_mode_i,
    .narrow_i,
    .ask_i      (ask),
    .tcode_i    (data_i[7:2]),
    .idle_beat_i(next_i && !more && !start),
    .start_i    (start),
    .byte_i     (pop_o),
    .two_i      (two_o),
    .nulls_i    (enable_i),
    .sequence_i (next_i && !more && sequence_start),
    .due_o      (due),
    .wait_o     (waits)
  );

  // ---- Null packets ----

  if (Etrace) begin : gen_nulls
    localparam int unsigned NullW = $clog2(SyncNulls + 3);
    localparam logic [NullW-1:0] Sequence = NullW'(SyncNulls + 1);
    logic restarted_d, restarted_q;      // what the pins carried last was no packet
    logic align_d, align_q;
    logic align;                         // a packet follows
    logic [NullW-1:0] bytes_d, bytes_q;  // bytes to come
    logic [NullW-1:0] nulls;
    logic [NullW-1:0] once;              // bytes of a beat

    assign once           = wide ? NullW'(2) : NullW'(1);
    assign sequence_start = enable_i && !calibrate_i && valid_i && due;
    assign null_start     = enable_i && !calibrate_i && (valid_i ? due || restarted_q : parallel);
    assign hold           = waits && !enable_i;
    assign align          = more ? align_q : valid_i;
    assign null_ends      = nulls <= once;
    assign null_data      = (!null_ends || !align) ? '0
                          : wide ? {tr_pkg::NullAlignment, tr_pkg::NullIdle}
                          : {8'h0, tr_pkg::NullAlignment};

    always_comb begin
      nulls = bytes_q;
      if (!more) nulls = once;
      // With 16 pins whole beats.
      if (!more && sequence_start) nulls = wide ? NullW'(SyncNulls / 2 * 2 + 2) : Sequence;
    end

    assign bytes_d  = (start || fetch) ? nulls - (fetch ? once : '0) : bytes_q;
    assign align_d = start ? valid_i : align_q;
    assign null_d  = start ? null_start : null_q;
    assign restarted_d = restart_i || ((start && null_start) ? !valid_i : restarted_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        restarted_q <= 1'b1;
        align_q     <= 1'b0;
        null_q      <= 1'b0;
        bytes_q      <= '0;
      end else begin
        restarted_q <= restarted_d;
        align_q     <= align_d;
        null_q      <= null_d;
        bytes_q      <= bytes_d;
      end
    end
  end else begin : gen_no_nulls
    logic unused;
    assign unused         = &{1'b0, enable_i, due, null_d, null_ends, null_data};
    assign null_start     = 1'b0;
    assign sequence_start = 1'b0;
    assign null_ends      = 1'b0;
    assign null_data      = '0;
    assign null_d         = 1'b0;
    assign null_q         = 1'b0;
    assign hold           = waits;
  end

  // ---- Bytes of it ----

  if (Calibrate) begin : gen_calibrate
    logic [1:0] at_d, at_q;
    logic [1:0] at;

    assign at = more ? at_q : 2'd0;
    always_comb begin
      if (two) pattern = 8'(32'h33cc6666 >> {at, 3'b000});
      else if (four) pattern = 8'(32'h0ff05a5a >> {at, 3'b000});
      else pattern = 8'(32'hff0055aa >> {at, 3'b000});
    end
    assign data = calib ? pattern : null_unit ? null_data[7:0] : data_i[7:0];
    assign ends = calib ? (at == 2'd3) : null_unit ? null_ends : ends_i[0] || (wide && ends_i[1]);

    assign at_d = (start || fetch) ? at + 2'(fetch) : at_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) at_q <= '0;
      else at_q <= at_d;
    end
  end else begin : gen_no_calibrate
    assign pattern = '0;
    assign data    = null_unit ? null_data[7:0] : data_i[7:0];
    assign ends    = null_unit ? null_ends : ends_i[0] || (wide && ends_i[1]);
  end

  // ---- Bits of them ----

  always_comb begin
    step = 3'd1;
    left = 4'd0;
    ones = 16'h00ff;
    if (manchester) begin
      left = 4'd7;
      ones = 16'h0;
    end else if (uart) begin
      left = 4'd9;
      ones = 16'h1;
    end else if (one) begin
      left = 4'd7;
      ones = 16'h1;
    end else if (two) begin
      step = 3'd2;
      left = 4'd3;
      ones = 16'h3;
    end else if (four) begin
      step = 3'd4;
      left = 4'd1;
      ones = 16'hf;
    end else if (wide) begin
      ones = 16'hffff;
    end
    if (more && !zero_q) bits = bits_q;
    else if (uart) bits = {1'b1, data, 1'b0};
    else bits = {2'b00, data};
  end

  // After the last byte of a message: idle, or a null.alignment.
  always_comb begin
    high = data_i[15:8];
    if (Etrace && ends_i[0]) high = tr_pkg::NullAlignment;
    if (null_unit) high = null_data[15:8];
    if (calib) high = pattern;
  end

  always_comb begin
    beat_o = (Etrace && parallel) ? '0 : ones;
    if (manchester && !more && can_start) beat_o = 16'h1;
    if (sends) begin
      beat_o = parallel ? 16'(bits[7:0]) & ones : {15'h0, bits[0]};
      if (wide) beat_o = {high, data};
    end
    half_o = manchester && sends && !bits[0];
  end

  always_comb begin
    busy_d  = busy_q;
    final_d = final_q;
    left_d  = left_q;
    zero_d  = zero_q;
    bits_d  = bits_q;
    calib_d = calib_q;
    last_d  = last_q;
    if (clr_i || (restart_i && null_q)) begin
      busy_d  = 1'b0;
      final_d = 1'b0;
      left_d  = '0;
      zero_d  = 1'b1;
    end else if (next_i) begin
      busy_d  = more || can_start;
      final_d = stop;
      bits_d  = bits >> step;
      if (start) begin
        calib_d = calibrate_i;
        last_d  = 1'b0;
      end
      if (fetch) begin
        left_d  = left;
        zero_d  = left == '0;
        last_d  = ends;
        final_d = ends && (left == '0);
      end else if (cont) begin
        left_d  = left_q - 1'b1;
        zero_d  = left_q == 4'd1;
        final_d = last_q && (left_q == 4'd1) && !manchester;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      calib_q <= 1'b0;
      last_q  <= 1'b0;
      final_q <= 1'b0;
      left_q  <= '0;
      zero_q  <= 1'b1;
      bits_q  <= '0;
    end else begin
      busy_q  <= busy_d;
      calib_q <= calib_d;
      last_q  <= last_d;
      final_q <= final_d;
      left_q  <= left_d;
      zero_q  <= zero_d;
      bits_q  <= bits_d;
    end
  end

endmodule
