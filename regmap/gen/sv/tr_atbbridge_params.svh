// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/atbbridge.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Parameters of tr_atbbridge, for its parameter list: `include, and others after it.
  parameter int unsigned Width = 4, // 1, 2, 4, 8, 16: bytes of ATDATA
  parameter int unsigned WaitCycles = 0, // 0..4294967295: cycles that an incomplete word waits for more
  parameter bit          Async = 1'b0, // trAtbBridgeAsyncFreq exists
