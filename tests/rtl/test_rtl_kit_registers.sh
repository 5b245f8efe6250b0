#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit registers on the components in SystemVerilog: no rule is broken, and the trace is what the harts did. The rules that it
# holds by itself are those of kit-registers.txt (REWRITE=1: that becomes them).
. tests/lib/tap.sh

# rtl AT-LEAST NAME [TREE]
rtl() {
  local least=$1 name=$2 tree=()
  if [ $# = 3 ]; then
    dtc -q -O dtb -o "$TMP/$3.dtb" "dts/$3.dts" || return 1
    tree=(--dtb "$TMP/$3.dtb")
  fi
  "$HARTRACE" kit registers --io builtin:rtl "${tree[@]}" --format json >"$TMP/$name.json" 2>"$TMP/out" || { cat "$TMP/out"; return 1; }
  grep -A2 '"rule": "KIT-CAPTURE"' "$TMP/$name.json" | grep -q '"held"' && grep -q '^  "broken": 0,' "$TMP/$name.json" &&
    [ "$(sed -nE 's/^  "held": ([0-9]+),/\1/p' "$TMP/$name.json")" -ge "$least" ] || { cat "$TMP/out"; return 1; }
}
check "two harts, a funnel, SRAM" rtl 300 default
check "system memory, pins, ATB" rtl 330 sinks three-sinks
# Holds what tests/rtl/kit-registers.txt lists
check "by directed expectations" tests/rtl/kit_held.py ${REWRITE:+--write} tests/rtl/kit-registers.txt "$TMP"/{default,sinks}.json
finish
