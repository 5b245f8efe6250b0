#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ETRACE_REF=referenceFlow/scripts [RECORDS=20000] tests/interop/etrace.sh [PROGRAM.elf...]
#
# Hold lib/etrace and the model's E-Trace algorithm beside the reference scripts of E-Trace (referenceFlow/scripts of
# riscv-non-isa/riscv-trace-spec, which the user has fetched: they are no part of this project). For each program, the first
# RECORDS cycles of a run, with differential and with full addresses:
#   - our decoder reads the packets of the reference encoder to the executed PCs
#   - the reference decoder reads our packets to the same PCs
#   - both encoders write the same packets, but for the last one (ienable, which the reference clears in it)
# The scripts know the baseline alone: no implicit returns, prediction, cache. Output is TAP. Exit status: 0 all equal, 1 not,
# 77 nothing was compared.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
IO=$BUILD/tests/interop/etrace_io
RECORDS=${RECORDS:-20000}

nothing() {
  echo "1..0 # SKIP $1: nothing was compared, and nothing is proved"
  exit 77
}
[ -n "${ETRACE_REF:-}" ] || nothing 'ETRACE_REF is not set (folder of the reference scripts)'
[ -f "$ETRACE_REF/encoder_model.py" ] || { echo "etrace.sh: no encoder_model.py in $ETRACE_REF" >&2; exit 2; }
OBJDUMP=$(command -v riscv64-unknown-elf-objdump) || nothing 'riscv64-unknown-elf-objdump is missing'
[ -x "$IO" ] || { echo "etrace.sh: $IO is not there: make build-tests first" >&2; exit 2; }
if [ $# -eq 0 ]; then
  for x in 64 32; do
    set -- "$@" "$BUILD"/programs/rv$x/{sort,crc,calls,irqnest,ecalls,corners,backtoback,matrix,illegal,deep}.elf
  done
fi

# The scripts call an objdump in bin/ of this folder; they stop at lines that are no instructions.
mkdir -p "$TMP/bin"
printf '#!/bin/sh\n%s "$@" | awk -F"\\t" '"'NF < 3 || \$3 !~ /^\\\\./'"'\n' "$OBJDUMP" >"$TMP/bin/riscv64-unknown-elf-objdump"
chmod +x "$TMP/bin/riscv64-unknown-elf-objdump"
export RISCV_TOOLCHAIN=$TMP
cat >"$TMP/hw.scf" <<'END'
[Required Attributes]
bpred_size_p=0
cache_size_p=0
call_counter_size_p=0
context_width_p=32
time_width_p=1
ecause_width_p=5
f0s_width_p=0
iaddress_lsb_p=0
iaddress_width_p=40
nocontext_p=0
notime_p=1
privilege_width_p=2
return_stack_size_p=0
sijump_p=0
END

# settings ELF NAME FULL
settings() {
  printf '[required]\nfile-stem = %s.encoder\nobject-files = %s\n[codec]\nresync-max = 8\nfull-address = %s\n' "$2" "$1" "$3"
  printf '%s = false\n' implicit-except si-jump implicit-return branch-prediction jump-target-cache
  printf '[flags]\nuse-rv32-isa = false\n'
}
reference() { (cd "$TMP" && python3 "$SCRIPTS/$1" -c hw.scf "${@:2}") >"$TMP/ref.out" 2>&1 || { tail -3 "$TMP/ref.out"; return 1; }; }
theirs_by_ours() { "$IO" decode "$TMP/$1.ing" "$TMP/$1.te_inst_raw" "$TMP/got" && cmp "$TMP/got" "$TMP/$1.pcs"; }
ours_by_theirs() {
  "$IO" encode "$TMP/$1.ing" "$TMP/ours.te_inst_raw" "$3" "$RECORDS" &&
    reference decoder_model.py -u "$1.ucf" -i ours.te_inst_raw && cmp "$TMP/ours.decoder.trace" "$TMP/$1.pcs"
}
same_packets() {
  local size n
  size=$(stat -c %s "$TMP/ours.te_inst_raw")
  n=$((size - ($2 == 1 ? 3 : 2))) # header and payload of the support packet, which has the option in its second byte
  cmp "$TMP/ours.te_inst_raw" "$TMP/$1.te_inst_raw" -n $n && [ "$(stat -c %s "$TMP/$1.te_inst_raw")" = "$size" ]
}
SCRIPTS=$(cd "$ETRACE_REF" && pwd)
compared=0
for elf; do
  [ -f "$elf" ] || continue
  elf=$(cd "$(dirname "$elf")" && pwd)/$(basename "$elf")
  name=$(basename "$elf" .elf)-$(basename "$(dirname "$elf")")
  "$HARTRACE" run "$elf" --mode htm --save-ingress "$TMP/$name.ing" --quiet --console "$TMP/console" >"$TMP/run.out" 2>&1
  "$IO" items "$TMP/$name.ing" "$TMP/$name.encoder_input" "$TMP/$name.pcs" "$RECORDS" || exit 2
  for option in delta full; do
    settings "$elf" "$name" "$([ $option = full ] && echo true || echo false)" >"$TMP/$name.ucf"
    check "$name, $option: the reference encoder runs" reference encoder_model.py -u "$name.ucf"
    check "$name, $option: our decoder reads its packets" theirs_by_ours "$name"
    check "$name, $option: its decoder reads ours" ours_by_theirs "$name" "$elf" "$option"
    check "$name, $option: the packets are the same" same_packets "$name" "$([ $option = full ] && echo 1 || echo 0)"
    compared=$((compared + 1))
  done
done
[ $compared -gt 0 ] || nothing 'no program'
finish
