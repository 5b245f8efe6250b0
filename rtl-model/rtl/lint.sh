#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh PACKAGE-FOLDER: every module here by itself as the top: `verilator --lint-only -Wall` says nothing, and
# yosys finds no latch, no loop, no net with two drivers. Waivers, with their reasons: waivers.vlt.
set -u
rtl=$(dirname "$0")
gen=$1
packages=("$gen"/*_pkg.sv "$rtl"/tr_pkg.sv)
bad=0
sources=()
for f in "$rtl"/tr_*.sv; do
  case $f in *_pkg.sv | *_sva.sv | *_fv.sv) ;; *) sources+=("$f") ;; esac
done
# What yosys 0.23 misreads silently: it takes '1 in the ?: of a localparam for one bit, and ~N'(x) for a cast to ~N bits.
if grep -nE "localparam .*\?.*'1([^'0-9a-fA-F]|\$)|[~!-][0-9A-Za-z_]+'\(" "${sources[@]}"; then
  echo "lint-rtl: yosys 0.23 reads these lines in another way than the standard: write ~64'h0, or a localparam of its own"
  bad=1
fi
for f in "${sources[@]}"; do
  top=$(basename "$f" .sv)
  verilator --lint-only -Wall -I"$gen" -y "$rtl" --top-module "$top" "$rtl"/waivers.vlt "${packages[@]}" "$f" || bad=1
  yosys -q -p "read_verilog -sv -I$gen ${packages[*]} ${sources[*]}; hierarchy -check -top $top; proc; flatten; opt_clean;
    select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr %u %u; check -assert" || { echo "lint-rtl: $top: yosys complains"; bad=1; }
done
# The assertions, bound to each component. They look at the asynchronous reset at the clock: that is what disable iff is for.
for f in "$rtl"/tr_*_sva.sv; do
  top=$(basename "$f" _sva.sv)
  [ -f "$rtl/$top.sv" ] && grep -q "^bind $top tr_apb_sva" "$f" || continue
  verilator --lint-only --assert -Wall -Wno-SYNCASYNCNET -I"$gen" -y "$rtl" --top-module "$top" "$rtl"/waivers.vlt "${packages[@]}" \
    "$rtl/$top".sv "$rtl"/tr_{fifo,apb,link}_sva.sv $(ls "$rtl/$top"{,_*}_sva.sv 2>/dev/null) || bad=1
done
[ $bad = 0 ] && echo "lint-rtl: ${#sources[@]} modules are clean"
exit $bad
