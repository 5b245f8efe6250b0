#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The progress line: on a terminal (script makes one), and only there.
. tests/lib/tap.sh
. tests/tools/lib.sh

if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
  skip "the progress line" "no pseudo terminal can be made here"
  finish
fi

calls 20000
"$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" --mode btm -o "$TMP/t.nex" -q
# Long enough that decode, which reads by the MiB, has begun when the pipe pauses.
for i in $(seq $((1600000 / $(stat -c %s "$TMP/t.nex") + 1))); do cat "$TMP/t.nex"; done >"$TMP/t2.nex"
slow() { head -c 1200000 "$1"; sleep "$2"; tail -c +1200001 "$1"; }
export -f slow

# on_terminal COMMAND: run it with a terminal as stdin, stdout and stderr; what came is in $TMP/screen.
# script takes the shell from SHELL; only bash knows the functions exported above.
on_terminal() { SHELL=$BASH script -qec "$1" /dev/null >"$TMP/screen" </dev/null; }

# decode reads in pieces: a pipe that pauses makes the work last longer than the line needs to come.
slow_decode() {
  on_terminal "slow $TMP/t2.nex 0.6 | $HARTRACE decode - --pcinfo $TMP/calls.pcinfo -f pcs -o $1"
}
shows_a_line() {
  slow_decode "$TMP/out.pcs" && grep -aq 'decode: [0-9.]* MiB, [0-9.]* MiB/s' "$TMP/screen" &&
    cmp "$TMP/out.pcs" "$TMP/t2.pcs"
}
ends_cleanly() { # the last thing written wipes the line
  slow_decode "$TMP/out.pcs" && [ "$(tail -c 4 "$TMP/screen" | od -An -c | tr -d ' ')" = '\r033[K' ]
}
results_on_the_terminal_are_alone() { # what is left are the PCs, lines ended by the terminal with CR LF
  slow_decode - && tr -d '\r' <"$TMP/screen" | cmp - "$TMP/t2.pcs"
}
nothing_without_a_terminal() {
  slow "$TMP/t2.nex" 0.6 | "$HARTRACE" decode - --pcinfo "$TMP/calls.pcinfo" -f pcs \
    -o "$TMP/out.pcs" 2>"$TMP/err" && [ ! -s "$TMP/err" ]
}
quick_work_shows_nothing() {
  on_terminal "$HARTRACE decode $TMP/t.nex --pcinfo $TMP/calls.pcinfo -f pcs -o $TMP/out.pcs" &&
    [ ! -s "$TMP/screen" ]
}

"$HARTRACE" decode "$TMP/t2.nex" --pcinfo "$TMP/calls.pcinfo" -f pcs -o "$TMP/t2.pcs"
check "decode shows a line on a terminal" shows_a_line
check "the line is wiped at the end" ends_cleanly
check "results on the terminal stand alone" results_on_the_terminal_are_alone
check "without a terminal there is none" nothing_without_a_terminal
check "quick work shows none" quick_work_shows_nothing

# A file has a size: the total. A reader that pauses makes the work last.
mkfifo "$TMP/pipe"
of_total() {
  local begin end lines total
  total=$(stat -c %s "$TMP/t2.nex" | awk '{printf "%.1f", $1 / 1048576}')
  { head -c 500000; sleep 0.6; cat; } <"$TMP/pipe" >"$TMP/lines" &
  begin=$(date +%s%N)
  on_terminal "$HARTRACE dump $TMP/t2.nex -f jsonl -o $TMP/pipe"
  end=$(date +%s%N)
  wait
  lines=$(tr '\r' '\n' <"$TMP/screen" | grep -ac "^dump: [0-9.]* of $total MiB ([0-9]* %), [0-9.]* MiB/s")
  echo "$lines lines in $(((end - begin) / 1000000)) ms; total $total MiB"
  "$HARTRACE" dump "$TMP/t2.nex" -f jsonl | cmp - "$TMP/lines" || return
  [ "$lines" -ge 1 ] && [ "$lines" -le $(((end - begin) / 90000000 + 1)) ]
}
check "dump shows how much of how much, ten times a second at most" of_total

trouble_wipes_the_line() { # a diagnostic begins at the beginning of a wiped line
  { slow "$TMP/t2.nex" 0.6; head -c 20000 /dev/zero | tr '\0' '\125'; } >"$TMP/pipe" &
  on_terminal "$HARTRACE decode $TMP/pipe --pcinfo $TMP/calls.pcinfo -f pcs -o /dev/null"
  wait
  tr '\r' '\n' <"$TMP/screen" | grep -aq '^.\[Khartrace decode: .*bytes skipped' ||
    tr '\r' '\n' <"$TMP/screen" | grep -aq '^hartrace decode: .*bytes skipped'
}
check "a diagnostic has a line of its own" trouble_wipes_the_line
finish
