#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace fwtrace --io openocd: the ring of a firmware, read over System Bus Access while the harts run, is the ring that the firmware
# sends over its UART at the end.
. tests/lib/tap.sh
. tests/openocd/lib.sh
unsanitized "OpenOCD, and a program of seconds"

elf=$BUILD/programs/rv64/fwtrace-ring.elf
at=0x$(riscv64-unknown-elf-nm "$elf" | awk '$3 == "memory" { print $1 }')

live() {
  sim_start "$elf" --harts 2 --halted --linger --console "$TMP/memory" && ocd_start 2 || return 1
  local target="--io openocd:127.0.0.1:$ocd_port --at $at --elf $elf"
  fails 2 "no ring at $(printf '0x%x' "$at"); give the address" "$HARTRACE" fwtrace $target || return 1
  # From before the first word to after the last: nothing is counted twice, nothing is forgotten.
  ocd_rpc resume
  sim_ended || return 1
  "$HARTRACE" fwtrace $target -o "$TMP/live" 2>"$TMP/sum"
  [ $? = 1 ] || { cat "$TMP/sum"; return 1; }
}
check "a ring over System Bus Access" live
sim_stop
same() {
  "$HARTRACE" fwtrace "$TMP/memory" --elf "$elf" -o "$TMP/file" 2>/dev/null
  # The firmware sends one word more after the ring.
  [ "$(wc -l <"$TMP/file")" -gt 300 ] && diff "$TMP/file" "$TMP/live" | tail -n 5
  [ "$(comm -12 <(sort "$TMP/file") <(sort "$TMP/live") | wc -l)" -gt 300 ]
}
check "it has what the firmware sent as its memory" same

# The queue of a UART that is slow: it has words only while the program runs, because the program waits for the UART at its end.
running() {
  local slow=$BUILD/programs/rv64/fwtrace.elf queue
  queue=0x$(riscv64-unknown-elf-nm "$slow" | awk '$3 == "memory" { print $1 }')
  sim_start "$slow" --harts 2 --halted --linger --console "$TMP/console" && ocd_start 2 && ocd_rpc resume || return 1
  for _ in $(seq 200); do
    "$HARTRACE" fwtrace --io "openocd:127.0.0.1:$ocd_port" --at "$queue" --elf "$slow" -o "$TMP/running" 2>"$TMP/sum"
    grep -Eqs '  (round [0-9]+ of|interrupt of hart)' "$TMP/running" && return
    grep -q 'the program ended' "$TMP/sim.err" && break
    sleep 0.01
  done
  cat "$TMP/sum" "$TMP/sim.err"
  return 1
}
check "the harts run while it is read" running
finish
