// SPDX-License-Identifier: Apache-2.0
// Generated from regmap/params/funnel.toml by `make regs` (regmap.py regmap regmap/gen); do not edit.
// Parameters of tr_funnel, for its parameter list: `include, and others after it.
  parameter int unsigned Inputs = 8, // 2..16: inputs; in a tree those that are connected
  parameter int unsigned DisInputs = 65535, // 0..65535: bit n: input n can be switched off; 0 = no trFunnelDisInput
  parameter int unsigned TsModes = 0, // bits of 0x16: bit n: trTsMode n exists; 0 = no timestamp unit
  parameter int unsigned TsW = 40, // 1..63: bits of the timestamp
  parameter bit          TsCopyActive = 1'b0, // trTsActive is a read-only copy of trFunnelActive
