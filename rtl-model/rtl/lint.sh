#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh PACKAGE-FOLDER: every module here by itself as the top: `verilator --lint-only -Wall` says nothing, and
# yosys finds no latch, no loop, no net with two drivers. Waivers, with their reasons: waivers.vlt.
set -u
rtl=$(dirname "$0")
export rtl
export gen=$1

# What the modules are: the sources without packages, assertions and proofs.
modules() {
  for f in "$rtl"/tr_*.sv "$rtl"/adapters/tr_*.sv; do
    case $f in *_pkg.sv | *_sva.sv | *_fv.sv) ;; *) echo "$f" ;; esac
  done
}

# lint_module FILE
lint_module() {
  local top packages sources bad=0
  top=$(basename "$1" .sv)
  packages=("$gen"/*_pkg.sv "$rtl"/tr_pkg.sv)
  mapfile -t sources < <(modules | xargs "$rtl"/needed.sh "$1")
  verilator --lint-only -Wall -I"$gen" -y "$rtl" -y "$rtl"/adapters --top-module "$top" "$rtl"/waivers.vlt "${packages[@]}" "$1" || bad=1
  yosys -q -p "read_verilog -sv -defer -I$gen ${packages[*]} ${sources[*]}; hierarchy -check -top $top; proc; flatten; opt_clean;
    select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr %u %u; check -assert" || { echo "lint-rtl: $top: yosys complains"; bad=1; }
  return $bad
}

# lint_assertions FILE: the assertions, bound to their component. They look at the asynchronous reset at the clock: that is what
# disable iff is for.
lint_assertions() {
  local top
  top=$(basename "$1" _sva.sv)
  verilator --lint-only --assert -Wall -Wno-SYNCASYNCNET -I"$gen" -y "$rtl" --top-module "$top" "$rtl"/waivers.vlt \
    "$gen"/*_pkg.sv "$rtl"/tr_pkg.sv "$rtl/$top".sv "$rtl"/tr_{fifo,apb,link}_sva.sv $(ls "$rtl/$top"{,_*}_sva.sv 2>/dev/null)
}
export -f modules lint_module lint_assertions

bad=0
# What yosys 0.23 misreads silently: it takes '1 in the ?: of a localparam for one bit, ~N'(x) for a cast to ~N bits, and ~(N'(x)) >> k
# for a shift of 32 bits when N is less.
if modules | xargs grep -nE "localparam .*\?.*'1([^'0-9a-fA-F]|\$)|[~!-][0-9A-Za-z_]+'\(|~\(+[^()]*\)?'\([^()]*\)+ *>>"; then
  echo "lint-rtl: yosys 0.23 reads these lines in another way than the standard: write ~64'h0, or a localparam of its own"
  bad=1
fi
{
  # The largest first: nothing long is left for the end.
  modules | xargs ls -S | sed 's/^/lint_module /'
  for f in "$rtl"/tr_*_sva.sv; do
    top=$(basename "$f" _sva.sv)
    if [ -f "$rtl/$top.sv" ] && grep -q "^bind $top tr_apb_sva" "$f"; then echo "lint_assertions $f"; fi
  done
} | xargs -P "$(nproc)" -L 1 bash -c 'out=$("$0" "$1" 2>&1) || rc=1; [ -z "$out" ] || printf "%s\n" "$out"; exit "${rc:-0}"' || bad=1
[ $bad = 0 ] && echo "lint-rtl: $(modules | wc -l) modules are clean"
exit $bad
