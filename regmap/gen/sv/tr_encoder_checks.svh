// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/encoder.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Stops the elaboration of tr_encoder when its parameters are illegal: `include where its items begin.
`ifndef FORMAL // proofs are of smaller ones
  if (XLen < 32 || XLen > 32'd64 || (XLen & (XLen - 1)) != 0) begin : gen_refused_0
    $error("tr_encoder: XLen is outside of its range: 32, 64");
  end
  if (ItypeW < 3 || ItypeW > 32'd4) begin : gen_refused_1
    $error("tr_encoder: ItypeW is outside of its range: 3..4");
  end
  if (IcntW < 4 || IcntW > 32'd22) begin : gen_refused_2
    $error("tr_encoder: IcntW is outside of its range: 4..22");
  end
  if (HistW < 2 || HistW > 32'd32) begin : gen_refused_3
    $error("tr_encoder: HistW is outside of its range: 2..32");
  end
  if (ContextW < 1 || ContextW > 32'd59) begin : gen_refused_4
    $error("tr_encoder: ContextW is outside of its range: 1..59");
  end
  if (SrcW > 32'd12) begin : gen_refused_5
    $error("tr_encoder: SrcW is outside of its range: 0..12");
  end
  if (SyncModes < 2 || (SyncModes | 32'he) != 32'he) begin : gen_refused_6
    $error("tr_encoder: SyncModes is outside of its range: not 0, bits of 0xe");
  end
  if (ExtTriggers > 32'd8) begin : gen_refused_7
    $error("tr_encoder: ExtTriggers is outside of its range: 0..8");
  end
  if (ExtOutputs > 32'd8) begin : gen_refused_8
    $error("tr_encoder: ExtOutputs is outside of its range: 0..8");
  end
  if (ExtEvents > 32'd15) begin : gen_refused_9
    $error("tr_encoder: ExtEvents is outside of its range: 0..15");
  end
  if (Filters > 32'd16) begin : gen_refused_10
    $error("tr_encoder: Filters is outside of its range: 0..16");
  end
  if (Comparators > 32'd8) begin : gen_refused_11
    $error("tr_encoder: Comparators is outside of its range: 0..8");
  end
  if (FilterMatches > 32'd15) begin : gen_refused_12
    $error("tr_encoder: FilterMatches is outside of its range: 0..15");
  end
  if (FilterNesting < 1 || FilterNesting > 32'd16) begin : gen_refused_13
    $error("tr_encoder: FilterNesting is outside of its range: 1..16");
  end
  if (CompInputs < 1 || CompInputs > 32'd7 || (CompInputs & 1) == 0) begin : gen_refused_14
    $error("tr_encoder: CompInputs is outside of its range: odd, 1..7");
  end
  if (CompModes < 1 || CompModes > 32'd15 || (CompModes & 1) == 0) begin : gen_refused_15
    $error("tr_encoder: CompModes is outside of its range: odd, 1..15");
  end
  if (HrepeatW < 2 || HrepeatW > 32'd18) begin : gen_refused_16
    $error("tr_encoder: HrepeatW is outside of its range: 2..18");
  end
  if (HistSearch > 32'd1) begin : gen_refused_17
    $error("tr_encoder: HistSearch is outside of its range: 0..1");
  end
  if (BcntW < 1 || BcntW > 32'd18) begin : gen_refused_18
    $error("tr_encoder: BcntW is outside of its range: 1..18");
  end
  if (ReturnDepth < 1 || ReturnDepth > 32'd32) begin : gen_refused_19
    $error("tr_encoder: ReturnDepth is outside of its range: 1..32");
  end
  if (ReturnW < 2 || ReturnW > 32'd63) begin : gen_refused_20
    $error("tr_encoder: ReturnW is outside of its range: 2..63");
  end
  if ((TsModes | 32'h1e) != 32'h1e) begin : gen_refused_21
    $error("tr_encoder: TsModes is outside of its range: bits of 0x1e");
  end
  if (TsW < 1 || TsW > 32'd63) begin : gen_refused_22
    $error("tr_encoder: TsW is outside of its range: 1..63");
  end
  if (TsMessages > 32'd63) begin : gen_refused_23
    $error("tr_encoder: TsMessages is outside of its range: 0..63");
  end
  if (LridW > 32'd6) begin : gen_refused_24
    $error("tr_encoder: LridW is outside of its range: 0..6");
  end
  if (DataDiffW < 1 || DataDiffW > 32'd2) begin : gen_refused_25
    $error("tr_encoder: DataDiffW is outside of its range: 1..2");
  end
  if (PrivilegeW < 1 || PrivilegeW > 32'd3) begin : gen_refused_26
    $error("tr_encoder: PrivilegeW is outside of its range: 1..3");
  end
  if (EcauseW < 1 || EcauseW > 32'd64) begin : gen_refused_27
    $error("tr_encoder: EcauseW is outside of its range: 1..64");
  end
  if (PacketContextW < 1 || PacketContextW > 32'd64) begin : gen_refused_28
    $error("tr_encoder: PacketContextW is outside of its range: 1..64");
  end
  if (SubformatW > 32'd8) begin : gen_refused_29
    $error("tr_encoder: SubformatW is outside of its range: 0..8");
  end
  if (BpredSize > 32'd10) begin : gen_refused_30
    $error("tr_encoder: BpredSize is outside of its range: 0..10");
  end
  if (CacheSize > 32'd10) begin : gen_refused_31
    $error("tr_encoder: CacheSize is outside of its range: 0..10");
  end
  if (ReturnStackSize > 32'd9) begin : gen_refused_32
    $error("tr_encoder: ReturnStackSize is outside of its range: 0..9");
  end
  if (CallCounterSize > 32'd9) begin : gen_refused_33
    $error("tr_encoder: CallCounterSize is outside of its range: 0..9");
  end
  if (StimulusTag != 0 && (StimulusTag < 7 || StimulusTag > 32'd16)) begin : gen_refused_34
    $error("tr_encoder: StimulusTag is outside of its range: 0 or 7..16");
  end
  if (Btm == 0 && Htm == 0) begin : gen_refused_35
    $error("tr_encoder: Btm and Htm are both 0; the encoder needs one of the two modes");
  end
  if (Ntrace == 0 && Etrace == 0) begin : gen_refused_36
    $error("tr_encoder: Ntrace and Etrace are both 0; the encoder needs one of the two protocols");
  end
  if (Etrace && (Watchpoint || Stimulus)) begin : gen_refused_37
    $error("tr_encoder: Watchpoint and Stimulus are messages of N-Trace; not with Etrace");
  end
  if (Etrace && ReturnStackSize > 0 && ItypeW != 4) begin : gen_refused_38
    $error("tr_encoder: ReturnStackSize needs an ItypeW of 4");
  end
  if (Etrace && CallCounterSize > 0 && ItypeW != 4) begin : gen_refused_39
    $error("tr_encoder: CallCounterSize needs an ItypeW of 4");
  end
  if (Etrace && ReturnStackSize > 0 && CallCounterSize > 0) begin : gen_refused_40
    $error("tr_encoder: ReturnStackSize and CallCounterSize are both set; implicit return needs one of the two");
  end
  if (Etrace && BpredSize > 0 && CacheSize > 0 && SubformatW == 0) begin : gen_refused_41
    $error("tr_encoder: BpredSize and CacheSize are set and SubformatW is 0; it tells their packets apart");
  end
  if (Etrace && EcauseW > XLen) begin : gen_refused_42
    $error("tr_encoder: EcauseW is more than XLen");
  end
  if (Etrace && !NoContext && PacketContextW > ContextW) begin : gen_refused_43
    $error("tr_encoder: PacketContextW is more than ContextW, the width of context_i");
  end
  if (Blocks < 1 || Blocks > 2) begin : gen_refused_44
    $error("tr_encoder: Blocks is not 1 or 2");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_45
    $error("tr_encoder: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end
  if (RetireW < 2) begin : gen_refused_46
    $error("tr_encoder: RetireW is less than 2; an instruction of 32 bits has an iretire of 2");
  end
  if (RetireW >= IcntW) begin : gen_refused_47
    $error("tr_encoder: RetireW is not less than IcntW; a block must fit in I-CNT");
  end
  if (QueueDepth < 2) begin : gen_refused_48
    $error("tr_encoder: QueueDepth is less than 2 records");
  end
  if (Messages < 2) begin : gen_refused_49
    $error("tr_encoder: Messages is less than 2");
  end
  if (Stall && Messages < (ExtTriggers > 0 ? 12 : 9) + 5 * Blocks + (Stimulus ? 1 : 0) + (DataTrace ? 2 * DataPorts + 1 : 0) + (Watchpoint ? Blocks : 0)) begin : gen_refused_50
    $error("tr_encoder: Messages is less than one record can make, which Stall keeps free: 9 (12 with ExtTriggers), 5 for each block, 1 with Stimulus, 1 and 2 for each of DataPorts with DataTrace, 1 for each block with Watchpoint");
  end
  if (DataPorts < 1 || DataPorts > 4) begin : gen_refused_51
    $error("tr_encoder: DataPorts is not 1 to 4");
  end
  if (RestartMessages >= Messages) begin : gen_refused_52
    $error("tr_encoder: RestartMessages is not less than Messages; a restart after an overflow needs room");
  end
`endif
