#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --format json of stat, diff, info, topo and status: what is in it, held against streams written by hand (ntrace.py), against
# the device trees of dts/ and against registers in a file. Names may hold quotes and control characters.
. tests/lib/tap.sh
. tests/tools/lib.sh

export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1
case $HARTRACE in /*) hartrace=$HARTRACE ;; *) hartrace=$PWD/$HARTRACE ;; esac
tests=$PWD/tests/tools
cat >"$TMP/made.py" <<'PY'
"""The streams, as lists of messages."""
import struct
from ntrace import *
turns = pattern(30)
whole = [sync(0x1000, 5)] + [m for t in turns for m in turn(t)] + [sync(0x1000, 2), stop(0)]
# A RepeatBranch for 5 messages like the one before, a ResourceFull that stands for 9 like it, and a U-ADDR of 2 bytes where the
# address in full, 0x40000000 >> 1, has 5.
saved = [sync(0x40000000, 5), message(4, (0, 2), 3, 0x123), message(30, 5), message(27, (2, 4), 0b1101, 9), stop(0)]
TIMES = [1000] + [3 + i % 70 for i in range(len(whole) - 1)]
times = [stamped(m, t) for m, t in zip(whole, TIMES)]
late = [stamped(m, t + (i == 7)) for i, (m, t) in enumerate(zip(whole, TIMES))]
# Turn 20 (from 0) the other way.
other = turns[:20] + {"A": "B", "B": "A"}[turns[20]] + turns[21:]
wrong = [sync(0x1000, 5)] + [m for t in other for m in turn(t)] + [sync(0x1000, 2), stop(0)]
FIRST = next(i for i, (a, b) in enumerate(zip(whole, wrong)) if a != b)
def source(src, turns):
    k = dict(src=src, src_bits=4)
    return [sync(0x1000, 5, **k)] + [m for t in turns for m in turn(t, **k)] + [stop(0, **k)]
def mixed(a, b):
    return [m for i in range(max(len(a), len(b))) for m in a[i:i + 1] + b[i:i + 1]]
one, two = source(1, turns), source(2, pattern(30, 7))
two_wrong = source(2, pattern(29, 7) + {"A": "B", "B": "A"}[pattern(30, 7)[29]])
size = lambda messages: sum(map(len, messages))
QUOTED = 'a "b" \\ \n\x01\x7f\tc.nex'
PY
python3 - "$TMP" <<'PY' || exit 1
import gzip, os, sys
sys.path.insert(0, sys.argv[1])
from made import *
os.chdir(sys.argv[1])
open("p.pcinfo", "w").write(PCINFO)
for name in "whole saved times late wrong".split():
    write(name + ".nex", globals()[name])
write("mixed.nex", mixed(one, two))
write("mixed_wrong.nex", mixed(one, two_wrong))
write(QUOTED, whole)
write("idle.nex", [b"\xff" * 5] + whole + [b"\xff" * 7])
write("inside.nex", [b"\x00" + b"".join(whole)[1:]])
write("nosync.nex", whole[1:20])
write("cut.nex", whole[:-1] + [whole[-1][:1]])
write("stray.nex", whole[:9] + [b"\x03"] + whole[9:])
b = b"".join(whole)
open("flipped.nex", "wb").write(b[:40] + bytes([b[40] ^ 4]) + b[41:])
open("short.nex", "wb").write(b[:40])
open("whole.nex.gz", "wb").write(gzip.compress(b))
open("words", "w").write("This is no trace, but a text that somebody wrote.\n")
open("ff", "wb").write(b"\xff" * 100)
open("noise", "wb").write(bytes((i * i * 89 + i * 7 >> 3) & 255 for i in range(4000)))
os.mkdir("folder")
PY

# Checks what a verb printed, in the file json: each line read is the verb, and each line of the file "test" must be true of r.
# Answers ok, or no with the reason in "why". One process for all: to start one takes longer than to check.
cat >"$TMP/checker.py" <<'PY'
import json, sys
from made import *
def members(pairs):
    assert len(dict(pairs)) == len(pairs), "a name twice"
    return dict(pairs)
at = lambda place: (place["message"], place["offset"])
for verb in sys.stdin:
    try:
        r = json.load(open("json", encoding="utf-8"), object_pairs_hook=members)
        assert r["schema"] == f"hartrace-{verb.strip()}-1", r["schema"]
        for line in open("test").read().strip().splitlines():
            assert eval(line), line
        print("ok", flush=True)
    except Exception as e:
        open("why", "w").write(f"{type(e).__name__}: {e}\n")
        print("no", flush=True)
PY
coproc CHECKER { cd "$TMP" && PYTHONPATH=$TMP:$tests exec python3 checker.py; }

# json STATUS TEST VERB [ARGUMENT]...: in $TMP the verb ends with STATUS, and each line of TEST is true of its output r. Its schema
# has the name of the verb, or $schema.
json() {
  local want=$1 got answer=
  printf '%s\n' "$2" >"$TMP/test"
  shift 2
  (cd "$TMP" && "$hartrace" "$@" --format json >json 2>err)
  got=$?
  cat "$TMP/err"
  [ "$got" = "$want" ] || { echo "exit status $got"; return 1; }
  echo "${schema:-$1}" >&"${CHECKER[1]}" && read -r -t 60 answer <&"${CHECKER[0]}"
  [ "$answer" = ok ] || { cat "$TMP/why" "$TMP/json"; return 1; }
}

# ---- stat ----

check "stat: messages by type" json 0 '
(r["trace"], r["source"], r["messages"], r["damaged"], r["bytes"]) == ("whole.nex", None, len(whole), 0, size(whole))
[t["tcode"] for t in r["types"]] == [3, 9, 33]
[t["count"] for t in r["types"]] == [len(whole) - 3, 2, 1]
[t["bytes"] for t in r["types"]] == [size(whole[1:-2]), len(whole[0]) + len(whole[-2]), len(whole[-1])]
(r["sync_bytes"], r["periodic_syncs"], r["timestamp_bytes"]) == (len(whole[0]) + len(whole[-2]), 1, 0)
(r["instructions"], r["implicit_returns"], r["gaps"], r["bits_per_instruction"]) == (None,) * 4' stat whole.nex
check "stat: bits by field" json 0 '
r["mseo_bits"] == 2 * size(whole) and sum(f["bits"] for f in r["fields"]) == 6 * size(whole)
[f for f in r["fields"] if f["name"] == "TCODE"] == [dict(name="TCODE", count=len(whole), bits=6 * len(whole))]
[f for f in r["fields"] if f["name"] == "SYNC"] == [dict(name="SYNC", count=2, bits=8)]
[f["count"] for f in r["fields"] if f["name"] == "ICNT"] == [len(whole)]' stat whole.nex
check "stat: with code" json 0 '
(r["instructions"], r["gaps"], r["implicit_returns"]) == (len(pcs(turns)), 0, 0)
abs(r["bits_per_instruction"] - 8 * size(whole) / len(pcs(turns))) < 0.001' stat whole.nex --pcinfo p.pcinfo
check "stat: what was saved" json 0 '
r["repeated_branches"] == dict(messages=1, saved_bytes=5 * len(saved[1]))
r["repeated_history"] == dict(messages=1, saved_bytes=8 * len(saved[3]))
r["relative_addresses"] == dict(messages=1, saved_bytes=5 - 2)' stat saved.nex
check "stat: timestamps" json 0 '
r["timestamp_bytes"] == sum(1 + (t >= 64) + (t >= 4096) for t in TIMES)
r["bytes"] == size(times)' stat times.nex --te trTsEnable=1
check "stat: one source" json 0 '
(r["source"], r["messages"], r["bytes"]) == (2, len(two), size(two))' stat mixed.nex --te trTeSrcBits=4 --src 2
check "stat: damage is status 1, and a remark on stderr" json 1 '
r["damaged"] == 1 and r["messages"] == len(whole) + 1 and sum(t["count"] for t in r["types"]) == len(whole)
open("err").read().count("damaged messages") == 1' stat stray.nex
check "a name with quotes, backslash, line feed and control characters" json 0 '
r["trace"] == QUOTED' stat $'a "b" \\ \n\x01\x7f\tc.nex'

# ---- diff ----

check "diff: equal messages" json 0 '
(r["verdict"], r["by"], r["a"], r["b"], r["difference"]) == ("equal", "messages", "whole.nex", QUOTED, None)
(r["a_bytes"], r["b_bytes"]) == (size(whole), size(whole))' diff whole.nex $'a "b" \\ \n\x01\x7f\tc.nex'
check "diff: equal executions" json 0 '(r["verdict"], r["by"]) == ("equal", "execution")' diff whole.nex whole.nex --pcinfo p.pcinfo
check "diff: what was executed differs" json 1 '
(r["verdict"], r["by"], r["a_bytes"], r["b_bytes"]) == ("different", "execution", None, None)
(r["difference"]["in"], r["difference"]["source"]) == ("meaning", None)
r["difference"]["a"]["text"] != r["difference"]["b"]["text"]
at(r["difference"]["a"]) == (FIRST, size(whole[:FIRST]))' \
  diff whole.nex wrong.nex --pcinfo p.pcinfo
check "diff: messages differ" json 1 '
r["by"] == "messages" and r["difference"]["in"] == "meaning"
at(r["difference"]["a"]) == at(r["difference"]["b"]) == (FIRST, size(whole[:FIRST]))' \
  diff whole.nex wrong.nex
check "diff: times differ" json 1 '
r["difference"]["in"] == "time"
(r["difference"]["a"]["time"], r["difference"]["b"]["time"]) == (sum(TIMES[:8]), sum(TIMES[:8]) + 1)
(at(r["difference"]["a"]), at(r["difference"]["b"])) == ((7, size(times[:7])), (7, size(late[:7])))' \
  diff times.nex late.nex --times --te trTsEnable=1
check "diff: in one source" json 1 'r["difference"]["source"] == 2' diff mixed.nex mixed_wrong.nex --te trTeSrcBits=4
check "diff: equal bytes" json 0 '
(r["verdict"], r["by"], r["equal_items"], r["a_bytes"], r["b_bytes"]) == ("equal", "bytes", size(whole), size(whole), size(whole))' \
  diff --bytes whole.nex whole.nex
holds='next(i for i in range(len(whole)) if size(whole[:i + 1]) > 40)'
check "diff: a byte differs" json 1 "
(r['difference']['in'], r['equal_items']) == ('bytes', 40)
at(r['difference']['a']) == at(r['difference']['b']) == ($holds, 40)
r['difference']['a']['byte'] == b''.join(whole)[40] and r['difference']['b']['byte'] == b''.join(whole)[40] ^ 4" \
  diff --bytes whole.nex flipped.nex
check "diff: one ends" json 1 "
r['difference']['a']['byte'] is None and r['difference']['b']['byte'] == b''.join(whole)[40]
r['difference']['b']['message'] == $holds" diff --bytes short.nex whole.nex

# ---- info ----

check "info: a trace" json 0 '
(r["file"], r["packed"], r["kind"], r["confident"]) == ("whole.nex", None, "trace", True)
(r["bytes"], r["messages"], r["damaged"], r["timestamped"]) == (size(whole), len(whole), 0, 0)
r["src"]["bits"] == 0 and r["sources"] == [] and r["mode"] == dict(name="btm", confident=True)
r["profile"] == dict(name="1.0", confident=True)
r["syncs"] == dict(count=2, first=0, most_bytes_apart=size(whole[:-2]), most_messages_apart=len(whole) - 2)
[(t["tcode"], t["count"], t["bytes"]) for t in r["types"]] == [(3, len(whole) - 3, size(whole[1:-2])), (9, 2, len(whole[0]) + len(whole[-2])), (33, 1, len(whole[-1]))]
(r["idle_bytes"], r["begins_inside"], r["first_whole"], r["cut_off"], r["wrap"]) == (0, False, None, False, None)
r["decode_options"] == r["advice"] == []' info whole.nex
check "info: sources" json 0 '
r["src"] == dict(bits=4, confident=True, by_decoding=False)
r["sources"] == [dict(source=1, messages=len(one)), dict(source=2, messages=len(two))]
r["decode_options"] == ["--te", "trTeSrcBits=4"]' info mixed.nex
check "info: timestamps" json 0 '
r["timestamped"] == len(times)
r["decode_options"] == ["--te", "trTsEnable=1"]' info times.nex
check "info: idle bytes" json 0 '
r["idle_bytes"] == 12 and r["bytes"] == size(whole) + 12 and r["syncs"]["first"] == 5' info idle.nex
check "info: begins inside a message" json 0 '
r["begins_inside"] and r["first_whole"] == len(whole[0]) and r["decode_options"] == ["--wrapped"]
r["syncs"] == dict(count=1, first=size(whole[:-2]), most_bytes_apart=None, most_messages_apart=None)
len(r["advice"]) == 1 and f"offset {size(whole[:-2])} " in r["advice"][0]' info inside.nex
check "info: no synchronizing message" json 0 '
r["syncs"]["count"] == 0 and r["syncs"]["first"] is None and "trTeInstSyncMode" in r["advice"][0]' info nosync.nex
check "info: cut off" json 0 'r["cut_off"] and r["messages"] == len(whole) - 1' info cut.nex
check "info: an empty message is damage" json 0 'r["damaged"] == 1 and r["messages"] == len(whole) + 1 and not r["cut_off"]' info stray.nex
check "info: gzip" json 0 '(r["packed"], r["kind"], r["bytes"]) == ("gzip", "trace", size(whole))' info whole.nex.gz
for kind in "words text" "ff idle" "p.pcinfo pcinfo" "folder folder"; do
  set -- $kind
  check "info: $2" json 0 "(r['file'], r['kind']) == ('$1', '$2') and r['what'] and r['use']" info "$1"
done
check "info: unknown bytes" json 1 '
r["kind"] == "unknown" and r["like"] is None and 4 * r["damaged"] > r["messages"] > 0' info noise
program=$BUILD/programs/rv64/context.elf
if [ -e "$program" ]; then
  cp "$program" "$TMP"/$'c"\x02.elf'
  check "info: an ELF file" json 0 '
(r["kind"], r["problem"], r["xlen"], r["file"]) == ("elf", None, 64, "c\"\x02.elf")
int(r["entry"], 16) == struct.unpack_from("<Q", open(r["file"], "rb").read(), 24)[0] and r["segments"] > 0' info $'c"\x02.elf'
  (cd "$TMP" && "$hartrace" run $'c"\x02.elf' --no-trace --save-ingress i.ing >/dev/null 2>&1)
  check "info: an ingress stream, with its note" json 0 '
(r["kind"], r["problem"], r["xlen"], r["version"], r["harts"]) == ("ingress", None, 64, 1, 1)
"c\"" in r["note"]' info i.ing
else
  skip "info: an ELF file" "no cross compiler"
  skip "info: an ingress stream, with its note" "no cross compiler"
fi
head -c 40 /dev/zero | tr '\0' ' ' | sed '1s/^..../\x7fELF/' >"$TMP/bad.elf"
check "info: an ELF file that cannot be used" json 0 '
r["kind"] == "elf" and r["problem"] and r["xlen"] is r["entry"] is r["segments"] is None' info bad.elf
: >"$TMP/empty"
silent() {
  "$HARTRACE" info "$1" --format json >"$TMP/out" 2>"$TMP/err"
  [ $? = 2 ] && [ ! -s "$TMP/out" ] && [ -s "$TMP/err" ]
}
check "status 2 prints nothing on stdout" silent "$TMP/empty"

# ---- topo ----

tree() { dtc -q -O dtb -o "$TMP/$1.dtb" "dts/$1.dts"; }
tree three-sinks
check "topo: the three sinks of dts/three-sinks.dts" json 0 '
r["file"] == "three-sinks.dtb" and r["harts"] == 2
[c["name"] for c in r["components"]] == "encoder-0 encoder-1 funnel-0 ramsink-0 pibsink-0 atbbridge-0".split()
all(c["name"].startswith(c["kind"] + "-") for c in r["components"])
[c["base"] for c in r["components"]] == "0x3020000 0x3021000 0x3030000 0x6000000 0x3040000 0x3050000".split()
all(c["path"] == "/soc/trace@" + c["base"][2:] for c in r["components"])
[c["hart"] for c in r["components"]] == [dict(index=0, id=0, xlen=64), dict(index=1, id=1, xlen=64)] + [None] * 4
[c["src"] for c in r["components"]] == [dict(id=0, bits=4), dict(id=1, bits=4)] + [None] * 4
[c["smem"] for c in r["components"]] == [None] * 3 + [dict(base="0x84000000", bytes=0x100000)] + [None] * 2
all(c["sram_bytes"] is None for c in r["components"])
[(l["from"], l["from_port"], l["to"], l["to_port"]) for l in r["links"]] == [("encoder-0", 0, "funnel-0", 0), ("encoder-1", 0, "funnel-0", 1), ("funnel-0", 0, "ramsink-0", 0), ("funnel-0", 1, "pibsink-0", 0), ("funnel-0", 2, "atbbridge-0", 0)]
r["paths"] == [[e, "funnel-0", s] for e in ("encoder-0", "encoder-1") for s in ("ramsink-0", "pibsink-0", "atbbridge-0")]
sorted(r["start"]) == sorted(c["name"] for c in r["components"]) and r["stop"] == r["start"][::-1]
all(r["start"].index(l["to"]) < r["start"].index(l["from"]) for l in r["links"])' topo three-sinks.dtb
tree single-sram-rv32
check "topo: SRAM, RV32" json 0 '
[c["sram_bytes"] for c in r["components"]] == [None, 65536] and r["components"][0]["hart"]["xlen"] == 32' topo single-sram-rv32.dtb
python3 - "$TMP" <<'PY'
import sys
b = open(sys.argv[1] + "/three-sinks.dtb", "rb").read()
assert b.count(b"trace@6000000\0") == 1
open(sys.argv[1] + '/"\\.dtb', "wb").write(b.replace(b"trace@6000000\0", b't"\\\x01e@6000000\0'))
PY
check "topo: a node's name with a quote, a backslash and a control character" json 0 '
r["file"] == "\"\\.dtb" and [c["path"] for c in r["components"] if c["name"] == "ramsink-0"] == ["/soc/t\"\\?e@6000000"]' topo '"\.dtb'
check "topo: not a drawing too" fails 2 'choose one' "$HARTRACE" topo --dot --format json "$TMP/three-sinks.dtb"

# ---- status ----

# registers RAMSINK-CONTROL WP: Control and Impl of all components in a file (--io mmio), the second encoder in reset.
registers() {
  rm -f "$TMP/mem" && truncate -s 2300M "$TMP/mem" && python3 - "$TMP/mem" "$@" <<'PY'
import struct, sys
control, wp = (int(x, 0) for x in sys.argv[2:])
with open(sys.argv[1], "r+b") as f:
    def put(at, *words):
        f.seek(at)
        f.write(struct.pack(f"<{len(words)}I", *words))
    # trTeControl: active, enabled, tracing, not empty, stalled; trTeInstFeatures: SRC 5 of 4 bits.
    put(0x3020000, 0x1007, 0x101, 5 << 16 | 4 << 28, 5 << 16 | 4 << 28)
    put(0x3021000, 0, 0x101)
    put(0x3030000, 0x9, 0x801)
    put(0x3040000, 0x1, 0xA01)
    put(0x3050000, 0x9, 0xE01)
    put(0x6000000, control | 0x10, 0x2901, 0, 0, 0x84000000, 0, 0x840FFFC0, 0, wp, 0, 0, 0)
PY
}
status() { json "$1" "$2" status --io "mmio:mem" --dtb three-sinks.dtb; }
registers 0x9 0x84080000
check "status: every component" status 0 '
[c["name"] for c in r["components"]] == "encoder-0 encoder-1 funnel-0 ramsink-0 pibsink-0 atbbridge-0".split()
[c["base"] for c in r["components"]] == "0x3020000 0x3021000 0x3030000 0x6000000 0x3040000 0x3050000".split()
[c["state"] for c in r["components"]] == ["enabled", "in reset"] + ["disabled"] * 4
[c["empty"] for c in r["components"]] == [False, None, True, True, False, True]
[r["components"][0][k] for k in ("tracing", "stalled_or_lost", "src")] == [True, True, dict(id=5, bits=4)]
[r["components"][1][k] for k in ("tracing", "stalled_or_lost", "src")] == [None] * 3'
sink='next(c for c in r["components"] if c["kind"] == "ramsink")'
buffer='buffer=dict(start="0x84000000", limit="0x840fffc0", pointer_outside='
ramsink() { # CONTROL WP WANTED
  registers "$1" "$2" && status 0 "dict(list($sink.items())[6:]) == $3"
}
check "status: half full" ramsink 0x9 0x84080000 \
  "dict(write_pointer='0x84080000', wrapped=False, trace_bytes=0x80000, ${buffer}False))"
check "status: wrapped" ramsink 0x9 0x84000101 "dict(write_pointer='0x84000100', wrapped=True, trace_bytes=None, ${buffer}False))"
check "status: a pointer that leads elsewhere" ramsink 0x9 0x90000000 \
  "dict(write_pointer='0x90000000', wrapped=False, trace_bytes=None, ${buffer}True))"
check "status: enabled" ramsink 0x3 0x84000041 "dict(write_pointer='0x84000040', wrapped=True, trace_bytes=None, buffer=None)"
check "status: in reset" ramsink 0x0 0x84000041 "dict(write_pointer=None, wrapped=None, trace_bytes=None, buffer=None)"

# ---- info of a live target ----

# What trm_encoder.h states of the default encoder: modes 0, 3 and 6, every trTeInstSyncMax, timestamps of 40 bits, no filters. The memory
# window takes any address that is a multiple of 4.
encoders='all(c["kind"] == "encoder" and c["state"] == "in reset" and a["trTeInstMode"] == [0, 3, 6] and a["trTeInstSyncMax"] == list(range(16)) and
a["trTeSrcBits"] == list(range(13)) and a["trTeContext"] is True and a["trTeDataImplemented"] is False and
a["protocol"] == dict(major=1, minor=0) and a["timestamps"]["bits"] == 40 and a["filters"] == a["comparators"] == 0
for c in r["components"][:2] for a in [c["abilities"]])'
schema=info-target check "info --io: what can be found" json 0 "
[c['name'] for c in r['components']] == 'encoder-0 encoder-1 funnel-0 ramsink-0 pibsink-0 atbbridge-0'.split()
[c['base'] for c in r['components']] == '0x3020000 0x3021000 0x3030000 0x6000000 0x3040000 0x3050000'.split()
${encoders//$'\n'/ }
all(c['abilities'] is None for c in r['components'] if c['kind'] not in ('encoder', 'ramsink'))
r['components'][3]['abilities']['sram'] is None
r['components'][3]['abilities']['smem'] == dict(start_min='0x0', start_max='0xfffffffffffffffc', limit_max='0xfffffffffffffffc', access_bytes=4)" \
  info --io sim --dtb three-sinks.dtb
schema=info-target check "info --io: SRAM" json 0 '
r["components"][1]["abilities"]["smem"] is None
r["components"][1]["abilities"]["sram"] == dict(start_min="0x0", start_max="0x0", limit_max="0xfffc", access_bytes=4)' \
  info --io sim --dtb single-sram-rv32.dtb
schema=info-target check "info --io: the components that were named" json 0 '
[c["name"] for c in r["components"]] == ["encoder-1", "pibsink-0"]' info --io sim --dtb three-sinks.dtb pibsink-0 encoder-1
registers 0x9 0x84080000
schema=info-target check "info --io: what runs or is set up is left alone" json 0 '
[(c["state"], c["abilities"]) for c in r["components"]] == [("enabled", None), ("disabled", None)]' \
  info --io mmio:mem --dtb three-sinks.dtb encoder-0 ramsink-0
silent_target() {
  "$HARTRACE" info --io sim --dtb "$TMP/three-sinks.dtb" --format json "$1" >"$TMP/out" 2>"$TMP/err"
  [ $? = 2 ] && [ ! -s "$TMP/out" ] && grep -q "no component $1" "$TMP/err"
}
check "info --io: status 2 prints nothing on stdout" silent_target encoder-9

# ---- formats ----

for verb in stat info "diff $TMP/whole.nex" topo "status --io sim --dtb $TMP/three-sinks.dtb" "info --io sim --dtb $TMP/three-sinks.dtb"; do
  case $verb in *--io*) file= ;; topo) file=$TMP/three-sinks.dtb ;; *) file=$TMP/whole.nex ;; esac
  check "${verb%% *}: an unknown format" fails 2 'format xml: unknown format; it is text or json' "$HARTRACE" $verb $file --format xml
  text() { "$HARTRACE" $verb $file >"$TMP/one" 2>&1 && "$HARTRACE" $verb $file --format text 2>&1 | cmp - "$TMP/one"; }
  check "${verb%% *}: text unless asked otherwise" text
done
finish
