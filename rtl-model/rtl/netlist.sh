#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# netlist.sh PACKAGE-FOLDER OUT.v MODULE [-GNAME=VALUE...]: MODULE with these parameters as yosys understands it, flattened, in
# plain Verilog. What the tests say of that holds for what is synthesized too (make check-netlist).
# Nets are single bits, and outputs are not read inside: Verilator takes a vector whose bits depend on each other for a loop, and
# 5.006 computes some of these wrong.
set -eu
. "$(dirname "$0")/design.sh"
gen=$1
out=$2
top=$3
shift 3
tr_design "$gen" "$top" "$out.sv" "$@"
yosys -q -p "$tr_read; hierarchy -check -top $top; proc; flatten;
  opt -full; memory -nomap; rename -hide; iopadmap -bits -outpad tr_netlist_out A:Y;
  splitnets; opt_clean -purge; write_verilog -noattr $out"
echo "module tr_netlist_out (input A, output Y); assign Y = A; endmodule" >>"$out"
