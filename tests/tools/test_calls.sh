#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace calls: trees against those of the executed PCs (executed.py: objdump, nm), and of a program written by hand.
. tests/lib/tap.sh
. tests/tools/lib.sh
command -v riscv64-unknown-elf-objdump >/dev/null || { skip "calls" "no RISC-V binutils"; finish; }
export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1

cat >"$TMP/compare.py" <<'PY'
import json, sys
from executed import *
elf, pc_list, found, depth, least = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
hart = json.load(open(found))["harts"][int(sys.argv[6]) if len(sys.argv) > 6 else 0]
trace, nodes = pcs(pc_list), hart["nodes"]
_, _, chains = by_function(trace, instructions(elf), Functions(elf))
inclusive = collections.Counter()
for chain, (own, _) in chains.items():
    for n in range(1, len(chain) + 1):
        inclusive[chain[:n]] += own
want = {c: (own, inclusive[c], n) for c, (own, n) in chains.items()
        if (not depth or len(c) <= depth) and 100 * inclusive[c] >= least * len(trace)}
got, path, before = {}, [], {}
for i, n in enumerate(nodes):
    path.append((path[n["parent"]] if n["parent"] is not None else ()) + (n["function"],))
    assert n["depth"] == len(path[i]) - 1 and path[i] not in got
    assert path[i][:-1] == () or path[i - 1][:len(path[i]) - 1] == path[i][:-1], "not below its caller"
    got[path[i]] = (n["instructions"], n["inclusive_instructions"], n["entered"])
    assert before.get(path[i][:-1], 1 << 63) >= n["inclusive_instructions"], "not sorted"
    before[path[i][:-1]] = n["inclusive_instructions"]
    below = sum(1 for c in chains if len(c) == len(path[i]) + 1 and c[:-1] == path[i])
    assert n["folded"] == below - sum(1 for c in want if len(c) == len(path[i]) + 1 and c[:-1] == path[i]), n
assert got == want, [(c, got.get(c), want.get(c)) for c in set(got) | set(want) if got.get(c) != want.get(c)][:5]
assert hart["instructions"] == len(trace) and len(want) > 2
PY
traced() { # NAME [OPTION]...
  elf=$BUILD/programs/rv64/$1.elf
  "$HARTRACE" run "$elf" -q --save-trace "$TMP/$1.nex" --save-pcs "$TMP/$1.pcs" --console "$TMP/console" "${@:2}" >/dev/null
}
compare() { # NAME DEPTH MIN [OPTION]...
  "$HARTRACE" calls "$TMP/$1.nex" --elf "$elf" -f json "${@:4}" >"$TMP/tree.json" &&
    python3 "$TMP/compare.py" "$elf" "$TMP/$1.pcs" "$TMP/tree.json" "$2" "$3"
}
traced recursion-O0
check "recursion: the whole tree" compare recursion-O0 0 0
check "recursion: five levels" compare recursion-O0 5 0 --depth 5
check "recursion: from 3 percent on" compare recursion-O0 0 3 --min 3
check "recursion: both" compare recursion-O0 6 10 --min 10 --depth 6
traced recursion
check "recursion with optimization" compare recursion 0 0

smp() {
  elf=$BUILD/programs/rv64/smpwork.elf
  "$HARTRACE" run "$elf" -q --harts 2 --save-trace "$TMP/smp.nex" --save-pcs "$TMP/smp.pcs" --console "$TMP/console" >/dev/null || return
  "$HARTRACE" calls "$TMP/smp.nex" --elf "$elf" --auto --src all -f json >"$TMP/smp.json" || return
  python3 - "$TMP/smp.json" "$TMP"/smp.pcs.[01] <<'PY'
import json, sys
harts = json.load(open(sys.argv[1]))["harts"]
for h, path in zip(harts, sys.argv[2:]):
    n = len(open(path).readlines())
    assert h["instructions"] == n == sum(x["instructions"] for x in h["nodes"]) > 100, (h["instructions"], n)
assert len(harts) == 2 and harts[0]["hart"] != harts[1]["hart"]
PY
}
check "a tree for each hart" smp
check "their names" says 0 '^hart 1$' "$HARTRACE" calls "$TMP/smp.nex" --elf "$BUILD/programs/rv64/smpwork.elf" --auto --src all

# By hand (calls N of lib.sh): 2N + 2 instructions outside, 2N in a function that is called N times.
calls 100
"$HARTRACE" encode --mode htm --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" -q -o "$TMP/calls.nex"
by_hand() { says 0 "$1" "$HARTRACE" calls "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" "${@:2}"; }
check "by hand: the caller" by_hand '^ +402 100\.00% +202 +1  0x80000000$'
check "by hand: the function" by_hand '^ +200  49\.75% +200 +100    0x80000100$'
check "by hand: folded by depth" by_hand '^ +402 100\.00% +202 +1  0x80000000  \+1 folded$' --depth 1
check "by hand: half is too much" by_hand '  0x80000000  \+1 folded$' --min 50
check "by hand: 49 percent" by_hand '^ +200 .*    0x80000100$' --min 49

# A function that calls itself 60000 times, then returns as often.
deep() {
  python3 - "$TMP" <<'PY'
import sys
N = 60000
open(sys.argv[1] + "/deep.pcinfo", "w").write("0x1000,CD4,0x2000\n0x1004,L4\n0x2000,BD4,0x2008\n0x2004,CD4,0x2000\n0x2008,R2\n")
with open(sys.argv[1] + "/deep.pcs", "w") as f:
    f.write("0x1000\n" + "0x2000\n0x2004\n" * N + "0x2000\n" + "0x2008\n" * (N + 1) + "0x1004\n")
PY
  "$HARTRACE" encode --mode htm --pcs "$TMP/deep.pcs" --pcinfo "$TMP/deep.pcinfo" -q -o "$TMP/deep.nex" || return
  says 0 '^ +2 +0\.00% +2 +1  .*\[60001\] 0x2000$' "$HARTRACE" calls "$TMP/deep.nex" --pcinfo "$TMP/deep.pcinfo" || return
  [ "$(wc -c <"$TMP/says.out")" -lt 15000000 ]
}
check "deep recursion" deep

check "no trace" fails 2 'no trace file; usage: hartrace calls TRACE CODE' "$HARTRACE" calls
check "no code" fails 2 'code' "$HARTRACE" calls "$TMP/calls.nex"
check "more than all" fails 2 'min 101: a percentage' "$HARTRACE" calls "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" --min 101
check "no level" fails 2 'depth' "$HARTRACE" calls "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" --depth 0
lost() {
  head -c 300 "$TMP/recursion.nex" >"$TMP/cut.nex"
  tail -c +2000 "$TMP/recursion.nex" >>"$TMP/cut.nex"
  fails 1 'instructions in all' "$HARTRACE" calls "$TMP/cut.nex" --elf "$BUILD/programs/rv64/recursion.elf"
}
check "a gap: exit status 1" lost
finish
