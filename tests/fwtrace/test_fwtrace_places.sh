#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace fwtrace with a trace of the instructions: every message of a firmware that sends the same ones from many places, on two harts
# with interrupts, is at the call that the simulator's log of stores says, through each destination and under loss; or at none.
. tests/lib/tap.sh

P=$BUILD/programs
export PYTHONPATH=tests/tools

# run XLEN FORM OPTION...: fwtplace$FORM with its trace, its log, and what its harts did.
run() {
  local xlen=$1 form=$2
  shift 2
  "$HARTRACE" run "$P/rv$xlen/fwtplace$form.elf" --harts 2 --te trTsEnable=1 --param data_trace=1 --sink-size 16M --console "$TMP/log" \
    --save-trace "$TMP/t.nex" --sidecar --save-ingress "$TMP/t.ing" "$@" >"$TMP/run" 2>&1 && grep -q equal "$TMP/run" || { cat "$TMP/run"; return 1; }
}

# places KNOWN XLEN FORM OPTION...: at least KNOWN percent of the messages have their pc, and no one a wrong pc.
places() {
  local known=$1 elf=$P/rv$2/fwtplace$3.elf form=$3
  shift
  run "$@" || return 1
  if [ "$form" = -stim ]; then
    "$HARTRACE" fwtrace "$TMP/t.nex" --elf "$elf" -f jsonl -o "$TMP/events" 2>"$TMP/sum"
  else
    "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/t.nex" --elf "$elf" -f jsonl -o "$TMP/events" 2>"$TMP/sum"
  fi
  [ $? -lt 2 ] && python3 tests/fwtrace/check_places.py "$elf" "$TMP/t.ing" "$TMP/events" "$known" "form$form" || { cat "$TMP/sum"; return 1; }
  grep -E 'fits? nothing|nothing announces' "$TMP/sum" && return 1
  return 0
}

check "stimulus ports, RV64" places 100 64 -stim --param stimulus=1
check "stimulus ports, RV32, branch messages" places 100 32 -stim --param stimulus=1 --mode btm
check "stimulus ports, RV32, a slow link: messages are dropped" places 85 32 -stim --param stimulus=1 --mode btm --param link_bytes=1 \
  --param fifo_bytes=100 --param funnel.link_bytes=1
overflow() {
  [ "$(grep -c 'the encoder dropped messages' "$TMP/events")" -gt 50 ] && [ "$(wc -l <"$TMP/events")" -gt 500 ]
}
check "which they were" overflow
check "ring, RV64: what is left of it" places 90 64 -ring
# Of a trace that is cut, or damaged in its middle: fewer, and none is wrong.
cut() {
  local elf=$P/rv64/fwtplace-ring.elf size
  size=$(stat -c %s "$TMP/t.nex")
  cp "$TMP/t.nex.toml" "$TMP/cut.nex.toml"
  if [ "$1" = end ]; then
    head -c $((size * 9 / 10)) "$TMP/t.nex" >"$TMP/cut.nex"
  else
    cp "$TMP/t.nex" "$TMP/cut.nex"
    printf '\377%.0s' $(seq 300) | dd of="$TMP/cut.nex" bs=1 seek=$((size * 8 / 10)) conv=notrunc 2>/dev/null
  fi
  "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/cut.nex" --elf "$elf" -f jsonl -o "$TMP/events" 2>"$TMP/sum"
  [ $? -lt 2 ] && python3 tests/fwtrace/check_places.py "$elf" "$TMP/t.ing" "$TMP/events" "$2" form-ring || { cat "$TMP/sum"; return 1; }
}
check "a trace without its end" cut end 20
check "a trace with damage" cut middle 5
check "UART, frames, RV32: what did not find room was not sent" places 90 32 -bin
once "UART, text, RV64" places 80 64 ""
# Lines that are missing in the log of one hart: nothing says so but the trace.
lines() {
  local elf=$P/rv32/fwtplace.elf
  "$HARTRACE" run "$elf" --param data_trace=1 --sink-size 16M --console "$TMP/whole" --save-trace "$TMP/t.nex" --sidecar \
    --save-ingress "$TMP/t.ing" >"$TMP/run" 2>&1 || return 1
  sed '0~6d' "$TMP/whole" >"$TMP/log"
  "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/t.nex" --elf "$elf" -f jsonl -o "$TMP/events" 2>"$TMP/sum"
  [ $? -lt 2 ] && python3 tests/fwtrace/check_places.py "$elf" "$TMP/t.ing" "$TMP/events" 20 form &&
    grep -Eq '[0-9]+ words that call sites sent did not come, and nothing announces that; the first is missing before offset [0-9]+' "$TMP/sum" ||
    { cat "$TMP/sum"; return 1; }
}
check "UART, text, without some of its lines: it is said, and no call is wrong" lines

# ---- what does not fit ----

# The log of two harts, and the trace of a run of one.
another() {
  cp "$TMP/log" "$TMP/two"
  "$HARTRACE" run "$P/rv64/fwtplace.elf" --sink-size 16M --console "$TMP/log" --save-trace "$TMP/t.nex" --sidecar >"$TMP/run" 2>&1 || return 1
  "$HARTRACE" fwtrace "$TMP/two" --trace "$TMP/t.nex" --elf "$P/rv64/fwtplace.elf" -o "$TMP/events" 2>"$TMP/sum"
  cat "$TMP/sum"
  grep -Eq '[0-9]+ messages fit nothing that the traced harts sent, the first at offset [0-9]+' "$TMP/sum" && [ "$(wc -l <"$TMP/events")" -gt 100 ]
}
check "a log of another run: it is said, and the messages are kept" another
# Wrong and damaged inputs, beside a trace: what is wrong is said once, and what was received is kept.
"$HARTRACE" run "$P/rv32/fwtrace-ring.elf" --harts 2 --console "$TMP/log" --save-trace "$TMP/t.nex" --sidecar >"$TMP/run" 2>&1
check "another ELF is refused by its build id" fails 2 'fwtrace-bin.elf: not the program that wrote' \
  "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/t.nex" --elf "$P/rv32/fwtrace-bin.elf"
head -c 1000 "$TMP/log" >"$TMP/short"
check "a ring that is cut" fails 2 'the ring has 1024 slots, and the memory ends after 117' \
  "$HARTRACE" fwtrace "$TMP/short" --trace "$TMP/t.nex" --elf "$P/rv32/fwtrace-ring.elf" -o "$TMP/kept"
kept() {
  [ "$(grep -c '^[0-9]* ' "$TMP/kept")" -gt 90 ] && [ "$(grep -c '^[0-9]* 0x8' "$TMP/kept")" -gt 3 ] && [ "$(grep -c 'the ring has' "$TMP/fails.err")" = 1 ]
}
check "what is left of it is listed, with calls where they are the only ones that fit" kept
check "a trace that is not there" fails 2 'nothere.nex: cannot be opened' \
  "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/nothere.nex" --elf "$P/rv32/fwtrace-ring.elf" -o "$TMP/kept"
check "the messages are kept" test -s "$TMP/kept"
riscv64-unknown-elf-strip -o "$TMP/stripped.elf" "$P/rv32/fwtrace-ring.elf"
check "a stripped ELF" fails 1 'stripped.elf: no symbols of what sends these messages .*do not strip' \
  "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/t.nex" --elf "$TMP/stripped.elf" -o "$TMP/kept"
check "--trace without --elf" fails 2 'give the firmware, too: --elf FILE' "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/t.nex"
finish
