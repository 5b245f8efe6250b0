// SPDX-License-Identifier: Apache-2.0
// The E-Trace back end of tr_encoder: entries of the queue of records in, packets out.
//
// E-Trace 2.0, Filtering, Format 3 subformat 3, Resynchronization; TCI 1.0, Trace Encoder Control
// Interface. Of a record first sidebands and triggers are looked at, then its blocks one by one,
// then settings. What becomes of blocks, ends and settings is for
// tr_etrace_core.

module tr_encoder_etrace #(
  parameter int unsigned XLen = 32,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter int unsigned PrivW = 2,
  parameter bit          Context = 1'b0,      // nocontext is 0
  parameter int unsigned ContextW = 1,        // context_width
  parameter int unsigned EcauseW = 5,
  parameter bit          SequentialJump = 1'b1,
  parameter bit          ImplicitException = 1'b1,
  parameter bit          FullAddress = 1'b1,
  parameter int unsigned ReturnSize = 0,
  parameter int unsigned CounterSize = 0,
  parameter int unsigned PredictSize = 0,
  parameter int unsigned CacheSize = 0,
  parameter int unsigned SubformatW = 0,
  parameter bit          Ts = 1'b0,
  parameter int unsigned TsW = 1,
  parameter int unsigned SrcW = 12,
  parameter logic [3:0]  SyncModes = 4'he,
  // Cycles of records are added up elsewhere; past_i, ahead_i and two_i are there.
  parameter bit          Borrows = 1'b0,
  parameter int unsigned QueueDepth = 8,
  parameter int unsigned Lanes = 4,
  parameter bit          DataTrace = 1'b0,
  parameter int unsigned DataPorts = 1,
  parameter bit          DataSplit = 1'b0,
  parameter int unsigned LridW = 1,
  parameter int unsigned DataDiffW = 2,
  parameter bit          BorrowsDiff = 1'b0,  // as Borrows of tr_etrace_pack
  parameter bit          BorrowsStack = 1'b0, // as Borrows of tr_etrace_stack
  parameter int unsigned PacketW = 80,        // as in tr_etrace_core
  localparam int unsigned TopW = (ReturnSize > 0) ? ReturnSize : 1,
  localparam int unsigned AccessW = 138 + XLen + RetireW,
  localparam int unsigned QueueLevelW = $clog2(QueueDepth + 4),
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned OptionW = DataTrace ? 10 : 6
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,           // trTeActive is 0, or the protocol is another one
  input  logic                drop_i,          // what is queued cannot be delivered
  // The registers, and what a copy of them would change (tr_encoder_settings).
  input  logic                enable_i,
  input  logic [         5:0] options_i,
  input  logic [         3:0] src_bits_i,
  input  logic [        11:0] src_i,
  input  logic                ts_on_i,
  input  logic                next_tracing_i,
  input  logic                stopped_i,       // the link is
  // Settings in effect.
  input  logic                trig_i,
  input  logic [         1:0] sync_mode_i,
  input  logic [        15:0] sync_mask_i,
  // With Borrows: a sum of cycles, and what becomes of it (tr_encoder_sync).
  output logic                borrow_add_o,
  output logic                borrow_clear_o,
  input  logic [        20:0] borrow_sum_i,
  output logic                latch_o,         // copy
  output logic                tracing_o,
  output logic                set_tracing_o,   // triggers change trTeInstTracing
  output logic                tracing_value_o,
  // What arrives with a record, beside the queue.
  input  logic                taken_i,
  input  logic [         1:0] ctype_i,
  input  logic [ContextW-1:0] context_i,
  input  logic [ EcauseW-1:0] cause_i,
  input  logic [    XLen-1:0] tval_i,
  // The oldest entry of the queue, and one block of it (tr_encoder_ingress).
  input  logic [QueueLevelW-1:0] queue_level_i,
  input  logic                valid_i,
  input  logic                record_i,
  input  logic                latch_i,
  input  logic                gap_i,
  input  logic                adjacent_i,
  input  logic [        20:0] cycles_i,
  input  logic                idle_i,
  input  logic [         2:0] side_i,
  input  logic [         2:0] side_now_i,
  input  logic                special_i,
  input  logic                trig_on_i,
  input  logic                trig_off_i,
  input  logic                sync_i,
  input  logic [   PrivW-1:0] priv_i,
  // The time of the oldest record is asked for, or that of the last one that left; it, one cycle
  // later.
  output logic                time_shown_o,
  input  logic [     TsW-1:0] now_i,
  input  logic                block_i,
  input  logic                real_i,
  input  logic                some_i,
  input  logic                last_i,
  input  logic                drop_block_i,    // it is not traced
  input  logic                notify_i,
  input  logic [   AddrW-1:0] iaddr_i,
  input  logic [ RetireW-1:0] iretire_i,
  input  logic [  ItypeW-1:0] itype_i,
  input  logic                ilastsize_i,
  input  logic                sijump_i,
  input  logic [   AddrW-1:0] past_i,          // with Borrows: address after the block,
  input  logic [ RetireW-1:0] ahead_i,         // half-words before its last instruction,
  input  logic                two_i,           // and there are some
  // Data trace: trTeDataControl, and the accesses of the oldest record.
  input  tr_pkg::data_set_t   data_set_i,
  output tr_pkg::data_status_t data_status_o,
  output logic                data_stall_o,
  output logic                data_on_o,
  input  logic                there_i,
  input  logic [DataPorts*AccessW-1:0] access_i,
  input  logic                index_i,         // the block in its record
  input  logic                half_i,          // much is queued: data may be dropped
  output logic                block_done_o,
  output logic                pop_o,
  input  logic                pause_i,         // take none for now
  // What has happened.
  input  logic                hold_i,
  output logic                overflow_o,
  output logic                lost_o,
  output logic                ending_o,        // the region is about to end
  output logic                busy_o,          // entries are on their way to packets
  output logic                idle_o,          // nothing is queued or on its way
  output logic                message_pop_o,
  // To the queue of packets, and from it, as in tr_etrace_core.
  output logic                queue_valid_o,
  input  logic                queue_ready_i,
  output logic [ PacketW-1:0] queue_data_o,
  output logic [     TsW-1:0] queue_late_o,
  input  logic                queue_low_i,
  input  logic                queue_empty_i,
  input  logic                queued_valid_i,
  output logic                queued_ready_o,
  input  logic [PacketW+TsW-1:0] queued_data_i,
  // With BorrowsDiff: as with Borrows in tr_etrace_pack.
  output logic [   AddrW-1:0] borrow_addr_o,
  output logic                borrow_keep_o,
  output logic                borrow_less_o,
  input  logic [   AddrW-1:0] borrow_diff_i,
  // The link.
  output logic                link_valid_o,
  input  logic                link_ready_i,
  output logic [ 8*Lanes-1:0] link_data_o,
  output logic                link_last_o,
  output logic [  BytesW-1:0] link_bytes_o,
  // As in tr_etrace_stack.
  output logic                borrow_push_o,
  output logic [    TopW-1:0] borrow_top_o,
  output logic [   AddrW-1:0] borrow_newest_o,
  input  logic [   AddrW-1:0] borrow_third_i
);

  // ---- What arrives with a record and the queue does not have ----

  localparam int unsigned SideW = 2 + (Context ? ContextW : 0) + EcauseW + XLen;
  logic side_valid;
  logic side_pop;
  logic [SideW-1:0] side_in;
  logic [SideW-1:0] side_out;
  logic [ContextW-1:0] scontext;

  if (Context) begin : gen_context
    assign side_in  = {context_i, ctype_i, cause_i, tval_i};
    assign scontext = side_out[SideW-1 -: ContextW];
  end else begin : gen_no_context
    logic unused;
    assign unused   = &{1'b0, context_i};
    assign side_in  = {ctype_i, cause_i, tval_i};
    assign scontext = '0;
  end

  // A place of the queue of records may have two of them, and three records are shown or on their
  // way.
  tr_encoder_side #(
    .Width  (SideW),
    .Records(2 * QueueDepth + 8)
  ) u_side (
    .clk_i,
    .rst_ni,
    .clr_i,
    .write_i(taken_i),
    .data_i (side_in),
    .pop_i  (side_pop),
    .valid_o(side_valid),
    .data_o (side_out)
  );
  assign side_pop = pop_o && record_i && sided;

  // trTeFormat may change while records are in the queue: those that came with N-Trace have nothing
  // here. The last one of them has the mark of the write that changed it. Tracing begins after
  // them.
  logic bare_d, bare_q;                        // there are entries from before
  logic cleared_d, cleared_q;
  logic sided;
  assign cleared_d = clr_i;
  assign sided     = cleared_q ? queue_level_i == '0 : !bare_q;
  assign bare_d    = !sided && !(pop_o && latch_i);

  // ---- State ----

  logic special_d, special_q;                  // sidebands and triggers of the record are done
  logic gapped_d, gapped_q;  // its gap is
  logic blocks_d, blocks_q;  // its blocks are
  logic began_d, began_q;    // one of them was traced
  logic closed_d, closed_q;  // settings: the region has ended,
  logic off_d, off_q;        // a trigger stops tracing after it
  logic pending_d, pending_q;                  // one did, after the record before
  logic tracing_d, tracing_q;
  logic region_d, region_q;  // there was a block since the last end
  logic ienable_d, ienable_q;
  logic [2:0] side_d, side_q;
  logic [5:0] options_d, options_q;            // in effect
  logic [3:0] src_bits_d, src_bits_q;
  logic [11:0] src_d, src_q;
  logic ts_on_d, ts_on_q;
  logic mid_d, mid_q;        // a block of the record has been done, not its last one
  logic ended_d, ended_q;    // data trace changes: the region has ended

  // ---- What comes next ----

  logic there;
  logic is_record;
  logic is_special;
  logic is_block;
  logic does_follow;
  logic cancels;
  logic ends_late;
  logic ends_now;
  logic does_gap;
  logic does_special;
  logic does_block;
  logic does_latch;
  logic e_valid;
  logic e_ready;
  logic e_block;
  logic e_end;
  logic e_support;
  logic e_gap;
  logic e_fire;
  logic takes;
  logic paused;
  logic runs;
  logic traced;
  logic over;
  logic moves;
  logic asks;
  logic etrace_idle;
  logic settled;
  logic unused_on;
  logic data_wait;
  logic data_recovers;
  logic data_follows;
  logic data_moves;
  logic data_trig;
  logic data_record_end;
  logic data_lost;
  logic flow_lost;
  logic denable;
  logic [2:0] doptions;
  logic [OptionW-1:0] all_options;
  logic [20:0] waited;                         // with cycles of records before this one

  assign there      = valid_i && (!record_i || side_valid || !sided) && !data_wait;
  assign is_record  = there && record_i && !blocks_q;
  assign is_special = (special_i || pending_q) && !special_q;
  // A trace-on at once after a trace-off: tracing goes on.
  assign cancels    = trig_i && trig_on_i && adjacent_i;
  // The entry behind the one with the trace-off says so; that one itself may still have settings.
  assign ends_late  = pending_q && ((there && !blocks_q && (!record_i || !adjacent_i)) ||
                                    (!valid_i && idle_i && !data_wait));
  assign does_gap     = is_record && gap_i && !gapped_q && tracing_q && !ends_late;
  assign does_special = is_record && !ends_late && !does_gap && is_special;
  assign ends_now     = does_special && ((|(side_i & ~side_q)) || (pending_q && !cancels));
  assign is_block     = is_record && !ends_late && !does_gap && !is_special;
  assign runs         = tracing_q && (side_q == '0);
  // A trigger turned data trace on or off: the region ends, and a support packet says so.
  assign does_follow  = is_block && runs && data_follows;
  assign does_block   = is_block && !does_follow;
  assign traced       = runs && block_i;
  assign does_latch   = there && !ends_late && latch_i && (!record_i || blocks_q);
  // Settings that packets depend on: they wait until nothing is under way.
  assign moves        = (options_i != options_q) || (src_bits_i != src_bits_q) ||
                        (src_i != src_q) || data_moves;
  assign asks         = (enable_i != ienable_q) ||
                        (enable_i && ((options_i != options_q) || data_moves));

  logic waits_idle;
  logic latch_end;
  logic latch_support;
  logic latch_gap;
  assign latch_gap     = does_latch && gap_i && !gapped_q && tracing_q;
  assign latch_end     = does_latch && !latch_gap && !closed_q && (!next_tracing_i || moves);
  assign waits_idle    = ((src_bits_i != src_bits_q) || (src_i != src_q) || (ts_on_i != ts_on_q)) &&
                         !etrace_idle && !stopped_i;
  assign latch_support = does_latch && !latch_gap && !latch_end && !waits_idle && asks;
  assign latch_o       =
      does_latch && !latch_gap && !latch_end && !waits_idle && (!asks || e_ready);

  assign e_gap     = does_gap || latch_gap;
  assign e_end     = ends_late || ends_now || (does_block && traced && drop_block_i) || latch_end ||
                     (does_follow && !ended_q) || (data_recovers && region_q);
  assign e_block   = does_block && traced && !drop_block_i;
  assign e_support = latch_support || (does_follow && ended_q) || (data_recovers && !region_q);
  // A flush waits for the region to end when a trigger stops tracing; what ends it is not paused.
  assign paused    = pause_i && !pending_q;
  assign e_valid   = (e_gap || e_end || e_block || e_support) && !clr_i && !paused;
  assign e_ready   = takes && !paused;
  assign e_fire    = e_valid && e_ready;
  assign time_shown_o = record_i && !ends_late && !data_recovers;
  assign over      = does_block && (!traced || e_ready);      // of a block
  assign block_done_o = over;

  if (Borrows) begin : gen_borrows
    logic unused;
    assign unused = &{1'b0, cycles_i};
    assign waited = borrow_sum_i;
  end else begin : gen_waits
    logic [20:0] waited_d, waited_q;
    logic [20:0] waited_sum;
    logic unused;
    assign unused     = &{1'b0, borrow_sum_i};
    assign waited_sum = {1'b0, waited_q[19:0]} + {1'b0, cycles_i[19:0]};
    assign waited     = {waited_sum[20] || waited_q[20] || cycles_i[20], waited_sum[19:0]};
    always_comb begin
      waited_d = waited_q;
      if (borrow_add_o) waited_d = waited;
      if (borrow_clear_o) waited_d = '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) waited_q <= '0;
      else waited_q <= waited_d;
    end
  end

  always_comb begin
    special_d       = special_q;
    gapped_d        = gapped_q;
    blocks_d        = blocks_q;
    began_d         = began_q;
    closed_d        = closed_q;
    off_d           = off_q;
    mid_d           = mid_q;
    ended_d         = ended_q;
    pending_d       = pending_q;
    tracing_d       = tracing_q;
    region_d        = region_q;
    ienable_d       = ienable_q;
    side_d          = side_q;
    options_d       = options_q;
    src_bits_d      = src_bits_q;
    src_d           = src_q;
    ts_on_d         = ts_on_q;
    borrow_add_o    = 1'b0;
    borrow_clear_o  = 1'b0;
    set_tracing_o   = 1'b0;
    tracing_value_o = 1'b0;
    pop_o           = 1'b0;
    data_trig       = 1'b0;
    data_record_end = 1'b0;
    if (e_fire && e_block && real_i) region_d = 1'b1;
    if (e_fire && (e_end || e_gap)) region_d = 1'b0;
    if (e_fire && e_gap) gapped_d = 1'b1;
    if (e_fire && does_follow) ended_d = !ended_q;
    if (ends_late && e_fire) pending_d = 1'b0;
    if (does_special && (!ends_now || e_ready)) begin
      special_d = 1'b1;
      pending_d = 1'b0;
      side_d    = side_i;
      data_trig = 1'b1;
      if (trig_i && trig_on_i && !tracing_q) begin
        set_tracing_o   = 1'b1;
        tracing_value_o = 1'b1;
        tracing_d       = 1'b1;
      end
      off_d = tracing_d && trig_i && trig_off_i;
    end
    if (over) begin
      if (e_block) began_d = 1'b1;
      mid_d = 1'b1;
      if (last_i || !runs) begin                 // without a region all blocks at once
        borrow_add_o   = !began_d;
        borrow_clear_o = began_d;
        pop_o     = !latch_i;
        blocks_d  = latch_i;
        began_d   = 1'b0;
        mid_d     = 1'b0;
        data_record_end = 1'b1;
        special_d = 1'b0;
        gapped_d  = 1'b0;
        off_d     = 1'b0;
        if (off_q) begin
          set_tracing_o = 1'b1;
          tracing_d     = 1'b0;
          pending_d     = region_d;
        end
      end
    end
    if (latch_end && e_fire) begin
      closed_d = 1'b1;
      pending_d = 1'b0;
    end
    if (latch_o) begin
      pop_o      = 1'b1;
      blocks_d   = 1'b0;
      closed_d   = 1'b0;
      gapped_d   = 1'b0;
      tracing_d  = next_tracing_i;
      ienable_d  = enable_i;
      options_d  = options_i;
      src_bits_d = src_bits_i;
      src_d      = src_i;
      ts_on_d    = ts_on_i;
    end
    // Records before it were lost, and nothing else is in the entry.
    if (there && !record_i && !latch_i && !ends_late && (!gap_i || gapped_q || !tracing_q)) begin
      pop_o    = 1'b1;
      gapped_d = 1'b0;
    end
    if (clr_i) begin
      {special_d, gapped_d, blocks_d, began_d, closed_d} = '0;
      {off_d, pending_d, tracing_d, region_d, ienable_d, mid_d, ended_d} = '0;
      side_d    = side_now_i;
      options_d = '0;
      pop_o     = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {special_q, gapped_q, blocks_q, began_q, closed_q} <= '0;
      {off_q, pending_q, tracing_q, region_q, ienable_q, mid_q, ended_q} <= '0;
      {side_q, options_q, src_bits_q, src_q, ts_on_q} <= '0;
      bare_q    <= 1'b0;
      cleared_q <= 1'b1;
    end else begin
      bare_q    <= bare_d;
      cleared_q <= cleared_d;
      {special_q, gapped_q, blocks_q, began_q, closed_q} <=
          {special_d, gapped_d, blocks_d, began_d, closed_d};
      {off_q, pending_q, tracing_q, region_q, ienable_q, mid_q, ended_q} <=
          {off_d, pending_d, tracing_d, region_d, ienable_d, mid_d, ended_d};
      side_q     <= side_d;
      options_q  <= options_d;
      src_bits_q <= src_bits_d;
      src_q      <= src_d;
      ts_on_q    <= ts_on_d;
    end
  end

  // ---- Packets ----

  logic due;
  logic near;
  logic check;
  logic sent;
  logic synced;

  tr_encoder_etrace_sync #(
    .RetireW  (RetireW),
    .SyncModes(SyncModes)
  ) u_sync (
    .clk_i,
    .rst_ni,
    .mode_i     (sync_mode_i),
    .mask_i     (sync_mask_i),
    .take_i     (e_fire),
    .cycles_i   (waited),
    .halfwords_i(e_block ? iretire_i : '0),
    .check_i    (check),
    .sent_i     (sent),
    .synced_i   (synced),
    .due_o      (due),
    .near_o     (near)
  );

  // ---- Data trace ----

  logic data_dropped;
  logic data_overflow;
  logic data_odd;
  logic data_risk;
  if (DataTrace) begin : gen_data
    logic between;
    logic [2:0] how;                           // doptions, 0 without data trace
    assign between = !special_q && !gapped_q && !blocks_q && !began_q && !closed_q &&
                     !mid_q && !ended_q;
    tr_encoder_etrace_data u_data (
      .clk_i,
      .rst_ni,
      .clr_i,
      .set_i       (data_set_i),
      .trig_i      (data_trig),
      .trig_on_i,
      .trig_off_i,
      .record_end_i(data_record_end),
      .latch_i     (latch_o),
      .told_i      (e_fire && does_follow && ended_q),
      .status_o    (data_status_o),
      .stall_o     (data_stall_o),
      .on_o        (data_on_o),
      .denable_o   (denable),
      .doptions_o  (doptions),
      .follows_o   (data_follows),
      .moves_o     (data_moves),
      .between_i   (between),
      .region_i    (region_q),
      .settled_i   (settled),
      .ends_i      (e_fire && data_recovers),
      .hold_i,
      .low_i       (queue_low_i && (queue_level_i <= QueueLevelW'(QueueDepth / 2 + 2))),
      .lost_i      (data_lost),
      .odd_i       (data_odd),
      .risk_i      (data_risk),
      .dropped_i   (data_dropped),
      .overflow_i  (data_overflow),
      .wait_o      (data_wait),
      .recover_o   (data_recovers)
    );
    always_comb begin
      how = doptions & {3{denable}};
      all_options = {how, denable, options_q};
      if (latch_support) begin
        how         = data_set_i.next_how & {3{data_set_i.next_on}};
        all_options = {how, data_set_i.next_on, options_i};
      end else if (does_follow) begin
        how         = doptions & {3{data_on_o}};
        all_options = {how, data_on_o, options_q};
      end
    end
  end else begin : gen_no_data
    logic unused;
    assign unused      = &{1'b0, data_set_i, half_i, data_trig, data_record_end, data_lost,
                           data_odd, data_risk, data_dropped, data_overflow, mid_q};
    assign all_options = options_i;
    assign {data_status_o, data_stall_o, data_on_o, denable, doptions} = '0;
    assign {data_follows, data_moves, data_wait, data_recovers} = '0;
  end

  tr_etrace_core #(
    .XLen             (XLen),
    .RetireW          (RetireW),
    .ItypeW           (ItypeW),
    .PrivW            (PrivW),
    .Context          (Context),
    .ContextW         (ContextW),
    .EcauseW          (EcauseW),
    .SequentialJump   (SequentialJump),
    .ImplicitException(ImplicitException),
    .FullAddress      (FullAddress),
    .ReturnSize       (ReturnSize),
    .CounterSize      (CounterSize),
    .PredictSize      (PredictSize),
    .CacheSize        (CacheSize),
    .SubformatW       (SubformatW),
    .Ts               (Ts),
    .TsW              (TsW),
    .SrcW             (SrcW),
    .Lanes            (Lanes),
    .DataTrace        (DataTrace),
    .DataPorts        (DataPorts),
    .DataSplit        (DataSplit),
    .LridW            (LridW),
    .DataDiffW        (DataDiffW),
    .Found            (Borrows),
    .PacketW          (PacketW),
    .BorrowsDiff      (BorrowsDiff),
    .BorrowsStack     (BorrowsStack)
  ) u_etrace (
    .clk_i,
    .rst_ni,
    .clr_i      (clr_i || drop_i),
    .src_bits_i (src_bits_q),
    .src_i      (src_q),
    .ts_on_i    (ts_on_q),
    .valid_i    (e_valid),
    .ready_o    (takes),
    .block_i    (e_block),
    .end_i      (e_end),
    .support_i  (e_support),
    .ienable_i  ((DataTrace && !latch_support) ? ienable_q : enable_i),
    .options_i  (all_options),
    .resync_i   (e_block && !began_q && sync_i),
    .check_i    (e_block && !began_q),
    .due_i      (due),
    .near_i     (near),
    .check_o    (check),
    .gap_i      (e_gap),
    .watched_i  (notify_i && some_i),
    .iaddr_i,
    .iretire_i  (e_block ? iretire_i : '0),
    .itype_i    (e_block ? itype_i : '0),
    .ilastsize_i,
    .sijump_i,
    .past_i,
    .ahead_i,
    .two_i      (two_i && e_block),
    .priv_i,
    .ctype_i    (side_out[XLen+EcauseW +: 2]),
    .context_i  (scontext),
    .cause_i    (side_out[XLen +: EcauseW]),
    .tval_i     (side_out[XLen-1:0]),
    .time_i     (now_i),
    .hold_i,
    .on_o       (unused_on),
    .lost_o     (flow_lost),
    .there_i    (there_i && denable),
    .access_i,
    .index_i,
    .denable_i  (denable),
    .doptions_i (doptions),
    .data_full_i(half_i && data_set_i.drop),
    .data_dropped_o (data_dropped),
    .data_overflow_o(data_overflow),
    .data_lost_o(data_lost),
    .data_odd_o (data_odd),
    .data_risk_o(data_risk),
    .overflow_o,
    .sent_o     (sent),
    .synced_o   (synced),
    .settled_o  (settled),
    .pop_o      (message_pop_o),
    .idle_o     (etrace_idle),
    .queue_valid_o,
    .queue_ready_i,
    .queue_data_o,
    .queue_late_o,
    .queue_low_i,
    .queue_empty_i,
    .queued_valid_i,
    .queued_ready_o,
    .queued_data_i,
    .borrow_addr_o,
    .borrow_keep_o,
    .borrow_less_o,
    .borrow_diff_i,
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o,
    .link_bytes_o,
    .borrow_push_o,
    .borrow_top_o,
    .borrow_newest_o,
    .borrow_third_i
  );

  assign lost_o    = flow_lost || data_lost;
  assign tracing_o = tracing_q;
  assign ending_o  = pending_q;
  assign busy_o    = !settled;
  assign idle_o    = etrace_idle && settled;

endmodule
