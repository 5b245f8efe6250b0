# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts that give one module to yosys. tr_design GEN-FOLDER MODULE OUT [[-G]NAME=VALUE...]: MODULE goes to OUT with these
# defaults of its parameters, and $tr_read is the command that reads it with all that it needs. Status 2: no such parameter.
# shellcheck shell=bash disable=SC2034
tr_design() {
  local gen=$1 module=$2 out=$3 rtl f p sources=()
  rtl=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  shift 3
  for f in "$rtl"/tr_*.sv; do
    case $f in */"$module".sv | *_pkg.sv | *_sva.sv | *_fv.sv) ;; *) sources+=("$f") ;; esac
  done
  "$rtl/expand.sh" "$gen" "$rtl/$module.sv" >"$out" || return
  for p in "${@#-G}"; do
    grep -qE "^  parameter [^=]* ${p%%=*} += " "$out" || { echo "${0##*/}: $module has no parameter ${p%%=*}" >&2; return 2; }
    sed -i -E "s/^(  parameter [^=]* ${p%%=*} += )[^, ]+/\1${p#*=}/" "$out"
  done
  tr_read="read_verilog -sv -I$gen $(echo "$gen"/*_pkg.sv) $rtl/tr_pkg.sv ${sources[*]} $out"
}
