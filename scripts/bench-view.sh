# SPDX-License-Identifier: Apache-2.0
# Exports, beside decoding the same trace. Sourced by bench.sh: needs tmp, hartrace, code, n, name, line, ratio.

export_to() {
  rm -rf "$tmp/export" && "$hartrace" export "$tmp/view.nex" $view_code --to "$1" -o "$tmp/export" -q
}

decode_ranges() {
  "$hartrace" decode "$tmp/view.nex" $view_code -f ranges -o /dev/null -j 1
}

# bench_exports NAME PCS CODE...: every export of one execution.
bench_exports() {
  local what=$1 pcs=$2 writer one two many
  shift 2
  view_code="$*"
  many=$(wc -l <"$pcs")
  echo "exports of $what: $many instructions"
  # shellcheck disable=SC2086
  "$hartrace" encode --pcs "$pcs" $view_code --mode htm -q -o "$tmp/view.nex" || return
  for writer in $("$hartrace" export --help | sed -n 's/^ *--to NAME  *//p' | tr -d ',' | sed 's/ or / /'); do
    best_in_turn "export_to $writer" decode_ranges || { echo "export to $writer: failed"; continue; }
    line "export to $writer" "$one" "$many" 'M instr/s'
    ratio "export to $writer against decode" "$one" "$two"
  done
  rm -rf "$tmp/export" "$tmp/view.nex"
}

# CoreMark's list has neither symbols nor lines; the second program has both, and a call every 27 instructions.
bench_view() {
  bench_exports "$name" "$tmp/pcs" "$code"
  local elf=$BUILD/tests/bench/view_work.elf
  if "$hartrace" run "$elf" --no-trace --save-pcs "$tmp/work.pcs" --console /dev/null -q; then
    bench_exports "view_work (rv64)" "$tmp/work.pcs" --elf "$elf"
    rm -f "$tmp/work.pcs"
  fi
}
