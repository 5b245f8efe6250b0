#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace shard: plans, runs and joins of every format against one process, for traces that are whole, wrapped, damaged, of several sources,
# empty; more shards than synchronizing messages. What is refused: files that have changed, results that are missing, damaged, of another
# plan, two writers, a full disk.
. tests/lib/tap.sh
. tests/tools/lib.sh
. tests/shard/same.sh

P=$PWD/$BUILD/programs/rv64
case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
calls 2000
cd "$TMP" || exit 1
ENCODE="$HARTRACE encode --pcs calls.pcs --pcinfo calls.pcinfo -q --te trTeInstSyncMode=messages --te trTeInstSyncMax=2"
for id in 0 1 2; do
  $ENCODE --mode htm --te trTeSrcBits=2 --te trTeSrcID=$id --te trTsEnable=1 --te trTeInstSyncMax=$((id + 1)) -o s$id.nex || exit 1
done
$ENCODE --mode btm -o t.nex || exit 1
"$HARTRACE" merge s0.nex s1.nex s2.nex --te trTeSrcBits=2 --te trTsEnable=1 -q -o m.nex || exit 1
for t in nested recursion; do
  "$HARTRACE" run "$P/$t.elf" --save-trace $t.nex --sidecar --te trTeInstSyncMode=messages --te trTeInstSyncMax=1 --te trTsEnable=1 -q >/dev/null 2>&1
done
damage t.nex w.nex 1 0
damage t.nex x.nex 2 12
damage m.nex mx.nex 3 20
CODE="--pcinfo calls.pcinfo"
ALL="$CODE --te trTeSrcBits=2 --te trTsEnable=1"

formats() { same 7 "$1" t.nex $CODE; }
check "decode's formats" each formats text pcs ranges nexrv jsonl csv
numbers() { same "$1" text t.nex $CODE && same "$1" pcs w.nex $CODE --wrapped && same "$1" jsonl x.nex $CODE --wrapped; }
check "whole, wrapped and damaged" each numbers 1 5 30
calls 40 && "$HARTRACE" encode --pcs calls.pcs --pcinfo calls.pcinfo --mode btm -q --te trTeInstSyncMode=messages --te trTeInstSyncMax=2 -o few.nex &&
  head -c 40 few.nex >one.nex && calls 2000
few() {
  [ "$("$HARTRACE" index few.nex 2>/dev/null | wc -l)" -lt 30 ] && same 30 text few.nex $CODE && same 70 pcs one.nex $CODE
}
check "more shards than synchronizing messages, and than bytes" few
nothing() {
  rm -rf p p.d out && printf '\377\377\377' >idle.nex &&
    fails 2 "only idle bytes" "$HARTRACE" shard plan idle.nex $CODE --format pcs -n 2 -o p && [ ! -e p ]
}
check "a trace without messages is refused, as by decode" nothing
sources() { same "$1" text m.nex $ALL --src all && same "$1" csv mx.nex $ALL --src all --wrapped && same "$1" pcs mx.nex $ALL --src 1 --wrapped; }
check "several sources, each with cuts of its own" each sources 1 7
mixed() { same "$1" text m.nex $ALL; }
check "several sources as one hart" each mixed 3
counts() { same "$1" stat t.nex $CODE && same "$1" stat-json x.nex $CODE --wrapped && same "$1" stat m.nex --te trTeSrcBits=2 --te trTsEnable=1 && same "$1" stat m.nex $ALL --src 2; }
check "stat, with code and without" each counts 1 6
verdicts() {
  same "$1" verify t.nex $CODE --pcs calls.pcs && same "$1" verify m.nex $ALL --src 2 --pcs calls.pcs &&
    same "$1" verify w.nex $CODE --wrapped --pcs calls.pcs && same "$1" verify x.nex $CODE --pcs calls.pcs &&
    sed '4000s/.*/0x80000000/' calls.pcs >other.pcs && same "$1" verify t.nex $CODE --pcs other.pcs &&
    head -n 5000 calls.pcs >short.pcs && same "$1" verify t.nex $CODE --pcs short.pcs
}
check "verify: equal, and where not" each verdicts 1 6
# Accesses below their instructions; where some wait for theirs at a cut, the join decodes on.
data() {
  "$HARTRACE" run "$P/crc.elf" --sink-size 4M --param data_trace=1 --te trTeDataTracing=1 --te trTeInstSyncMode=messages --te trTeInstSyncMax=2 \
    --save-trace data.nex --sidecar -q >/dev/null 2>&1
  same 5 text data.nex --elf "$P/crc.elf" --allow-other
}
check "a listing with data trace" data
exports() { same 9 "$1" nested.nex --elf "$P/nested.elf" && same 4 "$1" recursion.nex --elf "$P/recursion.elf"; }
check "exports of programs with nested traps and with recursion" each exports folded flamegraph callgrind lcov sqlite speedscope vcd perfscript perfetto chrome ctf report
harts() { same 5 "$1" m.nex $ALL --src all && same 5 "$1" mx.nex $ALL --src all --wrapped; }
check "exports of several harts, whole and damaged" each harts folded callgrind sqlite vcd perfetto chrome ctf report
views() {
  same "$1" calls recursion.nex --elf "$P/recursion.elf" && same "$1" calls-json nested.nex --elf "$P/nested.elf" --weigh time --depth 3 --min 1 &&
    same "$1" calls mx.nex $ALL --src all --wrapped && same "$1" hot recursion.nex --elf "$P/recursion.elf" &&
    same "$1" hot-json nested.nex --elf "$P/nested.elf" --by line --limit 0 && [ "$(wc -c <ser)" -gt 1500 ] && same "$1" hot nested.nex --elf "$P/nested.elf" --weigh time &&
    same "$1" hot m.nex $ALL --src all --by instruction && same "$1" hot mx.nex $ALL --src all --wrapped --by branch &&
    same "$1" hot recursion.nex --elf "$P/recursion.elf" --by branch --predictor 2bit
}
check "calls and hot, with their options" each views 1 6
refused_views() {
  fails 2 "add --by branch" "$HARTRACE" shard plan t.nex $CODE --format hot --predictor 2bit -n 2 -o q && fails 2 "only functions have times" "$HARTRACE" shard plan t.nex $CODE -f hot --by line --weigh time -n 2 -o q &&
    fails 2 "0 to 100" "$HARTRACE" shard plan t.nex $CODE --format calls --min 101 -n 2 -o q && fails 2 "limit x: not a number" "$HARTRACE" shard plan t.nex $CODE --format hot --limit x -n 2 -o q && [ ! -e q ]
}
check "options of calls and hot that do not fit" refused_views
places() {
  same "$1" path recursion.nex --elf "$P/recursion.elf" --to fib && [ "$(wc -l <ser)" -gt 50 ] && same "$1" path recursion.nex --elf "$P/recursion.elf" --to fib --nth 7 --lines 3 &&
    same "$1" path-json nested.nex --elf "$P/nested.elf" --to end --lines 1000 && same "$1" path-json nested.nex --elf "$P/nested.elf" --to 0x80000004 &&
    same "$1" path m.nex $ALL --src all --to 0x80000102 --lines 7 && same "$1" path mx.nex $ALL --src all --wrapped --to end
}
check "path to a function, an address, the end, of harts and damaged" each places 1 6
# A name that is none is found before anything is decoded; that a place was not reached, at the end.
no_place() {
  rm -rf p p.d out
  fails 2 "no function 'fibb'; did you mean 'fib'" "$HARTRACE" shard plan recursion.nex --elf "$P/recursion.elf" -f path --to fibb -n 2 -o p && [ ! -e p ] &&
    fails 2 "no function 'fib' in the symbols" "$HARTRACE" shard plan t.nex $CODE -f path --to fib -n 2 -o p && fails 2 "no place: add --to" "$HARTRACE" shard plan t.nex $CODE -f path -n 2 -o p &&
    fails 2 "a number from 1, or last" "$HARTRACE" shard plan t.nex $CODE -f path --to end --nth 0 -n 2 -o p && fails 2 "is reached once" "$HARTRACE" shard plan t.nex $CODE -f path --to end --nth 1 -n 2 -o p &&
    fails 2 "lines: a number from 1 to 1000000" "$HARTRACE" shard plan t.nex $CODE -f path-json --to end --lines 1000001 -n 2 -o p && [ ! -e p ] &&
    "$HARTRACE" shard plan t.nex $CODE -f path --to 0x12 -n 2 -o p && fails 2 "0x12 was not reached" "$HARTRACE" shard all p -o out && [ ! -e out ]
}
check "places that are none, or not reached" no_place
# Batches of ranges end where messages say so, not where the bytes at hand end, of which there are 256 KiB.
pieces() {
  "$HARTRACE" encode --pcs calls.pcs --pcinfo calls.pcinfo --mode btm -q --te trTeInstSyncMode=messages --te trTeInstSyncMax=12 -o part.nex &&
    for _ in $(seq 60); do cat part.nex; done >long.nex && [ "$(stat -c %s long.nex)" -gt 600000 ] && same 5 perfetto long.nex $CODE
}
check "exports that show bytes over time, of a trace longer than a piece" pieces
# 80,000 calls deep, more than a stack holds, in the second of two loops.
deep() {
  printf '%s\n' 0x80000000,L4 0x80000004,BD4,0x8000000c 0x80000008,CD4,0x80000000 0x8000000C,L2 0x8000000E,R2 0x80000100,CD4,0x80000000 0x80000104,BD4,0x80000100 0x80000108,L4 >deep.pcinfo
  awk 'function down(n, i) { for (i = 0; i < n; i++) print "0x80000000\n0x80000004\n0x80000008"
      print "0x80000000\n0x80000004"; for (i = 0; i <= n; i++) print "0x8000000C\n0x8000000E" }
    BEGIN { print "0x80000100"; down(20000); print "0x80000104\n0x80000100"; down(80000); print "0x80000104\n0x80000108" }' >deep.pcs
  "$HARTRACE" encode --pcs deep.pcs --pcinfo deep.pcinfo --mode htm -q --te trTeInstSyncMode=messages --te trTeInstSyncMax=4 -o deep.nex && same 3 callgrind deep.nex --pcinfo deep.pcinfo &&
    fails 0 "calls are deeper than 65536 frames: decoded once more" "$HARTRACE" shard join p -o out && cmp out ser
}
check "calls deeper than a stack" deep
waves() {
  rm -rf p p.d && "$HARTRACE" shard plan nested.nex --elf "$P/nested.elf" --format vcd -n 3 -o p && "$HARTRACE" shard all p -o out.fst &&
    "$HARTRACE" export nested.nex --elf "$P/nested.elf" --to vcd -o ser.fst &&
    cmp <(fst2vcd out.fst | sed '/^.date/,/^.end/d') <(fst2vcd ser.fst | sed '/^.date/,/^.end/d') && [ "$(fst2vcd ser.fst | wc -l)" -gt 100 ]
}
if command -v fst2vcd >/dev/null; then check "vcd as FST" waves; else skip "vcd as FST" "no fst2vcd"; fi

many() {
  rm -rf p p.d outs ser
  "$HARTRACE" shard plan t.nex w.nex x.nex $CODE --wrapped --format pcs -n 5 -o p && "$HARTRACE" shard all p -o outs
  [ $? = 1 ] || return 1
  local t
  for t in t w x; do
    "$HARTRACE" decode $t.nex $CODE --wrapped --format pcs -o ser
    cmp ser outs/$t.nex.pcs || return 1
  done
}
check "several traces: a folder" many
elsewhere() {
  rm -rf p p.d other && mkdir other
  "$HARTRACE" shard plan t.nex $CODE --format pcs -n 3 -o other/p && cd other && "$HARTRACE" shard all p -o out && cd .. || { cd "$TMP"; return 1; }
  "$HARTRACE" decode t.nex $CODE --format pcs -o ser && cmp ser other/out
}
check "a plan is run from any folder" elsewhere

# ---- what is refused, and what comes after it ----

fresh() {
  rm -rf p p.d out
  "$HARTRACE" shard plan t.nex $CODE --format text -n 4 -o p
}
absent() { fresh && "$HARTRACE" shard run p --id 0 && fails 2 "shard 2 has no result" "$HARTRACE" shard join p -o out && [ ! -e out ]; }
check "a shard without a result: nothing is joined" absent
again() {
  fresh && "$HARTRACE" shard all p && touch -d @1 p.d/00001.result && fails 0 "shard 1 is done already" "$HARTRACE" shard run p --id 1 &&
    [ "$(stat -c %Y p.d/00001.result)" = 1 ]
}
check "a shard that is done is not done again" again
changed() {
  fresh && cp t.nex kept && printf x | dd of=t.nex bs=1 seek=1000 conv=notrunc 2>/dev/null
  fails 2 "t.nex: bytes [0-9]+ to [0-9]+ have changed since the plan" "$HARTRACE" shard all p
  local status=$?
  mv kept t.nex
  [ $status = 0 ] && [ "$(ls p.d/*.result | wc -l)" = 3 ]
}
check "a trace that has changed: only its shard is refused" changed
longer() {
  fresh && cp calls.pcinfo kept && echo 0x90000000,L4 >>calls.pcinfo
  fails 2 "calls.pcinfo: has changed since the plan" "$HARTRACE" shard run p --id 0
  local status=$?
  mv kept calls.pcinfo
  [ $status = 0 ] && [ ! -e p.d/00000.result ]
}
check "code that has changed" longer
foreign() {
  fresh && "$HARTRACE" shard all p && mv p.d kept.d && "$HARTRACE" shard plan t.nex $CODE --format pcs -n 4 -o p && "$HARTRACE" shard all p &&
    cp kept.d/00002.result p.d/00002.result && fails 2 "00002.result: is the result of another plan" "$HARTRACE" shard join p -o out && [ ! -e out ] &&
    fails 2 "is the result of another plan" "$HARTRACE" shard run p --id 2 && cp p.d/00001.result p.d/00002.result &&
    fails 2 "00002.result: is the result of another shard" "$HARTRACE" shard join p -o out && rm -r kept.d
}
check "a result of another plan, or of another shard" foreign
broken() {
  local at size
  fresh && "$HARTRACE" shard all p || return 1
  size=$(stat -c %s p.d/00003.result)
  cp p.d/00003.result kept
  for at in 9 $((size / 2)) $((size - 100)) $((size - 12)); do
    cp kept p.d/00003.result
    printf '\377' | dd of=p.d/00003.result bs=1 seek=$at conv=notrunc 2>/dev/null
    fails 2 "00003.result: is (damaged|cut off|the result)" "$HARTRACE" shard join p -o out && [ ! -e out ] || return 1
  done
  head -c $((size / 2)) kept >p.d/00003.result
  fails 2 "00003.result: is (damaged|cut off)" "$HARTRACE" shard join p -o out && [ ! -e out ]
}
check "a result that is damaged or cut off" broken
two() {
  fresh && mkdir p.d && mkfifo code && "$HARTRACE" shard plan t.nex $CODE --format text -n 4 -o p || return 1
  python3 - "$PWD/p.d/00001.lock" <<'PY' &
import fcntl, sys, time
f = open(sys.argv[1], 'w')
fcntl.lockf(f, fcntl.LOCK_EX)
open('locked', 'w').close()
time.sleep(30)
PY
  local pid=$! status i
  for i in $(seq 100); do [ -e locked ] && break; sleep 0.05; done
  fails 2 "shard 1 is being written by process $pid" "$HARTRACE" shard run p --id 1
  status=$?
  kill -KILL $pid
  wait $pid 2>/dev/null
  [ $status = 0 ] && [ ! -e p.d/00001.result ] && "$HARTRACE" shard run p --id 1
}
check "two writers of a shard; a lock ends with its process" two
full() {
  fresh && (ulimit -f 8; trap '' XFSZ; fails 2 "00001.result: cannot be written" "$HARTRACE" shard run p --id 1) && [ -z "$(ls p.d | grep -v lock)" ] &&
    "$HARTRACE" shard all p && (ulimit -f 8; trap '' XFSZ; fails 2 "out: cannot be written" "$HARTRACE" shard join p -o out) && [ ! -e out ] &&
    "$HARTRACE" shard join p -o out
}
check "a full disk: nothing is left, and it goes on when there is room" full
died() {
  fresh && mkdir p.d && echo half >p.d/00002.result.tmp.77 && "$HARTRACE" shard run p --id 2 && [ ! -e p.d/00002.result.tmp.77 ]
}
check "what a run that died has left is removed" died
# The longest list of any option: nowhere cut off.
listed() {
  local last='report, calls, calls-json, hot, hot-json, path or path-json'
  fails 0 "$last \(text\)" "$HARTRACE" shard --help && fails 2 "--format x: unknown format; it is text, .*$last" "$HARTRACE" shard plan t.nex $CODE --format x -n 2 -o q
}
check "help and messages list every format" listed
plans() {
  fails 2 "no plan" "$HARTRACE" shard run calls.pcs --id 0 && echo '{"format": "other"}' >q && fails 2 "no plan of this version" "$HARTRACE" shard run q --id 0 &&
    fails 2 "shards 0 to 3" "$HARTRACE" shard run p --id 4 && fails 2 "with --src all" "$HARTRACE" shard plan m.nex $ALL --src all --format pcs -n 2 -o q &&
    fails 2 "add --pcs" "$HARTRACE" shard plan t.nex $CODE --format verify -n 2 -o q && fails 2 "in a file" "$HARTRACE" shard plan - $CODE -n 2 -o q
}
check "plans that are none, and plans that cannot be" plans
finish
