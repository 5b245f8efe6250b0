#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats of dump, decode and convert. The bytes and texts are worked out by hand from the specification (fields of
# ProgTraceSync and ProgTraceCorrelation, MDO in bits 7..2, MSEO in bits 1..0) and the documented formats.
. tests/lib/tap.sh
. tests/tools/lib.sh

# The second run of the example: F-ADDR 0x100 >> 1 = 0x80, then nine half-words with outcomes 0, 1 (HIST 101).
printf '\x24\x15\x00\x0B\x84\x50\x25\x17' >"$TMP/t.nex"
code="--pcinfo $TMP/spec.pcinfo"
cat >"$TMP/want.dump" <<'DUMP'
0x24 001001_00: TCODE[6]=9 (MSG #0) - ProgTraceSync
0x15 000101_01: SYNC[4]=0x5 ICNT[2]=0x0
0x00 000000_00:
0x0B 000010_11: FADDR[12]=0x80

0x84 100001_00: TCODE[6]=33 (MSG #1) - ProgTraceCorrelation
0x50 010100_00: EVCODE[4]=0x4 CDF[2]=0x1
0x25 001001_01: ICNT[6]=0x9
0x17 000101_11: HIST[6]=0x5
DUMP
stat_line() {
  printf '\nStat: %s\n' "$1"
}
same_dump() {
  "$HARTRACE" dump --format nexrv "$1" >"$TMP/got" && diff "$TMP/want" "$TMP/got"
}
{ cat "$TMP/want.dump"; stat_line "8 bytes, 0 idles, 2 messages, 0 error messages, 4.00 bytes/message"; } >"$TMP/want"
check "dump --format nexrv: bytes, fields and statistics" same_dump "$TMP/t.nex"

# Two idle bytes first: one line. An Error message (TCODE 8, ETYPE 0, ECODE 1 in the two bits left and none more:
# 00 0100 is 4): its variable field is called PAD. An idle byte after it is shown, after FF it is not.
printf '\xFF\xFF\x20\x43\xFF' >"$TMP/idle.nex"
{
  echo '0xFF 111111_11: IDLE'
  echo '0x20 001000_00: TCODE[6]=8 (MSG #0) - Error'
  echo '0x43 010000_11: ETYPE[4]=0x0 PAD[2]=0x1'
  echo
  echo '0xFF 111111_11: IDLE'
  stat_line "2 bytes, 3 idles, 1 messages, 1 error messages, 2.00 bytes/message"
} >"$TMP/want"
check "dump --format nexrv: idle bytes, Error" same_dump "$TMP/idle.nex"
# ResourceFull, RCODE 1, RDATA 3, TSTAMP 2: the third field is called HREPEAT there, whatever it is.
printf '\x6C\xC5\x0B' >"$TMP/named.nex"
{
  echo '0x6C 011011_00: TCODE[6]=27 (MSG #0) - ResourceFull'
  echo '0xC5 110001_01: RCODE[4]=0x1 RDATA[2]=0x3'
  echo '0x0B 000010_11: HREPEAT[6]=0x2'
  stat_line "3 bytes, 0 idles, 1 messages, 0 error messages, 3.00 bytes/message"
} >"$TMP/want"
check "dump --format nexrv: fields are named by their place" same_dump "$TMP/named.nex"
check "convert --to nex reads a dump back" \
  bash -c "'$HARTRACE' convert --to nex '$TMP/want.dump' | cmp - '$TMP/t.nex'"
check "convert --to nex: not a dump" fails 2 'not a dump' "$HARTRACE" convert --to nex "$TMP/run1.pcs"

json() {
  "$HARTRACE" dump --format jsonl "$TMP/t.nex" | python3 -c '
import json, sys
a, b = [json.loads(l) for l in sys.stdin]
assert a == {"msg": 0, "offset": 0, "length": 4, "tcode": 9, "name": "ProgTraceSync", "raw": "2415000B",
             "fields": {"SYNC": "0x5", "ICNT": "0x0", "FADDR": "0x80"}}, a
assert b["offset"] == 4 and b["fields"] == {"EVCODE": "0x4", "CDF": "0x1", "ICNT": "0x9", "HIST": "0x5"}, b'
}
check "dump --format jsonl" json
csv() {
  "$HARTRACE" dump --format csv "$TMP/t.nex" | python3 -c '
import csv, sys
a, b = list(csv.DictReader(sys.stdin))
assert a["name"] == "ProgTraceSync" and a["sync"] == "0x5" and a["addr"] == "0x80" and a["hist"] == "", a
assert b["evcode"] == "0x4" and b["icnt"] == "0x9" and b["hist"] == "0x5" and b["status"] == "ok", b'
}
check "dump --format csv" csv
check "dump: an unknown format" fails 2 'it is text, nexrv, jsonl or csv' "$HARTRACE" dump -f xml "$TMP/t.nex"
check "dump: messages that go on after their end are taken for timestamps" \
  fails 1 'add --te trTsEnable=1' bash -c "printf '\x0C\x05\x07' | '$HARTRACE' dump -"

# decode
check "decode --format nexrv: PCOUT, without leading zeros" \
  bash -c "'$HARTRACE' decode '$TMP/t.nex' $code -f nexrv | cmp - '$TMP/run2.pcs'"
elements() {
  "$HARTRACE" decode "$TMP/t.nex" $code --format "$1" >"$TMP/got" && python3 - "$1" "$TMP/got" <<'PY'
import csv, json, sys
if sys.argv[1] == "jsonl":
    e = [json.loads(l) for l in open(sys.argv[2])]
else:
    e = list(csv.DictReader(open(sys.argv[2])))
types = [x["type"] for x in e]
assert types == ["trace on", "range", "range", "trace off", "end"], types
# 0x100 L2, 0x102 not taken, 0x106, 0x10A taken to 0x300: four instructions up to 0x10E, then one of four bytes.
assert (e[1]["start"], e[1]["end"], int(e[1]["count"])) == ("0x100", "0x10e", 4), e[1]
assert (e[2]["start"], e[2]["end"], int(e[2]["count"])) == ("0x300", "0x304", 1), e[2]
PY
}
check "decode --format jsonl" elements jsonl
check "decode --format csv" elements csv

# convert
cat >"$TMP/want.pcseq" <<'PCSEQ'
0x100,L2
0x102,BN4
0x106,L4
0x10A,B4
0x300,L4
PCSEQ
check "convert --to pcseq: types, and how branches ended" \
  bash -c "'$HARTRACE' convert --to pcseq '$TMP/run2.pcs' $code | cmp - '$TMP/want.pcseq'"
check "convert --to pcseq: the end of a last branch is not known" bash -c "head -n 2 '$TMP/run2.pcs' |
  '$HARTRACE' convert --to pcseq - $code | cmp - <(printf '0x100,L2\n0x102,B')"
check "convert --to pconly" \
  bash -c "'$HARTRACE' convert --to pconly '$TMP/want.pcseq' | cmp - '$TMP/run2.pcs'"
check "encode reads PCSEQ" bash -c "'$HARTRACE' encode --pcs '$TMP/want.pcseq' $code --mode htm -q -o - |
  cmp - '$TMP/t.nex'"
check "convert --to pcseq: a PC that is not in the code" fails 2 'line 2: no code at 0x104' \
  bash -c "printf '100\n104\n' | '$HARTRACE' convert --to pcseq - $code"
# 0x8000: addi a0,a0,1 (c.addi 0505); beq a0,a1,+8 (00b50463); jal ra,+4; c.jr ra (8082); ecall; mret
printf '\x05\x05\x63\x04\xb5\x00\xef\x00\x40\x00\x82\x80\x73\x00\x00\x00\x73\x00\x20\x30' >"$TMP/code.bin"
cat >"$TMP/want.pcinfo" <<'PCINFO'
0x8000,L2
0x8002,BD4,0x800A
0x8006,CD4,0x800A
0x800A,R2
0x800C,CI4
0x8010,R4
PCINFO
check "convert --to pcinfo of an image" bash -c "'$HARTRACE' convert --to pcinfo \
  --image '$TMP/code.bin@0x8000' | diff '$TMP/want.pcinfo' -"

# section ELF BITS FIELD VALUE: set a field of the header of .text, by hand from the table of the ABI.
section() {
  python3 - "$@" <<'PY'
import struct, sys
path, bits, field, value = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4], 0)
b = bytearray(open(path, "rb").read())
wide = bits == 64
word, size = ("<Q", 8) if wide else ("<I", 4)
table = struct.unpack_from(word, b, 0x28 if wide else 0x20)[0]
each, count = struct.unpack_from("<HH", b, 0x3A if wide else 0x2E)
for i in range(count):
    h = table + i * each
    if struct.unpack_from("<I", b, h + 4)[0] == 1 and struct.unpack_from(word, b, h + 8)[0] & 4:
        at = h + 8 + size * {"addr": 1, "offset": 2, "size": 3}[field]
        old = struct.unpack_from(word, b, at)[0]
        struct.pack_into(word, b, at, value if value >= 0 else old - value)
        break
open(path, "wb").write(b)
PY
}
# hostile BITS FIELD VALUE PATTERN: refused at once, within 200 MB.
hostile() {
  cp "$BUILD/programs/rv$1/sort.elf" "$TMP/hostile.elf" && section "$TMP/hostile.elf" "$1" "$2" "$3" &&
    (ulimit -f 100000 && fails 2 "$4" timeout 200 "$HARTRACE" convert --to pcinfo --elf "$TMP/hostile.elf" -o "$TMP/hostile.pcinfo")
}
for value in 0x200000000 0x7fffffffffffffff 0x8000000000000000 0xfffffffffffffffe 0xffffffffffffffff; do
  check "sh_size $value, RV64" hostile 64 size $value 'section [0-9]+ claims [0-9]+ bytes of code at offset 0x[0-9a-f]+, and the file ends at'
done
check "sh_size of all ones, RV32" hostile 32 size 0xffffffff 'claims 4294967295 bytes of code'
check "sh_size past the end of the segment, RV64" hostile 64 size -8192 'bytes of code at (offset 0x1000, and the file ends|0x80000000, and no segment)'
check "sh_offset beyond the end" hostile 64 offset 0xfffffffffffffff0 'at offset 0xfffffffffffffff0'
check "sh_addr elsewhere" hostile 64 addr 0x1000 'at 0x1000, and no segment has them'
check "convert: an unknown kind" fails 2 'it is pcinfo, pcseq' "$HARTRACE" convert --to x "$TMP/t.nex"

# Beside the reference tool.
if [ -x "${NEXRV:-}" ]; then
  calls 200
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" --mode htm -q -o "$TMP/c.nex"
  check "the reference tool's dump" bash -c "'$NEXRV' -dump '$TMP/c.nex' >'$TMP/r' &&
    '$HARTRACE' dump -f nexrv '$TMP/c.nex' | cmp - '$TMP/r'"
  check "the reference tool's PCSEQ" bash -c "'$NEXRV' -conv -pcinfo '$TMP/calls.pcinfo' \
    -pconly '$TMP/calls.pcs' -pcseq '$TMP/r' && '$HARTRACE' convert --to pcseq '$TMP/calls.pcs' \
    --pcinfo '$TMP/calls.pcinfo' | cmp - '$TMP/r'"
  check "the reference tool's PCOUT" bash -c "'$NEXRV' -deco '$TMP/c.nex' -pcinfo '$TMP/calls.pcinfo' \
    -pcout '$TMP/r' -none && '$HARTRACE' decode -f nexrv '$TMP/c.nex' --pcinfo '$TMP/calls.pcinfo' |
    cmp - '$TMP/r'"
else
  skip "beside the reference tool" "NEXRV is not set"
fi
finish
