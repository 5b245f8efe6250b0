// SPDX-License-Identifier: Apache-2.0
// Data trace, a prototype of what N-Trace 1.0 lists as future (docs/reference/data-trace.md):
// DataWrite, DataRead and their forms with SYNC (IEEE-ISTO 5001-2012), under trTeDataControl.
//
// tr_encoder_flow stops before it counts a block (and, with trace-notify, before it reports the
// last instruction) until the accesses are sent: one message per cycle, in their order. A pause
// (dropped, turned on) ends right after a message of program trace that a decoder can walk to its
// end.

module tr_encoder_data #(
  parameter int unsigned XLen = 64,
  parameter int unsigned Ports = 1,          // accesses per cycle
  parameter int unsigned RetireW = 8,
  localparam int unsigned AccessW = 138 + XLen + RetireW
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clr_i,         // trTeActive is 0
  // trTeDataControl.
  input  tr_pkg::data_set_t        set_i,
  input  logic                     latch_i,       // registers take effect
  output tr_pkg::data_status_t     status_o,
  // the hart is to be stalled rather than to lose data
  output logic                     stall_o,
  // Triggers of the record, in the cycle in which they are looked at; its end.
  input  logic                     trig_i,
  input  logic                     trig_on_i,
  input  logic                     trig_off_i,
  input  logic                     record_end_i,
  // What program trace does.
  input  logic                     sent_i,        // a message of its own
  input  logic [              5:0] tcode_i,
  input  logic [              3:0] f4_i,
  input  logic                     repeated_i,    // trTeInstEnRepeatedHistory
  input  logic                     told_i,        // the Error message of data alone
  input  logic                     lose_i,        // it is lost, and data with it
  // The accesses of the oldest record, and the block of it that is looked at.
  input  logic                     there_i,       // there are some
  input  logic [Ports*AccessW-1:0] access_i,
  input  logic                     block_i,
  input  logic [      RetireW-1:0] iaddr_i,       // its lowest bits, bit 0 left out
  input  logic [      RetireW-1:0] ahead_i,       // half-words before its last instruction
  input  logic                     notifies_i,    // it has a trace-notify
  input  logic [              1:0] turn_i,        // accesses before the last instruction; the rest
  input  logic                     busy_i,        // program trace has a message in this cycle
  output logic                     wait_o,        // some are not sent yet
  output logic                     on_o,          // data is traced
  output logic                     open_o,        // accesses of the oldest record may be sent
  output logic                     later_o,       // the same after a message of program trace
  output logic                     lost_o,        // a loss is to be announced
  // The message.
  input  logic                     full_i,        // so much is queued that data is dropped
  input  logic                     ready_i,
  input  logic                     hold_i,        // without room it waits
  output logic                     valid_o,
  output logic [              5:0] tcode_o,
  output logic [              3:0] f4_o,
  output logic [         XLen+3:0] b_o,           // the address, DSZ below it
  output logic [             63:0] c_o
);

  localparam int unsigned Slots = 2 * Ports;      // of each access its read, its write

  logic on_d, on_q;
  logic gap_d, gap_q;
  logic full_d, full_q;
  logic lost_d, lost_q;
  logic stops_d, stops_q;
  logic set_tracing;
  logic tracing;
  logic [3:0] why_d, why_q;
  logic [XLen-1:0] addr_d, addr_q;
  logic [Slots-1:0] done_d, done_q;
  logic [Slots-1:0] asks;
  logic [Slots-1:0] pick;
  logic dropped;
  logic overflowed;
  logic fire;
  logic active;

  // ---- Which access comes next ----

  assign active = on_q & ~gap_q & ~lost_q & there_i & (turn_i != 2'b00);

  for (genvar k = 0; k < Ports; k = k + 1) begin : gen_port
    logic valid;
    logic keep;
    logic block;
    logic mine;
    logic csr;
    logic [3:0] dtype;
    logic [2:0] dsize;
    logic [RetireW-1:0] lsbs;
    logic [RetireW-1:0] at;
    logic unused;
    assign {keep, valid, block, lsbs, dtype,
            dsize} = access_i[AccessW*k+128+XLen +: AccessW-128-XLen];
    assign at     = lsbs - iaddr_i;               // half-words before the instruction
    assign mine   = active & valid & keep & (block == block_i) & ~dsize[2] &
                    (turn_i[1] ? (at < ahead_i) : (~notifies_i | (at >= ahead_i)));
    // A conditional store that failed is a write of no bytes, an atomic a read and a write; CSRs
    // are not traced.
    assign csr         = dtype[3:2] == 2'b01;
    assign asks[2*k]   = mine & ~csr & (dtype != 4'd1) & (dtype != 4'd15) & ~done_q[2*k];
    assign asks[2*k+1] = mine & ~csr & (dtype != 4'd0) & ~done_q[2*k+1];
    assign unused      = ^dsize;
  end
  assign pick = asks & (~asks + Slots'(1));

  // ---- Its message ----

  logic write;
  logic full;
  logic [XLen-1:0] addr;
  logic [XLen-1:0] sent_addr;
  logic [63:0] value;
  logic [3:0] dtype;
  logic [3:0] dsz;
  logic [1:0] dsize;

  always_comb begin
    addr  = '0;
    value = '0;
    dtype = '0;
    dsize = '0;
    write = 1'b0;
    for (int unsigned k = 0; k < Ports; k = k + 1) begin
      if (pick[2*k] || pick[2*k+1]) begin
        addr  = access_i[AccessW*k+128 +: XLen];
        dsize = access_i[AccessW*k+128+XLen +: 2];
        dtype = access_i[AccessW*k+131+XLen +: 4];
        write = pick[2*k+1];
        // Of an atomic the value written is below the value read.
        value = access_i[AccessW*k+((pick[2*k] && (dtype != 4'd0)) ? 64 : 0) +: 64];
      end
    end
  end

  assign full      = full_q | ~set_i.exor;
  assign sent_addr = set_i.no_addr ? '0 : full ? addr : addr ^ addr_q;
  assign dsz       = (set_i.no_value || (dtype == 4'd15)) ? 4'd0 : 4'd1 << dsize;
  assign tcode_o   = write ? (full ? tr_pkg::TcodeDataWriteSync : tr_pkg::TcodeDataWrite)
                           : (full ? tr_pkg::TcodeDataReadSync : tr_pkg::TcodeDataRead);
  assign f4_o      = full_q ? why_q : tr_pkg::SyncPeriodic;
  assign b_o       = {sent_addr, dsz};
  assign c_o       = (dsz == 4'd0) ? '0 : value;

  assign wait_o     = asks != '0;
  assign dropped    = wait_o & ~busy_i & set_i.drop & full_i;
  assign valid_o    = wait_o & ~busy_i & ~(set_i.drop & full_i);
  assign fire       = valid_o & ready_i;
  assign overflowed = valid_o & ~ready_i & ~hold_i;

  // ---- When data goes on ----

  logic is_sync;
  logic starts;
  logic place;
  assign is_sync = (tcode_i == tr_pkg::TcodeProgTraceSync) |
                   (tcode_i == tr_pkg::TcodeDirectBranchSync) |
                   (tcode_i == tr_pkg::TcodeIndirectBranchSync) |
                   (tcode_i == tr_pkg::TcodeIndirectBranchHistSync);
  assign starts  = (f4_i == tr_pkg::SyncExitReset) | (f4_i == tr_pkg::SyncExitDebug) |
                   (f4_i == tr_pkg::SyncTraceEnable) | (f4_i == tr_pkg::SyncFifoOverrun) |
                   (f4_i == tr_pkg::SyncExitPowerDown);
  // A decoder that has walked this message knows which instruction is next.
  assign place   = is_sync | (tcode_i == tr_pkg::TcodeDirectBranch) |
                   (tcode_i == tr_pkg::TcodeIndirectBranch) |
                       (tcode_i == tr_pkg::TcodeIndirectBranchHist) |
                   ((tcode_i == tr_pkg::TcodeResourceFull) & (f4_i == tr_pkg::RcodeHist) &
                    ~repeated_i);

  always_comb begin
    on_d        = on_q;
    gap_d       = gap_q;
    why_d       = why_q;
    full_d      = full_q;
    lost_d      = lost_q;
    stops_d     = stops_q;
    set_tracing = 1'b0;
    tracing     = 1'b0;

    if (sent_i && gap_q) begin
      if (!lost_q && place) begin
        gap_d  = 1'b0;
        full_d = 1'b1;
      end
    end else if (sent_i && is_sync) begin
      full_d = 1'b1;
      why_d  = starts ? f4_i : tr_pkg::SyncPeriodic;
    end
    if (told_i) lost_d = 1'b0;
    if (fire) full_d = 1'b0;
    if (dropped || overflowed) begin
      lost_d = 1'b1;
      gap_d  = 1'b1;
      why_d  = tr_pkg::SyncFifoOverrun;
    end
    // Announced with the rest.
    if (lose_i && (on_q || lost_q)) begin
      lost_d = 1'b0;
      gap_d  = 1'b1;
      why_d  = tr_pkg::SyncFifoOverrun;
    end

    // Data goes on with the record of a trigger, or stops after it.
    if (trig_i && set_i.trig) begin
      if (trig_on_i) begin
        set_tracing = 1'b1;
        tracing     = 1'b1;
        on_d        = 1'b1;
      end
      stops_d = on_d & trig_off_i;
    end
    if (record_end_i && stops_q) begin
      set_tracing = 1'b1;
      on_d        = 1'b0;
      stops_d     = 1'b0;
    end
    if (latch_i) begin
      full_d = full_d | set_i.next_bare;
      on_d   = set_i.next_on;
    end
    if (on_d && !on_q) begin
      gap_d = 1'b1;
      why_d = tr_pkg::SyncTraceEnable;
    end
    if (clr_i) begin
      on_d    = 1'b0;
      gap_d   = 1'b1;
      why_d   = tr_pkg::SyncTraceEnable;
      full_d  = 1'b0;
      lost_d  = 1'b0;
      stops_d = 1'b0;
    end
  end

  always_comb begin
    addr_d  = addr_q;
    if (clr_i) addr_d = '0;
    else if (fire) addr_d = addr;
    done_d = (clr_i || record_end_i) ? '0 : done_q | (pick & {Slots{fire}});
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      on_q    <= 1'b0;
      gap_q   <= 1'b1;
      why_q   <= '0;
      full_q  <= 1'b0;
      lost_q  <= 1'b0;
      stops_q <= 1'b0;
      addr_q  <= '0;
      done_q  <= '0;
    end else begin
      on_q    <= on_d;
      gap_q   <= gap_d;
      why_q   <= why_d;
      full_q  <= full_d;
      lost_q  <= lost_d;
      stops_q <= stops_d;
      addr_q  <= addr_d;
      done_q  <= done_d;
    end
  end

  assign on_o     = on_q;
  assign open_o   = on_q & there_i & ~gap_q & ~lost_q;
  assign later_o  = on_q & there_i & gap_q & ~lost_q;
  assign lost_o  = lost_q;
  assign status_o = {set_tracing, tracing, overflowed, dropped};
  assign stall_o  = on_q & set_i.stall;

  logic unused;
  assign unused = &{1'b0, set_i};

endmodule
