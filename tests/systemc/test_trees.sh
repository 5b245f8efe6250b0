#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every tree of dts/ on SystemC, clocked and with a quantum: decoded = executed for each hart, and the trace is
# that of the C platform, byte for byte.
. tests/lib/tap.sh
. tests/tools/lib.sh

# trace NAME OPTION...: the bytes of all sinks into $TMP/NAME, one after the other.
trace() {
  local name=$1
  shift
  rm -f "$TMP/t.nex"*
  says 0 '^equal: ' "$HARTRACE" run "$program" "$@" --dtb "$TMP/t.dtb" --save-trace "$TMP/t.nex" \
    --console "$TMP/console" || return
  cat "$TMP/t.nex"* >"$TMP/$name"
}

tree() {
  local way
  dtc -E graph_endpoint -O dtb -o "$TMP/t.dtb" "$1" 2>"$TMP/dtc.err" || return
  trace c || return
  [ -s "$TMP/c" ] || return
  for way in "--cycle" "--quantum 1" "--quantum 777"; do
    trace sc --platform systemc $way || { echo "$way"; return 1; }
    cmp "$TMP/c" "$TMP/sc" || { echo "$way"; return 1; }
  done
}

trees=(dts/*.dts)
[ -z "${SANITIZED:-}" ] || trees=(dts/clusters.dts dts/mixed.dts dts/single-sram-rv32.dts)
for dts in "${trees[@]}"; do
  case $dts in *rv32*) x=32 ;; *) x=64 ;; esac
  program=$BUILD/programs/rv$x/smpwork.elf
  case $dts in dts/single*) program=$BUILD/programs/rv$x/timer.elf ;; esac
  check "$(basename "$dts" .dts)" tree "$dts"
done

# Harts that hold each other up, and encoders that hold up harts: the interleaving may differ, the truth may not.
program=$BUILD/programs/rv64/smplock.elf
dtc -q -E graph_endpoint -O dtb -o "$TMP/t.dtb" dts/clusters.dts
stalled() {
  trace sc --platform systemc "$@" --te trTeInstStallEna=1 --param link_bytes=1 --param fifo_bytes=76 &&
    grep -q ' stalled)' "$TMP/says.out"
}
for way in "--cycle" "--quantum 1" "--quantum 777"; do
  check "four harts, two levels, locks and stalls, $way" stalled $way
done

# changes FILE SCOPE: the levels of clock and data pins of a VCD, a line for each change.
changes() {
  awk -v scope="$2" '
    /^\$scope/ { inside = $3 == scope }
    /^\$var/ && inside && toupper($5) == "TRC_CLK" { clk = $4 }
    /^\$var/ && inside && toupper($5) == "TRC_DATA" { data = $4 }
    /^\$var/ && inside && $5 ~ /^TRC_DATA[0-9]/ { bit[$4] = substr($5, 9) }
    /^#/ { show() }
    /^b/ && $2 == data { d = 0; for (i = 2; i <= length($1); i++) d = 2 * d + substr($1, i, 1) }
    /^[01]/ { v = substr($1, 1, 1); id = substr($1, 2) }
    /^[01]/ && id == clk { c = v }
    /^[01]/ && (id in bit) { pin[bit[id]] = v; d = 0; for (b in pin) d += pin[b] * 2 ^ b }
    function show() { if (c == "") return; if (c " " d != last) { last = c " " d; print last } }
    END { show() }' "$1"
}

# The pins: what the platform saw, cycle by cycle, is what the waves show.
pins() {
  dtc -q -E graph_endpoint -O dtb -o "$TMP/t.dtb" dts/single-pib.dts
  trace sc --platform systemc --waves "$TMP/w.vcd" --save-vcd "$TMP/p.vcd" --pib 4 \
    --max-instructions 5000 || return
  changes "$TMP/p.vcd" pib | tail -n +2 >"$TMP/p.changes"
  changes "$TMP/w.vcd" pibsink0 | tail -n +2 | head -n "$(wc -l <"$TMP/p.changes")" >"$TMP/w.changes"
  grep -q ' [1-9]' "$TMP/p.changes" && cmp "$TMP/w.changes" "$TMP/p.changes"
}
program=$BUILD/programs/rv64/crc.elf
check "the waves show the pins" pins

finish
