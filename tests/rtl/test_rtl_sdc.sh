#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The constraints (rtl-model/rtl/sdc): every file runs in Tcl with nothing but SDC's commands, and constrains every port of its
# component but clk_i and rst_ni once, in the right direction; tr_crossings.sdc names registers that the modules have.
. tests/lib/tap.sh
command -v tclsh >/dev/null || { skip "constraints" "no tclsh"; finish; }

cat >"$TMP/sdc.tcl" <<'TCL'
# sdc.tcl FILE...: prints "in PORT", "out PORT", "pin PATTERN"
proc get_ports {names} { return $names }
proc get_pins {args} { puts "pin [lindex [lindex $args end] end]"; return {} }
proc get_clocks {names} { return $names }
foreach c {create_generated_clock set_max_delay set_min_delay set_multicycle_path} { proc $c {args} {} }
# A second delay, for the other corner (-min), is not counted again.
proc set_input_delay {args} { foreach p [lindex $args end] { puts "in $p" } }
proc set_false_path {args} { if {$::others ne "" && [lindex $args 0] eq "-from" && [llength $args] == 2} { foreach p [lindex $args 1] { puts "in $p" } } }
proc create_clock {args} { if {$::others ne "" && [lindex $args end] ne "clk_i"} { puts "clock [lindex $args end]" } }
proc set_output_delay {args} { if {"-min" ni $args} { foreach p [lindex $args end] { puts "out $p" } } }
set tr_period 10.0
set tr_fast 4.0
set tr_atclken 2
set others [expr {[info exists env(OTHERS)] ? $env(OTHERS) : ""}]
foreach {name value} $others { set $name $value }
foreach f $argv { source $f }
TCL
sdc=rtl-model/rtl/sdc

# ports MODULE: as the SystemVerilog has them.
ports() {
  awk '/^  (input|output) / {
      sub(/\/\/.*/, ""); n = split($0, part, ",")
      for (i = 1; i <= n; i++) {
        if (match(part[i], /(in|out)put /)) way = substr(part[i], RSTART, RLENGTH - 4)
        gsub(/input|output|logic|\[[^]]*\]| /, "", part[i])
        if (part[i] != "") print way, part[i]
      } }' "rtl-model/rtl/$1.sv" |
    grep -vE ' (clk_i|rst_ni)$' | sort
}
constrained() { # MODULE
  tclsh "$TMP/sdc.tcl" $sdc/tr_component.sdc "$sdc/$1.sdc" >"$TMP/out" || return
  # trc_clk_o and trc_data_o are limited by the skew.
  diff <(ports "$1") <(grep -E '^(in|out) ' "$TMP/out" | sort)
}
for c in encoder funnel ramsink pibsink atbbridge; do
  check "every port of tr_$c" constrained tr_$c
done
# others NAMES-AND-VALUES: tr_system with these clocks: every port but its clocks once, those of the harts once for each; and the clocks.
others() {
  local clock
  OTHERS="others system $1" tclsh "$TMP/sdc.tcl" $sdc/tr_system.sdc >"$TMP/out" || return
  for clock in pclk_i time_clk_i 'hart_clk_i\[0\]' 'hart_clk_i\[1\]'; do grep -c "^clock $clock$" "$TMP/out"; done | tr '\n' ' ' | grep -qx "$2 " || { cat "$TMP/out"; return 1; }
  diff <(ports tr_system | grep -vE ' (pclk_i|time_clk_i|hart_clk_i)$') \
    <(grep -E '^(in|out) ' "$TMP/out" | grep -v ' rst_ni$' | sort | { if [ -n "${3:-}" ]; then uniq; else cat; fi; })
}
check "every port of tr_system, one clock" others "" "0 0 0 0"
check "every port of tr_system, clocks of bus and time" others "tr_period_apb 20 tr_period_time 50" "1 1 0 0"
check "every port of tr_system, all clocks" others "tr_period_apb 20 tr_period_time 50 tr_period_harts {3 5} tr_async_sidebands 1" "1 1 1 1" harts

registers() {
  local name
  tclsh "$TMP/sdc.tcl" $sdc/tr_crossings.sdc >"$TMP/out" || return
  [ "$(wc -l <"$TMP/out")" -ge 5 ] || return
  for name in $(sed -nE 's/^pin \*\/(u_beats\/)?([a-z_]+)_reg.*/\2/p' "$TMP/out"); do
    grep -qE "(logic|\]) .*\b$name\b" rtl-model/rtl/tr_{sync,async_fifo,async_flush,apb_async}.sv || { echo "no register $name"; return 1; }
  done
}
check "registers of the crossings" registers
check "the period is asked for" fails 1 'set tr_period first' tclsh $sdc/tr_component.sdc
finish
