// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/funnel.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Stops the elaboration of tr_funnel when its parameters are illegal: `include where its items begin.
`ifndef FORMAL // proofs are of smaller ones
  if (Inputs < 2 || Inputs > 32'd16) begin : gen_refused_0
    $error("tr_funnel: Inputs is outside of its range: 2..16");
  end
  if (DisInputs > 32'd65535) begin : gen_refused_1
    $error("tr_funnel: DisInputs is outside of its range: 0..65535");
  end
  if ((TsModes | 32'h16) != 32'h16) begin : gen_refused_2
    $error("tr_funnel: TsModes is outside of its range: bits of 0x16");
  end
  if (TsW < 1 || TsW > 32'd63) begin : gen_refused_3
    $error("tr_funnel: TsW is outside of its range: 1..63");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_4
    $error("tr_funnel: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end
  if (Depth == 1) begin : gen_refused_5
    $error("tr_funnel: Depth is 1; it is 0, no buffers, or 2 and more beats");
  end
`endif
