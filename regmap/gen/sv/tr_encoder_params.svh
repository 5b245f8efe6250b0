// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/encoder.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Parameters of tr_encoder, for its parameter list: `include, and others after it.
  parameter bit          Ntrace = 1'b1, // trTeFormat 1, N-Trace, exists
  parameter bit          Etrace = 1'b0, // trTeFormat 0, E-Trace, exists; one of the two must
  parameter bit          Btm = 1'b1, // trTeInstMode 3 exists
  parameter bit          Htm = 1'b1, // trTeInstMode 6 exists; one of the two must
  parameter int unsigned XLen = 64, // 32, 64: width of addresses, 32 or 64; ELF and ingress files set it
  parameter int unsigned ItypeW = 4, // 3..4: width of itype at the ingress port
  parameter int unsigned IcntW = 22, // 4..22: I-CNT counter, overflow bit included
  parameter int unsigned HistW = 32, // 2..32: HIST register, stop bit included
  parameter bit          BtypeSplit = 1'b1, // B-TYPE 2 exception and 3 interrupt, not 1
  parameter bit          HistAlways = 1'b0, // HTM: IndirectBranchHist also with empty HIST
  parameter bit          Context = 1'b1, // trTeContext exists
  parameter bit          HContext = 1'b0, // Ownership messages in pairs, hcontext first
  parameter int unsigned ContextW = 32, // 1..59: width of context and hcontext
  parameter int unsigned SrcW = 12, // 0..12: widest trTeSrcBits
  parameter int unsigned SyncModes = 14, // not 0, bits of 0xe: bit n: trTeInstSyncMode n exists
  parameter bit          Triggers = 1'b1, // trTeInstTrigEnable exists
  parameter int unsigned ExtTriggers = 0, // 0..8: external trigger inputs
  parameter int unsigned ExtOutputs = 0, // 0..8: external trigger outputs
  parameter int unsigned ExtEvents = 15, // 0..15: events of outputs: 1 start, 2 stop, 4 watchpoint, 8 overflow or stall
  parameter bit          DbgControl = 1'b0, // trTeTrigDbgControl exists: bits 2, 3, 4 enable these actions of debug triggers
  parameter int unsigned Filters = 0, // 0..16: filters
  parameter int unsigned Comparators = 0, // 0..8: comparators
  parameter int unsigned FilterMatches = 15, // 0..15: conditions of filters: 1 privilege, 2 ecause, 4 interrupt, 8 impdef
  parameter int unsigned FilterNesting = 8, // 1..16: bits of the count of nested traps
  parameter int unsigned CompInputs = 7, // odd, 1..7: inputs of comparators: 1 iaddr (needed), 2 context, 4 tval
  parameter int unsigned CompModes = 15, // odd, 1..15: bit n: trTeCompMatchMode n exists; 0 is needed
  parameter bit          CompSecondary = 1'b1, // comparators have a secondary side
  parameter bit          CompNotify = 1'b1, // trTeCompPNotify, trTeCompSNotify exist
  parameter bit          Stall = 1'b1, // trTeInstStallEna exists
  parameter bit          AllJumps = 1'b1, // trTeInstEnAllJumps exists
  parameter bit          ExtendAddrMsb = 1'b1, // trTeInstExtendAddrMSB exists
  parameter bit          SequentialJump = 1'b1, // trTeInstEnSequentialJump exists
  parameter bit          ImplicitReturn = 1'b1, // trTeInstEnImplicitReturn exists
  parameter bit          RepeatedHistory = 1'b1, // trTeInstEnRepeatedHistory exists
  parameter int unsigned HrepeatW = 18, // 2..18: width of HREPEAT
  parameter int unsigned HistSearch = 0, // 0..1: repetitions found: 0 equal registers, 1 also 28 and 30 outcomes, 2 any
  parameter bit          RepeatBranch = 1'b1, // BTM with trTeInstEnRepeatedHistory: RepeatBranch
  parameter bit          RepeatBranchHtm = 1'b0, // HTM with trTeInstEnRepeatedHistory: RepeatBranch
  parameter int unsigned BcntW = 18, // 1..18: width of B-CNT
  parameter int unsigned ReturnDepth = 8, // 1..32: entries of the encoder's return stack
  parameter int unsigned ReturnW = 16, // 2..63: bits compared in trTeInstImplicitReturnMode 2
  parameter int unsigned TsModes = 0, // bits of 0x1e: bit n: trTsMode n exists; 0 = no timestamp unit
  parameter int unsigned TsW = 40, // 1..63: bits of TSTAMP
  parameter int unsigned TsMessages = 63, // 0..63: TSTAMP in 1 DirectBranch, 2 Indirect.., 4 Repeat.., 8 ResourceFull, 16 Ownership, 32 end
  parameter bit          DataTrace = 1'b0, // trTeDataControl exists: data trace, a prototype outside of N-Trace 1.0
  parameter bit          Watchpoint = 1'b0, // Watchpoint messages after those with SYNC 6, a prototype outside of N-Trace 1.0
  parameter bit          DataSplit = 1'b0, // E-Trace: packets of data trace for loads and atomics in two parts, request and response
  parameter int unsigned LridW = 1, // 0..6: E-Trace: bits of lrid, with data_split
  parameter int unsigned DataDiffW = 2, // 1..2: E-Trace: bits of diff in packets of data trace without an address
  parameter bit          NoAddrDiff = 1'b1, // E-Trace: trTeInstNoAddrDiff exists
  parameter bit          NoTrapAddr = 1'b1, // E-Trace: trTeInstNoTrapAddr exists
  parameter int unsigned PrivilegeW = 2, // 1..3: E-Trace: bits of privilege
  parameter int unsigned EcauseW = 5, // 1..64: E-Trace: bits of ecause
  parameter bit          NoContext = 1'b1, // E-Trace: packets have no context
  parameter int unsigned PacketContextW = 1, // 1..64: E-Trace: bits of context in packets
  parameter int unsigned SubformatW = 0, // 0..8: E-Trace: bits of the subformat of format 0
  parameter int unsigned BpredSize = 0, // 0..10: E-Trace: the branch predictor has 2^n entries; 0 = trTeInstEnBranchPrediction reads 0
  parameter int unsigned CacheSize = 0, // 0..10: E-Trace: the jump target cache has 2^n entries; 0 = trTeInstEnJumpTargetCache reads 0
  parameter int unsigned ReturnStackSize = 0, // 0..9: E-Trace: the return stack has 2^n entries; 0 = none
  parameter int unsigned CallCounterSize = 0, // 0..9: E-Trace: bits of the counter of nested calls; 0 = none
  parameter bit          Stimulus = 1'b0, // 32 stimulus ports in the vendor range exist
  parameter int unsigned StimulusTag = 8, // 0 or 7..16: width of IDTAG of the stimulus ports; 0 = a field of variable length
