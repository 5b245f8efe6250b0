#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace info: its answers for streams with known settings.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 300
info() {
  "$HARTRACE" info "$1" >"$TMP/info" 2>&1 && shift || { cat "$TMP/info"; return 1; }
  local pattern
  for pattern in "$@"; do
    grep -Eq -- "$pattern" "$TMP/info" || { echo "no line like: $pattern"; cat "$TMP/info"; return 1; }
  done
}
encode() {
  local out=$1
  shift
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" -q -o "$TMP/$out" "$@"
}
# A sweep over the width of SRC, source numbers and both modes.
sweep() {
  local bits id
  for bits in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
    for id in 0 1 $(((1 << bits) - 1)); do
      [ $id -lt $((1 << bits)) ] || continue
      encode w.nex --mode "$1" --te trTeSrcBits=$bits --te trTeSrcID=$id \
        --te trTeInstSyncMode=messages --te trTeInstSyncMax=1
      info "$TMP/w.nex" "^  SRC: $bits bit$([ $bits = 1 ] || echo s) " || { echo "$bits bits, source $id"; return 1; }
    done
  done
}
check "BTM: every width of SRC" sweep btm
check "HTM: every width of SRC" sweep htm

encode htm.nex --mode htm
check "HTM" info "$TMP/htm.nex" '^  kind: HTM' '^  timestamps: none' '^  syncs: 1, first at offset 0$'
encode btm.nex --mode btm --te trTsEnable=1 --te trTsMode=3 --te trTeInstSyncMode=messages \
  --te trTeInstSyncMax=1
n=$("$HARTRACE" dump "$TMP/btm.nex" --te trTsEnable=1 | wc -l)
check "BTM with timestamps and periodic syncs: how to decode it" info "$TMP/btm.nex" '^  kind: BTM' \
  "^  timestamps: in $n of $n messages" 'decode with: --te trTsEnable=1$'

# By hand: ProgTraceSync (4 bytes), two idle bytes, ProgTraceSync (4 bytes), DirectBranch (2), ProgTraceSync (4): syncs
# at 0, 6 and 12, six bytes apart, at most two messages; 2 idle bytes of 16.
printf '\x24\x15\x00\x0B\xFF\xFF\x24\x09\x00\x0B\x0C\x0F\x24\x09\x00\x0B' >"$TMP/hand.nex"
check "distances and idle bytes" info "$TMP/hand.nex" \
  '^  syncs: 3, first at offset 0; at most 6 bytes, 2 messages apart$' '^  idle: 2 bytes, 12.5 %$' \
  '^ +1 +2 bytes +3 DirectBranch$'
# A ring buffer: the end and the beginning of a longer trace, cut inside a message.
size=$(wc -c <"$TMP/btm.nex")
cut=$("$HARTRACE" dump "$TMP/btm.nex" --te trTsEnable=1 | awk -v h=$((size / 2)) '
  { at = substr($2, 2); split($3, l, "="); if (at > h && l[2] >= 3) { print at + 1; exit } }')
{ tail -c +$((cut + 1)) "$TMP/btm.nex"; head -c "$cut" "$TMP/btm.nex"; } >"$TMP/ring.nex"
# Holds TCI-RAM-032
check "a ring buffer: where it begins" info "$TMP/ring.nex" '^  start: inside a message' \
  '^  wrap: a ring buffer that begins at offset [0-9]+ \(confident' '--wrapped'
tail -c +9 "$TMP/htm.nex" >"$TMP/none.nex" # ProgTraceSync has 8 bytes
check "no sync: what to do" info "$TMP/none.nex" '^  syncs: none' 'trTeInstSyncMode=messages'
{ cat "$TMP/htm.nex"; head -c 64 /dev/zero; } >"$TMP/zeros.nex"
check "memory that was never written" info "$TMP/zeros.nex" '64 zero bytes'

# Other files.
gzip -k "$TMP/calls.pcs"
check "a PC list in gzip" info "$TMP/calls.pcs.gz" 'gzip, which holds' 'list of PCs'
check "PCINFO" info "$TMP/calls.pcinfo" 'PCINFO list; give it with --pcinfo'
printf '0x80000000,L2\n0x80000002,BN4\n' >"$TMP/s.pcseq"
check "PCSEQ" info "$TMP/s.pcseq" 'PCSEQ list; give it with --pcs'
printf 'VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n1,1000,1,3,0,0,0,0\n' >"$TMP/e.csv"
check "a log" info "$TMP/e.csv" 'E-Trace reference flow'
"$HARTRACE" convert --to ingress "$TMP/e.csv" -o "$TMP/e.ing"
check "an ingress stream" info "$TMP/e.ing" 'ingress stream, version 1, RV64, 1 hart$'
check "an ELF file of another machine" info /bin/sh 'is not RISC-V'
: >"$TMP/empty"
check "an empty file" fails 2 'empty: is empty' "$HARTRACE" info "$TMP/empty"
python3 -c 'import random, sys
random.seed(1)
sys.stdout.buffer.write(bytes(random.randrange(256) for _ in range(4000)))' >"$TMP/noise"
check "noise is not taken for a trace" bash -c "'$HARTRACE' info '$TMP/noise'; [ \$? = 1 ]"
check "a missing file" fails 2 'No such file' "$HARTRACE" info "$TMP/nothing"
finish
