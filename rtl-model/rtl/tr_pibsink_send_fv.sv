// SPDX-License-Identifier: Apache-2.0
// Proof of tr_pibsink_send in every mode: 1, 2, 4, 8 and 16 pins, SWT UART, SWT Manchester, with
// any messages, times of beats and resets, without calibration and periodic idle times. The pins
// carry each byte of a message once, in order and without a gap, least significant bits first, with
// the start and stop bits of the mode, and are idle otherwise; a message that is there begins with
// the next free beat.

module tr_pibsink_send_fv (
  input logic        clk_i,
  input logic        clr_i,
  input logic [ 2:0] mode_i,    // in reset; kept
  input logic        valid_i,
  input logic [15:0] data_i,
  input logic        next_i
);

  logic rst_nq;
  logic pop;
  logic two;
  logic half;
  logic mid_q;
  logic stop_q;
  logic starts;
  logic bytes;
  logic ends;
  logic want_two;
  logic [15:0] in_mode;
  logic [15:0] beat;
  logic [15:0] want;
  logic [2:0] mode_q;
  logic [3:0] left_q;
  logic [3:0] beats;
  logic [9:0] bits_q;
  logic [9:0] bits;
  logic manchester;
  logic uart;
  logic wide;

  // Modes by number: 0 UART, 1 Manchester, 2 to 6: 1, 2, 4, 8 and 16 pins.
  assign uart       = mode_q == 3'd0;
  assign manchester = mode_q == 3'd1;
  assign wide       = mode_q == 3'd6;
  always_comb begin
    in_mode = '0;
    unique case (mode_q)
      3'd0: in_mode[tr_pibsink_pkg::TR_PIB_MODE_SWT_UART] = 1'b1;
      3'd1: in_mode[tr_pibsink_pkg::TR_PIB_MODE_SWT_MANCHESTER] = 1'b1;
      3'd2: in_mode[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL1] = 1'b1;
      3'd3: in_mode[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL2] = 1'b1;
      3'd4: in_mode[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL4] = 1'b1;
      3'd5: in_mode[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL8] = 1'b1;
      default: in_mode[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL16] = 1'b1;
    endcase
  end

  tr_pibsink_send #(
    .Calibrate(1'b0),
    .IdleBytes(0),
    .IdleLength(0)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .restart_i(clr_i),
    .freq_start_i(1'b0),
    .freq_i(3'd0),
    .in_mode_i(in_mode),
    .narrow_i((mode_q >= 3'd2) & (mode_q <= 3'd4)),
    .calibrate_i(1'b0),
    .enable_i(1'b1),
    .valid_i,
    .data_i,
    .ends_i({data_i[9:8] == 2'b11, data_i[1:0] == 2'b11}),
    .pop_o(pop),
    .two_o(two),
    .next_i,
    .beat_o(beat),
    .half_o(half),
    .busy_o(),
    .busy_next_o()
  );

  // A byte begins: in Manchester mode after the start bit.
  assign starts   = (left_q == '0) & ~mid_q & ~stop_q & valid_i;
  assign bytes    = (left_q == '0) & (mid_q | (starts & ~manchester));
  assign want_two = bytes & wide & (data_i[1:0] != 2'b11);
  assign ends     = (data_i[1:0] == 2'b11) | (want_two & (data_i[9:8] == 2'b11));
  assign bits     = bytes ? (uart ? {1'b1, data_i[7:0], 1'b0} : {2'b00, data_i[7:0]}) : bits_q;
  assign beats    = uart ? 4'd10 : (manchester || (mode_q == 3'd2)) ? 4'd8 : (mode_q == 3'd3) ?
                    4'd4 : (mode_q == 3'd4) ? 4'd2 : 4'd1;
  always_comb begin
    if (bytes || (left_q != '0)) begin
      unique case (mode_q)
        3'd3: want = {14'd0, bits[1:0]};
        3'd4: want = {12'd0, bits[3:0]};
        3'd5: want = {8'd0, bits[7:0]};
        3'd6: want = {want_two ? data_i[15:8] : 8'hff, data_i[7:0]};
        default: want = {15'd0, bits[0]};
      endcase
    end else begin
      unique case (mode_q)
        3'd1: want = {15'd0, starts};
        3'd3: want = 16'h3;
        3'd4: want = 16'hf;
        3'd5: want = 16'hff;
        3'd6: want = 16'hffff;
        default: want = 16'h1;
      endcase
    end
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      mode_q <= mode_i;
      mid_q  <= 1'b0;
      stop_q <= 1'b0;
      left_q <= '0;
    end else begin
      assume (mode_q != 3'd7);
      // The buffer has an idle byte after the end of a message.
      assume ((data_i[1:0] != 2'b11) | (data_i[15:8] == 8'hff));
      if (clr_i) begin
        mid_q  <= 1'b0;
        stop_q <= 1'b0;
        left_q <= '0;
      end else if (next_i) begin
        stop_q <= 1'b0;
        bits_q <= bits >> (mode_q == 3'd3 ? 2 : mode_q == 3'd4 ? 4 : 1);
        if (bytes) begin
          left_q <= beats - 4'd1;
          mid_q  <= ~ends;
          if (ends && manchester) stop_q <= 1'b1;
        end else if (left_q != '0) begin
          left_q <= left_q - 4'd1;
          stop_q <= stop_q;
        end else if (starts) begin
          mid_q <= 1'b1;
        end
      end
      if (next_i) begin
        assert (pop == bytes);
        assert (two == want_two);
        assert (beat == want);
        assert (half == (manchester & (bytes | (left_q != '0)) & ~bits[0]));
      end else begin
        assert (~pop & ~two);
      end
      cover (next_i & stop_q & (left_q == '0) & manchester & valid_i);
      cover (next_i & uart & (left_q == 4'd1) & ~mid_q);
      cover (next_i & wide & two & ends & mid_q);
      cover (next_i & starts & (mode_q == 3'd4) & ends);
    end
  end

endmodule
