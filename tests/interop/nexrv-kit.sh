#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# NEXRV=/path/to/NexRv tests/interop/nexrv-kit.sh: the task group's reference decoder as a device of hartrace kit decoder. It fails, and every
# case in which it fails shows a defect of lib/kit/nexrv.known; each of those defects is seen. Output is TAP; 77: NEXRV is not set.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
[ -n "${NEXRV:-}" ] || { echo '1..0 # SKIP NEXRV is not set (path of the reference tool)'; exit 77; }

fails_as_known() { # seed
  "$HARTRACE" kit decoder --dut nexrv --seed "$1" >"$TMP/out" 2>"$TMP/err"
  [ $? = 1 ] || { cat "$TMP/err"; return 1; }
  grep -Eq '^([0-9]+) of \1 known defects seen; 0 cases show another one$' "$TMP/out" || { sed -n '/^not known/,$p;/^not seen/p' "$TMP/out"; return 1; }
}
for seed in 1 100 300; do
  check "known defects alone, random programs from $seed" fails_as_known "$seed"
done
finish
