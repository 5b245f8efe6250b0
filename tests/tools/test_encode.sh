#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace encode: the examples of the specification, and input that does not fit.
. tests/lib/tap.sh
. tests/tools/lib.sh

encode() {
  "$HARTRACE" encode --pcinfo "$TMP/spec.pcinfo" -o "$TMP/t.nex" "$@"
}

# messages PCS MODE WANT: the dump of the encoded list, without numbers and offsets, is WANT.
messages() {
  encode --pcs "$TMP/$1" --mode "$2" || return 1
  "$HARTRACE" dump "$TMP/t.nex" | sed 's/^#[0-9]* @[0-9]* len=[0-9]* //' >"$TMP/got"
  printf '%s\n' "$3" | diff - "$TMP/got"
}

# N-Trace, "Example of I-CNT Handling in BTM mode" and "in HTM mode".
start='ProgTraceSync SYNC=5 ICNT=0x0 FADDR=0x80'
check "BTM, first branch taken" messages run1.pcs btm "$start
DirectBranch ICNT=0x3
ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0x1"
check "BTM, second branch taken" messages run2.pcs btm "$start
DirectBranch ICNT=0x7
ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0x2"
check "BTM, no branch taken" messages run3.pcs btm "$start
ProgTraceCorrelation EVCODE=4 CDF=0 ICNT=0xA"
check "HTM, first branch taken" messages run1.pcs htm "$start
ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=0x4 HIST=0x3"
check "HTM, second branch taken" messages run2.pcs htm "$start
ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=0x9 HIST=0x5"
check "HTM, no branch taken" messages run3.pcs htm "$start
ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=0xA HIST=0x4"

check "--te trTeInstMode is the same as --mode" \
  bash -c "'$HARTRACE' encode --pcinfo '$TMP/spec.pcinfo' --pcs '$TMP/run1.pcs' -q -o '$TMP/a.nex' \
      --te trTeInstMode=btm &&
    '$HARTRACE' encode --pcinfo '$TMP/spec.pcinfo' --pcs '$TMP/run1.pcs' -q -o '$TMP/b.nex' --mode btm &&
    cmp '$TMP/a.nex' '$TMP/b.nex'"
check "input from a pipe, output to a pipe" \
  bash -c "'$HARTRACE' encode --pcinfo '$TMP/spec.pcinfo' --pcs - -q -o - --mode btm <'$TMP/run1.pcs' |
    cmp - '$TMP/b.nex'"
gzip -k "$TMP/run1.pcs" "$TMP/spec.pcinfo"
check "gzip input" bash -c "'$HARTRACE' encode --pcinfo '$TMP/spec.pcinfo.gz' \
    --pcs '$TMP/run1.pcs.gz' -q -o - --mode btm | cmp - '$TMP/b.nex'"
sed 's/$/,L2\r/; 1i # comment\n' "$TMP/run1.pcs" >"$TMP/dos.pcs"
check "comments, empty lines, CR LF and a tail after a comma" bash -c "'$HARTRACE' encode \
  --pcinfo '$TMP/spec.pcinfo' --pcs '$TMP/dos.pcs' -q -o - --mode btm | cmp - '$TMP/b.nex'"
check "what the encoder does not grant is told" \
  fails 0 'trTeInstMode: asked for 4, the encoder granted [36]' \
  encode --pcs "$TMP/run1.pcs" --te trTeInstMode=4
check "SRC goes into every message" \
  bash -c "'$HARTRACE' encode --pcinfo '$TMP/spec.pcinfo' --pcs '$TMP/run1.pcs' --mode btm -q \
      --te trTeSrcBits=4 --te trTeSrcID=5 -o '$TMP/src.nex' &&
    [ \$('$HARTRACE' dump --te trTeSrcBits=4 '$TMP/src.nex' | grep -c ' SRC=5 ') = 3 ]"

# PC lists that do not fit the code.
bad() {
  printf '%s\n' "$2" | tr ' ' '\n' >"$TMP/bad.pcs"
  fails 2 "$1" encode --pcs "$TMP/bad.pcs" --mode htm
}
check "a PC without code" bad 'line 4: no code at 0x202' "0x100 0x102 0x200 0x202"
check "a jump out of linear code" bad 'line 2: 0x106 cannot follow .* 0x100: only 0x102 can' "0x100 0x106"
check "a branch to nowhere" bad 'line 3: 0x300 cannot follow the branch at 0x102: only 0x106 \(not taken\) or 0x200' \
  "0x100 0x102 0x300"
printf '# one\n0x100\n\n0x106\n' >"$TMP/comment.pcs"
check "the line told counts comments and empty lines" fails 2 'line 4: 0x106 cannot follow' \
  encode --pcs "$TMP/comment.pcs" --mode htm
check "a list that starts outside" bad 'line 1: no code at 0x80000000' "0x80000000"
check "an odd address" bad "line 1: '0x101' is not an even address" "0x101"
check "text that is no address" bad "line 2: 'hello' is not" "0x100 hello"
: >"$TMP/empty"
check "an empty PC list" fails 2 'is empty' encode --pcs "$TMP/empty" --mode htm
check "a missing PC list" fails 2 'No such file' encode --pcs "$TMP/none.pcs" --mode htm
check "a directory" fails 2 'Is a directory' encode --pcs "$TMP" --mode htm
head -c 40 "$TMP/run1.pcs.gz" >"$TMP/cut.pcs.gz"
check "a gzip file that is cut off" fails 2 'cut off' encode --pcs "$TMP/cut.pcs.gz" --mode htm
head -c 20 "$TMP/run1.pcs.gz" >"$TMP/broken.gz"
head -c 100 /dev/zero | tr '\0' '\377' >>"$TMP/broken.gz"
check "a damaged gzip file" fails 2 'broken.gz: line [0-9]*: ' encode --pcs "$TMP/broken.gz" --mode htm
head -c 10000 /dev/zero >"$TMP/zero"
check "a binary file as PC list" fails 2 'zero: line [12]: ' encode --pcs "$TMP/zero" --mode htm

# Blocks that come again are recognized by their text: however the lines are written, the trace is the same as
# that of a list in which no two lines stand next to each other.
calls 3000
loop() {
  "$HARTRACE" encode --pcinfo "$TMP/calls.pcinfo" --pcs "$1" --mode "$2" -q -o "$3" --te trTeInstSyncMode=2 \
    --te trTeInstSyncMax=4
}
sed 's/$/\n#/' "$TMP/calls.pcs" >"$TMP/apart.pcs"
loop "$TMP/apart.pcs" htm "$TMP/apart.htm" && loop "$TMP/apart.pcs" btm "$TMP/apart.btm"
spelled() {
  sed "$1" "$TMP/calls.pcs" >"$TMP/spelled.pcs" && loop "$TMP/spelled.pcs" htm "$TMP/t.nex" &&
    cmp "$TMP/t.nex" "$TMP/apart.htm" && loop "$TMP/spelled.pcs" btm "$TMP/t.nex" && cmp "$TMP/t.nex" "$TMP/apart.btm"
}
check "repeated blocks" spelled ''
check "repeated blocks, CR LF" spelled 's/$/\r/'
check "repeated blocks, tails that differ" spelled '3~7s/$/,L2/; 5~11s/$/,x y/'
check "repeated blocks, digits of either case" spelled '3~7y/ABCDEF/abcdef/; 4~9s/0x/0X/; 5~13s/0x//'
check "repeated blocks, comments and blanks between" spelled '7~101s/^/# note\n\n/; 13~17s/$/ /'
check "repeated blocks, leading zeros" spelled '11~5s/0x8/0x000000008/; 500,700s/0x8/0x08/'
truncate -s -1 "$TMP/spelled.pcs"
check "repeated blocks, no LF at the end" \
  bash -c "'$HARTRACE' encode --pcinfo '$TMP/calls.pcinfo' --pcs - --mode btm -q -o - --te trTeInstSyncMode=2 \
    --te trTeInstSyncMax=4 <'$TMP/spelled.pcs' | cmp - '$TMP/apart.btm'"
# 400000 instructions in a loop, executed twice, with addresses of 16 digits: more text than is kept.
awk -v n=400000 'BEGIN {
  for (i = 0; i < n; i++) {
    printf "0xffffffff8%07x,%s\n", 4 * i, i < n - 1 ? (i % 5 == 4 ? sprintf("JD4,0xffffffff8%07x", 4 * i + 4) : "L4") : \
      "JD4,0xffffffff80000000"
  }
}' >"$TMP/large.pcinfo"
sed 's/,.*//' "$TMP/large.pcinfo" >"$TMP/once.pcs"
cat "$TMP/once.pcs" "$TMP/once.pcs" >"$TMP/large.pcs"
sed 's/$/\n#/' "$TMP/large.pcs" >"$TMP/large-apart.pcs"
large() {
  "$HARTRACE" encode --pcinfo "$TMP/large.pcinfo" --pcs "$TMP/$1" --mode btm -q -o "$TMP/$1.nex" \
    --te trTeInstEnAllJumps=1
}
check "more code than is kept" bash -c "$(declare -f large); TMP='$TMP'; HARTRACE='$HARTRACE'
  large large.pcs && large large-apart.pcs && cmp '$TMP/large.pcs.nex' '$TMP/large-apart.pcs.nex' &&
  '$HARTRACE' verify '$TMP/large.pcs.nex' --pcinfo '$TMP/large.pcinfo' --pcs '$TMP/large.pcs' \
    --te trTeInstEnAllJumps=1 | grep -q '^equal: 800000 instructions'"
rm -f "$TMP"/large* "$TMP/once.pcs"
# wrong LINE TEXT PATTERN: line LINE of the list becomes TEXT.
wrong() {
  sed "$1s/.*/$2/" "$TMP/calls.pcs" >"$TMP/wrong.pcs"
  fails 2 "$3" loop "$TMP/wrong.pcs" htm "$TMP/t.nex"
}
check "repeated blocks, then a PC that cannot follow" \
  wrong 8002 0x80000008 'line 8002: 0x80000008 cannot follow the branch at 0x80000008: only 0x8000000c .* or 0x80000004'
check "repeated blocks, then a call to elsewhere" \
  wrong 8003 0x80000008 'line 8003: 0x80000008 cannot follow the direct call at 0x80000004: only 0x80000100 can'
check "repeated blocks, then a PC without code" wrong 8005 0x80000200 'line 8005: no code at 0x80000200'
check "repeated blocks, then an odd address" wrong 8003 0x80000101 "line 8003: '0x80000101' is not an even address"
check "repeated blocks, then a longer address" wrong 8004 0x800001020 'line 8004: 0x800001020 cannot follow .* 0x80000100: only 0x80000102 can'

# Code that cannot be used.
pcinfo() {
  fails 2 "$1" "$HARTRACE" encode --pcs "$TMP/run1.pcs" --mode htm -o "$TMP/t.nex" --pcinfo "$2"
}
echo 'rubbish' >"$TMP/bad.pcinfo"
check "a line that is no PCINFO" pcinfo "line 1: 'rubbish' is not a PCINFO line" "$TMP/bad.pcinfo"
check "an empty PCINFO list" pcinfo 'is empty' "$TMP/empty"
printf '0x100,L2\n0x100,L4\n' >"$TMP/twice.pcinfo"
check "an address described twice" pcinfo '0x100 is described twice' "$TMP/twice.pcinfo"
elf() {
  fails 2 "$1" "$HARTRACE" encode --pcs "$TMP/run1.pcs" --mode htm -o "$TMP/t.nex" --elf "$2"
}
check "an ELF of another machine" elf 'RISC-V' /bin/sh
check "a text file as ELF" elf 'give a RISC-V executable' "$TMP/run1.pcs"
check "an empty ELF" elf 'give a RISC-V executable' "$TMP/empty"

# Options that do not go together.
check "no input" fails 2 'nothing to encode: add --pcs' "$HARTRACE" encode --mode htm -o x
check "no mode" fails 2 'add --mode htm or --mode btm' \
  "$HARTRACE" encode --pcs a --pcinfo b -o x
check "no output" fails 2 'no output: add -o FILE' "$HARTRACE" encode --pcs a --pcinfo b --mode htm
check "an unknown mode" fails 2 'it is htm or btm' encode --pcs a --mode atm
check "no code" fails 2 'no code given' "$HARTRACE" encode --pcs a --mode htm -o x
check "an output that cannot be written" fails 2 'cannot be written' \
  "$HARTRACE" encode --pcs "$TMP/run1.pcs" --pcinfo "$TMP/spec.pcinfo" --mode htm -o /nonexistent/t.nex
check "a file that is no ingress stream" fails 2 'not an ingress stream' \
  "$HARTRACE" encode --ingress "$TMP/run1.pcs" --mode htm -o "$TMP/t.nex"
# What is recorded is for E-Trace: the encoder is one; on standard input, which is not looked at twice, that is named, and nothing is written.
"$HARTRACE" run -q "$BUILD/programs/rv64/linear.elf" --te trTeFormat=0 --save-ingress "$TMP/et.ing" --save-trace "$TMP/et.etr" >"$TMP/out" 2>&1
check "--replay of E-Trace on standard input" fails 2 'trTeFormat was recorded as 0.*--param etrace=1' \
  sh -c "'$HARTRACE' encode --ingress - --replay -o '$TMP/et.out' <'$TMP/et.ing'"
check "and with the parameter" sh -c "'$HARTRACE' encode -q --ingress - --replay --param etrace=1 -o '$TMP/et.in' <'$TMP/et.ing' && [ -s '$TMP/et.in' ]"
check "from a file it needs none" sh -c "'$HARTRACE' encode -q --ingress '$TMP/et.ing' --replay -o '$TMP/et.out' && cmp '$TMP/et.in' '$TMP/et.out'"
check "parameters that do not go together: the one is named" fails 2 'encoder-0: f0s_width: 1 or more with both bpred_size and cache_size' \
  "$HARTRACE" run -q "$BUILD/programs/rv64/linear.elf" --te trTeFormat=0 --param bpred_size=5 --param cache_size=4
check "--replay without a stream" fails 2 'replay takes' \
  "$HARTRACE" encode --pcs a --pcinfo b --replay -o "$TMP/t.nex"
finish
