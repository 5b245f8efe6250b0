#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint_set.sh MODULE NAME=VALUE...: with these parameters `verilator --lint-only -Wall` says nothing of the module, and yosys elaborates it
# without a warning, a latch or a net with two drivers. The parameters are written into a copy of its head, so each has its own type.
set -u
gen=regmap/gen/sv
rtl=rtl-model/rtl
top=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
packages=("$gen"/*_pkg.sv "$rtl"/tr_pkg.sv)
file=$rtl/$top.sv
[ -f "$file" ] || file=$rtl/adapters/$top.sv
"$rtl/expand.sh" "$gen" "$file" >"$tmp/$top.sv"
for p in "$@"; do
  grep -qE "^  parameter [^=]* ${p%%=*} = " "$tmp/$top.sv" || { echo "$top has no parameter ${p%%=*}"; exit 1; }
  sed -i -E "s/^(  parameter bit +${p%%=*} = )1'b[01]/\11'b${p#*=}/; t; s/^(  parameter [^=]* ${p%%=*} = )[^,/]*[^,/ ]/\1${p#*=}/" "$tmp/$top.sv"
done
timeout 300 verilator --lint-only -Wall -I"$gen" -y "$rtl" -y "$rtl/adapters" --top-module "$top" "$rtl"/waivers.vlt "${packages[@]}" "$tmp/$top.sv" >"$tmp/out" 2>&1 &&
  [ ! -s "$tmp/out" ] || { echo "verilator:"; grep -v "^ *|\|\.\.\. \|^ *[0-9]* |\|Verilog file" "$tmp/out" | head -n 40; exit 1; }
[ -n "${ONLY_VERILATOR:-}" ] && exit 0
mapfile -t sources < <(for f in "$rtl"/tr_*.sv "$rtl"/adapters/tr_*.sv; do case $f in */"$top".sv | *_pkg.sv | *_sva.sv | *_fv.sv) ;; *) echo "$f" ;; esac; done |
  xargs "$rtl/needed.sh" "$tmp/$top.sv")
timeout 600 yosys -q -p "read_verilog -sv -defer -I$gen ${packages[*]} ${sources[*]}; hierarchy -check -top $top; proc; opt_clean;
  select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr %u %u; check -assert" >"$tmp/out" 2>&1 || { echo "yosys:"; tail -n 5 "$tmp/out"; exit 1; }
if grep -vE "Replacing memory .* with list of registers" "$tmp/out" | grep -q Warning; then
  echo "yosys:"
  grep Warning "$tmp/out" | head -n 5
  exit 1
fi
