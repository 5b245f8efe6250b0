#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace export: where its outputs go, and what happens when they cannot.
. tests/lib/tap.sh

elf=$BUILD/programs/rv64/timer.elf
t=$TMP/t.nex
check "a trace" "$HARTRACE" run "$elf" --te trTsEnable=1 --save-trace "$t" --sidecar
export_to() {
  local name=$1 to=$2
  shift 2
  "$HARTRACE" export "$t" --elf "$elf" --to "$name" -o "$to" -q "$@"
}

for name in perfetto chrome perfscript vcd; do
  check "$name to a file" export_to "$name" "$TMP/$name"
  check "$name to standard output is the same" bash -c "'$HARTRACE' export '$t' --elf '$elf' --to $name -q | cmp - '$TMP/$name'"
  check "$name to a full disk" fails 2 'No space left' export_to "$name" /dev/full
  full_pipe() { { export_to "$name" -; echo $? >"$TMP/status"; } 2>/dev/null | true; [ "$(cat "$TMP/status")" != 0 ]; }
  check "$name to a closed pipe" full_pipe
done
check "ctf to a folder" export_to ctf "$TMP/ctf"
check "its files" test -s "$TMP/ctf/hart_0" -a -s "$TMP/ctf/metadata"
check "ctf again into the same folder" export_to ctf "$TMP/ctf"
check "ctf to standard output" fails 2 'makes no stream; name a file' export_to ctf -
ctf_full() { # one message, and no folder
  ( trap '' XFSZ; ulimit -f 8; fails 2 'hart_0: cannot be written: File too large' export_to ctf "$TMP/ctf-full" ) &&
    [ "$(wc -l <"$TMP/fails.err")" = 1 ] && [ ! -e "$TMP/ctf-full" ]
}
check "ctf to a full disk" ctf_full
touch "$TMP/file"
check "ctf to a name that is a file" fails 2 'file' export_to ctf "$TMP/file"

if command -v vcd2fst >/dev/null && command -v fst2vcd >/dev/null; then
  same_waves() {
    export_to vcd "$TMP/w.fst" && fst2vcd "$TMP/w.fst" | sed '/^\$date/,/^\$end/d' >"$TMP/a" &&
      vcd2fst "$TMP/vcd" "$TMP/v.fst" && fst2vcd "$TMP/v.fst" | sed '/^\$date/,/^\$end/d' >"$TMP/b" && cmp "$TMP/a" "$TMP/b"
  }
  check "a name in .fst gives FST" same_waves
else
  skip "a name in .fst gives FST" "no vcd2fst"
fi
mkdir "$TMP/empty"
check "FST without vcd2fst" fails 2 'install gtkwave, or name the file .vcd' \
  env PATH="$TMP/empty" "$(realpath "$HARTRACE")" export "$t" --elf "$elf" --to vcd -o "$TMP/x.fst"
check "nothing is left of it" test ! -e "$TMP/x.fst"

# Seconds: the last event of the trace, in the units of each format.
last=$("$HARTRACE" export "$t" --elf "$elf" --to chrome -q | sed -n 's/.*"last":\([0-9]*\).*/\1/p')
seconds() {
  export_to chrome "$TMP/s.json" --ticks-per-second 1000 &&
    grep -q "\"ph\":\"E\",.*\"ts\":$((last * 1000)).000,.*closed" "$TMP/s.json"
}
check "--ticks-per-second: a tick is a millisecond" seconds
finish
