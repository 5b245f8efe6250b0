#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What goes wrong between debugger and trace, by the C driver and by the Tcl objects in real OpenOCD: it is said what, and all
# components are left as they were found. A slow bus and slow power are no faults: the capture is whole.
. tests/lib/tap.sh
. tests/openocd/lib.sh

elf=$BUILD/programs/rv64/strings.elf
for t in single-smem-rv64 quad-funnel-rv64 single-sram-rv64; do
  dtc -q -O dtb -o "$TMP/$t.dtb" "dts/$t.dts"
done
tree=$TMP/single-smem-rv64.dtb
real=$tree # that of the target; $tree is the one that the driver gets

# begin [OPTION]...: simulator and OpenOCD, with the objects te and ram.
begin() {
  rm -f "$TMP"/pcs*
  sim_start "$elf" --dtb "$real" --halted --linger --save-pcs "$TMP/pcs" "$@" && ocd_start 1 || return 1
  ocd_rpc "source openocd-scripts/hartrace.tcl; riscv set_mem_access sysbus
    hartrace create te -target hartrace.cpu0 -baseaddr 0x3020000 -type encoder
    hartrace create ram -target hartrace.cpu0 -baseaddr 0x6000000 -type ramsink \
      -set {trRamMode smem trRamStart 0x84000000 trRamLimit 0x840ffffc}
    hartrace connect te ram" >"$TMP/said"
}
hart() { "$HARTRACE" "$@" --io "openocd:127.0.0.1:$ocd_port" --dtb "$tree"; }
# try SCRIPT: its result or its error.
try() { ocd_rpc "catch {$1} m; set m" | tee "$TMP/said"; }
said() { grep -Eq -- "$1" "$TMP/said" || { echo "not said: $1"; return 1; }; }
# The control registers of encoder and sink: 0x8 or 0 is a component in reset.
controls() { ocd_rpc 'list [read_memory 0x3020000 32 1 phys] [read_memory 0x6000000 32 1 phys]'; }
untouched() {
  controls >"$TMP/now"
  cmp "$TMP/before" "$TMP/now" || { echo "not as it was:"; cat "$TMP/before" "$TMP/now"; return 1; }
}

# What is by Tcl alone runs nothing of ours but the simulator, with the faults that the C driver meets too: `once`.

# ---- no faults ----

# While a verb makes accesses, OpenOCD's polling is held back; it is on after the verb, also after one that was killed. Who turned
# it off keeps it off.
polling() { ocd_rpc poll | sed -n 's/^background polling: //p'; }
polls_again() {
  local verb held='' i
  begin && [ "$(polling)" = on ] && hart probe --wake >"$TMP/out" && [ "$(polling)" = on ] || return 1
  "$HARTRACE" info --io "openocd:127.0.0.1:$ocd_port" --dtb "$tree" >"$TMP/out" &
  verb=$!
  for i in $(seq 500); do
    held=$(polling)
    [ "$held" != off ] || break
  done
  kill -9 $verb
  wait $verb 2>/dev/null
  [ "$held" = off ] || { echo "not held back in $i looks"; return 1; }
  for i in $(seq 200); do
    held=$(polling)
    [ "$held" = off ] || break
    sleep 0.1
  done
  [ "$held" = on ] || { echo "still off"; return 1; }
  ocd_rpc 'poll off'
  hart probe --wake >"$TMP/out" && [ "$(polling)" = off ]
}
check "polling is on again after a verb, and after one that was killed" polls_again

whole_c() {
  begin "$@" && hart start --slow-bus && ocd_rpc resume && sim_ended && hart stop --slow-bus &&
    hart fetch --slow-bus -o "$TMP/t.nex" && ocd_end && sim_wait && "$HARTRACE" verify "$TMP/t.nex" --elf "$elf" --pcs "$TMP/pcs"
}
whole_tcl() {
  begin "$@" || return 1
  try 'te configure -access sba -timeout 20000; ram configure -access sba -timeout 20000; te start; resume'
  sim_ended || return 1
  try "te stop; ram dump $TMP/t.nex"
  ocd_end && sim_wait && "$HARTRACE" verify "$TMP/t.nex" --elf "$elf" --pcs "$TMP/pcs"
}
check "sbbusy, every 20th access 2000 cycles: whole, by the C driver" whole_c --inject sbbusy=2000@5+20
once "sbbusy, every 20th access 2000 cycles: whole, by Tcl" whole_tcl --inject sbbusy=2000@5+20
check "every access 300 cycles: whole, by the C driver" whole_c --latency sba=300
check "slow power: whole, by the C driver" whole_c --power-ticks 20000
once "slow power: whole, by Tcl" whole_tcl --power-ticks 20000

# Power that never comes, within the patience of both.
no_power() {
  begin --power-ticks 1000000000 || return 1
  controls >"$TMP/before"
  fails 2 'trace@6000000: timeout' hart start || return 1
  untouched || return 1
  try 'ram configure -timeout 100; te start'
  said 'ram: bit 0 \(Active\) at 0x6000000 did not become 1 within 100 ms' && untouched
}
check "power that does not come: said, left in reset" no_power

# ---- errors of the bus ----

# sberror_at N [SBA]: access N of `start` fails, once.
sberror_c() {
  begin --inject "sberror=$1@$2" || return 1
  echo '0x0 0x0' >"$TMP/before"
  fails 2 "$4" hart start $3 && untouched
}
# Where OpenOCD's own accesses are used it would go on through a halted hart: this one runs.
sberror_running() {
  local elf=$BUILD/programs/rv64/debuggee.elf
  begin --inject "sberror=$1@$2" || return 1
  echo '0x0 0x0' >"$TMP/before"
  ocd_rpc resume && fails 2 'failed|bus error' hart start && untouched && hart start && hart stop
}
check "sberror in the first access of the C driver" sberror_running 2 1
check "sberror in the 25th access" sberror_running 7 25
check "sberror by its name, first access" sberror_c 2 1 --slow-bus 'sberror 2 \(bad address\)'
check "sberror by its name, 20th access" sberror_c 1 20 --slow-bus 'sberror 1 \(timeout\)'
sberror_tcl() {
  begin --inject "sberror=$1@$2" || return 1
  echo '0x0 0x0' >"$TMP/before"
  try "$3te start"
  said "$4" && untouched || return 1
  try 'te start; te status' # it was once
  said 'enabled 1 .*tracing 1'
}
once "sberror in the first access of Tcl" sberror_tcl 2 1 '' 'te|ram: cannot read 0x'
once "sberror in the 20th access of Tcl" sberror_tcl 2 20 '' 'cannot (read|write) 0x'
once "sberror by its name in Tcl" sberror_tcl 2 20 'te configure -access sba; ram configure -access sba; ' \
  'sberror 2 \(bad address\)'

# Once, while the trace is read out: what came before stays, and it is what a second try reads.
partial() {
  tree=$TMP/single-sram-rv64.dtb
  rm -f "$TMP/part" && sim_start "$BUILD/programs/rv64/debuggee.elf" --dtb "$tree" --inject sberror=2@6000 && ocd_start 1 &&
    hart start && sleep 1 && hart stop && fails 2 'the trace cannot be read: .*sberror 2' hart fetch --slow-bus -o "$TMP/part" &&
    hart fetch -o "$TMP/all"
  local status=$? n
  tree=$real
  n=$(wc -c <"$TMP/part")
  [ $status = 0 ] && [ "$n" -ge 4096 ] && [ $((n % 4096)) = 0 ] && [ "$n" -lt 24000 ] &&
    grep -q "part: partial: the first $n of 65536 bytes" "$TMP/fails.err" && cmp -n "$n" "$TMP/part" "$TMP/all"
}
check "sberror while the trace is read out" partial

# ---- other hardware than expected ----

# other PARAM TEXT_C TEXT_TCL: refused by both, nothing touched.
other() {
  begin --param "$1" || return 1
  controls >"$TMP/before"
  hart probe --wake >"$TMP/out"
  [ $? = 1 ] && grep -Eq "$2" "$TMP/out" || { cat "$TMP/out"; return 1; }
  untouched && fails 2 'version' hart start && untouched || return 1
  try 'te start'
  said "$3" && untouched
}
check "version 0.2" other version=0x20 'version 0.2, .*pre-ratified' 'version 0.2 is from before the ratified specification'
check "version 2.0" other version=2 'version 2.0, .*not compatible' 'version 2.0 is newer than this software .1.0., and not compatible'

# A minor version that is newer is used, and said, in decimal.
newer() {
  begin --param version=0xA1 || return 1
  hart probe --wake | grep -q 'version 1.10, .*newer minor version' && hart start && hart stop || return 1
  try 'te reset; te start; te stop; te info'
  said 'version 1.10'
}
# Holds TCI-VER-007
check "version 1.10: used" newer

wrong_type() {
  begin || return 1
  controls >"$TMP/before"
  try 'hartrace create odd -target hartrace.cpu0 -baseaddr 0x3020000 -type funnel; hartrace connect te odd'
  try 'odd start'
  said 'odd: -type says funnel, but the component at 0x3020000 is of type encoder' && untouched || return 1
  # A tree in which sink and encoder have changed places.
  sed 's/0x3020000/0xX/; s/0x6000000/0x3020000/; s/0xX/0x6000000/; s/trace@3020000/trace@X/; s/trace@6000000/trace@3020000/
       s/trace@X/trace@6000000/' dts/single-smem-rv64.dts | dtc -q -O dtb -o "$TMP/swapped.dtb" || return 1
  tree=$TMP/swapped.dtb
  hart probe --wake >"$TMP/out"
  [ $? = 1 ] && grep -q 'the tree says encoder' "$TMP/out" && fails 2 'another component' hart start
  local status=$?
  tree=$real
  [ $status = 0 ] && untouched
}
check "a component of another type" wrong_type

missing() {
  begin || return 1
  controls >"$TMP/before"
  tree=$TMP/quad-funnel-rv64.dtb
  hart probe --wake >"$TMP/out"
  [ $? = 1 ] && grep -q 'funnel-0 .*bus error' "$TMP/out" && fails 2 '3021000' hart start
  local status=$?
  tree=$real
  [ $status = 0 ] && untouched || { cat "$TMP/out"; return 1; }
  try 'hartrace create fn -target hartrace.cpu0 -baseaddr 0x3030000; hartrace create te1 -target hartrace.cpu0 -baseaddr 0x3020000
    hartrace connect te1 fn; te1 start'
  said 'fn: cannot read 0x3030000' && untouched
}
check "a component that is not there" missing

finish
