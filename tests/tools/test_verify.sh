#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace verify, decode and dump: equal, different, damaged, started in the middle.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 200
code="--pcinfo $TMP/calls.pcinfo"
for mode in htm btm; do
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" $code --mode $mode -q -o "$TMP/$mode.nex"
done
"$HARTRACE" encode --pcs "$TMP/calls.pcs" $code --mode btm -q -o "$TMP/sync.nex" \
  --te trTeInstSyncMode=messages --te trTeInstSyncMax=0

verify() {
  "$HARTRACE" verify "$TMP/$1" $code --pcs "$TMP/$2"
}
# 802 instructions: one before the loop, four in each turn, one after it.
for mode in htm btm; do
  size=$(wc -c <"$TMP/$mode.nex")
  check "$mode: equal, with counts" says 0 \
    "^equal: 802 instructions, [0-9]+ messages, $size bytes, [0-9.]+ bits/instruction\$" \
    verify $mode.nex calls.pcs
done
# PC 400 is the return of turn 100.
sed '400s/.*/0x80000008/' "$TMP/calls.pcs" >"$TMP/wrong.pcs"
check "a wrong PC is found: number, message, offset, expected and got" \
  fails 1 'differs at instruction 400: message [0-9]+ at offset [0-9]+: expected 0x80000008, got 0x80000102' \
  verify htm.nex wrong.pcs
# Ranges that come again are recognized by their text, as they were written the first time.
line() {
  sed "$1" "$TMP/calls.pcs" >"$TMP/line.pcs"
}
for n in 300 401 502 603 704; do
  want=$(sed -n "${n}p" "$TMP/calls.pcs")
  line "${n}s/.*/0x80000200/"
  check "a wrong PC late, line $n" fails 1 "at instruction $n: .*: expected 0x80000200, got $want" \
    verify htm.nex line.pcs
  line "${n}s/\$/0/"
  check "a longer address, line $n" fails 1 "at instruction $n: .*: expected ${want}0, got $want" \
    verify htm.nex line.pcs
  line "${n}s/\$/,L2/; $((n + 1))s/0x/0x0/; $((n + 3))s/^/# note\n\n/; $((n + 5))s/\$/\r/"
  check "lines written otherwise, line $n" says 0 '^equal: 802' verify htm.nex line.pcs
  line "${n}d"
  check "a PC left out, line $n" fails 1 "at instruction $n: .*got $want" verify htm.nex line.pcs
  line "${n}s/.*/hello/"
  check "text that is no address, line $n" fails 2 "line $n: 'hello' is not an even address" verify htm.nex line.pcs
done
head -n 801 "$TMP/calls.pcs" >"$TMP/few.pcs"
check "too few PCs" fails 1 'the PC list ends after 801' verify htm.nex few.pcs
{ cat "$TMP/calls.pcs"; echo 0x80000004; } >"$TMP/many.pcs"
check "too many PCs" fails 1 'trace ends after 802 instructions; the PC list continues with 0x80000004' \
  verify htm.nex many.pcs
head -c -1 "$TMP/htm.nex" >"$TMP/cut.nex"
check "a trace that is cut off" fails 1 'differs .*cut off' verify cut.nex calls.pcs
: >"$TMP/empty"
check "an empty trace" fails 2 'is empty' verify empty calls.pcs
check "an empty list" fails 2 'is empty; a PC list has one address per line' verify htm.nex empty
no_verdict() {
  [ -z "$(verify "$@" 2>/dev/null)" ]
}
check "an empty list: no verdict is printed" no_verdict htm.nex empty
printf '# nothing\n\n' >"$TMP/comments.pcs"
check "a list of comments" fails 2 'comments.pcs: is empty' verify htm.nex comments.pcs
check "a missing trace" fails 2 'No such file' verify none.nex calls.pcs
gzip -k "$TMP/htm.nex"
check "a trace in gzip" says 0 '^equal: 802' verify htm.nex.gz calls.pcs
check "an unreadable PC list" fails 2 'No such file' verify htm.nex none.pcs
check "nothing to compare with" fails 2 'nothing to compare with: add --pcs FILE or --ingress FILE' "$HARTRACE" verify "$TMP/htm.nex" $code
sed '/0x80000102/d' "$TMP/calls.pcinfo" >"$TMP/holes.pcinfo"
check "code with a hole: the address is told" fails 1 'differs at instruction 4: .* 0x80000102' \
  "$HARTRACE" verify "$TMP/htm.nex" --pcinfo "$TMP/holes.pcinfo" --pcs "$TMP/calls.pcs"
check "a wrong width of SRC is noticed" fails 1 'differs at instruction' \
  "$HARTRACE" verify "$TMP/htm.nex" $code --pcs "$TMP/calls.pcs" --te trTeSrcBits=6

# decode
for mode in htm btm; do
  check "$mode: the decoded PCs are the encoded ones" \
    bash -c "'$HARTRACE' decode '$TMP/$mode.nex' $code --format pcs | cmp - '$TMP/calls.pcs'"
done
check "-o and - mean the same" bash -c "'$HARTRACE' decode '$TMP/htm.nex' $code -f pcs -o '$TMP/o.pcs' &&
  '$HARTRACE' decode - $code -f pcs <'$TMP/htm.nex' | cmp - '$TMP/o.pcs'"
# Ranges: 24 bytes each; the counts of the records of type 1 add up to 802.
ranges() {
  "$HARTRACE" decode "$TMP/htm.nex" $code --format ranges -o "$TMP/r" || return 1
  python3 - "$TMP/r" <<'PY'
import struct, sys
data = open(sys.argv[1], "rb").read()
assert len(data) % 24 == 0
total, pcs = 0, []
for start, end, count, kind, code, size, flags in struct.iter_unpack("<QQIBBBB", data):
    if kind == 1:
        total += count
        assert start < end
assert total == 802, total
first = struct.unpack_from("<QQIBBBB", data)
assert first[0] == 0x80000000 and first[3] == 2 and first[4] == 5, first  # trace on, SYNC=5
PY
}
check "ranges add up" ranges
check "text names the start, the instructions and the end" bash -c "
  '$HARTRACE' decode '$TMP/htm.nex' $code >'$TMP/text' && grep -q 'trace on at 0x80000000' '$TMP/text' &&
  [ \$(grep -c '^  0x' '$TMP/text') = 802 ] && grep -q 'trace off: trace disabled (EVCODE=4)' '$TMP/text'"

# A trace that starts in the middle: cut inside a message, and at every byte of the first hundred.
tail -c +50 "$TMP/sync.nex" >"$TMP/mid.nex"
check "it is decoded from the next sync on, and what is missing is told" \
  fails 1 '[0-9]+ of [0-9]+ bytes skipped; [0-9]+ instructions decoded' \
  "$HARTRACE" decode "$TMP/mid.nex" --wrapped $code -f pcs -o "$TMP/mid.pcs"
tail_of() {
  [ -s "$1" ] && tail -n "$(wc -l <"$1")" "$TMP/calls.pcs" | cmp - "$1"
}
check "what was decoded is the end of the execution" tail_of "$TMP/mid.pcs"
middles() {
  local n
  for n in $(seq 2 100); do
    tail -c +"$n" "$TMP/sync.nex" >"$TMP/m.nex"
    "$HARTRACE" decode "$TMP/m.nex" --wrapped $code -f pcs -o "$TMP/m.pcs" 2>/dev/null
    [ $? = 1 ] && tail_of "$TMP/m.pcs" || { echo "cut at $n"; return 1; }
  done
}
check "the same for a cut at every byte" middles
# 16 messages between syncs, none longer than 12 bytes: after at most 400 bytes decoding goes on.
check "no more is skipped than up to the next sync" bash -c "
  [ \$(wc -l <'$TMP/mid.pcs') -gt 500 ]"
printf '\x02\x02\x02\x02' | dd of="$TMP/htm.nex" bs=1 seek=100 conv=notrunc 2>/dev/null
check "damaged bytes: decode goes on and says so" fails 1 'offset [0-9]+: ' \
  "$HARTRACE" decode "$TMP/htm.nex" $code -f pcs -o /dev/null
check "damaged bytes: dump shows the rest" bash -c "'$HARTRACE' dump '$TMP/htm.nex' >'$TMP/d' 2>/dev/null
  [ \$? = 1 ] && grep -q DAMAGED '$TMP/d' && tail -n 1 '$TMP/d' | grep -q ProgTraceCorrelation"
check "an unknown format" fails 2 'unknown format; it is text, pcs, ranges' \
  "$HARTRACE" decode "$TMP/btm.nex" $code -f xml
check "decode without code" fails 2 'no code given' "$HARTRACE" decode "$TMP/btm.nex"
check "an image without an address" fails 2 'no address; write --image' \
  "$HARTRACE" decode "$TMP/btm.nex" --image x.bin
check "dump of an empty file prints nothing" bash -c "[ -z \"\$('$HARTRACE' dump '$TMP/empty')\" ]"
check "dump byte by byte names every byte" bash -c "
  [ \$('$HARTRACE' dump --bytes '$TMP/btm.nex' | grep -c '^    0x') = \$(wc -c <'$TMP/btm.nex') ]"
check "output that cannot be written" fails 2 'cannot be written' \
  "$HARTRACE" decode "$TMP/btm.nex" $code -o /nonexistent/x
finish
