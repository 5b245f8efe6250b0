#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# icarus.sh PACKAGE-FOLDER OUT-FOLDER: packages, modules and include files as Icarus Verilog 11 takes them. It has no `int unsigned` and no `bit`
# for parameters, ignores `unique` with a message each time, and has no $error of the elaboration: here parameters have no type, variables are
# `int`, and illegal parameters are not refused. Everything else is the same. Modules with a struct of tr_pkg as a port stop it (an assertion of
# its own): the encoder's, and so tr_system. Those run as netlists (netlist.sh).
set -eu
rtl=$(cd "$(dirname "$0")" && pwd)
gen=$1
out=$2
mkdir -p "$out"
for f in "$rtl"/tr_*.sv "$rtl"/adapters/tr_*.sv "$gen"/*_pkg.sv "$gen"/*.svh; do
  case $f in *_sva.sv | *_fv.sv) continue ;; esac
  sed -E 's/\b(parameter|localparam)( +)(int unsigned|bit)\b/\1\2/; s/\bint unsigned\b/int/g; s/\b(unique0?|priority) case\b/case/
    /^ *\$error\($/ { N; d }
    s/^( *)\$error\(".*\);/\1/' "$f" >"$out/${f##*/}"
done
