#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# NEXRV=/path/to/NexRv [HARTRACE_WORKLOADS=DIR] tests/interop/nexrv.sh [NAME...]
#
# Hold hartrace beside the N-Trace reference code (refcode/c of riscv-non-isa/tg-nexus-trace), which
# the user has built: it is no part of this project. For each program NAME in DIR (NAME.pcs.gz and
# NAME.pcinfo.gz; all of them by default), HTM and BTM, plain streams (no SRC, no timestamps, no
# traps, no optimisations):
#   - its decoder reads our stream to the same PC list
#   - our decoder reads its stream to the same PC list
#   - both streams have the same size, but for the one byte that the reference code saves at the end
#     of HTM
# Output is TAP. Exit status: 0 all equal, 1 not, 2 wrong use, 77 nothing was compared.
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
  for file in "$DIR"/*.pcs.gz; do
    [ -f "$file" ] && set -- "$@" "$(basename "$file" .pcs.gz)"
  done
fi
[ $# -gt 0 ] || nothing "no NAME.pcs.gz in $DIR"

# The reference tool says on stdout how it went; its exit status alone is not trusted.
reference() {
  "$NEXRV" "$@" >"$TMP/ref.log" 2>&1 && grep -q ' OK ' "$TMP/ref.log" && return 0
  tail -n 5 "$TMP/ref.log"
  return 1
}

reference_reads_ours() {
  local mode=$1
  rm -f "$TMP/our.nex" "$TMP/pcs.out"
  "$HARTRACE" encode --quiet --pcs "$TMP/pcs" --pcinfo "$TMP/pcinfo" --mode "$mode" \
    -o "$TMP/our.nex" &&
    reference -deco "$TMP/our.nex" -pcinfo "$TMP/pcinfo" -pcout "$TMP/pcs.out" -none &&
    cmp "$TMP/pcs" "$TMP/pcs.out"
}

decode_reference() {
  "$HARTRACE" decode "$TMP/ref.nex" --pcinfo "$TMP/pcinfo" --format pcs "$@" -o "$TMP/pcs.out"
}

# Its encoder knows no I-CNT overflow: where its I-CNT exceeds the 22 bits of the specification, our
# decoder must say so, and read the stream when told to take it.
we_read_the_reference() {
  local options=$1
  wide=
  rm -f "$TMP/ref.nex" "$TMP/pcs.out"
  # shellcheck disable=SC2086
  reference -enco "$TMP/pcseq" -nex "$TMP/ref.nex" $options -none || return 1
  if ! decode_reference 2>"$TMP/dec.err"; then
    cat "$TMP/dec.err"
    grep -q 'wider than its limit' "$TMP/dec.err" || return 1
    wide=yes
    decode_reference --param oversize=1 || return 1
  fi
  cmp "$TMP/pcs" "$TMP/pcs.out"
}

# HTM: the specification ends a stream with CDF=1 and HIST=0x1 when HIST is empty, the reference
# code with CDF=0.
same_size() {
  local mode=$1 our ref more=0
  our=$(wc -c <"$TMP/our.nex")
  ref=$(wc -c <"$TMP/ref.nex")
  [ "$mode" = htm ] && more=1
  echo "ours $our bytes, reference $ref bytes"
  [ "$our" -ge "$ref" ] && [ "$our" -le $((ref + more)) ]
}

compare() {
  local name=$1 mode=$2 options=$3
  check "$name $mode: the reference decoder reads our stream" reference_reads_ours "$mode"
  check "$name $mode: our decoder reads the reference stream" we_read_the_reference "$options"
  if [ -n "$wide" ]; then
    skip "$name $mode: both streams have the same size" 'the reference has I-CNT above 22 bits'
  else
    check "$name $mode: both streams have the same size" same_size "$mode"
  fi
}

for name; do
  gzip -dc "$DIR/$name.pcs.gz" >"$TMP/pcs" || exit 2
  gzip -dc "$DIR/$name.pcinfo.gz" >"$TMP/pcinfo" || exit 2
  check "$name: the reference tool reads the PC list" \
    reference -conv -pcinfo "$TMP/pcinfo" -pconly "$TMP/pcs" -pcseq "$TMP/pcseq"
  compare "$name" btm '-nobhm -cs 0 -rpt 0'
  compare "$name" htm '-cs 0 -rpt 0'
done
finish
