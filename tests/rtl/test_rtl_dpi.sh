#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The kit in a simulation (kit/dpi, kit/vpi): bound to the naive encoder and to ours, it finds nothing wrong with them, byte by byte and by meaning,
# and each planted bug in the clock in which the first wrong message leaves, named by its rule. When that is, first_wrong.py says from
# what both simulations sent.
. tests/lib/tap.sh

naive=$BUILD/tests/kit/dpi_naive
ours=$BUILD/tests/kit/dpi_ours
programs=$BUILD/programs/rv32

# record NAME PROGRAM OPTION...: what a hart did, with the writes to its encoder.
record() {
  local name=$1 program=$2
  shift 2
  timeout 60 "$HARTRACE" run "$programs/$program.elf" -q --any-exit --save-ingress "$TMP/$name.ing" "$@" >/dev/null 2>&1 && [ -s "$TMP/$name.ing" ]
}
plain="--mode btm --param itype_width=3 --param htm=0 --param icnt_bits=10 --param btype_split=0 --param context=0 --param ts_modes=0"
# shellcheck disable=SC2086
check "what a hart did, for the naive encoder" record naive timer $plain --max-instructions 20000
check "what a hart did, for ours" record ours sort --mode htm --max-instructions 20000

# good TOP STREAM HALT ARGUMENT...: nothing is wrong, and a thousand messages were looked at.
good() {
  local top=$1 stream=$2 halt=$3
  shift 3
  timeout 120 "$BUILD/tests/kit/$top" "$TMP/$stream.ing" 0 "$halt" "$TMP/$top.clean.$halt" "$@" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  grep -Eq ': good: [0-9]{3,} messages in [0-9]+ clocks, [0-9]{3,} equal' "$TMP/out" && ! grep -q 'broken (' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
elf=+htk_elf=$programs
check "naive: clean, by meaning" good dpi_naive naive 500 "$elf/timer.elf"
check "naive: clean, byte by byte" good dpi_naive naive 500 +htk_exact
check "ours: clean, byte by byte" good dpi_ours ours 500
# The stream of ours is compared with the model by what it means, too.
check "naive: without a halt" good dpi_naive naive 0 "$elf/timer.elf"

# bad TOP STREAM BUG HALT RULE ARGUMENT...: broken is that rule, by the message that first_wrong.py finds, in its clock.
bad() {
  local top=$1 stream=$2 bug=$3 halt=$4 rule=$5 where
  shift 5
  timeout 120 "$BUILD/tests/kit/$top" "$TMP/$stream.ing" "$bug" "$halt" "$TMP/bad" "$@" >"$TMP/out" 2>&1
  where=$(python3 tests/kit/dpi/first_wrong.py "$TMP/$top.clean.$halt" "$TMP/bad") || return 1
  grep -Eq "cycle ${where% *}: $rule is broken \(.*\), by message #${where#* };" "$TMP/out" || { echo "first wrong: $where"; cat "$TMP/out"; return 1; }
  grep -q 'the hart had done (cycle: address+half-words): [0-9]*: 0x' "$TMP/out" && grep -q ': broken: ' "$TMP/out"
}
bugs() { # MODE ARGUMENT
  check "naive, $1: a taken branch counts too little" bad dpi_naive naive 1 500 NT-CNT-003 "$2"
  check "naive, $1: U-ADDR is relative to the last F-ADDR" bad dpi_naive naive 2 500 NT-ADR-005 "$2"
  check "naive, $1: SYNC 5 after debug mode" bad dpi_naive naive 4 500 NT-SYN-005 "$2"
  check "naive, $1: no ProgTraceCorrelation when trace is disabled" bad dpi_naive naive 8 500 NT-PTC-001 "$2"
}
bugs "by meaning" "$elf/timer.elf"
bugs "byte by byte" +htk_exact
finish
