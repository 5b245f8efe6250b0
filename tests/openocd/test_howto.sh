#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/howto/openocd.md, word by word: its shell blocks run in a folder of their own; only the ports are changed, what installs
# and builds is left out, and a pause ends when what it waits for is there.
. tests/lib/tap.sh
unsanitized "Tcl and shell; test_target.sh and test_faults.sh run what answers them"

port=$((20000 + RANDOM % 12000))
export port
mkdir "$TMP/here"
ln -s "$PWD"/* "$TMP/here/"
rm -f "$TMP/here/build"
ln -s "$(realpath "$BUILD")" "$TMP/here/build"

# raw LANGUAGE N: the N-th block of a language.
raw() {
  awk -v begin="\`\`\`$1" -v n="$2" '/^```/ { if (on) on = 0; else if ($0 == begin && ++k == n) { on = 1; next } } on' \
    docs/howto/openocd.md
}
# block N: the N-th shell block.
block() {
  local ports="set HARTRACE_PORT $((port + 1)); gdb_port disabled; telnet_port disabled; tcl_port $port;"
  raw sh "$1" | grep -v '^apt-get\|^make ' |
    sed "s/9824/$((port + 1))/; s/6666/$port/g; s/^openocd -c 'bindto 127.0.0.1;/& $ports/"
}

# In place of sleep: the first pause is for the simulator, the second for OpenOCD, the third for the program's end. What they
# print is in the file out.
sleep() {
  local what
  paused=$((${paused:-0} + 1))
  what=$(printf '%s\n' 'listening on' "Listening on port $port for tcl" 'the program ended' | sed -n "${paused}p")
  for _ in $(seq 600); do
    grep -q "$what" "$out" && return
    command sleep 0.1
  done
  echo "not printed within a minute: $what"
  return 1
}
out=$TMP/out
export out
export -f sleep

live() {
  {
    echo 'set -e'
    block 1
    echo 'sleep 2'
    block 2
  } >"$TMP/script"
  (cd "$TMP/here" && timeout -k 5 400 bash -c '. "$1"; s=$?; kill $(jobs -p); exit $s' - "$TMP/script") >"$TMP/out" 2>&1
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

# The objects: OpenOCD as the page starts it, and each line of the session, typed at its Tcl port.
type_at_port() {
  exec 5<>"/dev/tcp/127.0.0.1/$port" || return 1
  while IFS= read -r line; do
    printf '%s\032' "${line%%;#*}" >&5
    IFS= read -r -t 60 -d $'\032' said <&5 || return 1
    echo "$line => $said"
    [[ $line != resume* ]] || sleep 4
  done
  exec 5>&-
}
objects() {
  port=$((port + 2))
  rm -f "$TMP/here/t.nex" "$TMP"/here/pcs*
  {
    echo 'set -e'
    block 1
    echo 'sleep 2'
    block 3 | sed "\$s/\$/ \&/"
    echo 'sleep 4; type_at_port <session'
  } >"$TMP/script"
  raw tcl 2 >"$TMP/here/session"
  (cd "$TMP/here" && timeout -k 5 400 bash -c '. "$1"; s=$?; kill $(jobs -p); exit $s' - "$TMP/script") >"$TMP/out" 2>&1
  grep ' => ' "$TMP/out"
  grep -q '^encoder0 status .*=> active 1 enabled 0 empty 1 tracing 0 stall_or_overflow 0$' "$TMP/out" &&
    grep -q '^encoder0 read trTeControl *=> [0-9]' "$TMP/out" && grep -q '^ramsink0 dump t.nex .*=> [1-9]' "$TMP/out"
}
export -f type_at_port
check "the objects, as told" objects
check "and their trace is what the hart did" equal
finish
