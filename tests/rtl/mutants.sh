#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mutants.sh MAKE BUILD: the comparison of RTL and model can fail: each of these planted bugs is found. Some minutes each.
set -u
make=$1
build=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
missed=0

# mutant NAME FILE SED-EXPRESSION [TEST]
mutant() {
  local test=$build/tests/rtl/${4:-test_rtl_encoder}
  rm -rf "$tmp/rtl" && cp -r rtl-model/rtl "$tmp/rtl"
  sed -i -E "$3" "$tmp/rtl/$2"
  if cmp -s "$tmp/rtl/$2" "rtl-model/rtl/$2"; then
    echo "mutants: $1 changes nothing" && missed=1
  elif ! "$make" -s -j2 "$test" BUILD="$build" RTL="$tmp/rtl" >"$tmp/log" 2>&1; then
    echo "mutants: $1 cannot be built" && missed=1
  elif "$test" >"$tmp/out" 2>&1; then
    echo "mutants: $1 was not found" && missed=1
  else
    echo "mutants: $1 found: $(grep -m 1 'differ\|Assertion' "$tmp/out" | cut -c1-120)"
  fi
}

mutant full-history tr_encoder_hist.sv 's/next_o\[HistW-1\];/next_o[HistW-2];/'
mutant sync-behind-flush tr_encoder_flow.sv 's/ & ~decided_q;/;/'
mutant stack-after-sync tr_encoder_return.sv "s/      \.clear_i,/      .clear_i(1'b0),/"
mutant held-bytes tr_encoder_pack.sv "s/held_q  <= LaneW'\(total\);/held_q  <= LaneW'(total) \& LaneW'(1);/"
mutant no-room tr_encoder.sv "s/queue_level >= QueueLevelW'\(QueueDepth - 1\)/queue_level > QueueLevelW'(QueueDepth)/"
mutant late-time tr_encoder_event.sv 's/if \(set_pend\) pend_time_q/if (count_i) pend_time_q/'
mutant nested-traps tr_encoder_filter.sv "s/else if \(depth_i != '1\) depth_o/else depth_o/" test_rtl_filters
mutant filters-in-debug tr_encoder_filters.sv "s/assign look = step_i & \(side_i == '0\);/assign look = step_i;/" test_rtl_filters
exit $missed
