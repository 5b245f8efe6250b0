#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# area.sh [-x] GEN-FOLDER [MODULE] [NAME=VALUE...]: what MODULE (tr_encoder) with these parameters takes, according to yosys: LUT4,
# flip-flops, and the longest path in LUTs. Memories of queues are not counted as LUTs; the return stack is. With -x what synth_xilinx makes
# of it for 7-series, memories too: LUT1 to LUT6, MUXF7 and MUXF8, flip-flops, CARRY4, LUTs as memory.
set -u
xilinx=
[ "${1:-}" = -x ] && xilinx=1 && shift
. "$(dirname "$0")/design.sh"
gen=$1
shift
module=tr_encoder
case ${1:-} in tr_*) module=$1 && shift ;; esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tr_design "$gen" "$module" "$tmp/top.sv" "$@" || exit
run() {
  yosys -q -p "$tr_read; $1" >"$tmp/log" 2>&1 || { tail -5 "$tmp/log" >&2; exit 1; }
}
if [ -n "$xilinx" ]; then
  run "synth_xilinx -flatten -noiopad -noclkbuf -top $module; tee -q -o $tmp/stat stat"
  awk '$1 ~ /^LUT[1-6]$/ { n += $2; each = each (each == "" ? "" : ", ") $2 " " $1 } $1 ~ /^(FD|LD)/ { ff += $2 }
    $1 ~ /^MUXF/ { mux += $2 } $1 == "CARRY4" { carry = $2 } $1 ~ /^RAM(32M|64M)/ { mem += 4 * $2 } $1 ~ /^RAM(32|64)X1D/ { mem += 2 * $2 }
    $1 ~ /^RAM(128X1D)/ { mem += 4 * $2 } $1 ~ /^RAMB/ { block += $2 }
    END { printf "%d LUT (%s), %d flip-flops, %d MUXF7/8, %d CARRY4, %d LUT as memory, %d block RAM\n", n, each, ff, mux, carry, mem, block }' "$tmp/stat"
  exit
fi
run "hierarchy -check -top $module; proc; flatten; opt -full; wreduce; alumacc; opt; memory -nomap; opt_clean
  memory_map t:\$mem_v2 c:*u_queue.mem c:*u_even.mem %u c:*u_odd.mem %u c:*u_queue.gen_late.mem_late %u c:*u_messages.mem %u c:*u_side.mem %u c:*u_stamps.mem_even %u c:*u_stamps.mem_odd %u c:*u_fifo.mem %u c:*u_buffer.mem %u %d; tee -q -o $tmp/mem stat -width; opt -full; techmap; opt; simplemap; opt; abc -lut 4; opt_clean
  tee -q -o $tmp/stat stat; tee -q -o $tmp/ltp ltp -noff"
awk '/\$lut/ { lut = $2 } /DFF/ { ff += $2 } END { printf "%d LUT4, %d flip-flops", lut, ff }' "$tmp/stat"
sed -nE 's/.*length=([0-9]+).*/, longest path \1 LUTs/p' "$tmp/ltp" | head -n 1 | tr -d '\n'
echo
