// SPDX-License-Identifier: Apache-2.0
// When the pins have to be idle before a message, for how long (N-Trace 1.0, PIB Idle Cycles
// Explained; docs/reference/model.md, PIB sink): with 1, 2 and 4 pins every IdleBytes, so that a probe finds
// the beginning of a message, and in any mode as trPibAsyncFreq says.

module tr_pibsink_idle #(
  parameter int unsigned Modes = 32'h1f30,
  parameter bit          Async = 1'b0,
  parameter int unsigned IdleBytes = 256,
  parameter bit          IdleSync = 1'b0,
  parameter int unsigned IdleLength = 2
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       restart_i,     // the pins begin anew
  input  logic       freq_start_i,
  input  logic [2:0] freq_i,
  input  logic [3:0] mode_i,
  input  logic       ask_i,         // a message could begin with this beat
  input  logic [5:0] tcode_i,       // of it
  input  logic       idle_beat_i,   // an idle beat begins
  input  logic       start_i,       // a message or a pattern begins
  input  logic       byte_i,        // a byte of a message begins
  input  logic       two_i,         // two do
  output logic       wait_o         // it must not, yet: known when one asks
);

  localparam bit Narrow = (Modes & 32'h0700) != 0;
  localparam bit Counts = Narrow & (IdleBytes != 0);

  logic [5:0] run, idle_q, idle;
  logic narrow, short, due, due_bytes, due_sync, due_async, waiting_q;

  assign narrow = Narrow & mode_i[3] & (mode_i[2:0] <= 3'd2);

  // Beats that make up IdleLength idle bytes.
  always_comb begin
    case (mode_i)
      tr_pibsink_pkg::TR_PIB_MODE_SWT_UART: run = 6'(10 * IdleLength);
      tr_pibsink_pkg::TR_PIB_MODE_SWT_MANCHESTER,
      tr_pibsink_pkg::TR_PIB_MODE_PARALLEL1: run = 6'(8 * IdleLength);
      tr_pibsink_pkg::TR_PIB_MODE_PARALLEL2: run = 6'(4 * IdleLength);
      tr_pibsink_pkg::TR_PIB_MODE_PARALLEL4: run = 6'(2 * IdleLength);
      tr_pibsink_pkg::TR_PIB_MODE_PARALLEL16: run = 6'((IdleLength + 1) / 2);
      default: run = 6'(IdleLength);
    endcase
  end

  assign due    = due_bytes | due_sync | due_async;
  assign short  = idle_q < run;
  assign wait_o = (waiting_q | due) & short;
  assign idle   = short ? idle_q + 1'b1 : idle_q;  // after this beat, if it is idle

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q    <= '0;
      waiting_q <= 1'b0;
    end else if (restart_i) begin
      idle_q    <= '0;
      waiting_q <= 1'b0;
    end else begin
      if (start_i) idle_q <= '0;
      else if (idle_beat_i) idle_q <= idle;
      if (ask_i) waiting_q <= wait_o;
    end
  end

  if (Counts) begin : g_bytes
    localparam int unsigned SinceW = $clog2(64'(IdleBytes) + 1);
    logic [SinceW-1:0] since_q;  // bytes since the pins were idle for that long

    assign due_bytes = narrow & (since_q == SinceW'(IdleBytes));
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) since_q <= SinceW'(IdleBytes);
      else if (restart_i) since_q <= SinceW'(IdleBytes);
      else if (idle_beat_i & (idle == run)) since_q <= '0;
      else if (byte_i & (since_q != SinceW'(IdleBytes))) since_q <= since_q + 1'b1;
    end
  end else begin : g_no_bytes
    assign due_bytes = 1'b0;
  end

  if (Narrow & IdleSync) begin : g_sync
    assign due_sync = narrow & ((tcode_i == tr_pkg::TcodeProgTraceSync) |
                                (tcode_i == tr_pkg::TcodeDirectBranchSync) |
                                (tcode_i == tr_pkg::TcodeIndirectBranchSync) |
                                (tcode_i == tr_pkg::TcodeIndirectBranchHistSync));
  end else begin : g_no_sync
    logic unused;
    assign unused   = &{1'b0, tcode_i};
    assign due_sync = 1'b0;
  end

  if (Async) begin : g_async
    logic [12:0] left_q, left;  // bytes to the next time

    assign due_async = (freq_i != 3'd0) & (left_q == '0);
    assign left      = (ask_i & ~waiting_q & due_async) ? 13'd32 << freq_i : left_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) left_q <= '0;
      else if (freq_start_i) left_q <= '0;
      else if (two_i & (left == 13'd1)) left_q <= '0;
      else left_q <= (left == '0) ? '0 : left - 13'(byte_i) - 13'(two_i);
    end
  end else begin : g_no_async
    logic unused;
    assign unused    = &{1'b0, freq_start_i, freq_i, two_i};
    assign due_async = 1'b0;
  end

  if (!Counts) begin : g_unused
    logic unused;
    assign unused = &{1'b0, byte_i, narrow};
  end

endmodule
