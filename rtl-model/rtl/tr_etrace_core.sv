// SPDX-License-Identifier: Apache-2.0
// The E-Trace back end without its queue of packets: what goes there, and what comes back to be
// sent. That queue may be one for both protocols.

module tr_etrace_core #(
  parameter int unsigned XLen = 32,
  parameter int unsigned RetireW = 8,         // bits of iretire
  parameter int unsigned ItypeW = 4,
  parameter int unsigned PrivW = 2,           // privilege_width: 2, or 3
  parameter bit          Context = 1'b0,      // packets have a context (nocontext is 0)
  parameter int unsigned ContextW = 1,        // context_width
  parameter int unsigned EcauseW = 5,         // ecause_width
  parameter bit          SequentialJump = 1'b1,
  parameter bit          ImplicitException = 1'b1,
  parameter bit          FullAddress = 1'b1,
  parameter int unsigned ReturnSize = 3,      // return_stack_size; 0: no stack
  // call_counter_size; 0: no counter. Without both there is no implicit return.
  parameter int unsigned CounterSize = 0,
  parameter int unsigned PredictSize = 0,     // bpred_size; 0: no branch prediction
  parameter int unsigned CacheSize = 0,       // cache_size; 0: no jump target cache
  parameter int unsigned SubformatW = 0,      // f0s_width; 0 only without one of the two
  parameter bit          Ts = 1'b0,           // packets can have a timestamp
  parameter int unsigned TsW = 8,             // its bits; whole bytes are sent
  parameter int unsigned SrcW = 12,           // widest srcID, 0 to 12
  parameter int unsigned Lanes = 4,           // bytes per cycle on the link
  parameter bit          DataTrace = 1'b0,
  parameter int unsigned DataPorts = 1,       // accesses of a record
  parameter bit          DataSplit = 1'b0,    // data_split
  parameter int unsigned LridW = 1,           // lrid_width
  parameter int unsigned DataDiffW = 2,       // data_diff_width
  parameter bit          BorrowsDiff = 1'b0,  // as Borrows of tr_etrace_pack
  parameter bit          BorrowsStack = 1'b0, // as Borrows of tr_etrace_stack
  parameter bit          Found = 1'b0,        // as in tr_etrace_block
  // Bits of a packet, TSTAMP apart: a payload of data trace takes the place of all but its kind.
  parameter int unsigned PacketW = 83,
  localparam int unsigned TopW = (ReturnSize > 0) ? ReturnSize : 1,
  localparam int unsigned OptionW = DataTrace ? 10 : 6,
  localparam int unsigned AccessW = 138 + XLen + RetireW,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AddrW = XLen - 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // Forget everything that is not yet a packet; what is queued is forgotten, too.
  input  logic                clr_i,
  // Settings; they change only while nothing is under way.
  input  logic [         3:0] src_bits_i,     // trTeSrcBits, 0 with trTeInhibitSrc
  input  logic [        11:0] src_i,
  input  logic                ts_on_i,
  // Entries, in order, as in tr_etrace_flow.
  input  logic                valid_i,
  output logic                ready_o,
  input  logic                block_i,
  input  logic                end_i,
  input  logic                support_i,
  input  logic                ienable_i,
  // As ioptions; those that are not there are ignored. Above: denable, doptions.
  input  logic [ OptionW-1:0] options_i,
  input  logic                resync_i,
  input  logic                check_i,
  input  logic                due_i,
  input  logic                near_i,
  output logic                check_o,
  input  logic                gap_i,
  input  logic                watched_i,
  input  logic [   AddrW-1:0] iaddr_i,
  input  logic [ RetireW-1:0] iretire_i,
  input  logic [  ItypeW-1:0] itype_i,
  input  logic                ilastsize_i,
  input  logic                sijump_i,
  input  logic [   AddrW-1:0] past_i,         // with Found: as in tr_etrace_block
  input  logic [ RetireW-1:0] ahead_i,
  input  logic                two_i,
  input  logic [   PrivW-1:0] priv_i,
  input  logic [         1:0] ctype_i,
  input  logic [ContextW-1:0] context_i,
  input  logic [ EcauseW-1:0] cause_i,
  input  logic [    XLen-1:0] tval_i,
  input  logic [     TsW-1:0] time_i,         // one cycle later than the rest of the entry
  // With DataTrace: the accesses of the block's record; what becomes of data.
  input  logic                there_i,        // there are some, and they are traced
  input  logic [DataPorts*AccessW-1:0] access_i,
  input  logic                index_i,        // of the block in its record
  input  logic                denable_i,      // in effect
  input  logic [         2:0] doptions_i,
  input  logic                data_full_i,    // packets of data are dropped
  output logic                data_dropped_o,
  output logic                data_overflow_o,
  output logic                data_lost_o,    // as in tr_etrace_data
  output logic                data_odd_o,
  output logic                data_risk_o,
  // What has happened.
  input  logic                hold_i,         // packets without room wait; else they are lost
  output logic                on_o,
  output logic                lost_o,
  output logic                overflow_o,
  output logic                sent_o,         // a packet is queued
  output logic                synced_o,       // one that synchronizes
  output logic                settled_o,      // as in tr_etrace_flow
  output logic                pop_o,          // a packet leaves the queue
  output logic                idle_o,         // nothing waits, or is under way
  // To the queue of packets, and from it; the time comes one cycle later than the rest.
  output logic                queue_valid_o,
  input  logic                queue_ready_i,
  output logic [ PacketW-1:0] queue_data_o,
  output logic [     TsW-1:0] queue_late_o,
  input  logic                queue_low_i,    // little enough is queued to announce a loss
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

  localparam int unsigned CounterW = (CounterSize > 0) ? CounterSize : 1;
  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : CounterW;
  localparam bit          Calls = (ReturnSize > 0) || (CounterSize > 0);
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW;
  localparam int unsigned WideW = (XLen > 31) ? XLen : 31;
  localparam logic [9:0] Options = {4'hf, SequentialJump, PredictSize > 0, CacheSize > 0,
                                    FullAddress, ImplicitException, Calls};

  localparam int unsigned InstW = 4 + BriefW + DepthW + PrivW + ContextW + AddrW + WideW;
  localparam int unsigned DataW = DataTrace ? 144 + XLen : 0;
  localparam int unsigned DataBits = (DataW > 0) ? DataW : 1;
  localparam int unsigned BodyW = (DataW > InstW) ? DataW : InstW;

  if (PacketW != 3 + BodyW) begin : gen_refused_packet
    $error("tr_etrace_core: PacketW is not the width of a packet");
  end

  typedef struct packed {
    logic [         3:0] flags;
    logic [  BriefW-1:0] brief;
    logic [  DepthW-1:0] depth;
    logic [   PrivW-1:0] priv;
    logic [ContextW-1:0] scontext;
    logic [   AddrW-1:0] addr;
    logic [   WideW-1:0] wide;
  } packet_t;

  packet_t in;
  packet_t out;
  logic [2:0] in_kind;
  logic [2:0] out_kind;
  logic [TsW-1:0] flow_stamp;
  logic [TsW-1:0] out_stamp;
  logic [BodyW-1:0] out_body;
  logic m_ready;
  logic pack_idle;
  logic flow_idle;
  logic flow_settled;
  logic passing;
  logic pass;
  logic next;
  logic load;
  logic first;
  logic last;
  logic support;
  logic f_valid;
  logic data_some;
  logic data_part;
  logic data_passed;
  logic dloss;
  logic data_busy;
  logic data_valid;
  logic [DataBits-1:0] payload;
  logic [TsW-1:0] data_stamp;
  logic [TsW-1:0] pass_stamp;

  tr_etrace_flow #(
    .XLen       (XLen),
    .RetireW    (RetireW),
    .ItypeW     (ItypeW),
    .PrivW      (PrivW),
    .Context    (Context),
    .ContextW   (ContextW),
    .EcauseW    (EcauseW),
    .ReturnSize (ReturnSize),
    .CounterSize(CounterSize),
    .PredictSize(PredictSize),
    .CacheSize  (CacheSize),
    .TsW        (TsW),
    .OptionW    (OptionW),
    .Found      (Found),
    .Borrows    (BorrowsStack)
  ) u_flow (
    .clk_i,
    .rst_ni,
    .clr_i,
    .valid_i,
    .ready_o,
    .block_i,
    .end_i,
    .support_i,
    .ienable_i,
    .options_i (options_i & OptionW'(Options)),
    .resync_i,
    .check_i,
    .due_i,
    .near_i,
    .check_o,
    .gap_i,
    .watched_i,
    .iaddr_i,
    .iretire_i,
    .itype_i,
    .ilastsize_i,
    .sijump_i,
    .past_i,
    .ahead_i,
    .two_i,
    .priv_i,
    .ctype_i,
    .context_i,
    .cause_i,
    .tval_i,
    .time_i,
    .on_o,
    .lost_o,
    .overflow_o,
    .idle_o    (flow_idle),
    .settled_o (flow_settled),
    .synced_o,
    .data_some_i  (data_some),
    .data_part_i  (data_part),
    .data_passed_i(data_passed),
    .dloss_i   (dloss),
    .pass_o    (pass),
    .pass_time_o  (pass_stamp),
    .passing_o (passing),
    .next_o    (next),
    .load_o    (load),
    .first_o   (first),
    .last_o    (last),
    .support_o (support),
    .hold_i    (hold_i || data_busy),
    .valid_o   (f_valid),
    .ready_i   (m_ready && !data_busy),
    .low_i     (queue_low_i),
    .kind_o    (in_kind),
    .flags_o   (in.flags),
    .brief_o   (in.brief),
    .depth_o   (in.depth),
    .priv_o    (in.priv),
    .context_o (in.scontext),
    .addr_o    (in.addr),
    .wide_o    (in.wide),
    .time_o    (flow_stamp),
    .borrow_push_o,
    .borrow_top_o,
    .borrow_newest_o,
    .borrow_third_i
  );

  // ---- Data trace: its packets enter the queue between those of instructions ----

  if (DataTrace) begin : gen_data
    tr_etrace_data #(
      .XLen   (XLen),
      .RetireW(RetireW),
      .Ports  (DataPorts),
      .Split  (DataSplit),
      .LridW  (LridW),
      .DiffW  (DataDiffW),
      .TsW    (TsW)
    ) u_data (
      .clk_i,
      .rst_ni,
      .clr_i,
      .options_i   (doptions_i),
      .enable_i    (denable_i),
      .take_i      (valid_i && ready_o),
      .there_i     (there_i && block_i),
      .access_i,
      .index_i,
      .iaddr_i     (iaddr_i[RetireW-1:0]),
      .iretire_i,
      .ilastsize_i,
      .next_i      (next),
      .load_i      (load),
      .first_i     (first),
      .last_i      (last),
      .pass_i      (pass),
      .time_i      (pass_stamp),
      .some_o      (data_some),
      .part_o      (data_part),
      .passed_o    (data_passed),
      .sync_i      (synced_o || support),
      .support_i   (support),
      .lose_i      (overflow_o),
      .dloss_o     (dloss),
      .lost_o      (data_lost_o),
      .odd_o       (data_odd_o),
      .risk_o      (data_risk_o),
      .busy_o      (data_busy),
      .full_i      (data_full_i),
      .ready_i     (m_ready),
      .hold_i,
      .valid_o     (data_valid),
      .payload_o   (payload),
      .time_o      (data_stamp),
      .dropped_o   (data_dropped_o),
      .overflowed_o(data_overflow_o)
    );
    assign settled_o = flow_settled && !data_busy;

    // Times are one cycle behind their packets.
    logic data_d, data_q;
    assign data_d       = data_valid;
    assign queue_late_o = data_q ? data_stamp : flow_stamp;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) data_q <= 1'b0;
      else data_q <= data_d;
    end
  end else begin : gen_no_data
    logic unused;
    assign unused    = &{1'b0, there_i, access_i, index_i, denable_i, doptions_i, data_full_i, pass,
                         next, load, first, last, support, pass_stamp, data_stamp};
    assign {data_some, data_part, data_passed, dloss, data_busy, data_valid} = '0;
    assign {payload, data_stamp} = '0;
    assign {data_dropped_o, data_overflow_o, data_lost_o, data_odd_o, data_risk_o} = '0;
    assign settled_o    = flow_settled;
    assign queue_late_o = flow_stamp;
  end
  assign m_ready       = queue_ready_i;
  assign queue_valid_o = (f_valid && !data_busy) || data_valid;
  assign queue_data_o  = data_valid ? {tr_pkg::EtData, BodyW'(payload)} : {in_kind, BodyW'(in)};
  assign sent_o        = f_valid && !data_busy && m_ready;
  assign pop_o         = queued_valid_i && queued_ready_o && !clr_i;
  assign {out_kind, out_body, out_stamp} = queued_data_i;
  assign out = InstW'(out_body);

  tr_etrace_pack #(
    .XLen      (XLen),
    .PrivW     (PrivW),
    .Context   (Context),
    .ContextW  (ContextW),
    .EcauseW   (EcauseW),
    .DepthW    (Calls ? DepthW : 0),
    .Ts        (Ts),
    .TsW       (TsW),
    .SrcW      (SrcW),
    .Lanes     (Lanes),
    .OptionW   (OptionW),
    .Counts    (PredictSize > 0),
    .CacheSize (CacheSize),
    .SubformatW(SubformatW),
    .DataW     (DataW),
    .Borrows   (BorrowsDiff)
  ) u_pack (
    .clk_i,
    .rst_ni,
    .src_bits_i,
    .src_i,
    .ts_on_i,
    .valid_i   (queued_valid_i && !clr_i),
    .ready_o   (queued_ready_o),
    .kind_i    (out_kind),
    .flags_i   (out.flags),
    .brief_i   (out.brief),
    .depth_i   (out.depth),
    .priv_i    (out.priv),
    .context_i (out.scontext),
    .addr_i    (out.addr),
    .wide_i    (out.wide),
    .time_i    (out_stamp),
    .data_i    (DataBits'(out_body)),
    .idle_o    (pack_idle),
    .borrow_addr_o,
    .borrow_keep_o,
    .borrow_less_o,
    .borrow_diff_i,
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o,
    .link_bytes_o
  );

  assign idle_o = flow_idle && queue_empty_i && pack_idle && !data_busy && !passing;

endmodule
