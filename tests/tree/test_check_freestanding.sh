#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-freestanding.sh refuses a library that needs a C library, libgcc or writable data.
. tests/lib/tap.sh
unsanitized "nothing of ours that is compiled runs in it"

# tree CODE: a small tree with the script; the nexus library holds CODE.
tree() {
  rm -rf "$TMP/tree"
  mkdir -p "$TMP/tree/tests" "$TMP/tree/lib/flow/src" "$TMP/tree/lib/nexus/src" "$TMP/tree/driver/src" "$TMP/tree/driver/port" \
    "$TMP/tree/rtl-model/model/src" "$TMP/tree/fwtrace/src" "$TMP/tree/fwtrace/port"
  cp tests/check-freestanding.sh "$TMP/tree/tests/"
  echo 'extern int one; ' | tee "$TMP/tree/driver/src/a.c" "$TMP/tree/driver/port/rvt_io_mmio.c" \
    "$TMP/tree/lib/flow/src/a.c" "$TMP/tree/fwtrace/src/a.c" "$TMP/tree/fwtrace/port/a.c" "$TMP/tree/rtl-model/model/src/a.c" >/dev/null
  printf '%b\n' "$1" >"$TMP/tree/lib/nexus/src/a.c"
}

# refuses CODE PATTERN: a nexus library of CODE fails with PATTERN.
refuses() {
  tree "$1"
  local out
  out=$(BUILD=$TMP/out "$TMP/tree/tests/check-freestanding.sh" 2>&1) && { echo "passed"; return 1; }
  echo "$out"
  echo "$out" | grep -Eq -- "$2"
}

passes() {
  tree "$1"
  BUILD=$TMP/out "$TMP/tree/tests/check-freestanding.sh"
}

if command -v riscv64-unknown-elf-gcc >/dev/null; then
  check "arithmetic, constants and a structure copy pass" passes \
    'struct s { int a[40]; };\nvoid f(struct s *, const struct s *);\nvoid f(struct s *a, const struct s *b) { *a = *b; }'
  check "a call into a C library is found" refuses \
    'int puts(const char *);\nint f(void);\nint f(void) { return puts("x"); }' 'nexus for rv32imac -O2 needs: puts'
  check "a 64-bit division, which needs libgcc, is found" refuses \
    'unsigned long long f(unsigned long long a, unsigned long long b);
unsigned long long f(unsigned long long a, unsigned long long b) { return a / b; }' 'nexus for rv32imac .*__udivdi3'
  check "a global variable is found" refuses 'extern int counter;\nint counter;' 'writable data: counter'
  check "a static variable is found" refuses \
    'int f(void);\nint f(void) { static int n = 1; return n++; }' 'writable data: n'
  check "a header of a C library is found" refuses '#include <stdio.h>\nextern int x;' 'stdio.h'
else
  skip "check-freestanding" "no riscv64-unknown-elf-gcc"
fi
finish
