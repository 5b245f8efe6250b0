#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/howto-openocd.md, word by word: its shell blocks run in a folder of their own; only the ports are changed, and what
# installs and builds is left out.
. tests/lib/tap.sh

port=$((20000 + RANDOM % 12000))
mkdir "$TMP/here"
ln -s "$PWD"/* "$TMP/here/"
rm -f "$TMP/here/build"
ln -s "$(realpath "$BUILD")" "$TMP/here/build"

# block N: the N-th shell block.
block() {
  awk -v n="$1" '/^```/ { if (on) on = 0; else if ($0 == "```sh" && ++k == n) { on = 1; next } } on' docs/howto-openocd.md |
    grep -v '^apt-get\|^make ' | sed "s/9824/$((port + 1))/; s/6666/$port/g; s/^openocd -c 'bindto 127.0.0.1;/& set HARTRACE_PORT $((port + 1)); gdb_port disabled; telnet_port disabled;/"
}

live() {
  {
    echo 'set -e'
    block 1
    echo 'sleep 1'
    block 2
  } >"$TMP/script"
  (cd "$TMP/here" && timeout -k 5 120 bash -c '. "$1"; s=$?; kill $(jobs -p); exit $s' - "$TMP/script") >"$TMP/out" 2>&1
  tail -n 25 "$TMP/out"
  grep -q 'funnel-0 .*version 1.0' "$TMP/out" && grep -q 't.nex: .* bytes from ramsink-0' "$TMP/out" &&
    grep -q 'trTeControl' "$TMP/out" && grep -q '^  0x80000000 ' "$TMP/out"
}
check "the verbs, as told" live

# The trace that they fetched is what hart 2 did.
equal() {
  "$HARTRACE" decode "$TMP/here/t.nex" --elf "$BUILD/programs/rv64/smpwork.elf" --te trTeSrcBits=4 --src 2 --te trTsEnable=1 -f pcs \
    -o "$TMP/d" && cmp "$TMP/d" "$TMP/here/pcs.2"
}
check "and the trace is what the hart did" equal
finish
