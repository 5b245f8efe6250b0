#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Rates, side by side in one run, so that ratios mean something on any machine. Called by `make bench`.
# The execution is CoreMark of HARTRACE_WORKLOADS when that is set, otherwise the largest test program.
# BENCH='PART...' runs some parts only, of: decode etrace view encode sim systemc openocd fwtrace.
# NEXRV=path adds the task group's reference tool, built by the user.
set -u
BUILD=${BUILD:-build}
hartrace=$BUILD/hartrace
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
folder=${HARTRACE_WORKLOADS:-}

if [ -n "$folder" ] && [ -r "$folder/coremark.pcs.gz" ]; then
  name=coremark
  zcat "$folder/coremark.pcs.gz" >"$tmp/pcs"
  zcat "$folder/coremark.pcinfo.gz" >"$tmp/pcinfo"
  code="--pcinfo $tmp/pcinfo"
else
  name="sort (rv64)"
  elf=$BUILD/programs/rv64/sort.elf
  "$hartrace" run "$elf" --save-pcs "$tmp/pcs" --console /dev/null >/dev/null || exit 2
  code="--elf $elf"
fi
n=$(wc -l <"$tmp/pcs")

# best COMMAND...: the shortest of three runs, in seconds.
best() {
  local least= took start end
  for _ in 1 2 3; do
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1 || { echo failed; return 1; }
    end=$(date +%s%N)
    took=$((end - start))
    { [ -z "$least" ] || [ "$took" -lt "$least" ]; } && least=$took
  done
  echo "$least" | awk '{ printf "%.4f", $1 / 1e9 }'
}

# line WHAT SECONDS AMOUNT UNIT: the rate, and the time as a multiple of reading the PC list once.
line() {
  if [ "$2" = failed ]; then
    printf '%-44s %s\n' "$1" failed
    return
  fi
  awk -v w="$1" -v s="$2" -v a="$3" -v u="$4" -v r="$base" \
    'BEGIN { printf "%-44s %8.3f s %10.1f %s %8.2f x\n", w, s, a / 1e6 / s, u, s / r }'
}

. "$(dirname "$0")/bench-encode.sh"
. "$(dirname "$0")/bench-decode.sh"
. "$(dirname "$0")/bench-etrace.sh"
. "$(dirname "$0")/bench-view.sh"
. "$(dirname "$0")/bench-systemc.sh"
. "$(dirname "$0")/bench-openocd.sh"
. "$(dirname "$0")/bench-fwtrace.sh"

read_once() {
  cat "$tmp/pcs"
}

bench_decode_modes() {
  for mode in htm btm; do
    bench_decode $mode
  done
}

bench_sim() {
  echo 'simulator: the beginning of smpwork (rv64), trace of all harts into one RAM sink'
  "$BUILD/tests/bench/bench_run" "$BUILD/programs/rv64/smpwork.elf" 1 2 4 8
}

echo "$name: $n instructions; best of 3; x = time against reading the PC list once"
base=$(best read_once)
line 'read the PC list (cat)' "$base" "$n" 'M instr/s'
[ -n "${NEXRV:-}" ] || echo 'NEXRV is not set: no comparison with the reference tool'
for part in ${BENCH:-decode etrace view encode sim systemc openocd fwtrace}; do
  case $part in
  decode) bench_decode_modes ;;
  etrace | view | encode | sim | systemc | openocd | fwtrace) "bench_$part" ;;
  *) echo "bench: no part $part; they are decode, etrace, view, encode, sim, systemc, openocd, fwtrace" >&2; exit 2 ;;
  esac
done
