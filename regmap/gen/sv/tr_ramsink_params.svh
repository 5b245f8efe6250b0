// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/ramsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Parameters of tr_ramsink, for its parameter list: `include, and others after it.
  parameter bit          Sram = 1'b1, // trRamHasSRAM; hartrace,sram-bytes of a tree
  parameter bit          Smem = 1'b0, // trRamHasSMEM; one of the two must; hartrace,smem-window of a tree
  parameter int unsigned SramBytes = 1024, // 0..4294967295: size of the SRAM, a multiple of width
  parameter int unsigned Width = 4, // 4, 8, 16: bytes of a trace word
  parameter int unsigned AddressW = 64, // 32..64: of system memory
  parameter bit          LimitFixed = 1'b0, // SRAM: trRamLimit is fixed
  parameter int unsigned StartAlign = 0, // 0, or a power of two up to 2147483648: SMEM: trRamStart is a multiple of this power of two; 0 = width
  parameter int unsigned SmemBytes = 0, // 0..4294967295: SMEM: size of a fixed region; 0 = any range
  parameter bit          ReadActive = 1'b0, // trRamData works while the sink is active
  parameter bit          DataWritable = 1'b0, // SRAM: trRamData can be written
  parameter bit          Async = 1'b0, // trRamAsyncFreq exists
  parameter bit          Etrace = 1'b0, // the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls
  parameter int unsigned SyncNulls = 40, // 31..49: E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID
