// SPDX-License-Identifier: Apache-2.0
// The E-Trace back end of an encoder: qualified blocks of one hart in, whole encapsulated packets
// out.
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
  // call_counter_size; 0: no counter. Without both there is no implicit return.
  parameter int unsigned CounterSize = 0,
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
  localparam int unsigned OptionW = DataTrace ? 10 : 6,
  localparam int unsigned AccessW = 138 + XLen + RetireW,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AddrW = XLen - 1,
  localparam int unsigned LevelW = $clog2(Messages + 2)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  // Forget everything that is not yet a packet, and the queue.
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
  // The link.
  output logic                link_valid_o,
  input  logic                link_ready_i,
  output logic [ 8*Lanes-1:0] link_data_o,
  output logic                link_last_o,
  output logic [  BytesW-1:0] link_bytes_o
);

  localparam bit          Calls = (ReturnSize > 0) || (CounterSize > 0);
  localparam int unsigned CounterW = (CounterSize > 0) ? CounterSize : 1;
  localparam int unsigned DepthW = (ReturnSize > 0) ? ReturnSize + 1 : CounterW;
  localparam int unsigned BriefW = (EcauseW > OptionW) ? EcauseW : OptionW;
  localparam int unsigned InstW = 4 + BriefW + DepthW + PrivW + ContextW + AddrW + XLen;
  localparam int unsigned DataW = DataTrace ? 144 + XLen : 0;
  localparam int unsigned PacketW = 3 + ((DataW > InstW) ? DataW : InstW);

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
    $error(
        "tr_etrace: ReturnSize and CounterSize are both set; implicit return needs one of the two");
  end
  if (PredictSize > 10 || CacheSize > 10 || SubformatW > 8) begin : gen_refused_predict
    $error(
        "tr_etrace: PredictSize, CacheSize or SubformatW is outside of its range: 0..10, 0..10, 0..8");
  end
  if (PredictSize > 0 && CacheSize > 0 && SubformatW == 0) begin : gen_refused_subformat
    $error(
        "tr_etrace: PredictSize and CacheSize are set and SubformatW is 0; it tells their packets apart");
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
  if (DataPorts < 1 || DataPorts > 4 || LridW > 6 || DataDiffW < 1 ||
      DataDiffW > 2) begin : gen_refused_data
    $error("tr_etrace: DataPorts, LridW or DataDiffW is outside of its range: 1..4, 0..6, 1..2");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_beats
    $error("tr_etrace: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end

  logic in_valid;
  logic in_ready;
  logic [PacketW-1:0] in;
  logic [TsW-1:0] in_late;
  logic out_valid;
  logic out_ready;
  logic [PacketW+TsW-1:0] out;
  logic unused_high;
  logic [2:0] unused_borrow;
  logic [((ReturnSize > 0) ? ReturnSize : 1)-1:0] unused_top;
  logic [AddrW-1:0] unused_addr;
  logic [AddrW-1:0] unused_newest;

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
    .Found            (Found),
    .PacketW          (PacketW)
  ) u_core (
    .clk_i,
    .rst_ni,
    .clr_i,
    .src_bits_i,
    .src_i,
    .ts_on_i,
    .valid_i,
    .ready_o,
    .block_i,
    .end_i,
    .support_i,
    .ienable_i,
    .options_i,
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
    .there_i,
    .access_i,
    .index_i,
    .denable_i,
    .doptions_i,
    .data_full_i,
    .data_dropped_o,
    .data_overflow_o,
    .data_lost_o,
    .data_odd_o,
    .data_risk_o,
    .hold_i,
    .on_o,
    .lost_o,
    .overflow_o,
    .sent_o,
    .synced_o,
    .settled_o,
    .pop_o,
    .idle_o,
    .queue_valid_o (in_valid),
    .queue_ready_i (in_ready),
    .queue_data_o  (in),
    .queue_late_o  (in_late),
    .queue_low_i   (low_o),
    .queue_empty_i (level_o == '0),
    .queued_valid_i(out_valid),
    .queued_ready_o(out_ready),
    .queued_data_i (out),
    .borrow_addr_o (unused_addr),
    .borrow_keep_o (unused_borrow[1]),
    .borrow_less_o (unused_borrow[0]),
    .borrow_diff_i ('0),
    .borrow_push_o (unused_borrow[2]),
    .borrow_top_o  (unused_top),
    .borrow_newest_o(unused_newest),
    .borrow_third_i('0),
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o,
    .link_bytes_o
  );

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
    .wvalid_i(in_valid),
    .wready_o(in_ready),
    .wdata_i ({in, TsW'(0)}),
    .wlate_i (in_late),
    .rvalid_o(out_valid),
    .rready_i(out_ready),
    .rdata_o (out),
    .low_o,
    .high_o  (unused_high),
    .level_o
  );

endmodule
