// SPDX-License-Identifier: Apache-2.0
// The fields of the message of this cycle (N-Trace 1.0, N-Trace Messages). One of the inputs from
// start_i to error_i is 1; what is held back goes ahead of it. a is I-CNT or a count, b an address
// or PROCESS, c history.

module tr_encoder_msg #(
  parameter int unsigned AddrW = 63,
  parameter int unsigned HistW = 32,
  parameter int unsigned IcntW = 22,
  parameter int unsigned HrepeatW = 18,
  parameter int unsigned BcntW = 18,
  parameter int unsigned ContextW = 32,
  parameter int unsigned ValueAW = 22,
  parameter int unsigned ValueBW = 63,
  parameter int unsigned EcodeW = 4
) (
  input  logic                start_i,        // ProgTraceSync, a region begins
  input  logic                linear_i,       // a synchronizing message between two instructions
  input  logic                indirect_i,
  input  logic                direct_sync_i,
  input  logic                sync_i,         // indirect_i: with SYNC
  input  logic                direct_i,
  input  logic                correlation_i,
  input  logic                owner_i,
  input  logic                notify_i,       // as linear_i, at the last instruction of the block
  input  logic                watch_i,        // Watchpoint
  input  logic [         8:0] hits_i,         // its WPHIT
  input  logic                icnt_full_i,
  input  logic                hist_full_i,
  input  logic                error_i,
  input  logic                held_hist_i,    // repeated history
  input  logic                held_branch_i,  // RepeatBranch
  input  logic                counting_i,     // the message is one of the block's own
  input  logic                htm_i,
  input  logic                with_hist_i,
  input  logic [         3:0] start_sync_i,
  input  logic [         3:0] due_sync_i,
  input  logic [         3:0] evcode_i,
  input  logic [  EcodeW-1:0] ecode_i,
  input  logic [         1:0] btype_i,
  input  logic [         2:0] priv_i,
  input  logic                with_context_i,
  input  logic                hcontext_now_i, // the first of a pair
  input  logic [ContextW-1:0] context_i,
  input  logic [ContextW-1:0] hcontext_i,
  input  logic [   IcntW-1:0] icnt_i,
  input  logic [   IcntW-1:0] icnt_sum_i,     // with the block, or what of it comes before
  input  logic [   HistW-1:0] hist_i,
  input  logic [   HistW-1:0] hist_next_i,
  input  logic [   HistW-1:0] pattern_i,
  input  logic [HrepeatW-1:0] rep_count_i,
  input  logic [   BcntW-1:0] branch_count_i,
  input  logic [   AddrW-1:0] iaddr_i,
  input  logic [   AddrW-1:0] moved_i,
  input  logic                own_late_i,
  output logic [         5:0] tcode_o,
  output logic [         3:0] f4_o,
  output logic [         1:0] f2_o,
  output logic [         2:0] use_o,
  output logic [ ValueAW-1:0] a_o,
  output logic [ ValueBW-1:0] b_o,
  output logic [   HistW-1:0] c_o,
  output logic                event_o         // its time is that of the event in flight
);

  logic [2:0] level;                           // V, PRV
  logic repeated;                              // HREPEAT is sent

  assign repeated = rep_count_i != HrepeatW'(1);

  always_comb begin
    unique case (priv_i)
      tr_pkg::PrivVu: level = 3'd4;
      tr_pkg::PrivVs: level = 3'd5;
      default: level = {1'b0, priv_i[1:0]};
    endcase
  end

  // What is asked for is one of these: so they are joined, not chosen one after the other. What is
  // held back goes before them.
  logic [5:0] tcode;
  logic [3:0] f4;
  logic [2:0] use_main;
  // between two instructions, or after an event
  logic with_addr;
  logic with_now;

  assign with_addr = linear_i | notify_i | indirect_i;
  assign with_now  = linear_i | direct_sync_i | indirect_i;

  always_comb begin
    tcode = ({6{start_i | ((linear_i | notify_i) & ~with_hist_i)}} & tr_pkg::TcodeProgTraceSync) |
            ({6{(linear_i | notify_i | (indirect_i & sync_i)) & with_hist_i}} &
             tr_pkg::TcodeIndirectBranchHistSync) |
            ({6{indirect_i & ~sync_i & with_hist_i}} & tr_pkg::TcodeIndirectBranchHist) |
            ({6{indirect_i & sync_i & ~with_hist_i}} & tr_pkg::TcodeIndirectBranchSync) |
            ({6{indirect_i & ~sync_i & ~with_hist_i}} & tr_pkg::TcodeIndirectBranch) |
            ({6{direct_sync_i}} & tr_pkg::TcodeDirectBranchSync) |
            ({6{direct_i}} & tr_pkg::TcodeDirectBranch) |
            ({6{correlation_i}} & tr_pkg::TcodeProgTraceCorrelation) |
            ({6{owner_i}} & tr_pkg::TcodeOwnership) |
            ({6{watch_i}} & tr_pkg::TcodeWatchpoint) |
            ({6{icnt_full_i | hist_full_i}} & tr_pkg::TcodeResourceFull) |
            ({6{error_i}} & tr_pkg::TcodeError);
    f4    = ({4{start_i}} & start_sync_i) | ({4{with_now}} & due_sync_i) |
            ({4{notify_i}} & tr_pkg::SyncTraceEvent) | ({4{correlation_i}} & evcode_i) |
            ({4{hist_full_i}} & tr_pkg::RcodeHist) | ({4{icnt_full_i}} & tr_pkg::RcodeIcnt);
    use_main = {(with_addr & with_hist_i) | (correlation_i & htm_i) | hist_full_i,
                start_i | with_addr | direct_sync_i | owner_i,
                start_i | with_addr | direct_sync_i | direct_i | correlation_i | icnt_full_i |
                    error_i |
                watch_i};
    tcode_o = tcode;
    f4_o    = f4;
    use_o   = use_main;
    f2_o    = correlation_i ? {1'b0, htm_i} : indirect_i ? btype_i : tr_pkg::BtypeIndirect;
    if (held_hist_i) begin
      tcode_o = tr_pkg::TcodeResourceFull;
      use_o   = {2'b10, repeated};
      f4_o    = repeated ? tr_pkg::RcodeHistRepeat : tr_pkg::RcodeHist;
    end
    if (held_branch_i) begin
      tcode_o = tr_pkg::TcodeRepeatBranch;
      use_o   = 3'b001;
    end
  end

  always_comb begin
    a_o = start_i ? '0 : ValueAW'(icnt_i);
    if (counting_i || notify_i) a_o = ValueAW'(icnt_sum_i);
    if (watch_i) a_o = ValueAW'(hits_i);
    if (error_i) a_o = ValueAW'(ecode_i);
    if (held_hist_i) a_o = ValueAW'(rep_count_i);
    if (held_branch_i) a_o = ValueAW'(branch_count_i);
    c_o = held_hist_i ? pattern_i : hist_full_i ? hist_next_i : hist_i;
    b_o = '0;
    b_o[AddrW-1:0] = notify_i ? moved_i : iaddr_i;
    if (owner_i) begin
      b_o      = '0;
      b_o[4:2] = level;
      if (with_context_i) begin
        b_o[1:0]          = hcontext_now_i ? 2'd3 : 2'd2;
        b_o[ContextW+4:5] = hcontext_now_i ? hcontext_i : context_i;
      end
    end
  end

  assign event_o = with_now || (owner_i && own_late_i);

endmodule
