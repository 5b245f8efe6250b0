// SPDX-License-Identifier: Apache-2.0
// The encoder of one hart, for N-Trace, E-Trace or both: ingress records in, whole messages out, registers on APB4.
//
// N-Trace 1.0; E-Trace 2.0; TCI 1.0, Trace Encoder Control Interface; E-Trace 2.0, Hart to encoder interface.
// The parameters are those of the model (trm_encoder.h), the messages too, byte for byte. An
// optional part that is 0 has no logic, and its registers read 0. docs/reference/rtl.md has the timing.

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
  // Data signals, unified; iaddr_lsbs_i without bit 0; of an atomic the value written is below the one read.
  input  logic [     DataPorts-1:0] dretire_i, dblock_i,
  input  logic [   4*DataPorts-1:0] dtype_i,
  input  logic [DataPorts*XLen-1:0] daddr_i,
  input  logic [   3*DataPorts-1:0] dsize_i,
  input  logic [ 128*DataPorts-1:0] data_i,
  input  logic [DataPorts*RetireW-1:0] iaddr_lsbs_i,
  input  logic [        Blocks+1:0] trigger_i,   // trace-on, trace-off, trace-notify of each block
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
  localparam int unsigned TsBits = Ts ? TsW : 1;
  localparam int unsigned MaxAB = (HrepeatW > BcntW) ? HrepeatW : BcntW;
  localparam int unsigned MaxA = (IcntW > MaxAB) ? IcntW : MaxAB;
  localparam int unsigned MaxB = (AddrW > ContextW + 5) ? AddrW : ContextW + 5;
  // DataAcquisition: IDTAG below DQDATA in b, or IDTAG in a and DQDATA in c. DataWrite: DSZ below the address in b, DATA in c.
  localparam bit Tagged = Stimulus && StimulusTag != 0;
  localparam bit Side = DataTrace || Watchpoint;
  localparam int unsigned MaxBD = (DataTrace && MaxB < XLen + 4) ? XLen + 4 : MaxB;
  localparam int unsigned MaxAS = (Stimulus && MaxA < 7) ? 7 : MaxA;
  localparam int unsigned ValueAW = (Watchpoint && MaxAS < 9) ? 9 : MaxAS;
  localparam int unsigned ValueBW = (Tagged && MaxBD < 32 + StimulusTag) ? 32 + StimulusTag : MaxBD;
  localparam int unsigned ValueCW = DataTrace ? 64 : (Stimulus && !Tagged && HistW < 32) ? 32 : HistW;
  localparam int unsigned MessageW = 6 + 4 + 2 + 3 + ValueAW + ValueBW + ValueCW + (Ts ? TsW : 0);
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
  logic nt_latched, nt_tracing, nt_set_tracing, nt_set_tracing_value, nt_overflow, nt_lost, nt_ending, nt_pop, nt_block_done, nt_idle,
        nt_steady, nt_lead, nt_link_valid, nt_link_last, nt_load;
  logic et_latched, et_tracing, et_set_tracing, et_set_tracing_value, et_overflow, et_lost, et_ending, et_pop, et_block_done, et_idle,
        et_busy, et_link_valid, et_link_last, et_load, et_add, et_clear;
  logic [20:0] lent_sum;
  // Of the block that is shown: found by one, used by both.
  logic [RetireW-1:0] ahead;
  logic [AddrW-1:0] past;
  logic [8*Lanes-1:0] nt_link_data, et_link_data;
  logic [BytesW-1:0] nt_link_bytes, et_link_bytes;
  logic [LevelW-1:0] nt_level, et_level;
  logic [5:0] options;
  // With both, messages and packets share a queue; one waits until queue and link are not the other one's any more.
  logic nt_links, et_links, drains;
  localparam bit Both = Ntrace && Etrace;
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
  assign nt_links = !et_links;
  assign latched           = etrace ? et_latched : nt_latched;
  assign tracing           = etrace ? et_tracing : nt_tracing;
  assign set_tracing       = etrace ? et_set_tracing : nt_set_tracing;
  assign set_tracing_value = etrace ? et_set_tracing_value : nt_set_tracing_value;
  assign q_pop             = etrace ? et_pop : nt_pop;
  assign block_done        = etrace ? et_block_done : nt_block_done;
  assign overflow          = nt_overflow || et_overflow;
  assign lost              = nt_lost || et_lost;
  assign ending            = nt_ending || et_ending || et_busy;
  assign steady            = nt_steady && !etrace;
  assign lead              = nt_lead && !etrace;
  assign level             = (Both || !Ntrace) ? et_level : nt_level;
  assign link_valid_o      = et_links ? et_link_valid : nt_link_valid;
  assign link_data_o       = et_links ? et_link_data : nt_link_data;
  assign link_last_o       = et_links ? et_link_last : nt_link_last;
  assign link_bytes_o      = et_links ? et_link_bytes : nt_link_bytes;

  // ---- Registers ----

  logic we, wready, active, clr, reg_write, latch_busy_q, control_busy_q;
  logic [11:0] addr;
  logic [31:0] wdata, rdata, other_rdata, ts_rdata, filter_rdata;
  logic empty, set_tracing, set_tracing_value, set_loss;
  logic reg_enable, reg_tracing, reg_context, reg_trig, reg_stall, reg_sequential, reg_return;
  logic reg_repeated, reg_all_jumps, reg_extend;
  logic [2:0] reg_mode;
  logic [1:0] reg_sync_mode, reg_return_mode;
  logic [3:0] reg_sync_max, src_bits;
  logic [11:0] src;
  logic [31:0] ext_in, ext_out;
  logic [2:0] dbg;
  logic latch_ready, latched;
  logic unused_re;

  tr_apb u_apb (
    .psel_i, .penable_i, .pwrite_i, .paddr_i, .pwdata_i, .pready_o, .prdata_o, .pslverr_o,
    .pstrb_i (pstrb_i | {4{store_part}}),
    .we_o    (we),
    .re_o    (unused_re),
    .addr_o  (addr),
    .wdata_o (wdata),
    .rdata_i (rdata),
    .wready_i(wready)
  );

  // A write is an entry in the queue of records. The next write waits until it has taken effect,
  // except one that resets the encoder, which gets through whatever the link does.
  assign wready = ~active | (latch_ready & ~latch_busy_q & ~store_waits) |
                  ((addr == tr_encoder_pkg::TR_TE_CONTROL_OFFSET) & ~wdata[0]);
  assign clr    = ~active;

  localparam int unsigned C = (Comparators > 0) ? Comparators : 1, PortW = 137 + XLen + RetireW;
  tr_pkg::extra_t extra;
  logic data_stall, data_stalling, extra_in, nt_extra_in, some_access, q_extra, taken;
  logic [DataPorts*PortW-1:0] access;  logic [DataPorts-1:0] keep;
  logic [DataPorts*(PortW+1)-1:0] q_access;
  logic there_access;
  logic [31:0] data_rdata;
  tr_pkg::data_set_t data_set;
  tr_pkg::data_status_t nt_data, et_data;
  logic nt_data_stall, nt_data_on, et_data_stall, et_data_on;
   logic [Blocks*C-1:0] hits;
  logic store_part, store_waits;
  logic [31:0] store_rdata;

  // While trTeControl waits, triggers of earlier records do not change it any more.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      latch_busy_q   <= 1'b0;
      control_busy_q <= 1'b0;
    end else if (clr) begin
      latch_busy_q   <= 1'b0;
      control_busy_q <= 1'b0;
    end else if (reg_write) begin
      latch_busy_q   <= 1'b1;
      control_busy_q <= addr == tr_encoder_pkg::TR_TE_CONTROL_OFFSET;
    end else if (latched) begin
      latch_busy_q   <= 1'b0;
      control_busy_q <= 1'b0;
    end
  end

  tr_encoder_regs #(
    .Ntrace(Ntrace), .Etrace(Etrace), .NoAddrDiff(NoAddrDiff), .NoTrapAddr(NoTrapAddr), .Calls((ReturnStackSize != 0) || (CallCounterSize != 0)), .Predict(BpredSize != 0), .Targets(CacheSize != 0),
    .Btm(Btm), .Htm(Htm), .SrcW(SrcW), .SyncModes(4'(SyncModes)), .Context(Context),
    .Triggers(Triggers), .ExtTriggers(ExtTriggers), .ExtOutputs(ExtOutputs),
    .ExtEvents(4'(ExtEvents)), .DbgControl(DbgControl), .Stall(Stall), .AllJumps(AllJumps),
    .ExtendAddrMsb(ExtendAddrMsb), .SequentialJump(SequentialJump),
    .ImplicitReturn(ImplicitReturn & (ItypeW == 4)), .RepeatedHistory(RepeatedHistory)
  ) u_regs (
    .clk_i, .rst_ni, .we_i(we), .addr_i(addr), .wdata_i(wdata), .rdata_o(rdata), .empty_i(empty),
    .set_tracing_i(set_tracing & ~control_busy_q), .tracing_i(set_tracing_value),
    .set_loss_i(set_loss), .other_rdata_i(other_rdata), .write_o(reg_write), .etrace_o(etrace), .options_o(options), .active_o(active),
    .enable_o(reg_enable), .tracing_o(reg_tracing), .mode_o(reg_mode), .context_o(reg_context),
    .trig_o(reg_trig), .stall_o(reg_stall), .loss_o(loss), .sync_mode_o(reg_sync_mode),
    .sync_max_o(reg_sync_max), .sequential_o(reg_sequential), .return_o(reg_return),
    .return_mode_o(reg_return_mode), .repeated_o(reg_repeated), .all_jumps_o(reg_all_jumps),
    .extend_o(reg_extend), .src_bits_o(src_bits), .src_o(src), .ext_in_o(ext_in),
    .ext_out_o(ext_out), .dbg_o(dbg)
  );

  logic set_htm, set_context, set_trig, set_sequential, set_repeated;
  logic next_tracing, next_mode, next_starts, next_repeats;
  logic [1:0] set_sync_mode, set_return_mode;
  logic [3:1] set_sync_by;
  logic [15:0] set_sync_mask;

  tr_encoder_settings #(.Htm(Htm)) u_settings (
    .clk_i, .rst_ni, .clr_i(clr), .latch_i(latched), .enable_i(reg_enable), .tracing_i(reg_tracing),
    .mode_i(reg_mode), .context_i(reg_context), .trig_i(reg_trig), .stall_i(reg_stall),
    .sync_mode_i(reg_sync_mode), .sync_max_i(reg_sync_max), .sequential_i(reg_sequential),
    .return_i(reg_return), .return_mode_i(reg_return_mode), .repeated_i(reg_repeated),
    .all_jumps_i(reg_all_jumps), .enable_o(enabled), .htm_o(set_htm), .context_o(set_context),
    .trig_o(set_trig), .stall_o(stall_ena), .sync_mode_o(set_sync_mode), .sync_by_o(set_sync_by),
    .sync_mask_o(set_sync_mask), .sequential_o(set_sequential), .return_mode_o(set_return_mode),
    .repeated_o(set_repeated), .next_tracing_o(next_tracing), .next_mode_o(next_mode),
    .next_starts_o(next_starts), .next_repeats_o(next_repeats)
  );

  // ---- Timestamp ----

  logic halted, ts_on;
  logic [TsBits-1:0] timestamp;

  if (Ts) begin : g_ts
    logic [31:0] ts_control;
    logic [63:0] ts_wide;
    logic [7:0] unused_vendor;

    tr_timestamp #(.Modes(5'(TsModes)), .Width(TsW)) u_timestamp (
      .clk_i, .rst_ni,
      .clr_i     (clr),
      .we_i      (reg_write & (addr == tr_timestamp_pkg::TR_TS_CONTROL_OFFSET)),
      .wdata_i   (wdata),
      .control_o (ts_control),
      .halted_i  (halted),
      .external_i(time_i), .shared_i(shared_i),
      .value_o   (timestamp),
      .enabled_o (ts_on),
      .vendor_o  (unused_vendor)
    );

    assign ts_wide = 64'(timestamp);
    always_comb begin
      case (addr)
        tr_timestamp_pkg::TR_TS_CONTROL_OFFSET: ts_rdata = ts_control;
        tr_timestamp_pkg::TR_TS_COUNTER_LOW_OFFSET: ts_rdata = ts_wide[31:0];
        tr_timestamp_pkg::TR_TS_COUNTER_HIGH_OFFSET: ts_rdata = ts_wide[63:32];
        default: ts_rdata = '0;
      endcase
    end
  end else begin : g_no_ts
    logic unused;
    assign unused    = &{1'b0, time_i, shared_i, halted};
    assign {ts_on, timestamp, ts_rdata} = '0;
  end

  // ---- Ingress ----

  logic trig_on, trig_off, trig_due, ext_on, ext_off;
  logic record_now, stall, stalling, hold, stopped_q, waits_q, tracing, stall_ena, enabled, m_high;
  logic [2:0] side_now;
  logic [QueueLevelW-1:0] queue_level;
  logic [LevelW-1:0] level;
  logic q_valid, q_pop, q_record, q_latch, q_gap, q_adjacent, q_idle, q_on, q_off, q_due, q_ctype,
        q_sync;
  logic [IndexW-1:0] index_q;
  logic [20:0] q_cycles;
  logic [2:0] q_side, q_priv;
  logic [ContextW-1:0] q_context, q_hcontext;
  logic unused_time;
  logic steady, lead, event_now, tiny, timed, flow_htm, flow_owner, pair, both, more;
  logic flow_same;
  logic [2:0] q_next_priv;
  logic pre_more, q_moves;
  logic [AddrW-1:0] q_next_iaddr;
  logic [RetireW-1:0] q_next_iretire;
  logic [2*Blocks:1] roomy;
  logic [7:0] sum;
  logic q_special, q_real, q_some, own_ilastsize, own_sijump, q_longer, q_reaches, own_longer,
        own_reaches;
  logic [RetireW-1:0] own_iretire;
  logic [ItypeW-1:0] own_itype;
  logic [2*Blocks-2:0] pre_branch, pre_taken;
  logic q_block, q_last, q_notify, q_drop, q_sijump, block_done;
  logic [AddrW-1:0] q_iaddr, q_entry;
  logic [RetireW-1:0] q_iretire;
  logic [ItypeW-1:0] q_itype;
  logic [Blocks*AddrW-1:0] iaddr_short;
  logic [Blocks-1:0] drop, filter_notify;

  for (genvar k = 0; k < Blocks; k = k + 1) begin : g_iaddr
    logic unused;
    assign unused = iaddr_i[XLen*k];
    assign iaddr_short[AddrW*k +: AddrW] = iaddr_i[XLen*k+1 +: AddrW];
  end

  tr_encoder_ext_in #(.InW(ExtInW)) u_ext_in (
    .trig_i(ext_trig_i), .control_i(ext_in), .on_o(ext_on), .off_o(ext_off), .due_o(trig_due)
  );
  assign trig_on  = (Triggers & dbg[0] & trigger_i[0]) | ext_on;
  assign trig_off = (Triggers & dbg[1] & trigger_i[1]) | ext_off;

  // A stalling encoder takes a record when there is room for it and for a register write, and for
  // all the messages of a record. Messages of queued records wait if necessary, unless the link is
  // stopped and the encoder is to be disabled, or a write waits for them.
  assign stalling = (stall_ena & enabled) | (latch_busy_q & reg_stall & reg_enable);
  assign data_stalling = (data_stall & enabled) | (latch_busy_q & data_set.stalls);
  assign stall    = Stall & (stalling | data_stalling) & active &
                    ((queue_level >= QueueLevelW'(QueueDepth + 2)) |
                     (tracing & m_high));
  assign hold     = Stall & (stall_ena | data_stall) & ~(stopped_q & (~reg_enable | waits_q));
  assign stall_o = stall & record_now;

  tr_encoder_ingress #(
    .Blocks(Blocks), .AddrW(AddrW), .RetireW(RetireW), .ItypeW(ItypeW), .Context(Context & Ntrace),
    .HContext(HContext & Ntrace), .ContextW(ContextW), .Cycles(SyncModes[2]), .Ts(1'b0), .TsW(1),
    .Filters(Filters != 0), .Drains(Etrace), .Side(Side), .Depth(QueueDepth)
  ) u_ingress (
    .clk_i, .rst_ni, .clr_i(clr), .valid_i, .block_valid_i, .iaddr_i(iaddr_short), .iretire_i,
    .itype_i, .ilastsize_i, .sijump_i,
    .notify_i(trigger_i[Blocks+1:2] & {Blocks{Triggers & dbg[2]}}), .drop_i(drop),
    .filter_notify_i(filter_notify), .extra_i(extra_in), .taken_o(taken), .extra_o(q_extra), .priv_i, .ctype_i, .context_i, .hcontext_i,
    .side_i({lowpower_i, reset_i, halted_i}), .trig_on_i(trig_on), .trig_off_i(trig_off),
    .trig_due_i(trig_due), .sync_i(sync_i & Requests), .time_i(1'b0), .stall_i(stall), .drain_i(etrace),
    .record_o(record_now), .halted_o(halted), .side_now_o(side_now), .level_o(queue_level),
    .latch_i(reg_write), .latch_ready_o(latch_ready), .valid_o(q_valid), .pop_i(q_pop),
    .index_i(index_q), .steady_i(steady), .lead_i(lead), .event_i(event_now), .timed_i(timed),
    .tiny_i(tiny), .htm_i(flow_htm), .room_i(roomy), .owner_i(flow_owner), .owner_same_i(flow_same),
    .pair_o(pair), .both_o(both), .more_o(more), .entry_o(q_entry), .pre_more_o(pre_more), .sum_o(sum),
    .pre_branch_o(pre_branch), .pre_taken_o(pre_taken), .is_record_o(q_record), .latch_o(q_latch),
    .gap_o(q_gap), .adjacent_o(q_adjacent), .cycles_o(q_cycles), .idle_o(q_idle), .side_o(q_side), .special_o(q_special),
    .trig_on_o(q_on), .trig_off_o(q_off), .trig_due_o(q_due), .sync_o(q_sync), .priv_o(q_priv),
    .ctype_o(q_ctype), .context_o(q_context), .hcontext_o(q_hcontext), .time_o(unused_time),
    .block_o(q_block), .real_o(q_real), .some_o(q_some), .longer_o(q_longer), .reaches_o(q_reaches), .last_o(q_last), .notify_o(q_notify), .drop_o(q_drop), .iaddr_o(q_iaddr),
    .iretire_o(q_iretire), .itype_o(q_itype), .sijump_o(q_sijump),
    .moves_o(q_moves), .next_iaddr_o(q_next_iaddr), .next_iretire_o(q_next_iretire), .next_priv_o(q_next_priv), .own_iretire_o(own_iretire), .own_itype_o(own_itype), .own_ilastsize_o(own_ilastsize),
    .own_sijump_o(own_sijump), .own_longer_o(own_longer), .own_reaches_o(own_reaches)
  );

  // ---- Filters: they see the record as it arrives ----

  if ((Filters != 0) || (Comparators != 0)) begin : g_filters
    tr_encoder_filters #(
      .Filters(Filters), .Comparators(Comparators), .FilterMatches(4'(FilterMatches)),
      .NestingW(FilterNesting), .CompInputs(3'(CompInputs)), .CompModes(4'(CompModes)),
      .CompSecondary(CompSecondary), .CompNotify(CompNotify), .DataTrace(DataTrace), .DataPorts(DataPorts),
      .Blocks(Blocks), .XLen(XLen), .RetireW(RetireW), .ItypeW(ItypeW), .ContextW(ContextW)
    ) u_filters (
      .clk_i, .rst_ni, .clr_i(clr), .we_i(reg_write), .addr_i(addr), .wdata_i(wdata),
      .rdata_o(filter_rdata), .enable_i(reg_enable), .step_i(record_now & ~stall),
      .side_i(side_now), .block_valid_i(block_valid_i & {Blocks{valid_i}}), .iaddr_i(iaddr_short),
      .iretire_i, .itype_i, .ilastsize_i, .priv_i, .context_i, .cause_i, .tval_i, .impdef_i,
      .access_i(access), .keep_o(keep), .drop_o(drop), .notify_o(filter_notify), .hits_o(hits)
    );
  end else begin : g_no_filters
    logic unused;
    assign unused        = &{1'b0, cause_i, tval_i, impdef_i};
    assign filter_rdata  = '0;
    assign drop          = '0;
    assign filter_notify = '0;
    assign {keep, hits}  = {{DataPorts{1'b1}}, {Blocks*C{1'b0}}};
  end

  assign other_rdata = ts_rdata | filter_rdata | store_rdata | data_rdata;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) index_q <= '0;
    else if (clr | q_pop) index_q <= IndexW'(pair & ~both & ~clr);
    else if (block_done & ~q_last) index_q <= index_q + 1'b1;
  end

  // ---- The times of records ----

  // A back end gets the one it asks for one cycle later.
  logic nt_shown, et_shown;
  logic [TsBits-1:0] now;
  if (Ts) begin : gen_stamps
    tr_encoder_stamps #(.TsW(TsW), .Records(QueueDepth + 3)) u_stamps (
      .clk_i, .rst_ni, .clr_i(clr), .write_i(taken), .time_i(timestamp), .shown_i(etrace ? et_shown : nt_shown), .two_i(pair),
      .pop_i(q_pop & q_record), .both_i(both), .time_o(now)
    );
  end else begin : gen_no_stamps
    logic unused;
    assign unused = &{1'b0, timestamp, nt_shown, et_shown};
    assign now    = '0;
  end

  // ---- Messages ----

  logic m_valid, m_ready, start, stop, watch, loss, overflow, lost, ending, half;
  assign half = (level >= LevelW'(Messages / 2)) | (queue_level >= QueueLevelW'(QueueDepth / 2 + 3));

  logic pack_idle, give_up, gave_up_q, lose, out_pop, out_idle;

  for (genvar k = 0; k < DataPorts; k = k + 1) begin : g_access
    assign access[PortW*k +: PortW] = {dretire_i[k] & valid_i, dblock_i[k], iaddr_lsbs_i[RetireW*k +: RetireW],
        dtype_i[4*k +: 4], dsize_i[3*k +: 3], daddr_i[XLen*k +: XLen], data_i[128*k +: 128]};
  end

  // ---- Data accesses, for both protocols ----

  assign extra_in   = some_access || nt_extra_in;
  assign data_stall = etrace ? et_data_stall : nt_data_stall;
  assign nt_data_on = extra.on;
  if (DataTrace) begin : gen_data
    tr_encoder_access #(
      .XLen(XLen), .RetireW(RetireW), .Ports(DataPorts), .Depth(QueueDepth + 4), .Triggers(Triggers), .Stall(Stall)
    ) u_access (
      .clk_i, .rst_ni, .clr_i(clr), .we_i(reg_write), .addr_i(addr), .wdata_i(wdata), .rdata_o(data_rdata), .enable_i(reg_enable),
      .latch_i(latched), .etrace_i(etrace), .stalled_i(stall_o & tracing & data_stalling), .set_o(data_set), .status_i(etrace ? et_data : nt_data), .on_i(etrace ? et_data_on : nt_data_on),
      .port_i(access), .keep_i(keep), .some_o(some_access), .write_i(taken & extra_in), .pop_i(q_pop & q_extra),
      .there_o(there_access), .access_o(q_access)
    );
  end else begin : gen_no_data
    logic unused;
    assign unused = &{1'b0, access, keep, nt_data, et_data, nt_data_on, et_data_on};
    assign {data_set, data_rdata, some_access, there_access, q_access} = '0;
  end

  // The queue of messages, with both protocols: it is in tr_etrace.
  logic guest_valid, guest_ready, guest_low, guest_high, guest_there, guest_taken;
  logic [MessageW-1:0] m_in, m_out, guest_out;
  logic [TsBits-1:0] guest_late;

  if (Ntrace) begin : gen_ntrace
    logic m_any, m_low, out_valid, out_ready;
    logic [5:0] m_tcode;
    logic [3:0] m_f4;
    logic [1:0] m_f2;
    logic [2:0] m_use;
    logic [ValueAW-1:0] m_a;
    logic [ValueBW-1:0] m_b;
    logic [HistW-1:0] m_c;
    logic [TsBits-1:0] m_time;
    logic [1:0] turn;
    logic store_stall, store_valid, store_done, store_drop, store_now;
    tr_pkg::extra_event_t happens;
    tr_encoder_flow #(
      .Btm(Btm), .Htm(Htm), .AddrW(AddrW), .RetireW(RetireW), .PreN(2*Blocks-1), .ItypeW(ItypeW), .HistW(HistW),
      .IcntW(IcntW), .BtypeSplit(BtypeSplit), .HistAlways(HistAlways), .SyncModes(4'(SyncModes)),
      .Marker(ExtTriggers > 0), .Context(Context), .HContext(HContext), .ContextW(ContextW), .SequentialJump(SequentialJump),
      .ImplicitReturn(ImplicitReturn & (ItypeW == 4)), .ReturnDepth(ReturnDepth), .ReturnW(ReturnW),
      .RepeatedHistory(RepeatedHistory), .HrepeatW(HrepeatW), .HistSearch(HistSearch),
      .RepeatBranch(RepeatBranch & RepeatedHistory & Btm),
      .RepeatBranchHtm(RepeatBranchHtm & RepeatedHistory & Htm), .BcntW(BcntW), .TsW(TsBits),
      .ValueAW(ValueAW), .ValueBW(ValueBW), .Stimulus(Stimulus), .Watchpoint(Watchpoint)
    ) u_flow (
      .clk_i, .rst_ni, .clr_i(clr | etrace), .set_htm_i(set_htm), .set_context_i(set_context),
      .set_trig_i(set_trig), .set_sync_by_i(set_sync_by), .set_sync_mask_i(set_sync_mask),
      .set_sequential_i(set_sequential), .set_return_mode_i(set_return_mode),
      .set_repeated_i(set_repeated), .next_tracing_i(next_tracing), .next_mode_i(next_mode),
      .next_starts_i(next_starts), .next_repeats_i(next_repeats), .latch_o(nt_latched),
      .tracing_o(nt_tracing), .set_tracing_o(nt_set_tracing), .tracing_value_o(nt_set_tracing_value),
      .start_o(start), .stop_o(stop), .watch_o(watch), .overflow_o(nt_overflow), .lost_o(nt_lost),
      .ending_o(nt_ending), .valid_i(q_valid & ~etrace & nt_links), .record_i(q_record), .latch_i(q_latch), .gap_i(q_gap),
      .adjacent_i(q_adjacent), .cycles_i(q_cycles), .two_i(pair), .lent_i(etrace), .lent_add_i(et_add), .lent_clear_i(et_clear),
      .lent_sum_o(lent_sum), .idle_i(q_idle), .side_i(q_side), .special_i(q_special),
      .side_now_i(side_now), .trig_on_i(q_on), .trig_off_i(q_off), .trig_due_i(q_due),
      .sync_i(q_sync & Requests), .priv_i(q_priv), .ctype_i(q_ctype), .context_i(q_context),
      .hcontext_i(q_hcontext), .time_shown_o(nt_shown), .now_i(now), .pop_o(nt_pop), .block_i(q_block), .real_i(q_real), .some_i(q_some), .longer_i(q_longer), .reaches_i(q_reaches),
      .block_last_i(q_last), .block_first_i(index_q == '0), .notify_i(q_notify), .iaddr_i(q_iaddr),
      .iretire_i(q_iretire), .itype_i(q_itype), .sijump_i(q_sijump),
      .block_done_o(nt_block_done), .lead_o(nt_lead), .steady_o(nt_steady), .event_o(event_now), .tiny_o(tiny),
      .room_o(roomy), .timed_o(timed), .htm_o(flow_htm), .owner_o(flow_owner),
      .owner_same_o(flow_same), .part_i(pair & ~both), .more_i(more), .entry_i(q_entry), .pre_more_i(pre_more), .sum_i(sum),
      .pre_branch_i(pre_branch), .pre_taken_i(pre_taken), .drop_i(q_drop), .moves_i(q_moves),
      .next_iaddr_i(q_next_iaddr), .next_iretire_i(q_next_iretire), .next_priv_i(q_next_priv), .own_iretire_i(own_iretire),
      .own_itype_i(own_itype), .own_ilastsize_i(own_ilastsize), .own_sijump_i(own_sijump), .own_longer_i(own_longer),
      .own_reaches_i(own_reaches), .store_i(store_valid), .store_stall_i(store_stall),
      .store_done_o(store_done), .store_drop_o(store_drop), .store_now_o(store_now),
      .extra_i(extra), .turn_o(turn), .extra_o(happens), .ahead_o(ahead), .past_o(past), .hold_i(hold), .msg_valid_o(m_valid), .msg_ready_i(m_ready), .msg_low_i(m_low), .msg_tcode_o(m_tcode),
      .msg_f4_o(m_f4), .msg_f2_o(m_f2), .msg_use_o(m_use), .msg_a_o(m_a), .msg_b_o(m_b),
      .msg_c_o(m_c), .msg_time_o(m_time)
    );

    tr_encoder_extra #(
      .XLen(XLen), .Blocks(Blocks), .RetireW(RetireW), .Stimulus(Stimulus), .StimulusTag(StimulusTag), .DataTrace(DataTrace), .DataPorts(DataPorts),
      .Watchpoint(Watchpoint), .Comps(C), .Depth(QueueDepth + 4), .ValueAW(ValueAW),
      .ValueBW(ValueBW), .HistW(HistW), .ValueCW(ValueCW)
    ) u_extra (
      .clk_i, .rst_ni, .clr_i(clr | (etrace & DataTrace)), .paddr_i, .pstrb_i, .part_o(store_part), .waits_o(store_waits),
      .we_i(reg_write), .addr_i(addr), .wdata_i(wdata), .rdata_o(store_rdata), .enable_i(reg_enable),
      .latch_i(latched), .low_i(m_low), .lost_i(lost), .stopped_i(stopped_q),
      .half_i(half),
      .calm_i(queue_level <= QueueLevelW'(QueueDepth / 8 + 4)), .ready_i(m_ready), .hold_i(hold),
      .store_o(store_valid), .store_stall_o(store_stall), .store_now_i(store_now),
      .store_done_i(store_done), .store_drop_i(store_drop), .taken_i(taken), .extra_i(extra_in),
      .comps_i(hits), .notify_i(trigger_i[Blocks+1:2] & {Blocks{Triggers & dbg[2]}}),
      .side_o(nt_extra_in), .there_i(there_access & q_extra), .access_i(q_access), .data_set_i(data_set), .data_status_o(nt_data), .data_stall_o(nt_data_stall), .side_i(q_extra), .pop_i(q_pop), .index_i(index_q[0]),
      .iaddr_i(q_iaddr[RetireW-1:0]), .ahead_i(ahead), .notifies_i(q_notify & q_some), .turn_i(turn), .event_i(happens),
      .extra_o(extra), .trig_on_i(q_on), .trig_off_i(q_off), .repeated_i(set_repeated),
      .valid_i(m_valid), .tcode_i(m_tcode), .f4_i(m_f4), .f2_i(m_f2), .use_i(m_use), .a_i(m_a),
      .b_i(m_b), .c_i(m_c), .valid_o(m_any),
      .fields_o(m_in[MessageW-1 -: 15+ValueAW+ValueBW+ValueCW])
    );
    if (Ts) begin : g_m_time
      assign m_in[TsW-1:0] = '0;  // m_time, one cycle later
    end

    if (Both) begin : gen_shared
      assign guest_valid = m_any;
      assign guest_late  = m_time;
      assign guest_taken = out_ready;
      assign m_ready     = guest_ready;
      assign m_low       = guest_low;
      assign m_high      = guest_high & nt_links;
      assign out_valid   = guest_there;
      assign m_out       = guest_out;
      assign nt_level    = et_level;
    end else begin : gen_own
      logic unused_guest;
      assign unused_guest = &{1'b0, guest_ready, guest_low, guest_high, guest_there, guest_out};
      assign {guest_valid, guest_late, guest_taken} = '0;
      tr_encoder_messages #(
        .Width(MessageW), .Depth(Messages), .Low(RestartMessages), .High(Free), .LateW(Ts ? TsW : 0)
      ) u_messages (
        .clk_i, .rst_ni, .clr_i(clr | give_up), .wvalid_i(m_any), .wready_o(m_ready), .wdata_i(m_in), .wlate_i(m_time),
        .rvalid_o(out_valid), .rready_i(out_ready), .rdata_o(m_out), .low_o(m_low),
        .high_o(m_high), .level_o(nt_level)
      );
    end

    tr_encoder_pack #(
      .AddrW(AddrW), .ValueAW(ValueAW), .ValueBW(ValueBW), .HistW(ValueCW), .Ts(Ts), .TsW(TsBits),
      .TsMessages(6'(TsMessages)), .SrcW(SrcW), .ExtendAddrMsb(ExtendAddrMsb), .Lanes(Lanes),
      .Stimulus(Stimulus), .StimulusTag(StimulusTag), .DataTrace(DataTrace), .Watchpoint(Watchpoint)
    ) u_pack (
      .clk_i, .rst_ni, .src_bits_i(src_bits), .src_i(src), .extend_i(reg_extend), .ts_on_i(ts_on),
      .valid_i(out_valid & ~clr & ~give_up), .ready_o(out_ready), .tcode_i(m_out[MessageW-1 -: 6]),
      .f4_i(m_out[MessageW-7 -: 4]), .f2_i(m_out[MessageW-11 -: 2]), .use_i(m_out[MessageW-13 -: 3]),
      .a_i(m_out[MessageW-16 -: ValueAW]), .b_i(m_out[MessageW-16-ValueAW -: ValueBW]),
      .c_i(m_out[MessageW-16-ValueAW-ValueBW -: ValueCW]), .ts_i(m_out[TsBits-1:0]), .idle_o(pack_idle),
      .link_valid_o(nt_link_valid), .link_data_o(nt_link_data), .link_last_o(nt_link_last), .link_ready_i(link_ready_i & nt_links)
    );
    tr_link_bytes #(.Lanes(Lanes)) u_bytes (.link_data_i(nt_link_data), .link_bytes_o(nt_link_bytes));
    assign nt_idle = (nt_level == '0) && pack_idle;
    assign nt_load = out_valid & out_ready & ~clr & ~give_up;
    assign out_pop = out_valid & out_ready;
  end else begin : gen_no_ntrace
    logic unused;
    assign unused = &{1'b0, hits, taken, q_extra, q_hcontext, q_due, q_ctype, set_sync_by, q_moves, q_next_iaddr, q_next_iretire, q_next_priv, q_entry, q_reaches,
                      q_longer, own_longer, own_reaches, own_iretire, own_itype, sum, more, pre_more, pre_branch, pre_taken, set_htm,
                      set_context, set_sequential, set_return_mode, set_repeated, next_mode, next_starts, next_repeats, both,
                      q_priv, q_context, own_sijump, nt_links, guest_ready, guest_low, guest_high, guest_there, guest_out, m_in, m_out, et_add, et_clear, m_valid, m_ready, extra, reg_extend, pstrb_i};
    assign nt_idle = 1'b1;
    assign {nt_latched, nt_tracing, nt_set_tracing, nt_set_tracing_value, start, stop, watch, nt_overflow, nt_lost, nt_ending, nt_pop,
            nt_shown, nt_block_done, nt_lead, nt_steady, event_now, tiny, roomy, timed, flow_htm, flow_owner, flow_same, store_part, store_waits,
            store_rdata, nt_extra_in, nt_data, nt_data_stall, extra, m_valid, m_ready, m_high, out_pop, pack_idle, nt_load, nt_level,
            nt_link_valid, nt_link_data, nt_link_last, nt_link_bytes, lent_sum, ahead, past, m_in, m_out, guest_valid, guest_late, guest_taken} = '0;
  end

  if (Etrace) begin : gen_etrace
    localparam int unsigned GuestW = Both ? MessageW : 1;
    localparam int unsigned GuestLateW = (Both && Ts) ? TsW : 1;
    logic [GuestW-1:0] guest_in, guest_got;
    logic [GuestLateW-1:0] guest_time;
    logic unused_late;
    assign unused_late = &{1'b0, guest_late};  // without times
    assign guest_in   = GuestW'(m_in);
    assign guest_time = GuestLateW'(guest_late);
    assign guest_out  = MessageW'(guest_got);
    tr_encoder_etrace #(
      .XLen(XLen), .RetireW(RetireW), .ItypeW(ItypeW), .PrivW(PrivilegeW), .Context(!NoContext), .ContextW(PacketContextW),
      .EcauseW(EcauseW), .SequentialJump(SequentialJump), .ImplicitException(NoTrapAddr), .FullAddress(NoAddrDiff),
      .ReturnSize((ImplicitReturn && (ItypeW == 4)) ? ReturnStackSize : 0),
      .CounterSize((ImplicitReturn && (ItypeW == 4)) ? CallCounterSize : 0), .PredictSize(BpredSize), .CacheSize(CacheSize), .SubformatW(SubformatW), .Ts(Ts), .TsW(TsBits), .SrcW(SrcW),
      .SyncModes(4'(SyncModes)), .Borrows(Ntrace), .DataTrace(DataTrace), .DataPorts(DataPorts), .DataSplit(DataSplit), .LridW(LridW), .DataDiffW(DataDiffW),
      .QueueDepth(QueueDepth), .Messages(Messages), .RestartMessages(RestartMessages), .Lanes(Lanes),
      .GuestW(Both ? MessageW : 0), .GuestLateW((Both && Ts) ? TsW : 0), .GuestHigh(Free)
    ) u_etrace (
      .clk_i, .rst_ni, .clr_i(clr | ~etrace), .drop_i(give_up), .enable_i(reg_enable), .options_i(options),
      .src_bits_i(src_bits), .src_i(src), .ts_on_i(ts_on), .next_tracing_i(next_tracing), .stopped_i(stopped_q),
      .trig_i(set_trig), .sync_mode_i(set_sync_mode), .sync_mask_i(set_sync_mask), .borrow_add_o(et_add), .borrow_clear_o(et_clear), .borrow_sum_i(lent_sum), .latch_o(et_latched),
      .tracing_o(et_tracing), .set_tracing_o(et_set_tracing), .tracing_value_o(et_set_tracing_value), .taken_i(taken),
      .ctype_i, .context_i(PacketContextW'(context_i)), .cause_i(cause_i[EcauseW-1:0]), .tval_i,
      .queue_level_i(queue_level), .valid_i(q_valid & etrace & et_links), .record_i(q_record), .latch_i(q_latch), .gap_i(q_gap), .adjacent_i(q_adjacent),
      .cycles_i(q_cycles), .idle_i(q_idle), .side_i(q_side), .side_now_i(side_now), .special_i(q_special), .trig_on_i(q_on),
      .trig_off_i(q_off), .sync_i(q_sync & Requests), .priv_i(q_priv[PrivilegeW-1:0]), .time_shown_o(et_shown), .now_i(now), .block_i(q_block),
      .real_i(q_real), .some_i(q_some), .last_i(q_last), .drop_block_i(q_drop), .notify_i(q_notify), .iaddr_i(q_iaddr),
      .iretire_i(q_iretire), .itype_i(q_itype), .ilastsize_i(own_ilastsize), .sijump_i(q_sijump), .past_i(past), .ahead_i(ahead), .two_i(own_longer), .block_done_o(et_block_done),
      .data_set_i(data_set), .data_status_o(et_data), .data_stall_o(et_data_stall), .data_on_o(et_data_on), .there_i(there_access & q_extra), .access_i(q_access), .index_i(index_q[0]),
      .half_i(half), .pop_o(et_pop), .pause_i(drains), .hold_i(hold), .overflow_o(et_overflow), .lost_o(et_lost), .ending_o(et_ending), .busy_o(et_busy),
      .idle_o(et_idle), .level_o(et_level), .message_pop_o(et_load),
      .guest_i(nt_links), .guest_clr_i(clr | give_up), .guest_valid_i(guest_valid), .guest_ready_o(guest_ready),
      .guest_data_i(guest_in), .guest_late_i(guest_time), .guest_low_o(guest_low), .guest_high_o(guest_high),
      .guest_valid_o(guest_there), .guest_ready_i(guest_taken), .guest_data_o(guest_got), .link_valid_o(et_link_valid),
      .link_ready_i(link_ready_i & et_links), .link_data_o(et_link_data), .link_last_o(et_link_last),
      .link_bytes_o(et_link_bytes)
    );
  end else begin : gen_no_etrace
    logic unused;
    assign unused = &{1'b0, options, et_links, drains, half, set_sync_mode, lent_sum, past, guest_valid, guest_late, guest_taken};
    assign {guest_ready, guest_low, guest_high, guest_there, guest_out} = '0;
    assign {et_data, et_data_stall, et_data_on} = '0;
    assign {et_shown, et_latched, et_tracing, et_set_tracing, et_set_tracing_value, et_overflow, et_lost, et_ending, et_pop, et_block_done,
            et_busy, et_link_valid, et_link_last, et_load, et_link_data, et_link_bytes, et_level, et_add, et_clear} = '0;
    assign et_idle = 1'b1;
  end
  // ---- Disabled, and the link is stopped: what is queued cannot be delivered any more ----

  assign out_idle = et_links ? et_idle : pack_idle;
  // The rest of the message being packed goes out when the link takes it.
  assign give_up = ~enabled & ~clr & stopped_q;
  assign lose    = give_up & ((level != '0) | (~out_idle & (~gave_up_q | link_ready_i)));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stopped_q <= 1'b0;
      waits_q   <= 1'b0;
      gave_up_q <= 1'b0;
    end else begin
      stopped_q <= link_stopped_i;
      waits_q   <= psel_i & ~wready;
      gave_up_q <= give_up;
    end
  end

  // ---- A flush ----

  if (Requests) begin : g_requests
    tr_encoder_flush #(
      .RecordsW(QueueLevelW), .MessagesW(FlushW)
    ) u_flush (
      .clk_i, .rst_ni, .clr_i(clr), .flush_i, .flushed_o, .drains_o(drains), .records_i(queue_level),
      .record_pop_i(q_pop), .both_pop_i(both), .ending_i(ending), .messages_i(FlushW'(level)),
      .message_pop_i(et_links ? et_load : out_pop), .load_i(et_links ? et_load : nt_load),
      .last_i(link_valid_o & link_ready_i & link_last_o)
    );
  end else begin : g_no_requests
    logic unused;
    assign unused    = &{1'b0, both, out_pop, nt_load, et_load};
    assign {flushed_o, drains} = {flush_i, 1'b0};
  end

  assign set_loss = overflow | (stall_o & tracing & (stalling | ~DataTrace)) | lose;
  assign empty    = ((queue_level == '0) | (~enabled & ~latch_busy_q)) & (level == '0) & (out_idle | give_up) &
                    ~lost & ~extra.lost & ~ending;  // disabled: records make no messages

  // ---- External trigger outputs ----

  tr_encoder_ext_out #(.Outputs(ExtOutputs)) u_ext_out (
    .clk_i, .rst_ni, .active_i(active), .control_i(ext_out), .start_i(start), .stop_i(stop),
    .watch_i(watch), .loss_i(set_loss & ~loss), .trig_o(ext_trig_o)
  );

endmodule
