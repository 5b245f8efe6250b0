#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit encoder on encoders in SystemVerilog: ours breaks no rule; a naive one of another kind (tests/kit/naive_btm.sv) neither,
# and each of its five bugs is found and named by its rule, and by no rule of another family.
. tests/lib/tap.sh

kit() { "$HARTRACE" kit encoder --streams 20 "$@" >"$TMP/out" 2>&1; }
held() { [ "$(sed -nE 's/^rules: ([0-9]+) held, 0 broken.*/\1/p' "$TMP/out")" -ge "$1" ] || { cat "$TMP/out"; return 1; }; }
ours() { kit --dut builtin:rtl && held 310; }
check "ours, XLEN 64" ours
narrow() { kit --dut "$BUILD/hartrace-kit-rtl p32" && held 300; }
check "ours, XLEN 32" narrow
naive() { kit --dut "$BUILD/tests/kit/naive_btm" && held 190; }
check "the naive one" naive
# bug NUMBER RULE FAMILY: status 1, that rule is broken, and others of this family at most.
bug() {
  kit --dut "$BUILD/tests/kit/naive_btm $1"
  [ $? = 1 ] || { cat "$TMP/out"; return 1; }
  grep -q "^$2 *broken" "$TMP/out" || { cat "$TMP/out"; return 1; }
  ! grep -E '^(NT|TCI|KIT)-.* broken ' "$TMP/out" | grep -v "^$3"
}
check "a taken branch counts too little" bug 1 NT-CNT-003 NT-CNT
check "U-ADDR is relative to the last F-ADDR" bug 2 NT-ADR-005 NT-ADR
check "SYNC 5 after debug mode" bug 4 NT-SYN-005 NT-SYN
check "no ProgTraceCorrelation when trace is disabled" bug 8 NT-PTC-001 NT-PTC
check "a full I-CNT says nothing" bug 16 NT-CNT-007 NT-CNT
finish
