#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace lint: each rule is found broken in a stream that breaks it alone, and in none that breaks nothing (lint_cases.py); streams of
# the encoder model, in both modes, break none; damaged ones end with a verdict; with the ingress, messages that say something else than the hart
# did break the rule about their field (lint_ingress.py); the same for E-Trace (lint_etrace.py); quirks of a profile are counted, and are no findings (profile_cases.py).
. tests/lib/tap.sh
export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1

python3 tests/kit/lint_cases.py "$HARTRACE" "$TMP" >"$TMP/cases" 2>&1 || echo "not ok - lint_cases.py" >>"$TMP/cases"
python3 tests/kit/lint_ingress.py "$HARTRACE" "$TMP" "$BUILD/programs/rv64" >"$TMP/ingress" 2>&1 || echo "not ok - lint_ingress.py" >>"$TMP/ingress"
python3 tests/kit/profile_cases.py "$HARTRACE" "$TMP" >>"$TMP/ingress" 2>&1 || echo "not ok - profile_cases.py" >>"$TMP/ingress"
python3 tests/kit/lint_etrace.py "$HARTRACE" "$TMP" "$BUILD/programs/rv64" >>"$TMP/ingress" 2>&1 || echo "not ok - lint_etrace.py" >>"$TMP/ingress"
n=$(grep -c '^\(not \)\?ok' "$TMP/cases")
awk -v n="$n" '/^(not )?ok [0-9]/ { sub(/ok [0-9]+/, "ok " ++n) } { print }' "$TMP/ingress" >>"$TMP/cases"
cat "$TMP/cases"
tap_count=$(grep -c '^\(not \)\?ok' "$TMP/cases")
grep -q '^not ok' "$TMP/cases" && tap_failed=1

programs=$BUILD/programs/rv64
# clean NAME OPTION...: run a program, hold its trace against the rules with its code.
# shellcheck disable=SC2086
clean() {
  local elf=$programs/$1.elf src= status
  shift
  case " $* " in *--harts*) src="--src 1" ;; esac
  "$HARTRACE" run "$elf" -q --any-exit --max-instructions 50000 --save-trace "$TMP/t.nex" --sidecar "$@" >/dev/null 2>&1
  "$HARTRACE" lint "$TMP/t.nex" --elf "$elf" $src --rules >"$TMP/out" 2>"$TMP/err"
  status=$?
  sed -n 's/ *held .*//p' "$TMP/out" >>"$TMP/held"
  [ $status = 0 ] && [ -s "$TMP/out" ] || { cat "$TMP/out" "$TMP/err"; return 1; }
}
stamps="--te trTsEnable=1 --te trTeContext=1"
often="--te trTeInstSyncMode=messages --te trTeInstSyncMax=0"
narrow="--param fifo_bytes=76 --param link_bytes=1"
# shellcheck disable=SC2086
for mode in btm htm; do
  check "$mode: interrupts" clean timer --mode $mode $stamps $often
  check "$mode: contexts" clean context --mode $mode $stamps $often
  check "$mode: privileges" clean user --mode $mode $stamps
  check "$mode: two harts" clean smpipi --mode $mode $stamps --harts 2
  check "$mode: losses" clean coroutine --mode $mode $stamps $often $narrow
  check "$mode: repeated branches" clean sort --mode $mode --te trTeInstEnRepeatedHistory=1 --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3
done
# Rules about order that these must have reached.
reached() {
  local id bad=0
  for id in NT-PTS-007 NT-PTS-008 NT-ERR-011 NT-ERR-001 NT-DBR-001 NT-PTC-008 NT-PTC-009 NT-MSG-028 NT-SYN-019 NT-TIM-003 NT-TIM-004 NT-CNT-003 NT-HST-001; do
    grep -qx "$id" "$TMP/held" || { echo "$id"; bad=1; }
  done
  return $bad
}
check "which reach the rules about order" reached

for program in timer context user coroutine irqnest; do
  check "E-Trace: $program" clean $program --te trTeFormat=0 --te trTeInstSyncMode=1 --te trTeInstSyncMax=0
done
check "E-Trace: all options" clean sort --te trTeFormat=0 --te trTeInstEnImplicitReturn=1 --te trTeInstEnBranchPrediction=1 --te trTeInstEnJumpTargetCache=1 \
  --te trTeInstEnSequentialJump=1 --te trTeInstNoAddrDiff=1 --param return_stack_size=3 --param bpred_size=4 --param cache_size=3 --param f0s_width=1
check "E-Trace: losses" clean coroutine --te trTeFormat=0 --te trTeInstSyncMode=1 --te trTeInstSyncMax=0 $narrow
check "E-Trace: two harts" clean smpipi --te trTeFormat=0 --harts 2
check "E-Trace: a profile of quirks is refused" fails 2 'for N-Trace alone' "$HARTRACE" lint "$TMP/t.nex" --te trTeFormat=0 --profile tt-dfd

damaged() {
  python3 - "$TMP" <<'PY' || return
import random, sys
random.seed(1)
good = open(sys.argv[1] + "/t.nex", "rb").read()[:2000]
for i in range(40):
    bad = bytearray(good)
    for _ in range(1 + i % 8):
        bad[random.randrange(len(bad))] = random.randrange(256)
    open(f"{sys.argv[1]}/bad{i}.nex", "wb").write(bad[: random.randrange(2, len(bad))])
PY
  local i got
  for i in $(seq 0 39); do
    timeout 400 "$HARTRACE" lint "$TMP/bad$i.nex" --elf "$programs/$1.elf" --no-sidecar --te trTeFormat=$2 >"$TMP/out" 2>"$TMP/err"
    got=$?
    [ $got -le 2 ] && { [ $got = 2 ] || grep -qE ' messages?, ' "$TMP/out"; } || { echo "status $got"; cat "$TMP/err"; return 1; }
  done
}
check "E-Trace: damaged streams" damaged smpipi 0
clean sort --mode htm >/dev/null
check "damaged streams" damaged sort 1
partial() { # the beginning and the end of an execution are missing
  "$HARTRACE" run "$programs/sort.elf" -q --any-exit --max-instructions 50000 --mode btm $often --save-trace "$TMP/p.nex" --save-ingress "$TMP/p.ing" >/dev/null 2>&1
  head -c 3000 "$TMP/p.nex" >"$TMP/part.nex"
  fails 1 'NT-PTC-001' "$HARTRACE" lint "$TMP/part.nex" --ingress "$TMP/p.ing" && "$HARTRACE" lint "$TMP/part.nex" --ingress "$TMP/p.ing" --partial
}
check "a part of an execution" partial
check "an ingress stream of another program" bash -c '"$0" run "$1/crc.elf" -q --any-exit --max-instructions 20000 --save-ingress "$2/other.ing" >/dev/null 2>&1; ! "$0" lint "$2/p.nex" --ingress "$2/other.ing" >/dev/null 2>&1' "$HARTRACE" "$programs" "$TMP"
check "no such ingress" fails 2 'none.ing' "$HARTRACE" lint "$TMP/p.nex" --ingress "$TMP/none.ing"
found() {
  python3 -c 'from ntrace import *; write("'"$TMP/one.nex"'", [sync(0x1000, 5), b"\3"])' && fails 1 '^#1 @4 0x03 between two messages: NT-TX-017: idle bytes are 0xFF$' "$HARTRACE" lint "$TMP/one.nex"
}
check "a finding as text" found
limited() {
  [ "$("$HARTRACE" lint "$TMP/one.nex" -n 0 | grep -c '^#')" = 0 ] && "$HARTRACE" lint "$TMP/one.nex" -n 0 | grep -q '^NT-TX-017 *broken *1 of '
}
check "no findings, but the sum" limited
finish
