#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Random legal sets of parameters of every module: `verilator -Wall` and yosys find nothing (lint_set.sh). 20 sets; with
# HARTRACE_SOAK 240, others each time (HARTRACE_SEED repeats a run).
. tests/lib/tap.sh
seed=3
count=20
[ -z "${HARTRACE_SOAK:-}" ] || { seed=${HARTRACE_SEED:-$(date +%s)} && count=240; }

check "the same seed makes the same sets" sh -c "python3 tests/rtl/param_sets.py 5 12 >'$TMP/one' && python3 tests/rtl/param_sets.py 5 12 |
  cmp - '$TMP/one' && [ \$(sort -u '$TMP/one' | wc -l) = 12 ]"
check "a parameter that the module does not have is found" fails 1 'no parameter Depht' tests/rtl/lint_set.sh tr_fifo Depht=4
check "a signal that is not there is found" fails 1 'verilator:' tests/rtl/lint_set.sh tr_fifo Depth=0
check "a link with more lanes than an address has bytes" tests/rtl/lint_set.sh tr_encoder XLen=32 Lanes=8 TsModes=0
n=0
while read -r set; do
  n=$((n + 1))
  check "seed $seed, set $n: $set" tests/rtl/lint_set.sh $set
done < <(python3 tests/rtl/param_sets.py "$seed" "$count")
check "$count sets" [ "$n" = "$count" ]
finish
