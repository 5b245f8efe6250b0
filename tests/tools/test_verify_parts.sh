#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace verify of parts: captures that begin late or end early, losses, one source of several, several
# differences, nothing at all; and how a difference is explained. The streams are written by hand (ntrace.py).
. tests/lib/tap.sh
. tests/tools/lib.sh

export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1
python3 - "$TMP" <<'PY' || exit 1
import os, sys
from ntrace import *
os.chdir(sys.argv[1])
open("p.pcinfo", "w").write(PCINFO)
turns = pattern(60)
START, STOP = sync(0x1000, 5), stop(0)
def run(part, **kw):
    return [m for t in part for m in turn(t, **kw)]
write_pcs("all.pcs", pcs(turns))

# Periodic synchronization after each 20 turns.
sections = [run(turns[i:i + 20]) for i in (0, 20, 40)]
PERIODIC = sync(0x1000, 2)
write("whole.nex", [START] + sections[0] + [PERIODIC] + sections[1] + [PERIODIC] + sections[2] + [STOP])
# The buffer wrapped in the first section, inside a message: bytes of the first section's last messages are left.
tail = b"".join(sections[0])[-5:] + PERIODIC + b"".join(sections[1]) + PERIODIC + b"".join(sections[2]) + STOP
write("wrapped.nex", [b"\x00" + tail])
write_pcs("tail.pcs", pcs(turns[20:]))
write_pcs("tail30.pcs", pcs(turns[12:]))
write("early.nex", [START] + run(turns[:33]))
write("cut.nex", [START] + run(turns[:33]) + [direct(10)[:1]])
write("middle.nex", [PERIODIC] + sections[1])

# Turns 20 to 24 and 40 to 49 are lost.
LOST = [error(), sync(0x1000, 7)]
segments = [run(turns[:20]), run(turns[25:40]), run(turns[50:])]
write("loss.nex", [START] + segments[0] + LOST + segments[1] + LOST + segments[2] + [STOP])
write("noerror.nex", [START] + segments[0] + LOST[1:] + segments[1] + LOST + segments[2] + [STOP])
write("lostend.nex", [START] + segments[0] + LOST + segments[1] + [error()])
# The second segment is wrong in its turn 7 (from 0): A for B, or B for A.
bad = turns[25:32] + {"A": "B", "B": "A"}[turns[32]] + turns[33:40]
write("badloss.nex", [START] + segments[0] + LOST + run(bad) + LOST + segments[2] + [STOP])
# Synchronizing messages inside the wrong segment: what is after the next one is checked.
write("badsync.nex", [START] + segments[0] + LOST + run(bad[:10]) + [PERIODIC] + run(bad[10:]) + LOST + segments[2] + [STOP])

# Two sources, SRC 1 and 2 of 4 bits.
one, two = turns[:10], turns[20:25]
k1, k2 = dict(src=1, src_bits=4), dict(src=2, src_bits=4)
m1 = [sync(0x1000, 5, **k1)] + run(one, **k1) + [stop(0, **k1)]
m2 = [sync(0x1000, 5, **k2)] + run(two, **k2) + [stop(0, **k2)]
mixed = []
for i in range(max(len(m1), len(m2))):
    mixed += m1[i:i + 1] + m2[i:i + 1] + [b"\xff"]
write("two.nex", mixed)
write_pcs("one.pcs", pcs(one))
write_pcs("two.pcs", pcs(two))

# HTM: 30 bits of history (15 turns), the third one wrong.
bits = "".join("01" if t == "A" else "11" for t in turns[:15])
halves = sum(10 if t == "A" else 6 for t in turns[:15])
write("htm.nex", [START, full_history(bits), message(33, (4, 4), (1, 2), halves, 1)])
wrong = bits[:2] + ("1" if bits[2] == "0" else "0") + bits[3:]
write("htm3.nex", [START, full_history(wrong), message(33, (4, 4), (1, 2), halves, 1)])
write_pcs("htm.pcs", pcs(turns[:15]))

# One message has another TCODE: reserved 19, vendor 59, data acquisition 7, data write 5.
k = turns[:10]
for tcode in (19, 59, 7, 5):
    damaged = run(k)
    damaged[3] = message(7, 0x123456) if tcode == 7 else bytes([tcode << 2] + [0, 1] * (tcode == 5)) + damaged[3][1:]
    write(f"tcode{tcode}.nex", [START] + damaged + [STOP])
write("vendor.nex", [START] + run(k)[:3] + [message(59, 7)] + run(k)[3:] + [STOP])
write_pcs("ten.pcs", pcs(k))

# Remarks: Ownership with FORMAT 0 and a context of 5; SYNC=4 in a trace with HIST; TSTAMPs that are absolute.
write("owner.nex", [START, message(2, 5 << 5 | 3 << 2)] + run(k) + [STOP])
write("sync4.nex", [START, full_history(bits), sync(0x1000, 4, halves), stop(0)])
write("absolute.nex", [stamped(m, 20 + 3 * i) for i, m in enumerate([START] + run(k) + [STOP])])
write("relative.nex", [stamped(m, 20 if i == 0 else 3 + i % 4) for i, m in enumerate([START] + run(k) + [STOP])])

# A stray 0x03 after a message.
write("stray.nex", [START] + run(turns[:5]) + [b"\x03"] + run(turns[5:10]) + [STOP])

n = lambda part: len(pcs(part))
with open("numbers", "w") as f:
    f.write(f"ALL={n(turns)} FIRST20={n(turns[:20])} FIRST33={n(turns[:33])} FIRST12={n(turns[:12])} MID={n(turns[20:40])}\n")
    f.write(f"S1={n(turns[25:40])} S2={n(turns[50:])} GAP1={n(turns[20:25])} GAP2={n(turns[40:50])}\n")
    # The first branch of turn 7 of the second segment goes wrong: two instructions of it are equal, and what
    # follows is again: the trace lacks two instructions of the list, or has two more.
    f.write(f"BAD={n(turns[:20]) + n(turns[25:32]) + 3} BADSEG={n(turns[25:40]) - 2 * (turns[32] == 'A')}\n")
    f.write(f"ONE={n(one)} M1={len(m1)} B1={sum(map(len, m1))} TWO={n(two)} M2={len(m2)} B2={sum(map(len, m2))}\n")
    f.write(f"KIND={turns[1]} HTM={n(turns[:1]) + 3} LOSTENDLEFT={n(turns[40:])}\n")
PY
. <(tr ' ' '\n' <"$TMP/numbers")

verify() {
  local trace=$1 list=$2
  shift 2
  "$HARTRACE" verify "$TMP/$trace" --pcinfo "$TMP/p.pcinfo" --pcs "$TMP/$list" "$@"
}

check "the stream is what was meant" says 0 "^equal: $ALL instructions" verify whole.nex all.pcs
for option in --partial --resync --keep-going; do
  check "$option changes nothing where nothing is missing" says 0 "^equal: $ALL instructions" \
    verify whole.nex all.pcs $option
done

# Begins late, ends early.
check "a wrapped capture with all PCs: from the first sync" says 0 \
  "^equal in part: $((ALL - FIRST20)) of $ALL instructions, from number $((FIRST20 + 1)) on" \
  verify wrapped.nex all.pcs --wrapped
check "a wrapped capture with exactly the tail's PCs" says 0 "^equal: $((ALL - FIRST20)) instructions" \
  verify wrapped.nex tail.pcs --wrapped
check "a wrapped capture with more than the tail's PCs" says 0 \
  "^equal in part: $((ALL - FIRST20)) of $((ALL - FIRST12)) instructions, from number $((FIRST20 - FIRST12 + 1)) on" \
  verify wrapped.nex tail30.pcs --wrapped
sed '$d' "$TMP/all.pcs" >"$TMP/short.pcs"
check "a wrapped capture must reach the end of the list" fails 1 'the trace continues at 0x1010; the PC list ends' \
  verify wrapped.nex short.pcs --wrapped
{ cat "$TMP/all.pcs"; echo 0x1000; } >"$TMP/long.pcs"
check "and not end before it" fails 1 'the PC list continues with 0x1000' verify wrapped.nex long.pcs --wrapped
check "a capture that ends early is different" fails 1 "ends after $FIRST33 instructions; the PC list continues" \
  verify early.nex all.pcs
check "--partial: it may" says 0 "^equal in part: $FIRST33 of $ALL instructions, from number 1 on" \
  verify early.nex all.pcs --partial
check "--partial: inside a message too" says 0 "^equal in part: $FIRST33 of $ALL instructions, from number 1 on" \
  verify cut.nex all.pcs --partial
check "--partial: begins late and ends early" says 0 \
  "^equal in part: $MID of $ALL instructions, from number $((FIRST20 + 1)) on" verify middle.nex all.pcs --partial
# Instruction FIRST20 + 5 of the list is a 0x1010 or later; another address is nowhere in the program.
sed "$((FIRST20 + 30))s/.*/0x100c0/" "$TMP/all.pcs" >"$TMP/wrong.pcs"
check "--partial: what differs is found" fails 1 "differs at instruction 30: .*expected 0x100c0, got 0x10" \
  verify middle.nex wrong.pcs --partial

# Losses.
check "a loss is a difference, and --resync is named" fails 1 "differs at instruction $((FIRST20 + 1)): .*--resync" \
  verify loss.nex all.pcs
check "--resync: every segment is checked" says 0 \
  "^equal in part: $((ALL - GAP1 - GAP2)) of $ALL instructions, from number 1 on, .* 2 gaps" \
  verify loss.nex all.pcs --resync
check "--resync: the first gap" says 0 "^gap: .*after instruction $FIRST20 of the list; at least $GAP1 instr" \
  verify loss.nex all.pcs --resync
check "--resync: the second gap" says 0 "after instruction $((FIRST20 + GAP1 + S1)) of the list; at least $GAP2 instr" \
  verify loss.nex all.pcs --resync
check "--resync: SYNC=7 without an Error message" says 0 '2 gaps' verify noerror.nex all.pcs --resync
check "--resync: lost at the end" says 0 "nothing follows, $LOSTENDLEFT instructions not compared" \
  verify lostend.nex all.pcs --resync
check "--resync: a wrong segment fails" fails 1 "differs at instruction $BAD: .*expected 0x10[01][80c], got 0x10" \
  verify badloss.nex all.pcs --resync
check "--resync: the other segments are equal" fails 1 \
  "1 difference; $((FIRST20 + BADSEG + S2)) of $ALL instructions are equal" verify badloss.nex all.pcs --resync
check "--resync: the same with a sync inside the wrong segment" fails 1 \
  "1 difference; $((FIRST20 + BADSEG + S2)) of $ALL instructions are equal" verify badsync.nex all.pcs --resync

# --strict with parts: 200 rounds, each at addresses of its own, in U-mode, with an ecall that a handler returns from: instructions
# 5R (before the ecall) to 5R + 4 of the list. log NAME [ROUND KIND]: one round is another: its exception is an interrupt, or its
# handler ran in S-mode.
python3 - "$TMP" <<'PY' || exit 1
import sys
def log(name, wrong=None, kind=None):
    with open(f"{sys.argv[1]}/{name}.csv", "w") as f:
        print("VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT", file=f)
        for r in range(200):
            at = 0x1000 + 0x40 * r
            row = lambda pc, insn, priv, e=0, i=0: print(f"1,{pc:x},{insn:x},{priv},{e},{7 if i else 8},0,{i}", file=f)
            row(at, 0x13, 0)
            handler = 1 if (r, kind) == (wrong, "mode") else 3
            trap = (r, kind) == (wrong, "trap")
            row(at + 4, 0x73, 0, 1 - trap, int(trap))
            row(0x100000, 0x13, handler)
            row(0x100004, 0x30200073, handler)
            row(at + 8, 0x13, 0)
            row(at + 12, 0x0340006f, 0)
log("right")
for r in range(5, 200, 13):
    log(f"trap{r}", r, "trap")
    log(f"mode{r}", r, "mode")
PY
"$HARTRACE" encode --ingress "$TMP/right.csv" --mode btm --te trTeContext=1 --te trTeInstSyncMode=messages --te trTeInstSyncMax=1 -q \
  -o "$TMP/right.nex"
bytes=$(stat -c %s "$TMP/right.nex")
tail -c $((bytes / 2)) "$TMP/right.nex" >"$TMP/late.nex"
head -c $((bytes / 2)) "$TMP/right.nex" >"$TMP/early.s.nex"
"$HARTRACE" encode --ingress "$TMP/right.csv" --mode btm --te trTeContext=1 --param link_bytes=1 --param fifo_bytes=76 -q -o "$TMP/gaps.nex"
strictly() { # TRACE LOG OPTION...
  "$HARTRACE" verify "$TMP/$1.nex" --ingress "$TMP/$2.csv" --te trTeContext=1 --strict "${@:3}"
}
for option in "" --partial --resync --keep-going; do
  check "--strict $option: a whole trace" says 0 '^strict: 200 traps, 200 trap returns' strictly right right $option
done
for capture in "late --wrapped" "late --wrapped --partial" "early.s --partial" "gaps --resync" "gaps --resync --partial"; do
  check "--strict: $capture: what was encoded" says 0 '^strict: [1-9][0-9]* traps, [1-9]' strictly ${capture%% *} right ${capture#* }
done
# Exactly the rounds are judged whose instructions plain verify compares: trap R when 5R and 5R + 1 are, mode R when
# the handler is.
judged() {
  local trace=$1 name want status good=0 n=0
  shift
  "$HARTRACE" verify "$TMP/$trace.nex" --ingress "$TMP/right.csv" --te trTeContext=1 "$@" --format json >"$TMP/json" || return 1
  python3 - "$TMP/json" >"$TMP/wanted" <<'PY' || return 1
import json, sys
r = json.load(open(sys.argv[1]))
compared = [True] * r.get("listed", 1000)
compared[:r.get("first", 0)] = [False] * r.get("first", 0)
for g in r.get("gaps", []):
    compared[g["before"]:g["before"] + g["missing"]] = [False] * g["missing"]
last = r.get("first", 0) + r["instructions"] + sum(g["missing"] for g in r.get("gaps", []))
compared[last:] = [False] * (1000 - last)
assert sum(compared) == r["instructions"]
for at in range(5, 200, 13):
    if compared[5 * at] == compared[5 * at + 1]: # otherwise the trap may be the last one reported before a gap
        print(f"trap{at}", int(compared[5 * at]))
    print(f"mode{at}", int(compared[5 * at + 1] and compared[5 * at + 2]))
PY
  while read -r name want; do
    strictly "$trace" "$name" "$@" >"$TMP/out" 2>&1
    status=$?
    [ $status = "$want" ] || { echo "$name: status $status, expected $want"; cat "$TMP/out"; good=1; }
    n=$((n + want))
  done <"$TMP/wanted"
  echo "$n judged"
  [ $n -ge "$least" ] && [ $n -le "$most" ] && return $good
}
least=30 most=30 check "--strict: every round of a whole trace is judged" judged right --partial
least=8 most=20
check "--strict --wrapped: what was captured is judged, and nothing else" judged late --wrapped
check "--strict --partial: the same of a capture that ends early" judged early.s --partial
least=3 check "--strict --resync: the same between losses" judged gaps --resync
strict_says() { strictly "$1" "$2" "${@:4}" >"$TMP/out" 2>&1; [ $? = 1 ] && grep -Eq "$3" "$TMP/out" || { cat "$TMP/out"; return 1; }; }
check "--strict --partial: in words, with the number among the decoded ones" strict_says right trap18 \
  'differs at instruction 92: message .*got an exception, expected an interrupt' --partial
strict_json() {
  strictly late trap187 --wrapped --format json >"$TMP/json"
  [ $? = 1 ] && python3 -c "
import json
r = json.load(open('$TMP/json'))
d, = r['differences']
assert r['verdict'] == 'different' and d['instruction'] == 5 * 187 + 2 - r['first'] and 'expected an interrupt' in d['what']
assert r['traps'] > 0"
}
check "--strict --wrapped: as JSON" strict_json
# Times too, of a real program with losses, by each clock.
for mode in 1 2 3; do
  times="--te trTsEnable=1 --te trTeContext=1 --te trTsMode=$mode"
  corners() {
    "$HARTRACE" run "$BUILD/programs/rv64/corners.elf" --mode btm $times --param ts_modes=14 --te trTeInstSyncMode=messages \
      --te trTeInstSyncMax=1 --save-ingress "$TMP/c.ing" --save-trace "$TMP/c.nex" "$@" >"$TMP/out" 2>&1
  }
  timed() {
    local many='^strict: [1-9][0-9]+ traps, [1-9].* [1-9][0-9][0-9] times'
    corners --param link_bytes=1 --param fifo_bytes=76
    "$HARTRACE" verify "$TMP/c.nex" --ingress "$TMP/c.ing" $times --strict --resync >"$TMP/out" && grep -q '^gap' "$TMP/out" &&
      grep -Eq "$many" "$TMP/out" && corners && tail -c 3000 "$TMP/c.nex" >"$TMP/ct.nex" &&
      "$HARTRACE" verify "$TMP/ct.nex" --ingress "$TMP/c.ing" $times --strict --wrapped | tee "$TMP/out" | grep -Eq "$many"
  }
  if [ -e "$BUILD/programs/rv64/corners.elf" ]; then
    check "--strict --resync, --wrapped: times, trTsMode $mode" timed
  else
    skip "--strict --resync, --wrapped: times, trTsMode $mode" "no cross compiler"
  fi
done

# All differences.
sed -e '50d' -e '100s/^/0x1014\n/' -e '150s/.*/0x1014/' "$TMP/all.pcs" >"$TMP/three.pcs"
check "without --keep-going the first difference ends it" fails 1 'differs at instruction 50:' verify whole.nex three.pcs
several() {
  verify whole.nex three.pcs --keep-going "$@" >"$TMP/out" 2>&1
  [ $? = 1 ] && [ "$(grep -o 'differs at instruction [0-9]*' "$TMP/out" | tr -dc '0-9\n' | tr '\n' ' ')" = "$want" ]
}
want="50 100 150 " check "--keep-going: all three, each once" several
want="50 100 " check "--max-differences" several --max-differences 2
check "a limit out of range" fails 2 'a number from 1 to 1000' verify whole.nex three.pcs --max-differences 0

# One source.
for s in "1 one $ONE $M1 $B1" "2 two $TWO $M2 $B2"; do
  set -- $s
  check "source $1: messages and bytes of it alone" says 0 "^equal: $3 instructions, $4 messages, $5 bytes, " \
    verify two.nex "$2.pcs" --src "$1" --te trTeSrcBits=4
done
check "a source that is not there" fails 2 'no messages of source 3' \
  verify two.nex one.pcs --src 3 --te trTeSrcBits=4

# Nothing.
: >"$TMP/none.pcs"
printf '\xff%.0s' $(seq 64) >"$TMP/ff.nex"
printf '\x00\x00' >"$TMP/zero.nex"
check "idle bytes and no PCs: nothing was compared" fails 2 'only idle bytes' verify ff.nex none.pcs
check "idle bytes and PCs" fails 2 'only idle bytes' verify ff.nex all.pcs
check "no instruction and no PC" fails 2 'nothing was compared' \
  bash -c "'$HARTRACE' verify <(head -c $(python3 -c 'from ntrace import *; print(len(sync(0x1000, 5)))') '$TMP/whole.nex') \
    --pcinfo '$TMP/p.pcinfo' --pcs '$TMP/none.pcs'"

# Explanations. The first branch of the second turn is bit 3.
says_wrong=$([ "$KIND" = A ] && echo taken || echo 'not taken')
goes=$([ "$KIND" = A ] && echo 'continues sequentially' || echo 'goes to its target')
check "history is equal" says 0 '^equal: ' verify htm.nex htm.pcs
check "the HIST bit that is wrong" fails 1 \
  "HIST bit 3 \(of 30, the oldest is 1\) of message 1 says $says_wrong; the PC list $goes" verify htm3.nex htm.pcs
check "the place" fails 1 "differs at instruction $HTM: message 1 at offset " verify htm3.nex htm.pcs
check "the instruction before" fails 1 'from +0x1004 branch 0x1010' verify htm3.nex htm.pcs
check "the messages around" fails 1 '#0 @0 ProgTraceSync SYNC=5' verify htm3.nex htm.pcs
check "a direct branch message" fails 1 'message [0-9]+, says that the branch at its end was taken|leads past the branch' \
  verify badloss.nex all.pcs --resync

# Messages that became others.
decode() {
  "$HARTRACE" decode "$TMP/$1" --pcinfo "$TMP/p.pcinfo" --format "$2" -o "$TMP/decoded" "${@:3}"
}
for t in 19:Reserved 59:Vendor 7:DataAcquisition 5:DataWrite; do
  for format in pcs ranges nexrv; do
    check "decode to $format: TCODE ${t%:*} is told" fails 1 "message 4 at offset [0-9]+ has TCODE ${t%:*} \(${t#*:}\)" \
      decode "tcode${t%:*}.nex" "$format"
  done
done
check "decode with --allow-other: a vendor's message is no error" decode vendor.nex pcs --allow-other
check "idle bytes alone cannot be decoded" fails 2 'only idle bytes' decode ff.nex pcs
check "nor to text" fails 2 'only idle bytes' decode ff.nex text

# Remarks: equal all the same.
remark() {
  "$@" >"$TMP/out" 2>"$TMP/err" && grep -q '^equal' "$TMP/out" && grep -Eq "$want" "$TMP/err"
}
want='remark NT-OWN-011: message 1 at offset [0-9]+ \(Ownership\)' check "Ownership with FORMAT 0 and a context" \
  remark verify owner.nex ten.pcs
want='remark NT-CNT-010: message 2 .*ProgTraceSync' check "SYNC=4 in HTM" remark verify sync4.nex htm.pcs
want='remark NT-TIM-002: message [0-9]+ ' check "absolute TSTAMPs where differences belong" \
  remark verify absolute.nex ten.pcs --te trTsEnable=1
silent() {
  [ -z "$("$@" 2>&1 >"$TMP/out")" ] && grep -q '^equal' "$TMP/out"
}
check "and none for differences" silent verify relative.nex ten.pcs --te trTsEnable=1
check "no remark without a reason" silent verify whole.nex all.pcs

# A stray byte.
check "an empty message is an error" fails 1 'an empty message: a byte 0x03.*; nothing is lost' verify stray.nex ten.pcs
check "and loses nothing" fails 1 '1 difference; ([0-9]+) of \1 instructions are equal' \
  verify stray.nex ten.pcs --keep-going
decodes_all() {
  decode stray.nex pcs 2>/dev/null
  [ $? = 1 ] && python3 -c "assert [int(x, 16) for x in open('$TMP/decoded')] == [int(x, 16) for x in open('$TMP/ten.pcs')]"
}
check "decode goes on after it" decodes_all

# Reports.
json() {
  local want=$1 trace=$2 list=$3 test=$4
  shift 4
  verify "$trace" "$list" "$@" --format json >"$TMP/json" 2>/dev/null
  [ $? = "$want" ] && python3 -c "
import json
r = json.load(open('$TMP/json'))
$test"
}
check "JSON: a difference" json 1 htm3.nex htm.pcs "
d = r['differences'][0]
assert r['schema'] == 'hartrace-verify-1' and r['verdict'] == 'different' and r['source'] is None
assert d['instruction'] == $HTM and d['message'] == 1 and 'HIST bit 3' in d['because'] and len(d['messages']) == 3
assert d['expected'].startswith('0x10') and d['got'].startswith('0x10') and d['expected'] != d['got']"
check "JSON: gaps" json 0 loss.nex all.pcs "
assert r['verdict'] == 'equal in part' and r['differences'] == []
assert [g['missing'] for g in r['gaps']] == [$GAP1, $GAP2] and r['listed'] == $ALL and r['gap_count'] == 2
assert r['instructions'] == $((ALL - GAP1 - GAP2)) and r['segments'] == 3 and r['wrong_segments'] == 0" --resync
check "JSON: one source" json 0 two.nex one.pcs "
assert r['verdict'] == 'equal' and (r['source'], r['messages'], r['bytes']) == (1, $M1, $B1)" \
  --src 1 --te trTeSrcBits=4
check "an unknown format" fails 2 'it is text or json' verify whole.nex all.pcs --format xml
junit() {
  verify "$1" "$2" --junit "$TMP/j.xml" >/dev/null 2>&1
  [ $? = "$3" ] && python3 - "$TMP/j.xml" "$3" <<'PY'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()[0]
status = int(sys.argv[2])
assert suite.get("tests") == "1" and suite.get("failures") == str(int(status == 1)), suite.attrib
assert suite.get("errors") == str(int(status == 2))
assert len(suite.findall("testcase/failure")) == (status == 1) and len(suite.findall("testcase/error")) == (status == 2)
PY
}
check "JUnit: equal" junit whole.nex all.pcs 0
check "JUnit: different" junit htm3.nex htm.pcs 1
rm -f "$TMP/j.xml"
check "JUnit: none when nothing was compared" bash -c "! '$HARTRACE' verify '$TMP/ff.nex' --pcinfo '$TMP/p.pcinfo' \
  --pcs '$TMP/all.pcs' --junit '$TMP/j.xml' 2>/dev/null && [ ! -e '$TMP/j.xml' ]"
check "JUnit: a file that cannot be written" fails 2 'cannot be written' \
  verify whole.nex all.pcs --junit /nonexistent/j.xml
finish
