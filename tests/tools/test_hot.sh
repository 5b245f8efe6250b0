#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace hot: rows against counts of the executed PCs (executed.py: objdump, nm), and of a program written by hand.
. tests/lib/tap.sh
. tests/tools/lib.sh
command -v riscv64-unknown-elf-objdump >/dev/null || { skip "hot" "no RISC-V binutils"; finish; }
export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1

traced() {
  elf=$BUILD/programs/rv$1/$2.elf
  "$HARTRACE" run "$elf" -q --save-trace "$TMP/$2.nex" --save-pcs "$TMP/$2.pcs" --console "$TMP/console" "${@:3}" >/dev/null
}
rows() { "$HARTRACE" hot "$TMP/$1.nex" --elf "$elf" --limit 0 -f json "${@:2}"; }

cat >"$TMP/compare.py" <<'PY'
import collections, json, sys
from executed import *
by, elf, trace, found = sys.argv[1], sys.argv[2], pcs(sys.argv[3]), json.load(open(sys.argv[4]))
code, functions = instructions(elf), Functions(elf)
rows = found["rows"]
assert found["instructions"] == len(trace), (found["instructions"], len(trace))
name = {"function": "instructions", "line": "instructions"}.get(by, "executed")
def same(a, b):
    assert a == b, "\n".join(f"{k}: {a.get(k)} for {b.get(k)}" for k in sorted(set(a) | set(b), key=str) if a.get(k) != b.get(k))
if by == "function":
    own, inclusive, chains = by_function(trace, code, functions)
    entered = collections.Counter()
    for chain, (_, n) in chains.items():
        entered[chain[-1]] += n
    same({r["function"]: (r["instructions"], r["inclusive_instructions"], r["entered"]) for r in rows},
         {f: (own[f], inclusive[f], entered[f]) for f in entered})
elif by == "line":
    where, want = lines(elf, set(trace)), collections.Counter()
    for pc in trace:
        want[where[pc]] += 1
    got = collections.Counter()
    for r in rows:
        got[(r["file"] or "??").split("/")[-1], r["line"] or 0] += r["instructions"]
    same(got, want)
elif by == "branch":
    want = branches(trace, code)
    predicted = found["predictor"] == "2bit"
    same({int(r["address"], 16): [r["executed"], r["taken"], r["mispredicted"]] for r in rows},
         {pc: [n, taken, wrong if predicted else None] for pc, (n, taken, wrong) in want.items()})
    assert all(r["not_taken"] == r["executed"] - r["taken"] for r in rows)
    if predicted:
        name = "mispredicted"
    assert found["branches"] == sum(w[0] for w in want.values()) and found["taken"] == sum(w[1] for w in want.values())
else:
    same({int(r["address"], 16): r["executed"] for r in rows}, collections.Counter(trace))
assert [r[name] for r in rows] == sorted((r[name] for r in rows), reverse=True), "not sorted"
assert found["rows_in_all"] == len(rows) > 3
PY
compare() {
  local by=$1 name=$2
  rows "$name" --by "$by" "${@:3}" >"$TMP/rows.json" && python3 "$TMP/compare.py" "$by" "$elf" "$TMP/$name.pcs" "$TMP/rows.json"
}
traced 64 recursion-O0
for by in function line branch instruction; do
  check "recursion, by $by" compare $by recursion-O0
done
check "recursion, predicted branches" compare branch recursion-O0 --predictor 2bit
traced 32 sort
check "sort on RV32, by line" compare line sort
check "sort on RV32, by branch" compare branch sort
check "sort on RV32, predicted branches" compare branch sort --predictor 2bit
traced 32 sort --mode btm
check "BTM: the same branches" compare branch sort --predictor 2bit

# By hand (calls N of lib.sh): 2N + 2 instructions outside, 2N in a function without a name; the branch is taken N - 1 times. Of
# N = 100 in a row the two-bit counter has wrong the first one (weakly not taken) and the last one.
calls 100
"$HARTRACE" encode --mode htm --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" -q -o "$TMP/calls.nex"
by_hand() { says 0 "$1" "$HARTRACE" hot "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" "${@:2}"; }
check "by hand: a function without a name" by_hand '^ +200 +49\.75% +200 +49\.75% +100  0x80000100$'
check "by hand: the caller" by_hand '^ +202 +50\.25% +402 +100\.00% +1  0x80000000$'
check "by hand: all" by_hand '^ +402 instructions in all$'
check "by hand: the branch" by_hand '^ +100 +99 +1 +99\.00%  0x80000008 -> 0x80000004 ' --by branch
check "by hand: the predictor" by_hand '^ +100 +99 +1 +99\.00% +2 +2\.00%  0x80000008 ' --by branch --predictor 2bit
check "by hand: the rest of the rows" by_hand '^ +302 in 5 more rows$' --by instruction --limit 1
check "by hand: lines that nobody knows" by_hand '^ +202 +50\.25%  0x80000000$' --by line

# With timestamps the time of all functions adds up to that of the trace.
traced 64 crc --te trTsEnable=1 --te trTsMode=3
adds_up() {
  rows crc --te trTsEnable=1 --te trTsMode=3 --weigh time >"$TMP/rows.json" || return
  python3 - "$TMP/rows.json" <<'PY'
import json, sys
f = json.load(open(sys.argv[1]))
times = [r["time"] for r in f["rows"]]
outer = max(f["rows"], key=lambda r: r["inclusive_time"])
assert f["time_unit"] == "timestamp ticks", f["time_unit"]
jumps = sum(r["time"] for r in f["rows"] if r["function"] in ("_start", "bsp_exit"))  # to the outer one, and from it
assert times == sorted(times, reverse=True) and sum(times) == outer["inclusive_time"] + jumps > 1000, (times, outer)
PY
}
check "times add up" adds_up

two_harts() {
  "$HARTRACE" run "$BUILD/programs/rv64/smpwork.elf" -q --harts 2 --save-trace "$TMP/smp.nex" --save-pcs "$TMP/smp.pcs" \
    --console "$TMP/console" >/dev/null || return
  "$HARTRACE" hot "$TMP/smp.nex" --elf "$BUILD/programs/rv64/smpwork.elf" --auto --src all --limit 0 -f json >"$TMP/rows.json" || return
  python3 -c 'import json, sys; f = json.load(open(sys.argv[1])); n = sum(r["instructions"] for r in f["rows"])
assert n == f["instructions"] == sum(len(open(p).readlines()) for p in sys.argv[2:]), n' "$TMP/rows.json" "$TMP"/smp.pcs.*
}
check "two harts add up" two_harts

elf=$BUILD/programs/rv64/crc.elf
check "no code" fails 2 'code' "$HARTRACE" hot "$TMP/crc.nex"
check "no trace" fails 2 'no trace file; usage: hartrace hot TRACE CODE' "$HARTRACE" hot
check "unknown --by" fails 2 "unknown kind of row; it is function, line, branch or instruction" "$HARTRACE" hot "$TMP/crc.nex" --elf "$elf" --by lines
check "unknown predictor" fails 2 "unknown; it is 2bit" "$HARTRACE" hot "$TMP/crc.nex" --elf "$elf" --by branch --predictor gshare
check "a predictor of lines" fails 2 "add --by branch" "$HARTRACE" hot "$TMP/crc.nex" --elf "$elf" --predictor 2bit
check "time of lines" fails 2 "only functions have times" "$HARTRACE" hot "$TMP/crc.nex" --elf "$elf" --by line --weigh time
stripped() {
  riscv64-unknown-elf-strip -o "$TMP/stripped.elf" "$elf" || return
  says 0 '^ +[0-9]+ +[0-9.]+% +[0-9]+ +[0-9.]+% +1  0x80000000$' "$HARTRACE" hot "$TMP/crc.nex" --elf "$TMP/stripped.elf"
}
traced 64 crc
check "an ELF file without symbols" stripped
sources() {
  "$HARTRACE" hot "$TMP/crc.nex" --elf "$elf" --by line --source-path /=/nowhere/ >"$TMP/out" 2>"$TMP/err" || return
  [ "$(grep -c 'cannot be' "$TMP/err")" = 1 ] && ! grep -q '|' "$TMP/out"
}
check "sources that are not there: one remark" sources
check "no colors in a pipe" bash -c '! "$0" hot "$1" --elf "$2" | grep -q $'"'\\033'" "$HARTRACE" "$TMP/crc.nex" "$elf"
finish
