// SPDX-License-Identifier: Apache-2.0
// The encoder of one hart, for N-Trace, E-Trace or both: ingress records in, whole messages out,
// registers on APB4.
//
// N-Trace 1.0; E-Trace 2.0; TCI 1.0, Trace Encoder Control Interface; E-Trace 2.0, Hart to
// encoder interface.
// The parameters are those of the model (trm_encoder.h), the messages too, byte for byte. An
// optional part that is 0 has no logic, and its registers read 0. docs/reference/rtl.md has the
// timing.

module tr_encoder #(
  parameter int unsigned Blocks = 1,          // blocks per cycle, 1 or 2
  `include "tr_encoder_params.svh"
  parameter int unsigned RetireW = 8,         // bits of iretire, less than IcntW
  parameter int unsigned Messages = 32 * Blocks, // places in the queue of messages
  parameter int unsigned RestartMessages = 8, // after an overflow: queue no more than this many
  parameter int unsigned QueueDepth = 8 * Blocks, // places in the queue of records
  parameter int unsigned Lanes = 4,           // bytes per cycle on the link
  parameter bit          Requests = 1'b1,     // flush_i and sync_i
  parameter int unsigned DataPorts = 1,       // data accesses per cycle, 1 to 4
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned ExtInW = (ExtTriggers > 0) ? ExtTriggers : 1,
  localparam int unsigned ExtOutW = (ExtOutputs > 0) ? ExtOutputs : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // Registers.
  input  logic                      psel_i,
  input  logic                      penable_i,
  input  logic                      pwrite_i,
  input  logic [              11:0] paddr_i,
  input  logic [              31:0] pwdata_i,
  input  logic [               3:0] pstrb_i,
  output logic                      pready_o,
  output logic [              31:0] prdata_o,
  output logic                      pslverr_o,
  // Ingress. A cycle with valid_i is a record; sidebands are levels, triggers pulses.
  input  logic                      valid_i,
  input  logic [        Blocks-1:0] block_valid_i,
  input  logic [   Blocks*XLen-1:0] iaddr_i,
  input  logic [Blocks*RetireW-1:0] iretire_i,
  input  logic [ Blocks*ItypeW-1:0] itype_i,
  input  logic [        Blocks-1:0] ilastsize_i,
  input  logic [        Blocks-1:0] sijump_i,
  input  logic [               2:0] priv_i,
  input  logic [               1:0] ctype_i,
  input  logic [      ContextW-1:0] context_i,
  input  logic [      ContextW-1:0] hcontext_i,
  input  logic [          XLen-1:0] cause_i,
  input  logic [          XLen-1:0] tval_i,
  input  logic [              31:0] impdef_i,
  // Data signals, unified; iaddr_lsbs_i without bit 0; of an atomic the value written is below the
  // one read.
  input  logic [     DataPorts-1:0] dretire_i,
  input  logic [     DataPorts-1:0] dblock_i,
  input  logic [   4*DataPorts-1:0] dtype_i,
  input  logic [DataPorts*XLen-1:0] daddr_i,
  input  logic [   3*DataPorts-1:0] dsize_i,
  input  logic [ 128*DataPorts-1:0] data_i,
  input  logic [DataPorts*RetireW-1:0] iaddr_lsbs_i,
  // Trace-on, trace-off, trace-notify of each block.
  input  logic [        Blocks+1:0] trigger_i,
  input  logic [        ExtInW-1:0] ext_trig_i,
  output logic [       ExtOutW-1:0] ext_trig_o,
  input  logic                      halted_i,
  input  logic                      reset_i,
  input  logic                      lowpower_i,
  input  logic [           TsW-1:0] time_i,      // trTsMode External
  input  logic [           TsW-1:0] shared_i,    // trTsMode Shared
  output logic                      stall_o,     // the record is not taken; repeat it
  // The link.
  output logic                      link_valid_o,
  output logic [       8*Lanes-1:0] link_data_o,
  output logic                      link_last_o,
  output logic [        BytesW-1:0] link_bytes_o,    // of the beat, less one
  input  logic                      link_ready_i,
  input  logic                      link_stopped_i,  // see docs/reference/rtl.md, Links
  // Requests against its flow (docs/reference/rtl.md).
  input  logic                      flush_i,     // stays 1 until flushed_o
  output logic                      flushed_o,   // what was queued when flush_i became 1 has left
  input  logic                      sync_i       // pulse: the next branch message synchronizes
);
  `include "tr_encoder_checks.svh"

  localparam bit Ts = TsModes != 0;
  localparam bit Both = Ntrace && Etrace;
  localparam bit Calls = (ReturnStackSize != 0) || (CallCounterSize != 0);
  localparam int unsigned TsBits = Ts ? TsW : 1;
  localparam int unsigned C = (Comparators > 0) ? Comparators : 1;
  localparam int unsigned PortW = 137 + XLen + RetireW;
  localparam int unsigned MaxAB = (HrepeatW > BcntW) ? HrepeatW : BcntW;
  localparam int unsigned MaxA = (IcntW > MaxAB) ? IcntW : MaxAB;
  localparam int unsigned MaxB = (AddrW > ContextW + 5) ? AddrW : ContextW + 5;
  // DataAcquisition: IDTAG below DQDATA in b, or IDTAG in a and DQDATA in c. DataWrite: DSZ below
  // the address in b, DATA in c.
  localparam bit Tagged = Stimulus && StimulusTag != 0;
  localparam bit Side = DataTrace || Watchpoint;
  localparam int unsigned MaxBD = (DataTrace && MaxB < XLen + 4) ? XLen + 4 : MaxB;
  localparam int unsigned MaxAS = (Stimulus && MaxA < 7) ? 7 : MaxA;
  localparam int unsigned ValueAW = (Watchpoint && MaxAS < 9) ? 9 : MaxAS;
  localparam int unsigned TaggedW = 32 + StimulusTag;
  localparam int unsigned ValueBW = (Tagged && MaxBD < TaggedW) ? TaggedW : MaxBD;
  localparam int unsigned MaxC = (Stimulus && !Tagged && HistW < 32) ? 32 : HistW;
  localparam int unsigned ValueCW = DataTrace ? 64 : MaxC;
  localparam int unsigned MessageW = 15 + ValueAW + ValueBW + ValueCW + (Ts ? TsW : 0);
  // A packet of E-Trace, as in tr_etrace_core.
  localparam bit Returns = ImplicitReturn && (ItypeW == 4);
  localparam int unsigned ReturnSize = Returns ? ReturnStackSize : 0;
  localparam int unsigned CounterSize = Returns ? CallCounterSize : 0;
  localparam int unsigned CounterW = (CounterSize > 0) ? CounterSize : 1;
  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : CounterW;
  localparam int unsigned OptionW = DataTrace ? 10 : 6;
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW;
  localparam int unsigned InstW = 4 + BriefW + DepthW + PrivilegeW + PacketContextW + AddrW + XLen;
  localparam int unsigned PacketW = 3 + ((DataTrace && InstW < 144 + XLen) ? 144 + XLen : InstW);
  localparam int unsigned LevelW = $clog2(Messages + 2);
  localparam int unsigned QueueLevelW = $clog2(QueueDepth + 4);
  localparam int unsigned IndexW = (Blocks > 1) ? $clog2(Blocks) : 1;
  // Messages that one record can make, at most: the end of a region (4), its start or the event in
  // flight (5), a marker after it (3), for each block trace-notify (3) and full counters (2);
  // the Error message of data alone (1), two for an access, Watchpoint (1).
  localparam int unsigned Reserve = ((ExtTriggers > 0) ? 12 : 9) + 5 * Blocks + 32'(Stimulus) +
      (DataTrace ? 2 * DataPorts + 1 : 0) + (Watchpoint ? Blocks : 0);
  localparam int unsigned Free = Stall ? Messages + 1 - Reserve : 0;
  localparam int unsigned FlushW = (LevelW > QueueLevelW) ? LevelW : QueueLevelW;

  // ---- Which back end has the queue of records, and the link ----

  logic etrace;                                // trTeFormat
  tr_pkg::back_end_t nt;
  tr_pkg::back_end_t et;
  tr_pkg::back_end_t chosen;
  logic overflow;
  logic lost;
  logic ending;
  logic unused_chosen;
  logic et_busy;
  logic nt_steady;
  logic nt_lead;
  logic nt_idle;
  logic et_idle;
  logic nt_load;
  logic et_load;
  logic nt_link_valid;
  logic et_link_valid;
  logic nt_link_last;
  logic et_link_last;
  logic [8*Lanes-1:0] nt_link_data;
  logic [8*Lanes-1:0] et_link_data;
  logic [BytesW-1:0] nt_link_bytes;
  logic [BytesW-1:0] et_link_bytes;
  // With both, messages and packets share a queue; one waits until queue and link are not the other
  // one's any more.
  logic nt_links;
  logic et_links;
  if (Both) begin : gen_links
    logic et_links_d, et_links_q;
    assign et_links   = et_links_q;
    assign et_links_d = (et_links_q ? et_idle : nt_idle) ? etrace : et_links_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) et_links_q <= 1'b0;
      else et_links_q <= et_links_d;
    end
  end else begin : gen_one_links
    logic unused;
    assign unused   = &{1'b0, nt_idle};
    assign et_links = Etrace;
  end
  assign nt_links     = !et_links;
  assign chosen       = etrace ? et : nt;
  assign overflow     = nt.overflow || et.overflow;
  assign lost         = nt.lost || et.lost;
  assign unused_chosen = &{1'b0, chosen};
  assign ending       = nt.ending || et.ending || et_busy;
  assign link_valid_o = et_links ? et_link_valid : nt_link_valid;
  assign link_data_o  = et_links ? et_link_data : nt_link_data;
  assign link_last_o  = et_links ? et_link_last : nt_link_last;
  assign link_bytes_o = et_links ? et_link_bytes : nt_link_bytes;

  // ---- Registers ----

  logic wready;
  logic active;
  logic clr;
  logic reg_write;
  logic reg_enable;
  logic reg_stall;
  logic reg_extend;
  logic latch_ready;
  logic latch_busy;
  logic [11:0] addr;
  logic [31:0] wdata;
  logic [31:0] ts_rdata;
  logic [31:0] filter_rdata;
  logic [31:0] store_rdata;
  logic [31:0] data_rdata;
  logic store_part;
  logic store_waits;
  logic empty;
  logic set_loss;
  logic loss;
  logic [5:0] options;
  logic [3:0] src_bits;
  logic [11:0] src;
  logic [31:0] ext_in;
  logic [31:0] ext_out;
  logic [2:0] dbg;
  tr_pkg::settings_t set;

  assign clr = !active;

  tr_encoder_control #(
    .Ntrace         (Ntrace),
    .Etrace         (Etrace),
    .NoAddrDiff     (NoAddrDiff),
    .NoTrapAddr     (NoTrapAddr),
    .Calls          (Calls),
    .Predict        (BpredSize != 0),
    .Targets        (CacheSize != 0),
    .Btm            (Btm),
    .Htm            (Htm),
    .SrcW           (SrcW),
    .SyncModes      (4'(SyncModes)),
    .Context        (Context),
    .Triggers       (Triggers),
    .ExtTriggers    (ExtTriggers),
    .ExtOutputs     (ExtOutputs),
    .ExtEvents      (4'(ExtEvents)),
    .DbgControl     (DbgControl),
    .Stall          (Stall),
    .AllJumps       (AllJumps),
    .ExtendAddrMsb  (ExtendAddrMsb),
    .SequentialJump (SequentialJump),
    .ImplicitReturn (ImplicitReturn && (ItypeW == 4)),
    .RepeatedHistory(RepeatedHistory)
  ) u_control (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .addr_o       (addr),
    .wdata_o      (wdata),
    .wready_o     (wready),
    .write_o      (reg_write),
    .other_rdata_i(ts_rdata | filter_rdata | store_rdata | data_rdata),
    .part_i       (store_part),
    .waits_i      (store_waits),
    .latch_ready_i(latch_ready),
    .latched_i    (chosen.latched),
    .busy_o       (latch_busy),
    .empty_i      (empty),
    .set_tracing_i(chosen.set_tracing),
    .tracing_i    (chosen.tracing_value),
    .set_loss_i   (set_loss),
    .loss_o       (loss),
    .active_o     (active),
    .etrace_o     (etrace),
    .options_o    (options),
    .enable_o     (reg_enable),
    .stall_o      (reg_stall),
    .extend_o     (reg_extend),
    .src_bits_o   (src_bits),
    .src_o        (src),
    .ext_in_o     (ext_in),
    .ext_out_o    (ext_out),
    .dbg_o        (dbg),
    .set_o        (set)
  );

  // ---- The queue of messages and packets: that of the back end that has the link ----

  logic m_valid;
  logic [MessageW-1:0] m_in;
  logic [TsBits-1:0] m_late;
  logic m_out_valid;
  logic m_out_ready;
  logic [MessageW-1:0] m_out;
  logic p_valid;
  logic [PacketW-1:0] p_in;
  logic [TsBits-1:0] p_late;
  logic p_out_valid;
  logic p_out_ready;
  logic [PacketW+TsBits-1:0] p_out;
  logic queue_ready;
  logic queue_clr;
  logic low;
  logic high;
  logic [LevelW-1:0] level;
  logic pack_idle;
  logic give_up;

  assign queue_clr = clr || give_up || (et_links && !etrace);
  assign nt_idle   = (level == '0) && pack_idle;
  assign nt_load   = m_out_valid && m_out_ready && !clr && !give_up;

  tr_encoder_shared #(
    .Ntrace  (Ntrace),
    .Etrace  (Etrace),
    .MessageW(MessageW),
    .TimeW   (Ts ? TsW : 0),
    .PacketW (PacketW),
    .StampW  (TsBits),
    .Depth   (Messages),
    .Low     (RestartMessages),
    .High    (Ntrace ? Free : Messages)
  ) u_shared (
    .clk_i,
    .rst_ni,
    .clr_i    (queue_clr),
    .etrace_i (et_links),
    .ready_o  (queue_ready),
    .low_o    (low),
    .high_o   (high),
    .level_o  (level),
    .m_valid_i(m_valid),
    .m_data_i (m_in),
    .m_late_i (m_late),
    .m_valid_o(m_out_valid),
    .m_ready_i(m_out_ready),
    .m_data_o (m_out),
    .p_valid_i(p_valid),
    .p_data_i (p_in),
    .p_late_i (p_late),
    .p_valid_o(p_out_valid),
    .p_ready_i(p_out_ready),
    .p_data_o (p_out)
  );

  // ---- Ingress ----

  logic trig_on;
  logic trig_off;
  logic trig_due;
  logic ext_on;
  logic ext_off;
  logic halted;
  logic record_now;
  logic taken;
  logic stall;
  logic stalling;
  logic data_stall;
  logic data_stalling;
  tr_pkg::data_set_t data_set;
  logic hold;
  logic half;
  logic extra_in;
  logic [2:0] side_now;
  logic [Blocks-1:0] block_notify;
  logic [Blocks*AddrW-1:0] iaddr_short;
  logic [Blocks-1:0] drop;
  logic [Blocks-1:0] filter_notify;
  // the oldest one, and one of its blocks
  logic [QueueLevelW-1:0] queue_level;
  logic q_valid;
  logic q_record;
  logic q_latch;
  logic q_gap;
  logic q_adjacent;
  logic q_idle;
  logic q_special;
  logic q_on;
  logic q_off;
  logic q_due;
  logic q_ctype;
  logic q_sync;
  logic q_extra;
  logic [20:0] q_cycles;
  logic [2:0] q_side;
  logic [2:0] q_priv;
  logic [ContextW-1:0] q_context;
  logic [ContextW-1:0] q_hcontext;
  logic [IndexW-1:0] index_d, index_q;
  logic q_block;
  logic q_real;
  logic q_some;
  logic q_longer;
  logic q_reaches;
  logic q_last;
  logic q_notify;
  logic q_drop;
  logic q_sijump;
  logic [AddrW-1:0] q_iaddr;
  logic [RetireW-1:0] q_iretire;
  logic [ItypeW-1:0] q_itype;
  // found of it by N-Trace, used by both: half-words before its last instruction, address after it
  logic [RetireW-1:0] ahead;
  logic [AddrW-1:0] past;
  // two records as one
  logic event_now;
  logic tiny;
  logic timed;
  logic flow_htm;
  logic flow_owner;
  logic flow_same;
  logic pair;
  logic both;
  logic more;
  logic pre_more;
  logic q_moves;
  logic [AddrW-1:0] q_entry;
  logic [2:0] q_next_priv;
  logic q_next_prompt;
  logic [AddrW-1:0] q_next_iaddr;
  logic [RetireW-1:0] q_next_iretire;
  logic [RetireW-1:0] q_alone_iretire;
  logic [2*Blocks:1] roomy;
  logic [7:0] sum;
  logic [16*Blocks-9:0] sums;
  logic [2*Blocks-2:0] pick;
  logic [2*Blocks-1:0] jumps;
  logic [2*Blocks-2:0] pre_branch;
  logic [2*Blocks-2:0] pre_taken;
  logic own_ilastsize;
  logic own_sijump;
  logic own_longer;
  logic own_reaches;
  logic [RetireW-1:0] own_iretire;
  logic [ItypeW-1:0] own_itype;
  logic unused_time;
  logic stopped_d, stopped_q;
  logic waits_d, waits_q;

  for (genvar k = 0; k < Blocks; k = k + 1) begin : gen_iaddr
    logic unused;
    assign unused = iaddr_i[XLen*k];
    assign iaddr_short[AddrW*k +: AddrW] = iaddr_i[XLen*k+1 +: AddrW];
  end

  tr_encoder_ext_in #(
    .InW(ExtInW)
  ) u_ext_in (
    .trig_i   (ext_trig_i),
    .control_i(ext_in),
    .on_o     (ext_on),
    .off_o    (ext_off),
    .due_o    (trig_due)
  );
  assign trig_on      = (Triggers && dbg[0] && trigger_i[0]) || ext_on;
  assign trig_off     = (Triggers && dbg[1] && trigger_i[1]) || ext_off;
  assign block_notify = trigger_i[Blocks+1:2] & {Blocks{Triggers && dbg[2]}};

  // A stalling encoder takes a record when there is room for it and for a register write, and for
  // all the messages of a record. Messages of queued records wait if necessary, unless the link is
  // stopped and the encoder is to be disabled, or a write waits for them.
  assign stalling      = (set.stall && set.enable) || (latch_busy && reg_stall && reg_enable);
  assign data_stalling = (data_stall && set.enable) || (latch_busy && data_set.stalls);
  assign stall         = Stall && (stalling || data_stalling) && active &&
                         ((queue_level >= QueueLevelW'(QueueDepth + 2)) ||
                          (chosen.tracing && high && nt_links));
  assign hold    = Stall && (set.stall || data_stall) && !(stopped_q && (!reg_enable || waits_q));
  assign stall_o = stall && record_now;
  assign half    = (level >= LevelW'(Messages / 2)) ||
                   (queue_level >= QueueLevelW'(QueueDepth / 2 + 3));

  tr_encoder_ingress #(
    .Blocks  (Blocks),
    .AddrW   (AddrW),
    .RetireW (RetireW),
    .ItypeW  (ItypeW),
    .Context (Context && Ntrace),
    .HContext(HContext && Ntrace),
    .ContextW(ContextW),
    .Cycles  (SyncModes[2]),
    .Ts      (1'b0),
    .TsW     (1),
    .Filters (Filters != 0),
    .Drains  (Etrace),
    .Side    (Side),
    .Depth   (QueueDepth)
  ) u_ingress (
    .clk_i,
    .rst_ni,
    .clr_i          (clr),
    .valid_i,
    .block_valid_i,
    .iaddr_i        (iaddr_short),
    .iretire_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .notify_i       (block_notify),
    .drop_i         (drop),
    .filter_notify_i(filter_notify),
    .extra_i        (extra_in),
    .taken_o        (taken),
    .extra_o        (q_extra),
    .priv_i,
    .ctype_i,
    .context_i,
    .hcontext_i,
    .side_i         ({lowpower_i, reset_i, halted_i}),
    .trig_on_i      (trig_on),
    .trig_off_i     (trig_off),
    .trig_due_i     (trig_due),
    .sync_i         (sync_i && Requests),
    .time_i         (1'b0),
    .stall_i        (stall),
    .drain_i        (etrace),
    .record_o       (record_now),
    .halted_o       (halted),
    .side_now_o     (side_now),
    .level_o        (queue_level),
    .latch_i        (reg_write),
    .latch_ready_o  (latch_ready),
    .valid_o        (q_valid),
    .pop_i          (chosen.pop),
    .index_i        (index_q),
    .steady_i       (nt_steady && !etrace),
    .lead_i         (nt_lead && !etrace),
    .event_i        (event_now),
    .timed_i        (timed),
    .tiny_i         (tiny),
    .htm_i          (flow_htm),
    .room_i         (roomy),
    .owner_i        (flow_owner),
    .owner_same_i   (flow_same),
    .pair_o         (pair),
    .both_o         (both),
    .more_o         (more),
    .entry_o        (q_entry),
    .pre_more_o     (pre_more),
    .sum_o          (sum),
    .sums_o         (sums),
    .pick_o         (pick),
    .jumps_o        (jumps),
    .pre_branch_o   (pre_branch),
    .pre_taken_o    (pre_taken),
    .is_record_o    (q_record),
    .latch_o        (q_latch),
    .gap_o          (q_gap),
    .adjacent_o     (q_adjacent),
    .cycles_o       (q_cycles),
    .idle_o         (q_idle),
    .side_o         (q_side),
    .special_o      (q_special),
    .trig_on_o      (q_on),
    .trig_off_o     (q_off),
    .trig_due_o     (q_due),
    .sync_o         (q_sync),
    .priv_o         (q_priv),
    .ctype_o        (q_ctype),
    .context_o      (q_context),
    .hcontext_o     (q_hcontext),
    .time_o         (unused_time),
    .block_o        (q_block),
    .real_o         (q_real),
    .some_o         (q_some),
    .longer_o       (q_longer),
    .reaches_o      (q_reaches),
    .last_o         (q_last),
    .notify_o       (q_notify),
    .drop_o         (q_drop),
    .iaddr_o        (q_iaddr),
    .iretire_o      (q_iretire),
    .itype_o        (q_itype),
    .sijump_o       (q_sijump),
    .moves_o        (q_moves),
    .next_iaddr_o   (q_next_iaddr),
    .next_iretire_o (q_next_iretire),
    .alone_iretire_o(q_alone_iretire),
    .next_priv_o    (q_next_priv),
    .next_prompt_o  (q_next_prompt),
    .own_iretire_o  (own_iretire),
    .own_itype_o    (own_itype),
    .own_ilastsize_o(own_ilastsize),
    .own_sijump_o   (own_sijump),
    .own_longer_o   (own_longer),
    .own_reaches_o  (own_reaches)
  );

  // Of two records looked at together, the second one's first block may be done.
  always_comb begin
    index_d = index_q;
    if (chosen.block_done && !q_last) index_d = index_q + 1'b1;
    if (clr || chosen.pop) index_d = IndexW'(pair && !both && !clr);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) index_q <= '0;
    else index_q <= index_d;
  end

  // ---- Filters: they see the record as it arrives ----

  logic [DataPorts*PortW-1:0] access;
  logic [DataPorts-1:0] keep;
  logic [Blocks*C-1:0] hits;
  for (genvar k = 0; k < DataPorts; k = k + 1) begin : gen_access
    assign access[PortW*k +: PortW] = {
      dretire_i[k] && valid_i, dblock_i[k], iaddr_lsbs_i[RetireW*k +: RetireW],
      dtype_i[4*k +: 4], dsize_i[3*k +: 3], daddr_i[XLen*k +: XLen], data_i[128*k +: 128]};
  end

  if ((Filters != 0) || (Comparators != 0)) begin : gen_filters
    tr_encoder_filters #(
      .Filters      (Filters),
      .Comparators  (Comparators),
      .FilterMatches(4'(FilterMatches)),
      .NestingW     (FilterNesting),
      .CompInputs   (3'(CompInputs)),
      .CompModes    (4'(CompModes)),
      .CompSecondary(CompSecondary),
      .CompNotify   (CompNotify),
      .DataTrace    (DataTrace),
      .DataPorts    (DataPorts),
      .Blocks       (Blocks),
      .XLen         (XLen),
      .RetireW      (RetireW),
      .ItypeW       (ItypeW),
      .ContextW     (ContextW)
    ) u_filters (
      .clk_i,
      .rst_ni,
      .clr_i        (clr),
      .we_i         (reg_write),
      .addr_i       (addr),
      .wdata_i      (wdata),
      .rdata_o      (filter_rdata),
      .enable_i     (reg_enable),
      .step_i       (record_now && !stall),
      .side_i       (side_now),
      .block_valid_i(block_valid_i & {Blocks{valid_i}}),
      .iaddr_i      (iaddr_short),
      .iretire_i,
      .itype_i,
      .ilastsize_i,
      .priv_i,
      .context_i,
      .cause_i,
      .tval_i,
      .impdef_i,
      .access_i     (access),
      .keep_o       (keep),
      .drop_o       (drop),
      .notify_o     (filter_notify),
      .hits_o       (hits)
    );
  end else begin : gen_no_filters
    logic unused;
    assign unused        = &{1'b0, cause_i, tval_i, impdef_i};
    assign filter_rdata  = '0;
    assign drop          = '0;
    assign filter_notify = '0;
    assign {keep, hits}  = {{DataPorts{1'b1}}, {Blocks*C{1'b0}}};
  end

  // ---- Times: a back end gets that of the record it asks for one cycle later ----

  logic ts_on;
  logic [TsBits-1:0] now;
  tr_encoder_timestamp #(
    .Modes  (5'(TsModes)),
    .TsW    (TsW),
    .Records(QueueDepth + 3)
  ) u_timestamp (
    .clk_i,
    .rst_ni,
    .clr_i     (clr),
    .write_i   (reg_write),
    .addr_i    (addr),
    .wdata_i   (wdata),
    .rdata_o   (ts_rdata),
    .halted_i  (halted),
    .external_i(time_i),
    .shared_i,
    .on_o      (ts_on),
    .taken_i   (taken),
    .shown_i   (chosen.time_shown),
    .two_i     (pair),
    .pop_i     (chosen.pop && q_record),
    .both_i    (both),
    .time_o    (now)
  );

  // ---- Data accesses, for both protocols ----

  tr_pkg::data_status_t nt_data;
  tr_pkg::data_status_t et_data;
  logic nt_data_stall;
  logic nt_data_on;
  logic nt_data_lost;
  logic et_data_stall;
  logic et_data_on;
  logic nt_extra_in;
  logic some_access;
  logic there_access;
  logic [DataPorts*(PortW+1)-1:0] q_access;
  assign extra_in   = some_access || nt_extra_in;
  assign data_stall = etrace ? et_data_stall : nt_data_stall;
  if (DataTrace) begin : gen_data
    logic there;
    assign there_access = there && q_extra;
    tr_encoder_access #(
      .XLen    (XLen),
      .RetireW (RetireW),
      .Ports   (DataPorts),
      .Depth   (QueueDepth + 4),
      .Triggers(Triggers),
      .Stall   (Stall)
    ) u_access (
      .clk_i,
      .rst_ni,
      .clr_i    (clr),
      .we_i     (reg_write),
      .addr_i   (addr),
      .wdata_i  (wdata),
      .rdata_o  (data_rdata),
      .enable_i (reg_enable),
      .latch_i  (chosen.latched),
      .etrace_i (etrace),
      .stalled_i(stall_o && chosen.tracing && data_stalling),
      .set_o    (data_set),
      .status_i (etrace ? et_data : nt_data),
      .on_i     (etrace ? et_data_on : nt_data_on),
      .port_i   (access),
      .keep_i   (keep),
      .some_o   (some_access),
      .write_i  (taken && extra_in),
      .pop_i    (chosen.pop && q_extra),
      .there_o  (there),
      .access_o (q_access)
    );
  end else begin : gen_no_data
    logic unused;
    assign unused = &{1'b0, access, keep, nt_data, nt_data_on, et_data, et_data_on};
    assign {data_set, data_rdata, some_access, there_access, q_access} = '0;
  end

  // ---- N-Trace ----

  logic start;
  logic stop;
  logic watch;
  logic et_add;
  logic et_clear;
  logic [20:0] lent_sum;
  // E-Trace's addresses and N-Trace's times have one register and one subtractor.
  localparam bit SharedDiff = Ntrace && Etrace && Ts;
  // E-Trace's return stack has the places of N-Trace's.
  localparam bit SharedStack = Ntrace && Etrace && ImplicitReturn && (ReturnSize > 0);
  localparam int unsigned TopW = (ReturnSize > 0) ? ReturnSize : 1;
  localparam int unsigned PlaceW = SharedStack ? ReturnSize : 1;
  logic et_push;
  logic [TopW-1:0] et_top;
  logic [AddrW-1:0] et_newest;
  logic [AddrW-1:0] et_third;
  logic et_keeps;
  logic et_differs;
  logic [AddrW-1:0] et_addr;
  logic [AddrW-1:0] et_diff;
  if (Ntrace) begin : gen_ntrace
    tr_encoder_ntrace #(
      .XLen           (XLen),
      .Blocks         (Blocks),
      .RetireW        (RetireW),
      .ItypeW         (ItypeW),
      .Btm            (Btm),
      .Htm            (Htm),
      .HistW          (HistW),
      .IcntW          (IcntW),
      .BtypeSplit     (BtypeSplit),
      .HistAlways     (HistAlways),
      .SyncModes      (4'(SyncModes)),
      .Marker         (ExtTriggers > 0),
      .Context        (Context),
      .HContext       (HContext),
      .ContextW       (ContextW),
      .SequentialJump (SequentialJump),
      .ImplicitReturn (ImplicitReturn && (ItypeW == 4)),
      .ReturnDepth    (ReturnDepth),
      .ReturnW        (ReturnW),
      .RepeatedHistory(RepeatedHistory),
      .HrepeatW       (HrepeatW),
      .HistSearch     (HistSearch),
      .RepeatBranch   (RepeatBranch && RepeatedHistory && Btm),
      .RepeatBranchHtm(RepeatBranchHtm && RepeatedHistory && Htm),
      .BcntW          (BcntW),
      .Ts             (Ts),
      .TsW            (TsBits),
      .TsMessages     (6'(TsMessages)),
      .SrcW           (SrcW),
      .ExtendAddrMsb  (ExtendAddrMsb),
      .Stimulus       (Stimulus),
      .StimulusTag    (StimulusTag),
      .DataTrace      (DataTrace),
      .DataPorts      (DataPorts),
      .Watchpoint     (Watchpoint),
      .Comps          (C),
      .QueueDepth     (QueueDepth),
      .Lanes          (Lanes),
      .ValueAW        (ValueAW),
      .ValueBW        (ValueBW),
      .ValueCW        (ValueCW),
      .LendsDiff      (SharedDiff),
      .LentSize       (SharedStack ? ReturnSize : 0)
    ) u_ntrace (
      .clk_i,
      .rst_ni,
      .clr_i          (clr),
      .etrace_i       (etrace),
      .drop_i         (give_up),
      .paddr_i,
      .pstrb_i,
      .part_o         (store_part),
      .waits_o        (store_waits),
      .we_i           (reg_write),
      .addr_i         (addr),
      .wdata_i        (wdata),
      .rdata_o        (store_rdata),
      .enable_i       (reg_enable),
      .extend_i       (reg_extend),
      .src_bits_i     (src_bits),
      .src_i          (src),
      .ts_on_i        (ts_on),
      .stopped_i      (stopped_q),
      .latch_now_i    (chosen.latched),
      .set_i          (set),
      .state_o        (nt),
      .start_o        (start),
      .stop_o         (stop),
      .watch_o        (watch),
      .taken_i        (taken),
      .extra_i        (extra_in),
      .comps_i        (hits),
      .notifies_i     (block_notify),
      .has_extra_o    (nt_extra_in),
      .valid_i        (q_valid && !etrace && nt_links),
      .record_i       (q_record),
      .latch_i        (q_latch),
      .gap_i          (q_gap),
      .adjacent_i     (q_adjacent),
      .cycles_i       (q_cycles),
      .two_i          (pair),
      .lent_add_i     (et_add),
      .lent_clear_i   (et_clear),
      .lent_sum_o     (lent_sum),
      .lent_push_i    (et_push),
      .lent_top_i     (PlaceW'(et_top)),
      .lent_newest_i  (et_newest),
      .lent_third_o   (et_third),
      .lent_link_i    (et_links),
      .lent_keep_i    (et_keeps),
      .lent_less_i    (et_differs),
      .lent_addr_i    (et_addr),
      .lent_diff_o    (et_diff),
      .idle_i         (q_idle),
      .side_i         (q_side),
      .special_i      (q_special),
      .side_now_i     (side_now),
      .trig_on_i      (q_on),
      .trig_off_i     (q_off),
      .trig_due_i     (q_due),
      .sync_i         (q_sync && Requests),
      .priv_i         (q_priv),
      .ctype_i        (q_ctype),
      .context_i      (q_context),
      .hcontext_i     (q_hcontext),
      .now_i          (now),
      .block_i        (q_block),
      .real_i         (q_real),
      .some_i         (q_some),
      .longer_i       (q_longer),
      .reaches_i      (q_reaches),
      .last_i         (q_last),
      .index_i        (index_q[0]),
      .notify_i       (q_notify),
      .iaddr_i        (q_iaddr),
      .iretire_i      (q_iretire),
      .itype_i        (q_itype),
      .sijump_i       (q_sijump),
      .lead_o         (nt_lead),
      .steady_o       (nt_steady),
      .event_o        (event_now),
      .tiny_o         (tiny),
      .room_o         (roomy),
      .timed_o        (timed),
      .htm_o          (flow_htm),
      .owner_o        (flow_owner),
      .owner_same_o   (flow_same),
      .part_i         (pair && !both),
      .more_i         (more),
      .entry_i        (q_entry),
      .pre_more_i     (pre_more),
      .sum_i          (sum),
      .sums_i         (sums),
      .pick_i         (pick),
      .jumps_i        (jumps),
      .pre_branch_i   (pre_branch),
      .pre_taken_i    (pre_taken),
      .drop_block_i   (q_drop),
      .moves_i        (q_moves),
      .next_iaddr_i   (q_next_iaddr),
      .next_iretire_i (q_next_iretire),
      .alone_iretire_i(q_alone_iretire),
      .next_priv_i    (q_next_priv),
      .next_prompt_i  (q_next_prompt),
      .own_iretire_i  (own_iretire),
      .own_itype_i    (own_itype),
      .own_ilastsize_i(own_ilastsize),
      .own_sijump_i   (own_sijump),
      .own_longer_i   (own_longer),
      .own_reaches_i  (own_reaches),
      .ahead_o        (ahead),
      .past_o         (past),
      .there_i        (there_access),
      .access_i       (q_access),
      .data_set_i     (data_set),
      .data_status_o  (nt_data),
      .data_stall_o   (nt_data_stall),
      .record_extra_i (q_extra),
      .pop_i          (chosen.pop),
      .half_i         (half),
      .calm_i         (queue_level <= QueueLevelW'(QueueDepth / 8 + 4)),
      .any_lost_i     (lost),
      .data_on_o      (nt_data_on),
      .data_lost_o    (nt_data_lost),
      .hold_i         (hold),
      .queue_valid_o  (m_valid),
      .queue_ready_i  (queue_ready),
      .queue_data_o   (m_in),
      .queue_late_o   (m_late),
      .queue_low_i    (low),
      .queued_valid_i (m_out_valid),
      .queued_ready_o (m_out_ready),
      .queued_data_i  (m_out),
      .idle_o         (pack_idle),
      .link_valid_o   (nt_link_valid),
      .link_ready_i   (link_ready_i && nt_links),
      .link_data_o    (nt_link_data),
      .link_last_o    (nt_link_last),
      .link_bytes_o   (nt_link_bytes)
    );
  end else begin : gen_no_ntrace
    logic unused;
    assign unused = &{
      1'b0, paddr_i, pstrb_i, reg_extend, set, taken, hits, block_notify, nt_links, et_add,
      et_clear, q_due, q_priv, q_ctype, q_context, q_hcontext, q_longer, q_reaches, q_moves,
      q_entry, q_next_iaddr, q_next_iretire, q_alone_iretire, q_next_priv, q_next_prompt, q_extra,
      both, more, pre_more, sum, sums, pick, jumps, et_keeps, et_differs, et_addr, et_push, et_top,
      et_newest, pre_branch, pre_taken,
      own_iretire, own_itype, own_sijump, own_longer, own_reaches, m_out_valid, m_out};
    assign {nt, store_part, store_waits, store_rdata, start, stop, watch, nt_extra_in} = '0;
    assign {lent_sum, et_diff, et_third, nt_lead, nt_steady, event_now, tiny, roomy} = '0;
    assign {timed, flow_htm} = '0;
    assign {flow_owner, flow_same, ahead, past, nt_data, nt_data_stall} = '0;
    assign {nt_data_on, nt_data_lost, m_valid, m_in, m_late, m_out_ready} = '0;
    assign {nt_link_valid, nt_link_data, nt_link_last, nt_link_bytes} = '0;
    assign pack_idle = 1'b1;
  end

  // ---- E-Trace ----

  logic drains;
  if (Etrace) begin : gen_etrace
    tr_encoder_etrace #(
      .XLen             (XLen),
      .RetireW          (RetireW),
      .ItypeW           (ItypeW),
      .PrivW            (PrivilegeW),
      .Context          (!NoContext),
      .ContextW         (PacketContextW),
      .EcauseW          (EcauseW),
      .SequentialJump   (SequentialJump),
      .ImplicitException(NoTrapAddr),
      .FullAddress      (NoAddrDiff),
      .ReturnSize       (ReturnSize),
      .CounterSize      (CounterSize),
      .PredictSize      (BpredSize),
      .CacheSize        (CacheSize),
      .SubformatW       (SubformatW),
      .Ts               (Ts),
      .TsW              (TsBits),
      .SrcW             (SrcW),
      .SyncModes        (4'(SyncModes)),
      .Borrows          (Ntrace),
      .DataTrace        (DataTrace),
      .DataPorts        (DataPorts),
      .DataSplit        (DataSplit),
      .LridW            (LridW),
      .DataDiffW        (DataDiffW),
      .BorrowsDiff      (SharedDiff),
      .BorrowsStack     (SharedStack),
      .QueueDepth       (QueueDepth),
      .Lanes            (Lanes),
      .PacketW          (PacketW)
    ) u_etrace (
      .clk_i,
      .rst_ni,
      .clr_i          (clr || !etrace),
      .drop_i         (give_up),
      .enable_i       (reg_enable),
      .options_i      (options),
      .src_bits_i     (src_bits),
      .src_i          (src),
      .ts_on_i        (ts_on),
      .next_tracing_i (set.next_tracing),
      .stopped_i      (stopped_q),
      .trig_i         (set.trig),
      .sync_mode_i    (set.sync_mode),
      .sync_mask_i    (set.sync_mask),
      .borrow_add_o   (et_add),
      .borrow_clear_o (et_clear),
      .borrow_sum_i   (lent_sum),
      .borrow_push_o  (et_push),
      .borrow_top_o   (et_top),
      .borrow_newest_o(et_newest),
      .borrow_third_i (et_third),
      .borrow_addr_o  (et_addr),
      .borrow_keep_o  (et_keeps),
      .borrow_less_o  (et_differs),
      .borrow_diff_i  (et_diff),
      .latch_o        (et.latched),
      .tracing_o      (et.tracing),
      .set_tracing_o  (et.set_tracing),
      .tracing_value_o(et.tracing_value),
      .taken_i        (taken),
      .ctype_i,
      .context_i      (PacketContextW'(context_i)),
      .cause_i        (cause_i[EcauseW-1:0]),
      .tval_i,
      .queue_level_i  (queue_level),
      .valid_i        (q_valid && etrace && et_links),
      .record_i       (q_record),
      .latch_i        (q_latch),
      .gap_i          (q_gap),
      .adjacent_i     (q_adjacent),
      .cycles_i       (q_cycles),
      .idle_i         (q_idle),
      .side_i         (q_side),
      .side_now_i     (side_now),
      .special_i      (q_special),
      .trig_on_i      (q_on),
      .trig_off_i     (q_off),
      .sync_i         (q_sync && Requests),
      .priv_i         (q_priv[PrivilegeW-1:0]),
      .time_shown_o   (et.time_shown),
      .now_i          (now),
      .block_i        (q_block),
      .real_i         (q_real),
      .some_i         (q_some),
      .last_i         (q_last),
      .drop_block_i   (q_drop),
      .notify_i       (q_notify),
      .iaddr_i        (q_iaddr),
      .iretire_i      (q_iretire),
      .itype_i        (q_itype),
      .ilastsize_i    (own_ilastsize),
      .sijump_i       (q_sijump),
      .past_i         (past),
      .ahead_i        (ahead),
      .two_i          (own_longer),
      .block_done_o   (et.block_done),
      .data_set_i     (data_set),
      .data_status_o  (et_data),
      .data_stall_o   (et_data_stall),
      .data_on_o      (et_data_on),
      .there_i        (there_access),
      .access_i       (q_access),
      .index_i        (index_q[0]),
      .half_i         (half),
      .pop_o          (et.pop),
      .pause_i        (drains),
      .hold_i         (hold),
      .overflow_o     (et.overflow),
      .lost_o         (et.lost),
      .ending_o       (et.ending),
      .busy_o         (et_busy),
      .idle_o         (et_idle),
      .message_pop_o  (et_load),
      .queue_valid_o  (p_valid),
      .queue_ready_i  (queue_ready),
      .queue_data_o   (p_in),
      .queue_late_o   (p_late),
      .queue_low_i    (low),
      .queue_empty_i  (level == '0),
      .queued_valid_i (p_out_valid),
      .queued_ready_o (p_out_ready),
      .queued_data_i  (p_out),
      .link_valid_o   (et_link_valid),
      .link_ready_i   (link_ready_i && et_links),
      .link_data_o    (et_link_data),
      .link_last_o    (et_link_last),
      .link_bytes_o   (et_link_bytes)
    );
  end else begin : gen_no_etrace
    logic unused;
    assign unused = &{1'b0, options, et_links, drains, half, set, lent_sum, et_diff, et_third,
                      ahead, past, p_out_valid, p_out};
    assign {et, et_data, et_data_stall, et_data_on, et_busy, et_load} = '0;
    assign {p_valid, p_in, p_late, p_out_ready} = '0;
    assign {et_keeps, et_differs, et_addr, et_push, et_top, et_newest} = '0;
    assign {et_add, et_clear, et_link_valid, et_link_last, et_link_data, et_link_bytes} = '0;
    assign et_idle = 1'b1;
  end

  // ---- Disabled, and the link is stopped: what is queued cannot be delivered any more ----

  logic lose;
  logic out_idle;
  logic gave_up_d, gave_up_q;
  assign out_idle  = et_links ? et_idle : pack_idle;
  // The rest of the message being packed goes out when the link takes it.
  assign give_up   = !set.enable && !clr && stopped_q;
  assign lose      = give_up && ((level != '0) || (!out_idle && (!gave_up_q || link_ready_i)));
  assign stopped_d = link_stopped_i;
  assign waits_d   = psel_i && !wready;
  assign gave_up_d = give_up;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stopped_q <= 1'b0;
      waits_q   <= 1'b0;
      gave_up_q <= 1'b0;
    end else begin
      stopped_q <= stopped_d;
      waits_q   <= waits_d;
      gave_up_q <= gave_up_d;
    end
  end

  // ---- A flush ----

  if (Requests) begin : gen_requests
    tr_encoder_flush #(
      .RecordsW (QueueLevelW),
      .MessagesW(FlushW)
    ) u_flush (
      .clk_i,
      .rst_ni,
      .clr_i        (clr),
      .flush_i,
      .flushed_o,
      .drains_o     (drains),
      .records_i    (queue_level),
      .record_pop_i (chosen.pop),
      .both_pop_i   (both),
      .ending_i     (ending),
      .messages_i   (FlushW'(level)),
      .message_pop_i(et_links ? et_load : m_out_valid && m_out_ready),
      .load_i       (et_links ? et_load : nt_load),
      .last_i       (link_valid_o && link_ready_i && link_last_o)
    );
  end else begin : gen_no_requests
    logic unused;
    assign unused              = &{1'b0, both, nt_load, et_load};
    assign {flushed_o, drains} = {flush_i, 1'b0};
  end

  // Disabled: records make no messages.
  assign set_loss = overflow || (stall_o && chosen.tracing && (stalling || !DataTrace)) || lose;
  assign empty    = ((queue_level == '0) || (!set.enable && !latch_busy)) && (level == '0) &&
                    (out_idle || give_up) && !lost && !nt_data_lost && !ending;

  // ---- External trigger outputs ----

  tr_encoder_ext_out #(
    .Outputs(ExtOutputs)
  ) u_ext_out (
    .clk_i,
    .rst_ni,
    .active_i (active),
    .control_i(ext_out),
    .start_i  (start),
    .stop_i   (stop),
    .watch_i  (watch),
    .loss_i   (set_loss && !loss),
    .trig_o   (ext_trig_o)
  );

endmodule
