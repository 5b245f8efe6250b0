#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a file is: info names it, and verbs that take a trace refuse everything else by name. Large files are read in pieces, and a
# message that does not end is damage. HARTRACE_SOAK: files of 2 GB instead of 16 MB.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 300
encode() {
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" -q --mode htm --te trTeInstSyncMode=messages \
    --te trTeInstSyncMax=1 "$@"
}
encode -o "$TMP/t.nex"
program=$BUILD/programs/rv64/context.elf

# One file of each kind, and what its name must say.
"$HARTRACE" run "$program" --no-trace --save-ingress "$TMP/i.ing" >/dev/null 2>&1
printf '\xD0\x0D\xFE\xED\0\0\0\x48\0\0\0\x38\0\0\0\x48' >"$TMP/tree.dtb"
printf '/dts-v1/;\n/ { };\n' >"$TMP/tree.dts"
printf '$date today $end\n$timescale 1ns $end\n' >"$TMP/w.vcd"
printf 'PK\003\004aaaaaaaa' >"$TMP/a.zip"
gzip -c "$TMP/t.nex" | gzip >"$TMP/twice.gz"
printf 'VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n1,1000,1,3,0,0,0,0\n' >"$TMP/e.csv"
printf 'This is no trace, but a text that somebody wrote.\n' >"$TMP/words"
python3 -c 'import sys; sys.stdout.buffer.write(b"\xff" * 700000)' >"$TMP/idle"
gzip -kc "$TMP/idle" >"$TMP/idle.gz"
head -c 700000 /dev/zero >"$TMP/zeros"
: >"$TMP/empty"
kinds="$program|an ELF file
$TMP/i.ing|an ingress stream
$TMP/tree.dtb|a device tree
$TMP/tree.dts|the source of a device tree
$TMP/w.vcd|waves
$TMP/a.zip|compressed or an archive
$TMP/twice.gz|compressed or an archive
$TMP/calls.pcs|a list of PCs
$TMP/calls.pcinfo|a PCINFO list
$TMP/e.csv|a log of the E-Trace reference flow
$TMP/words|text
$TMP/idle|only idle bytes
$TMP/idle.gz|only idle bytes
$TMP/zeros|only zero bytes
$TMP/empty|is empty"
verbs="dump
decode --pcinfo $TMP/calls.pcinfo
verify --pcinfo $TMP/calls.pcinfo --pcs $TMP/calls.pcs
stat
index
diff $TMP/t.nex
diff --bytes $TMP/t.nex
split --te trTeSrcBits=1 -o $TMP/split
merge $TMP/t.nex --te trTeSrcBits=1 -o $TMP/merged"
refused() {
  local file=$1 name=$2 verb
  while read -r verb; do
    # shellcheck disable=SC2086
    fails 2 "$name" "$HARTRACE" $verb "$file" </dev/null || { echo "$verb"; return 1; }
    [ "$(wc -l <"$TMP/fails.err")" = 1 ] || { echo "$verb: more than one line"; return 1; }
  done <<<"$verbs"
}
while IFS='|' read -r file name; do
  check "no verb takes it for a trace: $name" refused "$file" "$name"
done <<<"$kinds"
check "two empty files are not compared" fails 2 'is empty' "$HARTRACE" diff "$TMP/empty" "$TMP/empty"
for file in tree.dtb:device tree.dts:source w.vcd:waves idle:idle zeros:zero words:text; do
  check "info names it: ${file%:*}" says 0 "${file#*:}" "$HARTRACE" info "$TMP/${file%:*}"
done
check "info of an empty file" fails 2 'is empty' "$HARTRACE" info "$TMP/empty"
check "info of a folder" says 0 'a folder' "$HARTRACE" info "$TMP"

# CoreSight frames by hand (IHI 0029): ID byte (0x05 << 1 | 1) first, then 14 bytes of data; the last byte holds the low bits of
# the even ones.
python3 - "$TMP/t.nex" >"$TMP/frames" <<'PY'
import sys
data, frame, first = open(sys.argv[1], 'rb').read(), bytearray(), True
at = 0
while at < len(data):
    f, low = bytearray(16), 0
    for i in range(15):
        if i == 0:
            f[0] = 5 << 1 | 1
            continue
        b = data[at] if at < len(data) else 0xFF
        at += 1
        if i % 2 == 0:
            low |= (b & 1) << (i // 2)
            b &= 0xFE
        f[i] = b
    f[15] = low
    frame += f
sys.stdout.buffer.write(frame)
PY
check "info names frames of a CoreSight formatter" says 1 'CoreSight formatter.*ID 5' "$HARTRACE" info "$TMP/frames"
# Packets with a header of length and flow, and payload of any bytes.
python3 -c 'import random, sys
random.seed(3)
for i in range(300):
    n = random.randrange(1, 32)
    sys.stdout.buffer.write(bytes([0x20 | n]) + bytes(random.randrange(256) for _ in range(n)))' >"$TMP/packets"
check "info names packets as E-Trace has them" says 1 'E-Trace' "$HARTRACE" info "$TMP/packets"

# Large files, as gzip members: the trace many times, and one message of zeros that does not end for long.
mib=${HARTRACE_SOAK:+2048}
mib=${mib:-16}
python3 - "$TMP" "$mib" <<'PY'
import gzip, sys
folder, mib = sys.argv[1], int(sys.argv[2])
t = open(folder + '/t.nex', 'rb').read()
one = t * (1048576 // len(t))
zeros = gzip.compress(b'\0' * 1048576)
open(folder + '/big.gz', 'wb').write(gzip.compress(one) * mib)
few = (t + b'\xff' * (7 * len(t))) * (1048576 // len(t) // 8)
open(folder + '/few.gz', 'wb').write(gzip.compress(few) * mib)
open(folder + '/bomb.gz', 'wb').write(gzip.compress(t) + zeros * 2 * mib)
open(folder + '/middle.gz', 'wb').write(gzip.compress(t) + zeros * 2 * mib + gzip.compress(b'\3' + t))
PY
if [ -n "${SANITIZED:-}" ]; then
  small() { "$@"; }
else
  small() { (ulimit -v 28000 && "$@"); }
fi
# Status 0, whatever is said.
good() { "$@" >"$TMP/good" 2>&1 || { cat "$TMP/good"; return 1; }; }
big=$TMP/big.gz
check "info of a large file, in little memory" small says 0 'N-Trace messages' "$HARTRACE" info "$big"
check "... index" small good "$HARTRACE" index "$big" -o /dev/null
# One byte in eight is trace: stat keeps nothing of a message, and takes the longest.
check "... stat" small says 0 'ProgTraceSync' "$HARTRACE" stat "$TMP/few.gz"
check "... stat with code" small says 0 'instructions' "$HARTRACE" stat "$TMP/few.gz" --pcinfo "$TMP/calls.pcinfo"
check "... dump" small good "$HARTRACE" dump "$big" -o /dev/null
check "... diff" small says 0 'equal in meaning' "$HARTRACE" diff "$big" "$big"
check "... diff, byte by byte" small says 0 'equal: [0-9]+ bytes' "$HARTRACE" diff --bytes "$big" "$big"
encode --te trTeSrcBits=2 --te trTeSrcID=1 -o "$TMP/s.nex"
gzip -c "$TMP/s.nex" >"$TMP/s.gz"
for _ in $(seq 200); do cat "$TMP/s.gz"; done >"$TMP/all.gz"
check "... decode --src all" small good "$HARTRACE" decode "$TMP/all.gz" --te trTeSrcBits=2 --src all --pcinfo "$TMP/calls.pcinfo" -o /dev/null
n=$(wc -l <"$TMP/calls.pcs")
endless() {
  small fails 1 'longer than|cut off' "$HARTRACE" decode "$1" --pcinfo "$TMP/calls.pcinfo" -f pcs -o "$TMP/pcs" || return 1
  [ "$(wc -l <"$TMP/pcs")" = "$2" ] || { wc -l "$TMP/pcs"; return 1; }
}
check "a message that never ends: what was before it is decoded" endless "$TMP/bomb.gz" "$n"
check "... and what comes after its end" endless "$TMP/middle.gz" $((2 * n))
check "... info: memory that was never written" small says 0 "$((2 * mib * 1048576)) zero bytes" "$HARTRACE" info "$TMP/bomb.gz"
check "... dump" small fails 1 '1 damaged' "$HARTRACE" dump "$TMP/middle.gz" -o /dev/null
check "... stat" small fails 1 '1 damaged' "$HARTRACE" stat "$TMP/middle.gz"
finish
