#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --auto of decode, verify, stat and diff: settings that were not given are found, or refused by name. The streams are encoded
# here, so that their settings are known; what decodes is compared with the executed PCs.
. tests/lib/tap.sh
. tests/tools/lib.sh

elf=$BUILD/programs/rv64/sort.elf
"$HARTRACE" run "$elf" --no-trace --max-instructions 20000 --save-ingress "$TMP/p.ing" --save-pcs "$TMP/p.pcs" >/dev/null 2>&1
encode() {
  local out=$1
  shift
  "$HARTRACE" encode --ingress "$TMP/p.ing" -q -o "$TMP/$out" "$@"
}
RETURN="--te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3"
encode plain.nex --mode htm
# shellcheck disable=SC2086
encode all.nex --mode htm --te trTeSrcBits=3 --te trTeSrcID=5 --te trTsEnable=1 --te trTsMode=3 $RETURN
encode btm.nex --mode btm --te trTeSrcBits=4 --te trTeSrcID=5 --te trTeInstEnAllJumps=1

decodes() {
  "$HARTRACE" decode "$TMP/$1" --elf "$elf" --auto -f pcs -o "$TMP/got" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  [ ! -s "$TMP/out" ] || { cat "$TMP/out"; return 1; } # silent
  cmp "$TMP/got" "$TMP/p.pcs"
}
check "decode --auto: no option" decodes plain.nex
check "decode --auto: SRC, timestamps, implicit return" decodes all.nex
check "decode --auto: branch trace, all jumps" decodes btm.nex
check "without --auto it does not decode" fails 1 '' "$HARTRACE" decode "$TMP/all.nex" --elf "$elf" -f pcs -o "$TMP/got"
check "verify --auto" "$HARTRACE" verify "$TMP/all.nex" --elf "$elf" --pcs "$TMP/p.pcs" --auto
check "stat --auto, with code" "$HARTRACE" stat "$TMP/btm.nex" --elf "$elf" --auto
check "diff --auto: each trace has its settings" "$HARTRACE" diff "$TMP/all.nex" "$TMP/btm.nex" --elf "$elf" --auto

# What the user gives is kept, though it is wrong: then nothing decodes.
check "a setting that is given is kept" fails 2 'auto: the settings are not clear' \
  "$HARTRACE" decode "$TMP/all.nex" --elf "$elf" --auto --te trTeSrcBits=0 -f pcs -o "$TMP/got"
# The sync and half of the next message.
head -c 14 "$TMP/plain.nex" >"$TMP/short.nex"
check "too short to be clear: status 2" fails 2 'auto: ' "$HARTRACE" decode "$TMP/short.nex" --elf "$elf" --auto -f pcs -o "$TMP/got"
# shellcheck disable=SC2086
encode other.nex --mode htm --te trTeSrcBits=3 --te trTeSrcID=2 --te trTsEnable=1 --te trTsMode=3 $RETURN
cat "$TMP/all.nex" "$TMP/other.nex" >"$TMP/two.nex"
check "several sources: choose one" fails 2 '2 sources are mixed.*--src N' \
  "$HARTRACE" decode "$TMP/two.nex" --elf "$elf" --auto -f pcs -o "$TMP/got"
one_of_two() {
  "$HARTRACE" decode "$TMP/two.nex" --elf "$elf" --auto --src 2 -f pcs -o "$TMP/got" && cmp "$TMP/got" "$TMP/p.pcs"
}
check "one of several sources" one_of_two
check "standard input is read once" fails 2 'standard input' "$HARTRACE" decode - --elf "$elf" --auto -f pcs -o "$TMP/got"

# info prints the command that decodes.
command_decodes() {
  "$HARTRACE" info "$TMP/all.nex" --elf "$elf" >"$TMP/info" || return 1
  local line
  line=$(sed -n 's/^  command: hartrace //p' "$TMP/info")
  [ -n "$line" ] || { cat "$TMP/info"; return 1; }
  # shellcheck disable=SC2086
  "$HARTRACE" $line -f pcs -o "$TMP/got" && cmp "$TMP/got" "$TMP/p.pcs"
}
check "info: the command decodes" command_decodes
check "info: what is not told apart" grep -q 'not told apart, both decode the same here: .*trTeInstEnSequentialJump' "$TMP/info"
# A counter of 12 bits, whose times wrap: the width is found, and no ring buffer is seen in it.
encode wrap.nex --mode btm --te trTsEnable=1 --te trTsMode=3 --param ts_width=12 --te trTeInstSyncMode=messages --te trTeInstSyncMax=2
not_in() { ! grep "$1" "$2"; }
times() {
  local line
  "$HARTRACE" info "$TMP/wrap.nex" --elf "$elf" >"$TMP/info" || return 1
  line=$(sed -n 's/^  command: hartrace //p' "$TMP/info")
  # shellcheck disable=SC2086
  "$HARTRACE" $line -f jsonl -o "$TMP/got" || return 1
  "$HARTRACE" decode "$TMP/wrap.nex" --elf "$elf" --te trTsEnable=1 --param ts_width=12 -f jsonl -o "$TMP/want" || return 1
  grep -q timestamp "$TMP/want" && cmp "$TMP/got" "$TMP/want" || return 1
  "$HARTRACE" decode "$TMP/wrap.nex" --elf "$elf" --auto -f jsonl -o "$TMP/got" && cmp "$TMP/got" "$TMP/want" || return 1
  "$HARTRACE" decode "$TMP/wrap.nex" --elf "$elf" --te trTsEnable=1 -f jsonl -o "$TMP/got" && ! cmp -s "$TMP/got" "$TMP/want"
}
check "the width of timestamps, where times wrap" times
check "... is no ring buffer" not_in 'ring buffer' "$TMP/info"
# ProgTraceSync, ProgTraceCorrelation, then an event of hardware before 1.0 (InCircuitTrace, CKSRC 15): no ring buffer.
printf '\x24\x15\x00\x0B\x84\x10\x00\x07\x88\x3C\x17' >"$TMP/event.nex"
no_ring() {
  "$HARTRACE" info "$TMP/event.nex" --param profile=sifive-0.x >"$TMP/info"
  cat "$TMP/info"
  grep -q InCircuitTrace "$TMP/info" && ! grep -q 'ring buffer' "$TMP/info"
}
check "info: an event after the end of trace is no sign of a ring buffer" no_ring
finish
