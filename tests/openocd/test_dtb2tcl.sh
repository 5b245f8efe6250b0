#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What dtb2tcl writes: every tree is taken by hartrace.tcl, and says what the tree says.
. tests/lib/tap.sh

# tcl TREE SCRIPT: in tclsh, after the commands that come from dts/TREE.dts.
tcl() {
  dtc -q -O dtb -o "$TMP/t.dtb" "dts/$1.dts" && "$HARTRACE" dtb2tcl "$TMP/t.dtb" --target cpu >"$TMP/t.tcl" || return 1
  {
    echo 'source openocd-scripts/hartrace.tcl'
    cat "$TMP/t.tcl"
    echo "$2"
  } | tclsh
}

# As many objects as components, as many connections as links: both as `hartrace topo` counts them.
counts() {
  tcl "$1" 'puts "components [llength [hartrace names]], links [llength $::hartrace::links]"' >"$TMP/got" || return 1
  "$HARTRACE" topo "$TMP/t.dtb" | head -n 1 | grep -q "^$(cat "$TMP/got")," || { cat "$TMP/got"; return 1; }
}
for tree in dts/*.dts; do
  check "$(basename "$tree" .dts)" counts "$(basename "$tree" .dts)"
done

values() {
  tcl quad-funnel-rv64 'puts [list [encoder2 cget -target] [encoder2 cget -baseaddr] [encoder2 cget -set] [funnel0 cget -type]]
    puts [::hartrace::start_order {encoder3}]' >"$TMP/got"
  cat "$TMP/got"
  grep -qx 'cpu2 0x3022000 {trTeSrcBits 4 trTeSrcID 2} funnel' "$TMP/got" && grep -qx 'ramsink0 funnel0 encoder3' "$TMP/got"
}
check "targets, addresses, source IDs, order" values

check "no script in a name" fails 2 "is not a name" "$HARTRACE" dtb2tcl x.dtb --target 'a;exit'
check "no file" fails 2 "no device tree" "$HARTRACE" dtb2tcl
finish
