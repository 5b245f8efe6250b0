// SPDX-License-Identifier: Apache-2.0
// What all trace components share: codes of N-Trace 1.0 and of the ingress port, widths of buses.

package tr_pkg;

  // Register bus: APB4, 4 KiB per component, 32 bits.
  localparam int unsigned AddrW = 12;
  localparam int unsigned DataW = 32;

  // Link between components: MSEO of a byte is in its bits 1:0, MDO in bits 7:2 (N-Trace 1.0,
  // Transmission Protocol).
  localparam int unsigned MdoW = 6;
  localparam logic [7:0] IdleByte = 8'hff;
  localparam logic [1:0] MseoMore = 2'd0;
  localparam logic [1:0] MseoField = 2'd1;
  localparam logic [1:0] MseoEnd = 2'd3;

  // TCODE (N-Trace 1.0, N-Trace Messages).
  typedef enum logic [5:0] {
    TcodeOwnership              = 6'd2,
    TcodeDirectBranch           = 6'd3,
    TcodeIndirectBranch         = 6'd4,
    TcodeDataWrite              = 6'd5,   // IEEE-ISTO 5001-2012
    TcodeDataRead               = 6'd6,   // the same
    TcodeDataAcquisition        = 6'd7,   // the same
    TcodeError                  = 6'd8,
    TcodeProgTraceSync          = 6'd9,
    TcodeDirectBranchSync       = 6'd11,
    TcodeIndirectBranchSync     = 6'd12,
    TcodeDataWriteSync          = 6'd13,  // IEEE-ISTO 5001-2012
    TcodeDataReadSync           = 6'd14,  // the same
    TcodeWatchpoint             = 6'd15,  // the same
    TcodeResourceFull           = 6'd27,
    TcodeIndirectBranchHist     = 6'd28,
    TcodeIndirectBranchHistSync = 6'd29,
    TcodeRepeatBranch           = 6'd30,
    TcodeProgTraceCorrelation   = 6'd33
  } tcode_e;

  // SYNC.
  localparam logic [3:0] SyncExternalTrigger = 4'd0;
  localparam logic [3:0] SyncExitReset = 4'd1;
  localparam logic [3:0] SyncPeriodic = 4'd2;
  localparam logic [3:0] SyncExitDebug = 4'd3;
  localparam logic [3:0] SyncIcnt = 4'd4;
  localparam logic [3:0] SyncTraceEnable = 4'd5;
  localparam logic [3:0] SyncTraceEvent = 4'd6;
  localparam logic [3:0] SyncFifoOverrun = 4'd7;
  localparam logic [3:0] SyncExitPowerDown = 4'd9;

  // EVCODE.
  localparam logic [3:0] EvcodeDebug = 4'd0;
  localparam logic [3:0] EvcodeLowPower = 4'd1;
  localparam logic [3:0] EvcodeTraceDisabled = 4'd4;

  // B-TYPE.
  localparam logic [1:0] BtypeIndirect = 2'd0;
  localparam logic [1:0] BtypeTrap = 2'd1;
  localparam logic [1:0] BtypeException = 2'd2;
  localparam logic [1:0] BtypeInterrupt = 2'd3;

  // RCODE.
  localparam logic [3:0] RcodeIcnt = 4'd0;
  localparam logic [3:0] RcodeHist = 4'd1;
  localparam logic [3:0] RcodeHistRepeat = 4'd2;

  // ECODE.
  localparam logic [3:0] EcodeData = 4'd2;          // IEEE-ISTO 5001-2012
  localparam logic [3:0] EcodeProgram = 4'd4;
  localparam logic [3:0] EcodeOwnership = 4'd8;
  localparam logic [5:0] EcodeAcquisition = 6'h20;  // IEEE-ISTO 5001-2012

  // itype: how a block ends (E-Trace 2.0, Hart to encoder interface).
  localparam logic [3:0] ItypeNone = 4'd0;
  localparam logic [3:0] ItypeException = 4'd1;
  localparam logic [3:0] ItypeInterrupt = 4'd2;
  localparam logic [3:0] ItypeTrapReturn = 4'd3;
  localparam logic [3:0] ItypeNotTaken = 4'd4;
  localparam logic [3:0] ItypeTaken = 4'd5;
  localparam logic [3:0] ItypeUninferableJump = 4'd6;
  localparam logic [3:0] ItypeUninferableCall = 4'd8;
  localparam logic [3:0] ItypeInferableCall = 4'd9;
  localparam logic [3:0] ItypeUninferableTail = 4'd10;
  localparam logic [3:0] ItypeInferableTail = 4'd11;
  localparam logic [3:0] ItypeCoRoutineSwap = 4'd12;
  localparam logic [3:0] ItypeReturn = 4'd13;
  localparam logic [3:0] ItypeOtherUninferable = 4'd14;
  localparam logic [3:0] ItypeOtherInferable = 4'd15;

  // priv.
  localparam logic [2:0] PrivDebug = 3'd4;
  localparam logic [2:0] PrivVu = 3'd5;
  localparam logic [2:0] PrivVs = 3'd6;

  // Null packets (Packet Encapsulation 1.0, Null Packets).
  localparam logic [7:0] NullIdle = 8'h00;
  localparam logic [7:0] NullAlignment = 8'h80;

  // Packets of E-Trace, as tr_etrace_flow hands them to tr_etrace_pack: three subformats of
  // format 3 and what changes nothing but the context, an address (formats 1 and 2), a full branch
  // map (format 1).
  localparam logic [2:0] EtSupport = 3'd0;
  localparam logic [2:0] EtStart = 3'd1;
  localparam logic [2:0] EtTrap = 3'd2;
  localparam logic [2:0] EtContext = 3'd3;
  localparam logic [2:0] EtAddr = 3'd4;
  localparam logic [2:0] EtMap = 3'd5;
  localparam logic [2:0] EtCount = 3'd7;    // a count of predicted branches, and an address or none
  localparam logic [2:0] EtData = 3'd6;     // data trace: a payload as it is

  // qual_status of a support packet.
  localparam logic [1:0] EtNoChange = 2'd0;
  localparam logic [1:0] EtEnded = 2'd1;
  localparam logic [1:0] EtLost = 2'd2;

  // Options of E-Trace: bits of ioptions (docs/reference/etrace.md), of which 3 and 4 are 0.
  localparam int unsigned EtImplicitReturn = 0;
  localparam int unsigned EtImplicitException = 1;
  localparam int unsigned EtFullAddress = 2;
  localparam int unsigned EtJumpTargetCache = 3;
  localparam int unsigned EtBranchPrediction = 4;
  localparam int unsigned EtSequentialJump = 5;
  localparam int unsigned EtOptions = 6;

  // What the end of a block asks for.
  typedef enum logic [2:0] {
    ActNone,
    ActTrap,
    ActIndirect,
    ActNotTaken,
    ActTaken,
    ActReturn    // implicit return: a message only when it goes somewhere else
  } act_e;

  // What the encoder does with the oldest record.
  typedef enum logic [3:0] {
    PhBlock,     // the rest: waits for an entry, takes a block
    PhLowPower,  // sidebands, one after the other
    PhReset,
    PhHalt,
    PhTrigger,
    PhOwner,     // Ownership with hcontext, if there is one, then with context
    PhOwner2,
    PhNotify,    // trace-notify
    PhAccount,   // counting of the block, when it has a message of its own
    PhHist,      // HIST was full together with I-CNT
    PhLatch,     // registers take effect
    PhWatch      // Watchpoint, after PhNotify
  } phase_e;

  // Settings in effect, and what a copy of the registers would change (tr_encoder_settings).
  typedef struct packed {
    logic        enable;
    logic        htm;
    logic        owner;       // trTeContext
    logic        trig;        // triggers start and stop
    logic        stall;
    logic [1:0]  sync_mode;
    logic [2:0]  sync_by;     // trTeInstSyncMode is 3, 2, 1
    logic [15:0] sync_mask;   // bit n: n is trTeInstSyncMax at least
    logic        sequential;
    logic [1:0]  return_mode; // 0: no implicit return
    logic        repeated;
    logic        next_tracing;
    logic        next_mode;
    logic        next_starts;
    logic        next_repeats;
  } settings_t;

  // What a back end of tr_encoder says of its work.
  typedef struct packed {
    logic latched;       // registers take effect
    logic tracing;
    logic set_tracing;   // triggers change trTeInstTracing
    logic tracing_value; // to this
    logic overflow;      // a message is lost
    logic lost;          // a loss is not yet announced
    logic ending;        // the region is about to end
    logic pop;           // the oldest record leaves
    logic block_done;    // the block that is shown is done
    logic time_shown;    // it asks for the time of the oldest record
  } back_end_t;

  // trTeDataControl: what a copy of it would put in effect, and what is in effect.
  typedef struct packed {
    logic       stalls;    // registers ask for a stall
    logic       wanted;    // accesses that come may be traced
    logic       next_on;   // data is traced
    logic       next_bare; // trTeDataNoAddr changes
    logic [2:0] next_how;  // addresses in full, trTeDataNoValue, trTeDataNoAddr
    logic       trig;      // in effect, from here on: triggers start and stop
    logic       stall;
    logic       drop;
    logic       no_value;
    logic       no_addr;
    logic       exor;      // trTeDataAddrCompress is not 0
  } data_set_t;

  // What a back end does to it.
  typedef struct packed {
    logic       set_tracing; // triggers change trTeDataTracing
    logic       tracing;     // to this
    logic       overflow;    // trTeDataStallOrOverflow
    logic       drop;        // trTeDataDrop
  } data_status_t;

  // tr_encoder_extra to tr_encoder_flow.
  typedef struct packed {
    logic       on;        // data is traced
    logic       lost;      // a loss of data alone is to be announced
    logic       tell;      // in this cycle
    logic       block;     // the block may have data accesses to send
    logic       later;     // if a message of program trace comes before them
    logic       waits;     // one of them is not sent yet
    logic [8:0] hits;      // WPHIT of the block
  } extra_t;

  // tr_encoder_flow to tr_encoder_extra.
  typedef struct packed {
    logic       told;      // the loss of data alone is announced
    logic       trig;      // triggers of the record are looked at
    logic       sent;      // a message of program trace is queued
    logic       lose;      // program trace is lost
    logic       ends;      // the record is done
  } extra_event_t;

  // An event whose message needs the address of the next instruction.
  typedef enum logic [2:0] {
    PendNone,
    PendIndirect,  // an indirect jump, trap return, exception or interrupt
    PendDirect,    // BTM: a taken branch that shall synchronize
    PendLinear,    // a synchronizing message between two instructions
    PendReturn     // a return: a message only if it does not go where it is expected to
  } pend_e;

endpackage
