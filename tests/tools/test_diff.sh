#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace diff: what the specification leaves open makes no difference, everything else does.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 200
code="--pcinfo $TMP/calls.pcinfo"
encode() {
  local out=$1
  shift
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" $code -q -o "$TMP/$out" "$@"
}
encode htm --mode htm
encode btm --mode btm
encode sync --mode htm --te trTeInstSyncMode=messages --te trTeInstSyncMax=0
encode bsync --mode btm --te trTeInstSyncMode=messages --te trTeInstSyncMax=0
encode stamp --mode htm --te trTsEnable=1 --te trTsMode=3
equal() {
  local a=$1 b=$2
  shift 2
  ! cmp -s "$TMP/$a" "$TMP/$b" && says 0 '^equal in meaning: [1-9]' "$HARTRACE" diff "$TMP/$a" "$TMP/$b" "$@"
}
# A loop of fifty turns, with registers that hold it all and with small ones.
printf '0x100,L4\n0x104,BD4,0x100\n0x108,L4\n' >"$TMP/loop.pcinfo"
{ for i in $(seq 50); do printf '100\n104\n'; done; echo 108; } >"$TMP/loop.pcs"
for bits in 32 5; do
  "$HARTRACE" encode --pcs "$TMP/loop.pcs" --pcinfo "$TMP/loop.pcinfo" --mode htm -q -o "$TMP/loop$bits" \
    --param hist_bits=$bits --param icnt_bits=$((bits > 22 ? 22 : bits + 1))
done
check "ResourceFull may cut I-CNT and HIST anywhere" equal loop32 loop5
check "syncs may stand anywhere" equal btm bsync
check "syncs may stand anywhere, HTM with code" equal htm sync $code
check "timestamps may be there" equal htm stamp --te-b trTsEnable=1
check "with code, HTM and BTM mean the same" equal htm btm $code
check "without code, they cannot be compared" fails 1 'with code' "$HARTRACE" diff "$TMP/htm" "$TMP/btm"
check "a trace is equal to itself" says 0 '^equal in meaning' "$HARTRACE" diff "$TMP/htm" "$TMP/htm"

# By hand. ProgTraceSync SYNC=5 F-ADDR 0x80 = 24 15 00 0B. ProgTraceCorrelation EVCODE=4: CDF=0 is 84 10, CDF=1 is 84 50.
# An empty HIST is 1. IndirectBranch is TCODE 4, IndirectBranchHist 28; B-TYPE 0, I-CNT 3, U-ADDR 2.
start='\x24\x15\x00\x0B'
end='\x84\x10\x07'
printf "$start"'\x10\x31\x0B'"$end" >"$TMP/ib"
printf "$start"'\x70\x31\x09\x07''\x84\x50\x05\x07' >"$TMP/ibh"
check "IndirectBranch, and IndirectBranchHist with an empty HIST; CDF 0 and 1" equal ib ibh
printf "$start"'\x10\x31\x0F'"$end" >"$TMP/other"
check "another address: messages and offsets on both sides" fails 1 'other: message 1 at offset 4: .*then to 0x106' \
  "$HARTRACE" diff "$TMP/ib" "$TMP/other"
check "... and on the left" fails 1 'ib: message 1 at offset 4: 3 half-words .*then to 0x104' \
  "$HARTRACE" diff "$TMP/ib" "$TMP/other"
# B-TYPE 1 against 3 and 0: MDO 0x0D and 0x0F (I-CNT 3 above B-TYPE).
printf "$start"'\x10\x35\x0B'"$end" >"$TMP/trap"
printf "$start"'\x10\x3D\x0B'"$end" >"$TMP/interrupt"
check "B-TYPE 1 and 3 may be the same trap" equal trap interrupt
check "B-TYPE 0 and 1 may not" fails 1 'trap' "$HARTRACE" diff "$TMP/ib" "$TMP/trap"
# ResourceFull RCODE=2: HIST 110 (outcomes 1, 0), HREPEAT 3, against RCODE=1 with 101010 below the stop bit (0x6A).
printf "$start"'\x6C\x88\x05\x0F''\x84\x50\x05\x07' >"$TMP/repeat"
printf "$start"'\x6C\x84\x6B''\x84\x50\x05\x07' >"$TMP/spelt"
printf "$start"'\x6C\x88\x05\x0B''\x84\x50\x05\x07' >"$TMP/twice"
check "repeated history, and the same in full" equal repeat spelt
# RepeatBranch (TCODE 30) with nothing to repeat: it must not look like the end. BCNT 2.
printf "$start"'\x78\x0B'"$end" >"$TMP/nothing"
check "RepeatBranch without a branch is no end of the trace" fails 1 'message 1 at offset 4: trouble: ' \
  "$HARTRACE" diff "$TMP/nothing" "$TMP/ib"
check "one repetition less" fails 1 'twice: .*4 branch outcomes' "$HARTRACE" diff "$TMP/repeat" "$TMP/twice"
# RepeatBranch B-CNT 2 (TCODE 30) after DirectBranch I-CNT 5, against three DirectBranch.
printf "$start"'\x0C\x17\x78\x0B'"$end" >"$TMP/rbm"
printf "$start"'\x0C\x17\x0C\x17\x0C\x17'"$end" >"$TMP/three"
printf "$start"'\x0C\x17\x0C\x17'"$end" >"$TMP/two"
check "RepeatBranch, and the messages it stands for" equal rbm three
check "one of them less" fails 1 'two: message 3 at offset 8: trace off' "$HARTRACE" diff "$TMP/three" "$TMP/two"

check "--bytes: the first byte that differs" fails 1 'differ at byte 6' \
  "$HARTRACE" diff --bytes "$TMP/ib" "$TMP/other"
check "--bytes: equal" says 0 '^equal: 10 bytes$' "$HARTRACE" diff --bytes "$TMP/ib" "$TMP/ib"
check "--times: timestamps count" fails 1 'differ in time' "$HARTRACE" diff --times "$TMP/htm" "$TMP/stamp" \
  --te-b trTsEnable=1
# One PC less, with code.
sed '$d' "$TMP/calls.pcs" >"$TMP/short.pcs"
"$HARTRACE" encode --pcs "$TMP/short.pcs" $code --mode htm -q -o "$TMP/short"
check "with code: another end" fails 1 'short: message [0-9]+ at offset [0-9]+: trace off' \
  "$HARTRACE" diff "$TMP/htm" "$TMP/short" $code
check "one trace only" fails 2 'two traces are needed' "$HARTRACE" diff "$TMP/htm"
finish
