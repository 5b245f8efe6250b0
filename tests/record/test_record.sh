#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace record: what it refuses, limits, repeatability, and its PCs against QEMU's own execution
# log (-singlestep -d exec), which comes from another part of QEMU than the plugin's callbacks.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
PROGRAMS=$BUILD/programs
RECORD="$HARTRACE record"

check "help" $RECORD --help
check "no output" fails 2 'no output; give -o' $RECORD "$PROGRAMS/rv64/vm.elf"
check "nothing to run" fails 2 'nothing to run' $RECORD -o "$TMP/x.ing"
check "a missing file" fails 2 'nothere.elf: No such file' $RECORD nothere.elf -o "$TMP/x.ing"
check "a wrong XLEN" fails 2 'xlen must be 32 or 64' $RECORD --xlen 16 a.elf -o "$TMP/x.ing"
check "two programs" fails 2 'kernel is given too' $RECORD --kernel a.elf b.elf -o "$TMP/x.ing"
check "a missing plugin" fails 2 'hartrace-record.so was not found' \
  $RECORD "$PROGRAMS/rv64/vm.elf" --plugin "$TMP/no.so" -o "$TMP/x.ing"
check "a missing emulator" fails 2 'noqemu' \
  $RECORD "$PROGRAMS/rv64/vm.elf" --qemu "$TMP/noqemu" -o "$TMP/x.ing"
check "an output that cannot be written" fails 2 'nofolder/x.ing' \
  $RECORD "$PROGRAMS/rv64/vm.elf" -o "$TMP/nofolder/x.ing"

# The files are looked at before the emulator is started; what it cannot run ends, whatever it is.
check "a program of the other width" fails 2 'sort.elf: is for RV32, but the machine is RV64; add --xlen 32' \
  $RECORD "$PROGRAMS/rv32/sort.elf" --max-instructions 1000 -o "$TMP/x.ing"
check "the same as firmware" fails 2 'is for RV64, but the machine is RV32; add --xlen 64' \
  $RECORD --xlen 32 --bios "$PROGRAMS/rv64/sort.elf" -o "$TMP/x.ing"
check "a program of this machine" fails 2 'for another machine \(ELF machine [0-9]+\), not RISC-V' \
  $RECORD /bin/sh -o "$TMP/x.ing"
check "no program" fails 2 'is not an ELF file' $RECORD tests/lib/tap.sh -o "$TMP/x.ing"
check "a limit of nothing" fails 2 'max-instructions 0: must be at least 1' \
  $RECORD "$PROGRAMS/rv64/vm.elf" --max-instructions 0 -o "$TMP/x.ing"

# children PID: the processes that it has started.
children() { cat "/proc/$1/task/$1/children"; }

# endless: recording of a program that never ends; RECORDER is its process, EMULATOR the one below.
endless() {
  rm -f "$TMP"/e.ing*
  "$HARTRACE" record --xlen 32 "$PROGRAMS/rv32/debuggee.elf" -o "$TMP/e.ing" >"$TMP/e.out" 2>&1 &
  RECORDER=$!
  for _ in $(seq 100); do
    [ -n "$(find "$TMP" -name 'e.ing.tmp.*' -size +0)" ] && break # the file takes its name at the end
    sleep 0.1
  done
  EMULATOR=$(children $RECORDER)
  [ -n "$EMULATOR" ]
}
gone() {
  for _ in $(seq 50); do
    [ -e "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" || return 0
    sleep 0.1
  done
  return 1
}
ended() {
  endless && kill -"$1" $RECORDER && wait $RECORDER && gone $EMULATOR && cat "$TMP/e.out" &&
    grep -q 'interrupted; what was executed up to here is recorded' "$TMP/e.out" &&
    "$HARTRACE" encode -q --ingress "$TMP/e.ing" --mode htm -o "$TMP/e.nex" &&
    "$HARTRACE" verify "$TMP/e.nex" --ingress "$TMP/e.ing" | grep '^equal: [1-9][0-9]* '
}
orphan() {
  endless && kill -KILL $RECORDER && ! wait $RECORDER && gone $EMULATOR
}
traps() {
  printf '.globl _start\n_start: %s\n' "$1" >"$TMP/t.S"
  riscv64-unknown-elf-gcc -march=rv64imafdc_zicsr -mabi=lp64 -nostdlib -nostartfiles -Wl,--nmagic \
    -Wl,-Ttext=0x80000000 "$TMP/t.S" -o "$TMP/t.elf" 2>"$TMP/as.err" || { cat "$TMP/as.err"; return 1; }
  fails 2 "hart 0 traps endlessly at 0x[0-9a-f]+: $2" timeout -k 5 400 $RECORD "$TMP/t.elf" -o "$TMP/x.ing"
}

# limit N: exactly N instructions.
limit() {
  $RECORD "$PROGRAMS/rv64/user.elf" --max-instructions "$1" -o "$TMP/limit.ing" 2>&1 | grep "^$1 instructions\?,"
}

# console TEXT: --until finds it in the console.
console() {
  $RECORD "$PROGRAMS/rv32/vm.elf" --xlen 32 --until "$1" --console - -o "$TMP/console.ing" >"$TMP/console.txt" || return 1
  grep -F "$1" "$TMP/console.txt"
}

never() {
  $RECORD "$PROGRAMS/rv32/vm.elf" --xlen 32 --until "nobody says this" -o "$TMP/console.ing" 2>&1 |
    grep 'the console never printed "nobody says this"'
}

# repeatable XLEN NAME: two recordings are the same, byte for byte. The loop after the finisher is as
# long as the emulator likes, so a limit ends both before.
repeatable() {
  for i in 1 2; do
    $RECORD -q --xlen "$1" "$PROGRAMS/rv$1/$2.elf" --max-instructions 7500 -o "$TMP/repeat$i.ing" || return 1
  done
  cmp "$TMP/repeat1.ing" "$TMP/repeat2.ing"
}

# PCs in one spelling, the loop after the finisher reduced to one round.
unspin() {
  tr A-F a-f | sed "s/^0x0*//" |
    awk '$1 != last { for (; n > 0; n--) print last } { last = $1; n++ } END { print last }'
}

# PCs from QEMU's log. An instruction that is followed by its own exception did not retire; a fetch
# fault (1) comes without one.
log_pcs() {
  sed -n -e 's/^Trace 0: [^[]*\[[0-9a-f]*\/\([0-9a-f]*\)\/.*/E \1/p' \
    -e 's/^riscv_cpu_do_interrupt: hart:0, async:0, cause:0*\([0-9a-f]*\), epc:0x\([0-9a-f]*\),.*/T \2 \1/p' |
    awk '
      $1 == "E" { if (have) print "0x" last; last = $2; have = 1 }
      $1 == "T" { if (have && !(last == $2 && $3 != "1")) print "0x" last; have = 0 }
      END { if (have) print "0x" last }'
}

# logged XLEN NAME: our PCs are those of QEMU's log. The encoder and decoder in between are held to the
# ingress stream.
logged() {
  $RECORD -q --xlen "$1" "$PROGRAMS/rv$1/$2.elf" -o "$TMP/log.ing" &&
    "$HARTRACE" encode -q --ingress "$TMP/log.ing" --mode htm -o "$TMP/log.nex" &&
    "$HARTRACE" verify "$TMP/log.nex" --ingress "$TMP/log.ing" &&
    "$HARTRACE" decode "$TMP/log.nex" --ingress "$TMP/log.ing" -f pcs -o "$TMP/ours.txt" || return 1
  "qemu-system-riscv$1" -M virt -bios none -display none -monitor none -serial null -singlestep \
    -d exec,nochain,int -D "$TMP/log.txt" -kernel "$PROGRAMS/rv$1/$2.elf" || return 1
  unspin <"$TMP/ours.txt" >"$TMP/ours.pcs"
  log_pcs <"$TMP/log.txt" | unspin >"$TMP/log.pcs"
  [ "$(wc -l <"$TMP/ours.pcs")" -gt 1000 ] || { echo "too few PCs"; return 1; }
  cmp "$TMP/ours.pcs" "$TMP/log.pcs"
}

# etrace XLEN NAME [OPTION]...: what QEMU executed, in E-Trace, gives the PCs that N-Trace gives.
etrace() {
  local xlen=$1 name=$2
  shift 2
  $RECORD -q --xlen "$xlen" "$PROGRAMS/rv$xlen/$name.elf" --max-instructions 20000 -o "$TMP/et.ing" &&
    "$HARTRACE" encode -q --ingress "$TMP/et.ing" --mode htm -o "$TMP/et.nex" &&
    "$HARTRACE" encode -q --ingress "$TMP/et.ing" --te trTeFormat=0 "$@" --sidecar -o "$TMP/et.etr" &&
    "$HARTRACE" verify -q "$TMP/et.etr" --ingress "$TMP/et.ing" &&
    "$HARTRACE" decode -q "$TMP/et.nex" --ingress "$TMP/et.ing" -f pcs -o "$TMP/n.pcs" &&
    "$HARTRACE" decode -q "$TMP/et.etr" --ingress "$TMP/et.ing" -f pcs -o "$TMP/e.pcs" || return 1
  [ "$(wc -l <"$TMP/e.pcs")" -gt 1000 ] && cmp "$TMP/n.pcs" "$TMP/e.pcs"
}

# harts N: each of them can be encoded and decoded; hart 0 runs the program, the others sleep. They take
# turns, so the program must be a long one.
harts() {
  local h
  $RECORD -q --harts "$1" "$PROGRAMS/rv64/sort-O0.elf" -o "$TMP/harts.ing" || return 1
  for ((h = 0; h < $1; h++)); do
    "$HARTRACE" encode -q --ingress "$TMP/harts.ing" --hart $h --mode htm -o "$TMP/harts.nex" &&
      "$HARTRACE" verify "$TMP/harts.nex" --ingress "$TMP/harts.ing" --hart $h >"$TMP/harts$h.txt" &&
      grep '^equal' "$TMP/harts$h.txt" || return 1
  done
  grep -Eq '^equal: [0-9]{5,} ' "$TMP/harts0.txt" && grep -Eq '^equal: [0-9]{1,4} ' "$TMP/harts1.txt"
}

if command -v qemu-system-riscv32 >/dev/null && command -v qemu-system-riscv64 >/dev/null; then
  check "what is no program" fails 2 'ended without running' $RECORD --kernel tests/lib/tap.sh --machine none -o "$TMP/x.ing"
  check "one instruction" limit 1
  check "SIGINT ends a recording in order" ended INT
  check "SIGTERM as well" ended TERM
  check "the emulator does not outlive its parent" orphan
  check "an instruction that is switched off, and no handler" traps 'fadd.d fa0,fa1,fa2' 'illegal .* needs extension D: enable it'
  check "a jump to nowhere" traps 'jr zero' 'instruction access fault \(cause 1'
  check "a handler that traps itself" traps 'la t0,1f; csrw mtvec,t0; .word 0; .align 2; 1: .word 0' 'illegal instruction'
  check "a limit inside trap handlers" limit 12345
  check "the text that ends the run" console "vm ok"
  check "a text that never comes" never
  check "three harts" harts 3
  check "E-Trace: a page table, and code in user mode" etrace 64 vm --te trTeInstSyncMode=1 --te trTeInstSyncMax=0
  check "E-Trace: code that changes while it runs" etrace 64 selfmod
  check "E-Trace: interrupts, with timestamps and a source" etrace 32 irqnest --te trTsEnable=1 --te trTeSrcBits=4 --te trTeSrcID=3
  for x in 32 64; do
    check "rv$x: repeatable with interrupts" repeatable $x stimer
    check "rv$x: repeatable with timer and wfi" repeatable $x irqnest
    for p in mixed corners user nested; do
      check "rv$x $p: PCs of QEMU's own log" logged $x $p
    done
  done
else
  skip "recording" "no qemu-system-riscv32, qemu-system-riscv64"
fi
finish
