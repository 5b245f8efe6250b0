#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Icarus Verilog, a second simulator, and one with X: it runs the simple components and what yosys makes of them side by side, with random inputs
# and two clocks where there are two. Wherever an output of the RTL is 0 or 1 the netlist's is that too. With HARTRACE_SOAK (make check-netlist)
# also funnel and ATB bridge, and the netlists of all others: no output is X after the reset.
. tests/lib/tap.sh

if [ -n "${SANITIZED:-}" ]; then
  skip "Icarus Verilog" "nothing of it is compiled: runs in the other build"
  finish
fi
command -v iverilog >/dev/null && command -v yosys >/dev/null || { skip "Icarus Verilog" "no iverilog or no yosys"; finish; }
GEN=$PWD/regmap/gen/sv
RTL=rtl-model/rtl

# netlist MODULE [PARAMETER...]
netlist() { [ -s "$TMP/$1.v" ] || $RTL/netlist.sh "$GEN" "$TMP/$1.v" "$@" 2>"$TMP/err" || { cat "$TMP/err"; return 1; }; }
# simulate MODULE SOURCES: its bench prints PASS. What Icarus says of constant selects is that a block runs more often than it has to.
simulate() {
  iverilog -g2012 -I"$TMP/rtl" -s bench -o "$TMP/$1.vvp" "$TMP/$1.bench.v" "${@:2}" 2>"$TMP/err" || { cat "$TMP/err"; return 1; }
  timeout 300 vvp "$TMP/$1.vvp" | tee "$TMP/$1.log"
  grep -qx PASS "$TMP/$1.log"
}
# both MODULE: RTL and netlist.
both() {
  netlist "$1" || return 1
  sed "s/^module $1(/module ${1}_net(/" "$TMP/$1.v" >"$TMP/$1.net.v"
  awk -v rtl=1 -v cycles=$((HARTRACE_SOAK > 0 ? 5000 : 600)) -v seed=$((7 + $2)) -f tests/rtl/icarus/bench.awk "$TMP/$1.v" >"$TMP/$1.bench.v"
  simulate "$1" "$TMP/$1.net.v" "$TMP"/rtl/*_pkg.sv -y "$TMP/rtl" -Y .sv "$TMP/rtl/$1.sv"
}
# alone MODULE CYCLES: the netlist.
alone() {
  netlist "$1" || return 1
  awk -v cycles="$2" -f tests/rtl/icarus/bench.awk "$TMP/$1.v" >"$TMP/$1.bench.v"
  simulate "$1" "$TMP/$1.v"
}

HARTRACE_SOAK=${HARTRACE_SOAK:-0}
check "the sources are written as Icarus takes them" $RTL/icarus.sh "$GEN" "$TMP/rtl"
for m in tr_sync tr_pulse_sync tr_gray_time tr_async_link tr_timestamp; do
  check "$m: RTL and netlist" both $m 0
done
planted() {
  sed -i "s/pulse_o *= there != there_q/pulse_o = there/" "$TMP/rtl/tr_pulse_sync.sv" || return 1
  ! both tr_pulse_sync 0 && grep -q 'pulse_o\[0\]: netlist' "$TMP/tr_pulse_sync.log"
}
check "a bug planted in the RTL alone is found" planted
no_reset() {
  sed -i "s/if (!src_rst_ni)/if (1'b0)/" "$TMP/tr_pulse_sync.v"
  ! alone tr_pulse_sync 100 && grep -q 'busy_o is x' "$TMP/tr_pulse_sync.log"
}
check "registers without a reset are found" no_reset
if [ "$HARTRACE_SOAK" = 0 ]; then
  skip "the other components" "HARTRACE_SOAK is not set"
  finish
fi
for m in tr_apb_async tr_fifo tr_arbiter tr_funnel tr_atbbridge; do
  check "$m: RTL and netlist" both $m 1
done
for m in tr_encoder tr_pibsink tr_ramsink tr_system; do
  check "$m: the netlist" alone $m 5000
done
finish
