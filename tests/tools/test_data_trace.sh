#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data trace of programs on the simulated hart against the hart's own loads, stores and atomics, entry by entry
# (docs/reference/data-trace.md). HARTRACE_SOAK: all programs, in every way, instead of a few.
. tests/lib/tap.sh
. tests/tools/lib.sh

on="--param data_trace=1 --te trTeDataTracing=1"
run() { # PROGRAM OPTION...
  "$HARTRACE" run "$BUILD/programs/$1.elf" --console "$TMP/console" --sink-size 64M $on "${@:2}"
}
# A link of a byte per cycle, and a queue in which instruction trace alone loses nothing of any of these programs (RV32 sijump in BTM needs more
# than 512 bytes).
drops="--te trTeDataDropEna=1 --te trTeDataAddrCompress=1 --param link_bytes=1 --param fifo_bytes=1024"
opts="--te trTeInstEnRepeatedHistory=1 --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3 --te trTeInstEnSequentialJump=1"

# All instructions and accesses; with drops, what was not dropped, and all instructions.
whole() {
  says 0 '^equal: [1-9][0-9]* instructions' run "$@" --te trTeDataAddrCompress=1 || return 1
  says 0 '^data equal: [1-9][0-9]* accesses$' run "$@" --te trTeDataAddrCompress=1
}
dropped() {
  run "$@" $drops >"$TMP/dropped" 2>&1 || { cat "$TMP/dropped"; return 1; }
  grep -Eq '^equal: [1-9][0-9]* instructions' "$TMP/dropped" &&
    grep -Eq '^data equal: [0-9]+ access(es)?(, [1-9][0-9]* without a message after [1-9][0-9]* announced loss(es)?)?$' "$TMP/dropped" ||
    { cat "$TMP/dropped"; return 1; }
}

programs="atomic timer state"
if [ -n "${HARTRACE_SOAK:-}" ]; then
  programs=$(awk '$1 == "sync" || $1 == "irq" || $1 == "high" { print $3 }' "$BUILD/programs/list" | sort -u)
fi
for x in 32 64; do
  for p in $programs; do
    [ -e "$BUILD/programs/rv$x/$p.elf" ] || continue
    for mode in htm btm; do
      [ -n "${HARTRACE_SOAK:-}" ] || [ "$p" != timer ] || [ $x$mode = 32btm ] || continue
      check "RV$x $p $mode: every access" whole "rv$x/$p" --mode $mode
      check "RV$x $p $mode: with drops" dropped "rv$x/$p" --mode $mode
      check "RV$x $p $mode: with drops and optimizations" dropped "rv$x/$p" --mode $mode $opts
    done
  done
done
check "something was dropped" grep -q 'announced loss' "$TMP/dropped"

check "full addresses" says 0 '^data equal: 3102 accesses$' run rv64/atomic
check "without values" says 0 '^data equal: 3102 accesses$' run rv64/atomic --te trTeDataNoValue=1 --te trTeDataAddrCompress=1
check "without addresses" says 0 '^data equal: 3102 accesses$' run rv64/atomic --te trTeDataNoAddr=1
check "with SRC and timestamps" says 0 '^data equal: 3102 accesses$' \
  run rv64/atomic --te trTeSrcBits=4 --te trTeSrcID=5 --te trTsEnable=1
check "with a stall for data nothing is missing" says 0 '^data equal: 3102 accesses$' \
  run rv64/atomic --te trTeDataStallEna=1 --param link_bytes=1 --param fifo_bytes=128
check "compression 2 is not granted, and 1 is used" fails 0 'trTeDataAddrCompress: asked for 2, the encoder granted 1' \
  run rv64/atomic --te trTeDataAddrCompress=2
check "filters: it is not compared" fails 0 'data trace is not compared' \
  run rv64/atomic --param filters=1 --te trTeDataFilters=1 --te trTeFilterEnable=1

# Program trace is the same as without data trace: the messages that are not data, one by one. Holds HT-DATA-028
same_flow() { # PROGRAM OPTION...
  "$HARTRACE" run "$BUILD/programs/$1.elf" --console "$TMP/console" --save-trace "$TMP/off.nex" "${@:2}" >/dev/null 2>&1 &&
    run "$1" --save-trace "$TMP/on.nex" "${@:2}" >/dev/null 2>&1 &&
    for t in off on; do
      "$HARTRACE" dump "$TMP/$t.nex" | sed -E 's/^#[0-9]+ @[0-9]+ //' | grep -v ' Data\(Read\|Write\)' >"$TMP/$t.txt"
    done &&
    test -s "$TMP/off.txt" && cmp "$TMP/off.txt" "$TMP/on.txt"
}
for mode in htm btm; do
  check "$mode: program trace is the same with data trace" same_flow rv32/state --mode $mode $opts
done
check "without the parameter trTeDataTracing is not granted" fails 0 'trTeDataTracing: asked for 1, the encoder granted 0' \
  "$HARTRACE" run "$BUILD/programs/rv64/crc.elf" --console "$TMP/console" --te trTeDataTracing=1

# An access that is changed in the trace is found: by decode, below its instruction, as it is in the trace.
check "a trace to look at" run rv64/atomic --mode btm --te trTeDataAddrCompress=1 --save-trace "$TMP/a.nex"
check "decode lists accesses below their instructions" \
  says 0 '^      write 8 bytes at 0x[0-9a-f]+: 0x[0-9a-f]+  #[0-9]+$' "$HARTRACE" decode "$TMP/a.nex" --elf "$BUILD/programs/rv64/atomic.elf"

# A recorded stream has the accesses: encode makes the trace of the run from it. Without them it says so.
check "a stream with data accesses" run rv64/crc --mode htm --save-ingress "$TMP/d.ing" --save-trace "$TMP/d.nex"
check "encode sends its data" "$HARTRACE" encode --ingress "$TMP/d.ing" --replay --param data_trace=1 -o "$TMP/e.nex"
data() { "$HARTRACE" dump "$1" | grep -o ' Data\(Read\|Write\).*'; }
same_data() { data "$TMP/d.nex" >"$TMP/d.txt" && data "$TMP/e.nex" | cmp - "$TMP/d.txt"; }
check "the data messages of the run" same_data
check "a stream without: told" fails 0 'has no data accesses' bash -c \
  "'$HARTRACE' run '$BUILD/programs/rv64/crc.elf' --console '$TMP/console' --save-ingress '$TMP/p.ing' >/dev/null &&
   '$HARTRACE' encode --ingress '$TMP/p.ing' --mode htm --param data_trace=1 --te trTeDataTracing=1 -o '$TMP/p.nex'"
finish
