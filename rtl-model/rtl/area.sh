#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# area.sh GEN-FOLDER [MODULE] [NAME=VALUE...]: what MODULE (tr_encoder) with these parameters takes, by yosys: LUT4, flip-flops,
# and the longest path in LUTs. Memories of queues are not counted as LUTs; the return stack is.
set -u
rtl=$(cd "$(dirname "$0")" && pwd)
gen=$1
shift
module=tr_encoder
case ${1:-} in tr_*) module=$1 && shift ;; esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sources=()
for f in "$rtl"/tr_*.sv; do
  case $f in */"$module".sv | */tr_pkg.sv | *_sva.sv | *_fv.sv) ;; */"${module}"_* | */tr_apb.sv | */tr_arbiter.sv | */tr_fifo.sv | */tr_gather.sv | */tr_timestamp.sv) sources+=("$f") ;; esac
done
cp "$rtl/$module.sv" "$tmp/top.sv"
for p in "$@"; do
  grep -qE "^  parameter [^=]* ${p%%=*} = " "$tmp/top.sv" || { echo "area.sh: no parameter ${p%%=*}" >&2; exit 2; }
  sed -i -E "s/^(  parameter [^=]* ${p%%=*} = )[^,]*,/\1${p#*=},/" "$tmp/top.sv"
done
yosys -q -p "read_verilog -sv $gen/tr_common_pkg.sv $gen/${module}_pkg.sv $gen/tr_timestamp_pkg.sv $rtl/tr_pkg.sv ${sources[*]} $tmp/top.sv
  hierarchy -check -top $module; proc; flatten; opt -full; wreduce; alumacc; opt; memory -nomap; opt_clean
  memory_map t:\$mem_v2 c:*u_queue.mem c:*u_messages.mem %u c:*u_fifo.mem %u c:*u_buffer.mem %u %d; tee -q -o $tmp/mem stat -width; opt -full; techmap; opt; simplemap; opt; abc -lut 4; opt_clean
  tee -q -o $tmp/stat stat; tee -q -o $tmp/ltp ltp -noff" >"$tmp/log" 2>&1 || { tail -5 "$tmp/log" >&2; exit 1; }
awk '/\$lut/ { lut = $2 } /DFF/ { ff += $2 } END { printf "%d LUT4, %d flip-flops", lut, ff }' "$tmp/stat"
sed -nE 's/.*length=([0-9]+).*/, longest path \1 LUTs/p' "$tmp/ltp" | head -n 1 | tr -d '\n'
echo
