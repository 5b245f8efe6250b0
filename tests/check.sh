#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All tests. The parts print TAP into BUILD/log; the last line counts them all:
#   N passed, N failed, N skipped
set -u
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
MAKE=${MAKE:-make}
jobs=$(nproc)
log=$BUILD/log
rm -rf "$log" && mkdir -p "$log"

# timed NAME COMMAND...: say when it begins, and how long it took.
timed() {
  local name=$1 start=$SECONDS rc=0
  shift
  printf '%-24s ...\n' "$name"
  "$@" || rc=$?
  printf '%-24s %4d s%s\n' "$name" $((SECONDS - start)) "$([ "$rc" -eq 0 ] || echo '  FAILED')"
  return "$rc"
}

# step NAME COMMAND...: one test that passes when the command does.
step() {
  local name=$1
  shift
  if timed "$name" logged "$name" "$@"; then
    echo "ok 1 - $name" >"$log/$name.tap"
  else
    echo "not ok 1 - $name" >"$log/$name.tap"
    echo "--- $name failed:" && tail -n 40 "$log/$name.out"
  fi
}

# logged NAME COMMAND...: its output into NAME.out.
logged() {
  local name=$1
  shift
  "$@" >"$log/$name.out" 2>&1
}

# suite NAME VARIABLE=VALUE... COMMAND...: many tests, which write TAP files of their own.
suite() {
  local name=$1
  shift
  timed "$name" env TAP_PREFIX="$name" "$@"
}

step check-regs "$MAKE" -s check-regs BUILD="$BUILD"
step check-results "$MAKE" -s check-results BUILD="$BUILD"
step check-includes "$MAKE" -s check-includes BUILD="$BUILD"
step check-calls "$MAKE" -s -j"$jobs" check-calls BUILD="$BUILD" CC=gcc DEBUG=-g1
step check-conformance "$MAKE" -s check-conformance BUILD="$BUILD"
# These two use one core each.
step lint "$MAKE" -s lint BUILD="$BUILD" &
step check-freestanding "$MAKE" -s check-freestanding BUILD="$BUILD"
wait
step lint-rtl "$MAKE" -s lint-rtl BUILD="$BUILD"
step check-formal env HARTRACE_COVER=0 "$MAKE" -s check-formal BUILD="$BUILD"
step build-gcc "$MAKE" -s -j"$jobs" all build-tests BUILD="$BUILD" CC=gcc DEBUG=-g1
step build-clang-sanitized "$MAKE" -s -j"$jobs" all build-tests BUILD="$BUILD/san" CC=clang \
  OPT=-O1 OPT_ONCE=-O0 DEBUG=-g1 SAN=address,undefined

step build-rtl "$MAKE" -s -j"$jobs" build-rtl BUILD="$BUILD" CC=gcc DEBUG=-g1 VL_OPT=-O1

suite gcc "$MAKE" -s run-tests BUILD="$BUILD" CC=gcc DEBUG=-g1
suite rtl "$MAKE" -s check-rtl BUILD="$BUILD" CC=gcc DEBUG=-g1 VL_OPT=-O1
suite sanitized SANITIZED=1 "$MAKE" -s run-tests BUILD="$BUILD/san" CC=clang \
  OPT=-O1 OPT_ONCE=-O0 DEBUG=-g1 SAN=address,undefined

step build-fuzz "$MAKE" -s -j"$jobs" fuzz-programs BUILD="$BUILD" FUZZ_LIKE="$BUILD/san" DEBUG=-g1
suite fuzz FUZZ_SECONDS=6 FUZZ_LESS=3 "$MAKE" -s fuzz BUILD="$BUILD" FUZZ_LIKE="$BUILD/san" DEBUG=-g1

tests/tap-sum.sh "$log"/*.tap "$log"/tap/*.tap "$BUILD"/rtl/log/tap/*.tap "$BUILD"/san/log/tap/*.tap "$BUILD"/fuzz/log/tap/*.tap
