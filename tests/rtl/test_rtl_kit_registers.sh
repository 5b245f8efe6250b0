#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit registers on the components in SystemVerilog: no rule is broken, and the trace is what the harts did.
. tests/lib/tap.sh

# rtl AT-LEAST [TREE]
rtl() {
  local least=$1 tree=()
  if [ $# = 2 ]; then
    dtc -q -O dtb -o "$TMP/$2.dtb" "dts/$2.dts" || return 1
    tree=(--dtb "$TMP/$2.dtb")
  fi
  "$HARTRACE" kit registers --io builtin:rtl "${tree[@]}" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  grep -q '^capture: [0-9]* messages decoded' "$TMP/out" && grep -q '^rules: [0-9]* held, 0 broken' "$TMP/out" &&
    [ "$(sed -nE 's/^rules: ([0-9]+) held.*/\1/p' "$TMP/out")" -ge "$least" ] || { cat "$TMP/out"; return 1; }
}
check "two harts, a funnel, SRAM" rtl 300
check "system memory, pins, ATB" rtl 330 three-sinks
finish
