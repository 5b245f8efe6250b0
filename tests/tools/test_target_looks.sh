#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# status, probe and regs only look: the registers of all kinds of components are a file (--io mmio), in every state, and not a
# byte of it changes. fetch believes no size that the tree or trRamImpl denies.
. tests/lib/tap.sh

mem=$TMP/mem

# put ADDRESS WORD...: words at ascending addresses.
put() {
  local at=$(($1)) w bytes=
  shift
  for w; do
    bytes+=$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $((w & 255)) $((w >> 8 & 255)) $((w >> 16 & 255)) $((w >> 24 & 255)))
  done
  printf "$bytes" | dd of="$mem" bs=4 seek=$((at / 4)) conv=notrunc status=none
}

# hart VERB [ARGUMENT]...
hart() { "$HARTRACE" "$@" --io "mmio:$mem" --dtb "$TMP/t.dtb"; }

# tree NAME: compiled, with an empty memory that has all of its components.
tree() { dtc -q -O dtb -o "$TMP/t.dtb" "dts/$1.dts" && rm -f "$mem" && truncate -s 2300M "$mem"; }

# fill CONTROL IMPL START LIMIT WP: registers of each component of the tree. Control of all of them, but the RAM sinks add
# trRamMode 1 (SMEM) when the tree has a window; Impl fits the kind, IMPL is trRamImpl; trRamRP is 0x124 in any case.
fill() {
  local kind base
  while read -r kind base; do
    case $kind in
    encoder) put "$base" "$1" 0x00000101 ;;
    funnel) put "$base" "$1" 0x00000801 ;;
    ramsink) put "$base" "$1" "$2" 0 0 "$3" $(($3 >> 32)) "$4" $(($4 >> 32)) "$5" $(($5 >> 32)) 0x124 0 ;;
    pibsink) put "$base" "$1" 0x00000a01 ;;
    atbbridge) put "$base" "$1" 0x00000e01 ;;
    *) echo "what is $kind?"; return 1 ;;
    esac
  done < <("$HARTRACE" topo "$TMP/t.dtb" | sed -n 's/^component \([a-z]*\)-[0-9]* *\(0x[0-9a-f]*\).*/\1 \2/p')
}

# All registers and the first page of the trace.
registers() {
  local at
  for at in 0x3020000 0x3021000 0x3030000 0x3040000 0x3050000 0x6000000 0x84000000; do
    dd if="$mem" bs=4096 skip=$((at / 4096)) count=1 status=none
  done
}

# looks CONTROL WP PATTERN: status says PATTERN, and nothing changes.
looks() {
  tree three-sinks && fill "$(($1 | 0x10))" 0x2901 0x84000000 0x840fffc0 "$2" || return 1
  registers >"$TMP/before"
  local verb
  for verb in status probe regs 'regs ramsink-0'; do
    hart $verb >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
    registers | cmp "$TMP/before" - || { echo "changed by $verb"; return 1; }
    [ "$verb" != status ] || cp "$TMP/out" "$TMP/status"
  done
  [ "$(grep -c '^  0x000 ' "$TMP/out")" = "$4" ] || { echo "registers: "; cat "$TMP/out"; return 1; }
  grep -Eq "$3" "$TMP/status" || { cat "$TMP/status"; return 1; }
}
check "disabled, half full" looks 0x9 0x84080000 '^ramsink-0 .*disabled, empty, .* 524288 bytes of trace, buffer from 0x84000000' 1
check "disabled, wrapped" looks 0x9 0x84000101 '^ramsink-0 .*disabled, empty, .*the buffer is full' 1
check "disabled, nothing in it" looks 0x9 0x84000000 '^ramsink-0 .* 0 bytes of trace' 1
check "disabled, a pointer that leads elsewhere" looks 0x9 0x90000000 '^ramsink-0 .*outside of the buffer' 1
check "enabled" looks 0x3 0x84000041 '^ramsink-0 .*enabled, write pointer 0x84000040, has wrapped$' 1
check "in reset" looks 0x0 0 '^ramsink-0 .*in reset' 0

asleep() {
  tree three-sinks && fill 0 0x2901 0 0 0 && hart probe >"$TMP/out" 2>"$TMP/err" || return 1
  [ "$(grep -c 'in reset, not identified' "$TMP/out")" = 6 ] && grep -q -- '--wake identifies them too' "$TMP/err"
}
check "probe leaves what is in reset alone, and says how to ask it" asleep

# ---- fetch ----

# refuses PATTERN IMPL START LIMIT WP [MODE]
refuses() {
  rm -rf "$TMP/x.nex" "$TMP/snap"
  fill $((0x9 | ${6:-0})) "$2" "$3" "$4" "$5" && fails 2 "$1" hart fetch -o "$TMP/x.nex" && [ ! -e "$TMP/x.nex" ] &&
    fails 2 "$1" hart snapshot "$TMP/snap" && [ ! -e "$TMP/snap" ]
}
check "a tree with SRAM of 64 KiB" tree single-sram-rv64
check "2^63 bytes of SRAM" refuses 'trace@6000000: .* SRAM of 9223372036854775808 bytes, the tree says 65536' 0x1901 0 0x7ffffffffffffffc 1
check "2^64 bytes of SRAM" refuses 'SRAM of 18446744073709551615 bytes' 0x1901 0 0xfffffffffffffffc 1
check "4 bytes too many" refuses 'SRAM of 65540 bytes, the tree says 65536' 0x1901 0 0x10000 0
check "SRAM that Impl denies" refuses 'selects SRAM, which trRamImpl does not offer' 0x2901 0 0xfffc 0
whole() {
  fill 0x9 0x1901 0 0xfffc 0x40 && put 0x6000040 0x04030201 && hart fetch -o "$TMP/x.nex" >"$TMP/out" &&
    [ "$(od -An -tx1 -v "$TMP/x.nex" | tr -d ' \n' | sed 's/01020304//g')" = '' ] && [ "$(wc -c <"$TMP/x.nex")" = 64 ]
}
check "what the tree says is read" whole
untold() { dtc -q -O dts dts/single-sram-rv64.dts | sed '/sram-bytes/d' | dtc -q -O dtb -o "$TMP/t.dtb"; }
check "a tree that states no size" untold
check "2^63 bytes, size not in the tree" refuses 'does not state its size; if that is true, add hartrace,sram-bytes' 0x1901 0 \
  0x7ffffffffffffffc 1
check "a tree with a window of 1 MiB" tree three-sinks
check "a buffer that leaves the window" refuses 'outside of the memory in the tree, 0x100000 bytes at 0x84000000' 0x2901 \
  0x84000000 0x84100000 0x84000001 0x10

# ---- a file that is too short ----

short() {
  tree single-sram-rv64 && truncate -s $((0x6000000 + 0xffc)) "$mem" && fails 2 'too short for the 4096 bytes at 0x6000000' hart probe
}
check "probe of a short file" short
finish
