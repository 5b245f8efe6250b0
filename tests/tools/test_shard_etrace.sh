#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace shard on E-Trace, against one process: every format, all options of the encoder, two sources with timestamps, interrupts, wrapped and
# damaged streams. A whole stream is joined without decoding anything again: the trace is gone by then.
. tests/lib/tap.sh
. tests/tools/lib.sh
. tests/shard/same.sh

case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
P=$PWD/$BUILD/programs/rv64
IO=$PWD/$BUILD/tests/interop/etrace_io
cd "$TMP" || exit 1
for e in irqnest recursion; do
  "$HARTRACE" run "$P/$e.elf" --save-ingress $e.ing --save-pcs $e.pcs --quiet --console console >/dev/null 2>&1
done
one='--te trTeFormat=0'
two='--te trTeFormat=0 --te trTeSrcBits=3 --te trTsEnable=1 --param ts_width=24'
sizes='--param return_stack_size=3 --param bpred_size=4 --param cache_size=3 --param f0s_width=1'
options='te.trTeInstEnImplicitReturn=1 te.trTeInstEnBranchPrediction=1 te.trTeInstEnJumpTargetCache=1 te.trTeInstEnSequentialJump=1 param.return_stack_size=3
  param.bpred_size=4 param.cache_size=3 param.f0s_width=1'
# shellcheck disable=SC2086
for e in irqnest recursion; do
  "$IO" stream $e.etr sync=200 0:$e.ing || exit 1
  "$IO" stream $e-opts.etr sync=150 $options 0:$e.ing || exit 1
  "$IO" stream $e-two.etr te.trTeSrcBits=3 te.trTsEnable=1 param.ts_width=24 sync=200 2:$e.ing 5:$e.ing || exit 1
done
damage irqnest-two.etr wrapped.etr 1 0
damage irqnest-two.etr bad.etr 2 12
damage recursion-opts.etr bad-opts.etr 3 6

check "many synchronization packets" test "$("$HARTRACE" index recursion.etr $one 2>/dev/null | grep -c 'sync-start')" -gt 20
formats() { same 7 "$1" recursion.etr $one --elf "$P/recursion.elf" && same 5 "$1" irqnest-opts.etr $one $sizes --elf "$P/irqnest.elf"; }
check "decode's formats, without options and with all" each formats text pcs ranges jsonl csv
numbers() {
  same "$1" text irqnest.etr $one --elf "$P/irqnest.elf" && same "$1" pcs wrapped.etr $two --src 2 --wrapped --elf "$P/irqnest.elf" &&
    same "$1" jsonl bad.etr $two --src 5 --wrapped --elf "$P/irqnest.elf" && same "$1" text bad-opts.etr $one $sizes --elf "$P/recursion.elf"
}
check "whole, wrapped and damaged" each numbers 1 6 40
sources() { same "$1" text recursion-two.etr $two --src all --elf "$P/recursion.elf" && same "$1" csv bad.etr $two --src all --wrapped --elf "$P/irqnest.elf"; }
check "two sources, each with cuts of its own" each sources 1 7
counts() {
  same "$1" stat recursion.etr $one --elf "$P/recursion.elf" && same "$1" stat-json bad-opts.etr $one $sizes --wrapped --elf "$P/recursion.elf" &&
    same "$1" stat irqnest-two.etr $two && same "$1" stat wrapped.etr $two --wrapped --src 5 --elf "$P/irqnest.elf" && same "$1" stat irqnest-opts.etr $one $sizes && "$HARTRACE" shard join p -o out 2>err && ! grep "one process" err
}
check "stat, with code and without" each counts 1 6 40
# Two sources, one with branch prediction, one with a jump target cache, and no field that tells their packets of format 0 apart: each is read
# with its own options. A stretch between synchronizations of one does not know those of the other: the join
# notices. What both hold is what each holds.
options() {
  local te="$two --param bpred_size=4 --param cache_size=3" t
  local both="te.trTeSrcBits=3 te.trTsEnable=1 param.ts_width=24 param.bpred_size=4 param.cache_size=3 sync=150"
  "$IO" stream a.etr $both te.trTeInstEnBranchPrediction=1 2:irqnest.ing && "$IO" stream b.etr $both te.trTeInstEnJumpTargetCache=1 5:recursion.ing || return 1
  "$HARTRACE" merge a.etr b.etr $te -q -o ab.etr || return 1
  for t in a b ab; do "$HARTRACE" stat $t.etr $te --format json >$t.json || return 1; done
  python3 - <<'PY' || return 1
import json
a, b, ab = (json.load(open(f"{n}.json")) for n in ("a", "b", "ab"))
def packets(s): return {p["name"]: (p["count"], p["bytes"]) for p in s["types"]}
a, b, ab = packets(a), packets(b), packets(ab)
assert len(ab) > 4 and set(ab) == set(a) | set(b), (a, b, ab)
for n in ab:
    both = [x.get(n, (0, 0)) for x in (a, b)]
    assert ab[n] == tuple(map(sum, zip(*both))), (n, ab[n], both)
PY
  same "$1" stat ab.etr $te && { [ "$1" = 1 ] || fails 0 "sources with different options: counted by one process" "$HARTRACE" shard join p -o out; } && same "$1" stat-json ab.etr $te --src 5
}
check "stat of two sources with different options" each options 1 5
verdicts() {
  same "$1" verify recursion.etr $one --elf "$P/recursion.elf" --pcs recursion.pcs && same "$1" verify irqnest-two.etr $two --src 5 --elf "$P/irqnest.elf" --pcs irqnest.pcs &&
    sed '400s/.*/0x80000000/' recursion.pcs >other.pcs && same "$1" verify recursion.etr $one --elf "$P/recursion.elf" --pcs other.pcs
}
check "verify: equal, and where not" each verdicts 1 6
exports() { same 9 "$1" irqnest.etr $one --elf "$P/irqnest.elf" && same 4 "$1" recursion-opts.etr $one $sizes --elf "$P/recursion.elf" && same 5 "$1" irqnest-two.etr $two --src all --elf "$P/irqnest.elf"; }
check "exports" each exports folded flamegraph callgrind lcov sqlite speedscope vcd perfscript perfetto chrome ctf report

# The seams fit: nothing is read when the parts are joined.
alone() { # TRACE OPTION...
  local trace=$1 format=${FORMAT:-pcs}
  shift
  rm -rf p p.d out ser && serial "$format" "$trace" "$@" && "$HARTRACE" shard plan "$trace" "$@" --format "$format" -n 8 -o p || return 1
  [ "$(grep -c '"offset"' p)" -ge 7 ] || { echo "not eight shards"; return 1; }
  for k in 0 1 2 3 4 5 6 7; do "$HARTRACE" shard run p --id $k || return 1; done
  mv "$trace" gone
  "$HARTRACE" shard join p -o out && cmp out ser
  local r=$?
  mv gone "$trace"
  return $r
}
check "a whole stream is joined without its trace" alone recursion.etr $one --elf "$P/recursion.elf"
check "the same with all options" alone recursion-opts.etr $one $sizes --elf "$P/recursion.elf"
check "and with two sources and timestamps" alone recursion-two.etr $two --src 5 --elf "$P/recursion.elf"
# Data trace: accesses below their instructions, in every format; with drops, split accesses whose responses come after a cut, and damage.
data_run() { # NAME PROGRAM OPTION...
  "$HARTRACE" run "$P/$2.elf" --te trTeFormat=0 --param data_trace=1 --te trTeDataTracing=1 --te trTeDataAddrCompress=2 --te trTeInstSyncMode=messages \
    --te trTeInstSyncMax=0 --sink-size 8M --save-trace "$1.etr" --sidecar --console console -q "${@:3}" >/dev/null 2>&1
  [ "$(grep -c sync-start <("$HARTRACE" index "$1.etr"))" -gt 20 ] && [ "$("$HARTRACE" dump "$1.etr" | grep -c ' data ')" -gt 200 ]
}
check "data trace of three kinds" eval 'data_run d crc && data_run dd atomic --param data_split=1 --param lrid_width=3 &&
  data_run drop timer --te trTeDataDropEna=1 --param link_bytes=1 --param fifo_bytes=1024'
damage d.etr bad-d.etr 4 10
cp d.etr.toml bad-d.etr.toml
data() {
  same 6 "$1" d.etr --elf "$P/crc.elf" --allow-other && same 5 "$1" dd.etr --elf "$P/atomic.elf" --allow-other &&
    same 7 "$1" drop.etr --elf "$P/timer.elf" --allow-other && same 7 "$1" bad-d.etr --elf "$P/crc.elf" --allow-other --wrapped
}
check "data trace in decode's formats" each data text pcs ranges jsonl csv
data_sums() { same 6 "$1" d.etr --elf "$P/crc.elf" && same 5 "$1" dd.etr --elf "$P/atomic.elf" && same 4 "$1" drop.etr --elf "$P/timer.elf"; }
check "data trace in sums and exports" each data_sums stat stat-json folded callgrind lcov sqlite perfetto chrome
data_alone() { alone d.etr --elf "$P/crc.elf" --allow-other && FORMAT=text alone d.etr --elf "$P/crc.elf"; }
check "data trace is joined without the trace" data_alone
# Each trace has its settings in the file beside it.
mixed() {
  local t
  rm -rf p p.d outs
  "$HARTRACE" run "$P/recursion.elf" --save-trace n.nex --sidecar --te trTeInstSyncMode=messages --te trTeInstSyncMax=1 -q >/dev/null 2>&1
  "$HARTRACE" run "$P/recursion.elf" --save-trace e.etr --sidecar --te trTeFormat=0 --te trTeInstSyncMode=messages --te trTeInstSyncMax=1 -q >/dev/null 2>&1
  "$HARTRACE" shard plan n.nex e.etr --elf "$P/recursion.elf" --format pcs -n 6 -o p && "$HARTRACE" shard all p -o outs || return 1
  for t in n.nex e.etr; do
    "$HARTRACE" decode $t --elf "$P/recursion.elf" --format pcs -o ser && cmp ser outs/$t.pcs || return 1
  done
}
check "a trace of each protocol in one plan" mixed
changed() {
  rm -rf p p.d out && "$HARTRACE" shard plan recursion.etr $one --elf "$P/recursion.elf" --format pcs -n 4 -o p && cp recursion.etr kept &&
    printf x | dd of=recursion.etr bs=1 seek=200 conv=notrunc 2>/dev/null
  fails 2 "have changed since the plan was made" "$HARTRACE" shard all p -o out && [ ! -e out ]
  local r=$?
  mv kept recursion.etr
  return $r
}
check "a trace that has changed" changed
finish
