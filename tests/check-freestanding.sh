#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-freestanding.sh: builds the libraries that must run without a C library for rv32imac and rv64imac, and looks at
# what they need from outside (memcpy, memmove, memset, memcmp and nothing else) and at their writable data (none).
# Exit 1 if a library breaks that. With --driver: the driver alone.
set -u
cd "$(dirname "$0")/.."
PREFIX=${CROSS:-riscv64-unknown-elf-}
OUT=${BUILD:-build}/freestanding
REGMAP='regmap/include regmap/gen/c'
WARN='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
ALLOWED='memcpy|memmove|memset|memcmp'

command -v "${PREFIX}gcc" >/dev/null || { echo "check-freestanding: no ${PREFIX}gcc" >&2; exit 2; }
rm -rf "$OUT" && mkdir -p "$OUT/include"
headers=$("${PREFIX}gcc" -print-file-name=include)

# All that a library other than nexus and the driver may know of a C library.
cat >"$OUT/include/string.h" <<'END'
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
END

# compile TARGET OPTIMIZATION SOURCE FLAG...: prints the name of its object. A file that is part of several libraries is compiled once, for
# the first of them.
compile() {
  local target=$1 opt=$2 source=$3 object
  shift 3
  object=$OUT/${target%/*}$opt/${source//\//-}.o
  # shellcheck disable=SC2086
  [ -e "$object" ] || "${PREFIX}gcc" -march="${target%/*}" -mabi="${target#*/}" -mcmodel=medany -std=c11 $opt -ffreestanding -nostdinc \
    -isystem "$headers" $WARN "$@" -c -o "$object" "$source" || return 1
  echo "$object"
}

# build NAME "OPTIMIZATIONS" "SOURCES" "INCLUDE FOLDERS": one relocatable object for each target and optimization,
# examined. With -Os gcc calls libgcc for 64-bit shifts on rv32: the driver does without even then.
build() {
  local name=$1 opts=$2 sources=$3 inc= dir target opt object objects source undefined data
  for dir in $4; do inc="$inc -I$dir"; done
  [ "$name" = trm ] && inc="$inc -isystem $OUT/include"
  for target in rv32imac/ilp32 rv64imac/lp64; do
    for opt in $opts; do
      object=$OUT/$name-${target%/*}$opt.o
      objects=
      mkdir -p "$OUT/${target%/*}$opt"
      for source in $sources; do
        # shellcheck disable=SC2086
        objects="$objects $(compile "$target" "$opt" "$source" $inc)" || return 1
      done
      # shellcheck disable=SC2086
      "${PREFIX}gcc" -march="${target%/*}" -mabi="${target#*/}" -r -nostdlib -o "$object" $objects || return 1
      undefined=$("${PREFIX}nm" -u "$object" | awk '{ print $2 }' | grep -Evx "$ALLOWED")
      data=$("${PREFIX}nm" "$object" | awk '$2 ~ /^[BbCDdGSs]$/ { print $3 }')
      if [ -n "$undefined$data" ]; then
        echo "$name for ${target%/*} $opt needs: ${undefined:-nothing}; has writable data: ${data:-none}" |
          tr '\n' ' '
        echo
        return 1
      fi
      echo "$name ${target%/*} $opt: $("${PREFIX}size" "$object" | awk 'NR == 2 { print $1 }') bytes of code and constants"
    done
  done
}

failed=0
if [ "${1:-}" = --driver ]; then
  build rvt "-Os -O2" "$(ls driver/src/*.c)" "driver/include driver/src $REGMAP" || failed=1
  build rvt_io_mmio "-Os -O2" "driver/port/rvt_io_mmio.c" "driver/include driver/port/include $REGMAP" || failed=1
  exit $failed
fi
flow=$(ls lib/flow/src/*.c)
FLOW="lib/flow/include lib/flow/src"
build flow -O2 "$flow" "$FLOW" || failed=1
# nexus is built on flow: both together.
nexus="$flow $(ls lib/nexus/src/*.c)"
NEXUS="lib/nexus/include lib/nexus/src $FLOW"
build nexus -O2 "$nexus" "$NEXUS" || failed=1
etrace=$(ls lib/etrace/src/*.c)
ETRACE="lib/etrace/include lib/etrace/src"
build etrace -O2 "$flow $etrace" "$ETRACE $FLOW" || failed=1
build rvt "-Os -O2" "$(ls driver/src/*.c)" "driver/include driver/src $REGMAP" || failed=1
build rvt_io_mmio "-Os -O2" "driver/port/rvt_io_mmio.c" "driver/include driver/port/include $REGMAP" || failed=1
build fwt "-Os -O2" "$(ls fwtrace/src/*.c fwtrace/port/*.c)" "fwtrace/include fwtrace/src" || failed=1
# The model encodes with nexus and etrace: all together.
build trm -O2 "$nexus $etrace $(ls rtl-model/model/src/*.c)" \
  "lib/ingress/include rtl-model/model/include rtl-model/model/src $NEXUS $ETRACE $REGMAP" || failed=1
exit $failed
