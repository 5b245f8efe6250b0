# SPDX-License-Identifier: Apache-2.0
# The firmware trace part of bench.sh, which sources it: needs tmp, hartrace, line.

# Instructions of fwt_debug by the simulator's minstret, then events a second on the host.
bench_fwtrace() {
  local x what seconds amount unit
  for x in 32 64; do
    "$hartrace" run "$BUILD/programs/rv$x/fwtcost.elf" --no-trace -q --console "$tmp/cost" >/dev/null 2>&1 || return
    awk -v x=$x '/^fwt_debug/ { printf "%-44s %4d instructions\n", "fwt_debug, rv" x ", " $2, $3 }' "$tmp/cost"
  done
  "$BUILD/tests/bench/bench_fwtrace" "$tmp/stimulus.nex" >"$tmp/rows" || return
  while IFS=$'\t' read -r what seconds amount unit; do
    line "$what" "$seconds" "$amount" "$unit"
  done <"$tmp/rows"
}
