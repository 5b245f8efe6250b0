// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Parameters of tr_atbbridge, for its parameter list: `include, and others after it.
  parameter int unsigned Width = 4, // 1, 2, 4, 8, 16: bytes of ATDATA
  parameter int unsigned WaitCycles = 0, // 0..4294967295: cycles that an incomplete word waits for more
  parameter bit          Async = 1'b0, // trAtbBridgeAsyncFreq exists
  parameter bit          Etrace = 1'b0, // the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls
  parameter int unsigned SyncNulls = 40, // 31..49: E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID
