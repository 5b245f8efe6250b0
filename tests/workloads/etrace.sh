#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# etrace.sh [PROGRAM]...: N-Trace and E-Trace of the same executions beside each other, as the table of
# docs/results/compression.md: bits per instruction of each set of options. Executions: the PC lists in HARTRACE_WORKLOADS, and
# the programs of tests/programs (build/programs/rv64, with their traps) as the simulated hart runs them. Every E-Trace stream of
# a PC list is decoded again and compared. The last lines are the means. Exit status 1: a stream does not decode to its list.
set -u
BUILD=${BUILD:-build}
hartrace=${HARTRACE:-$BUILD/hartrace}
tool=$BUILD/tests/bench/bench_etrace
folder=${HARTRACE_WORKLOADS:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
stack='--te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3'
esets='base ir8 ir8+jtc ir8+bp best'

ntrace() {
  local set
  for set in "--mode btm" "--mode htm" "--mode htm $stack" \
    "--mode htm $stack --te trTeInstEnRepeatedHistory=1 --param return_stack=32 --param repeat_branch_htm=1 --param icnt_late=1"; do
    # shellcheck disable=SC2086
    "$hartrace" encode "$@" $set -q -o - | wc -c
  done
}

etrace() {
  local set
  for set in $esets; do
    "$tool" encode "$set" "$tmp/t.raw" "$@" >"$tmp/said" || exit 1
    awk '{ print $3 }' "$tmp/said"
    if [ $# -eq 2 ]; then
      "$tool" pcs "$set" "$tmp/t.raw" "$2" | tr a-f A-F | cmp -s - <(tr a-f A-F <"$1") || touch "$tmp/differs"
    fi
  done
}

# The fewest bytes of the sets with the largest tables, and of the sets above.
least() {
  local set
  for set in $esets most-ir most-jtc most-bp most; do
    "$tool" encode "$set" "$tmp/t.raw" "$@" | awk '{ print $3 }'
  done | sort -n | head -1
}

# row NAME INSTRUCTIONS KIND BYTES...
row() {
  awk -v name="$1" -v n="$2" -v kind="$3" -v bytes="${*:4}" -v sums="$tmp/sums" 'BEGIN {
    printf "| %s | %d", name, n
    k = split(bytes, b, " ")
    for (i = 1; i <= k; i++) { printf " | %.4f", 8 * b[i] / n; printf "%s %d %.6f\n", kind, i, 8 * b[i] / n >> sums }
    print " |" }'
}

mean() {
  awk -v kind="$1" -v what="$2" '$1 == kind { s[$2] += $3; n[$2]++; if ($2 > most) most = $2 } END {
    if (n[1] == 0) exit
    printf "| mean of %d %s | ", n[1], what
    for (i = 1; i <= most; i++) printf "| %.4f ", s[i] / n[i]
    print "|" }' "$tmp/sums"
}

echo '| program | instructions | N BTM | N HTM | N HTM cs8 | N best | E base | E ir8 | E ir8 jtc | E ir8 bp | E best | E least |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
if [ -n "$folder" ]; then
  for f in "$folder"/*.pcs.gz; do
    name=$(basename "$f" .pcs.gz)
    [ $# -eq 0 ] || [[ " $* " = *" $name "* ]] || continue
    zcat "$f" | sed 's/0X/0x/' >"$tmp/pcs"
    zcat "$folder/$name.pcinfo.gz" >"$tmp/pcinfo"
    row "$name" "$(wc -l <"$tmp/pcs")" list $(ntrace --pcs "$tmp/pcs" --pcinfo "$tmp/pcinfo") \
      $(etrace "$tmp/pcs" "$tmp/pcinfo") "$(least "$tmp/pcs" "$tmp/pcinfo")"
    [ ! -e "$tmp/differs" ] || { echo "$name: a stream of E-Trace decodes to other PCs" >&2; bad=1; rm "$tmp/differs"; }
  done
fi
for elf in "$BUILD"/programs/rv64/*.elf; do
  name=$(basename "$elf" .elf)
  [ $# -eq 0 ] || [[ " $* " = *" $name "* ]] || continue
  "$hartrace" run "$elf" --mode htm --max-instructions 2000000 --save-ingress "$tmp/ing" --save-pcs "$tmp/pcs" --quiet \
    --console /dev/null >/dev/null 2>&1 </dev/null
  [ -s "$tmp/ing" ] && [ -s "$tmp/pcs" ] || continue
  row "$name" "$(wc -l <"$tmp/pcs")" program $(ntrace --ingress "$tmp/ing") $(etrace "$tmp/ing") "$(least "$tmp/ing")"
  rm -f "$tmp/ing" "$tmp/pcs"
done
[ ! -s "$tmp/sums" ] || { mean list 'PC lists'; mean program programs; }
exit $bad
