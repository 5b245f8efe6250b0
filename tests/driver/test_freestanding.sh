#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The driver as firmware sees it: the example of docs/reference/driver.md compiles without a C library, and the mmio port is
# made of single 32-bit loads and stores with fences.
. "$(dirname "$0")/../lib/tap.sh"

RISCV=${RISCV:-riscv64-unknown-elf-}

doc_is_example() {
  sed -n '/^```c$/,/^```$/p' docs/reference/driver.md | sed '1d; /^```$/,$d' >"$TMP/doc.c"
  diff -u tests/driver/example_capture.c "$TMP/doc.c"
}

# build MARCH MABI FILE: into $TMP/FILE-MARCH.o
build() {
  "${RISCV}gcc" -march="$1" -mabi="$2" -mcmodel=medany -O2 -std=c11 -ffreestanding -nostdinc \
    -isystem "$("${RISCV}gcc" -print-file-name=include)" -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
    -Werror -Idriver/include -Idriver/port/include -Iregmap/gen/c -c "$3" -o "$TMP/$(basename "$3" .c)-$1.o"
}

# Loads, stores and fences of a function of the mmio port, in order.
memory_ops() {
  "${RISCV}objdump" -d --no-show-raw-insn "$TMP/rvt_io_mmio-$1.o" |
    awk -v f="<$2>:" '$2 == f {on = 1; next} /^$/ {on = 0} on {print $2}' |
    sed 's/^c\.//' | grep -E '^(l[bhwd]u?|s[bhwd]|fence|lr\..*|sc\..*|amo.*)$' | tr '\n' ' '
}

mmio_read() {
  # lw of the register, fence, sw of the output
  [ "$(memory_ops "$1" read32)" = "lw sw fence " ] || [ "$(memory_ops "$1" read32)" = "lw fence sw " ] ||
    { memory_ops "$1" read32; return 1; }
}

mmio_write() {
  [ "$(memory_ops "$1" write32)" = "fence sw fence " ] || { memory_ops "$1" write32; return 1; }
}

check "docs/reference/driver.md shows the example that is tested" doc_is_example
if command -v "${RISCV}gcc" >/dev/null; then
  for target in rv32imac:ilp32 rv64imac:lp64; do
    march=${target%:*}
    check "the example compiles without a C library for $march" \
      build "$march" "${target#*:}" tests/driver/example_capture.c
    check "the mmio port compiles for $march" build "$march" "${target#*:}" driver/port/rvt_io_mmio.c
    check "mmio read32 is one 32-bit load before a fence on $march" mmio_read "$march"
    check "mmio write32 is one 32-bit store between fences on $march" mmio_write "$march"
  done
else
  skip "the driver on a bare hart" "no ${RISCV}gcc"
fi
finish
