#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# OpenOCD examines, halts, steps and resumes the harts of `hartrace serve`: every shape of debug module.
. tests/lib/tap.sh
. tests/openocd/lib.sh
unsanitized "OpenOCD alone; test_target.sh runs what answers it"

# Each hart halts, has its id, takes and gives registers, steps one instruction, and runs on.
everything='
foreach t [target names] {
  targets $t
  $t arp_halt
  $t arp_waitstate halted 2000
}
foreach t [target names] {
  targets $t
  say hart [dict get [get_reg -force mhartid] mhartid]
  set_reg {t6 0x1234567}
  reg pc 0x80000000
  say t6 [dict get [get_reg -force t6] t6]
  step
  say pc [dict get [get_reg -force pc] pc]
}
targets [lindex [target names] 0]
resume
foreach t [target names] {
  $t arp_poll
  say $t [$t curstate]
}
'
# The same, in words: what must be said for N harts of XLEN bits.
expected() {
  local n=$1 xlen=$2 i
  for i in $(seq 0 $((n - 1))); do
    echo "hart 0x$(printf '%0*x' $((xlen / 4)) "$i")"
    echo "t6 0x$(printf '%0*x' $((xlen / 4)) $((0x1234567)))"
    echo "pc 0x$(printf '%0*x' $((xlen / 4)) $((0x80000004)))"
  done
  for i in $(seq 0 $((n - 1))); do
    echo "hartrace.cpu$i running"
  done
}

# examine XLEN HARTS [OPTION]...
examine() {
  local xlen=$1 n=$2
  shift 2
  sim_start "$BUILD/programs/rv$xlen/debuggee.elf" --harts "$n" "$@" || return 1
  ocd "$n" "$everything" | sed 's/0x0*\([0-9a-f]\)/0x\1/' >"$TMP/got"
  expected "$n" "$xlen" | sed 's/0x0*\([0-9a-f]\)/0x\1/' >"$TMP/want"
  diff "$TMP/want" "$TMP/got" || { tail -n 20 "$TMP/ocd.log"; return 1; }
  ! grep -E '^Error' "$TMP/ocd.log"
}

check "RV32, 1 hart" examine 32 1
check "RV32, 4 harts, halted at reset" examine 32 4 --halted
check "RV64, 1 hart, halted at reset" examine 64 1 --halted
check "RV64, 4 harts" examine 64 4
check "RV32, debug module 0.13, no program buffer" examine 32 1 --dm 0.13 --progbuf 0
check "RV64, debug module 0.13, 4 harts" examine 64 4 --dm 0.13
check "RV64, no program buffer, 4 harts" examine 64 4 --progbuf 0
check "8 harts" examine 64 8
check "no hart array" examine 64 4 --no-hart-array
check "the smallest program buffer" examine 32 1 --progbuf 2
check "no System Bus Access, CSRs through the program buffer alone" examine 64 1 --no-sba --no-abstract-csr
check "an access to the module takes 20 cycles" examine 64 1 --latency dmi=20
check "a command takes 200 cycles" examine 64 1 --latency command=200
# OpenOCD 0.12 does not poll dmactive: it looks once, a scan later.
check "dmactive takes 20 cycles" examine 64 1 --latency active=20

# One debugger after the other, and a client that is no debugger in between.
come_and_go() {
  sim_start "$BUILD/programs/rv64/debuggee.elf" || return 1
  ocd_says '^pc 0x' 1 'halt; say pc [dict get [get_reg -force pc] pc]' || return 1
  head -c 100000 /dev/urandom | timeout 10 bash -c "exec python3 -c '
import socket, sys
s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(0.5)
try:
    s.sendall(sys.stdin.buffer.read())
except OSError:
    pass' '$TMP/sim'"
  ocd_says '^pc 0x' 1 'halt; say pc [dict get [get_reg -force pc] pc]' || return 1
  kill -0 "$sim_pid"
}
check "debuggers come and go, garbage in between" come_and_go

ends_by_itself() {
  sim_start "$BUILD/programs/rv64/debuggee.elf" --until-disconnect || return 1
  ocd 1 'halt' >/dev/null
  for _ in $(seq 100); do
    kill -0 "$sim_pid" 2>/dev/null || break
    sleep 0.05
  done
  ! kill -0 "$sim_pid" 2>/dev/null && sim_stop
}
check "--until-disconnect ends with the debugger" ends_by_itself

program_ends() {
  local stop
  stop=$(address "$BUILD/programs/rv64/debuggee.elf" stop)
  sim_start "$BUILD/programs/rv64/debuggee.elf" --linger || return 1
  ocd_says '^state halted' 1 "
    riscv set_mem_access sysbus
    write_memory $stop 32 1 phys
    for {set i 0} {\$i < 100} {incr i} {
      sleep 20
      hartrace.cpu0 arp_poll
      if {[hartrace.cpu0 curstate] eq {halted}} break
    }
    say state [hartrace.cpu0 curstate]" || return 1
  grep -q 'the program ended with code 0' "$TMP/sim.err"
}
check "--linger: after the end of the program the harts stand halted" program_ends

# A reset: from the first instruction, memory kept.
resets() {
  sim_start "$BUILD/programs/rv64/debuggee.elf" --harts 4 || return 1
  ocd_says '^pcs 0x80000000 0x80000000 0x80000000 0x80000000$' 4 '
    reset halt
    set pcs {}
    foreach t [target names] {
      targets $t
      lappend pcs [format 0x%x [dict get [get_reg -force pc] pc]]
    }
    say pcs {*}$pcs'
}
check "reset halt: every hart before its first instruction" resets
sim_stop
finish
