#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# export --to lcov: lines, functions and branches as gcov counts them in the same source, compiled for this machine without
# optimization. Then genhtml, and traces that are added.
. tests/lib/tap.sh

mkdir -p "$TMP/host"
cat >"$TMP/host/bsp.h" <<'BSP'
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define bsp_check(what, a, b) host_check((uintptr_t)(a), (uintptr_t)(b))
#define bsp_puts(text) fputs(text, stdout)
#define bsp_random host_random
void host_check(uintptr_t a, uintptr_t b);
uint32_t host_random(uint32_t *state);
BSP
cat >"$TMP/host/bsp.c" <<'BSP'
#include "bsp.h"
void host_check(uintptr_t a, uintptr_t b) { if (a != b) exit(1); }
uint32_t host_random(uint32_t *s) { *s ^= *s << 13; *s ^= *s >> 17; *s ^= *s << 5; return *s; }
BSP

# target NAME -Ox: an ELF of the program.
target() {
  riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -std=gnu11 -g -ffreestanding -nostdlib -nostartfiles -mcmodel=medany \
    -misa-spec=2.2 -Isim/bsp -static -T sim/bsp/bsp.ld -Wl,--build-id=none "$2" -o "$TMP/$1.elf" "tests/programs/$1.c" \
    "$BUILD"/programs/rv64/bsp/*.o -lgcc
}

# covered NAME: an lcov file of its run.
covered() {
  "$HARTRACE" run "$TMP/$1.elf" --mode htm --save-trace "$TMP/$1.nex" -q &&
    "$HARTRACE" export "$TMP/$1.nex" --elf "$TMP/$1.elf" --to lcov -o "$TMP/$1.info" -q
}

# equal NAME EXCEPTION...: the same counts.
equal() {
  local name=$1
  target "$name" -O0 && covered "$name" || return
  # shellcheck disable=SC2086
  gcc --coverage -O0 -std=gnu11 -ffreestanding -funsigned-char -I"$TMP/host" -c -o "$TMP/host/$name.o" "tests/programs/$name.c" &&
    gcc --coverage -o "$TMP/host/$name" "$TMP/host/$name.o" "$TMP/host/bsp.c" && "$TMP/host/$name" &&
    gcov -b --json-format --stdout "$TMP/host/$name.gcda" >"$TMP/$name.json" || return
  shift
  python3 tests/view/lcov_check.py "$TMP/$name.info" "$TMP/$name.json" "$name.c" "$@"
}

if command -v riscv64-unknown-elf-gcc >/dev/null && command -v gcov >/dev/null; then
  check "crc: as gcov counts" equal crc
  check "sort" equal sort
  check "matrix" equal matrix
  check "sha256" equal sha256
  check "strings" equal strings
  check "state" equal state
  check "puzzles" equal puzzles
  check "recursion" equal recursion
  check "deep" equal deep dive_and_escape # gcov counts setjmp twice
  check "vm" equal vm line:53 # gcov counts the endless loop at the declaration
else
  skip "as gcov counts" "no riscv64-unknown-elf-gcc or no gcov"
fi

# Two runs added have twice the counts; genhtml takes the result.
added() {
  covered sort && lcov -q --rc lcov_branch_coverage=1 -a "$TMP/sort.info" -a "$TMP/sort.info" -o "$TMP/two.info" &&
    genhtml -q --branch-coverage -o "$TMP/html" "$TMP/two.info" && grep -rq sort.c "$TMP/html" || return
  awk -F'[:,]' '/^SF/ { f = $2 } /^DA/ { n[f, $2] += FNR == NR ? 2 * $3 : -$3; seen++ }
    END { for (i in n) if (n[i]) { print i, n[i]; bad = 1 } exit bad || seen < 100 }' "$TMP/sort.info" "$TMP/two.info"
}
# Two harts that run the same code count together: as often as each of them alone.
harts() {
  local elf=$BUILD/programs/rv64/smpipi.elf i
  "$HARTRACE" run "$elf" --harts 2 --save-trace "$TMP/smp.nex" --sidecar -q || return
  for i in all 0 1; do
    "$HARTRACE" export "$TMP/smp.nex" --elf "$elf" --src $i --to lcov -o "$TMP/smp.$i.info" -q || return
  done
  lcov -q -a "$TMP/smp.0.info" -a "$TMP/smp.1.info" -o "$TMP/smp.sum.info" || return
  awk -F'[:,]' '/^SF/ { f = $2 } /^FNDA/ { n[f, $3] += FNR == NR ? $2 : -$2; seen++ }
    END { for (i in n) if (n[i]) { print i, n[i]; bad = 1 } exit bad || seen < 10 }' "$TMP/smp.all.info" "$TMP/smp.sum.info"
}
# The lines of an inlined function are the sum of its copies.
cat >"$TMP/inlined.c" <<'C'
#include "bsp.h"
static inline __attribute__((always_inline)) int clamp(int v)
{
    if (v > 9)
        v = 9;
    return v;
}
int main(void)
{
    volatile int n = 0;
    for (volatile int i = 0; i < 20; i++)
        n += clamp(i);
    n += clamp(n);
    return n != 135 + 9;
}
C
inlined() {
  riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -g -O1 -ffreestanding -nostdlib -nostartfiles -mcmodel=medany \
    -misa-spec=2.2 -Isim/bsp -static -T sim/bsp/bsp.ld -Wl,--build-id=none -o "$TMP/inlined.elf" "$TMP/inlined.c" \
    "$BUILD"/programs/rv64/bsp/*.o -lgcc && covered inlined || return
  # 20 in the loop, and one after it; the loop's condition; what runs once.
  sed -n '/inlined.c/,/end_of/p' "$TMP/inlined.info" | tee "$TMP/mine"
  grep -qx 'DA:4,21' "$TMP/mine" && grep -qx 'DA:12,20' "$TMP/mine" && grep -qx 'DA:13,1' "$TMP/mine"
}
if command -v genhtml >/dev/null; then
  check "two runs added, for genhtml" added
  check "two harts" harts
else
  skip "two runs added, for genhtml" "no lcov"
fi
timer=$BUILD/programs/rv64/timer.elf
"$HARTRACE" run "$timer" --save-trace "$TMP/t.nex" -q >/dev/null
if command -v riscv64-unknown-elf-gcc >/dev/null; then
  check "inlined copies" inlined
  riscv64-unknown-elf-strip -g -o "$TMP/bare.elf" "$timer"
  check "no lines: a remark" fails 0 'no source lines' "$HARTRACE" export "$TMP/t.nex" --elf "$TMP/bare.elf" --to lcov -o "$TMP/none"
fi
if [ -e /dev/full ]; then
  check "disk full" fails 2 'cannot be written|No space' "$HARTRACE" export "$TMP/t.nex" --elf "$timer" --to lcov -o /dev/full
fi
finish
