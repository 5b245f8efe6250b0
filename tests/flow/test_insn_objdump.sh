#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The instruction layer against binutils: every 16-bit encoding, and structured and pseudo-random 32-bit
# ones. Size, class, registers, offset, target, and constants of lui and auipc must agree.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

OBJDUMP=${OBJDUMP:-riscv64-unknown-elf-objdump}
# It builds the instruction layer by itself, so the sanitized run would only do the same again.
if [ -n "${SANITIZED:-}" ]; then
  skip 'instruction classes against objdump' 'done by the other build'
  finish
fi
if ! command -v "$OBJDUMP" >/dev/null; then
  skip 'instruction classes against objdump' "no $OBJDUMP"
  finish
fi

build() {
  ${CC:-gcc} -std=c11 -O1 -Wall -Wextra -Werror -Ilib/flow/include -Ilib/flow/src -o "$TMP/insn_list" \
    tests/flow/insn_list.c lib/flow/src/flow_insn*.c
}

compare() { # XLEN c|w
  "$TMP/insn_list" "$1" "$2" "$TMP/code.bin" >"$TMP/ours.txt" || return 1
  "$OBJDUMP" -D -z -b binary -m "riscv:rv$1" -M no-aliases,numeric --adjust-vma=0x40000000 \
    "$TMP/code.bin" >"$TMP/objdump.txt" || return 1
  python3 tests/flow/insn_objdump.py "$1" "$TMP/ours.txt" "$TMP/objdump.txt"
}

check 'the lister builds' build
check 'every 16-bit encoding, RV32' compare 32 c
check 'every 16-bit encoding, RV64' compare 64 c
check '32-bit encodings, RV32' compare 32 w
check '32-bit encodings, RV64' compare 64 w
finish
