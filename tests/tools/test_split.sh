#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace split, merge, index and stat, on messages written by hand.
. tests/lib/tap.sh
. tests/tools/lib.sh

# SRC of 2 bits stands below the other fields. Source 1: ProgTraceSync, SYNC 5, I-CNT 0, F-ADDR 1,
# TSTAMP 16: MDO 0101.01, then 0, 1 and 010000; DirectBranch I-CNT 5, TSTAMP 9 (time 25).
s1='\x24\x54\x01\x05\x43' d1='\x0C\x55\x27'
# Source 2: ProgTraceSync at time 20: MDO 0101.10; DirectBranch I-CNT 4, TSTAMP 1 (time 21), then 8 (29).
s2='\x24\x58\x01\x05\x53' d2='\x0C\x49\x07' e2='\x0C\x49\x23'
printf "$s1$d1" >"$TMP/a.nex"
printf "$s2$d2$e2" >"$TMP/b.nex"
opt="--te trTeSrcBits=2 --te trTsEnable=1"
check "the bytes say what they should" bash -c "
  '$HARTRACE' dump $opt '$TMP/a.nex' | grep -q 'DirectBranch SRC=1 ICNT=0x5 TSTAMP=0x9' &&
  '$HARTRACE' dump $opt '$TMP/b.nex' | grep -q 'ProgTraceSync SRC=2 SYNC=5 ICNT=0x0 FADDR=0x1 TSTAMP=0x14'"
# By time: 16, 20, 21, 25, 29.
printf "$s1$s2$d2$d1$e2" >"$TMP/want.nex"
check "merge by time" bash -c "'$HARTRACE' merge '$TMP/a.nex' '$TMP/b.nex' $opt -o - | cmp - '$TMP/want.nex'"
printf "$s1$s2$d1$d2$e2" >"$TMP/turn.nex"
check "merge in turn" bash -c "'$HARTRACE' merge --order turn '$TMP/a.nex' '$TMP/b.nex' $opt -o - |
  cmp - '$TMP/turn.nex'"
check "merge leaves idle bytes out" bash -c "printf '\xFF$s1\xFF\xFF$d1\xFF' >'$TMP/i.nex' &&
  '$HARTRACE' merge '$TMP/i.nex' '$TMP/b.nex' $opt -o - | cmp - '$TMP/want.nex'"
check "merge: the same source twice" fails 2 'source 1 is also in' \
  "$HARTRACE" merge "$TMP/a.nex" "$TMP/a.nex" $opt -o "$TMP/x"
check "merge: without SRC" fails 2 'add --te trTeSrcBits' "$HARTRACE" merge "$TMP/a.nex" "$TMP/b.nex" -o "$TMP/x"
# A ProgTraceSync that ends after SYNC, in both inputs.
printf "$s1\x24\x57" >"$TMP/da.nex"
printf "$s2\x24\x57" >"$TMP/db.nex"
two_damaged() {
  "$HARTRACE" merge "$TMP/da.nex" "$TMP/db.nex" $opt -o "$TMP/x" 2>"$TMP/err"
  [ $? = 1 ] && grep -q 'da.nex: 1 damaged' "$TMP/err" && grep -q 'db.nex: 1 damaged' "$TMP/err"
}
check "merge: each damaged input is named" two_damaged
by_source() {
  "$HARTRACE" split "$TMP/want.nex" $opt -o "$TMP/p" &&
    cmp "$TMP/p.src1.nex" "$TMP/a.nex" && cmp "$TMP/p.src2.nex" "$TMP/b.nex"
}
check "split by source undoes it" by_source
check "split by source: without SRC" fails 2 'width of SRC is 0' "$HARTRACE" split "$TMP/a.nex" -o "$TMP/p"

# At syncs: an idle byte and a message before the first sync, then two syncs.
printf "\xFF$d1$s1$d1\xFF$s2$d2" >"$TMP/s.nex"
printf "\xFF$d1" >"$TMP/w0"
printf "$s1$d1\xFF" >"$TMP/w1"
printf "$s2$d2" >"$TMP/w2"
at_syncs() {
  "$HARTRACE" split "$TMP/s.nex" --by sync $opt -o "$TMP/q" && [ "$(ls "$TMP"/q.* | wc -l)" = 3 ] &&
    cmp "$TMP/q.0000.nex" "$TMP/w0" && cmp "$TMP/q.0001.nex" "$TMP/w1" && cmp "$TMP/q.0002.nex" "$TMP/w2"
}
check "split at syncs: the pieces" at_syncs
least() {
  "$HARTRACE" split "$TMP/s.nex" --by sync --least 5 $opt -o "$TMP/r" && [ "$(ls "$TMP"/r.* | wc -l)" = 2 ] &&
    cat "$TMP"/r.000?.nex | cmp - "$TMP/s.nex"
}
check "split at syncs: pieces of some size" least

index() {
  "$HARTRACE" index "$TMP/want.nex" $opt --format csv 2>"$TMP/err" | diff - <(
    echo offset,msg,src,tcode,sync,address,time
    echo 0,0,1,9,5,0x2,16
    echo 5,1,2,9,5,0x2,20
  ) && grep -q 'source 2: 3 messages, 1 sync,' "$TMP/err"
}
check "index" index
check "index: no sync" fails 1 'no synchronizing message' \
  bash -c "printf '$d1' | '$HARTRACE' index - $opt"

# stat of want.nex: 2 ProgTraceSync of 5 bytes, 3 DirectBranch of 3: 19 bytes; SRC 5 times 2 bits; TSTAMP 5 times 6.
stat() {
  "$HARTRACE" stat "$TMP/want.nex" $opt >"$TMP/stat" || return 1
  local line
  while read -r line; do
    tr -s ' ' <"$TMP/stat" | grep -q "^$line" || { echo "no line: $line"; cat "$TMP/stat"; return 1; }
  done <<'STAT'
DirectBranch 3 9 47.4% 3.00
ProgTraceSync 2 10 52.6% 5.00
all 5 19
SRC 5 10
TSTAMP 5 30
MSEO 19 38 25.0%
synchronizing messages: 10 bytes, 52.6%, 0 periodic
timestamps: 5 bytes
STAT
}
check "stat: messages, fields, shares" stat
# HREPEAT 3 in a message of four bytes stands for two more; RepeatBranch 2 after a DirectBranch of two bytes for four.
printf '\x24\x15\x00\x0B\x6C\x88\x05\x0F\x0C\x17\x78\x0B' >"$TMP/saved.nex"
check "stat: what repeats save" bash -c "'$HARTRACE' stat '$TMP/saved.nex' >'$TMP/o' &&
  grep -q 'repeated history: 1 message, 8 bytes saved' '$TMP/o' &&
  grep -q 'repeated branches: 1 message, 4 bytes saved' '$TMP/o'"
calls 200
"$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" --mode htm -q -o "$TMP/c.nex"
check "stat with code: instructions" says 0 '^802 instructions, [0-9.]+ bits/instruction' \
  "$HARTRACE" stat "$TMP/c.nex" --pcinfo "$TMP/calls.pcinfo"
finish
