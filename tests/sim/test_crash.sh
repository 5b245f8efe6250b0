#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The program that traces itself into a crash: what its trap handler saved decodes to what the hart did up to there, and the
# trace shows where the exception came. User code did not reach the trace registers.
. tests/lib/tap.sh

crash() {
  local xlen=$1 elf=$BUILD/programs/rv$1/crash.elf handler at line n
  dtc -q -O dtb -o "$TMP/t.dtb" "dts/single-smem-rv$xlen.dts" &&
    "$HARTRACE" run "$elf" --no-trace --dtb "$TMP/t.dtb" --console "$TMP/console" --save-pcs "$TMP/pcs" || return 1
  # Cause 7: store access fault, at the first address of the encoder.
  grep -Eq '^crash cause 7 at 0x0*8000[0-9a-f]+ address 0x0*3020000$' "$TMP/console" || { cat "$TMP/console"; return 1; }
  # shellcheck disable=SC2059
  printf "$(sed -n 's/^trace //p' "$TMP/console" | tr -d '\n' | sed 's/../\\x&/g')" >"$TMP/t.nex"
  [ "$(wc -c <"$TMP/t.nex")" = 4096 ] || return 1
  # 1: the beginning of a buffer that has wrapped cannot be decoded.
  "$HARTRACE" decode "$TMP/t.nex" --elf "$elf" --wrapped >"$TMP/text"
  at=$(sed -n 's/^crash cause 7 at 0x0*\([0-9a-f]*\) .*/\1/p' "$TMP/console")
  grep -E "exception .* at 0x0*$at, handler" "$TMP/text" || { grep exception "$TMP/text"; return 1; }
  # The decoded PCs are a section of the executed ones: laid over each other at the handler's first instruction.
  "$HARTRACE" decode "$TMP/t.nex" --elf "$elf" --wrapped -f pcs -o "$TMP/decoded"
  n=$(wc -l <"$TMP/decoded")
  [ "$n" -gt 5000 ] || return 1
  handler=$(sed -n "s/.*exception .* at 0x0*$at, handler 0x0*\([0-9a-f]*\).*/\1/p" "$TMP/text")
  line=$(grep -n -i "0x0*$handler\$" "$TMP/decoded" | tail -n 1 | cut -d: -f1)
  at=$(grep -n -i "0x0*$handler\$" "$TMP/pcs" | tail -n 1 | cut -d: -f1)
  tail -n "+$((at - line + 1))" "$TMP/pcs" | head -n "$n" | cmp - "$TMP/decoded"
}
check "RV64" crash 64
check "RV32" crash 32
finish
