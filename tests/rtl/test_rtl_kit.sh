#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit encoder on encoders in SystemVerilog: ours breaks no rule, with any of several sets of parameters, and the rules that
# it holds by itself are those of kit-encoder.txt (REWRITE=1: that becomes them); a naive one of another kind (tests/kit/naive_btm.sv) neither,
# and each of its five bugs is found and named by its rule, and by no rule of another family.
. tests/lib/tap.sh

kit() { "$HARTRACE" kit encoder --streams 20 "$@" >"$TMP/out" 2>&1; }
held() { [ "$(sed -nE 's/^rules: ([0-9]+) held, 0 broken.*/\1/p' "$TMP/out")" -ge "$1" ] || { cat "$TMP/out"; return 1; }; }
# set_of NAME [STREAMS]: the encoder with these parameters breaks no rule.
set_of() {
  "$HARTRACE" kit encoder --streams "${2:-20}" --dut "$BUILD/hartrace-kit-rtl $1" --format json >"$TMP/$1.json" 2>"$TMP/out" || {
    cat "$TMP/out"
    "$HARTRACE" kit encoder --streams "${2:-20}" --dut "$BUILD/hartrace-kit-rtl $1" 2>&1
    return 1
  }
}
default() { kit --dut builtin:rtl --streams 1 && held 500; }
check "ours, as builtin:rtl" default
sets="p64 p32 full filt deep min short ${HARTRACE_SOAK:+dual tiny}"
for s in $sets; do
  check "ours, parameters $s" set_of $s
done
no_such_set() { fails 2 'there is no such set' "$HARTRACE" kit encoder --dut "$BUILD/hartrace-kit-rtl p65"; }
check "a set that is not built" no_such_set
# Holds what tests/rtl/kit-encoder.txt lists
check "by decoding and directed expectations" tests/rtl/kit_held.py ${REWRITE:+--write} tests/rtl/kit-encoder.txt \
  "$TMP"/{p64,p32,full,filt,deep,min,short}.json
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
