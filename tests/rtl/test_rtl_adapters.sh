#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tr_rvfi and tr_iti: from what a core reports of a program (run_adapter) come the instructions and traps that the hart reported, one by one;
# encoded and decoded, they are the hart's PCs.
. tests/lib/tap.sh
. tests/tools/lib.sh
adapt=$BUILD/tests/rtl/run_adapter

# adapted KIND PROGRAM MODE OPTION...: equal, and decoded equal; the options are those of the encoder.
adapted() {
  local kind=$1 program=$2 mode=$3
  shift 3
  says 0 '^equal' "$adapt" "$kind" "$program" "$TMP/a" 7 || return
  "$adapt" "$kind" "$program" "$TMP/a" 8 >>"$TMP/$kind.seen" || return
  "$HARTRACE" encode --ingress "$TMP/a.ing" --mode "$mode" -q --sidecar "$@" -o "$TMP/a.nex" || return
  says 0 '^equal' "$HARTRACE" verify -q "$TMP/a.nex" --elf "$program" --pcs "$TMP/a.pcs"
}

every=(--te trTeInstEnSequentialJump=1 --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3)
few=(--te trTeInstEnSequentialJump=0)
for set in rvfi_one:64 rvfi_two:32 rvfi_dual:64 rvfi_small:32 iti_one:32 iti_two:64 iti_short:64 iti_each:32; do
  kind=${set%:*}
  options=("${few[@]}")
  case $kind in rvfi_one | rvfi_two | rvfi_dual) options=("${every[@]}") ;; esac
  for name in nested irqnest coroutine sijump tails ecalls user; do
    check "$kind, $name" adapted "$kind" "$BUILD/programs/rv${set#*:}/$name.elf" htm "${options[@]}"
  done
  [ $kind != iti_short ] || check "$kind, long runs" adapted $kind "$BUILD/programs/rv64/sha256.elf" htm "${options[@]}"
  check "$kind, timer, BTM" adapted "$kind" "$BUILD/programs/rv${set#*:}/timer.elf" btm "${options[@]}"
done

# had KIND WORD...: the number before each WORD was not 0 in all runs of KIND together.
had() {
  local kind=$1 word
  shift
  for word in "$@"; do
    awk -v w="$word" '{ for (i = 2; i <= NF; i++) if (index($i, w) == 1) n += $(i - 1) } END { exit !(n > 20) }' "$TMP/$kind.seen" ||
      { echo "few $word"; cat "$TMP/$kind.seen"; return 1; }
  done
}
check "one lane: traps and jumps" had rvfi_one exceptions interrupts jumps inferable
check "two lanes, one block: instructions together" had rvfi_two exceptions interrupts inferable blocks
check "two lanes, two blocks" had rvfi_dual exceptions interrupts inferable of
check "three bits of itype" had rvfi_small exceptions interrupts jumps
check "one port" had iti_one exceptions interrupts blocks
check "two ports" had iti_two exceptions interrupts of blocks
check "one instruction per block" had iti_each exceptions interrupts of
check "long blocks in parts" had iti_short exceptions interrupts parts

# The module of the how-to, with the package that it names.
example() {
  "${MAKE:-make}" -s rtl-packages BUILD="$TMP/build" || return
  sed -n '/^```systemverilog/,/^```$/p' docs/howto/integrate-core.md | sed '/^```/d' >"$TMP/my_trace.sv"
  [ "$(wc -l <"$TMP/my_trace.sv")" -gt 50 ] || return
  (cd "$TMP/build/rtl-packages" && verilator --lint-only -Wall -Wno-PINCONNECTEMPTY --top-module my_trace lint/waivers.vlt -F hartrace.f "$TMP/my_trace.sv")
}
check "the module of integrate-core.md" example
finish
