// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Stops the elaboration of tr_atbbridge when its parameters are illegal: `include where its items begin.
`ifndef FORMAL // proofs are of smaller ones
  if (Width < 1 || Width > 32'd16 || (Width & (Width - 1)) != 0) begin : gen_refused_0
    $error("tr_atbbridge: Width is outside of its range: 1, 2, 4, 8, 16");
  end
  if (SyncNulls < 31 || SyncNulls > 32'd49) begin : gen_refused_1
    $error("tr_atbbridge: SyncNulls is outside of its range: 31..49");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_2
    $error("tr_atbbridge: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end
`endif
