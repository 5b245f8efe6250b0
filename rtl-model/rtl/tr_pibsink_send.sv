// SPDX-License-Identifier: Apache-2.0
// What the pins of the PIB sink carry, beat by beat: idle levels, messages, calibration patterns
// (TCI 1.0, Trace PIB Sink). A unit is what nothing may interrupt: a message, or one pattern.

module tr_pibsink_send #(
  parameter int unsigned Modes = 32'h1f30,
  parameter bit          Calibrate = 1'b1,
  parameter bit          Async = 1'b0,
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
  // Messages.
  input  logic        valid_i,      // a whole one is there
  input  logic [15:0] data_i,       // its next bytes
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
  assign can_start   = calibrate_i || (valid_i && !hold);
  assign start       = next_i && !more && can_start;
  assign stop        = next_i && more && zero_q && last_q;                      // the stop bit
  assign fetch       = (start && !manchester) || (next_i && more && zero_q && !last_q);
  assign cont        = next_i && more && !zero_q;
  assign sends       = more ? !(zero_q && last_q) : can_start && !manchester;  // with next_i: bits
  assign calib       = more ? calib_q : calibrate_i;
  // fetch & ~calib, written so that the ways to it are short.
  assign pop_o       = next_i && (more ? zero_q && !last_q && !calib_q
                                      : valid_i && !hold && !calibrate_i && !manchester);
  assign two_o       = pop_o && wide && (data_i[1:0] != tr_pkg::MseoEnd);
  assign busy_o      = busy_q;
  assign busy_next_o = next_i ? more : busy_q;

  tr_pibsink_idle #(
    .Modes     (Modes),
    .Async     (Async),
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
    .wait_o     (hold)
  );

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
    assign data = calib ? pattern : data_i[7:0];
    assign ends = calib ? (at == 2'd3)
                : (data[1:0] == tr_pkg::MseoEnd) || (wide && (data_i[9:8] == tr_pkg::MseoEnd));

    assign at_d = (start || fetch) ? at + 2'(fetch) : at_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) at_q <= '0;
      else at_q <= at_d;
    end
  end else begin : gen_no_calibrate
    assign pattern = '0;
    assign data    = data_i[7:0];
    assign ends    = (data[1:0] == tr_pkg::MseoEnd) || (wide && (data_i[9:8] == tr_pkg::MseoEnd));
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

  always_comb begin
    beat_o = ones;
    if (manchester && !more && can_start) beat_o = 16'h1;
    if (sends) begin
      beat_o = parallel ? 16'(bits[7:0]) & ones : {15'h0, bits[0]};
      if (wide) beat_o = {calib ? pattern : data_i[15:8], data};
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
    if (clr_i) begin
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
