#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Captures through real OpenOCD whose trace leaves the chip: by pins, seen by a probe, and by ATB, in frames. By the C driver
# and by the Tcl objects; what arrives is what the hart did.
. tests/lib/tap.sh
. tests/openocd/lib.sh

elf=$BUILD/programs/rv64/sort.elf

# begin TREE [OPTION]...: a simulator that keeps what leaves, and OpenOCD.
begin() {
  tree=$TMP/$1.dtb
  dtc -q -O dtb -o "$tree" "dts/$1.dts" || return 1
  shift
  rm -rf "$TMP/far" "$TMP"/pcs*
  sim_start "$elf" --dtb "$tree" --halted --linger --save-pcs "$TMP/pcs" --save-sinks "$TMP/far" "$@" && ocd_start 1
}
hart() { "$HARTRACE" "$@" --io "openocd:127.0.0.1:$ocd_port" --dtb "$tree"; }
end() {
  ocd_end
  sim_wait
}
equal() { "$HARTRACE" verify "$TMP/far/$1" --elf "$elf" --pcs "$TMP/pcs"; }

# pins TREE MODE: how the probe is set, where there is one.
pins() { case $1 in *pib*) echo "--pib $2" ;; esac; }

# by_driver TREE SINK MODE [OPTION]...
by_driver() {
  local name=$1 sink=$2 mode=$3
  shift 3
  # shellcheck disable=SC2046
  begin "$name" $(pins "$name" "$mode") && hart start $(pins "$name" "$mode") "$@" && ocd_rpc resume && sim_ended && hart stop || return 1
  hart status | grep -q "$sink .*disabled, empty" && fails 2 'did not go to a RAM sink' hart fetch -o "$TMP/none" || return 1
  end && equal "$sink.nex"
}
check "pins, 16, by the C driver" by_driver single-pib pibsink-0 16
check "pins, 4, clock in the middle, half the rate, by the C driver" by_driver single-pib pibsink-0 4:1:center \
  --te trTeInstStallEna=1
check "UART, by the C driver" by_driver single-pib pibsink-0 uart --te trTeInstStallEna=1
check "ATB, by the C driver" by_driver single-atb atbbridge-0 16

# by_tcl TREE ADDRESS SINK SETTINGS [PIBMODE]
by_tcl() {
  # shellcheck disable=SC2046
  begin "$1" $(pins "$1" "${5:-16}") || return 1
  ocd_rpc "source openocd-scripts/hartrace.tcl
    hartrace create te -target hartrace.cpu0 -baseaddr 0x3020000 -set {trTeInstStallEna 1} -strict 1
    hartrace create sink -target hartrace.cpu0 -baseaddr $2 -strict 1 -set {$4}
    hartrace connect te sink
    riscv set_mem_access sysbus
    te start" >"$TMP/said" && [ "$(cat "$TMP/said")" = "" ] || { cat "$TMP/said"; return 1; }
  ocd_rpc resume && sim_ended || return 1
  ocd_rpc 'te stop; sink status' >"$TMP/said" && grep -qx 'active 1 enabled 0 empty 1' "$TMP/said" || { cat "$TMP/said"; return 1; }
  ocd_rpc "catch {sink dump $TMP/none} m; set m" | grep -q 'a component of type .* holds no trace' || return 1
  end && equal "$3.nex"
}
once "pins, 16, by Tcl" by_tcl single-pib 0x3040000 pibsink-0 "trPibMode parallel16 trPibDivider 0"
check "pins, 2, clock in the middle, by Tcl" by_tcl single-pib 0x3040000 pibsink-0 \
  "trPibMode parallel2 trPibClkCenter 1 trPibDivider 1" 2:1:center
check "Manchester, by Tcl" by_tcl single-pib 0x3040000 pibsink-0 "trPibMode swt_manchester trPibDivider 1" manchester:1
once "ATB, by Tcl" by_tcl single-atb 0x3050000 atbbridge-0 "trAtbBridgeID 0x2a"

finish
