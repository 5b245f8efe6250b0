#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# netlist.sh PACKAGE-FOLDER OUT.v MODULE [-GNAME=VALUE...]: MODULE with these parameters as yosys understands it, flattened, in
# plain Verilog. What the tests say of that holds for what is synthesized too (make check-netlist).
# Nets are single bits, and outputs are not read inside: Verilator takes a vector whose bits depend on each other for a loop, and
# 5.006 computes some of these wrong.
set -eu
rtl=$(dirname "$0")
gen=$1
out=$2
top=$3
shift 3
"$rtl/expand.sh" "$gen" "$rtl/$top.sv" >"$out.sv"
for p in "$@"; do
  p=${p#-G}
  grep -qE "^  parameter [^=]* ${p%%=*} += " "$out.sv" || { echo "netlist.sh: $top has no parameter ${p%%=*}" >&2; exit 2; }
  sed -i -E "s/^(  parameter [^=]* ${p%%=*} += )[0-9a-z']+/\1${p#*=}/" "$out.sv"
done
sources=()
for f in "$rtl"/tr_*.sv; do
  case $f in */"$top".sv | *_pkg.sv | *_sva.sv | *_fv.sv) ;; *) sources+=("$f") ;; esac
done
yosys -q -p "read_verilog -sv -I$gen $gen/*_pkg.sv $rtl/tr_pkg.sv ${sources[*]} $out.sv; hierarchy -check -top $top; proc; flatten;
  opt -full; memory -nomap; rename -hide; iopadmap -bits -outpad tr_netlist_out A:Y;
  splitnets; opt_clean -purge; write_verilog -noattr $out"
echo "module tr_netlist_out (input A, output Y); assign Y = A; endmodule" >>"$out"
