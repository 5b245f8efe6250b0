# SPDX-License-Identifier: Apache-2.0
# The decode half of bench.sh, which sources it: needs tmp, hartrace, code, n, best, line, ratio.

decode_to() {
  "$hartrace" decode "$1" $code -f "$2" -o /dev/null -j "$3"
}

# What bench_decode prints, and the time of one of its rows.
library_rows() {
  "$BUILD/tests/bench/bench_decode" "$1" $code >"$tmp/rows" || return
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

# Periodic synchronizing messages, so that threads find places to begin at.
bench_decode_jobs() {
  local one two
  "$hartrace" encode --pcs "$tmp/pcs" $code --mode "$1" -q -o "$tmp/sync.nex" \
    --te trTeInstSyncMode=3 --te trTeInstSyncMax=4 || return
  for format in ranges pcs; do
    one=$(best decode_to "$tmp/sync.nex" $format 1)
    two=$(best decode_to "$tmp/sync.nex" $format 2)
    line "$1 with syncs, decode to $format, 1 thread" "$one" "$n" 'M instr/s'
    line "$1 with syncs, decode to $format, 2 threads" "$two" "$n" 'M instr/s'
    ratio "$1 $format: 2 threads against 1" "$two" "$one"
  done
  rm -f "$tmp/sync.nex"
}

bench_decode() {
  local mode=$1 t=$tmp/$1.nex size ranges theirs
  "$hartrace" encode --pcs "$tmp/pcs" $code --mode "$mode" -q -o "$t" || return
  size=$(wc -c <"$t")
  ranges=$(best decode_to "$t" ranges 1)
  line "$mode decode to ranges" "$ranges" "$n" 'M instr/s'
  line "$mode decode to PCs (text)" "$(best decode_to "$t" pcs 1)" "$n" 'M instr/s'
  line "$mode verify" "$(best "$hartrace" verify "$t" $code --pcs "$tmp/pcs")" "$n" 'M instr/s'
  line "$mode dump ($size bytes)" "$(best "$hartrace" dump "$t" -o /dev/null)" "$size" 'MB/s     '
  library_rows "$t"
  ratio "$mode walk of cached blocks against ranges" "$(row 'cached blocks')" "$ranges"
  ratio "$mode walk by HIST bits against ranges" "$(row 'HIST bits')" "$ranges"
  if [ -n "${NEXRV:-}" ] && [ -r "$tmp/pcinfo" ]; then
    theirs=$(best reference_decode "$t")
    line "$mode reference tool, decode to PCs" "$theirs" "$n" 'M instr/s'
    ratio "$mode ranges against the reference tool" "$ranges" "$theirs"
  fi
  bench_decode_jobs "$mode"
}
