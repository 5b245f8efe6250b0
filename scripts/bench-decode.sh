# SPDX-License-Identifier: Apache-2.0
# The decode half of bench.sh, which sources it: needs tmp, hartrace, code, n, best, line, ratio.

decode_to() {
  "$hartrace" decode "$1" $code -f "$2" -o /dev/null -j "$3"
}

# What bench_decode prints: the whole program, the library and the limits, run in turn.
library_rows() {
  HARTRACE=$hartrace "$BUILD/tests/bench/bench_decode" "$1" $code >"$tmp/rows" || return
  while IFS=$'\t' read -r what seconds amount unit; do
    line "$mode $what" "$seconds" "$amount" "$unit"
  done <"$tmp/rows"
}

row() {
  awk -F'\t' -v w="$1" 'index($1, w) { print $2 }' "$tmp/rows"
}

# The task group's decoder, whole program, PCs to nowhere.
reference_decode() {
  "$NEXRV" -deco "$1" -pcinfo "$tmp/pcinfo" -pcout /dev/null
}

# The shortest of five runs each of two commands, in turn: $one and $two.
best_in_turn() {
  local a b start
  one= two=
  for _ in 1 2 3 4 5; do
    start=$(date +%s%N)
    $1 >/dev/null 2>&1 || return
    a=$(($(date +%s%N) - start))
    start=$(date +%s%N)
    $2 >/dev/null 2>&1 || return
    b=$(($(date +%s%N) - start))
    { [ -z "$one" ] || [ "$a" -lt "$one" ]; } && one=$a
    { [ -z "$two" ] || [ "$b" -lt "$two" ]; } && two=$b
  done
  one=$(awk -v n="$one" 'BEGIN { printf "%.4f", n / 1e9 }')
  two=$(awk -v n="$two" 'BEGIN { printf "%.4f", n / 1e9 }')
}

# A synchronizing message each 256 messages, so that threads find places to begin at; the trace eight
# times over, so that starting and reading code do not count.
bench_decode_jobs() {
  local one two format times=8
  "$hartrace" encode --pcs "$tmp/pcs" $code --mode "$1" -q -o "$tmp/once.nex" \
    --te trTeInstSyncMode=messages --te trTeInstSyncMax=4 || return
  for _ in $(seq $times); do cat "$tmp/once.nex"; done >"$tmp/sync.nex"
  for format in ranges pcs; do
    best_in_turn "decode_to $tmp/sync.nex $format 1" "decode_to $tmp/sync.nex $format 2" || return
    line "$1 with syncs, decode to $format, 1 thread" "$one" $((times * n)) 'M instr/s'
    line "$1 with syncs, decode to $format, 2 threads" "$two" $((times * n)) 'M instr/s'
    ratio "$1 $format: 2 threads against 1" "$two" "$one"
  done
  rm -f "$tmp/sync.nex" "$tmp/once.nex"
}

bench_decode() {
  local mode=$1 t=$tmp/$1.nex size ranges theirs
  "$hartrace" encode --pcs "$tmp/pcs" $code --mode "$mode" -q -o "$t" || return
  size=$(wc -c <"$t")
  line "$mode decode to PCs (text)" "$(best decode_to "$t" pcs 1)" "$n" 'M instr/s'
  line "$mode verify" "$(best "$hartrace" verify "$t" $code --pcs "$tmp/pcs")" "$n" 'M instr/s'
  line "$mode dump ($size bytes)" "$(best "$hartrace" dump "$t" -o /dev/null)" "$size" 'MB/s     '
  line "$mode dump, the same in messages" "$(best "$hartrace" dump "$t" -o /dev/null)" \
    "$("$hartrace" dump "$t" | wc -l)" 'M msg/s  '
  library_rows "$t"
  ranges=$(row 'program: decode')
  ratio "$mode program against walk of cached blocks" "$ranges" "$(row 'cached blocks')"
  ratio "$mode program against walk by HIST bits" "$ranges" "$(row 'HIST bits')"
  if [ -n "${NEXRV:-}" ] && [ -r "$tmp/pcinfo" ]; then
    theirs=$(best reference_decode "$t")
    line "$mode reference tool, decode to PCs" "$theirs" "$n" 'M instr/s'
    ratio "$mode ranges against the reference tool" "$ranges" "$theirs"
  fi
  bench_decode_jobs "$mode"
}
