#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The program for RISC-V Linux, under QEMU, prints what the program of this machine prints: messages, instructions, verdicts, exports, encoded bytes. With
# HARTRACE_CROSS, the folder that `make cross` wrote (make check-cross); HARTRACE_SOAK makes it.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
unsanitized "it is another architecture"
cross=${HARTRACE_CROSS:-}
if [ -z "$cross" ] && [ -n "${HARTRACE_SOAK:-}" ] && command -v riscv64-linux-gnu-gcc qemu-riscv64 >/dev/null; then
  cross=$BUILD/cross-riscv64
  check "make cross" make -s cross BUILD="$BUILD"
fi
if [ -z "$cross" ]; then
  skip "the program for RISC-V Linux" "HARTRACE_CROSS, make check-cross"
  finish
fi
cross=$(realpath "$cross")
build=$(realpath "$BUILD")
sort=$build/programs/rv64/sort.elf

kind() {
  local f
  for f in "$cross/inst/bin/hartrace" "$cross"/inst/lib/libhartrace*.so.*.*.*; do
    readelf -h "$f" | grep -q 'Machine: *RISC-V' || { echo "$f"; return 1; }
  done
  readelf -h "$cross/inst/bin/hartrace" | grep -q 'Class: *ELF64' && [ "$("$cross/hartrace" --version)" = "$("$build/hartrace" --version)" ]
}
check "RISC-V, of this version" kind

# same NAME ARGUMENTS...: both programs, each in a folder of its own; outputs, exit status and files are equal.
same() {
  local side status
  for side in here cross; do
    rm -rf "$TMP/$side" && mkdir "$TMP/$side" && cp "$TMP"/in/* "$TMP/$side/" || return
    program=$build/hartrace
    [ $side = here ] || program=$cross/hartrace
    (cd "$TMP/$side" && "$program" "$@" >stdout 2>stderr; echo "$?" >status)
  done
  diff -r "$TMP/here" "$TMP/cross" && status=$(cat "$TMP/cross/status") && [ "$status" = "${want:-0}" ] || { cat "$TMP/cross/status" "$TMP/cross/stderr"; return 1; }
}
mkdir "$TMP/in"
inputs() {
  "$build/hartrace" run "$sort" -q --save-trace "$TMP/in/T.nex" --save-pcs "$TMP/in/T.pcs" --save-ingress "$TMP/in/T.ing" &&
    "$build/hartrace" run "$build/programs/rv32/nested.elf" -q --te trTsEnable=1 --sidecar --save-trace "$TMP/in/N.nex" --save-pcs "$TMP/in/N.pcs" &&
    sed '1000s/.*/0x80000000/' "$TMP/in/T.pcs" >"$TMP/in/wrong.pcs" && head -c 5000 "$TMP/in/T.nex" | tail -c 4000 >"$TMP/in/torn.nex"
}
check "traces" inputs
check "verify: equal" same verify T.nex --elf "$sort" --pcs T.pcs
want=1 check "verify: the first divergence" same verify T.nex --elf "$sort" --pcs wrong.pcs
check "decode to PCs" same decode T.nex --elf "$sort" -f pcs -o D.pcs
truth() { cmp <(grep -o '^0x[0-9a-f]*' "$TMP/in/T.pcs") <(grep -o '^0x[0-9a-f]*' "$TMP/cross/D.pcs"); }
check "which are what the hart retired" truth
check "decode with timestamps, as text" same decode N.nex --elf "$build/programs/rv32/nested.elf" -f text
check "dump" same dump T.nex
check "statistics as JSON" same stat T.nex --elf "$sort" -f json
check "symbols and lines by DWARF" same hot T.nex --elf "$sort"
check "calls" same calls T.nex --elf "$sort"
# The databases are of two builds of SQLite: what is in them is compared.
sqlite() {
  local side
  same export T.nex --elf "$sort" --to sqlite -o T.sqlite >/dev/null
  for side in here cross; do
    [ "$(cat "$TMP/$side/status")" = 0 ] &&
      python3 -c 'import sqlite3, sys; print("\n".join(sqlite3.connect(sys.argv[1]).iterdump()))' "$TMP/$side/T.sqlite" >"$TMP/$side.sql" || return
  done
  [ "$(wc -l <"$TMP/here.sql")" -gt 50 ] && cmp "$TMP/here.sql" "$TMP/cross.sql"
}
check "SQLite" sqlite
check "encode" same encode --ingress T.ing --mode htm -o E.nex
check "simulate" same run "$sort" --save-trace R.nex --save-pcs R.pcs
check "a torn trace" same info torn.nex --elf "$sort"
want=2 check "no such file" same decode nothing.nex --elf "$sort"

# The shared library, with the first example.
library() {
  riscv64-linux-gnu-gcc -I"$cross/inst/include" -isystem "$cross/deps/include" examples/decode.c -L"$cross/inst/lib" -lhartrace -o "$TMP/decode" &&
    qemu-riscv64 -L /usr/riscv64-linux-gnu -E LD_LIBRARY_PATH="$cross/inst/lib" "$TMP/decode" "$TMP/in/T.nex" "$sort" >"$TMP/got" &&
    "$build/hartrace" decode "$TMP/in/T.nex" --elf "$sort" -f csv |
    awk -F, '$3 == "range" { print "@" $2, "range", $4 "-" $5, $6; next } NR > 1 { print "@" $2, $3 }' | cmp - "$TMP/got"
}
check "libhartrace.so: examples/decode.c" library
finish
