#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compression: in each of the five option sets of the task group not more bytes than it published, but for what conformance
# costs, counted; with our best options a lower mean than its best column; and never less than the floor of the format
# (docs/results/compression.md). WORKLOADS=all takes every program of HARTRACE_WORKLOADS, otherwise small ones.
. tests/lib/tap.sh

folder=${HARTRACE_WORKLOADS:-}
if [ -z "$folder" ] || [ ! -r "$folder/README.md" ]; then
  skip "compression" "HARTRACE_WORKLOADS does not name the folder of PC lists"
  finish
fi
export HARTRACE
some="median mm mt-matmul mt-vvadd multiply rsort towers vvadd xrle dhrystone embench-statemate"
if [ "${WORKLOADS:-}" = all ]; then
  some=$(cd "$folder" && ls -- *.pcs.gz | sed 's/\.pcs\.gz$//')
elif [ -n "${SANITIZED:-}" ]; then
  some="median vvadd"
fi

# The mean of set $1 is below that of the published figures in its last line.
lower_mean() {
  cat "$TMP/table.txt"
  awk '$1 == "best" { found = 1; bad = !($4 < $5) } END { exit !found || bad }' "$TMP/table.txt"
}

# row NAME SET: verified, and no excess.
row() {
  grep "^$1 *$2 " "$TMP/table.txt" | tee /dev/stderr |
    awk '{ n++; ok += $8 == "yes" && $7 <= 0 } END { exit !(n == 1 && ok == 1) }'
}

# shellcheck disable=SC2086
tests/workloads/table.sh $some >"$TMP/table.txt" 2>&1
for name in $some; do
  for s in btm htm htm+rpt htm+cs8 htm+cs8+rpt best; do
    check "$name $s: not above the published bytes" row "$name" "$s"
  done
done
check "best options: lower mean than the best published column" lower_mean
# shellcheck disable=SC2086
check "no stream is below the floor of the format" tests/workloads/floor.sh $some
finish
