// SPDX-License-Identifier: Apache-2.0
// When the pins have to be idle before a message, for how long (N-Trace 1.0, PIB Idle Cycles
// Explained; docs/reference/model.md, PIB sink): with 1, 2 and 4 pins every IdleBytes, so that a
// probe finds the beginning of a message, and in any mode as trPibAsyncFreq says.

module tr_pibsink_idle #(
  parameter int unsigned Modes = 32'h1f30,
  parameter bit          Async = 1'b0,
  parameter bit          Etrace = 1'b0,
  parameter int unsigned IdleBytes = 256,
  parameter bit          IdleSync = 1'b0,
  parameter int unsigned IdleLength = 2
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       restart_i,     // the pins begin anew
  input  logic       freq_start_i,
  input  logic [2:0] freq_i,
  input  logic [15:0] in_mode_i,    // bit n: trPibMode is n
  input  logic        narrow_i,     // 1, 2 or 4 pins
  input  logic       ask_i,         // a message could begin with this beat
  input  logic [5:0] tcode_i,       // of it
  input  logic       idle_beat_i,   // an idle beat begins
  input  logic       start_i,       // a message or a pattern begins
  input  logic       byte_i,        // a byte of a message begins
  input  logic       two_i,         // two do
  // E-Trace: there is a synchronization sequence in place of idle beats (Packet Encapsulation 1.0).
  input  logic       nulls_i,
  input  logic       sequence_i,    // it begins
  output logic       due_o,         // it is to, when a message could begin
  output logic       wait_o         // it must not, yet: known when one asks
);

  localparam bit Narrow = (Modes & 32'h0700) != 0;
  localparam bit Counts = Narrow && (IdleBytes != 0);

  logic [5:0] run;
  logic [5:0] idle_d, idle_q;
  logic [5:0] idle;
  logic narrow;
  logic due;
  logic due_bytes;
  logic due_sync;
  logic due_async;
  logic waiting_d, waiting_q;
  // idle_q < run; with this beat, if it is idle, they are as many
  logic short_d, short_q;
  logic reached;

  assign narrow = Narrow && narrow_i;

  // Beats that make up IdleLength idle bytes.
  always_comb begin
    run = 6'(IdleLength);
    if (in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_SWT_UART]) run = 6'(10 * IdleLength);
    if (in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_SWT_MANCHESTER] ||
        in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL1]) run = 6'(8 * IdleLength);
    if (in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL2]) run = 6'(4 * IdleLength);
    if (in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL4]) run = 6'(2 * IdleLength);
    if (in_mode_i[tr_pibsink_pkg::TR_PIB_MODE_PARALLEL16]) run = 6'((IdleLength + 1) / 2);
  end

  assign due     = due_bytes || due_sync || due_async;
  assign wait_o  = (waiting_q || due) && short_q;
  assign due_o   = due;
  assign idle    = idle_q + 1'b1;
  assign reached = !short_q || (idle >= run);

  always_comb begin
    idle_d    = idle_q;
    short_d   = short_q;
    waiting_d = waiting_q;
    if (restart_i) begin
      idle_d    = '0;
      short_d   = IdleLength != 0;
      waiting_d = 1'b0;
    end else begin
      if (start_i) begin
        idle_d  = '0;
        short_d = IdleLength != 0;
      end else if (idle_beat_i) begin
        if (short_q) idle_d = idle;
        short_d = !reached;
      end
      if (ask_i && !(Etrace && nulls_i)) waiting_d = wait_o;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q    <= '0;
      short_q   <= IdleLength != 0;
      waiting_q <= 1'b0;
    end else begin
      idle_q    <= idle_d;
      short_q   <= short_d;
      waiting_q <= waiting_d;
    end
  end

  if (Counts) begin : gen_bytes
    localparam int unsigned SinceW = $clog2(64'(IdleBytes) + 1);
    // Bytes since the pins were idle for that long: counted to IdleBytes, then full_q.
    logic [SinceW-1:0] since_d, since_q;
    logic full_d, full_q;

    assign due_bytes = narrow && full_q;
    always_comb begin
      full_d  = full_q;
      since_d = since_q;
      if (restart_i) begin
        full_d = 1'b1;
      end else if (Etrace && sequence_i) begin
        full_d  = 1'b0;
        since_d = '0;
      end else if (!Etrace && idle_beat_i) begin
        if (reached) since_d = '0;
        if (reached) full_d = 1'b0;
      end else if (byte_i) begin
        since_d = since_q + 1'b1;
        if (since_q == SinceW'(IdleBytes - 1)) full_d = 1'b1;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        since_q <= '0;
        full_q  <= 1'b1;
      end else begin
        since_q <= since_d;
        full_q  <= full_d;
      end
    end
  end else begin : gen_no_bytes
    assign due_bytes = 1'b0;
  end

  if (Narrow && IdleSync && !Etrace) begin : gen_sync
    assign due_sync = narrow && ((tcode_i == tr_pkg::TcodeProgTraceSync) ||
                                (tcode_i == tr_pkg::TcodeDirectBranchSync) ||
                                (tcode_i == tr_pkg::TcodeIndirectBranchSync) ||
                                (tcode_i == tr_pkg::TcodeIndirectBranchHistSync));
  end else begin : gen_no_sync
    logic unused;
    assign unused   = &{1'b0, tcode_i};
    assign due_sync = 1'b0;
  end

  if (Async) begin : gen_async
    // bytes to the next time
    logic [12:0] left_d, left_q;
    logic [12:0] left;
    logic begins;

    assign due_async = (freq_i != 3'd0) && (left_q == '0);
    assign begins    = ask_i && (!waiting_q || (Etrace && nulls_i)) && due_async;
    assign left      = begins ? 13'd32 << freq_i : left_q;
    assign left_d = freq_start_i ? '0 : (two_i && (left == 13'd1)) ? '0 : (left == '0) ? '0
                    : left - 13'(byte_i) - 13'(two_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) left_q <= '0;
      else left_q <= left_d;
    end
  end else begin : gen_no_async
    logic unused;
    assign unused    = &{1'b0, freq_start_i, freq_i, two_i};
    assign due_async = 1'b0;
  end

  logic unused_nulls;
  assign unused_nulls = &{1'b0, nulls_i, sequence_i};

  if (!Counts) begin : gen_unused
    logic unused;
    assign unused = &{1'b0, byte_i, narrow};
  end

endmodule
