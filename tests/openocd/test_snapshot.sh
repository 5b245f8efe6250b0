#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Snapshots: the simulator, the C driver through OpenOCD and the Tcl objects write the same form, and it decodes by itself to
# what the harts did.
. tests/lib/tap.sh
. tests/openocd/lib.sh

p=$BUILD/programs
dtc -q -O dtb -o "$TMP/quad.dtb" dts/quad-funnel-rv64.dts
dtc -q -O dtb -o "$TMP/sinks.dtb" dts/three-sinks.dts

# harts FOLDER PCS: of each of the four.
harts() {
  local i
  for i in 0 1 2 3; do
    "$HARTRACE" decode "$1" --src $i -f pcs -o "$TMP/d.$i" && cmp "$TMP/d.$i" "$2.$i" || return 1
  done
}

# The registers of two snapshots: all but counters of time and pointers to free memory.
same_registers() {
  local f
  for f in encoder-0 encoder-3 funnel-0 ramsink-0; do
    diff <(grep '^tr' "$1/$f.ini" | grep -v 'trTsCounter') <(grep '^tr' "$2/${f/-/$3}.ini" | grep -v 'trTsCounter') || return 1
  done
}

live() {
  sim_start "$p/rv64/smpwork.elf" --dtb "$TMP/quad.dtb" --halted --linger --save-pcs "$TMP/pcs" && ocd_start 4 || return 1
  local target="--io openocd:127.0.0.1:$ocd_port --dtb $TMP/quad.dtb"
  # shellcheck disable=SC2086
  "$HARTRACE" start $target && ocd_rpc resume && sim_ended || return 1
  # shellcheck disable=SC2086
  fails 2 'still running; hartrace stop first' "$HARTRACE" snapshot $target "$TMP/early" || return 1
  # shellcheck disable=SC2086
  "$HARTRACE" snapshot $target --image "$p/rv64/smpwork.elf" --stop "$TMP/live" || return 1
  # Tcl, on the same target: the same bytes and registers.
  "$HARTRACE" dtb2tcl "$TMP/quad.dtb" --target hartrace.cpu >"$TMP/t.tcl"
  ocd_rpc "source openocd-scripts/hartrace.tcl; source $TMP/t.tcl
    hartrace snapshot $TMP/tcl $p/rv64/smpwork.elf" | grep -qx "$TMP/tcl" || return 1
  ocd_end
  sim_wait && harts "$TMP/live" "$TMP/pcs"
}
check "by the C driver through OpenOCD" live
check "by the Tcl objects" harts "$TMP/tcl" "$TMP/pcs"
check "the same trace in both" cmp "$TMP/live/ramsink-0.bin" "$TMP/tcl/ramsink0.bin"
check "the same registers in both" same_registers "$TMP/live" "$TMP/tcl" ""
check "the tree is in it" cmp "$TMP/live/tree.dtb" "$TMP/quad.dtb"

simulated() {
  "$HARTRACE" run "$p/rv64/smpwork.elf" --dtb "$TMP/quad.dtb" --save-snapshot "$TMP/sim.d" --save-pcs "$TMP/p" >"$TMP/out" 2>&1 ||
    { cat "$TMP/out"; return 1; }
  harts "$TMP/sim.d" "$TMP/p"
}
check "by the simulator" simulated

# Frames of CoreSight: decoded by us, and opened by Arm's lister.
frames() {
  "$HARTRACE" run "$p/rv64/smplock.elf" --dtb "$TMP/sinks.dtb" --sink atb --save-snapshot "$TMP/atb" --save-pcs "$TMP/a" \
    >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  "$HARTRACE" decode "$TMP/atb" --src 1 -f pcs -o "$TMP/d" && cmp "$TMP/d" "$TMP/a.1" || return 1
  trc_pkt_lister -ss_dir "$TMP/atb" -o_raw_unpacked -logstdout -logfilename /dev/null >"$TMP/lister" 2>&1
  grep -q 'Using atbbridge-0 as trace source' "$TMP/lister" && grep -q 'ID_DATA\[0x01\]' "$TMP/lister"
}
check "CoreSight frames" frames

# What comes from anywhere is read with care.
broken() {
  local pattern=$1 file=$2 edit=$3
  rm -rf "$TMP/bad"
  cp -r "$TMP/sim.d" "$TMP/bad"
  sed -i "$edit" "$TMP/bad/$file"
  fails 2 "$pattern" "$HARTRACE" decode "$TMP/bad" --src 0
}
check "no version" broken 'not a snapshot' snapshot.ini '/^version/d'
check "another version" broken 'snapshot format 2.0' snapshot.ini 's/^version=.*/version=2.0/'
check "a path out of the folder" broken 'not in the folder' trace.ini 's|^file=.*|file=../../etc/passwd|'
check "an absolute path" broken 'not in the folder' snapshot.ini 's|^image0=.*|image0=/etc/passwd|'
check "a line of nothing" broken 'encoder-0.ini: line 1 is neither' encoder-0.ini '1s/.*/hello/'
check "no number" broken "not a register's value" encoder-0.ini 's/^\(trTeControl[^=]*=\).*/\1x/'
check "a file that is not there" broken 'ramsink-9.bin' trace.ini 's/^file=.*/file=ramsink-9.bin/'
check "no trace" broken 'no trace of encoder-0' trace.ini '/^file=/d'
check "which of four" fails 2 'which encoder. There are --src 0 .encoder-0' "$HARTRACE" decode "$TMP/sim.d"
check "a folder that is none" fails 2 'snapshot.ini' "$HARTRACE" decode "$TMP"

finish
