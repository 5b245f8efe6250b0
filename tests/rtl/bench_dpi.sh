#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bench_dpi.sh BUILD: what the kit costs beside a typical encoder by Verilator: the same simulation without it, byte by byte, and by meaning, in
# instructions of the host where perf counts them, else the shortest of five times.
set -u
build=$1
elf=$build/programs/rv32/sort.elf
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$build/hartrace" run "$elf" -q --save-ingress "$tmp/sort.ing" >/dev/null 2>&1 || exit 1

# cost ARGUMENT...: a number for a run.
cost() {
  local n i best=
  n=$(perf stat -x, -e instructions:u "$build/tests/kit/dpi_ours" "$tmp/sort.ing" 0 0 - "$@" 2>&1 >"$tmp/out" | sed -n 's/^\([0-9]*\),.*instructions.*/\1/p')
  if [ -z "$n" ]; then
    for i in 1 2 3 4 5; do
      "$build/tests/kit/dpi_ours" "$tmp/sort.ing" 0 0 - "$@" >"$tmp/out" || return 1
      n=$(sed -nE 's/^[0-9]+ clocks, ([0-9]+)\.([0-9]+) s/\1\2/p' "$tmp/out")
      [ -n "$best" ] && [ "$best" -le "$((10#$n))" ] || best=$((10#$n))
    done
    n=$best
  fi
  echo "$n"
}
off=$(cost +htk_off=1) && exact=$(cost +htk_exact=1) && grep -q ': good: ' "$tmp/out" && meaning=$(cost +htk_exact=0 "+htk_elf=$elf") && grep -q ': good: ' "$tmp/out" || exit 1
more() { echo "$(((100 * $1 + off / 2) / off - 100))"; }
echo "kit beside tr_encoder: $(sed -nE 's/^([0-9]+) clocks.*/\1/p' "$tmp/out") clocks; byte by byte $(more "$exact") % more, by meaning $(more "$meaning") % more"
[ "$(more "$exact")" -lt 30 ] && [ "$(more "$meaning")" -lt 30 ]
