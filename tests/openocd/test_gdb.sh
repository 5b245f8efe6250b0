#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# GDB through OpenOCD: load, break, step, continue, registers, memory; RV32 and RV64, one and four harts.
. tests/lib/tap.sh
. tests/openocd/lib.sh

# said LINE...: GDB printed each of these lines (extended regular expressions), in this order.
said() {
  local pattern at=0 n
  for pattern; do
    n=$(tail -n +$((at + 1)) "$TMP/gdb.out" | grep -nE -m 1 -- "$pattern" | cut -d: -f1)
    [ -n "$n" ] || { echo "GDB did not print, after line $at: $pattern"; cat "$TMP/gdb.out"; return 1; }
    at=$((at + n))
  done
}

# What memory holds before `load` is not the program: a wrong result shows.
session='
set var *(unsigned *) &round_of = 0
load
compare-sections
p/x $pc
break round_of
continue
bt 2
p/x $a0
finish
p count[0]
continue
p count[0]
stepi
p/x (long) $pc - (long) &round_of
delete
hbreak add
continue
p $a1
set var $a1 = 41
finish
p/x $misa
p/x $mcause = 0x7
p/x harts = 0xc0de
p/x harts
delete
tbreak bsp_exit
p stop = 1
continue
p/x $a0
monitor riscv set_mem_access ACCESS
p stop
monitor reset halt
maintenance flush register-cache
p/x $pc
p stop
set var stop = 0
tbreak round_of
continue
detach
'

# After `stepi` the pc is after the first instruction (2 bytes with C). count is 1 after the first call, and
# what add returns becomes a count.
one_hart() {
  local xlen=$1 misa=$2 access=$3
  shift 3
  sim_start "$BUILD/programs/rv$xlen/debuggee.elf" --halted "$@" || return 1
  gdb_run 1 "$BUILD/programs/rv$xlen/debuggee.elf" "${session/ACCESS/$access}"
  said 'Loading section .text' 'Section .text, range .*: matched' '^\$[0-9]+ = 0x80000000' \
    'Breakpoint 1, round_of \(hart=.*0\)' 'bsp_hart_main|main' '= 0x0$' '^\$[0-9]+ = 1$' \
    'Breakpoint 1, round_of' '^\$[0-9]+ = 1$' '^\$[0-9]+ = 0x2$' 'Breakpoint 2, .*add' '^\$[0-9]+ = 1$' \
    'Value returned is .* = 42$' "$misa" '= 0x7$' '= 0xc0de$' '= 0xc0de$' 'breakpoint 3, ' '= 0x0$' '^\$[0-9]+ = 1$' '= 0x80000000$' '^\$[0-9]+ = 1$' \
    'breakpoint 4, round_of' 'detached'
}
# misa: I, M, A, C, S, U.
check "RV32: load, break, step, registers, memory" one_hart 32 '= 0x40141105$' progbuf
check "RV64: load, break, step, registers, memory" one_hart 64 '= 0x8000000000141105$' sysbus
check "RV32 without a program buffer" one_hart 32 '= 0x40141105$' abstract --progbuf 0
check "RV64 by System Bus Access alone, module 0.13" one_hart 64 '= 0x8000000000141105$' sysbus \
  --progbuf 0 --no-abstract-memory --dm 0.13

# A breakpoint that hart 2 alone comes to: all stop, and each has its own registers.
four='
load
hbreak only_hart_2
continue
p $mhartid
continue
info threads
thread apply all p $mhartid
p harts
thread 4
stepi
p/x $mhartid
delete
detach
'
four_harts() {
  sim_start "$BUILD/programs/rv$1/debuggee.elf" --halted --harts 4 || return 1
  gdb_run 4 "$BUILD/programs/rv$1/debuggee.elf" "$four"
  said 'hit Breakpoint 1, only_hart_2' '= 2$' 'hit Breakpoint 1, only_hart_2' 'hartrace\.cpu0' 'hartrace\.cpu1' 'hartrace\.cpu2' \
    'hartrace\.cpu3' || return 1
  for hart in 3 2 1 0; do
    grep -qE "^\\\$[0-9]+ = $hart\$" "$TMP/gdb.out" || { cat "$TMP/gdb.out"; return 1; }
  done
  said 'Switching to thread 4' '= 0x3$'
}
check "RV32, 4 harts: one comes to a breakpoint, all stop" four_harts 32
check "RV64, 4 harts: one comes to a breakpoint, all stop" four_harts 64
sim_stop
finish
