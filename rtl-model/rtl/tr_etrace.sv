// SPDX-License-Identifier: Apache-2.0
// The E-Trace back end of an encoder: qualified blocks of one hart in, whole encapsulated packets out.
//
// E-Trace 2.0; Packet Encapsulation 1.0. The packets are those of the algorithm in C
// (trm/trm_etrace.h), byte for byte. docs/reference/rtl.md has the timing.

module tr_etrace #(
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
  parameter int unsigned CounterSize = 0,     // call_counter_size; 0: no counter. Without both no implicit return
  parameter int unsigned PredictSize = 0,     // bpred_size; 0: no branch prediction
  parameter int unsigned CacheSize = 0,       // cache_size; 0: no jump target cache
  parameter int unsigned SubformatW = 0,      // f0s_width; 0 only without one of the two
  parameter bit          Ts = 1'b0,           // packets can have a timestamp
  parameter int unsigned TsW = 8,             // its bits; whole bytes are sent
  parameter int unsigned SrcW = 12,           // widest srcID, 0 to 12
  parameter int unsigned Messages = 32,       // places in the queue of packets
  parameter int unsigned RestartMessages = 8, // after a loss: queue no more than this many
  parameter int unsigned Lanes = 4,           // bytes per cycle on the link
  parameter bit          DataTrace = 1'b0,
  parameter int unsigned DataPorts = 1,       // accesses of a record
  parameter bit          DataSplit = 1'b0,    // data_split
  parameter int unsigned LridW = 1,           // lrid_width
  parameter int unsigned DataDiffW = 2,       // data_diff_width
  parameter bit          Found = 1'b0,        // as in tr_etrace_block
  parameter int unsigned GuestW = 0,          // bits of another back end's messages, which share the queue; 0: there is none
  parameter int unsigned GuestLateW = 0,      // of them that many come one cycle later
  parameter int unsigned GuestHigh = 0,       // guest_high_o: more than that
  localparam int unsigned GuestBits = (GuestW > 0) ? GuestW : 1,
  localparam int unsigned GuestLateBits = (GuestLateW > 0) ? GuestLateW : 1,
  localparam int unsigned OptionW = DataTrace ? 10 : 6,
  localparam int unsigned AccessW = 138 + XLen + RetireW,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned LevelW = $clog2(Messages + 2)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,          // forget everything that is not yet a packet, and the queue
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
  input  logic [ OptionW-1:0] options_i,      // as ioptions; those that are not there are ignored. Above: denable, doptions
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
  output logic                low_o,          // little enough is queued to announce a loss
  // What has happened.
  input  logic                hold_i,         // packets without room wait; else they are lost
  output logic                on_o,
  output logic                lost_o,
  output logic                overflow_o,
  output logic                sent_o,         // a packet is queued
  output logic                synced_o,       // one that synchronizes
  output logic                settled_o,      // as in tr_etrace_flow
  output logic [  LevelW-1:0] level_o,        // packets in the queue
  output logic                pop_o,          // one leaves it
  output logic                idle_o,         // nothing waits, or is under way
  // With GuestW: what is queued is the other back end's; its messages, in and out.
  input  logic                guest_i,
  input  logic                guest_clr_i,
  input  logic                guest_valid_i,
  output logic                guest_ready_o,
  input  logic [GuestBits-1:0] guest_data_i,
  input  logic [GuestLateBits-1:0] guest_late_i,
  output logic                guest_low_o,
  output logic                guest_high_o,
  output logic                guest_valid_o,
  input  logic                guest_ready_i,
  output logic [GuestBits-1:0] guest_data_o,
  // The link.
  output logic                link_valid_o,
  input  logic                link_ready_i,
  output logic [ 8*Lanes-1:0] link_data_o,
  output logic                link_last_o,
  output logic [  BytesW-1:0] link_bytes_o
);

  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : (CounterSize > 0) ? CounterSize : 1;
  localparam bit          Calls = (ReturnSize > 0) || (CounterSize > 0);
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW;
  localparam int unsigned WideW = (XLen > 31) ? XLen : 31;
  localparam logic [9:0] Options = {4'hf, SequentialJump, PredictSize > 0, CacheSize > 0, FullAddress, ImplicitException, Calls};

  // A payload of data trace takes the place of all but kind and time.
  localparam int unsigned InstW = 4 + BriefW + DepthW + PrivW + ContextW + AddrW + WideW;
  localparam int unsigned DataW = DataTrace ? 144 + XLen : 0;
  localparam int unsigned DataBits = (DataW > 0) ? DataW : 1;
  localparam int unsigned BodyW = (DataW > InstW) ? DataW : InstW;
  localparam int unsigned PacketW = 3 + BodyW;

  if (XLen != 32 && XLen != 64) begin : gen_refused_0
    $error("tr_etrace: XLen is not 32 or 64");
  end
  if (RetireW < 2) begin : gen_refused_1
    $error("tr_etrace: RetireW is less than 2");
  end
  if (ItypeW != 3 && ItypeW != 4) begin : gen_refused_2
    $error("tr_etrace: ItypeW is not 3 or 4");
  end
  if (PrivW < 1 || PrivW > 3) begin : gen_refused_3
    $error("tr_etrace: PrivW is outside of its range: 1..3");
  end
  if (ContextW < 1 || ContextW > 64) begin : gen_refused_4
    $error("tr_etrace: ContextW is outside of its range: 1..64");
  end
  if (EcauseW < 1 || EcauseW > XLen) begin : gen_refused_5
    $error("tr_etrace: EcauseW is outside of its range: 1..XLen");
  end
  if (ReturnSize > 9 || CounterSize > 9 || (Calls && ItypeW != 4)) begin : gen_refused_6
    $error("tr_etrace: ReturnSize or CounterSize is more than 9, or is set with ItypeW 3");
  end
  if (ReturnSize > 0 && CounterSize > 0) begin : gen_refused_calls
    $error("tr_etrace: ReturnSize and CounterSize are both set; implicit return needs one of the two");
  end
  if (PredictSize > 10 || CacheSize > 10 || SubformatW > 8) begin : gen_refused_predict
    $error("tr_etrace: PredictSize, CacheSize or SubformatW is outside of its range: 0..10, 0..10, 0..8");
  end
  if (PredictSize > 0 && CacheSize > 0 && SubformatW == 0) begin : gen_refused_subformat
    $error("tr_etrace: PredictSize and CacheSize are set and SubformatW is 0; it tells their packets apart");
  end
  if (TsW < 1 || TsW > 64) begin : gen_refused_7
    $error("tr_etrace: TsW is outside of its range: 1..64");
  end
  if (SrcW > 12) begin : gen_refused_8
    $error("tr_etrace: SrcW is outside of its range: 0..12");
  end
  if (Messages < 2) begin : gen_refused_9
    $error("tr_etrace: Messages is less than 2");
  end
  if (RestartMessages >= Messages) begin : gen_refused_10
    $error("tr_etrace: RestartMessages is not less than Messages");
  end
  if (DataPorts < 1 || DataPorts > 4 || LridW > 6 || DataDiffW < 1 || DataDiffW > 2) begin : gen_refused_data
    $error("tr_etrace: DataPorts, LridW or DataDiffW is outside of its range: 1..4, 0..6, 1..2");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_beats
    $error("tr_etrace: Lanes is not 1, 2, 4 or 8 bytes per cycle");
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

  packet_t in, out;
  logic [2:0] in_kind, out_kind;
  logic [TsW-1:0] flow_stamp, in_stamp, out_stamp;
  logic [BodyW-1:0] out_body;
  logic m_valid, m_ready, m_low, out_valid, out_ready, pack_idle, flow_idle;
  logic [LevelW-1:0] level;
  logic passing;
  logic pass, next, load, first, last, support, f_valid, flow_settled;
  logic data_some, data_part, data_passed, dloss, data_busy, data_valid;
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
    .Found      (Found)
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
    .low_i     (m_low),
    .kind_o    (in_kind),
    .flags_o   (in.flags),
    .brief_o   (in.brief),
    .depth_o   (in.depth),
    .priv_o    (in.priv),
    .context_o (in.scontext),
    .addr_o    (in.addr),
    .wide_o    (in.wide),
    .time_o    (flow_stamp)
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
    assign data_d   = data_valid;
    assign in_stamp = data_q ? data_stamp : flow_stamp;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) data_q <= 1'b0;
      else data_q <= data_d;
    end
  end else begin : gen_no_data
    logic unused;
    assign unused    = &{1'b0, there_i, access_i, index_i, denable_i, doptions_i, data_full_i, pass, next, load, first, last, support, pass_stamp, data_stamp};
    assign {data_some, data_part, data_passed, dloss, data_busy, data_valid, payload, data_stamp} = '0;
    assign {data_dropped_o, data_overflow_o, data_lost_o, data_odd_o, data_risk_o} = '0;
    assign settled_o = flow_settled;
    assign in_stamp  = flow_stamp;
  end
  assign m_valid = (f_valid && !data_busy) || data_valid;
  assign low_o   = m_low;
  assign sent_o  = f_valid && !data_busy && m_ready;
  assign level_o = level;
  assign pop_o   = out_valid && out_ready && !clr_i;

  logic [PacketW-1:0] in_packet, out_packet;
  assign in_packet = data_valid ? {tr_pkg::EtData, BodyW'(payload)} : {in_kind, BodyW'(in)};
  assign {out_kind, out_body} = out_packet;

  // Another back end's messages have places beside the packets: nothing chooses between them.
  if (GuestW > 0) begin : gen_guest
    localparam int unsigned GuestKeptW = GuestW - GuestLateW;
    logic m_out;
    logic [GuestKeptW-1:0] guest_kept, guest_got;
    logic [GuestLateBits-1:0] guest_stamp;
    logic unused_stamp;
    assign guest_kept   = guest_data_i[GuestW-1:GuestLateW];
    assign guest_data_o = GuestW'({guest_got, guest_stamp} >> (GuestLateBits - GuestLateW));
    assign unused_stamp = &{1'b0, guest_data_i[GuestLateBits-1:0], guest_stamp};
    tr_encoder_messages #(
      .Width(PacketW + GuestKeptW + TsW + GuestLateBits),
      .Depth(Messages),
      .Low  (RestartMessages),
      .High (GuestHigh),
      .LateW(TsW + GuestLateBits)
    ) u_messages (
      .clk_i,
      .rst_ni,
      .clr_i   ((clr_i && !guest_i) || guest_clr_i),
      .wvalid_i(guest_i ? guest_valid_i : m_valid),
      .wready_o(m_ready),
      .wdata_i ({in_packet, guest_kept, (TsW + GuestLateBits)'(0)}),
      .wlate_i ({in_stamp, guest_late_i}),
      .rvalid_o(m_out),
      .rready_i(guest_i ? guest_ready_i : out_ready),
      .rdata_o ({out_packet, guest_got, out_stamp, guest_stamp}),
      .low_o   (m_low),
      .high_o  (guest_high_o),
      .level_o (level)
    );
    assign out_valid     = m_out && !guest_i;
    assign guest_valid_o = m_out && guest_i;
    assign guest_ready_o = m_ready;
    assign guest_low_o   = m_low;
  end else begin : gen_alone
    logic unused_high;
    logic unused;
    assign unused = &{1'b0, guest_i, guest_clr_i, guest_valid_i, guest_data_i, guest_late_i, guest_ready_i};
    tr_encoder_messages #(
      .Width(PacketW + TsW),
      .Depth(Messages),
      .Low  (RestartMessages),
      .High (Messages),
      .LateW(TsW)
    ) u_messages (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(m_valid),
      .wready_o(m_ready),
      .wdata_i ({in_packet, TsW'(0)}),
      .wlate_i (in_stamp),
      .rvalid_o(out_valid),
      .rready_i(out_ready),
      .rdata_o ({out_packet, out_stamp}),
      .low_o   (m_low),
      .high_o  (unused_high),
      .level_o (level)
    );
    assign {guest_valid_o, guest_ready_o, guest_low_o, guest_high_o, guest_data_o} = '0;
  end

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
    .DataW     (DataW)
  ) u_pack (
    .clk_i,
    .rst_ni,
    .src_bits_i,
    .src_i,
    .ts_on_i,
    .valid_i   (out_valid && !clr_i),
    .ready_o   (out_ready),
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
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o,
    .link_bytes_o
  );

  assign idle_o = flow_idle && (level == '0) && pack_idle && !data_busy && !passing;

endmodule
