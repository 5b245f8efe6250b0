#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit registers over real OpenOCD, on a platform whose hart runs: no rule is broken, its trace is decoded, and registers are as
# they were, also after an interruption; a running trace is left alone; a connection that is lost, and a wrong tree, are named.
. tests/lib/tap.sh
. tests/openocd/lib.sh
unsanitized "test_kit_registers and test_kit_restore run the same code"

p=$BUILD/programs/rv64/debuggee.elf
dtb=$TMP/single-sram-rv64.dtb
begin() {
  dtc -q -O dtb -o "$dtb" dts/single-sram-rv64.dts && sim_start "$p" --dtb "$dtb" && ocd_start 1
}
hart() { timeout 800 "$HARTRACE" "$@" --io "openocd:127.0.0.1:$ocd_port" --dtb "$dtb"; }
end() {
  ocd_end
  sim_stop
  return 0
}

# Registers that are not as after a reset.
program() {
  ocd_rpc "write_memory 0x03020000 32 0x1; write_memory 0x03020008 32 0x00300000; write_memory 0x06000000 32 0x1" >"$TMP/said" &&
    ocd_rpc "write_memory 0x06000018 32 0xfc; write_memory 0x06000020 32 0x40; write_memory 0x06000028 32 0x80" >"$TMP/said" &&
    hart regs >"$TMP/before" && grep -q 'trRamWPLow *0x00000040' "$TMP/before" || { cat "$TMP/said" "$TMP/before"; return 1; }
}
same() { hart regs >"$TMP/after" && diff "$TMP/before" "$TMP/after"; }

held() {
  begin && program && hart kit registers --elf "$p" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  grep -Eq '^rules: [0-9]{3} held, 0 broken' "$TMP/out" && grep -Eq '^capture: [0-9]+ messages decoded' "$TMP/out" &&
    grep -Eq ' writes, 1 traces; [1-9][0-9]+ registers restored, 0 not' "$TMP/out" || { cat "$TMP/out"; return 1; }
  same
}
check "a hart that runs: nothing is broken, and all is restored" held

looked() { hart kit registers --read-only >"$TMP/out" 2>&1 && grep -q ', 0 writes' "$TMP/out" && grep -q ' 0 broken' "$TMP/out" && same || { cat "$TMP/out"; return 1; }; }
check "read only" looked

interrupted() {
  timeout --foreground -s INT 2 "$HARTRACE" kit registers --io "openocd:127.0.0.1:$ocd_port" --dtb "$dtb" --elf "$p" >"$TMP/out" 2>"$TMP/err"
  grep -q 'interrupted' "$TMP/err" && grep -q '^rules: 0 held, 0 broken' "$TMP/out" || { cat "$TMP/out" "$TMP/err"; return 1; }
  same
}
check "interrupted: all is restored" interrupted

running() {
  hart start && fails 2 'is enabled: a trace may be running.*hartrace stop first, or --read-only' hart kit registers || return 1
  hart status >"$TMP/out" && grep -q 'encoder-0 *enabled, tracing' "$TMP/out" && hart stop
}
check "a running trace is left alone" running

wrong() {
  dtc -q -O dtb -o "$TMP/wrong.dtb" - < <(sed 's/trace@6000000/trace@6100000/; s/0x6000000 0x0 0x1000/0x6100000 0x0 0x1000/' dts/single-sram-rv64.dts) || return 1
  local dtb=$TMP/wrong.dtb
  fails 2 'ramsink-0: read of trRamControl at 0x6100000: ' hart kit registers --only ramsink && grep -q '^rules: 0 held' "$TMP/fails.out"
}
check "a tree with a wrong address" wrong

# lost COMMAND N: OpenOCD ends in place of the Nth use of COMMAND; what the kit says is in $TMP/out and $TMP/err.
lost() {
  ocd_rpc "rename $1 hart_$1; set uses 0; proc $1 args { incr ::uses; if {\$::uses == $2} { exec kill -9 [pid] }; hart_$1 {*}\$args }" >"$TMP/said"
  hart kit registers --elf "$p" >"$TMP/out" 2>"$TMP/err"
  local status=$?
  ocd_end
  [ $status = 2 ] && grep -q '^rules: 0 held, 0 broken' "$TMP/out" && grep -q 'the connection' "$TMP/out" "$TMP/err" && return
  cat "$TMP/said" "$TMP/out" "$TMP/err"
  return 1
}
lost_reading() { lost read_memory 40 && ! grep -q 'restored' "$TMP/err" || { cat "$TMP/err"; return 1; }; }
check "the connection is lost while the kit reads what it will restore" lost_reading

lost_writing() { ocd_start 1 && lost write_memory 10 && grep -q 'could not be restored' "$TMP/err" || { cat "$TMP/err"; return 1; }; }
check "the connection is lost after the kit has written" lost_writing
end
finish
