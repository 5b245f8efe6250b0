# SPDX-License-Identifier: Apache-2.0
# Exports, beside decoding the same trace. Sourced by bench.sh: needs tmp, hartrace, code, n, line, ratio.

export_to() {
  rm -rf "$tmp/export" && "$hartrace" export "$tmp/view.nex" $code --to "$1" -o "$tmp/export" -q
}

decode_ranges() {
  "$hartrace" decode "$tmp/view.nex" $code -f ranges -o /dev/null -j 1
}

bench_view() {
  local name one two
  "$hartrace" encode --pcs "$tmp/pcs" $code --mode htm -q -o "$tmp/view.nex" || return
  for name in $("$hartrace" export --help | sed -n 's/^ *--to NAME  *//p' | tr -d ',' | sed 's/ or / /'); do
    best_in_turn "export_to $name" decode_ranges || { echo "export to $name: failed"; continue; }
    line "export to $name" "$one" "$n" 'M instr/s'
    ratio "export to $name against decode" "$one" "$two"
  done
  rm -rf "$tmp/export" "$tmp/view.nex"
}
