#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ETRACE_REF=referenceFlow/scripts [HARTRACE_WORKLOADS=folder] [RECORDS=20000] [LISTED=500000] [RANDOM_SEEDS=20] [PYTHON=python3]
#   tests/interop/etrace.sh [PROGRAM.elf | WORKLOAD | random-XLEN-SEED]...
#
# Hold hartrace beside the reference scripts of E-Trace (referenceFlow/scripts of riscv-non-isa/riscv-trace-spec, which the user
# has fetched: they are no part of this project), with differential addresses, with full ones, and with a resynchronization
# every 64 packets:
#   - our decoder reads the packets of the reference encoder to the executed PCs
#   - the reference decoder reads our packets to the same PCs
#   - both encoders write the same packets, but for the last one (ienable, which the reference clears in it)
# Programs (ELF files): the first RECORDS cycles of a run on the simulated hart, with its traps, through the library
# (etrace_io), without resynchronizations. Workloads (PC lists of HARTRACE_WORKLOADS: the first
# LISTED instructions, 0 for all) and random programs (20000 instructions, with odd seeds also traps) through `hartrace encode` and
# `decode`; etrace_list.py makes what the scripts read. By default ten programs, every workload, and RANDOM_SEEDS random
# programs, all for RV32 and RV64. pypy3 as PYTHON is ten times as fast.
# The scripts know the baseline alone: no implicit returns, prediction, cache. Output is TAP. Exit status: 0 all equal, 1 not,
# 77 nothing was compared.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
IO=$BUILD/tests/interop/etrace_io
RECORDS=${RECORDS:-20000}
LISTED=${LISTED:-500000}
PYTHON=${PYTHON:-python3}
LIST="$PYTHON $PWD/tests/interop/etrace_list.py"
WORKLOADS=${HARTRACE_WORKLOADS:-}

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
  [ -z "$WORKLOADS" ] || for f in "$WORKLOADS"/*.pcs.gz; do set -- "$@" "$(basename "$f" .pcs.gz)"; done
  for seed in $(seq "${RANDOM_SEEDS:-20}"); do set -- "$@" "random-32-$seed" "random-64-$seed"; done
fi

# The scripts call an objdump in bin/ of this folder; they stop at lines that are no instructions. A listing is given as it is.
mkdir -p "$TMP/bin"
printf '#!/bin/sh\nfor f; do :; done\ncase $f in *.listing) exec cat "$f" ;; esac\n' >"$TMP/bin/riscv64-unknown-elf-objdump"
# objdump takes minutes for thousands of mapping symbols; a program that has them has no data among its code.
printf '[ $(%s -sW "$f" | grep -c " \\$x") -lt 5000 ] || { %s --strip-all "$f" stripped.elf; set -- -M no-aliases -d stripped.elf; }\n' \
  riscv64-unknown-elf-readelf riscv64-unknown-elf-objcopy >>"$TMP/bin/riscv64-unknown-elf-objdump"
printf '%s "$@" | awk -F"\\t" '"'NF < 3 || \$3 !~ /^\\\\./'"'\n' "$OBJDUMP" >>"$TMP/bin/riscv64-unknown-elf-objdump"
chmod +x "$TMP/bin/riscv64-unknown-elf-objdump"
export RISCV_TOOLCHAIN=$TMP

# hardware WIDTH: of an address
hardware() {
  printf '[Required Attributes]\niaddress_width_p=%s\n' "$1"
  printf '%s_p=0\n' bpred_size cache_size call_counter_size f0s_width iaddress_lsb nocontext return_stack_size sijump
  printf 'context_width_p=32\ntime_width_p=1\necause_width_p=5\nnotime_p=1\nprivilege_width_p=2\n'
}
# settings CODE NAME OPTION: resynchronizations after 2^(4 + resync-max) packets
settings() {
  printf '[required]\nfile-stem = %s.encoder\nobject-files = %s\n[codec]\n' "$2" "$1"
  printf 'resync-max = %s\nfull-address = %s\n' "$([ "$3" = resync ] && echo 2 || echo 40)" \
    "$([ "$3" = full ] && echo true || echo false)"
  printf '%s = false\n' implicit-except si-jump implicit-return branch-prediction jump-target-cache
  printf '[flags]\nuse-rv32-isa = false\n'
}
reference() { (cd "$TMP" && "$PYTHON" "$SCRIPTS/$1" -c hw.scf "${@:2}") >"$TMP/ref.out" 2>&1 || { tail -3 "$TMP/ref.out"; return 1; }; }
theirs_by_ours() { "$IO" decode "$TMP/$1.ing" "$TMP/$1.te_inst_raw" "$TMP/got" && cmp "$TMP/got" "$TMP/$1.pcs"; }
ours_by_theirs() {
  "$IO" encode "$TMP/$1.ing" "$TMP/ours.te_inst_raw" "$2" "$RECORDS" &&
    reference decoder_model.py -u "$1.ucf" -i ours.te_inst_raw && cmp "$TMP/ours.decoder.trace" "$TMP/$1.pcs"
}
same_packets() {
  local size n
  size=$(stat -c %s "$TMP/ours.te_inst_raw")
  n=$((size - ($2 == 1 ? 3 : 2))) # header and payload of the support packet, which has the option in its second byte
  cmp "$TMP/ours.te_inst_raw" "$TMP/$1.te_inst_raw" -n $n && [ "$(stat -c %s "$TMP/$1.te_inst_raw")" = "$size" ]
}

# ran ELF: a program on the simulated hart.
ran() {
  local elf name option
  elf=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
  name=$(basename "$elf" .elf)-$(basename "$(dirname "$elf")")
  hardware 40 >"$TMP/hw.scf"
  "$HARTRACE" run "$elf" --mode htm --max-instructions $((RECORDS + 1000)) --save-ingress "$TMP/$name.ing" --quiet --console "$TMP/console" >"$TMP/run.out" 2>&1
  "$IO" items "$TMP/$name.ing" "$TMP/$name.encoder_input" "$TMP/$name.pcs" "$RECORDS" || exit 2
  for option in delta full; do
    settings "$elf" "$name" $option >"$TMP/$name.ucf"
    check "$name, $option: the reference encoder runs" reference encoder_model.py -u "$name.ucf"
    check "$name, $option: our decoder reads its packets" theirs_by_ours "$name"
    check "$name, $option: its decoder reads ours" ours_by_theirs "$name" "$option"
    check "$name, $option: the packets are the same" same_packets "$name" "$([ $option = full ] && echo 1 || echo 0)"
    compared=$((compared + 1))
  done
}

# The reference encoder leaves out what its own decoder needs in three places, all with traps (docs/results/interop.md): a trap
# before the first instruction of the handler, one at the target of a trap return, and a change of privilege after the target of
# a discontinuity, without a branch between them. Where
# its packets are not those of the executed PCs, what the reference decoder reads in them is the yardstick.
list_decode() {
  local n
  $LIST reframe "$TMP/$1.te_inst_raw" 0 "$TMP/theirs.etr" &&
    "$HARTRACE" decode "$TMP/theirs.etr" --pcinfo "$TMP/$1.pcinfo" "${given[@]}" --format pcs | sed 's/^0x//' | tr A-F a-f >"$TMP/got"
  cmp "$TMP/got" "$TMP/$1.pcs" && return
  [[ $1 = random-* ]] && [ $((${1##*-} % 2)) -eq 1 ] || return 1
  cp "$TMP/$1.te_inst_raw" "$TMP/own.te_inst_raw"
  if reference decoder_model.py -u "$1.ucf" -i own.te_inst_raw; then
    n=$(diff "$TMP/own.decoder.trace" "$TMP/$1.pcs" | grep -c '^[<>]')
    echo "remark: its decoder reads its packets to $n other PCs, and so does ours"
    cmp "$TMP/got" "$TMP/own.decoder.trace"
  else
    n=$(($(wc -l <"$TMP/own.decoder.trace") - 100)) # the last of them belong to the packet that it stops in
    echo "remark: its decoder stops in its packets after $n PCs or some more, which ours reads, too"
    cmp <(head -n "$n" "$TMP/got") <(head -n "$n" "$TMP/own.decoder.trace")
  fi
}
remarks() { ! grep '^remark' "$TMP/tap.out" | sed "s/^remark/# $1/" || true; }
at_once() { [[ $1 = random-* ]] && [ $((${1##*-} % 4)) -eq 3 ]; }
list_encode() {
  local n
  list_ours "$1" && $LIST reframe "$TMP/ours.etr" 2 "$TMP/ours.te_inst_raw" || return 1
  if reference decoder_model.py -u "$1.ucf" -i ours.te_inst_raw; then
    cmp "$TMP/ours.decoder.trace" "$TMP/$1.pcs"
    return
  fi
  at_once "$1" && grep -q 'in exception_address' "$TMP/ref.out" || return 1
  n=$(wc -l <"$TMP/ours.decoder.trace")
  echo "remark: its decoder stops after $n PCs, at a branch that trapped, and a trap before the first instruction of the handler"
  cmp <(head -n "$n" "$TMP/$1.pcs") "$TMP/ours.decoder.trace"
}
list_ours() {
  case $1 in
  random-*) "$HARTRACE" encode --ingress "$TMP/$1.log" --ingress-format etrace "${given[@]}" -o "$TMP/ours.etr" -q ;;
  *) sed 's/^/0x/' "$TMP/$1.pcs" | "$HARTRACE" encode --pcs - --pcinfo "$TMP/$1.pcinfo" "${given[@]}" -o "$TMP/ours.etr" -q ;;
  esac
}
list_code() {
  case $1 in
  random-*) $LIST random "$3" "$2" 20000 "$TMP/$1.pcinfo" "$TMP/$1.encoder_input" "$TMP/$1.pcs" "$TMP/$1.log" ;;
  *) zcat "$WORKLOADS/$1.pcinfo.gz" >"$TMP/$1.pcinfo" &&
    zcat "$WORKLOADS/$1.pcs.gz" | $LIST items "$TMP/$1.pcinfo" - "$TMP/$1.encoder_input" "$TMP/$1.pcs" "$LISTED" ;;
  esac && $LIST listing "$TMP/$1.pcinfo" >"$TMP/$1.listing"
}

# listed NAME: a list of PCs.
listed() {
  local name=$1 option xlen=64 seed="" given
  [[ $name != random-* ]] || IFS=- read -r _ xlen seed <<<"$name"
  list_code "$name" "$xlen" "$seed" || exit 2
  grep -q ',CD2,' "$TMP/$name.pcinfo" && xlen=32 # c.jal
  hardware $xlen >"$TMP/hw.scf"
  for option in delta full resync; do
    settings "$name.listing" "$name" $option >"$TMP/$name.ucf"
    given=(--te trTeFormat=0 --param etrace=1 --param xlen=$xlen --param iaddress_lsb=0 --param src_bits=0 --param nocontext=0
      --param context_width=32)
    [ $option != full ] || given+=(--te trTeInstNoAddrDiff=1)
    [ $option != resync ] || given+=(--te trTeInstSyncMode=1 --te trTeInstSyncMax=2)
    check "$name, $option: the reference encoder runs" reference encoder_model.py -u "$name.ucf"
    check "$name, $option: our decoder reads its packets" list_decode "$name"
    remarks "$name, $option"
    check "$name, $option: its decoder reads ours" list_encode "$name"
    remarks "$name, $option"
    compared=$((compared + 1))
    ! at_once "$name" || continue
    check "$name, $option: the packets are the same" $LIST same "$TMP/ours.etr" "$TMP/$name.te_inst_raw" $option
    remarks "$name, $option"
  done
  echo "# $name: RV$xlen, $(wc -l <"$TMP/$name.pcs") instructions"
  [ -z "${KEEP:-}" ] || cp "$TMP/$name".* "$TMP/hw.scf" "$TMP/ours".* "$TMP/theirs.etr" "$KEEP"
  rm -f "$TMP/$name".*
}

SCRIPTS=$(cd "$ETRACE_REF" && pwd)
compared=0
for what; do
  case $what in
  *.elf) [ ! -f "$what" ] || ran "$what" ;;
  *) listed "$what" ;;
  esac
done
[ $compared -gt 0 ] || nothing 'no program'
finish
