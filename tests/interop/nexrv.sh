#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# NEXRV=/path/to/NexRv [HARTRACE_WORKLOADS=DIR] [INTEROP=all] tests/interop/nexrv.sh [NAME...]
#
# Hold hartrace beside the N-Trace reference code (refcode/c of riscv-non-isa/tg-nexus-trace), which the user has built: it is
# no part of this project. For each program NAME in DIR (NAME.pcs.gz and NAME.pcinfo.gz; some small ones by default, all with
# INTEROP=all) and each of the five option sets that the task group published (BTM; HTM; HTM with repeated history, with a
# return stack of 8, with both), no SRC, no timestamps, no traps:
#   - its decoder reads our stream to the same PC list
#   - our decoder reads its stream to the same PC list
#   - both streams have the same size, but for what conformance costs, counted in our stream (tests/workloads/table.sh)
# and RepeatBranch: its decoder reads ours in BTM and HTM, ours reads its in HTM (-rpt 1; it has none in BTM, and with -rpt 3 its
# encoder loses instructions, docs/results/interop.md). Output is TAP. Exit status: 0 all equal, 1 not, 2 wrong use, 77 nothing was compared. docs/results/interop.md has results.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

nothing() {
  echo "1..0 # SKIP $1: nothing was compared, and nothing is proved"
  exit 77
}

NEXRV=${NEXRV:-}
DIR=${HARTRACE_WORKLOADS:-}
[ -n "$NEXRV" ] || nothing 'NEXRV is not set (path of the reference tool)'
[ -x "$NEXRV" ] || { echo "nexrv.sh: $NEXRV is not a program" >&2; exit 2; }
[ -n "$DIR" ] || nothing 'HARTRACE_WORKLOADS is not set (folder of PC lists)'
[ -x "$HARTRACE" ] || { echo "nexrv.sh: $HARTRACE is not there: make first" >&2; exit 2; }
if [ $# -eq 0 ]; then
  some=" median mm mt-vvadd multiply towers vvadd xrle dhrystone embench-statemate embench-matmult-int "
  for file in "$DIR"/*.pcs.gz; do
    name=$(basename "$file" .pcs.gz)
    if [ "${INTEROP:-}" = all ] || [ -z "${some##* "$name" *}" ]; then
      [ -f "$file" ] && set -- "$@" "$name"
    fi
  done
fi
[ $# -gt 0 ] || nothing "no NAME.pcs.gz in $DIR"

REPEAT="--te trTeInstEnRepeatedHistory=1"
STACK="--te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3"

# our_options SET, its_options SET: the same option set for each encoder.
our_options() {
  case $1 in
    btm) echo --mode btm ;;
    htm) echo --mode htm ;;
    htm+rpt) echo "--mode htm $REPEAT" ;;
    htm+cs8) echo "--mode htm $STACK" ;;
    htm+cs8+rpt) echo "--mode htm $STACK $REPEAT" ;;
    btm+branch) echo "--mode btm $REPEAT" ;;
    htm+branch) echo "--mode htm $STACK $REPEAT --param repeat_branch_htm=1" ;;
  esac
}
its_options() {
  case $1 in
    btm) echo -nobhm -cs 0 -rpt 0 ;;
    htm) echo -cs 0 -rpt 0 ;;
    htm+rpt) echo -cs 0 -rpt 2 ;;
    htm+cs8) echo -cs 8 -rpt 0 ;;
    htm+cs8+rpt) echo -cs 8 -rpt 2 ;;
    htm+branch) echo -cs 8 -rpt 1 ;;
  esac
}

# The reference tool says on stdout how it went; its exit status alone is not trusted.
reference() {
  "$NEXRV" "$@" >"$TMP/ref.log" 2>&1 && grep -q ' OK ' "$TMP/ref.log" && return 0
  tail -n 5 "$TMP/ref.log"
  return 1
}

# encode OPTION...: our stream.
encode() {
  "$HARTRACE" encode --quiet --pcs "$TMP/pcs" --pcinfo "$TMP/pcinfo" "$@" -o "$TMP/our.nex"
}

reference_reads_ours() {
  rm -f "$TMP/our.nex" "$TMP/pcs.out"
  # shellcheck disable=SC2046
  encode $(our_options "$1") &&
    reference -deco "$TMP/our.nex" -pcinfo "$TMP/pcinfo" -pcout "$TMP/pcs.out" -none &&
    cmp "$TMP/pcs" "$TMP/pcs.out"
}

decode_reference() {
  "$HARTRACE" decode "$TMP/ref.nex" --pcinfo "$TMP/pcinfo" --format pcs "$@" -o "$TMP/pcs.out"
}

# Its encoder knows no I-CNT overflow: where its I-CNT exceeds the 22 bits of the specification, our
# decoder must say so, and read the stream when told to take it.
we_read_the_reference() {
  local options
  read -r -a options <<<"$(our_options "$1")"
  rm -f "$TMP/ref.nex" "$TMP/pcs.out"
  # shellcheck disable=SC2046
  reference -enco "$TMP/pcseq" -nex "$TMP/ref.nex" $(its_options "$1") -none || return 1
  if ! decode_reference "${options[@]:2}" 2>"$TMP/dec.err"; then
    cat "$TMP/dec.err"
    grep -q 'wider than' "$TMP/dec.err" || return 1
    decode_reference "${options[@]:2}" --param oversize=1 || return 1
  fi
  cmp "$TMP/pcs" "$TMP/pcs.out"
}

# With the same search for repetitions as the reference encoder's (hist_search=1), sizes are equal but for: one byte where our
# stream ends with CDF=1 and HIST=0x1 (its: CDF=0), and our I-CNT ResourceFull messages. After each of those one I-CNT may be
# shorter than its, by at most two bytes.
same_size() {
  local our ref more
  # shellcheck disable=SC2046
  encode $(our_options "$1") --param hist_search=1 || return 1
  our=$(wc -c <"$TMP/our.nex")
  ref=$(wc -c <"$TMP/ref.nex")
  # shellcheck disable=SC2046
  read -r more less <<<"$("$HARTRACE" dump "$TMP/our.nex" $(our_options "$1") | awk '
    / ResourceFull RCODE=0 / { sub(/.*len=/, ""); more += $1; less += 2 }
    { last = $0 }
    END { print more + (last ~ /ProgTraceCorrelation .*HIST=0x1$/), less + 0 }')"
  echo "ours $our bytes, reference $ref bytes, conformance $more bytes"
  [ $((our - more)) -le "$ref" ] && [ $((our - more)) -ge $((ref - less)) ]
}

for name; do
  gzip -dc "$DIR/$name.pcs.gz" >"$TMP/pcs" || exit 2
  gzip -dc "$DIR/$name.pcinfo.gz" >"$TMP/pcinfo" || exit 2
  check "$name: the reference tool reads the PC list" \
    reference -conv -pcinfo "$TMP/pcinfo" -pconly "$TMP/pcs" -pcseq "$TMP/pcseq"
  for set in btm htm htm+rpt htm+cs8 htm+cs8+rpt; do
    check "$name $set: the reference decoder reads our stream" reference_reads_ours "$set"
    check "$name $set: our decoder reads the reference stream" we_read_the_reference "$set"
    check "$name $set: both streams have the same size" same_size "$set"
  done
  for set in btm+branch htm+branch; do
    check "$name $set: the reference decoder reads our RepeatBranch" reference_reads_ours "$set"
  done
  check "$name htm+branch: our decoder reads its RepeatBranch" we_read_the_reference htm+branch
done
finish
