#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# regmap/gen/rdl and regmap/gen/ipxact hold the registers and fields of the TOML: standard_maps.py parses all three.
. tests/lib/tap.sh
unsanitized "Python"

compare() {
  python3 tests/regmap/standard_maps.py regmap "$1"
}

# finds FILE SED PATTERN: an edit of a generated file is found.
finds() {
  rm -rf "$TMP/gen" && cp -r regmap/gen "$TMP/gen" && sed -i "$2" "$TMP/gen/$1" || return 1
  ! cmp -s "regmap/gen/$1" "$TMP/gen/$1" || { echo "the edit changed nothing"; return 1; }
  fails 1 "$3" compare "$TMP/gen"
}

check "SystemRDL and IP-XACT hold what the TOML holds" compare regmap/gen
check "SystemRDL: a field elsewhere" finds rdl/tr_pibsink.rdl 's/trPibMode\[7:4\]/trPibMode[8:5]/' 'trPibControl.fields.trPibMode.msb: 8'
check "SystemRDL: another stride" finds rdl/tr_encoder.rdl 's/+= 0x20/+= 0x40/' 'trTeFilterControl.stride: 64'
check "SystemRDL: another reset" finds rdl/tr_ramsink.rdl "/trRamEmpty/s/1'h1/1'h0/" 'trRamEmpty.reset: 0'
check "SystemRDL: software access that is not that of the field" finds rdl/tr_ramsink.rdl '0,/sw = rw; hw = rw; tci_access = "WARL"/s//sw = r; hw = rw; tci_access = "WARL"/' "'sw': 'r'"
check "SystemRDL: another value" finds rdl/tr_encoder.rdl "s/btm = 3'd3/btm = 3'd4/" 'trTeInstMode.values.btm: 4'
check "SystemRDL: a field less" finds rdl/tr_funnel.rdl 's/} trFunnelEmpty.*/} trFunnelFull[3:3];/' 'trFunnelControl.fields'
check "IP-XACT: a register elsewhere" finds ipxact/tr_ramsink.xml 's/0x10<\/ipxact:addressOffset>/0x18<\/ipxact:addressOffset>/' 'offset: 24'
check "IP-XACT: another width" finds ipxact/tr_pibsink.xml '0,/<ipxact:bitWidth>4/s//<ipxact:bitWidth>5/' '\.msb: '
check "IP-XACT: elements out of order" finds ipxact/tr_atbbridge.xml 's/\(.*bitOffset>8<.*\)/<ipxact:bitWidth>7<\/ipxact:bitWidth>\1/' 'out of order'
check "IP-XACT: access that is not that of the field" finds ipxact/tr_encoder.xml 's/oneToClear/oneToSet/' 'access for RW1C'
check "IP-XACT: another count" finds ipxact/tr_encoder.xml 's/<ipxact:dim>8/<ipxact:dim>7/' 'trTeCompControl.count: 7'
finish
