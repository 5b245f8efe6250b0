#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace run --impl rtl: the components in SystemVerilog in the platform do what their models do.
. tests/lib/tap.sh
. tests/tools/lib.sh
. tests/lib/selftrace.sh

run() {
  "$HARTRACE" run "$@" --platform systemc --console "$TMP/console"
}

# same OPTION...: a run with the model and one with RTL; both decode to what was executed, same trace.
same() {
  rm -f "$TMP/model.nex" "$TMP/rtl.nex"
  says 0 '^equal' run "$@" --impl model --save-trace "$TMP/model.nex" || return
  says 0 '^equal' run "$@" --impl rtl --save-trace "$TMP/rtl.nex" || return
  [ -s "$TMP/model.nex" ] && cmp "$TMP/model.nex" "$TMP/rtl.nex"
}

# equal OPTION...: the trace need not be the same, what it says must be.
equal() {
  says 0 '^equal' run "$@" --impl rtl
}

# runs_by_both PROGRAM: N-Trace and E-Trace of an encoder that has both decode to the same PCs.
runs_by_both() {
  local format
  for format in 1 0; do
    says 0 '^equal' run "$1" --impl rtl --param etrace=1 --te trTeFormat=$format --save-pcs "$TMP/$format.pcs" $([ $format = 1 ] && echo --mode btm $stall) || return
  done
  [ -s "$TMP/0.pcs" ] && cmp "$TMP/0.pcs" "$TMP/1.pcs"
}

# goes_on PROGRAM OPTION...: without stalls there are losses, each of them announced, and most of the program is in the trace.
goes_on() {
  run "$@" --impl rtl >"$TMP/part" 2>&1
  sed -nE 's/^equal in part: ([0-9]+) of ([0-9]+) .*/\1 \2/p' "$TMP/part" | awk '{ found = $1 > 0.9 * $2 } END { exit !found }' &&
    grep -q 'the encoder lost trace' "$TMP/part" || { cat "$TMP/part"; return 1; }
}

# The same but for the first TSTAMP: each register access but the last takes a cycle in RTL, and none in the model.
same_deltas() {
  same "$@" >"$TMP/same.out" && return
  for i in model rtl; do
    "$HARTRACE" dump "$TMP/$i.nex" --te trTsEnable=1 >"$TMP/$i.dump" || return
  done
  [ "$(wc -l <"$TMP/model.dump")" -gt 100 ] || return
  grep -o 'TSTAMP=0x[0-9A-F]*' "$TMP/rtl.dump" | sed -n 1p
  sed -i '1s/TSTAMP=.*//' "$TMP/model.dump" "$TMP/rtl.dump"
  diff "$TMP/model.dump" "$TMP/rtl.dump"
}

# The RTL queues four records, and the hart here makes one in every cycle; with stalls it loses none of them.
stall=--te\ trTeInstStallEna=1
for xlen in 32 64; do
  p=$BUILD/programs/rv$xlen
  for name in sort nested timer; do
    check "RV$xlen HTM $name" same "$p/$name.elf"
  done
  for name in sort nested coroutine; do
    check "RV$xlen BTM $name" same "$p/$name.elf" --mode btm $stall
  done
  check "RV$xlen, every optimization" same "$p/sort.elf" --param hist_search=0 --te trTeInstEnRepeatedHistory=1 \
    --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3 $stall
  check "RV$xlen, a synchronization every 32 messages" same "$p/nested.elf" --te trTeInstSyncMode=1 --te trTeInstSyncMax=1
  check "RV$xlen, a synchronization every 256 cycles" same "$p/nested.elf" --te trTeInstSyncMode=2 --te trTeInstSyncMax=4
  check "RV$xlen, timestamps of the core" same_deltas "$p/nested.elf" --te trTsMode=3 --te trTsEnable=1 --te trTsCount=1
  check "RV$xlen, timestamps from outside" same "$p/nested.elf" --te trTsMode=1 --te trTsEnable=1 --te trTsCount=1
  check "RV$xlen, a quantum of 100 cycles" same "$p/crc.elf" --quantum 100
  check "RV$xlen, a trace into system memory" same "$p/crc.elf" --sink smem --sink-size 65536
done
# E-Trace from the same registers: an encoder of both protocols, sinks that fill as E-Trace asks for.
etrace='--param etrace=1 --te trTeFormat=0'
for xlen in 32 64; do
  p=$BUILD/programs/rv$xlen
  check "RV$xlen E-Trace nested" same "$p/nested.elf" $etrace
  check "RV$xlen E-Trace crc" same "$p/crc.elf" $etrace
  check "RV$xlen E-Trace with full addresses and sequential jumps" same "$p/sort.elf" $etrace --te trTeInstNoAddrDiff=1 \
    --te trTeInstEnSequentialJump=1 $stall
  check "RV$xlen E-Trace into system memory, which wraps" same "$p/sort.elf" $etrace --te trTeInstSyncMode=1 --te trTeInstSyncMax=1 $stall \
    --sink smem --sink-size 8192
done
p=$BUILD/programs/rv64
# smaller PROGRAM: predicted branches and known targets make it shorter, by a tenth at least.
smaller() {
  same "$1" $etrace $stall && mv "$TMP/rtl.nex" "$TMP/plain.etr" && same "$1" $etrace $stall --param bpred_size=6 --param cache_size=4 --param f0s_width=1 \
    --te trTeInstEnBranchPrediction=1 --te trTeInstEnJumpTargetCache=1 && [ $((10 * $(wc -c <"$TMP/rtl.nex"))) -lt $((9 * $(wc -c <"$TMP/plain.etr"))) ]
}
check "E-Trace with branch prediction and a jump target cache" smaller "$p/sort.elf"
check "E-Trace of two harts through a funnel" equal "$p/smpwork.elf" --harts 2 $etrace $stall
check "E-Trace without stalls: after a loss it goes on" goes_on "$p/sort.elf" $etrace --te trTeInstSyncMode=1 --te trTeInstSyncMax=1
check "E-Trace and N-Trace: the same execution" runs_by_both "$p/sort.elf"
# What is outside of N-Trace 1.0: one set of parameters for each XLEN has all of it (docs/reference/data-trace.md, stimulus.md).
extra="--param stimulus=1 --param data_trace=1 --param watchpoint=1 --param comparators=1"
data="$extra --te trTeDataTracing=1 --te trTeDataAddrCompress=1"
# accesses OPTION...: the model's bytes, and every load, store and atomic of the hart.
accesses() {
  same "$@" $data $stall && says 0 '^data equal: [1-9][0-9]* accesses$' run "$@" $data $stall --impl rtl
}
# dropped OPTION...: a record in every cycle, and no stall: all instructions, and of the accesses what was not dropped.
dropped() {
  run "$@" $data --te trTeDataDropEna=1 --impl rtl >"$TMP/dropped" 2>&1 || { cat "$TMP/dropped"; return 1; }
  grep -q '^equal: [1-9][0-9]* instructions' "$TMP/dropped" &&
    grep -Eq '^data equal: [1-9][0-9]* accesses, [1-9][0-9]* without a message after [1-9][0-9]* announced loss(es)?$' "$TMP/dropped" ||
    { cat "$TMP/dropped"; return 1; }
}
# ports PROGRAM OPTION...: the same stores in the same order; a store is posted here, and may come a few messages later.
ports() {
  local i
  for i in model rtl; do
    says 0 '^equal' run "$@" $extra --impl $i --te trTeStimEnable=1 --te trTeStimMask=0xFFFFFFFF $stall --save-trace "$TMP/$i.nex" &&
      "$HARTRACE" dump "$TMP/$i.nex" | grep -o 'DataAcquisition.*' >"$TMP/$i.stores" || return
  done
  [ "$(wc -l <"$TMP/rtl.stores")" -gt 800 ] && cmp "$TMP/model.stores" "$TMP/rtl.stores"
}
# watched PROGRAM FUNCTION: Watchpoint messages where its first instruction ends a block.
watched() {
  local at
  at=$(riscv64-unknown-elf-nm "$1" | awk -v f="$2" '$3 == f { print "0x" $1 }')
  same "$1" $extra --te 'trTeCompPNotify[0]=1' --te "trTeCompPMatchLow[0]=$at" $stall &&
    [ "$("$HARTRACE" dump "$TMP/rtl.nex" | grep -c 'Watchpoint WPHIT=0x1$')" -gt 10 ]
}
for xlen in 32 64; do
  p=$BUILD/programs/rv$xlen
  for mode in htm btm; do
    check "RV$xlen $mode: every access" accesses "$p/atomic.elf" --mode $mode
    check "RV$xlen $mode: accesses with drops" dropped "$p/state.elf" --mode $mode
    check "RV$xlen $mode: accesses with drops, every other instruction" dropped "$p/atomic.elf" --mode $mode
  done
  check "RV$xlen: stimulus ports" ports "$p/stimulus.elf"
  check "RV$xlen: Watchpoint messages" watched "$p/sort.elf" sift
done
p=$BUILD/programs/rv64
check "accesses with SRC and optimizations" accesses "$p/state.elf" --te trTeSrcBits=4 --te trTeSrcID=5 --param hist_search=0 \
  --te trTeInstEnRepeatedHistory=1 --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3
check "accesses with a stall for data alone" says 0 '^data equal: [1-9][0-9]* accesses$' run "$p/atomic.elf" $data --te trTeDataStallEna=1 --impl rtl
check "data trace without the rest of its set" fails 2 'the RTL that is built has' run "$p/atomic.elf" --param data_trace=1 --impl rtl

# Data trace of E-Trace: an encoder of both protocols, without what only N-Trace has.
data="--param etrace=1 --param data_trace=1 --te trTeFormat=0 --te trTeDataTracing=1 --te trTeDataAddrCompress=2"
all='^data equal: [1-9][0-9]* accesses$'
# failed PROGRAM: the model's bytes; no packet reports a conditional store that failed, so a region ends there.
failed() {
  same "$1" $data $stall && says 0 '^data equal: [1-9][0-9]* accesses, 1 without a message after 1 announced loss$' run "$1" $data $stall --impl rtl
}
for xlen in 32 64; do
  p=$BUILD/programs/rv$xlen
  check "RV$xlen E-Trace: every access" accesses "$p/state.elf"
  check "RV$xlen E-Trace: atomics, and a store that failed" failed "$p/atomic.elf"
  check "RV$xlen E-Trace: an instruction in every cycle, and no stall" says 0 "$all" run "$p/state.elf" $data --te trTeDataDropEna=1 --impl rtl
  check "RV$xlen E-Trace: a stall for data alone" says 0 "$all" run "$p/state.elf" $data --te trTeDataStallEna=1 --impl rtl
done

# by_source WHAT OPTION...: four harts; the messages of each, in their order, in $TMP/WHAT.src, but for TSTAMP that is no difference.
by_source() {
  local name=$1 n ts=1
  shift
  [[ $* = *trTsEnable=0* ]] && ts=0
  says 0 '^equal' run "$@" --save-trace "$TMP/$name.nex" || return
  for n in 0 1 2 3; do
    "$HARTRACE" dump "$TMP/$name.nex" --te trTeSrcBits=4 --te trTsEnable=$ts | grep " SRC=$n " | sed 's/.* len=/len=/' |
      sed '/ SYNC=/s/len=[0-9]* \(.*\)TSTAMP=.*/\1/' >"$TMP/src"
    [ "$(wc -l <"$TMP/src")" -gt 2 ] || { echo "few messages of $n"; return 1; }
    cat "$TMP/src"
  done >"$TMP/$name.src"
}

# sources IMPL OPTION...: each source sends the same with models and with IMPL.
sources() {
  local impl=$1
  shift
  by_source models "$@" --impl model && by_source these "$@" --impl "$impl" && diff "$TMP/models.src" "$TMP/these.src"
}

# same_as IMPL OPTION...: the sink holds the same bytes with models and with IMPL.
same_as() {
  local impl=$1
  shift
  rm -f "$TMP/model.nex" "$TMP/rtl.nex"
  says 0 '^equal' run "$@" --impl model --save-trace "$TMP/model.nex" || return
  says 0 '^equal' run "$@" --impl "$impl" --save-trace "$TMP/rtl.nex" || return
  [ -s "$TMP/model.nex" ] && cmp "$TMP/model.nex" "$TMP/rtl.nex"
}

# Timestamps apart, as long as no message waits for another the sink holds the same bytes. RTL takes a message in beats, and in an
# encoder some messages take longer than others: where they meet the funnel takes turns in another order, and each source sends the
# same. A funnel's clock starts some cycles later.
network=funnel=rtl,ramsink=rtl
for xlen in 32 64; do
  p=$BUILD/programs/rv$xlen
  check "RV$xlen, four harts, all RTL, no timestamps, by source" sources rtl "$p/crc.elf" --harts 4 --te trTsEnable=0
  check "RV$xlen, four harts, all RTL, a quantum, by source" sources rtl "$p/crc.elf" --harts 4 --te trTsEnable=0 --quantum 100
  check "RV$xlen, four harts, funnel and sink" same_as $network "$p/nested.elf" --harts 4 --te trTsEnable=0
  check "RV$xlen, four harts, all RTL, by source" sources rtl "$p/nested.elf" --harts 4
  check "RV$xlen, four harts at work, funnel and sink, by source" sources $network "$p/smpwork.elf" --harts 4
  check "RV$xlen, four harts at work, all RTL, with stalls" equal "$p/smpwork.elf" --harts 4 $stall
done
check "one of four encoders is RTL: by source" sources encoder-2=rtl "$p/nested.elf" --harts 4

# The driver on the hart itself. Holds TCI-COMP-034
for xlen in 32 64; do
  sed '/hartrace,timestamp/d' dts/single-smem-rv$xlen.dts | dtc -q -O dtb -o "$TMP/rv$xlen.dtb" -
  check "RV$xlen, a program that traces itself" selftrace selftrace $xlen --platform systemc --impl rtl
done

# tree NAME: a device tree under dts.
tree() {
  dtc -q -O dtb -o "$TMP/$1.dtb" "dts/$1.dts" && echo "$TMP/$1.dtb"
}
check "RV64, a tree: four harts into system memory, by source" sources rtl "$p/nested.elf" --dtb "$(tree quad-funnel-rv64)"
# Holds TCI-COMP-027
check "RV64, a tree of three funnels, by source" sources rtl "$p/nested.elf" --dtb "$(tree clusters)"
check "RV32, a tree without timestamps, by source" sources rtl "$BUILD/programs/rv32/crc.elf" --te trTsEnable=0 --dtb "$(tree quad-funnel-rv32)"

p=$BUILD/programs/rv64/nested.elf
# What leaves by pins, as a probe sees them, and over ATB.
pins=$(tree single-pib)
for mode in 16 8 4:1:center 1 uart manchester:1; do
  check "pins: $mode" same_as rtl "$BUILD/programs/rv64/nested.elf" --dtb "$pins" --pib $mode $stall
done
# Holds TCI-COMP-025
check "ATB" same_as rtl "$BUILD/programs/rv64/sort.elf" --dtb "$(tree single-atb)"
check "ATB with E-Trace" same_as rtl "$BUILD/programs/rv64/sort.elf" --dtb "$(tree single-atb)" $etrace
# Null packets on the pins are as many as there is time for.
for mode in uart 1 4 16; do
  check "pins with E-Trace: $mode" equal "$BUILD/programs/rv64/sort.elf" --dtb "$pins" --pib $mode $etrace $stall
done
check "ATB, a quantum" same_as rtl "$BUILD/programs/rv64/sort.elf" --dtb "$(tree single-atb)" --quantum 100
for sink in ramsink-0 pib atb; do
  check "two harts, a funnel that sends to three sinks: $sink" equal "$BUILD/programs/rv64/smplock.elf" --dtb "$(tree three-sinks)" \
    --sink $sink $stall
done

# tr_system as a whole: encoders, funnel and sink are one design, with wires in between.
whole=system=rtl
for xlen in 32 64; do
  # Holds TCI-COMP-001 TCI-COMP-022 TCI-COMP-023
  check "RV$xlen, tr_system for one hart" same_as $whole "$BUILD/programs/rv$xlen/sort.elf"
  check "RV$xlen, tr_system for one hart, BTM, a quantum" same_as $whole "$BUILD/programs/rv$xlen/nested.elf" --mode btm $stall \
    --quantum 100
  # Holds TCI-COMP-004 TCI-COMP-005 TCI-COMP-013 TCI-COMP-026 TCI-COMP-028 TCI-MIN-001 TCI-MIN-002 NT-DEF-001
  check "RV$xlen, tr_system for four harts" same_as $whole "$BUILD/programs/rv$xlen/crc.elf" --harts 4 --te trTsEnable=0
  check "RV$xlen, tr_system for four harts, timestamps, by source" sources $whole "$BUILD/programs/rv$xlen/nested.elf" --harts 4
  check "RV$xlen, tr_system, four harts at work, with stalls" says 0 '^equal' run "$BUILD/programs/rv$xlen/smpwork.elf" --harts 4 \
    --impl $whole $stall
done
check "tr_system into system memory, by source" sources $whole "$BUILD/programs/rv64/nested.elf" --dtb "$(tree quad-funnel-rv64)"
# Holds TCI-COMP-024
for mode in 16 4:1:center uart manchester:1; do
  check "tr_system with pins: $mode" same_as $whole "$BUILD/programs/rv64/nested.elf" --dtb "$pins" --pib $mode $stall
done
check "tr_system with E-Trace: two harts" equal "$BUILD/programs/rv64/smpwork.elf" --harts 2 $etrace $stall --impl $whole
# Holds TCI-COMP-031 TCI-ATB-001
check "tr_system with ATB" same_as $whole "$BUILD/programs/rv64/sort.elf" --dtb "$(tree single-atb)"
check "tr_system with ATB, a quantum" same_as $whole "$BUILD/programs/rv64/sort.elf" --dtb "$(tree single-atb)" --quantum 100
# Holds TCI-COMP-028 TCI-COMP-029 TCI-COMP-030
for sink in ramsink-0 pib atb; do
  check "tr_system with three sinks: $sink" same_as $whole "$BUILD/programs/rv64/smplock.elf" --dtb "$(tree three-sinks)" --sink $sink \
    $stall
done
# More than the SRAM holds, so it is in the window.
sed 's|hartrace,sram-bytes = .*|hartrace,sram-bytes = <65536>; hartrace,smem-window = <0x0 0x84000000 0x0 0x100000>;|' \
  dts/single-sram-rv64.dts | dtc -q -O dtb -o "$TMP/both.dtb" -
check "tr_system with SRAM and system memory, over AHB-Lite" same_as $whole "$BUILD/programs/rv64/sort.elf" --dtb "$TMP/both.dtb"
sed '/hartrace,smem-window/d; s/"ramsink"/"pibsink"/' dts/quad-funnel-rv64.dts | dtc -q -O dtb -o "$TMP/pins4.dtb" -
check "no tr_system with that sink" fails 2 'pibsink-0: the RTL that is built has none' run "$p" --dtb "$TMP/pins4.dtb" --impl $whole
check "no tr_system for three harts" fails 2 'system: no RTL is built for harts=3' run "$p" --harts 3 --impl $whole
check "no tr_system of that size" fails 2 'ramsink-0: sram_bytes=65536: the RTL that is built' run "$p" --sink-size 65536 --impl $whole
check "a tree that is no tr_system" fails 2 'tr_system is an encoder for each hart' run "$p" --dtb "$(tree clusters)" --impl $whole
check "a parameter that no tr_system has" fails 2 'encoder-0: filters=2: the RTL' run "$p" --impl $whole --param filters=2

# filled OPTION...: a sink that is too small holds the same with models and with RTL, whatever can be decoded of it.
filled() {
  local impl
  for impl in model rtl; do
    rm -f "$TMP/$impl.nex"
    run "$BUILD/programs/rv64/sort.elf" --sink-size 65536 --impl $impl --save-trace "$TMP/$impl.nex" "$@" >"$TMP/out" 2>&1
  done
  [ -s "$TMP/model.nex" ] && cmp "$TMP/model.nex" "$TMP/rtl.nex"
}
check "SRAM that has wrapped" filled
check "SRAM that is full" filled --stop-on-wrap
check "system memory that has wrapped" filled --sink smem

check "a parameter that was not built" fails 2 'encoder-0: filters=2: the RTL that is built has filters=0' run "$p" --impl rtl --param filters=2
check "another" fails 2 'encoder-0: fifo_bytes=80: ' run "$p" --impl encoder=rtl --param fifo_bytes=80
check "garbage after reset" fails 2 'encoder-0: garbage' run "$p" --impl rtl --param garbage=12345
check "no such component" fails 2 'encoder-7: no such component' run "$p" --impl encoder-7=rtl
check "no such implementation" fails 2 'it is rtl or model' run "$p" --impl vhdl
check "a funnel that was not built" fails 2 'funnel-0: inputs=3: the RTL that is built has inputs=' run "$p" --harts 3 --impl funnel=rtl
check "a memory that was not built" fails 2 'ramsink-0: sram_bytes=8192: the RTL that is built has sram_bytes=' run "$p" \
  --sink-size 8192 --impl ramsink-0=rtl
check "RTL without SystemC" fails 2 'needs --platform systemc' "$HARTRACE" run "$p" --impl rtl
check "model after rtl" says 0 '^equal' run "$p" --impl rtl,encoder-0=model --param filters=2
mkdir "$TMP/alone" && cp "$HARTRACE" "$TMP/alone/"
check "without hartrace-rtl: what to do" fails 2 'make rtl' "$TMP/alone/hartrace" run "$p" --platform systemc --impl rtl
finish
