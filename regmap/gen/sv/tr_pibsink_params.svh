// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/pibsink.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Parameters of tr_pibsink, for its parameter list: `include, and others after it.
  parameter int unsigned Modes = 7984, // bits of 0x1f30: bit n: trPibMode n exists
  parameter int unsigned ClkCenters = 3, // 1..3: parallel: bit n: trPibClkCenter n exists
  parameter bit          Calibrate = 1'b1, // trPibCalibrate exists
  parameter bit          Async = 1'b0, // trPibAsyncFreq exists
  parameter int unsigned DividerW = 16, // 0..16: width of trPibDivider
  parameter int unsigned DividerMin = 0, // 0..65535: smallest trPibDivider
  parameter int unsigned DividerReset = 7, // 0..65535: trPibDivider after a reset
  parameter int unsigned IdleBytes = 256, // 0..4294967295: 1, 2, 4 pins: bytes from one idle to the next; 0 = never
  parameter bit          IdleSync = 1'b0, // 1, 2, 4 pins: idle before each synchronizing message
  parameter int unsigned IdleLength = 2, // 1..4: idle bytes at a time
  parameter bit          Etrace = 1'b0, // the bytes are packets of E-Trace: fill with null.idle, synchronize with nulls
  parameter int unsigned SyncNulls = 40, // 31..49: E-Trace: N of the synchronization sequence, N null.idle and a null.alignment: 31 and the whole bytes of a timestamp and of srcID
