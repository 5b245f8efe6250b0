#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace decode with several threads writes the bytes, and says the words, of decode with one: whole, damaged
# and cut traces, with and without periodic synchronizing messages.
. tests/lib/tap.sh
. tests/tools/lib.sh

# Long enough for many parts.
calls 60000
code="--pcinfo $TMP/calls.pcinfo"

trace() {
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" $code -q "$@"
}

# same TRACE FORMAT [OPTION]...: output, words and status of 1 and of 3 threads.
same() {
  local file=$1 format=$2
  shift 2
  "$HARTRACE" decode "$TMP/$file" $code -f "$format" "$@" -j 1 -o "$TMP/one" 2>"$TMP/one.err"
  echo $? >>"$TMP/one.err"
  "$HARTRACE" decode "$TMP/$file" $code -f "$format" "$@" -j 3 -o "$TMP/three" 2>"$TMP/three.err"
  echo $? >>"$TMP/three.err"
  [ -s "$TMP/one" ] && cmp "$TMP/one" "$TMP/three" && diff "$TMP/one.err" "$TMP/three.err"
}

# Flip a bit in one byte of each 5000; drop the first 1000 bytes and the last one.
damage() {
  cp "$TMP/$1" "$TMP/bad.nex"
  local size at
  size=$(wc -c <"$TMP/bad.nex")
  for ((at = 4000; at < size; at += 5000)); do
    printf '\x5a' | dd of="$TMP/bad.nex" bs=1 seek="$at" conv=notrunc status=none
  done
  tail -c +1001 "$TMP/$1" | head -c -1 >"$TMP/cut.nex"
}

modes="htm btm"
[ -z "${SANITIZED:-}" ] || modes=htm
for mode in $modes; do
  trace --mode $mode --te trTeInstSyncMode=3 --te trTeInstSyncMax=2 -o "$TMP/sync.nex"
  trace --mode $mode -o "$TMP/plain.nex"
  check "$mode: the trace has several parts" test "$(wc -c <"$TMP/sync.nex")" -gt 100000
  damage sync.nex
  for format in ranges pcs; do
    check "$mode $format: periodic syncs" same sync.nex $format
    check "$mode $format: no syncs" same plain.nex $format
    check "$mode $format: damaged bytes" same bad.nex $format
    check "$mode $format: cut at both ends" same cut.nex $format
  done
done

# A stretch without any message, longer than a part may be, and a trace after it.
idle() {
  head -c "$1" /dev/zero | tr '\0' '\377'
}
{ cat "$TMP/sync.nex"; idle 3000000; cat "$TMP/sync.nex"; } >"$TMP/idle.nex"
check "three million idle bytes within" same idle.nex ranges
gzip -c "$TMP/sync.nex" >"$TMP/sync.nex.gz"
check "compressed" same sync.nex.gz ranges
head -c -100 "$TMP/sync.nex.gz" >"$TMP/broken.nex.gz"
check "compressed and cut off" same broken.nex.gz ranges
check "it is said that the file is cut off, and the status is 2" grep -qx 2 "$TMP/three.err"
from_pipe() {
  "$HARTRACE" decode "$TMP/sync.nex" $code -f ranges -o "$TMP/one"
  cat "$TMP/sync.nex" | "$HARTRACE" decode - $code -f ranges -j 2 -o "$TMP/two"
  cmp "$TMP/one" "$TMP/two"
}
check "from a pipe" from_pipe
tail -c +1001 "$TMP/sync.nex" >"$TMP/wrapped.nex"
check "a wrapped buffer" same wrapped.nex ranges --wrapped

# 400 MB of trace in 300 MB of memory. A sanitizer needs more than that by itself.
small() {
  export MALLOC_ARENA_MAX=1
  ulimit -v 300000
  "$HARTRACE" "$@"
}
bounded() {
  { cat "$TMP/sync.nex"; idle 400000000; cat "$TMP/sync.nex"; } |
    small decode - $code -f ranges -j 2 -o "$TMP/two" &&
    [ "$(wc -c <"$TMP/two")" -ge "$((2 * $(wc -c <"$TMP/one")))" ]
}
if (small --version) >"$TMP/version" 2>&1; then
  check "memory does not grow with the trace" bounded
else
  skip "memory does not grow with the trace" "the program needs more to begin with"
fi

"$HARTRACE" decode "$TMP/sync.nex" $code -f pcs -j 2 -o "$TMP/got.pcs"
check "two threads decode what was executed" cmp "$TMP/calls.pcs" "$TMP/got.pcs"
refused() {
  "$HARTRACE" decode "$TMP/sync.nex" $code -f pcs -j 0 2>/dev/null
  [ $? -eq 2 ]
}
check "0 threads are refused" refused
finish
