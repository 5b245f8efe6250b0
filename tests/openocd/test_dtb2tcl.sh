#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What dtb2tcl writes: every tree is taken by hartrace.tcl, and says what the tree says.
. tests/lib/tap.sh
unsanitized "Tcl"

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

# Whatever a file is called: its name is a comment, and the word in it has the name as its value, in Tcl and in OpenOCD's Jim.
# word NAME: from the first line of what dtb2tcl makes of a tree of that name.
word() {
  cp "$TMP/t.dtb" "$TMP/names/$1" && (cd "$TMP/names" && "$program" dtb2tcl "./$1" --target cpu >"$TMP/named.tcl") || return 1
  sed -n '1s/^# Trace components of \(.*\), for openocd-scripts.hartrace.tcl. Targets are cpu0 \.\.\.$/\1/p' "$TMP/named.tcl" >"$TMP/word"
  [ -s "$TMP/word" ] && sed 1d "$TMP/named.tcl" | cmp - "$TMP/plain.tcl" || { echo "$1:"; head -n 3 "$TMP/named.tcl"; return 1; }
}
# Each byte that a name can have, alone, before a letter or digit, and after a backslash; and whole scripts.
each_name() {
  local i byte name
  program=$(realpath "$HARTRACE")
  mkdir -p "$TMP/names"
  dtc -q -O dtb -o "$TMP/t.dtb" dts/single-pib.dts && "$HARTRACE" dtb2tcl "$TMP/t.dtb" --target cpu | sed 1d >"$TMP/plain.tcl" || return 1
  {
    echo 'fconfigure stdout -translation binary'
    echo 'proc hartrace args {}'
  } >"$TMP/all.tcl"
  : >"$TMP/want"
  for i in $(seq 1 127) "$@"; do
    [ "$i" = 47 ] && continue
    case $i in
    [0-9]*) printf -v byte "\\x$(printf %02x "$i")" && name="a${byte}7\\${byte}x${byte}" ;;
    *) printf -v name '%b' "$i" ;;
    esac
    word "$name" || return 1
    printf 'puts -nonewline %s\nputs \\u0001\n' "$(cat "$TMP/word")" >>"$TMP/all.tcl"
    printf './%s\001\n' "$name" >>"$TMP/want"
    # The comment, alone and inside of braces.
    { cat "$TMP/named.tcl"; echo 'proc p {} {'; cat "$TMP/named.tcl"; echo '}'; } >>"$TMP/all.tcl"
  done
  (cd "$TMP" && tclsh all.tcl >got) && cmp "$TMP/want" "$TMP/got" && [ ! -e "$TMP/owned" ]
}
check "each character in the name of the file" each_name 'a\nexec touch owned\n' 'a\\\nexec touch owned' '[exec touch owned]' \
  '$x;exec touch owned' '{' '}' '{}}; exec touch owned; #' '"' '\\' '#' '-x y' '\r\nexec touch owned'
in_openocd() {
  local n
  {
    echo 'proc hartrace args {}'
    for n in '[exec touch owned]' $'a\nexec touch owned' '{"$x;\'; do
      word "$n" || return 1
      cat "$TMP/named.tcl"
      echo "if {![string equal $(cat "$TMP/word") ./[lindex \$names [incr n]]]} { error {another name} }"
    done
  } >"$TMP/body.tcl"
  {
    echo 'set n -1; set names [list "\[exec touch owned\]" "a\nexec touch owned" "\{\"\$x;\\"]'
    cat "$TMP/body.tcl"
    echo 'echo "all the same"; shutdown'
  } >"$TMP/ocd.tcl"
  (cd "$TMP" && timeout 200 openocd -c 'gdb_port disabled; telnet_port disabled; tcl_port disabled' -f ocd.tcl >ocd.log 2>&1)
  grep -q 'all the same' "$TMP/ocd.log" && [ ! -e "$TMP/owned" ] || { cat "$TMP/ocd.log"; return 1; }
}
check "names in OpenOCD" in_openocd

check "no script in a name" fails 2 "is not a name" "$HARTRACE" dtb2tcl x.dtb --target 'a;exit'
check "no file" fails 2 "no device tree" "$HARTRACE" dtb2tcl
finish
