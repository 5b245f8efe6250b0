#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Real OpenOCD on a platform whose trace components are all RTL: it attaches, programs them over System Bus Access, by the
# driver and by the Tcl objects, and what it reads out is what the harts retired.
. tests/lib/tap.sh
. tests/openocd/lib.sh

p=$BUILD/programs

# begin TREE HARTS PROGRAM: the simulator, halted, and OpenOCD.
begin() {
  tree=$TMP/$1.dtb
  dtc -q -O dtb -o "$tree" "dts/$1.dts" || return 1
  rm -f "$TMP"/pcs* "$TMP/t.nex"
  sim_start "$3" --dtb "$tree" --halted --linger --save-pcs "$TMP/pcs" --platform systemc --impl "${impl:-rtl}" && ocd_start "$2"
}
hart() { "$HARTRACE" "$@" --io "openocd:127.0.0.1:$ocd_port" --dtb "$tree"; }
end() {
  ocd_end
  sim_wait
}

# retired PROGRAM [SRC...]: is what was read what its hart did? With several harts, each by its SRC.
retired() {
  local program=$1 src
  shift
  [ $# -gt 0 ] || { "$HARTRACE" verify "$TMP/t.nex" --elf "$program" --pcs "$TMP/pcs"; return; }
  for src; do
    "$HARTRACE" decode "$TMP/t.nex" --elf "$program" --te trTeSrcBits=4 --src "$src" --te trTsEnable=1 -f pcs \
      -o "$TMP/decoded" && [ -s "$TMP/decoded" ] && cmp "$TMP/decoded" "$TMP/pcs.$src" || return 1
  done
}

# by_driver TREE HARTS PROGRAM [SRC...]
by_driver() {
  local name=$1 harts=$2 program=$3
  shift 3
  begin "$name" "$harts" "$program" || return 1
  hart probe && hart start --te trTeInstStallEna=1 && ocd_rpc resume && sim_ended && hart stop && hart fetch -o "$TMP/t.nex" || return 1
  end && retired "$program" "$@"
}
check "RV64, one hart, SRAM, by the driver" by_driver single-sram-rv64 1 "$p/rv64/crc.elf"
check "RV32, one hart, SRAM, by the driver" by_driver single-sram-rv32 1 "$p/rv32/crc.elf"
# The order of start and stop. Holds TCI-RST-045
check "RV64, four harts, funnel, system memory, by the driver" by_driver quad-funnel-rv64 4 "$p/rv64/smpwork.elf" 0 1 2 3
impl=system=rtl
check "RV64, four harts, one tr_system, by the driver" by_driver quad-funnel-rv64 4 "$p/rv64/smpwork.elf" 0 1 2 3
impl=rtl

# By the Tcl objects that are made from the tree.
by_tcl() {
  local program=$p/rv64/crc.elf
  begin single-sram-rv64 1 "$program" && "$HARTRACE" dtb2tcl "$tree" --target hartrace.cpu >"$TMP/objects.tcl" || return 1
  ocd_rpc "source openocd-scripts/hartrace.tcl; source $TMP/objects.tcl; riscv set_mem_access sysbus; encoder0 start" >"$TMP/said"
  [ "$(cat "$TMP/said")" = "" ] || { cat "$TMP/said"; return 1; }
  ocd_rpc resume && sim_ended || return 1
  ocd_rpc "encoder0 stop; ramsink0 dump $TMP/t.nex" >"$TMP/said"
  end && retired "$program" || { cat "$TMP/said"; return 1; }
}
check "RV64, one hart, SRAM, by Tcl" by_tcl

# Every kind of component is found. Holds TCI-ENA-014
found() {
  begin three-sinks 2 "$p/rv64/debuggee.elf" && hart probe --wake >"$TMP/probe" || return 1
  for what in Encoder Funnel 'RAM Sink' 'PIB Sink' 'ATB Bridge'; do
    grep -q "Trace $what, version 1.0" "$TMP/probe" || { cat "$TMP/probe"; return 1; }
  done
}
check "every kind of component is found" found

# Registers while the harts run. Holds TCI-COMP-033
running() {
  begin single-sram-rv64 1 "$p/rv64/debuggee.elf" && hart start && hart status >"$TMP/halted" && ocd_rpc resume || return 1
  hart status >"$TMP/running" && grep -q 'encoder-0 *enabled, tracing' "$TMP/running" || { cat "$TMP/running"; return 1; }
  hart stop && hart status | grep -q 'encoder-0 *disabled, empty'
}
check "registers of a hart that runs" running

finish
