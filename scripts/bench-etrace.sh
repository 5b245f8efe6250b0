# SPDX-License-Identifier: Apache-2.0
# The E-Trace half of bench.sh, which sources it: needs tmp, n, line, ratio, best. Foreign decoders by checkouts of the user's:
#   ETRACE_REF=folder   referenceFlow/scripts of riscv-non-isa/riscv-trace-spec (python3, riscv64-unknown-elf-objdump)
#   ETRACE_LIB=folder   riscv-software-src/riscv-etrace-lib (a C compiler; reads packets, knows no program)
#   ETRACE_CRATE=folder fzi-forschungszentrum-informatik/riscv-etrace (rustc 1.85 or later; no other crate is needed)
# All of them read the same packets, of CoreMark; the reference scripts the first of them (ETRACE_REF_PCS=200000 instructions).

etrace_tool=$BUILD/tests/bench/bench_etrace

# etrace_rows SET: what bench_etrace prints, as lines; and keeps the file for etrace_row.
etrace_rows() {
  "$etrace_tool" rates "$1" "$tmp/$1.raw" "$tmp/pcinfo" >"$tmp/rows-$1" || return
  while IFS=$'\t' read -r what seconds amount unit; do
    line "etrace $1, $what" "$seconds" "$amount" "$unit"
  done <"$tmp/rows-$1"
}

# etrace_row SET WHAT: seconds.
etrace_row() {
  awk -F'\t' -v w="$2" 'index($1, w) { print $2 }' "$tmp/rows-$1"
}

# The configuration that bench_etrace writes in.
etrace_settings() {
  printf '[Required Attributes]\n%s\n' "bpred_size_p=0
cache_size_p=0
call_counter_size_p=0
context_width_p=1
time_width_p=1
ecause_width_p=5
f0s_width_p=0
iaddress_lsb_p=1
iaddress_width_p=32
nocontext_p=1
notime_p=1
privilege_width_p=2
return_stack_size_p=0
sijump_p=0" >"$tmp/hw.scf"
  printf '[required]\nfile-stem = bench.encoder\nobject-files = %s\n[codec]\nresync-max = 8\nfull-address = false\n' "$tmp/program.elf" >"$tmp/ref.ucf"
  printf '%s = false\n' implicit-except si-jump implicit-return branch-prediction jump-target-cache >>"$tmp/ref.ucf"
  printf '[flags]\nuse-rv32-isa = false\n' >>"$tmp/ref.ucf"
}

etrace_reference() {
  (cd "$tmp" && RISCV_TOOLCHAIN=$tmp/toolchain python3 "$etrace_scripts/decoder_model.py" -c hw.scf -u ref.ucf -i part.te_inst_raw)
}

# Instructions per second of the reference scripts, start included; then of ours on all of it.
bench_etrace_reference() {
  local objdump took start pcs=${ETRACE_REF_PCS:-200000} count
  if [ -z "${ETRACE_REF:-}" ] || ! objdump=$(command -v riscv64-unknown-elf-objdump); then
    echo 'ETRACE_REF is not set, or there is no riscv64-unknown-elf-objdump: no comparison with the reference scripts'
    return
  fi
  etrace_scripts=$(cd "$ETRACE_REF" && pwd)
  mkdir -p "$tmp/toolchain/bin"
  ln -s "$objdump" "$tmp/toolchain/bin/"
  etrace_settings
  head -n "$pcs" "$tmp/pcs" >"$tmp/part.pcs"
  "$etrace_tool" encode base "$tmp/part.te_inst_raw" "$tmp/part.pcs" "$tmp/pcinfo" >/dev/null || return
  start=$(date +%s%N)
  etrace_reference >"$tmp/ref.out" 2>&1 || { tail -3 "$tmp/ref.out"; return 1; }
  took=$(awk -v s="$start" -v e="$(date +%s%N)" 'BEGIN { printf "%.4f", (e - s) / 1e9 }')
  count=$(wc -l <"$tmp/part.decoder.trace")
  line 'etrace base, reference scripts, decode' "$took" "$count" 'M instr/s'
  awk -v t="$took" -v c="$count" -v s="$(etrace_row base 'ranges')" -v n="$n" \
    'BEGIN { printf "%-44s %8.0f times\n", "etrace base: ranges against the scripts", n / s / (c / t) }'
  tr a-f A-F <"$tmp/part.decoder.trace" | cmp -s - <(sed 's/^0x//' "$tmp/part.pcs") ||
    echo 'etrace base: the reference scripts decode OTHER PCs'
}

bench_etrace_lib() {
  local out
  if [ -z "${ETRACE_LIB:-}" ]; then
    echo 'ETRACE_LIB is not set: no comparison with riscv-etrace-lib'
    return
  fi
  "${CC:-cc}" -O2 -w -I"$ETRACE_LIB/lib/include" -o "$tmp/etrace_lib" "$(dirname "$0")/../tests/bench/etrace_lib.c" \
    "$ETRACE_LIB"/lib/*.c || return
  out=$("$tmp/etrace_lib" "$tmp/base.raw") || return
  line 'etrace base, riscv-etrace-lib: packets' ${out% *} "${out#* }" 'M packets/s'
  ratio 'etrace base: packets against riscv-etrace-lib' "$(etrace_row base 'packets alone')" "${out% *}"
}

bench_etrace_crate() {
  local set=$1 stack=$2 out
  out=$(for _ in 1 2 3; do "$tmp/etrace_crate" "$tmp/$set.raw" "$tmp/program.elf" "$stack" || exit; done | sort -n | head -1)
  [ -n "$out" ] || return
  set -- "$set" $out
  line "etrace $1, crate riscv-etrace: PCs" "$2" "$3" 'M instr/s'
  [ "$3" = "$n" ] || echo "etrace $1: the crate decodes $3 instructions, not $n"
  ratio "etrace $1: every PC against the crate" "$(etrace_row "$1" 'every PC')" "$2"
  ratio "etrace $1: ranges against the crate" "$(etrace_row "$1" 'ranges')" "$2"
}

bench_etrace_crates() {
  if [ -z "${ETRACE_CRATE:-}" ] || ! command -v rustc >/dev/null; then
    echo 'ETRACE_CRATE is not set, or there is no rustc: no comparison with the crate riscv-etrace'
    return
  fi
  rustc --edition 2024 -O --cap-lints allow --crate-type rlib --crate-name riscv_etrace -o "$tmp/libriscv_etrace.rlib" \
    "$ETRACE_CRATE/src/lib.rs" &&
    rustc --edition 2024 -O --extern riscv_etrace="$tmp/libriscv_etrace.rlib" -o "$tmp/etrace_crate" \
      "$(dirname "$0")/../tests/bench/etrace_crate.rs" || return
  bench_etrace_crate base 0
  bench_etrace_crate ir8 3
}

bench_etrace() {
  local set got
  if [ ! -r "$tmp/pcinfo" ]; then
    echo 'etrace: HARTRACE_WORKLOADS is not set'
    return
  fi
  "$etrace_tool" elf "$tmp/pcinfo" "$tmp/program.elf" || return
  for set in base ir8 best; do
    got=$("$etrace_tool" encode $set "$tmp/$set.raw" "$tmp/pcs" "$tmp/pcinfo") || return
    echo "etrace $set: $(awk -v g="$got" 'BEGIN { split(g, x, " "); printf "%d packets, %d bytes, %.4f bits/instruction", x[2], x[3], 8 * x[3] / x[1] }')"
    etrace_rows $set || return
  done
  bench_etrace_reference
  bench_etrace_lib
  bench_etrace_crates
}
