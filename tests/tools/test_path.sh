#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace path: paths and stacks against those of the executed PCs (executed.py: objdump, nm).
. tests/lib/tap.sh
. tests/tools/lib.sh
command -v riscv64-unknown-elf-objdump >/dev/null || { skip "path" "no RISC-V binutils"; finish; }
export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1

# compare.py ELF PCS JSON FUNCTION|ADDRESS|FILE:LINE NTH|last LINES
cat >"$TMP/compare.py" <<'PY'
import json, sys
from executed import *
elf, pc_list, found, to, nth, count = sys.argv[1:]
trace, code, functions, f = pcs(pc_list), instructions(elf), Functions(elf), json.load(open(found))
if to.startswith("0x"):
    place = {int(to, 16)}
elif ":" in to:
    file, line = to.split(":")
    where = lines(elf, sorted(code))
    here = [pc for pc in sorted(code) if where[pc] == (file, int(line))]
    place = {pc for pc in here if not any(b + code[b][0] == pc for b in here)}
else:
    place = {functions.at[functions.names.index(to)]}
times = [i for i, pc in enumerate(trace) if pc in place]
assert f["reached"] == len(times), (f["reached"], len(times))
path, stack = path_to(trace, code, functions, times[-1 if nth == "last" else int(nth) - 1])
def line(x):
    return (x["kind"], x["number"], int(x["address"], 16)) if x["kind"] == "instruction" else (x["kind"], x["function"])
# What was found running at the beginning is no call of the program.
got = [line(x) for x in f["path"] if x.get("how") not in ("found", "tail") and x["kind"] in ("instruction", "enter", "leave")]
want = path[-int(count):]
assert got[-len(want):] == want[-len(got):] and len(f["path"]) == min(int(count), len(f["path"])), (got, want)
assert len(got) == int(count) or got[0] == path[0], len(got)
for x in f["path"]: # as objdump prints them
    if x["kind"] == "instruction":
        pc = int(x["address"], 16)
        assert x["instruction"].split() == [code[pc][1]] + code[pc][2].split(), (x, code[pc])
s = [(x["function"], int(x["address"], 16)) for x in f["stack"]]
assert s[:-1] == stack[:-1] and s[-1][1] == stack[-1][1] and len(s) >= 1, (s, stack)
PY
traced() {
  elf=$BUILD/programs/rv64/$1.elf
  "$HARTRACE" run "$elf" -q --save-trace "$TMP/$1.nex" --save-pcs "$TMP/$1.pcs" --console "$TMP/console" >/dev/null
}
compare() { # NAME PLACE NTH LINES
  "$HARTRACE" path "$TMP/$1.nex" --elf "$elf" -f json --to "$2" --nth "$3" -n "$4" >"$TMP/path.json" &&
    python3 "$TMP/compare.py" "$elf" "$TMP/$1.pcs" "$TMP/path.json" "$2" "$3" "$4"
}
prog=recursion-O0
traced $prog
for n in 1 2 50 1000; do
  check "a function, the last time, $n lines" compare $prog hanoi last $n
done
for nth in 1 2 17 300 1023; do
  check "a function, time $nth" compare $prog hanoi $nth 40
done
address=$(riscv64-unknown-elf-objdump -d "$elf" | sed -n '/<hanoi>:/,/ret/s/^ *\([0-9a-f]*\):.*/\1/p' | sed -n 7p)
check "an address, the last time" compare $prog "0x$address" last 30
check "an address, time 5" compare $prog "0x$address" 5 30
line=$(grep -n 'moves + 1' tests/programs/recursion.c | cut -d: -f1)
check "a line, the last time" compare $prog "recursion.c:$line" last 60
check "a line, time 9" compare $prog "recursion.c:$line" 9 60
traced recursion
check "with optimization" compare recursion ackermann last 200

the_end() {
  "$HARTRACE" path "$TMP/$prog.nex" --elf "$BUILD/programs/rv64/$prog.elf" --to end -n 20 -f json >"$TMP/end.json" || return
  python3 - "$TMP/end.json" "$TMP/$prog.pcs" <<'PY'
import json, sys
f, trace = json.load(open(sys.argv[1])), [int(x, 16) for x in open(sys.argv[2])]
got = [(x["number"], int(x["address"], 16)) for x in f["path"] if x["kind"] == "instruction"]
assert 10 < len(got) <= 20 == len(f["path"]) and got == list(enumerate(trace, 1))[-len(got):], got
assert int(f["stack"][0]["address"], 16) == trace[-1]
PY
}
check "the end of the trace" the_end
elf=$BUILD/programs/rv64/$prog.elf
text() { says 0 "$1" "$HARTRACE" path "$TMP/$prog.nex" --elf "$elf" "${@:2}"; }
check "text: the instruction" text '^ +[0-9]+  0x[0-9a-f]{8}  addi? +sp,sp,-[0-9]+ +fib\+0x0  .*/recursion.c:[0-9]+$' --to fib
check "text: the call" text '^ +enter fib \(call\)$' --to fib
check "text: how often" text '^fib was reached 3193 times, shown is the last; stack of hart 0$' --to fib
check "text: the stack" text '^ +#9 +0x[0-9a-f]+  main\+0x[0-9a-f]+  .*/recursion.c:[0-9]+  \(call\)$' --to fib
opcode=$(riscv64-unknown-elf-objdump -d "$elf" | sed -n '/<fib>:/{n;s/^[^\t]*\t\([0-9a-f]*\) .*/\1/p}')
check "without objdump: the opcode" text "^ +[0-9]+  0x[0-9a-f]{8}  0x$opcode +fib\\+0x0  .*" --to fib --objdump /nowhere/objdump
check "without objdump: a remark" fails 0 '/nowhere/objdump: cannot be run' "$HARTRACE" path "$TMP/$prog.nex" --elf "$elf" --to fib \
  --objdump /nowhere/objdump
pcinfo() { # which has no opcodes
  "$HARTRACE" convert --elf "$elf" --to pcinfo -o "$TMP/list" &&
    says 0 '^ +[0-9]+  0x[0-9a-f]{8}  0x[0-9a-f]+\+0x[0-9a-f]+$' "$HARTRACE" path "$TMP/$prog.nex" --pcinfo "$TMP/list" --to end
}
check "without opcodes: no column of them" pcinfo
refused() { fails 2 "$1" "$HARTRACE" path "$TMP/$prog.nex" --elf "$elf" "${@:2}"; }
check "a function with another name" refused "no function 'hannoi'; did you mean 'hanoi'\?" --to hannoi
check "a line without code" refused 'no code at line recursion.c:1;' --to recursion.c:1
check "part of a file's name" refused 'no code at line ursion.c' --to "ursion.c:$line"
check "too seldom" refused 'was reached 3193 times, not 3194' --to fib --nth 3194
check "never" refused '0x12 was not reached' --to 0x12
check "no place" refused 'no place: add --to' -n 3
check "nth 0" refused 'nth 0: a number from 1, or last' --to fib --nth 0
check "nth of the end" refused 'leave --nth out' --to end --nth 2
check "too many lines" refused 'from 1 to 1000000' --to fib -n 1000001
check "no trace" fails 2 'no trace file; usage: hartrace path' "$HARTRACE" path

# Without symbols addresses are left (calls N of lib.sh): the 7th time that the function is entered is instruction 4 * 6 + 3.
calls 10
"$HARTRACE" encode --mode htm --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" -q -o "$TMP/calls.nex"
check "by hand: an address" says 0 '^ +27  0x80000100  0x80000100\+0x0$' \
  "$HARTRACE" path "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" --to 0x80000100 --nth 7 -n 5
check "by hand: its call" says 0 '^ +#1 +0x80000004  0x80000000\+0x4  \(found\)$' \
  "$HARTRACE" path "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" --to 0x80000100 --nth 7 -n 5
check "no symbols" fails 2 "no function 'f' in the symbols; give an address" \
  "$HARTRACE" path "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" --to f
finish
