#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Instructions, calls, branches, traps and losses are the same in all exports of one trace: folded, sqlite, callgrind,
# speedscope, flamegraph. callgrind_annotate reads callgrind's.
# HARTRACE_SOAK=1: all programs.
. tests/lib/tap.sh

# totals NAME OPTION...: run a program of that name, export it, compare.
# shellcheck disable=SC2086
totals() {
  local elf=$BUILD/programs/rv64/$1.elf src= f files=
  shift
  rm -f "$TMP"/t.*
  case " $* " in *--harts*) src="--src all" ;; esac
  "$HARTRACE" run "$elf" --save-trace "$TMP/t.nex" --sidecar -q --any-exit --max-instructions 100000 "$@" || true
  [ -s "$TMP/t.nex" ] || return 0 # the program stops before the trace starts
  for f in folded sqlite callgrind speedscope flamegraph; do
    "$HARTRACE" export "$TMP/t.nex" --elf "$elf" $src --to $f -o "$TMP/t.$f" -q
    [ $? -le 1 ] || return
    files="$files $TMP/t.$f"
  done
  python3 tests/view/totals_check.py $files
}

stamps="--te trTsEnable=1"
# shellcheck disable=SC2086
{
check "interrupts" totals timer $stamps
check "co-routines" totals coroutine $stamps
check "contexts" totals context $stamps --te trTeContext=1
check "two harts" totals smpipi $stamps --harts 2
check "traps of instructions that are never executed" totals user $stamps --te trTeContext=1
check "losses" totals coroutine $stamps --te trTeInstSyncMode=3 --te trTeInstSyncMax=2 --param fifo_bytes=76 --param link_bytes=1
if [ -n "${HARTRACE_SOAK:-}" ]; then
  for elf in "$BUILD"/programs/rv64/*.elf; do
    name=$(basename "$elf" .elf)
    check "$name" totals "$name" --mode htm
  done
fi
}
finish
