#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# example-hx8k.sh FOLDER rtl|netlist|bitstream: the example of examples/hx8k, with all that it makes in FOLDER. rtl: its program runs on the RTL, and the trace
# that comes over the serial line is decoded and compared with the instructions that retired. netlist: the same with what yosys synthesizes. bitstream:
# place and route and icepack instead; what is simulated is read back from the bitstream's text (icebox_vlog). `make example-hx8k` runs the last.
set -eu
out=$1
what=$2
here=$PWD
gen=$here/regmap/gen/sv
rtl=$here/rtl-model/rtl
ex=$here/examples/hx8k
hartrace=$here/${BUILD:-build}/hartrace
cells=$(dirname "$(command -v yosys)")/../share/yosys/ice40/cells_sim.v
mkdir -p "$out"
cd "$out"

# quietly LOG COMMAND...: what it prints goes to LOG; its end is shown when it fails.
quietly() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 || { tail -n 20 "$log" >&2; echo "example-hx8k: $1 fails: $PWD/$log" >&2; exit 1; }
}

# ---- The program ----

quietly gcc.log riscv64-unknown-elf-gcc -march=rv32i -mabi=ilp32 -misa-spec=2.2 -Os -Wall -Wextra -ffreestanding -nostdlib -mno-relax -msmall-data-limit=0 \
  -Wl,-N -Wl,-Ttext=0 -Wl,--build-id=none -Wl,--no-warn-rwx-segments "-I$here/regmap/gen/c" -o hx8k.elf "$ex/start.S" "$ex/main.c"
riscv64-unknown-elf-objcopy -O verilog --verilog-data-width=4 hx8k.elf hx8k.hex

# trace NAME: the bytes in NAME.line, a length and the trace, become NAME.nex, which must decode to rtl.pcs.
trace() {
  local low high n
  { read -r low; read -r high; } <"$1.line"
  n=$((0x$high$low))
  [ "$n" -gt 100 ] && [ "$(wc -l <"$1.line")" -ge $((n + 2)) ] || { echo "example-hx8k: $1: $(wc -l <"$1.line") bytes came" >&2; exit 1; }
  tail -n +3 "$1.line" | head -n "$n" | while read -r byte; do printf "\\x$byte"; done >"$1.nex"
  printf '%s: ' "$1"
  "$hartrace" verify -q "$1.nex" --elf hx8k.elf --pcs rtl.pcs --param xlen=32 --param icnt_bits=10
}

# simulate NAME SOURCE...: with Verilator.
simulate() {
  local name=$1
  shift
  quietly "$name.log" verilator --binary -O3 -fno-const-bit-op-tree -CFLAGS -O0 --timing -Wno-fatal -Wno-lint -Wno-style -DNO_ICE40_DEFAULT_ASSIGNMENTS --top-module hx_sim --Mdir "v_$name" "$@"
  "v_$name/Vhx_sim" "+line=$name.line" "+pcs=$name.pcs" | sed -n "s/^\([0-9].*bytes\)$/$name: \1 over the serial line/p"
}

simulate rtl -DHX_PCS "-I$gen" -y "$rtl" -y "$ex" "$gen"/*_pkg.sv "$rtl/tr_pkg.sv" "$ex/hx_sim.sv"
trace rtl
[ "$what" != rtl ] || exit 0

# ---- Synthesis ----

sources=()
for f in "$rtl"/tr_*.sv; do
  case $f in *_pkg.sv | *_sva.sv | *_fv.sv) ;; *) sources+=("$f") ;; esac
done
quietly yosys.log yosys -p "read_verilog -sv -defer -I$gen $(echo "$gen"/*_pkg.sv) $rtl/tr_pkg.sv ${sources[*]} $ex/hx_core.sv $ex/hx_top.sv;
  synth_ice40 -device hx -top hx_top -json hx8k.json; write_verilog -noattr netlist.v"
if [ "$what" = netlist ]; then
  simulate netlist "$ex/hx_sim.sv" netlist.v "$cells"
  trace netlist
  cmp rtl.nex netlist.nex && echo "netlist: the trace of the RTL, byte for byte"
  exit
fi

# ---- Place and route, bitstream, and back ----

quietly nextpnr.log nextpnr-ice40 --hx8k --package ct256 --json hx8k.json --pcf "$ex/hx8k.pcf" --asc hx8k.asc --freq 12 --seed 1
sed -n 's/^Info: *\(ICESTORM_\(LC\|RAM\): .*\)/route: \1/p; s/^Info: \(Max frequency .*\)/route: \1/p' nextpnr.log | tail -n 3
quietly icepack.log icepack hx8k.asc hx8k.bin
echo "bitstream: $(wc -c <hx8k.bin) bytes, $out/hx8k.bin"
icebox_vlog -s -l -d ct256 -n hx_top -p "$ex/hx8k.pcf" hx8k.asc >route.v
# Its ports are declared twice, which Icarus Verilog accepts.
quietly iverilog.log iverilog -g2012 -DHX_NETLIST -DNO_ICE40_DEFAULT_ASSIGNMENTS -s hx_sim -o route.vvp "$ex/hx_sim.sv" route.v "$cells"
vvp -n route.vvp +line=route.line | sed -n 's/^\([0-9].*bytes\)$/route: \1 over the serial line/p'
trace route
cmp rtl.nex route.nex && echo "route: the trace of the RTL, byte for byte"
