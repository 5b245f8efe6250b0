#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace run: memory does not grow with the length of a run, whatever sink the trace goes to and whether or not messages are
# lost. The program jumps by random numbers, so nothing of its execution is cheap to remember.
# HARTRACE_SOAK=1: a thousand million instructions each.
. tests/lib/tap.sh
. tests/tools/lib.sh

cat >"$TMP/wild.S" <<'ASM'
.globl _start
_start:
  li s0, 0x1234567
  la s1, places
again: # xorshift64
  slli t0, s0, 13
  xor s0, s0, t0
  srli t0, s0, 7
  xor s0, s0, t0
  slli t0, s0, 17
  xor s0, s0, t0
  andi t0, s0, 0x1f8
  add t0, t0, s1
  jr t0
  .balign 8
places:
  .rept 64
  .balign 8
  nop
  j again
  .endr
ASM
check "a program that jumps by random numbers" riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -nostdlib -nostartfiles \
  -Wl,--nmagic -Wl,-Ttext=0x80000000 "$TMP/wild.S" -o "$TMP/wild.elf"

short=200000
long=6000000
[ -z "${HARTRACE_SOAK:-}" ] || long=1000000000

run() {
  "$HARTRACE" run "$TMP/wild.elf" --max-instructions "$@" --console "$TMP/console"
}

# within KIB COMMAND...: with so much address space.
within() {
  local kib=$1
  shift
  (ulimit -v "$kib" && "$@") >"$TMP/within.out" 2>&1
}

# flat PATTERN OPTION...: the long run ends as PATTERN says, in the memory that the short one needs (to 256 KiB) and 1.5 MiB.
flat() {
  local pattern=$1 low=100000 high=300000
  shift
  if [ -n "$unbounded" ]; then
    says 0 "$pattern" run $long "$@"
    return
  fi
  while [ $((high - low)) -gt 256 ]; do
    local middle=$(((low + high) / 2))
    if within $middle run $short "$@"; then high=$middle; else low=$middle; fi
  done
  within $((high + 1536)) run $long "$@" && grep -Eq "$pattern" "$TMP/within.out" && return
  echo "more than $high KiB and 1.5 MiB"
  cat "$TMP/within.out"
  return 1
}

unbounded=
if nm -D "$HARTRACE" 2>/dev/null | grep -q __asan_; then
  unbounded=1 # it takes address space by the terabyte
  long=400000
fi
pib=$BUILD/dts/single-pib.dtb
atb=$BUILD/dts/single-atb.dtb
three=$BUILD/dts/three-sinks.dtb
sync="--te trTeInstSyncMode=messages --te trTeInstSyncMax=2"
# shellcheck disable=SC2086
{
  check "RAM sink" flat '^equal in part: [1-9]' --sink-size 65536 $sync
  check "PIB sink" flat "^equal: $long instructions" --dtb "$pib"
  check "PIB sink, what is saved is written at once" flat "^equal: $long instructions" --dtb "$pib" --save-trace "$TMP/t.nex" \
    --save-snapshot "$TMP/snap" --save-vcd /dev/null
  check "PIB sink, messages are lost" flat '^equal in part: [1-9]' --dtb "$pib" --pib 1
  check "PIB sink of two harts" flat '^hart 1: equal: [1-9]' --dtb "$three" --sink pib --te trTeInstStallEna=1
  check "ATB bridge" flat '^equal in part: [1-9]' --dtb "$atb" --param atbbridge.etb_bytes=65536 $sync
}
check "what was saved" says 0 '^equal: 1000000 instructions' run 1000000 --dtb "$pib" --save-trace "$TMP/t.nex" \
  --save-pcs "$TMP/t.pcs" --save-snapshot "$TMP/snap"
check "is the whole trace" says 0 '^equal: 1000000 instructions' "$HARTRACE" verify "$TMP/t.nex" --elf "$TMP/wild.elf" \
  --pcs "$TMP/t.pcs"
check "and the same in the snapshot" cmp "$TMP/t.nex" "$TMP/snap/pibsink-0.bin"
finish
