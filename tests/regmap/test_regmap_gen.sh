#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The register generator: refuses a wrong map and names the place; what it writes can be read by other tools.
. tests/lib/tap.sh
unsanitized "Python"

GEN=regmap/regmap.py

# damage FILE SED: a copy of the map in $TMP/map with one edit, which must change something.
damage() {
  rm -rf "$TMP/map"
  mkdir "$TMP/map"
  cp -r regmap/*.toml regmap/params "$TMP/map/"
  sed -i -E "$2" "$TMP/map/$1"
  ! cmp -s "regmap/$1" "$TMP/map/$1" || { echo "the edit changed nothing"; return 1; }
}

# refuses FILE SED PATTERN: the generator stops with status 1, says PATTERN, and writes nothing.
refuses() {
  damage "$1" "$2" || return 1
  rm -rf "$TMP/out"
  fails 1 "$3" python3 "$GEN" "$TMP/map" "$TMP/out" || return 1
  [ ! -e "$TMP/out" ] || { echo "something was written"; return 1; }
}

check "the map as it is generates what is checked in" \
  sh -c "python3 $GEN regmap '$TMP/ok' && diff -r -x fwtrace regmap/gen '$TMP/ok'"
check "fields that overlap are refused" refuses ramsink.toml \
  '/"trRamMemFormat"/s/bits = "10:9"/bits = "10:8"/' \
  'ramsink.toml: trRamControl.trRamMemFormat: overlaps .trRamStopOnWrap'
check "registers at the same offset are refused" refuses ramsink.toml \
  's/^offset = 0x014/offset = 0x010/' 'ramsink.toml: trRamStartHigh: offset 0x010 overlaps .trRamStartLow'
check "a repeated register that runs into another is refused" refuses encoder.toml \
  '/"trTeFilterMatchData"/,/stride/s/count = 16/count = 17/' 'encoder.toml: .*0x618 overlaps'
check "a component's register on the timestamp unit is refused" refuses funnel.toml \
  's/^offset = 0x008/offset = 0x048/' 'timestamp.toml: trTsCounterLow: offset 0x048 overlaps .trFunnelDisInput'
check "a misaligned offset is refused" refuses pibsink.toml \
  's/^offset = 0x004/offset = 0x006/' 'pibsink.toml: trPibImpl: offset 0x6 .*not aligned'
check "a misaligned stride is refused" refuses encoder.toml \
  '/"trTeCompControl"/,/stride/s/stride = 0x20/stride = 0x22/' 'encoder.toml: trTeCompControl: .*not aligned'
check "an offset outside the block is refused" refuses ramsink.toml \
  's/^offset = 0xE00/offset = 0x1000/' 'ramsink.toml: trRamVendorStatus: offset 4096'
check "registers out of order are refused" refuses ramsink.toml \
  's/^offset = 0x02C/offset = 0x048/' 'ramsink.toml: trRamData: .*ascending order'
check "a register of the standard in the vendor range is refused" refuses pibsink.toml \
  's/^offset = 0x004/offset = 0xE04/' 'pibsink.toml: trPibImpl: vendor registers'
check "two fields of one name are refused" refuses ramsink.toml \
  's/"trRamHasSMEM"/"trRamHasSRAM"/' 'ramsink.toml: trRamImpl.trRamHasSRAM: duplicate field name'
check "two registers of one name are refused" refuses ramsink.toml \
  's/^name = "trRamStartHigh"/name = "trRamStartLow"/' 'ramsink.toml: trRamStartLow: duplicate register name'
check "two names that make one constant are refused" refuses encoder.toml \
  's/"trTeInstExtendAddrMSB"/"trTeSrcId"/' 'encoder.toml: trTeInstFeatures.trTeSrcID: constant TR_TE_SRC_ID_MASK'
check "a value that does not fit is refused" refuses encoder.toml \
  's/halfwords = 3/halfwords = 4/' 'encoder.toml: trTeControl.trTeInstSyncMode: value halfwords = 4 does not fit'
check "a shared value table is held to the field's width too" refuses encoder.toml \
  's/daddr = 3/daddr = 4/' 'encoder.toml: trTeCompControl.trTeCompPInput: value daddr = 4'
check "a reset value that does not fit is refused" refuses ramsink.toml \
  '/"trRamEmpty"/s/reset = 1/reset = 2/' 'ramsink.toml: trRamControl.trRamEmpty: reset value 2 does not fit'
check "a default that does not fit is refused" refuses timestamp.toml \
  's/default = 40/default = 64/' 'timestamp.toml: trTsControl.trTsWidth: reset value 64 does not fit'
check "a system dependent reset needs a default" refuses timestamp.toml \
  's/, default = 40//' 'timestamp.toml: trTsControl.trTsWidth: .*default'
check "an unknown access is refused" refuses atbbridge.toml \
  '/"trAtbBridgeID"/s/access = "RW"/access = "RWX"/' \
  "atbbridge.toml: trAtbBridgeControl.trAtbBridgeID: unknown access 'RWX'"
check "an unknown key is refused" refuses funnel.toml \
  's/bits = "15:0"/color = 1, bits = "15:0"/' \
  "funnel.toml: trFunnelDisInput.trFunnelDisInput: unknown key 'color'"
check "two components of one type are refused" refuses ramsink.toml \
  's/^comp_type = 9/comp_type = 8/; /"trRamCompType"/s/reset = 9/reset = 8/' "comp_type 8 is that of funnel.toml too"
check "a setting that is no name of C is refused" refuses encoder.toml \
  's/setting = "context"/setting = "Context"/' "encoder.toml: trTeControl.trTeContext: setting 'Context' is not a name"
check "a setting of two fields is refused" refuses encoder.toml \
  's/setting = "src_bits"/setting = "context"/' \
  "encoder.toml: trTeInstFeatures.trTeSrcBits: setting 'context' is that of 'trTeContext' too"
check "a missing key is refused" refuses funnel.toml \
  's/bits = "15:0", //' 'funnel.toml: trFunnelDisInput.trFunnelDisInput: .bits. is missing'
check "bits the wrong way round are refused" refuses funnel.toml \
  's/bits = "15:0"/bits = "0:15"/' 'funnel.toml: trFunnelDisInput.trFunnelDisInput: bits 0:15'
check "bits above 31 are refused" refuses pibsink.toml \
  's/bits = "31:16"/bits = "32:16"/' 'pibsink.toml: trPibControl.trPibDivider: bits 32:16'
check "two names for one value are refused" refuses pibsink.toml \
  's/swt_uart = 5/swt_uart = 4/' 'pibsink.toml: trPibControl.trPibMode: two names for one value'
check "a wrong component type is refused" refuses ramsink.toml \
  's/^comp_type = 9/comp_type = 8/' "ramsink.toml: trRamImpl.trRamCompType: is not the component's type"
check "a control register that differs from the common one is refused" refuses funnel.toml \
  '/"trFunnelEmpty"/s/bits = "3"/bits = "2"/' 'funnel.toml: trFunnelControl.trFunnelEmpty: is not like .trEmpty'
check "a version that differs from the common one is refused" refuses funnel.toml \
  '/"trFunnelVerMajor"/s/reset = 1/reset = 2/' 'funnel.toml: trFunnelImpl.trFunnelVerMajor: is not like .trVerMajor'
check "a parameter's default outside its range is refused" refuses params/encoder.toml \
  '/"hist_bits"/s/default = 32/default = 33/' 'params/encoder.toml: hist_bits: default 33 is not among the values'
check "a default that is not a power of two where these are accepted is refused" refuses params/ramsink.toml \
  '/name = "width"/s/default = 4/default = 12/' 'params/ramsink.toml: width: default 12 is not among'
check "the default of the hardware is held to its range too" refuses params/encoder.toml \
  's/sv_default = 0/sv_default = 3/' 'params/encoder.toml: hist_search: sv_default 3 is not among'
check "a parameter that does not fit in its type is refused" refuses params/encoder.toml \
  '/"fifo_bytes"/s/"u32"/"u8"/' 'params/encoder.toml: fifo_bytes: max 4096 does not fit in u8'
check "two parameters of one name are refused" refuses params/funnel.toml \
  's/"ts_width"/"ts_modes"/' 'params/funnel.toml: ts_modes: two parameters with this name'
check "two parameters of one SystemVerilog name are refused" refuses params/pibsink.toml \
  's/"IdleSync"/"IdleBytes"/' 'params/pibsink.toml: IdleBytes: two parameters with this sv'
check "an unknown key of a parameter is refused" refuses params/atbbridge.toml \
  '/"async"/s/default/color = 1, default/' "params/atbbridge.toml: async: unknown key 'color'"
check "a file that is not TOML is refused"  refuses encoder.toml 's/^\[component\]/[component/' 'encoder.toml: .*line'
check "a missing file is named" sh -c "mkdir '$TMP/none' && ! python3 $GEN '$TMP/none' '$TMP/out2' 2>'$TMP/e' &&
  grep -q 'common.toml' '$TMP/e' && [ ! -e '$TMP/out2' ]"
check "a combination without a sentence is refused" refuses params/encoder.toml \
  's/, text = "Btm and Htm[^"]*"//' "params/encoder.toml: refused: 'when', 'text' and nothing else"
check "a sentence with a period is refused" refuses params/funnel.toml \
  's/2 and more beats"/2 and more beats."/' 'params/funnel.toml: Depth is 1.*period'
check "an unknown table of parameters is refused" refuses params/atbbridge.toml \
  's/^refused/denied/' "params/atbbridge.toml: 'params', 'refused' and nothing else"
check "without arguments it says how it is used" fails 2 'regmap.py SOURCE OUTPUT' python3 "$GEN"

echo 'extern int one;' >"$TMP/one.c"
check "every C header compiles by itself without a warning" sh -c "
  for h in regmap/gen/c/*.h; do
    ${CC:-gcc} -std=c11 -ffreestanding -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
      -Iregmap/include -Iregmap/gen/c -include \$h '$TMP/one.c' || exit 1
  done"
check "every generated file names the command and the license" sh -c "
  [ -z \"\$(grep -rL 'make regs' regmap/gen)\$(grep -rL 'SPDX-License-Identifier' regmap/gen)\" ]"

# Numbers below are the standard's: trTeInstMode is trTeControl[6:4], filters are at 0x400 + 0x20 * i.
cat >"$TMP/t.tcl" <<'TCL'
source regmap/gen/tcl/regs.tcl
namespace import -force ::hartrace_regs::*
proc want {got expected} { if {$got ne $expected} { puts stderr "got $got, expected $expected"; exit 1 } }
want [dict get $::hartrace_regs::fields encoder trTeInstMode] {trTeControl 4 6 WARL undef}
want [dict get $::hartrace_regs::fields funnel trTsReset] {trTsControl 2 2 W1 0}
want [dict get $::hartrace_regs::values encoder trTeInstMode htm] 6
want [dict get $::hartrace_regs::registers encoder trTeFilterControl] {0x400 16 0x20}
want [expr {[lindex [dict get $::hartrace_regs::registers ramsink trRamWPLow] 0]}] 32
want [dict size $::hartrace_regs::registers] 5
TCL
if command -v tclsh >/dev/null; then
  check "Tcl reads the dictionaries" tclsh "$TMP/t.tcl"
else
  skip "Tcl reads the dictionaries" "no tclsh"
fi

cat >"$TMP/top.sv" <<'SV'
module top (output logic [31:0] o);
  assign o = tr_encoder_pkg::TR_TE_SRC_ID_MASK ^ tr_timestamp_pkg::TR_TS_MODE_MASK ^
             tr_ramsink_pkg::TR_RAM_WP_LOW_MASK ^ tr_common_pkg::TR_ACTIVE_MASK;
endmodule
SV
# SystemVerilog without a simulator: brackets, one package per file, every statement a localparam.
sv_shape() {
  for f in regmap/gen/sv/*.sv; do
    [ "$(grep -c '^package tr_[a-z]*_pkg;$' "$f")$(grep -c '^endpackage$' "$f")" = 11 ] || return 1
    bad=$(sed -E -e '/^ *(\/\/.*)?$/d' -e '/^(package .*;|endpackage)$/d' "$f" | grep -vE \
      "^  localparam (logic \[[0-9]+:0\]|int unsigned) TR_[A-Z0-9_]+ = ([0-9]+'h[0-9a-f]+|[0-9]+'d[0-9]+|[0-9]+);$")
    [ -z "$bad" ] || { echo "$f: $bad"; return 1; }
  done
}
check "SystemVerilog packages have only localparam lines" sv_shape
if command -v verilator >/dev/null; then
  check "Verilator reads the packages" verilator --lint-only -Wall -Wno-UNUSEDPARAM -Wno-DECLFILENAME \
    regmap/gen/sv/tr_common_pkg.sv regmap/gen/sv/tr_timestamp_pkg.sv regmap/gen/sv/tr_encoder_pkg.sv \
    regmap/gen/sv/tr_ramsink_pkg.sv "$TMP/top.sv" --top-module top
else
  skip "Verilator reads the packages" "no verilator"
fi
check "register pages have a row for every field" sh -c "
  for f in \$(grep -ho '{\"tr[A-Za-z0-9]*\", [0-9]*, [0-9]*, REGMAP' regmap/gen/c/ramsink_table.h | cut -d'\"' -f2); do
    grep -q \"| \$f |\" regmap/gen/md/ramsink.md || { echo \$f; exit 1; }
  done"
finish
