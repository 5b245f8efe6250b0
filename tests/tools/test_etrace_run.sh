#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same programs and registers with trTeFormat 0 and 1: hartrace run and encode. run compares what is decoded with what the hart
# retired, instruction by instruction. HARTRACE_SOAK: every program.
. tests/lib/tap.sh

rv64=$BUILD/programs/rv64
all='--param f0s_width=1 --param bpred_size=6 --param cache_size=4 --param return_stack_size=3 --te trTeInstEnBranchPrediction=1
  --te trTeInstEnJumpTargetCache=1 --te trTeInstEnImplicitReturn=1 --te trTeInstEnSequentialJump=1 --te trTeSrcBits=5 --te trTeSrcID=9
  --te trTsEnable=1'

# equal COMMAND...: hartrace COMMAND says that everything is equal.
equal() {
  "$HARTRACE" "$@" --console "$TMP/console" --any-exit >"$TMP/out" 2>"$TMP/err"
  tail -n 1 "$TMP/out" | grep -Eq '^equal: [1-9][0-9]* instructions' && return
  cat "$TMP/out" "$TMP/err"
  return 1
}

# refuses PATTERN COMMAND...: it ends with status 2 and says why.
refuses() {
  local pattern=$1 got
  shift
  "$HARTRACE" "$@" >"$TMP/out" 2>"$TMP/err"
  got=$?
  [ "$got" = 2 ] && grep -Eq -- "$pattern" "$TMP/err" && return
  echo "exit status $got"
  cat "$TMP/err"
  return 1
}

# Left out: programs that program the trace components themselves, and jumps, a loop without a branch that an exception ends
# (docs/reference/etrace.md).
programs='nested corners'
[ -z "${HARTRACE_SOAK:-}" ] || programs=$(cd "$rv64" && ls ./*.elf | sed 's|^./||; s|\.elf$||' | grep -Ev '^(selftrace|selftrace-btm|crash|jumps)$')
for bits in 32 64; do
  for program in $programs; do
    elf=$BUILD/programs/rv$bits/$program.elf
    [ -e "$elf" ] || continue
    for format in 0 1; do
      check "rv$bits $program, trTeFormat=$format" equal run "$elf" --te trTeFormat=$format
    done
    # shellcheck disable=SC2086
    check "rv$bits $program, all options of E-Trace" equal run "$elf" --te trTeFormat=0 $all
  done
done

same_pcs() {
  local format
  for format in 0 1; do
    "$HARTRACE" run "$rv64/nested.elf" --te trTeFormat=$format --save-trace "$TMP/t$format" --sidecar --save-pcs "$TMP/p$format" \
      >/dev/null 2>&1 || return 1
  done
  cmp "$TMP/p0" "$TMP/p1" && ! cmp -s "$TMP/t0" "$TMP/t1" && "$HARTRACE" verify "$TMP/t0" --elf "$rv64/nested.elf" --pcs "$TMP/p1" &&
    "$HARTRACE" verify "$TMP/t1" --elf "$rv64/nested.elf" --pcs "$TMP/p0"
}
check 'the executed PCs are the same, and each trace verifies with the other list' same_pcs

for tree in quad-funnel-rv64 deep mixed three-sinks single-atb; do
  check "$tree" equal run "$BUILD/programs/rv64/smpipi.elf" --dtb "$BUILD/dts/$tree.dtb" --te trTeFormat=0
done
for pib in 1 4 16:1:center uart manchester; do
  check "pins: $pib" equal run "$rv64/atomic.elf" --dtb "$BUILD/dts/single-pib.dtb" --pib "$pib" --te trTeFormat=0 \
    --te trTeInstStallEna=1
done

in_part() {
  "$HARTRACE" run "$@" >"$TMP/out" 2>"$TMP/err"
  grep -Eq '^equal in part: [1-9][0-9]{3,} of' "$TMP/out" && return
  cat "$TMP/out" "$TMP/err"
  return 1
}
check 'a memory that wrapped' in_part "$rv64/nested.elf" --te trTeFormat=0 --sink-size 4096 --te trTeInstSyncMode=messages \
  --te trTeInstSyncMax=1
check 'a memory that stops' in_part "$rv64/nested.elf" --te trTeFormat=0 --sink-size 4096 --stop-on-wrap
check 'losses' in_part "$rv64/nested.elf" --te trTeFormat=0 --dtb "$BUILD/dts/single-pib.dtb" --pib 1:40

encoded() {
  "$HARTRACE" run "$rv64/nested.elf" --save-ingress "$TMP/i" --save-pcs "$TMP/p" >/dev/null 2>&1 || return 1
  # shellcheck disable=SC2086
  "$HARTRACE" encode --ingress "$TMP/i" --te trTeFormat=0 $all --sidecar -o "$TMP/e" >/dev/null 2>&1 || return 1
  "$HARTRACE" verify "$TMP/e" --ingress "$TMP/i" --pcs "$TMP/p"
}
check 'encode, without --mode, with a sidecar that says all' encoded

check 'a mode' refuses 'E-Trace' run "$rv64/nested.elf" --te trTeFormat=0 --mode htm
check 'a protocol that is not known' refuses 'trTeFormat=3' run "$rv64/nested.elf" --te trTeFormat=3
check 'an encoder without N-Trace' refuses 'does not have N-Trace' run "$rv64/nested.elf" --te trTeFormat=1 --param ntrace=0 \
  --param etrace=1
check 'an encoder without N-Trace speaks E-Trace' equal run "$rv64/nested.elf" --param ntrace=0 --param etrace=1
check 'both protocols in one sink' refuses '3021000: it sends E-Trace, and another encoder N-Trace to the same sink' run "$rv64/smpipi.elf" \
  --dtb "$BUILD/dts/quad-funnel-rv64.dtb" --param encoder-1.ntrace=0 --param encoder-1.etrace=1
# topo knows it from the tree, when no other sink can be chosen: the fourth encoder of the mixed tree has two.
in_tree() {
  cp "$BUILD/dts/$1.dtb" "$TMP/both.dtb" && fdtput -t s "$TMP/both.dtb" "/soc/trace@$2" hartrace,params ntrace=0 etrace=1
}
one_of_two() { in_tree mixed 3023000 && "$HARTRACE" topo "$TMP/both.dtb" >/dev/null; }
check 'topo: a sink for each protocol can be chosen' one_of_two
in_tree quad-funnel-rv64 3021000
check 'topo: both protocols in one sink' refuses '3021000 sends E-Trace and .*3020000 N-Trace, both to .*; give each protocol a sink of its own' topo "$TMP/both.dtb"
check 'a protocol for each sink' equal run "$rv64/smpipi.elf" --dtb "$BUILD/dts/mixed.dtb" --sink 0=ramsink-0 --sink 1=ramsink-0 \
  --sink 2=ramsink-0 --sink 3=ramsink-1 \
  --param encoder-3.ntrace=0 --param encoder-3.etrace=1
finish
