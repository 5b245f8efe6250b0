#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A live target through OpenOCD's Tcl port: the verbs of hartrace program, start, stop and read the trace while the harts run,
# and it is what they did.
. tests/lib/tap.sh
. tests/openocd/lib.sh

# trees NAME...: compiled, in $TMP.
trees() {
  local t
  for t; do
    dtc -q -O dtb -o "$TMP/$t.dtb" "dts/$t.dts" || return 1
  done
}

hart() {
  "$HARTRACE" "$@" --io "openocd:127.0.0.1:$ocd_port" --dtb "$TMP/$tree.dtb"
}

# The protocol of what follows: options of the target, of start, and of the decoder. A target of E-Trace has it beside N-Trace in its
# encoders; its sink is made for it.
target=() start=() decode=()
speaks() {
  target=() start=() decode=()
  [ "$1" = N-Trace ] && return
  start=(--te trTeFormat=0) decode=(--te trTeFormat=0)
  local k
  for k in $(seq 0 $(($2 - 1))); do target+=(--param "encoder-$k.etrace=1"); done
  target+=(--param ramsink-0.etrace=1 --param ramsink-0.async=1)
}

# decoded FILE PROGRAM SRC...: the trace of each source is what its hart did. --save-pcs wrote $TMP/pcs, $TMP/pcs.0 ...
decoded() {
  local file=$1 program=$2 bits=$3 src
  shift 3
  for src; do
    if [ "$bits" = 0 ]; then
      "$HARTRACE" verify "$file" "${decode[@]}" --elf "$program" --pcs "$TMP/pcs" || return 1
    else
      "$HARTRACE" decode "$file" "${decode[@]}" --elf "$program" --te trTeSrcBits="$bits" --src "$src" --te trTsEnable=1 -f pcs \
        -o "$TMP/decoded.$src" || return 1
      cmp "$TMP/decoded.$src" "$TMP/pcs.$src" || return 1
    fi
  done
}

# capture TREE HARTS PROGRAM BITS SRC...: the whole of a capture, from a halted start to the end of the program.
capture() {
  tree=$1
  local harts=$2 program=$3
  shift 3
  rm -f "$TMP"/pcs*
  sim_start "$program" --dtb "$TMP/$tree.dtb" --halted --linger --save-pcs "$TMP/pcs" "${target[@]}" || return 1
  ocd_start "$harts" || return 1
  hart probe --wake && hart start "${start[@]}" && hart start "${start[@]}" && ocd_rpc resume && sim_ended || return 1
  hart stop && hart stop && hart status && hart fetch -o "$TMP/t.nex" || return 1
  ocd_end
  sim_wait || return 1
  decoded "$TMP/t.nex" "$program" "$@"
}

p=$BUILD/programs
check "device trees" trees single-smem-rv64 single-smem-rv32 quad-funnel-rv64 single-sram-rv64 single-pib
once "one hart, RV64, system memory" capture single-smem-rv64 1 "$p/rv64/sort.elf" 0 0
check "one hart, RV32, system memory" capture single-smem-rv32 1 "$p/rv32/sort.elf" 0 0
check "four harts through a funnel" capture quad-funnel-rv64 4 "$p/rv64/smpwork.elf" 4 0 1 2 3

# A buffer that wraps: its end is the end of what the hart did. A snapshot says the same (N-Trace: test_snapshot.sh).
wrapped() {
  tree=single-sram-rv64
  rm -rf "$TMP"/pcs* "$TMP/snapshot"
  speaks "$1" 1
  sim_start "$p/rv64/sort.elf" --dtb "$TMP/$tree.dtb" --halted --linger --save-pcs "$TMP/pcs" "${target[@]}" || return 1
  ocd_start 1 || return 1
  hart start "${start[@]}" --te trTeInstSyncMax=2 && ocd_rpc resume && sim_ended && hart fetch --stop -o "$TMP/t.nex" &&
    { [ "$1" = N-Trace ] || hart snapshot "$TMP/snapshot"; } || return 1
  ocd_end
  sim_wait || return 1
  "$HARTRACE" decode "$TMP/t.nex" "${decode[@]}" --elf "$p/rv64/sort.elf" --wrapped -f pcs -o "$TMP/tail" 2>"$TMP/err"
  [ "$(wc -l <"$TMP/tail")" -gt 10000 ] || { echo "too little"; cat "$TMP/err"; return 1; }
  tail -n "$(wc -l <"$TMP/tail")" "$TMP/pcs" | cmp - "$TMP/tail" || return 1
  [ "$1" = E-Trace ] || return 0
  "$HARTRACE" decode "$TMP/snapshot" --elf "$p/rv64/sort.elf" -f pcs -o "$TMP/tail2" 2>"$TMP/err"
  cmp "$TMP/tail" "$TMP/tail2" && grep -q "^type=E-Trace2.0$" "$TMP/snapshot/encoder-0.ini"
}
for protocol in N-Trace E-Trace; do
  check "$protocol: SRAM that has wrapped, in the order of time" wrapped $protocol
done
if [ -n "${HARTRACE_SOAK:-}" ]; then
  speaks E-Trace 1
  check "E-Trace: one hart, RV32, system memory" capture single-smem-rv32 1 "$p/rv32/sort.elf" 0 0
  speaks E-Trace 4
  check "E-Trace: four harts through a funnel" capture quad-funnel-rv64 4 "$p/rv64/smpwork.elf" 4 0 1 2 3
fi
speaks N-Trace 1

# Both protocols in one sink: the encoder is named, and what to do; nothing runs.
both_protocols() {
  tree=quad-funnel-rv64
  sim_start "$p/rv64/smpwork.elf" --dtb "$TMP/$tree.dtb" --halted --param encoder-1.ntrace=0 --param encoder-1.etrace=1 || return 1
  ocd_start 4 || return 1
  fails 2 '3021000: it sends E-Trace, and another encoder N-Trace to the same sink, .*: give each protocol a sink of its own' hart start
}
check "both protocols in one sink are refused" both_protocols

# While a trace runs it is not read; and what is asked and not granted is said.
running() {
  tree=$1
  sim_start "$p/rv64/debuggee.elf" --dtb "$TMP/$tree.dtb" || return 1
  ocd_start 1 || return 1
  hart start --te trTeInstEnBranchPrediction=1 2>"$TMP/err" || return 1
  grep -q 'trTeInstEnBranchPrediction' "$TMP/err" || { echo "not said:"; cat "$TMP/err"; return 1; }
  hart status >"$TMP/out" && grep -q 'encoder-0 *enabled, tracing' "$TMP/out" || return 1
  hart regs encoder-0 >"$TMP/out" && grep -q 'trTeControl .*trTeInstTracing=1.*trTeInstMode=6(htm)' "$TMP/out" || return 1
  hart info >"$TMP/out" && grep -q 'enabled: not probed while it runs' "$TMP/out" || return 1
  fails 2 'still running; hartrace stop first' hart fetch -o "$TMP/t.nex" || return 1
  hart fetch --stop -o "$TMP/t.nex" || return 1
  "$HARTRACE" decode "$TMP/t.nex" --elf "$p/rv64/debuggee.elf" --wrapped -f pcs -o "$TMP/d" # 1 when the beginning is lost
  [ "$(wc -l <"$TMP/d")" -gt 1000 ]
}
check "a program that runs on: start, status, fetch" running single-sram-rv64
# A window of 1 MiB, full: a minute of System Bus Accesses, and nothing new.
if [ -n "${HARTRACE_SOAK:-}" ]; then
  check "a program that runs on: system memory" running single-smem-rv64
fi

no_program() { fails 2 "OpenOCD at 127.0.0.1:1: .*tcl_port" "$HARTRACE" probe --io openocd:127.0.0.1:1 --dtb "$TMP/$tree.dtb"; }
check "nobody at the Tcl port" no_program

# The tree of another board: nothing there, and another component.
other_board() {
  tree=single-pib
  hart probe >"$TMP/out"
  [ $? = 1 ] || return 1
  cat "$TMP/out"
  grep -q 'encoder-0 .*disabled' "$TMP/out" && grep -q 'pibsink-0 .*bus error' "$TMP/out"
}
check "a tree of another board" other_board

# The default model: what it can do is found by trying, and it is in reset again.
abilities() {
  tree=single-smem-rv64
  sim_start "$p/rv64/debuggee.elf" --dtb "$TMP/$tree.dtb" --param filters=3 --param comparators=2 --param htm=0 || return 1
  ocd_start 1 && hart info encoder-0 >"$TMP/out" || return 1
  cat "$TMP/out"
  grep -Eq 'trTeInstMode +0, 3$' "$TMP/out" && grep -Eq 'filters +3, comparators 2$' "$TMP/out" &&
    hart regs encoder-0 | grep -q 'in reset' && fails 2 'no component encoder-7' hart info encoder-7
}
check "info: what a target can do" abilities

# Mapped memory: a file of zeroes is no trace component, and stays a file of zeroes.
mapped() {
  truncate -s 160M "$TMP/mem"
  "$HARTRACE" probe --wake --io "mmio:$TMP/mem" --dtb "$TMP/single-sram-rv64.dtb" >"$TMP/out"
  [ $? = 1 ] && grep -q 'encoder-0 .*Impl reads 0' "$TMP/out" && grep -q 'ramsink-0 ' "$TMP/out" || { cat "$TMP/out"; return 1; }
  cmp -n 167772160 "$TMP/mem" /dev/zero && fails 2 'no/mem: No such file' "$HARTRACE" probe --io mmio:no/mem \
    --dtb "$TMP/single-sram-rv64.dtb"
}
check "mapped memory" mapped

simulated() { "$HARTRACE" probe --wake --io sim --dtb "$TMP/quad-funnel-rv64.dtb" | grep -c 'version 1.0, in reset' | grep -qx 6; }
check "a simulated platform" simulated
check "its tree through a pipe" "$HARTRACE" probe --io sim --dtb <(cat "$TMP/single-pib.dtb")

# start_sim SINK: on a simulated platform.
start_sim() { "$HARTRACE" start --io sim --dtb "$TMP/single-pib.dtb" --sink "$1"; }
for sink in pibsink-0 pib 0=pib; do
  check "start: the sink is $sink" start_sim $sink
done
check "start: a sink that is not there" fails 2 'no such sink; there are: pibsink-0' start_sim smem
check "start: a hart that is not there" fails 2 'no such hart; .* harts are 0 to 0' start_sim 1=pib

no_sba() {
  ocd_end
  sim_start "$p/rv64/debuggee.elf" --dtb "$TMP/single-smem-rv64.dtb" --no-sba --no-abstract-memory || return 1
  ocd_start 1 || return 1
  tree=single-smem-rv64
  fails 2 'no System Bus Access .*--halt-for-access' hart probe || return 1
  hart probe --halt-for-access || return 1
  ocd_rpc 'hartrace.cpu0 curstate' | grep -q running
}
check "without System Bus Access: said, and by halting when allowed" no_sba
ocd_end

finish
