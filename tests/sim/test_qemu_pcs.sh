#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Our hart against QEMU, both register widths: every program is recorded under QEMU and replayed on the simulated
# hart. Compared are the complete sequence of PCs, how every block ends, and every trap; interrupts are forced where QEMU took them
# (the wfi program sleeps instead, so both take them at the same place). QEMU does misaligned accesses itself and has no
# scontext: those programs carry their own oracle, and run alone. So do those at the high alias of the RAM.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
REPLAY=$BUILD/tests/sim/replay
PROGRAMS=$BUILD/programs

# same XLEN NAME [OPTION]: record and replay.
same() {
  "$HARTRACE" record --quiet --xlen "$1" "$PROGRAMS/rv$1/$2.elf" -o "$TMP/$2-$1.ing" &&
    "$REPLAY" "$PROGRAMS/rv$1/$2.elf" "$TMP/$2-$1.ing" ${3:+"$3"} && rm "$TMP/$2-$1.ing"
}

# alone XLEN NAME PATTERN: run on our hart; the output must have a line like PATTERN.
alone() {
  "$REPLAY" "$PROGRAMS/rv$1/$2.elf" --alone "$1" >"$TMP/alone.out" || { cat "$TMP/alone.out"; return 1; }
  cat "$TMP/alone.out"
  grep -Eq -- "$3" "$TMP/alone.out" || { echo "no line like: $3"; return 1; }
}

# The comparison must be able to fail: another program's recording, and one with a trap that QEMU does not take.
differs() {
  "$HARTRACE" record --quiet --xlen 64 "$PROGRAMS/rv64/$1.elf" -o "$TMP/differs.ing" || return 1
  "$REPLAY" "$PROGRAMS/rv64/$2.elf" "$TMP/differs.ing"
  [ $? = 1 ]
}

while read -r kind xlen name; do
  case $kind-$name in
    irq-wfi*) mode=--live ;;
    *) mode= ;;
  esac
  case $kind-$name in
    sim-misaligned) check "rv$xlen misaligned: every access traps" alone "$xlen" "$name" 'traps ([0-9]+) of \1$' ;;
    sim-context) check "rv$xlen context: scontext exists" alone "$xlen" "$name" 'traps 0$' ;;
    sim-*) check "rv$xlen $name: own check" alone "$xlen" "$name" passed ;;
    high-*) check "rv$xlen $name: at the high alias" alone "$xlen" "$name" '[0-9]{4,} at the high alias' ;;
    *)
      if command -v "qemu-system-riscv$xlen" >/dev/null; then
        check "rv$xlen $name: same as QEMU" same "$xlen" "$name" $mode
      else
        skip "rv$xlen $name: same as QEMU" "no qemu-system-riscv$xlen"
      fi
      ;;
  esac
done <"$PROGRAMS/list"
if command -v qemu-system-riscv64 >/dev/null; then
  check "another program's recording differs" differs vm recursion
  check "a trap that QEMU does not take differs" differs misaligned misaligned
fi
finish
