// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/ramsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Stops the elaboration of tr_ramsink when its parameters are illegal: `include where its items begin.
`ifndef FORMAL // proofs are of smaller ones
  if (Width < 4 || Width > 32'd16 || (Width & (Width - 1)) != 0) begin : gen_refused_0
    $error("tr_ramsink: Width is outside of its range: 4, 8, 16");
  end
  if (AddressW < 32 || AddressW > 32'd64) begin : gen_refused_1
    $error("tr_ramsink: AddressW is outside of its range: 32..64");
  end
  if (StartAlign > 32'd2147483648 || (StartAlign & (StartAlign - 1)) != 0) begin : gen_refused_2
    $error("tr_ramsink: StartAlign is outside of its range: 0, or a power of two up to 2147483648");
  end
  if (SyncNulls < 31 || SyncNulls > 32'd49) begin : gen_refused_3
    $error("tr_ramsink: SyncNulls is outside of its range: 31..49");
  end
  if (Sram == 0 && Smem == 0) begin : gen_refused_4
    $error("tr_ramsink: Sram and Smem are both 0; the sink needs one of the two");
  end
  if (Lanes != 1 && Lanes != 2 && Lanes != 4 && Lanes != 8) begin : gen_refused_5
    $error("tr_ramsink: Lanes is not 1, 2, 4 or 8 bytes per cycle");
  end
  if (Sram && (SramBytes & (Width - 1)) != 0) begin : gen_refused_6
    $error("tr_ramsink: SramBytes is not a multiple of Width");
  end
  if (Sram && SramBytes < 2 * Width) begin : gen_refused_7
    $error("tr_ramsink: SramBytes is less than two words of Width");
  end
  if (SramBytes > 32'h80000000) begin : gen_refused_8
    $error("tr_ramsink: SramBytes is more than 2 GiB");
  end
  if (Depth < 2) begin : gen_refused_9
    $error("tr_ramsink: Depth is less than 2 words");
  end
  if (StartAlign != 0 && StartAlign < Width) begin : gen_refused_10
    $error("tr_ramsink: StartAlign is less than Width");
  end
  if (SmemBytes != 0 && Smem == 0) begin : gen_refused_11
    $error("tr_ramsink: SmemBytes is set and Smem is 0; a fixed region is in system memory");
  end
  if (SmemBytes != 0 && ((SmemStart | SmemBytes) & (Width - 1)) != 0) begin : gen_refused_12
    $error("tr_ramsink: SmemStart or SmemBytes is not a multiple of Width");
  end
  if (SmemBytes != 0 && SmemStart + (SmemBytes - 1) < SmemStart) begin : gen_refused_13
    $error("tr_ramsink: the region of SmemStart and SmemBytes crosses 4 GiB");
  end
  if (SmemBytes != 0 && AddressW < 64 && (64'(SmemStartHigh) >> (AddressW - 32)) != 0) begin : gen_refused_14
    $error("tr_ramsink: SmemStartHigh has bits that AddressW does not have");
  end
  if (Outstanding < 1 || Outstanding > 16) begin : gen_refused_15
    $error("tr_ramsink: Outstanding is not 1 to 16 writes");
  end
  if (AxiIdW < 1 || AxiIdW > 32) begin : gen_refused_16
    $error("tr_ramsink: AxiIdW is not 1 to 32 bits");
  end
  if (AxiIdW < 32 && (64'(AxiId) >> AxiIdW) != 0) begin : gen_refused_17
    $error("tr_ramsink: AxiId does not fit in AxiIdW bits");
  end
  if (AxiProt > 7) begin : gen_refused_18
    $error("tr_ramsink: AxiProt does not fit in the 3 bits of AWPROT");
  end
  if (AxiCache > 15) begin : gen_refused_19
    $error("tr_ramsink: AxiCache does not fit in the 4 bits of AWCACHE");
  end
  if (AhbProt > 15) begin : gen_refused_20
    $error("tr_ramsink: AhbProt does not fit in the 4 bits of HPROT");
  end
`endif
