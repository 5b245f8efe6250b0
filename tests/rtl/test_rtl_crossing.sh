#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What crosses from one clock to another (crossing/): with clocks whose edges come early and late, and synchronizers that take a
# change now or a cycle later. HARTRACE_SOAK=n: n times as many pairs of clocks.
. tests/lib/tap.sh

rtl=rtl-model/rtl
include=$(verilator --getenv VERILATOR_ROOT)/include

# built NAME PARAMETER...: the bench with these parameters.
built() {
  local dir=$TMP/$1
  verilator --cc -O3 -fno-const-bit-op-tree -Wall -DTR_SYNC_JITTER --top-module crossing --prefix Vcrossing --Mdir "$dir" "${@:2}" -y "$rtl" \
    tests/rtl/crossing/crossing.sv && printf '#include "%s"\n' "$dir"/Vcrossing*.cpp >"$dir/all.cpp" &&
    ${CXX:-g++} -std=c++17 -O1 -w -I"$dir" -include Vcrossing.h -I"$include" -I"$include/vltstd" -o "$dir/crossing" tests/rtl/crossing/crossing.cpp "$dir/all.cpp" \
      "$BUILD/rtl/libverilated.a" -pthread -latomic
}
runs=$((12 * ${HARTRACE_SOAK:-1}))
check "two stages, 8 beats: built" built two
check "two stages, 8 beats" "$TMP/two/crossing" 1 $runs
check "four stages, 4 beats: built" built four -GStages=4 -GDepth=4
check "four stages, 4 beats" "$TMP/four/crossing" 1000 $runs
finish
