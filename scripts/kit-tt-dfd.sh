#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# kit-tt-dfd.sh FOLDER [BUILD]: the trace encoder of tenstorrent/tt-dfd (Apache-2.0), a clone of which is in FOLDER, with the kit beside it, by Verilator:
# docs/howto/bring-up-foreign-encoder.md. FOLDER is not changed. Prints what the kit says of it for some programs, with trTeInhibitSrc and without.
set -u
cd "$(dirname "$0")/.." || exit 2
dfd=${1:?"usage: kit-tt-dfd.sh FOLDER [BUILD]; FOLDER is a clone of https://github.com/tenstorrent/tt-dfd"}
build=${2:-build}
work=$build/tt-dfd
[ -e "$dfd/rtl/trace/dfd_te_encoder.sv" ] || { echo "kit-tt-dfd: $dfd has no rtl/trace/dfd_te_encoder.sv" >&2; exit 2; }
make -s "$build/hartrace" "$build/lib/libhartrace_dpi.a" "$build/rtl/libverilated.a" "$build/rtl/verilated_dpi.o" programs || exit 2
files=()
rm -rf "$work" && mkdir -p "$work/rtl" "$work/v" || exit 2

# Verilator 5.006 does not know three names of warnings.
for f in common/generic_macro_assertion.vh mmr/dfd_{ntr,tr}_csr_pkg.svh trace/dfd_te_pkg_v8.svh \
  common/tt_dfd_generic_{dff,dff_clr,fifoMN,ffs,ffs_N,ffs_fast,rotate,onehot_detect,decoded_mux,vidtopid,dff_staging}.sv trace/dfd_te_{mso,encoder}.sv; do
  sed 's/ASCRANGE/LITENDIAN/; s/WIDTHEXPAND/WIDTH/; s/WIDTHTRUNC/WIDTH/' "$dfd/rtl/$f" >"$work/rtl/${f##*/}" || exit 2
  files+=("$work/rtl/${f##*/}")
done
verilator --cc -O3 -Wno-fatal -Wno-lint -Wno-style -DDPI_SECOND_BLOCK -Itests/kit/dpi --top-module dpi_dfd --Mdir "$work/v" "-I$dfd/rtl/common" "-I$dfd/rtl/mmr" "-I$dfd/rtl/trace" \
  "${files[@]}" kit/dpi/htk_dpi_pkg.sv kit/dpi/htk_monitor.sv tests/kit/dpi/dpi_dfd.sv >"$work/log" 2>&1 || { tail "$work/log"; exit 2; }
(cd "$work/v" && for f in V*.cpp; do echo "#include \"$f\""; done >all.cpp)
root=$(verilator --getenv VERILATOR_ROOT)
inc=("-I$root/include" "-I$root/include/vltstd" "-I$work/v" -Ilib/ingress/include)
"${CXX:-g++}" -std=c++17 -w -O2 "${inc[@]}" -c -o "$work/all.o" "$work/v/all.cpp" &&
  "${CXX:-g++}" -std=c++17 -w -O2 "${inc[@]}" -DSECOND_BLOCK -DTOP=Vdpi_dfd -include Vdpi_dfd.h -o "$work/dpi_dfd" tests/kit/dpi/dpi_main.cpp "$work/all.o" \
    "$build/rtl/verilated_dpi.o" "$build/rtl/libverilated.a" "$build/lib/libhartrace_dpi.a" -lfdt -lz -lzstd -pthread -latomic || exit 2

# watch NAME PROGRAM OPTION...: the hart's records for a port of two blocks, iretire of 5 bits, itype of 3, with pauses.
watch() {
  local name=$1 elf=$build/programs/rv64/$2.elf
  shift 2
  "$build/hartrace" run "$elf" -q --any-exit --max-instructions 20000 --mode htm --param itype_width=3 --save-ingress "$work/one.ing" "$@" >/dev/null 2>&1
  "$build/hartrace" convert --to ingress "$work/one.ing" --blocks 2 --iretire-bits 5 --gaps 3 -o "$work/two.ing" || return
  echo "== $name, $elf"
  timeout 300 "$work/dpi_dfd" "$work/two.ing" 0 0 "$work/bytes" "+htk_elf=$elf" | grep 'u_htk'
}
watch "trTeInhibitSrc 1" sort --te trTeInhibitSrc=1
for p in sort crc calls sha256 tails recursion timer ecalls; do
  watch "SRC of 4 bits" $p --te trTeSrcBits=4 --te trTeSrcID=5
done
