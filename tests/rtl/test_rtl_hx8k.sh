#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The example for iCE40 HX8K (scripts/example-hx8k.sh): the trace of its program, sent over its serial line, decodes to the instructions that its
# core retired. HARTRACE_SOAK: the same with the netlist that yosys makes, and the same bytes.
. tests/lib/tap.sh
. tests/tools/lib.sh

check "the RTL of the example" says 0 '^rtl: equal: [0-9]{4} ' scripts/example-hx8k.sh "$TMP/hx" rtl
wrong() { # one instruction more than there were
  echo 0x00000000 >>"$TMP/hx/rtl.pcs"
  "$HARTRACE" verify -q "$TMP/hx/rtl.nex" --elf "$TMP/hx/hx8k.elf" --pcs "$TMP/hx/rtl.pcs" --param xlen=32 --param icnt_bits=10 >"$TMP/wrong" 2>&1 && return 1
  grep -q '' "$TMP/wrong"
}
check "another list of instructions is refused" wrong
if [ -n "${HARTRACE_SOAK:-}" ]; then
  check "the netlist of the example" says 0 '^netlist: the trace of the RTL' scripts/example-hx8k.sh "$TMP/hx" netlist
else
  skip "the netlist of the example" "HARTRACE_SOAK or make check-netlist"
fi
finish
