#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit registers: a platform of models breaks no rule, and its trace is what the harts did; reports; memory that holds no
# components is named, and read only means it. Planted defects are in test_kit_registers.c, real OpenOCD in tests/openocd/test_kit.sh,
# the RTL in tests/rtl/test_rtl_kit_registers.sh.
. tests/lib/tap.sh

kit() { "$HARTRACE" kit registers "$@"; }
sum() { sed -nE "s/^rules: .*\\b([0-9]+) $1.*/\\1/p" "$TMP/out"; }
tree() { dtc -q -O dtb -o "$TMP/$1.dtb" "dts/$1.dts"; }

# model AT-LEAST TREE [OPTION]...: none broken, AT-LEAST held, a trace decoded.
model() {
  local least=$1 tree=$2
  shift 2
  tree "$tree" && kit --io builtin:model --dtb "$TMP/$tree.dtb" "$@" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  [ "$(sum held)" -ge "$least" ] && [ "$(sum broken)" = 0 ] || { cat "$TMP/out"; return 1; }
}
ready() { kit >"$TMP/out" 2>&1 && [ "$(sum held)" -ge 300 ] && grep -q '^capture: [0-9]* messages decoded' "$TMP/out" || { cat "$TMP/out"; return 1; }; }
check "two harts, a funnel, SRAM, without a tree" ready
check "three kinds of sinks" model 340 three-sinks
captured() { model 270 "$1" && grep -q '^capture: [0-9]* messages decoded' "$TMP/out"; }
check "SRAM, RV32" captured single-sram-rv32
check "system memory" captured single-smem-rv64
check "a tree of funnels" captured clusters
check "twelve harts, each with a file of its own" captured wide-funnel
check "words of 8 bytes, fewer options" model 270 single-sram-rv64 --param ramsink.width=8 --param filters=0 --param ts_modes=0

# ---- reports ----

listed() { kit --only funnel --rules >"$TMP/out" && grep -q '^TCI-REG-155 *held ' "$TMP/out" && grep -q '^TCI-PIB-007 *not applicable .*(needs a component: pibsink)' "$TMP/out"; }
check "all rules" listed
facts() {
  kit --format json --junit "$TMP/k.xml" --sarif "$TMP/k.sarif" >"$TMP/k.json" || return 1
  python3 - "$TMP" <<'PY'
import json, sys, xml.etree.ElementTree as tree
folder = sys.argv[1]
k = json.load(open(f"{folder}/k.json"))
assert (k["schema"], k["kit"], k["command"], k["stopped"]) == ("hartrace-kit-1", "registers", "builtin:model", None)
parts = {p["name"]: p for p in k["components"]}
assert sorted(parts) == ["encoder-0", "encoder-1", "funnel-0", "ramsink-0"]
assert parts["funnel-0"]["base"] == 0x03030000 and parts["funnel-0"]["impl"] & 0xFFF == 0x801
assert all(p["state"] == "looked at" and p["times_held"] > 500 and p["times_broken"] == 0 and p["broken"] == "" for p in parts.values())
rules = {r["rule"]: r["verdict"] for r in k["rules"]}
assert rules["TCI-RAM-010"] == rules["TCI-FUN-006"] == rules["KIT-CAPTURE"] == "held" and rules["TCI-ATB-005"] == "not applicable"
assert k["held"] == list(rules.values()).count("held")
suite = tree.parse(f"{folder}/k.xml").getroot()
assert suite.get("failures") == suite.get("errors") == "0" and int(suite.get("tests")) == len(rules)
run = json.load(open(f"{folder}/k.sarif"))["runs"][0]
assert run["results"] == [] and run["invocations"][0]["executionSuccessful"]
PY
}
check "JSON, JUnit, SARIF" facts

# ---- nothing is written ----

read_only() { kit --read-only >"$TMP/out" && grep -q ', 0 writes, ' "$TMP/out" && grep -q '^ramsink-0 .*in reset: not looked at without a write' "$TMP/out"; }
check "read only, all in reset" read_only
# A board in a file: components are words that nobody acts on.
memory() {
  tree single-sram-rv64 && truncate -s $((0x06001000)) "$TMP/$1" || return 1
  python3 - "$TMP/$1" "$2" <<'PY'
import struct, sys
f = open(sys.argv[1], "r+b")
for base, impl in ((0x03020000, 0x00010101), (0x06000000, 0x1901)):
    f.seek(base)
    f.write(b"\xff" * 4096 if sys.argv[2] == "ones" else bytes(4096))
    if sys.argv[2] == "plain":
        f.seek(base)
        f.write(struct.pack("<II", 9, impl))
PY
}
unchanged() {
  memory board plain && cp --sparse=always "$TMP/board" "$TMP/before" || return 1
  kit --io "mmio:$TMP/board" --dtb "$TMP/single-sram-rv64.dtb" --read-only >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  cmp "$TMP/board" "$TMP/before" && grep -q '^ramsink-0 .* held, 0 broken' "$TMP/out"
}
check "read only leaves memory alone" unchanged
# Registers of plain memory: reserved bits hold, nothing resets, and it is all put back.
plain() {
  memory board plain && cp --sparse=always "$TMP/board" "$TMP/before" || return 1
  timeout 400 "$HARTRACE" kit registers --io "mmio:$TMP/board" --dtb "$TMP/single-sram-rv64.dtb" >"$TMP/out" 2>&1
  [ $? = 1 ] && grep -q '^TCI-REG-115 *broken' "$TMP/out" && grep -q '^TCI-MAP-029 *broken' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "memory instead of components" plain
nothing() {
  memory board "$1" || return 1
  timeout 400 "$HARTRACE" kit registers --io "mmio:$TMP/board" --dtb "$TMP/single-sram-rv64.dtb" >"$TMP/out" 2>"$TMP/err"
  [ $? = 2 ] && grep -q "encoder-0: .*$2" "$TMP/err" && grep -q '^rules: 0 held, ' "$TMP/out" || { cat "$TMP/out" "$TMP/err"; return 1; }
}
check "ones everywhere" nothing ones 'every register at 0x3020000 reads 0xFFFFFFFF: nothing is there; check reg'

# ---- what is refused ----

check "no such io" fails 2 'builtin:toaster: unknown; it is builtin:model' "$HARTRACE" kit registers --io builtin:toaster
check "a target without a tree" fails 2 '--dtb is needed' "$HARTRACE" kit registers --io openocd:localhost:6666
check "nobody there" fails 2 'localhost' "$HARTRACE" kit registers --io openocd:localhost:1 --dtb "$TMP/single-sram-rv64.dtb"
check "no such component" fails 2 'no component with toaster in its name; hartrace topo' "$HARTRACE" kit registers --only toaster
check "a parameter for hardware" fails 2 'param is for --io builtin:model' "$HARTRACE" kit registers --io "mmio:$TMP/board" --dtb "$TMP/single-sram-rv64.dtb" --param filters=0
finish
