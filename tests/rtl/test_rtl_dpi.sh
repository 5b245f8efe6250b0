#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The kit in a simulation (kit/dpi): bound to the naive encoder and to ours, and beside a core with RVFI, it finds nothing wrong with them, byte by byte and by meaning,
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
  timeout 400 "$HARTRACE" run "$programs/$program.elf" -q --any-exit --save-ingress "$TMP/$name.ing" "$@" >/dev/null 2>&1 && [ -s "$TMP/$name.ing" ]
}
plain="--mode btm --param itype_width=3 --param htm=0 --param icnt_bits=10 --param btype_split=0 --param context=0 --param ts_modes=0"
# shellcheck disable=SC2086
check "what a hart did, for the naive encoder" record naive timer $plain --max-instructions 20000
check "what a hart did, for ours" record ours sort --mode htm --max-instructions 20000

# shellcheck disable=SC2086
check "what a hart did, straight on" record linear linear $plain --max-instructions 20000

# good TOP STREAM HALT ARGUMENT...: nothing is wrong, and many messages were looked at.
good() {
  local top=$1 stream=$2 halt=$3
  shift 3
  timeout 400 "$BUILD/tests/kit/$top" "$TMP/$stream.ing" 0 "$halt" "$TMP/$stream.clean.$halt" +htk_on_broken=0 "$@" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  grep -Eq ': good: [0-9]{2,} messages in [0-9]+ clocks, [0-9]{2,} equal' "$TMP/out" && ! grep -q 'broken (' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
elf=+htk_elf=$programs
check "naive: clean, by meaning" good dpi_naive naive 500 "$elf/timer.elf"
check "naive: clean, byte by byte" good dpi_naive naive 500 +htk_exact=1
check "ours: clean, byte by byte" good dpi_ours ours 500
check "ours: clean, by meaning" good dpi_ours ours 400 +htk_exact=0 "$elf/sort.elf"
check "naive: without a halt" good dpi_naive naive 0 "$elf/timer.elf"
check "naive: straight on" good dpi_naive linear 0 "$elf/linear.elf"

# The same hart as a core with RVFI reports it: tr_rvfi makes the records again.
cp "$TMP/naive.ing" "$TMP/rvfi.ing"
check "RVFI: clean, by meaning" good dpi_rvfi rvfi 500 "$elf/timer.elf"
room() { ! grep 'tr_rvfi has no room' "$TMP/out" && grep -Eq ' 11[0-9]{3} half-words of code compared' "$TMP/out"; }
check "RVFI: every instruction arrived" room
check "RVFI: clean, byte by byte" good dpi_rvfi rvfi 500 +htk_exact=1

# bad TOP STREAM BUG HALT RULE ARGUMENT...: broken is that rule, by the message that first_wrong.py finds, in its clock.
bad() {
  local top=$1 stream=$2 bug=$3 halt=$4 rule=$5 where
  shift 5
  timeout 400 "$BUILD/tests/kit/$top" "$TMP/$stream.ing" "$bug" "$halt" "$TMP/bad" +htk_on_broken=0 "$@" >"$TMP/out" 2>&1
  where=$(python3 tests/kit/dpi/first_wrong.py "$TMP/$stream.clean.$halt" "$TMP/bad") || return 1
  grep -Eq "cycle ${where% *}: $rule[-0-9]* is broken \(.*\), by message #${where#* };" "$TMP/out" || { echo "first wrong: $where"; cat "$TMP/out"; return 1; }
  grep -q 'the hart had done (cycle: address+half-words): [0-9]*: 0x' "$TMP/out" && grep -q ': broken: ' "$TMP/out"
}
bugs() { # MODE ARGUMENT
  check "naive, $1: a taken branch counts too little" bad dpi_naive naive 1 500 NT-CNT-003 "$2"
  check "naive, $1: U-ADDR is relative to the last F-ADDR" bad dpi_naive naive 2 500 NT-ADR-005 "$2"
  check "naive, $1: SYNC 5 after debug mode" bad dpi_naive naive 4 500 NT-SYN-005 "$2"
  check "naive, $1: a full I-CNT says nothing" bad dpi_naive linear 16 0 NT-CNT-007 "${2/timer/linear}"
  check "naive, $1: no ProgTraceCorrelation when trace is disabled" bad dpi_naive naive 8 500 NT-PTC-001 "$2"
}
bugs "by meaning" "$elf/timer.elf"
bugs "byte by byte" +htk_exact=1
for how in "$elf/timer.elf" +htk_exact=1; do
  check "RVFI: a taken branch counts too little, $how" bad dpi_rvfi rvfi 1 500 NT-CNT-003 "$how"
  check "RVFI: U-ADDR is relative to the last F-ADDR, $how" bad dpi_rvfi rvfi 2 500 NT-ADR-005 "$how"
  check "RVFI: SYNC 5 after debug mode, $how" bad dpi_rvfi rvfi 4 500 NT-SYN-005 "$how"
done
check "ours, byte by byte: the planted bug" bad dpi_ours ours 1 500 NT-HST
check "ours, by meaning: the planted bug" bad dpi_ours ours 1 400 NT-HST +htk_exact=0 "$elf/sort.elf"

# An encoder that loses messages: by meaning the gaps are counted, and nothing is wrong; byte by byte it says that it cannot go on.
losses() {
  timeout 400 "$ours" "$TMP/ours.ing" 0 0 - +slow=12 +htk_on_broken=0 +htk_exact=0 "$elf/sort.elf" >"$TMP/out" 2>&1
  grep -Eq ': good: [0-9]{3,} messages .*, [1-9][0-9]* overflows' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "ours: losses, by meaning" losses
cut_off() {
  timeout 400 "$ours" "$TMP/ours.ing" 0 0 - +slow=12 +htk_on_broken=0 >"$TMP/out" 2>&1
  grep -q 'the encoder lost messages (Error).*; compare by meaning' "$TMP/out" && grep -q ': stopped: ' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "ours: losses, byte by byte" cut_off
after_losses() { # a bug is found after an overflow, too
  timeout 400 "$ours" "$TMP/ours.ing" 1 0 - +slow=12 +htk_on_broken=0 +htk_exact=0 "$elf/sort.elf" >"$TMP/out" 2>&1
  grep -q ' is broken (' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "ours: losses and the planted bug" after_losses
# What cannot begin says why.
refused() { # PATTERN ARGUMENT...
  local pattern=$1
  shift
  timeout 400 "$naive" "$TMP/naive.ing" 0 0 - "$@" >"$TMP/out" 2>&1
  grep -Eq "the kit cannot begin: .*$pattern" "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "no program" refused 'comparing by meaning needs the ELF file'
check "no such program" refused 'none.elf' "+htk_elf=$TMP/none.elf"
check "a program for RV64" refused 'a program for RV64; the encoder is for RV32' "+htk_elf=$BUILD/programs/rv64/sort.elf"
check "an unknown parameter" refused 'flux=3: no parameter of an encoder' +htk_exact=1 +htk_params=htm=0,flux=3
check "an unknown profile" refused 'profile mine: unknown' +htk_exact=1 +htk_profile=mine

# Plain IEEE 1800: without a warning, each module as the top.
lint() {
  local sv=(kit/dpi/htk_dpi_pkg.sv kit/dpi/htk_map_pkg.sv kit/dpi/htk_monitor.sv)
  verilator --lint-only -Wall --top-module htk_monitor "${sv[@]}" && verilator --lint-only -Wall --top-module htk_monitor -GBlocks=4 -GXLen=32 "-GFalling=1'b1" \
    -GOnBroken=2 -GLanes=64 "${sv[@]}" && verilator --lint-only -Wall --top-module htk_monitor_rvfi -Iregmap/gen/sv -y rtl-model/rtl -y rtl-model/rtl/adapters \
    rtl-model/rtl/waivers.vlt rtl-model/rtl/tr_pkg.sv "${sv[@]}" kit/dpi/htk_monitor_rvfi.sv
}
check "lint" lint
finish
