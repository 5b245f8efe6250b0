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
opt="--te trTeSrcBits=2 --te trTsEnable=1"
printf "$s1$d1" >"$TMP/a.nex"
printf "$s2$d2$e2" >"$TMP/b.nex"
check "the bytes say what they should" bash -c "
  '$HARTRACE' dump $opt '$TMP/a.nex' | grep -q 'DirectBranch SRC=1 ICNT=0x5 TSTAMP=0x9' &&
  '$HARTRACE' dump $opt '$TMP/b.nex' | grep -q 'ProgTraceSync SRC=2 SYNC=5 ICNT=0x0 FADDR=0x1 TSTAMP=0x14'"

# merging PROTOCOL SUFFIX IDLE DAMAGED1 DAMAGED2: with s1 d1 of source 1 at 16 and 25, s2 d2 e2 of source 2 at 20, 21, 29, and $opt.
merging() {
  local protocol=$1 x=$2 idle=$3
  printf "$s1$d1" >"$TMP/a.$x"
  printf "$s2$d2$e2" >"$TMP/b.$x"
  # By time: 16, 20, 21, 25, 29.
  printf "$s1$s2$d2$d1$e2" >"$TMP/want.$x"
  check "$protocol: merge by time" bash -c "'$HARTRACE' merge '$TMP/a.$x' '$TMP/b.$x' $opt -o - | cmp - '$TMP/want.$x'"
  printf "$s1$s2$d1$d2$e2" >"$TMP/turn.$x"
  check "$protocol: merge in turn" bash -c "'$HARTRACE' merge --order turn '$TMP/a.$x' '$TMP/b.$x' $opt -o - |
    cmp - '$TMP/turn.$x'"
  check "$protocol: merge leaves idle bytes out" bash -c "printf '$idle$s1$idle$idle$d1$idle' >'$TMP/i.$x' &&
    '$HARTRACE' merge '$TMP/i.$x' '$TMP/b.$x' $opt -o - | cmp - '$TMP/want.$x'"
  check "$protocol: merge: the same source twice" fails 2 'at offset 0: source 1 is also in' \
    "$HARTRACE" merge "$TMP/a.$x" "$TMP/a.$x" $opt -o "$TMP/x"
  check "$protocol: merge: without a source" fails 2 'cannot be separated later; .*add --te trTeSrcBits' \
    "$HARTRACE" merge "$TMP/a.$x" "$TMP/b.$x" ${opt/trTeSrcBits=[0-9]/trTeSrcBits=0} -o "$TMP/x"
  printf "$s1$4" >"$TMP/da.$x"
  printf "$s2$5" >"$TMP/db.$x"
  check "$protocol: merge: each damaged input is named" two_damaged "$x"
  check "$protocol: split by source undoes it" by_source "$x"
}
two_damaged() {
  "$HARTRACE" merge "$TMP/da.$1" "$TMP/db.$1" $opt -o "$TMP/x" 2>"$TMP/err"
  [ $? = 1 ] && grep -q "da.$1: 1 damaged" "$TMP/err" && grep -q "db.$1: 1 damaged" "$TMP/err" && printf "$s1$s2" | cmp - "$TMP/x"
}
by_source() {
  "$HARTRACE" split "$TMP/want.$1" $opt -o "$TMP/p" &&
    cmp "$TMP/p.src1.$1" "$TMP/a.$1" && cmp "$TMP/p.src2.$1" "$TMP/b.$1"
}
# Damaged: a ProgTraceSync that ends after SYNC.
merging N-Trace nex '\xFF' '\x24\x57' '\x24\x57'
check "split by source: without SRC" fails 2 'width of SRC is 0' "$HARTRACE" split "$TMP/a.nex" -o "$TMP/p"

# E-Trace, in the encapsulation: extend, flow, length; srcID of 8 bits; a timestamp of 8 bits; then the payload, which nobody looks at.
# Idle: the two null packets. Damaged: a packet that the trace ends in; srcID and timestamp that are not there whole.
etrace() {
  local s1='\x82\x01\x10\xAA\xBB' d1='\xA1\x01\x19\xCC' s2='\x83\x02\x14\x01\x02\x03' d2='\x81\x02\x15\xDD' e2='\x81\x02\x1D\xEE'
  local opt="--te trTeFormat=0 --te trTeSrcBits=8 --te trTsEnable=1 --param ts_width=8" f1 f2
  merging E-Trace etr '\x00\x80' '\x85\x01\x20\x44' '\x9F'
  # The time wraps: 250 and 260 (4 of 8 bits) of source 1, 255 and 300 (44) of source 2. One packet without a timestamp has the time before it.
  f1='\x81\x01\xFA\x01' f2='\x81\x01\x04\x02'
  printf "$f1$f2" >"$TMP/wa.etr"
  printf '\x81\x02\xFF\x03\x01\x02\x05\x81\x02\x2C\x04' >"$TMP/wb.etr"
  printf "$f1"'\x81\x02\xFF\x03\x01\x02\x05'"$f2"'\x81\x02\x2C\x04' >"$TMP/ww.etr"
  check "E-Trace: merge: timestamps that wrap" bash -c "'$HARTRACE' merge '$TMP/wa.etr' '$TMP/wb.etr' $opt -o - | cmp - '$TMP/ww.etr'"
}
etrace

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
