// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/pibsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Stops the elaboration of tr_pibsink when its parameters are illegal: `include where its items begin.
`ifndef FORMAL // proofs are of smaller ones
  if ((Modes | 32'h1f30) != 32'h1f30) begin : gen_refused_0
    $error("tr_pibsink: Modes is outside of its range: bits of 0x1f30");
  end
  if (ClkCenters < 1 || ClkCenters > 32'd3) begin : gen_refused_1
    $error("tr_pibsink: ClkCenters is outside of its range: 1..3");
  end
  if (DividerW > 32'd16) begin : gen_refused_2
    $error("tr_pibsink: DividerW is outside of its range: 0..16");
  end
  if (DividerMin > 32'd65535) begin : gen_refused_3
    $error("tr_pibsink: DividerMin is outside of its range: 0..65535");
  end
  if (DividerReset > 32'd65535) begin : gen_refused_4
    $error("tr_pibsink: DividerReset is outside of its range: 0..65535");
  end
  if (IdleLength < 1 || IdleLength > 32'd4) begin : gen_refused_5
    $error("tr_pibsink: IdleLength is outside of its range: 1..4");
  end
  if (SyncNulls < 31 || SyncNulls > 32'd49) begin : gen_refused_6
    $error("tr_pibsink: SyncNulls is outside of its range: 31..49");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_7
    $error("tr_pibsink: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end
  if (Modes == 0) begin : gen_refused_8
    $error("tr_pibsink: Modes is 0; the sink needs one mode");
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0) begin : gen_refused_9
    $error("tr_pibsink: Depth is not a power of two, or less than 2 beats");
  end
  if (Depth * Lanes < 64) begin : gen_refused_10
    $error("tr_pibsink: Depth beats of Lanes bytes are less than 64 bytes; the longest message must fit");
  end
  if (DividerW < 16 && (DividerReset >> DividerW) != 0) begin : gen_refused_11
    $error("tr_pibsink: DividerReset does not fit in DividerW bits");
  end
  if (DividerMin > DividerReset) begin : gen_refused_12
    $error("tr_pibsink: DividerMin is more than DividerReset");
  end
`endif
