// SPDX-License-Identifier: Apache-2.0
// The E-Trace back end of an encoder: qualified blocks of one hart in, whole encapsulated packets out.
//
// E-Trace 2.0, without data trace; Packet Encapsulation 1.0. The packets are those of the algorithm in C
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
  parameter int unsigned ReturnSize = 3,      // return_stack_size; 0: no implicit return
  parameter bit          Ts = 1'b0,           // packets can have a timestamp
  parameter int unsigned TsW = 8,             // its bits; whole bytes are sent
  parameter int unsigned SrcW = 12,           // widest srcID, 0 to 12
  parameter int unsigned Messages = 32,       // places in the queue of packets
  parameter int unsigned RestartMessages = 8, // after a loss: queue no more than this many
  parameter int unsigned Lanes = 4,           // bytes per cycle on the link
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
  input  logic [         5:0] options_i,      // as ioptions; those that are not there are ignored
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
  input  logic [   PrivW-1:0] priv_i,
  input  logic [         1:0] ctype_i,
  input  logic [ContextW-1:0] context_i,
  input  logic [ EcauseW-1:0] cause_i,
  input  logic [    XLen-1:0] tval_i,
  input  logic [     TsW-1:0] time_i,
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
  // The link.
  output logic                link_valid_o,
  input  logic                link_ready_i,
  output logic [ 8*Lanes-1:0] link_data_o,
  output logic                link_last_o,
  output logic [  BytesW-1:0] link_bytes_o
);

  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : 1;
  localparam int unsigned BriefW = (EcauseW > 6) ? EcauseW : 6;
  localparam int unsigned WideW = (XLen > 31) ? XLen : 31;
  localparam logic [5:0] Options = {SequentialJump, 2'b00, FullAddress, ImplicitException, ReturnSize > 0};

  localparam int unsigned PacketW = 3 + 4 + BriefW + DepthW + PrivW + ContextW + AddrW + WideW + TsW;

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
  if (ReturnSize > 9 || (ReturnSize > 0 && ItypeW != 4)) begin : gen_refused_6
    $error("tr_etrace: ReturnSize is more than 9, or is set with ItypeW 3");
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
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_beats
    $error("tr_etrace: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end

  typedef struct packed {
    logic [         2:0] kind;
    logic [         3:0] flags;
    logic [  BriefW-1:0] brief;
    logic [  DepthW-1:0] depth;
    logic [   PrivW-1:0] priv;
    logic [ContextW-1:0] scontext;
    logic [   AddrW-1:0] addr;
    logic [   WideW-1:0] wide;
    logic [     TsW-1:0] stamp;
  } packet_t;

  packet_t in, out;
  logic m_valid, m_ready, m_low, out_valid, out_ready, pack_idle, flow_idle, unused_high;
  logic [LevelW-1:0] level;

  tr_etrace_flow #(
    .XLen      (XLen),
    .RetireW   (RetireW),
    .ItypeW    (ItypeW),
    .PrivW     (PrivW),
    .Context   (Context),
    .ContextW  (ContextW),
    .EcauseW   (EcauseW),
    .ReturnSize(ReturnSize),
    .TsW       (TsW)
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
    .options_i (options_i & Options),
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
    .settled_o,
    .synced_o,
    .hold_i,
    .valid_o   (m_valid),
    .ready_i   (m_ready),
    .low_i     (m_low),
    .kind_o    (in.kind),
    .flags_o   (in.flags),
    .brief_o   (in.brief),
    .depth_o   (in.depth),
    .priv_o    (in.priv),
    .context_o (in.scontext),
    .addr_o    (in.addr),
    .wide_o    (in.wide),
    .time_o    (in.stamp)
  );
  assign sent_o  = m_valid && m_ready;
  assign level_o = level;
  assign pop_o   = out_valid && out_ready && !clr_i;

  tr_encoder_messages #(
    .Width(PacketW),
    .Depth(Messages),
    .Low  (RestartMessages),
    .High (Messages)
  ) u_messages (
    .clk_i,
    .rst_ni,
    .clr_i,
    .wvalid_i(m_valid),
    .wready_o(m_ready),
    .wdata_i (in),
    .wlate_i (1'b0),
    .rvalid_o(out_valid),
    .rready_i(out_ready),
    .rdata_o (out),
    .low_o   (m_low),
    .high_o  (unused_high),
    .level_o (level)
  );

  tr_etrace_pack #(
    .XLen    (XLen),
    .PrivW   (PrivW),
    .Context (Context),
    .ContextW(ContextW),
    .EcauseW (EcauseW),
    .DepthW  ((ReturnSize > 0) ? DepthW : 0),
    .Ts      (Ts),
    .TsW     (TsW),
    .SrcW    (SrcW),
    .Lanes   (Lanes)
  ) u_pack (
    .clk_i,
    .rst_ni,
    .src_bits_i,
    .src_i,
    .ts_on_i,
    .valid_i   (out_valid && !clr_i),
    .ready_o   (out_ready),
    .kind_i    (out.kind),
    .flags_i   (out.flags),
    .brief_i   (out.brief),
    .depth_i   (out.depth),
    .priv_i    (out.priv),
    .context_i (out.scontext),
    .addr_i    (out.addr),
    .wide_i    (out.wide),
    .time_i    (out.stamp),
    .idle_o    (pack_idle),
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o,
    .link_bytes_o
  );

  assign idle_o = flow_idle && (level == '0) && pack_idle;

endmodule
