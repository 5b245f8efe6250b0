#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace fwtrace: logs and rings of a firmware with four domains, interrupts and two harts, from the simulator; stimulus messages
# written by hand; what is refused, and what is kept.
. tests/lib/tap.sh

P=$BUILD/programs
for x in 32 64; do
  for p in fwtrace fwtrace-bin fwtrace-ring; do
    "$HARTRACE" run "$P/rv$x/$p.elf" --harts 2 --no-trace -q --console "$TMP/$p-$x" >/dev/null 2>"$TMP/run-$p-$x" || cat "$TMP/run-$p-$x"
  done
done

# count NAME: of the sum on stderr.
count() {
  sed -nE "s/.*[ :]([0-9]+) $1.*/\1/p" "$TMP/sum"
}

# accounted LOG ELF: words received and lost are the words that the firmware counted, which its last message has.
accounted() {
  local sent
  "$HARTRACE" fwtrace "$1" --elf "$2" >"$TMP/out" 2>"$TMP/sum"
  [ $? = 1 ] || { echo "exit status"; cat "$TMP/sum"; return 1; }
  sent=$(sed -nE '$s/.*baseport.GENERIC_DEBUG: value=([0-9]+)$/\1/p' "$TMP/out")
  [ -n "$sent" ] && [ "$(count lost)" -gt 100 ] && [ "$(count damaged)" = 0 ] && [ "$(count 'without text')" = 0 ] &&
    [ $(($(count word) + $(count lost))) = "$sent" ] || { tail -n 3 "$TMP/out"; cat "$TMP/sum"; return 1; }
}

for x in 32 64; do
  check "RV$x, text: received and announced lost words are what was sent" accounted "$TMP/fwtrace-$x" "$P/rv$x/fwtrace.elf"
  check "RV$x, frames: the same" accounted "$TMP/fwtrace-bin-$x" "$P/rv$x/fwtrace-bin.elf"
done

# The ring holds the last 1024 words: every action is among them, and wpos is the number of words sent.
ring() {
  local log=$TMP/fwtrace-ring-$1
  "$HARTRACE" fwtrace "$log" --elf "$P/rv$1/fwtrace-ring.elf" -f jsonl -o "$TMP/ring.jsonl" 2>"$TMP/sum"
  [ $? = 1 ] && [ "$(count word)" = 1024 ] && [ "$(count damaged)" = 0 ] || { cat "$TMP/sum"; return 1; }
  [ $((1024 + $(count lost))) = "$(od -An -tu4 -j20 -N4 "$log" | tr -d ' ')" ] || { cat "$TMP/sum"; return 1; }
  grep -q '"kind": "print".*"text": "harts 2, done"' "$TMP/ring.jsonl" || { tail -n 2 "$TMP/ring.jsonl"; return 1; }
  python3 tests/fwtrace/check_actions.py fwtrace/ti-sysfw.toml "$TMP/ring.jsonl"
}
check "RV32, ring: the newest words, each action of the table" ring 32
check "RV64, ring: the newest words, each action of the table" ring 64

# Texts of prints by printf; the address of an interrupted instruction is code of the ELF.
prints() {
  "$HARTRACE" fwtrace "$TMP/fwtrace-ring-64" --elf "$P/rv64/fwtrace-ring.elf" >"$TMP/out" 2>/dev/null
  grep -Eq 'interrupt of hart [01] at 0x80000[0-9a-f]{3}$' "$TMP/out" && ! grep -E '  (round|interrupt of) ' "$TMP/out" |
    grep -vE "  (round [0-9]+ of (main: [0-9a-f]+|other: 1[0-9a-f]{8})|interrupt of hart [01] at 0x80000[0-9a-f]{3})$"
}
check "prints have the text of their arguments" prints

# The site of a message that only one place sends is in the function that sends it.
sites() {
  local address
  "$HARTRACE" fwtrace "$TMP/fwtrace-ring-64" --elf "$P/rv64/fwtrace-ring.elf" -f jsonl >"$TMP/out" 2>/dev/null
  address=$(sed -nE 's/.*"address": "0x([0-9a-fA-F]+)", "text": "harts 2, done".*/\1/p' "$TMP/out" | tr 'A-F' 'a-f')
  [ -n "$address" ] && riscv64-unknown-elf-nm -n "$P/rv64/fwtrace-ring.elf" |
    awk -v a="00000000$address" '$2 ~ /^[Tt]$/ && $1 <= a { name = $3 } END { exit name != "main" }'
}
if [ -z "${SANITIZED:-}" ]; then check "an event names its call site" sites; fi

csv() {
  "$HARTRACE" fwtrace "$TMP/fwtrace-32" --elf "$P/rv32/fwtrace.elf" -f csv 2>/dev/null | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert all(None not in r and len(r) == 13 for r in rows), "columns"
assert any(r["kind"] == "lost" and int(r["lost"]) > 0 for r in rows), "lost"
assert any(r["action"] == "FIREWALL_ACTIVE" and r["failed"] == "0" for r in rows), "action"'
}
check "CSV has thirteen columns in each row" csv

# cost XLEN: below 25 instructions to the stimulus port, 60 to a ring of each mode.
cost() {
  "$HARTRACE" run "$P/rv$1/fwtcost.elf" --no-trace -q --console "$TMP/cost" >/dev/null 2>&1 || return 1
  cat "$TMP/cost"
  awk '/ stimulus(-counted)? / { s += $3 < 25 } / ring-(overwrite|stop) / { r += $3 < 60 } END { exit s != 2 || r != 2 }' "$TMP/cost"
}
check "RV32: fwt_debug in instructions" cost 32
check "RV64: fwt_debug in instructions" cost 64

# ---- refused ----

check "text: another ELF is refused by its build id" fails 2 'fwtrace-bin.elf: not the program that wrote .*build id' \
  "$HARTRACE" fwtrace "$TMP/fwtrace-64" --elf "$P/rv64/fwtrace-bin.elf"
check "frames: the same" fails 2 'rv32/fwtrace-bin.elf: not the program' "$HARTRACE" fwtrace "$TMP/fwtrace-bin-64" --elf "$P/rv32/fwtrace-bin.elf"
check "ring: the same" fails 2 'rv32/fwtrace-ring.elf: not the program' "$HARTRACE" fwtrace "$TMP/fwtrace-ring-64" --elf "$P/rv32/fwtrace-ring.elf"
check "without an ELF prints have no text" fails 1 'text at 0x[0-9a-f]+: give the ELF' "$HARTRACE" fwtrace "$TMP/fwtrace-64"
check "no ring" fails 2 'no ring: nowhere is "FWT1"' "$HARTRACE" fwtrace --from ring "$TMP/fwtrace-64"
head -c 1000 "$TMP/fwtrace-ring-64" >"$TMP/cut"
check "a ring that is cut: what is there is kept" fails 2 'the ring has 1024 slots, and the memory ends after 117; dump 8256 bytes' "$HARTRACE" fwtrace "$TMP/cut"
kept() {
  "$HARTRACE" fwtrace "$TMP/cut" -o "$TMP/kept" 2>/dev/null
  [ $? = 2 ] && [ "$(grep -vc '\*\*\*' "$TMP/kept")" -gt 20 ]
}
check "a ring that is cut: the output has it" kept
sed 's/^action = "28:22"/action = "28:21"/' fwtrace/ti-sysfw.toml >"$TMP/bad.toml"
check "a table with fields that overlap is refused" fails 2 'bad.toml: .table.: domain, action and data overlap' \
  "$HARTRACE" fwtrace "$TMP/fwtrace-64" --table "$TMP/bad.toml"
check "no input" fails 2 'give an input, or --io HOW --at ADDR' "$HARTRACE" fwtrace
check "no address" fails 2 '\-\-at: give the address of the ring' "$HARTRACE" fwtrace --io mmio:x

# ---- the table as a file ----

same() {
  "$HARTRACE" fwtrace "$TMP/fwtrace-32" >"$TMP/a" 2>/dev/null
  "$HARTRACE" fwtrace "$TMP/fwtrace-32" --table fwtrace/ti-sysfw.toml >"$TMP/b" 2>/dev/null
  [ -s "$TMP/a" ] && cmp "$TMP/a" "$TMP/b"
}
check "the file and the table that is built in decode alike" same

# ---- a live ring ----

{ head -c 4096 /dev/zero; cat "$TMP/fwtrace-ring-64"; head -c 8192 /dev/zero; } >"$TMP/mem"
live() {
  "$HARTRACE" fwtrace --io "mmio:$TMP/mem" --at 4096 --elf "$P/rv64/fwtrace-ring.elf" >"$TMP/a" 2>"$TMP/err"
  "$HARTRACE" fwtrace "$TMP/fwtrace-ring-64" --elf "$P/rv64/fwtrace-ring.elf" >"$TMP/b" 2>/dev/null
  cat "$TMP/err"
  [ -s "$TMP/a" ] && cmp "$TMP/a" "$TMP/b"
}
check "a ring in mapped memory" live
check "no ring at that address" fails 2 'no ring at 0x8' "$HARTRACE" fwtrace --io "mmio:$TMP/mem" --at 8

# ---- stimulus messages: IDTAG = 4 * register + (4 - bytes), 8 bits; N-Trace 1.0, DataAcquisition Message ----

PYTHONPATH=tests/tools python3 - "$TMP" <<'END'
import sys
from ntrace import error, message
def word(channel, value, src, tag=0):
    return message(7, (4 * channel + tag, 8), value, src=src, src_bits=2)
out = word(4, 3 << 29 | 5, 1) + word(0, 1 << 26 | 1, 1) + word(0, 1 << 26 | 1, 2) + word(24, 7, 2) + word(21, 2, 2)
out += word(24, 9, 1) + word(4, 0x12, 1, tag=3) + word(5, 4 << 29, 1) + word(30, 6, 2) + word(30, 6, 2)
open(sys.argv[1] + "/stim.nex", "wb").write(out)
open(sys.argv[1] + "/lost.nex", "wb").write(out + error(src=1, src_bits=2))
END
stimulus() {
  "$HARTRACE" fwtrace "$TMP/stim.nex" --te trTeSrcBits=2 -f jsonl >"$TMP/out" 2>"$TMP/sum"
  cat "$TMP/out" "$TMP/sum"
  [ "$(wc -l <"$TMP/out")" = 5 ] && [ "$(count ignored)" = 2 ] && [ "$(count lost)" = 6 ] || return 1
  sed -n 1p "$TMP/out" | grep -q '"source": 1,.*"action": "DEVICE_ON".*"device_id": 5' &&
    sed -n 2p "$TMP/out" | grep -q '"source": 2,.*text at 0x1: give the ELF> 0x00000007' &&
    sed -n 3p "$TMP/out" | grep -q '"source": 2,.*text at 0x2: give the ELF>"' &&
    sed -n 4p "$TMP/out" | grep -q '"source": 1,.*text at 0x1: give the ELF> 0x00000009' &&
    sed -n 5p "$TMP/out" | grep -q '"kind": "lost".*"source": 2, "words": 6'
}
check "stimulus messages of two sources" stimulus

# The firmware's own stores to the ports of its encoder, beside its instructions: two harts, interrupts in the middle of prints. Every
# message comes, in the order of each hart; the last one has the number of words sent before it.
stimulus_firmware() {
  local elf=$P/rv$1/fwtstim.elf
  "$HARTRACE" run "$elf" --harts 2 --param stimulus=1 --sink-size 1M --max-instructions 2000000 --save-trace "$TMP/f.nex" >"$TMP/out" 2>&1 &&
    grep -q '^equal' "$TMP/out" || { cat "$TMP/out"; return 1; }
  "$HARTRACE" fwtrace "$TMP/f.nex" --elf "$elf" --te trTeSrcBits=4 --te trTsEnable=1 -f jsonl >"$TMP/out" 2>"$TMP/sum" || { cat "$TMP/sum"; return 1; }
  python3 - "$TMP/out" "$(count word)" <<'END'
import json, re, sys
events = [json.loads(line) for line in open(sys.argv[1])]
sent = 0
for hart in 0, 1:
    mine = [e for e in events if e["source"] == hart]
    assert [e["fields"]["device_id"] for e in mine if e.get("action") == "DEVICE_ON"] == list(range(40))
    assert all(e["failed"] for e in mine if e.get("action") == "IRQ_SET_SRC") and sum(e.get("action") == "IRQ_SET_SRC" for e in mine) == 40
    rounds = [e["text"] for e in mine if e["text"].startswith("round")]
    assert rounds == [f"round {i} of hart {hart}: {hart << 32 | i:x}" for i in range(40)], rounds
    assert sum(e.get("action") == "WAKE_HANDLER" for e in mine) == 60
    assert sum(bool(re.fullmatch(r"interrupt at 0x80000[0-9a-f]{3}", e["text"])) for e in mine) == 60
    assert mine[-1]["action"] == "GENERIC_DEBUG" and len(mine) == 3 * 40 + 2 * 60 + 1
    sent += mine[-1]["fields"]["value"] + 1
assert sent == int(sys.argv[2]), (sent, sys.argv[2])
END
}
check "RV32: a firmware that stores to its encoder's ports" stimulus_firmware 32
check "RV64: a firmware that stores to its encoder's ports" stimulus_firmware 64

# More than the way out takes: every word was received or is announced as lost, by the counts of the firmware. HARTRACE_SOAK: a million words.
flood=fwtflood
[ -z "${HARTRACE_SOAK:-}" ] || flood=fwtflood-million
flood() { # XLEN OPTION...
  local elf=$P/rv$1/$flood.elf sent
  "$HARTRACE" run "$elf" --param stimulus=1 --param fifo_bytes=128 --sink-size 64M --console "$TMP/sent" --save-trace "$TMP/f.nex" --sidecar -q "${@:2}" >"$TMP/out" 2>&1 ||
    { cat "$TMP/out"; return 1; }
  sent=$(awk '/^hart [01] sent [0-9]+$/ { n += $4 } END { print n }' "$TMP/sent")
  "$HARTRACE" fwtrace "$TMP/f.nex" --elf "$elf" >"$TMP/out" 2>"$TMP/sum"
  [ $? = 1 ] && [ "$sent" -ge 20000 ] && [ "$(count word)" -gt 100 ] && [ "$(count lost)" -gt 100 ] && [ "$(count ignored)" = 0 ] &&
    [ "$(count 'without text')" = 0 ] && [ $(($(count word) + $(count lost))) = "$sent" ] || { cat "$TMP/sent" "$TMP/sum"; return 1; }
  # What came is as it was sent: words of a print that was cut in two are not taken for those of the next.
  grep -o '  round .*' "$TMP/out" | awk '{ i = $2 + 0; want = i == 0 ? "0" : sprintf("%x%08x", i, i); n++ } $3 != 4294967295 - i || $4 != want { print; bad = 1 } END { exit bad || n < 5 }'
}
sed 's/"rv64imac"/"rv32imac"/' dts/single-pib.dts | dtc -q -I dts -O dtb -o "$TMP/pib32.dtb"
check "RV32: a flood of words over slow pins" flood 32 --dtb "$TMP/pib32.dtb" --pib 4:1
check "RV64: a flood of words over slow pins" flood 64 --dtb "$BUILD/dts/single-pib.dtb" --pib 4:1

# Exports name them: a loop of two branches, and a word in it.
exported() {
  PYTHONPATH=tests/tools python3 - "$TMP" <<'END' || return 1
import sys
from ntrace import PCINFO, message, sync
out = sync(0x1000, 1) + message(7, (16, 8), 3 << 29 | 5) + message(7, (17, 8), 5) + sync(0x1010, 5, 8)
open(sys.argv[1] + "/loop.nex", "wb").write(out)
open(sys.argv[1] + "/loop.pcinfo", "w").write(PCINFO)
END
  "$HARTRACE" export "$TMP/loop.nex" --pcinfo "$TMP/loop.pcinfo" --to chrome --fwtrace ti-sysfw -o "$TMP/loop.json"
  grep -q '"name":"pm.DEVICE_ON: device_id=5"' "$TMP/loop.json" && grep -q '"name":"software trace"' "$TMP/loop.json" || { cat "$TMP/loop.json"; return 1; }
}
check "exports name stimulus messages by the table" exported
check "an overflow of the encoder is shown" fails 1 'the encoder dropped messages' "$HARTRACE" fwtrace "$TMP/lost.nex" --te trTeSrcBits=2
finish
