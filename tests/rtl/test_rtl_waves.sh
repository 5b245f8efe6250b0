#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make waves: the picture shows the bytes of the trace, nibble by nibble on the pins, as they are in the file.
. tests/lib/tap.sh
. tests/tools/lib.sh

mkdir -p "$BUILD/dts" && dtc -q -O dtb -o "$BUILD/dts/single-pib.dtb" dts/single-pib.dts || exit 1
check "a capture with its waves and its picture" says 0 '^equal: 400 ' scripts/waves.sh "$TMP/waves"

# The first messages of the trace on the wire: low nibble first; equal nibbles and 0 are one shape each, so compare what changes.
nibbles() {
  od -An -v -tx1 -w1 -N 12 "$TMP/waves/capture.nex" | tr -d ' ' | sed 's/\(.\)\(.\)/\2 \1/' | tr ' ' '\n' | uniq | grep -v 0
}
drawn() {
  python3 -c 'import sys, xml.dom.minidom as m
t = m.parse(sys.argv[1]).getElementsByTagName("text")
row = [e for e in t if e.firstChild.data == "TRC DATA[3:0]"][0].getAttribute("y")
print("\n".join(e.firstChild.data for e in t if e.getAttribute("y") == row and e.getAttribute("class")))' "$TMP/waves/capture.svg" |
    sed '1d;$d'
}
picture() {
  nibbles >"$TMP/nibbles" && drawn >"$TMP/drawn" && [ "$(wc -l <"$TMP/drawn")" -ge 8 ] && diff "$TMP/nibbles" "$TMP/drawn"
}
check "the nibbles of the first messages are drawn" picture

fst() { fst2vcd "$TMP/waves/capture.fst" 2>/dev/null | grep -q 'trc_data'; }
if command -v fst2vcd >/dev/null; then
  check "GTKWave's tools read the FST file" fst
else
  skip "GTKWave's tools read the FST file" "gtkwave is not installed"
fi
finish
