#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Tcl objects in real OpenOCD: captures by hartrace.tcl, and the bytes that it dumps are what the harts did.
. tests/lib/tap.sh
. tests/openocd/lib.sh
unsanitized "Tcl; test_target.sh and test_faults.sh run what answers it"

p=$BUILD/programs
# Harts run to the end of the program while Tcl waits; then everything is stopped and dumped.
objects='source openocd-scripts/hartrace.tcl
riscv set_mem_access sysbus
proc over {} { for {set i 0} {$i < 3000} {incr i} { sleep 20
  set f [open $::env(SIM_ERR)]; set t [read $f]; close $f
  if {[string match "*the program ended*" $t]} return }; error "the program does not end" }
'
export SIM_ERR=$TMP/sim.err

# run_tcl HARTS SCRIPT: with the objects; anything that it says about a problem fails it.
run_tcl() {
  ocd "$1" "$objects$2" >"$TMP/said"
  cat "$TMP/said"
  ! grep -q '^problem' "$TMP/said" || { tail -n 20 "$TMP/ocd.log"; return 1; }
}

start() {
  rm -f "$TMP"/pcs*
  sim_start "$@" --halted --linger --save-pcs "$TMP/pcs"
}

whole_smem() {
  local xlen=$1
  dtc -q -O dtb -o "$TMP/t.dtb" "dts/single-smem-rv$xlen.dts" && start "$p/rv$xlen/sort.elf" --dtb "$TMP/t.dtb" || return 1
  run_tcl 1 "
    hartrace create te -target hartrace.cpu0 -baseaddr 0x3020000 -type encoder
    hartrace create ram -target hartrace.cpu0 -baseaddr 0x6000000 -strict 1 \
      -set {trRamMode smem trRamStart 0x84000000 trRamLimit 0x840ffffc}
    hartrace connect te ram
    te start; te start; resume; over; te stop; te stop
    say bytes [ram dump $TMP/t.nex] [ram status]" || return 1
  sim_wait || return 1
  grep -q "^bytes $(wc -c <"$TMP/t.nex") .*wrapped 0" "$TMP/said" &&
    "$HARTRACE" verify "$TMP/t.nex" --elf "$p/rv$xlen/sort.elf" --pcs "$TMP/pcs"
}
check "RV64, system memory: all that the hart did" whole_smem 64
check "RV32, system memory: all that the hart did" whole_smem 32

# tail_of PROTOCOL SINK SIZE SETTINGS: a buffer that wraps holds the end of what the hart did. The folder of a snapshot says the same.
tail_of() {
  local protocol=$1 format= target=() decode=()
  shift
  rm -rf "$TMP/folder"
  if [ "$protocol" = E-Trace ]; then
    target=(--param encoder-0.etrace=1 --param ramsink-0.etrace=1 --param ramsink-0.async=1) decode=(--te trTeFormat=0)
    format='trTeFormat etrace'
  fi
  start "$p/rv64/sort.elf" --sink "$1" --sink-size "$2" "${target[@]}" || return 1
  run_tcl 1 "
    hartrace create te -target hartrace.cpu0 -baseaddr 0x3020000
    hartrace create ram -target hartrace.cpu0 -baseaddr 0x6000000 -set {$3}
    hartrace connect te ram
    te configure -set {$format trTeInstSyncMode messages trTeInstSyncMax 2} -strict 1
    te start; resume; over; te stop
    say bytes [ram dump $TMP/t.nex] [ram status]
    hartrace snapshot $TMP/folder $p/rv64/sort.elf" || return 1
  sim_wait || return 1
  grep -q '^bytes 4096 .*wrapped 1' "$TMP/said" || return 1
  grep -qx "type=$protocol[12].0" "$TMP/folder/te.ini" && cmp "$TMP/t.nex" "$TMP/folder/ram.bin" || return 1
  "$HARTRACE" decode "$TMP/folder" -f pcs -o "$TMP/tail2" 2>"$TMP/err" # 1: the beginning is lost
  "$HARTRACE" decode "$TMP/t.nex" "${decode[@]}" --elf "$p/rv64/sort.elf" --wrapped -f pcs -o "$TMP/tail" 2>"$TMP/err"
  [ "$(wc -l <"$TMP/tail")" -gt 2000 ] || { cat "$TMP/err"; return 1; }
  tail -n "$(wc -l <"$TMP/tail")" "$TMP/pcs" | cmp - "$TMP/tail" && cmp "$TMP/tail" "$TMP/tail2"
}
for protocol in N-Trace E-Trace; do
  check "$protocol: SRAM that has wrapped, through trRamData" tail_of $protocol sram 4096 ""
done
check "system memory that has wrapped" tail_of N-Trace smem 65536 "trRamMode smem trRamStart 0x87ff4000 trRamLimit 0x87ff4ffc"

# Four harts, a funnel in between, one object each.
funnel() {
  local i
  dtc -q -O dtb -o "$TMP/t.dtb" dts/quad-funnel-rv64.dts && start "$p/rv64/smpwork.elf" --dtb "$TMP/t.dtb" || return 1
  run_tcl 4 "
    hartrace create fn -target hartrace.cpu0 -baseaddr 0x3030000
    hartrace create ram -target hartrace.cpu0 -baseaddr 0x6000000 \
      -set {trRamMode smem trRamStart 0x84000000 trRamLimit 0x840ffffc}
    hartrace connect fn ram
    foreach i {0 1 2 3} {
      hartrace create te\$i -target hartrace.cpu\$i -baseaddr [expr {0x3020000 + 0x1000 * \$i}] \
        -set [list trTeSrcBits 4 trTeSrcID \$i]
      hartrace connect te\$i fn -input \$i
    }
    hartrace start; resume; over; hartrace stop
    say bytes [ram dump $TMP/t.nex] [fn status]" || return 1
  sim_wait || return 1
  for i in 0 1 2 3; do
    "$HARTRACE" decode "$TMP/t.nex" --elf "$p/rv64/smpwork.elf" --te trTeSrcBits=4 --src $i -f pcs -o "$TMP/d.$i" &&
      cmp "$TMP/d.$i" "$TMP/pcs.$i" || return 1
  done
}
check "four harts through a funnel" funnel

# What goes wrong is said, and what was enabled before is disabled again.
wrong() {
  start "$p/rv64/debuggee.elf" --sink smem || return 1
  run_tcl 1 '
    hartrace create te -target hartrace.cpu0 -baseaddr 0x3020000
    hartrace create ram -target hartrace.cpu0 -baseaddr 0x6000000 -set {trRamMode smem}
    hartrace create gone -target hartrace.cpu0 -baseaddr 0x7000000
    hartrace create swapped -target hartrace.cpu0 -baseaddr 0x3020000 -type ramsink
    hartrace connect te ram
    catch {te start} m; say buffer: $m
    say [te status]
    catch {gone info} m; say gone: $m
    catch {swapped start} m; say swapped: $m
    ram configure -set {trRamMode smem trRamStart 0x87ff4000 trRamLimit 0x87ff4ffc}
    te start; say [te status]; catch {ram dump x} m; say running: $m
    te stop; te write trTeInstMode btm; say [te read trTeInstMode]' || return 1
  grep -q '^buffer: .ram: in system memory the buffer must be given' "$TMP/said" &&
    grep -Eq '^[{]?active 0' "$TMP/said" &&
    grep -q '^gone: .gone: cannot read 0x7000000: .*set_mem_access sysbus' "$TMP/said" &&
    grep -q '^swapped: .swapped: -type says ramsink, but the component at 0x3020000 is of type encoder' "$TMP/said" &&
    grep -q 'tracing 1' "$TMP/said" && grep -q '^running: .ram: still enabled' "$TMP/said" && grep -q '^0x3$' "$TMP/said"
}
check "what goes wrong is said" wrong

help() {
  start "$p/rv64/debuggee.elf" || return 1
  run_tcl 1 'say [capture {help hartrace}]; say [capture {usage hartrace}]' || return 1
  grep -q 'create adds a command for one' "$TMP/said" && grep -q 'create NAME -target TARGET -baseaddr ADDRESS' "$TMP/said"
}
check "help and usage" help

finish
