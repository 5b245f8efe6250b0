#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD TARGET...: run fuzz targets, two at a time, FUZZ_SECONDS each (30), from the corpus of the tree and a
# fixed seed. One TAP result a target, in BUILD/log/tap; the input that fails is kept in BUILD/findings and named.
# New inputs that reach new code stay in BUILD/corpus. Exit 1 if a target failed.
set -u
cd "$(dirname "$0")/../.."
build=$1
shift
[ $# -gt 0 ] || { echo "run.sh: no fuzz target of that name" >&2; exit 2; }
seconds=${FUZZ_SECONDS:-30}
# Those that the trace itself goes through, and the debug module, get all of it; the others FUZZ_LESS, when that is set.
export FUZZ_LESS=${FUZZ_LESS:-$seconds}
log=$build/log
rm -rf "$log" && mkdir -p "$log/tap" "$build/findings"

fuzz_one() {
  local build=$1 log=$2 seconds=$3 t=$4
  case $t in fuzz_frame | fuzz_msg | fuzz_flow | fuzz_roundtrip | fuzz_etrace | fuzz_etrace_packet | fuzz_etrace_roundtrip | fuzz_etree | fuzz_dm | fuzz_jtag) ;; *) seconds=$FUZZ_LESS ;; esac
  mkdir -p "$build/corpus/$t"
  # The inputs of the tree first, each once: what was found before stays fixed.
  if "$build/tests/fuzz/$t" -artifact_prefix="$build/findings/$t-" -timeout=20 -rss_limit_mb=1024 \
      "tests/fuzz/corpus/$t"/* >"$log/$t.out" 2>&1 &&
    "$build/tests/fuzz/$t" -artifact_prefix="$build/findings/$t-" -timeout=20 -rss_limit_mb=1024 \
      -seed=1 -max_len=2048 -max_total_time="$seconds" -print_final_stats=1 \
      "$build/corpus/$t" "tests/fuzz/corpus/$t" >>"$log/$t.out" 2>&1; then
    echo "ok 1 - $t: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log/$t.out" | tail -n 1) inputs" \
      >"$log/tap/$t.tap"
  else
    echo "not ok 1 - $t" >"$log/tap/$t.tap"
    echo "--- $t failed:"
    grep -E 'not true|ERROR|SUMMARY|runtime error|Test unit written' "$log/$t.out" | head -n 20
  fi
  [ -n "${TAP_PREFIX:-}" ] || cat "$log/tap/$t.tap"
}
export -f fuzz_one
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one "$@"' fuzz "$build" "$log" "$seconds" {}
! grep -q '^not ok' "$log"/tap/*.tap
