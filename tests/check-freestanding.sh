#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the driver (with its mmio port) and nexus for rv32imac and rv64imac without any C library header, link each
# into one object, and check that nothing is left undefined but memcpy, memmove, memset and memcmp, which gcc may emit by
# itself and a bare-metal runtime supplies. Prints the text, data and bss sizes. Exit 1 when something else is needed.
#
# Variables: BUILD (output folder), RISCV (prefix of the tools, riscv64-unknown-elf-).
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
RISCV=${RISCV:-riscv64-unknown-elf-}
out=$BUILD/freestanding
allowed='memcpy|memmove|memset|memcmp'
warn='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
failed=0

# compile NAME MARCH MABI "INCLUDES" FILE...: into $out/NAME-MARCH.o
compile() {
  local name=$1 march=$2 mabi=$3 inc=$4 dir src
  shift 4
  dir=$out/$name-$march
  rm -rf "$dir" && mkdir -p "$dir"
  for src in "$@"; do
    # shellcheck disable=SC2086  # lists of options
    "${RISCV}gcc" -march="$march" -mabi="$mabi" -mcmodel=medany -O2 -std=c11 -ffreestanding -nostdinc \
      -isystem "$("${RISCV}gcc" -print-file-name=include)" $warn $inc -c "$src" \
      -o "$dir/$(basename "$src" .c).o" || return 1
  done
  "${RISCV}gcc" -march="$march" -mabi="$mabi" -nostdlib -r -o "$out/$name-$march.o" "$dir"/*.o
}

# examine NAME MARCH: what is undefined, and how large it is
examine() {
  local object=$out/$1-$2.o extra
  extra=$("${RISCV}nm" -u "$object" | awk '{print $NF}' | grep -Evx "$allowed")
  if [ -n "$extra" ]; then
    echo "$1 $2: needs what a bare hart does not have:" $extra
    return 1
  fi
  "${RISCV}size" "$object" | awk -v n="$1" -v m="$2" \
    'NR == 2 {printf "%-8s %-9s text %6d  data %d  bss %d bytes\n", n, m, $1, $2, $3}'
}

for target in rv32imac:ilp32 rv64imac:lp64; do
  march=${target%:*}
  mabi=${target#*:}
  { compile driver "$march" "$mabi" \
      "-Idriver/include -Idriver/src -Idriver/port/include -Iregmap/include -Iregmap/gen/c" \
      driver/src/*.c driver/port/rvt_io_mmio.c && examine driver "$march"; } || failed=1
  { compile nexus "$march" "$mabi" "-Inexus/include -Inexus/src" nexus/src/*.c &&
      examine nexus "$march"; } || failed=1
done
exit $failed
