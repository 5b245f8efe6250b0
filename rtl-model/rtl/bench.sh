#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh GEN-FOLDER [PART-OF-NAME]: area of usual encoders, what each option costs in the typical one, of the other components and of
# a system; for the first three what synth_xilinx makes of them too. With "timing" or "timing PART-OF-NAME" how fast they are after
# place and route instead (timing.sh). One on each processor.
set -u
gen=$1
part=${2:-}
rows=rows
BENCH_TOOL=$(dirname "$0")/area.sh
case $part in timing*) rows=timing_rows part=${part#timing} part=${part# } BENCH_TOOL=$(dirname "$0")/timing.sh ;; esac
BENCH_TMP=$(mktemp -d)
export BENCH_TOOL BENCH_TMP
trap 'rm -rf "$BENCH_TMP"' EXIT

minimal="XLen=32 Htm=0 ItypeW=3 SrcW=0 SyncModes=2 Context=0 Triggers=0 Stall=0 AllJumps=0 ExtendAddrMsb=0 SequentialJump=0 ImplicitReturn=0 \
RepeatedHistory=0 RepeatBranch=0"
typical="XLen=32 Btm=0 TsModes=2"
full="HContext=1 ExtTriggers=8 ExtOutputs=8 DbgControl=1 HistSearch=1 RepeatBranchHtm=1 TsModes=30"

# Name | arguments of area.sh
rows() {
  cat <<END
encoder, minimal: BTM, 32 bits|$minimal
encoder, typical: HTM, 32 bits|$typical
encoder, typical, 64 bits|$typical XLen=64
encoder, typical, E-Trace alone|$typical Ntrace=0 Etrace=1
encoder, typical, both protocols|$typical Etrace=1
encoder, full: 64 bits, all but filters|$full
encoder, full, two blocks per cycle|$full Blocks=2
encoder, full, 1 filter, 1 comparator|$full Filters=1 Comparators=1
encoder, full, 2 filters, 2 comparators|$full Filters=2 Comparators=2
encoder, full, 16 filters, 8 comparators|$full Filters=16 Comparators=8
synth_xilinx: minimal|-x $minimal
synth_xilinx: typical|-x $typical
synth_xilinx: full|-x $full
END
  # What an option costs: the typical encoder without it, or with it.
  for p in Context=0 Triggers=0 Stall=0 SrcW=0 SyncModes=2 AllJumps=0 SequentialJump=0 ExtendAddrMsb=0 ImplicitReturn=0 RepeatedHistory=0 TsModes=0 \
    Requests=0 Lanes=1 Lanes=8 Btm=1 HContext=1 "ExtTriggers=8 ExtOutputs=8" HistSearch=1 Blocks=2 Filters=1 "Filters=1 FilterMatches=1" \
    "Filters=1 Comparators=1" "Filters=1 Comparators=1 CompInputs=1" "Filters=1 Comparators=1 CompInputs=1 CompModes=1" \
    "Filters=1 Comparators=1 CompInputs=1 CompSecondary=0"; do
    echo "option $p|$typical $p"
  done
  cat <<END
E-Trace back end, typical: 32 bits|tr_etrace
E-Trace back end, a call counter of 3 bits|tr_etrace ReturnSize=0 CounterSize=3
E-Trace back end, a branch predictor of 16 entries|tr_etrace PredictSize=4
E-Trace back end, a jump target cache of 16 entries|tr_etrace CacheSize=4
E-Trace back end, without implicit return|tr_etrace ReturnSize=0
E-Trace back end, without srcID|tr_etrace SrcW=0
E-Trace back end, timestamps of 40 bits|tr_etrace Ts=1 TsW=40
E-Trace back end, contexts of 16 bits|tr_etrace Context=1 ContextW=16
E-Trace back end, 8-bit link|tr_etrace Lanes=1
E-Trace back end, 64 bits|tr_etrace XLen=64
funnel, 2 inputs, no buffers|tr_funnel Inputs=2 Depth=0
funnel, 8 inputs|tr_funnel
funnel, 8 inputs, timestamps|tr_funnel Inputs=8 TsModes=22
RAM sink, SRAM of 1 KiB|tr_ramsink
RAM sink, system memory, AXI4|tr_ramsink Sram=0 Smem=1
RAM sink, system memory, AHB-Lite|tr_ramsink Sram=0 Smem=1 Ahb=1 AddressW=32
PIB sink, all modes|tr_pibsink
PIB sink, 1 to 16 pins|tr_pibsink Modes=7936
PIB sink, 8 pins, centered|tr_pibsink Modes=2048 ClkCenters=2 Calibrate=0 IdleBytes=0 DividerW=4
PIB sink, UART|tr_pibsink Modes=32 Calibrate=0 IdleBytes=0
ATB bridge, 32 bits|tr_atbbridge
ATB bridge, 128 bits|tr_atbbridge Width=16
ATB bridge, 8 bits, 8-bit link|tr_atbbridge Width=1 Lanes=1
system, 1 hart, RAM sink|tr_system Harts=1 $typical
system, 2 harts, funnel, RAM sink|tr_system Harts=2 $typical
END
}

# Name | arguments of timing.sh. The largest ones come first, but for the typical encoder.
timing_rows() {
  cat <<END
encoder, typical: HTM, 32 bits|-b tr_encoder $typical
encoder, full: 64 bits, two blocks per cycle|-b tr_encoder $full Blocks=2
encoder, 64 bits, options as the typical one|-b tr_encoder $typical XLen=64
encoder, minimal: BTM, 32 bits|-b tr_encoder $minimal
E-Trace back end, typical: 32 bits|-b tr_etrace
RAM sink, AXI4, 64 bits|-w tr_ramsink Sram=0 Smem=1 Width=8
RAM sink, AHB-Lite, 32 bits|tr_ramsink Sram=0 Smem=1 Ahb=1 AddressW=32
RAM sink, SRAM of 1 KiB|tr_ramsink
funnel, 8 inputs, timestamps|tr_funnel Inputs=8 TsModes=22
funnel, 2 inputs, timestamps|tr_funnel Inputs=2 DisInputs=0 TsModes=22
PIB sink, all modes|tr_pibsink
ATB bridge, 32 bits|tr_atbbridge
END
}

run() {
  local options=()
  case $2 in -[bwx]\ *) options=("${2%% *}") ;; esac
  # shellcheck disable=SC2086
  "$BENCH_TOOL" "${options[@]}" "$3" ${2#-[bwx] } >"$BENCH_TMP/$1" 2>&1
}
export -f run
n=0
while IFS='|' read -r name args; do
  [[ $name = *"$part"* ]] && printf '%s\0%s\0%s\0' "$n" "$args" "$gen"
  n=$((n + 1))
done < <("$rows") | xargs -0 -n 3 -P "$(nproc)" bash -c 'run "$0" "$1" "$2"'
n=0
while IFS='|' read -r name args; do
  [ -f "$BENCH_TMP/$n" ] && printf '%-44s %s\n' "$name" "$(cat "$BENCH_TMP/$n")"
  n=$((n + 1))
done < <("$rows")
