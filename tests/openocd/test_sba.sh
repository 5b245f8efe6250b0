#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# System Bus Access through OpenOCD while harts run: memory, trace components, latency, faults.
. tests/lib/tap.sh
. tests/openocd/lib.sh

elf64=$BUILD/programs/rv64/debuggee.elf
elf32=$BUILD/programs/rv32/debuggee.elf

# Counters go up between two looks, and no hart is ever halted for it.
counts() {
  local elf=$1 n=$2
  shift 2
  sim_start "$elf" --harts "$n" "$@" || return 1
  ocd_says '^grown 1 running' "$n" "
    riscv set_mem_access sysbus
    set a [read_memory $(address "$elf" count) 32 $n phys]
    sleep 50
    set b [read_memory $(address "$elf" count) 32 $n phys]
    set grown 1
    foreach x \$a y \$b { if {\$x == \$y} { set grown 0 } }
    set states {}
    foreach t [target names] { \$t arp_poll; lappend states [\$t curstate] }
    say grown \$grown {*}\$states" || return 1
  ! grep -E "^Error" "$TMP/ocd.log"
}
check "RV64: counters of a running hart" counts "$elf64" 1
check "RV32: counters of four running harts" counts "$elf32" 4
check "RV64: no program buffer and no abstract memory" counts "$elf64" 1 --progbuf 0 --no-abstract-memory

# Each size, and a block larger than any packet: what was written comes back, by every way of access.
block='
proc pattern {n bits} {
  set v {}
  for {set i 0} {$i < $n} {incr i} { lappend v [expr {($i * 0x9e3779b1 + 12345) & ((1 << ($bits < 32 ? $bits : 32)) - 1)}] }
  return $v
}
foreach bits {8 16 32 64} {
  foreach n {1 3 500} {
    set v [pattern $n $bits]
    write_memory 0x80400000 $bits $v phys
    set got {}
    foreach x [read_memory 0x80400000 $bits $n phys] { lappend got [expr {$x + 0}] }
    say $bits $n [expr {$got eq $v ? "same" : "different"}]
  }
}'
all_sizes() {
  local access=$1
  shift
  sim_start "$elf64" "$@" || return 1
  ocd 1 "$([ "$access" = sysbus ] || echo halt)
    riscv set_mem_access $access
    $block" >"$TMP/says"
  [ "$(grep -c ' same$' "$TMP/says")" = 12 ] && return
  cat "$TMP/says"
  tail "$TMP/ocd.log"
  return 1
}
check "8, 16, 32 and 64 bits, single and block" all_sizes sysbus
check "the same through the program buffer" all_sizes progbuf
check "the same by abstract commands" all_sizes abstract
check "bus accesses of 20 cycles: shorter than a scan" all_sizes sysbus --latency sba=20

# When a read finds the bus busy, OpenOCD 0.12 goes wrong by itself (docs/reference/debug.md); writes it repeats.
slow_writes() {
  sim_start "$elf64" "$@" || return 1
  ocd_says '^same 1$' 1 '
    set v {}
    for {set i 0} {$i < 500} {incr i} { lappend v [expr {$i * 0x1234567 & 0xffffffff}] }
    riscv set_mem_access sysbus
    write_memory 0x80400000 32 $v phys
    halt
    riscv set_mem_access abstract
    set got {}
    foreach x [read_memory 0x80400000 32 500] { lappend got [expr {$x + 0}] }
    say same [expr {$got eq $v}]' || return 1
}
check "bus accesses of 300 cycles: writes are repeated" slow_writes --latency sba=300
check "every 50th access is busy for 2000 cycles: writes are repeated" \
  slow_writes --inject sbbusy=2000@10+50

# An access that fails says so; the next one works.
fails_once() {
  sim_start "$elf64" "$@" || return 1
  ocd_says '^first 1 second 0$' 1 '
    riscv set_mem_access sysbus
    set first [catch {read_memory 0x80400000 32 1 phys}]
    set second [catch {read_memory 0x80400000 32 1 phys}]
    say first $first second $second'
}
check "sberror 2, bad address, once" fails_once --inject sberror=2@1
check "sberror 1, timeout, once" fails_once --inject sberror=1@1
check "sberror 7, other, once" fails_once --inject sberror=7@1
bad_places() {
  sim_start "$elf64" || return 1
  ocd_says '^nothing 1 narrow 1 good 0$' 1 '
    riscv set_mem_access sysbus
    set nothing [catch {read_memory 0x70000000 32 1 phys}]
    set narrow [catch {read_memory 0x03020000 16 1 phys}]
    set good [catch {read_memory 0x03020000 32 1 phys}]
    say nothing $nothing narrow $narrow good $good'
}
check "where nothing is, and 16 bits of a trace component" bad_places
without_sba() {
  sim_start "$elf64" --no-sba || return 1
  ocd_says '^failed 1$' 1 '
    riscv set_mem_access sysbus
    say failed [catch {read_memory 0x80400000 32 1 phys}]'
}
check "no System Bus Access: refused" without_sba

# trTeControl.trTeActive by SBA: at once, or after the component has powered up.
power_up() {
  sim_start "$elf64" "$@" || return 1
  ocd_says '^active 1$' 1 '
    riscv set_mem_access sysbus
    write_memory 0x03020000 32 1 phys
    for {set i 0} {$i < 100} {incr i} {
      if {[read_memory 0x03020000 32 1 phys] & 1} { break }
      sleep 5
    }
    say active [expr {[read_memory 0x03020000 32 1 phys] & 1}]'
}
check "a trace component becomes active" power_up
check "a trace component powers up slowly, the hart runs" power_up --power-ticks 100000
check "a trace component powers up slowly, the hart is halted" power_up --power-ticks 5000 --halted
sim_stop
finish
