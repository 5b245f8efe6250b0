#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Our hart against QEMU, both register widths: every program is recorded under QEMU and replayed on the
# simulated hart. Compared are the complete sequence of PCs with opcodes, how every block ends, and
# every trap; interrupts are forced where QEMU took them (the wfi program sleeps instead, so both take
# them at the same place). QEMU does misaligned accesses itself and has no scontext: those programs
# carry their own oracle, and run on each alone. So do those at the high alias of the RAM.
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

# on_qemu XLEN NAME STATUS: run under QEMU without the recorder; the program's exit code.
on_qemu() {
  timeout 400 "qemu-system-riscv$1" -M virt -bios none -display none -monitor none -serial stdio \
    -kernel "$PROGRAMS/rv$1/$2.elf" </dev/null
  [ $? = "$3" ]
}

# fails_here XLEN NAME: our hart sees the exit code 42.
fails_here() {
  "$REPLAY" "$PROGRAMS/rv$1/$2.elf" --alone "$1" | tee "$TMP/fails.out"
  grep -q 'exit code 42,' "$TMP/fails.out"
}

# The comparison must be able to fail: another program's recording, and one with a trap that QEMU does not take.
differs() {
  "$HARTRACE" record --quiet --xlen 64 "$PROGRAMS/rv64/$1.elf" -o "$TMP/differs.ing" || return 1
  "$REPLAY" "$PROGRAMS/rv64/$2.elf" "$TMP/differs.ing"
  [ $? = 1 ]
}

# qemu XLEN NAME COMMAND...: a check that needs QEMU.
qemu() {
  local xlen=$1 name=$2
  shift 2
  if command -v "qemu-system-riscv$xlen" >/dev/null; then
    check "$name" "$@"
  else
    skip "$name" "no qemu-system-riscv$xlen"
  fi
}

while read -r kind x p; do
  [ -n "${SANITIZED:-}" ] && [ "$kind$x" = sync32 ] && continue # slow; rv64 runs the same code
  case $kind-$p in
    irq-wfi*) qemu "$x" "rv$x $p: same as QEMU" same "$x" "$p" --live ;;
    sync-* | irq-*) qemu "$x" "rv$x $p: same as QEMU" same "$x" "$p" ;;
    sim-misaligned) check "rv$x $p: every access traps" alone "$x" "$p" 'traps ([0-9]+) of \1$' ;;
    sim-context) check "rv$x $p: scontext exists" alone "$x" "$p" 'traps 0$' ;;
    sim-*) check "rv$x $p: own check" alone "$x" "$p" passed ;;
    fail-*) check "rv$x $p: seen" fails_here "$x" "$p" ;;
    high-*) check "rv$x $p: at the high alias" alone "$x" "$p" ' [0-9]{4,} at the high alias' ;;
  esac
  case $kind-$p in
    sim-tasks) ;; # needs scontext
    sim-*) qemu "$x" "rv$x $p: own check on QEMU" on_qemu "$x" "$p" 0 ;;
    fail-*) qemu "$x" "rv$x $p: seen on QEMU" on_qemu "$x" "$p" 42 ;;
  esac
done <"$PROGRAMS/list"
if command -v qemu-system-riscv64 >/dev/null; then
  check "another program's recording differs" differs vm recursion
  check "a trap that QEMU does not take differs" differs misaligned misaligned
fi
finish
