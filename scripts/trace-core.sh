#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# trace-core.sh CORE [BUILD]: a public core runs programs of tests/programs in Verilator, with adapter, encoder and RAM sink beside it
# (docs/howto/integrate-core.md). For each program the trace of the RTL, and for Ibex what `hartrace encode` makes of its RVFI, decode to the
# PCs that retired by the core's RVFI. The core is a clone that the environment names, and is not changed:
#   IBEX=FOLDER scripts/trace-core.sh ibex      https://github.com/lowRISC/ibex, by tr_rvfi; ibex-wb: with its writeback stage
#   CVA6=FOLDER scripts/trace-core.sh cva6      https://github.com/openhwgroup/cva6, by its cva6_iti and tr_iti
# PROGRAMS="name ..." runs these instead, KEEP=1 takes the simulation that is there, RTL=FOLDER other SystemVerilog than
# rtl-model/rtl. Ends with 1 at the first difference.
set -u
cd "$(dirname "$0")/.." || exit 2
core=${1:?"usage: trace-core.sh CORE [BUILD]; CORE is ibex, ibex-wb or cva6"}
build=${2:-build}
rtl=${RTL:-rtl-model/rtl}
here=$PWD

die() { echo "trace-core: $*" >&2; exit 2; }

# clone NAME FILE: the folder of the clone, which has FILE.
clone() {
  [ -n "${!1:-}" ] || die "$1 names no clone of $core"
  [ -e "${!1}/$2" ] || die "${!1} has no $2"
  (cd "${!1}" && pwd)
}

xlen=32
bus=32
lanes=1
csv=1
features=1cc
fields="EnSequentialJump=1 EnImplicitReturn=1 ImplicitReturnMode=3 EnRepeatedHistory=1"
flags=()
sources=()
extra=
programs="recursion sort crc matrix strings vm deep sha256 state puzzles coroutine sijump linear nottaken jumps selfmod ecalls illegal nested calls calls-save tails
  timer irqnest softirq backtoback wfi ticks"
case $core in
ibex | ibex-wb)
  from=$(clone IBEX rtl/ibex_top.sv) || exit 2
  ip=$from/vendor/lowrisc_ip/ip
  flags=(-DRVFI -DSYNTHESIS "-I$ip/prim/rtl" "-I$from/vendor/lowrisc_ip/dv/sv/dv_utils" "-y" "$from/rtl" "-y" "$ip/prim/rtl" "-y" "$ip/prim_generic/rtl")
  ! grep -q cheriot_enable_i "$from/rtl/ibex_top.sv" || flags+=(-DCORE_CHERIOT)
  [ "$core" = ibex ] || flags+=(-DCORE_WRITEBACK=1)
  for f in "$ip"/prim/rtl/prim_{mubi,util,count,secded,cipher}_pkg.sv "$ip"/prim_generic/rtl/prim_pkg.sv "$ip"/prim_generic/rtl/prim_ram_1p_pkg.sv \
    "$from"/rtl/ibex_pkg.sv "$from"/rtl/ibex_cheriot_pkg.sv; do
    [ ! -e "$f" ] || sources+=("$f")
  done
  # It has vectors only, and no atomic instructions.
  extra="-Wl,--wrap=bsp_entry_m tests/cores/vectors.S"
  ;;
cva6)
  from=$(clone CVA6 core/cva6.sv) || exit 2
  bus=64
  csv=
  # 3 bits of itype: no calls and returns.
  features=100
  fields="EnRepeatedHistory=1"
  lanes=2
  # Supervisor mode. Not those that take minutes, nor those that want bus errors to trap.
  programs="user stimer $programs"
  for p in nottaken jumps linear nested; do programs=${programs/ $p / }; done
  export CVA6_REPO_DIR=$from HPDCACHE_DIR=$from/core/cache_subsystem/hpdcache TARGET_CFG=cv32a6_imac_sv32
  iti=$from/corev_apu/instr_tracing/ITI
  flags=(-DCORE_ITI "-I$iti/include" -f "$from/core/Flist.cva6")
  sources=("$from/core/cva6_rvfi.sv" "$iti/include/iti_pkg.sv" "$iti"/cva6_iti/*.sv tests/cores/iti_trace.sv)
  ;;
*) die "$core is not a core that it knows" ;;
esac
work=$here/$build/cores/$core
mkdir -p "$work" || exit 2
make -s "$build/hartrace" || exit 2

# ---- The module of the how-to, and the simulation ----

sed -n '/^```systemverilog/,/^```$/p' docs/howto/integrate-core.md | sed '/^```/d' >"$work/my_trace.sv"
[ -n "${KEEP:-}" ] || verilator --binary --timing -O3 -fno-const-bit-op-tree --x-assign fast --x-initial fast -CFLAGS -O1 -Wno-fatal -Wno-lint -Wno-style --top-module core_bench --Mdir "$work/v" "-GXLen=$xlen" "-GLanes=$lanes" "-GBusW=$bus" \
  -Iregmap/gen/sv -y "$rtl" -y "$rtl/adapters" "${flags[@]}" regmap/gen/sv/*_pkg.sv "$rtl/tr_pkg.sv" "${sources[@]}" \
  "tests/cores/core_${core%-*}.sv" "$work/my_trace.sv" tests/cores/core_bench.sv >"$work/verilator.log" 2>&1 || { tail -n 20 "$work/verilator.log" >&2; die "Verilator fails: $work/verilator.log"; }

# ---- Programs ----

# What a core that does not start at the RAM executes first.
printf '\x6f\x00\x00\x08' >"$work/boot.bin"
boot=(--image "$work/boot.bin@0x7fffff80")

# traced NAME OPTION-OF-THE-BENCH...: mode 6 is HTM, 3 is BTM; te has the fields of trTeInstFeatures.
traced() {
  local name=$1 elf=$work/build/programs/rv$xlen/$1.elf out=$work/$1
  shift
  (cd "$work" && v/Vcore_bench "+program=$out.hex" "+out=$out" "$@") >"$out.log" 2>&1 || { tail -n 3 "$out.log"; return 1; }
  grep -q 'exit code 0,' "$out.log" || { tail -n 3 "$out.log"; echo "the program failed"; return 1; }
  python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))' <"$out.bytes" >"$out.nex"
  sed -n "s/^core_bench: exit code 0, /$name, $*: /p" "$out.log"
  # selfmod executes what it writes: its code comes from RVFI alone.
  [ "$name" = selfmod ] || "$build/hartrace" verify -q "$out.nex" --elf "$elf" "${boot[@]}" --pcs "$out.pcs" --param "xlen=$xlen" "${te[@]}" || return
  [ -n "$csv" ] || return 0 # pc_wdata is missing
  "$build/hartrace" verify -q "$out.nex" --ingress "$out.csv" --ingress-format rvfi --strict --param "xlen=$xlen" "${te[@]}" || return
  local mode=htm
  case " $* " in *" +mode=3 "*) mode=btm ;; esac
  "$build/hartrace" encode --ingress "$out.csv" --ingress-format rvfi --param "xlen=$xlen" --mode $mode "${te[@]}" -q --sidecar -o "$out.core.nex" &&
    { [ "$name" = selfmod ] || "$build/hartrace" verify -q "$out.core.nex" --elf "$elf" "${boot[@]}" --pcs "$out.pcs"; }
}

failed=0
for p in ${PROGRAMS:-$programs}; do
  make -s "BUILD=$work/build" "RV_EXTRA=$extra" "$work/build/programs/rv$xlen/$p.elf" >"$work/make.log" 2>&1 || { cat "$work/make.log" >&2; exit 2; }
  riscv64-unknown-elf-objcopy -O binary "$work/build/programs/rv$xlen/$p.elf" "$work/$p.bin" || exit 2
  od -An -v -tx4 -w4 "$work/$p.bin" >"$work/$p.hex"
  for mode in "+mode=6" "+mode=6 +features=$features" "+mode=3 +wait=5 +seed=$RANDOM"; do
    te=()
    case $mode in *features*) for field in $fields; do te+=(--te "trTeInst$field"); done ;; esac
    # Two options, in words.
    # shellcheck disable=SC2086
    traced "$p" $mode || { echo "trace-core: $core, $p: different" >&2; failed=1; }
  done
done
exit $failed
