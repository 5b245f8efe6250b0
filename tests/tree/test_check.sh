#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make check says what it does: a line per step with its time, what failed, and the sum. run.sh counts a test that dies, hangs or
# says nothing as a failure. T= builds and runs the tests that it names, and no others.
. tests/lib/tap.sh
unsanitized "nothing of ours that is compiled runs in it"

# ---- check.sh, with a make that only says what it was asked ----

cat >"$TMP/make" <<'SH'
#!/usr/bin/env bash
for a; do case $a in BUILD=*) build=${a#BUILD=} ;; esac; done
for a; do
  [ "$a" != "${BROKEN:-}" ] || { echo "this is why"; exit 2; }
  case $a in
  run-tests) log=$build/log ;;
  check-rtl) log=$build/rtl/log ;;
  fuzz) log=$build/fuzz/log ;;
  *) continue ;;
  esac
  mkdir -p "$log/tap" && echo "ok 1 - $a: a" >"$log/tap/$a.tap"
done
SH
chmod +x "$TMP/make"
steps=$(sed -nE 's/^(step|suite) ([a-z-]+) .*/\2/p' tests/check.sh)
check_sh() { BUILD=$TMP/b MAKE=$TMP/make BROKEN=${1:-} tests/check.sh; }

each_step() {
  check_sh >"$TMP/out" || { cat "$TMP/out"; return 1; }
  local s
  for s in $steps; do
    [ "$(grep -Ec "^$s +\.\.\.$" "$TMP/out")" = 1 ] && [ "$(grep -Ec "^$s +[0-9]+ s$" "$TMP/out")" = 1 ] || { echo "$s"; cat "$TMP/out"; return 1; }
  done
  [ "$(echo "$steps" | wc -l)" -gt 10 ] && tail -n 1 "$TMP/out" | grep -Eq '^[0-9]+ passed, 0 failed, 0 skipped$'
}
check "a line when a step begins, and one with its time" each_step
# STEP: one of its own, one that runs beside another, one before all suites.
broken_step() {
  fails 1 "^$1 +[0-9]+ s  FAILED$" check_sh "$1" && grep -q '^this is why$' "$TMP/fails.out" &&
    tail -n 1 "$TMP/fails.out" | grep -Eq ' passed, 1 failed, '
}
for s in build-rtl lint check-freestanding; do check "a step that fails is named, with what it said: $s" broken_step $s; done

# ---- run.sh ----

mkdir -p "$TMP/tests/a"
tests() { # NAME COMMAND: a test of that name
  printf '#!/bin/sh\n%s\n' "$2" >"$TMP/tests/a/$1" && chmod +x "$TMP/tests/a/$1"
}
tests good 'echo "ok 1 - fine"; echo "ok 2 - not here # SKIP no tool"'
tests bad 'echo "ok 1 - fine"; echo "not ok 2 - wrong"; exit 1'
tests lies 'echo "ok 1 - fine"; echo "not ok 2 - wrong"'
tests dies 'echo "ok 1 - fine"; kill -SEGV $$'
tests silent ':'
tests hangs 'echo "ok 1 - fine"; sleep 60'
run() { # TEST...
  TEST_TIMEOUT=1 TAP_PREFIX='' tests/run.sh "$TMP/log" "${@/#/$TMP/tests/a/}"
}
check "what passes is counted" fails 0 '^1 passed, 0 failed, 1 skipped$' run good
for t in bad lies dies hangs; do
  check "a test that is a failure: $t" fails 1 '^[01234] passed, 1 failed, ' run $t
done
check "so is a test that says nothing" fails 1 '^0 passed, 1 failed, ' run silent
check "one of several is enough" fails 1 '^2 passed, 1 failed, 1 skipped$' run good dies
slow=$(grep -v '^#' tests/slow.txt | head -n 1)
mkdir -p "$TMP/tests/${slow%/*}" && cp "$TMP/tests/a/good" "$TMP/tests/$slow"
check "those that start first are run, and the others" fails 0 '^2 passed, 0 failed, 2 skipped$' \
  env TAP_PREFIX='' tests/run.sh "$TMP/log" "$TMP/tests/a/good" "$TMP/tests/$slow"
check "a name that is none" fails 2 'no test of that name' run

# ---- T= ----

chosen() {
  make -n run-tests T=trace/test_diff BUILD="$TMP/none" CC="${CC:-gcc}" >"$TMP/commands" 2>/dev/null || return 1
  grep -Eo -- "-o $TMP/none/tests/[a-z_/]*" "$TMP/commands" >"$TMP/linked"
  grep -Eo "tests/run.sh .*" "$TMP/commands" | tr -s ' ' | sed 's/ $//' >"$TMP/started"
  cat "$TMP/linked" "$TMP/started"
  [ "$(cat "$TMP/linked")" = "-o $TMP/none/tests/trace/test_diff" ] &&
    [ "$(cat "$TMP/started")" = "tests/run.sh $TMP/none/log $TMP/none/tests/trace/test_diff" ]
}
check "T= builds and runs what it names" chosen
finish
