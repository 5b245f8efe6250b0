// SPDX-License-Identifier: Apache-2.0
// A small N-Trace encoder, BTM only, as somebody might write it in a week: one block per clock, no
// options, no timestamps, a queue that is never expected to fill. It is a device for the conformance
// kit, in no way a part of hartrace's own RTL. Five bugs that such encoders had can be switched on:
//
//   bugs[0]  a taken branch of 32 bits counts one half-word
//   bugs[1]  U-ADDR is relative to the last F-ADDR, not to the last address
//   bugs[2]  the first message after debug mode has SYNC 5
//   bugs[3]  no ProgTraceCorrelation when trace is disabled
//   bugs[4]  a full I-CNT begins again at 0 and says nothing
module naive_btm (
  input  logic        clk,
  input  logic        rst,
  input  logic [4:0]  bugs,
  // registers: combinational read, write at the clock edge
  input  logic        wr,
  input  logic [11:0] addr,
  input  logic [31:0] wdata,
  output logic [31:0] rdata,
  // hart: a block when iv, sidebands are levels
  input  logic        iv,
  input  logic [31:0] iaddr,
  input  logic [3:0]  iretire,
  input  logic [2:0]  itype,
  input  logic        ilastsize,
  input  logic        halted,
  input  logic        hreset,
  input  logic        lowpower,
  // trace
  input  logic        ready,
  output logic        ov,
  output logic [7:0]  obyte
);
  localparam int Depth = 4096;
  localparam logic [9:0] IcntFull = 512;

  localparam logic [5:0] DirectBranch = 3, IndirectBranch = 4, ProgTraceSync = 9, DirectBranchSync = 11,
    IndirectBranchSync = 12, ResourceFull = 27, ProgTraceCorrelation = 33;
  localparam logic [2:0] Exception = 1, Interrupt = 2, TrapReturn = 3, Taken = 5, Jump = 6;

  // ---- registers ----
  logic active, enable, tracing, btm, periodic;
  logic [3:0] syncmax;

  // ---- state of the trace ----
  logic open;                  // a synchronizing message was sent
  logic was_reset;             // reset since, without a stop
  logic [3:0] reason;          // SYNC of the next start
  logic [9:0] icnt;
  logic [31:0] last_addr;      // U-ADDR is relative to it
  logic wait_direct, wait_indirect;
  logic [1:0] wait_btype;
  logic [19:0] since_sync;     // messages

  // ---- queue ----
  logic [7:0] queue[Depth];
  logic [11:0] head, tail;
  assign ov = head != tail;
  assign obyte = queue[tail];

  always_comb begin
    case (addr)
      12'h000: rdata = {5'd0, 3'd1, syncmax, 2'd0, 1'b0, periodic, 9'd0, 1'b0, btm, btm, !ov, tracing, enable, active};
      12'h004: rdata = 32'h0001_0101;
      default: rdata = 0;
    endcase
  end

  // ---- a message, field by field ----
  logic [95:0] mdo;
  logic [31:0] mseo;
  int at;

  task automatic fixed(input logic [63:0] v, input int n);
    mdo = mdo | (96'(v) << at);
    at = at + n;
  endtask

  task automatic variable(input logic [63:0] v, input logic last);
    int n;
    n = 1;
    for (int i = 1; i < 64; i++) if (v[i]) n = i + 1;
    mdo = mdo | (96'(v) << at);
    at = (at + n + 5) / 6 * 6;
    mseo[2 * (at / 6 - 1) +: 2] = last ? 2'b11 : 2'b01;
  endtask

  task automatic message(input logic [5:0] tcode);
    mdo = 0;
    mseo = 0;
    at = 0;
    fixed(64'(tcode), 6);
  endtask

  task automatic send();
    for (int i = 0; i < 16; i++)
      if (i < at / 6) begin
        queue[head] = {mdo[6 * i +: 6], mseo[2 * i +: 2]};
        head = head + 1;
      end
    since_sync = since_sync + 1;
  endtask

  task automatic moved(input logic [31:0] to, input logic sync);
    if (sync || !bugs[1]) last_addr = to;
    if (sync) since_sync = 0;
    icnt = 0;
  endtask

  // ---- the messages ----
  task automatic send_start(input logic [3:0] sync, input logic [31:0] to);
    message(ProgTraceSync);
    fixed(64'(sync), 4);
    variable(64'(icnt), 0);
    variable(64'(to) >> 1, 1);
    send();
    moved(to, 1);
  endtask

  task automatic send_indirect(input logic sync, input logic [31:0] to);
    message(sync ? IndirectBranchSync : IndirectBranch);
    if (sync) fixed(2, 4);
    fixed(64'(wait_btype), 2);
    variable(64'(icnt), 0);
    variable(sync ? 64'(to) >> 1 : (64'(to) ^ 64'(last_addr)) >> 1, 1);
    send();
    moved(to, sync);
  endtask

  task automatic send_direct();
    message(DirectBranch);
    variable(64'(icnt), 1);
    send();
    icnt = 0;
  endtask

  task automatic send_direct_sync(input logic [31:0] to);
    message(DirectBranchSync);
    fixed(2, 4);
    variable(64'(icnt), 0);
    variable(64'(to) >> 1, 1);
    send();
    moved(to, 1);
  endtask

  task automatic send_full();
    message(ResourceFull);
    fixed(0, 4);
    variable(64'(icnt), 1);
    send();
    icnt = 0;
  endtask

  task automatic send_end(input logic [3:0] evcode);
    message(ProgTraceCorrelation);
    fixed(64'(evcode), 4);
    fixed(0, 2);
    variable(64'(icnt), 1);
    send();
  endtask

  // ---- trace begins and ends ----
  task automatic close(input logic [3:0] evcode);
    if (open && !(bugs[3] && evcode == 4)) send_end(evcode);
    open = 0;
    icnt = 0;
    wait_direct = 0;
    wait_indirect = 0;
    was_reset = 0;
  endtask

  // The address of this block is what a message before it waits for.
  task automatic arrive();
    logic due;
    due = periodic && since_sync >= 20'd16 << syncmax;
    if (!open) begin
      icnt = 0;
      send_start(reason, iaddr);
      open = 1;
    end else if (was_reset) begin
      send_start(4'd1, iaddr);
    end else if (wait_indirect) begin
      send_indirect(due, iaddr);
    end else if (wait_direct) begin
      send_direct_sync(iaddr);
    end
    was_reset = 0;
    wait_direct = 0;
    wait_indirect = 0;
    reason = 5;
  endtask

  task automatic retire();
    logic event_comes;
    event_comes = itype == Taken || itype == Jump || itype == TrapReturn || itype == Exception || itype == Interrupt;
    icnt = icnt + 10'(iretire);
    if (bugs[0] && itype == Taken && ilastsize) icnt = icnt - 1;
    if (icnt >= IcntFull) begin
      if (bugs[4]) icnt = icnt - IcntFull;
      else send_full();
    end
    if (itype == Taken) begin
      if (periodic && since_sync >= 20'd16 << syncmax) wait_direct = 1;
      else send_direct();
    end else if (event_comes) begin
      wait_indirect = 1;
      wait_btype = itype == Exception || itype == Interrupt ? 2'd1 : 2'd0;
    end
  endtask

  // ---- all of it ----
  always @(posedge clk) begin
    if (rst) begin
      active = 0;
      enable = 0;
      tracing = 0;
      btm = 0;
      periodic = 0;
      syncmax = 0;
      open = 0;
      was_reset = 0;
      reason = 5;
      icnt = 0;
      last_addr = 0;
      wait_direct = 0;
      wait_indirect = 0;
      since_sync = 0;
      head = 0;
      tail = 0;
    end else begin
      if (ov && ready) tail = tail + 1;
      if (halted) begin
        close(0);
        reason = bugs[2] ? 5 : 3;
      end else if (lowpower) begin
        close(1);
        reason = 9;
      end else if (hreset) begin
        if (open) was_reset = 1;
        else reason = 1;
      end
      if (!(active && enable && tracing && btm)) begin
        close(4);
        if (iv) reason = 5;
      end else if (iv && !halted) begin
        arrive();
        retire();
      end
      if (wr && addr == 0) begin
        active = wdata[0];
        enable = wdata[1] && wdata[0];
        tracing = wdata[2] && wdata[0];
        btm = wdata[6:4] != 0 && wdata[0];
        periodic = wdata[17:16] != 0 && wdata[0];
        syncmax = wdata[0] ? wdata[23:20] : 4'd0;
        if (!active) begin
          open = 0;
          head = tail;
        end
      end
    end
  end
endmodule
