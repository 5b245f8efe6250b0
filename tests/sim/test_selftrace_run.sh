#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The program that traces itself, on the platforms of hartrace run: what it prints decodes to a section of what the hart retired.
. tests/lib/tap.sh
. tests/tools/lib.sh
. tests/lib/selftrace.sh

for xlen in 32 64; do
  dtc -q -O dtb -o "$TMP/rv$xlen.dtb" "dts/single-smem-rv$xlen.dts"
done
check "RV64, HTM" selftrace selftrace 64
check "RV32, BTM" selftrace selftrace-btm 32
check "on SystemC" selftrace selftrace 32 --platform systemc
check "on SystemC, with a quantum" selftrace selftrace-btm 64 --platform systemc --quantum 200
check "memory that the sink cannot write is noticed" fails 1 'exited with code 99' \
  "$HARTRACE" run "$BUILD/programs/rv64/selftrace.elf" --no-trace --sink smem --console "$TMP/console"
check "and said" grep -q 'cannot write to its buffer' "$TMP/console"
finish
