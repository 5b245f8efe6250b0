#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Messages of firmware in the exports: each is where hartrace fwtrace says, read by a reader of its own for every format.
. tests/lib/tap.sh

export PYTHONPATH=tests/view:tests/tools PYTHONDONTWRITEBYTECODE=1
P=$BUILD/programs/rv64
writers='speedscope perfetto chrome perfscript vcd sqlite ctf report'

# messages FORM OPTION...: run fwtplace$FORM, export it with its messages, compare.
messages() {
  local elf=$P/fwtplace$1.elf form=$1 log= beside= w
  shift
  rm -rf "$TMP/all" && mkdir "$TMP/all"
  "$HARTRACE" run "$elf" --harts 2 --te trTsEnable=1 --sink-size 16M --console "$TMP/log" --save-trace "$TMP/t.nex" --sidecar "$@" >"$TMP/run" 2>&1 ||
    { cat "$TMP/run"; return 1; }
  if [ "$form" = -stim ]; then
    "$HARTRACE" fwtrace "$TMP/t.nex" --elf "$elf" -f jsonl -o "$TMP/wanted" 2>"$TMP/sum"
  else
    log="--fwtrace-log $TMP/log"
    "$HARTRACE" fwtrace "$TMP/log" --trace "$TMP/t.nex" --elf "$elf" -f jsonl -o "$TMP/wanted" 2>"$TMP/sum"
  fi
  for w in $writers; do
    # shellcheck disable=SC2086
    "$HARTRACE" export "$TMP/t.nex" --elf "$elf" --src all --axis instructions --to "$w" --fwtrace ti-sysfw $log -o "$TMP/all/$w" -q || return 1
  done
  python3 tests/view/messages_check.py "$TMP/wanted" "$TMP/all"
}
check "stimulus messages of a trace" messages -stim --param stimulus=1
check "a ring beside a trace" messages -ring

# ---- formats without a place, and options that miss another ----

for w in folded flamegraph callgrind lcov; do
  check "$w has no place for messages" fails 2 "$w has no place for messages of firmware; leave out --fwtrace, or choose" \
    "$HARTRACE" export "$TMP/t.nex" --elf "$P/fwtplace-ring.elf" --to $w --fwtrace ti-sysfw -o "$TMP/x"
done
check "a log without a table" fails 2 'fwtrace-elf, --fwtrace-log: add --fwtrace TABLE' \
  "$HARTRACE" export "$TMP/t.nex" --elf "$P/fwtplace-ring.elf" --to chrome --fwtrace-log "$TMP/log" -o "$TMP/x"
check "a log that is not there" fails 2 'nothere: cannot be opened' \
  "$HARTRACE" export "$TMP/t.nex" --elf "$P/fwtplace-ring.elf" --to chrome --fwtrace ti-sysfw --fwtrace-log "$TMP/nothere" -o "$TMP/x"

# The report of the same: a page, a track and a list.
report() {
  "$HARTRACE" report "$TMP/t.nex" --elf "$P/fwtplace-ring.elf" --src all --fwtrace ti-sysfw --fwtrace-log "$TMP/log" -o "$TMP/report" 2>"$TMP/err" &&
    grep -q 'n=[0-9]* first' "$TMP/report/data/messages.js" && grep -q 'data/messages.js' "$TMP/report/index.html" &&
    grep -q 'part("messages"' "$TMP/report/report_pages.js" || { cat "$TMP/err"; return 1; }
}
check "a report of it" report
finish
