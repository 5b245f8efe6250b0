#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh GEN-FOLDER: area of usual encoders, and what each option costs in the typical one; of the other components.
set -u
area=$(dirname "$0")/area.sh
gen=$1
typical=(XLen=32 Btm=0 TsModes=2)
show() {
  local name=$1
  shift
  printf '%-34s %s\n' "$name" "$("$area" "$gen" "$@")"
}
show "minimal: BTM, 32 bits" XLen=32 Htm=0 ItypeW=3 SrcW=0 SyncModes=2 Context=0 Triggers=0 Stall=0 AllJumps=0 \
  ExtendAddrMsb=0 SequentialJump=0 ImplicitReturn=0 RepeatedHistory=0 RepeatBranch=0
show "typical: HTM, 32 bits" "${typical[@]}"
show "typical, 64 bits" "${typical[@]}" XLen=64
full=(HContext=1 ExtTriggers=8 ExtOutputs=8 DbgControl=1 HistSearch=1 RepeatBranchHtm=1 TsModes=30)
show "full: 64 bits, all but filters" "${full[@]}"
show "full, two blocks a cycle" "${full[@]}" Blocks=2
show "full, filter" "${full[@]}" Filters=1
show "full, filter and comparator" "${full[@]}" Filters=1 Comparators=1
show "full, filter and two comparators" "${full[@]}" Filters=1 Comparators=2
show "full, 16 filters, 8 comparators" "${full[@]}" Filters=16 Comparators=8
echo "typical without, or with:"
for p in Context=0 ImplicitReturn=0 RepeatedHistory=0 ExtendAddrMsb=0 SyncModes=2 SrcW=0 TsModes=0 Lanes=1 HistSearch=1 Btm=1 Blocks=2 Filters=1 \
  "Filters=1 FilterMatches=1" "Filters=1 Comparators=1" "Filters=1 Comparators=1 CompInputs=1"; do
  # shellcheck disable=SC2086
  show "  $p" "${typical[@]}" $p
done
echo "other components:"
show "funnel, 8 inputs" tr_funnel
show "funnel, 2 inputs, no buffers" tr_funnel Inputs=2 Depth=0
show "funnel, 8 inputs, timestamps" tr_funnel Inputs=8 TsModes=22
show "RAM sink, SRAM of 1 KiB" tr_ramsink
show "RAM sink, system memory, AXI4" tr_ramsink Sram=0 Smem=1
show "RAM sink, system memory, AHB-Lite" tr_ramsink Sram=0 Smem=1 Ahb=1 AddressW=32
show "PIB sink, all modes" tr_pibsink
show "PIB sink, 1 to 16 pins" tr_pibsink Modes=7936
show "PIB sink, 8 pins, centred" tr_pibsink Modes=2048 ClkCenters=2 Calibrate=0 IdleBytes=0 DividerW=4
show "PIB sink, UART" tr_pibsink Modes=32 Calibrate=0 IdleBytes=0
show "ATB bridge, 32 bits" tr_atbbridge
show "ATB bridge, 128 bits" tr_atbbridge Width=16
show "ATB bridge, 8 bits, 8-bit link" tr_atbbridge Width=1 Lanes=1
