#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A program on the simulated hart stores to the stimulus ports of its encoder: what is decoded is what it stored, in its order. What is
# dropped is dropped in runs, each of them announced by an Error message.
. tests/lib/tap.sh
. tests/tools/lib.sh

# stores XLEN OPTION...: run stimulus.elf; the trace in $TMP/t.nex, the stores of the program in $TMP/console.
stores() {
  local xlen=$1
  shift
  rm -f "$TMP/t.nex"
  "$HARTRACE" run "$BUILD/programs/rv$xlen/stimulus.elf" --param stimulus=1 --console "$TMP/console" --save-trace "$TMP/t.nex" "$@"
}

# decoded XLEN [OPTION...]: software trace as decode has it, "PORT BYTES DATA" in hexadecimal; a loss is "lost ECODE".
decoded() {
  "$HARTRACE" decode "$TMP/t.nex" --elf "$BUILD/programs/rv$1/stimulus.elf" --param "xlen=$1" "${@:2}" -f jsonl -o "$TMP/elements" &&
    python3 - "$TMP/elements" >"$TMP/decoded" <<'PY'
import json, sys
for e in map(json.loads, open(sys.argv[1])):
    if e["type"] == "software trace":
        print(f"{e['port']:x} {e['bytes']:x} {int(e['data'], 16):x}")
    elif e["type"] == "lost":
        print("lost", e["ecode"])
PY
}

# same XLEN OPTION... [-- OPTION OF DECODE...]: everything comes.
same() {
  local xlen=$1 run=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do run+=("$1") && shift; done
  shift
  says 0 '^equal' stores "$xlen" "${run[@]}" && decoded "$xlen" "$@" && [ "$(wc -l <"$TMP/console")" -gt 800 ] &&
    diff "$TMP/console" "$TMP/decoded"
}

# gaps XLEN OPTION...: stores are lost, in runs; before the first one after a run comes a loss with bit 5 of ECODE.
gaps() {
  stores "$@" >"$TMP/out" 2>&1
  decoded "$1" || return
  python3 - "$TMP/console" "$TMP/decoded" <<'PY'
import sys
sent, got = (open(f).read().splitlines() for f in sys.argv[1:])
at = dropped = runs = 0
announced = False
for line in got:
    if line.startswith("lost"):
        announced = announced or int(line.split()[1]) & 0x20 != 0
        continue
    gap = sent[at:].index(line)  # the stores of the burst are all different
    assert gap == 0 or announced, f"{gap} stores before number {at + gap} are lost without a word"
    runs += gap > 0
    dropped += gap
    at += gap + 1
    announced = False
dropped += len(sent) - at
received = sum(not line.startswith("lost") for line in got)
print(f"sent {len(sent)}, received {received}, dropped {dropped} in {runs} runs")
assert at == len(sent) or announced
assert received + dropped == len(sent) and runs > 3 and received > 300
PY
}

# Holds HT-STIM-001 HT-STIM-008..011
for xlen in 32 64; do
  check "RV$xlen" same $xlen
  check "RV$xlen, BTM, back to back branches held back, timestamps" same $xlen --mode btm --te trTeInstEnRepeatedHistory=1 --te trTsEnable=1 \
    -- --te trTsEnable=1 --te trTeInstEnRepeatedHistory=1
  check "RV$xlen, IDTAG of variable length" same $xlen --param stimulus_tag=0 -- --param stimulus_tag=0
  # Holds HT-STIM-015..018
  check "RV$xlen, a slow link: what is dropped is announced" gaps $xlen --param link_bytes=1 --param fifo_bytes=128
  # Holds HT-STIM-019 HT-STIM-020
  check "RV$xlen, a slow link, and stores that wait" same $xlen --param link_bytes=1 --param fifo_bytes=128 --te trTeInstStallEna=1 \
    --te trTeStimEnable=1 --te trTeStimMask=0xBFFFFFFF --te trTeStimStallEna=1
done
check "on SystemC" same 64 --platform systemc
check "on SystemC, a slow link, and stores that wait" same 32 --platform systemc --param link_bytes=1 --param fifo_bytes=128 \
  --te trTeInstStallEna=1 --te trTeStimEnable=1 --te trTeStimMask=0xBFFFFFFF --te trTeStimStallEna=1
check "an encoder without ports" fails 1 'exited with code 1' "$HARTRACE" run "$BUILD/programs/rv64/stimulus.elf" --console "$TMP/console"
check "and the program says so" grep -q '^no stimulus ports' "$TMP/console"

# Holds HT-STIM-010
stores 64 >/dev/null 2>&1
check "dump shows port and bytes" says 0 'DataAcquisition IDTAG=0x3 DQDATA=0x73 .*# port 0, bytes 1$' "$HARTRACE" dump "$TMP/t.nex"
check "so does decode" says 0 'software trace: port 0, 1 byte, 0x73 .IDTAG=0x3.$' "$HARTRACE" decode "$TMP/t.nex" \
  --elf "$BUILD/programs/rv64/stimulus.elf"
finish
