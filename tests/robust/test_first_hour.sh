#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The first hour of a user: wrong width of SRC, no synchronizing message, wrong image, address not in the image,
# timestamps not announced. The tools end with status 1 and say message, offset, address, and what to try.
. tests/lib/tap.sh

elf=$BUILD/programs/rv64/crc.elf
code=(--elf "$elf")
"$HARTRACE" run "$elf" --save-trace "$TMP/good.nex" --save-pcs "$TMP/pcs" --save-ingress "$TMP/in" \
  --console "$TMP/console" >"$TMP/out" 2>&1
encode() {
  local out=$1
  shift
  "$HARTRACE" encode --ingress "$TMP/in" -q -o "$TMP/$out" "$@"
}
encode src.nex --mode htm --te trTeSrcBits=6 --te trTeSrcID=5
encode btm.nex --mode btm
encode time.nex --mode htm --te trTsEnable=1 --te trTsMode=external
tail -c +40 "$TMP/btm.nex" >"$TMP/nosync.nex"

decode() {
  "$HARTRACE" decode "$TMP/$1" --format pcs -o "$TMP/decoded" "${@:2}"
}
verify() {
  "$HARTRACE" verify "$TMP/$1" --pcs "$TMP/pcs" "${@:2}"
}
place='message [0-9]+ at offset [0-9]+'

check "the good trace is good" decode good.nex "${code[@]}"
check "SRC not announced: decode says so" fails 1 "$place: .* at 0x[0-9a-f]+; .*hartrace info guesses trTeSrcBits" \
  decode src.nex "${code[@]}"
check "SRC not announced: verify says so" fails 1 "differs at instruction [0-9]+: $place: .*trTeSrcBits" \
  verify src.nex "${code[@]}"
check "SRC announced, but there is none: decode says so" fails 1 "$place: .*check --te trTeSrcBits" \
  decode good.nex "${code[@]}" --te trTeSrcBits=6
check "SRC announced, but there is none: verify says so" fails 1 "differs at instruction 1: $place: .*check --te trTeSrcBits" \
  verify good.nex "${code[@]}" --te trTeSrcBits=6
check "SRC announced rightly: verify is content" verify src.nex "${code[@]}" --te trTeSrcBits=6
check "timestamps not announced: decode names trTsEnable" fails 1 "$place: .*extra data after its last field.*trTsEnable" \
  decode time.nex "${code[@]}"
check "no sync: decode names the first message, the bytes skipped, and trTeInstSyncMode" \
  fails 1 'message 0 at offset [0-9]+: no sync: .*trTeInstSyncMode=messages' decode nosync.nex "${code[@]}"
size=$(wc -c <"$TMP/nosync.nex")
check "no sync: nothing was decoded, and that is said" \
  fails 1 "$size of $size bytes skipped; 0 instructions decoded" decode nosync.nex "${code[@]}"
check "no sync: verify says so" fails 1 'differs at instruction 1: .*trTeInstSyncMode' verify nosync.nex "${code[@]}"
wrong=(--elf "$BUILD/programs/rv64/sort.elf")
check "wrong image: decode says where it noticed, and asks for the code" \
  fails 1 "$place: ERROR: .* at 0x[0-9a-f]+; the code is not what ran" decode good.nex "${wrong[@]}"
check "wrong image: verify shows both addresses" \
  fails 1 "differs at instruction [0-9]+: $place: expected 0x[0-9a-f]+, got" verify good.nex "${wrong[@]}"
elsewhere=(--image "$elf@0x10000")
check "address not in the image: decode names it" \
  fails 1 "$place: ERROR: no code at an executed address at 0x80000000; is this the code that ran" \
  decode good.nex "${elsewhere[@]}"
check "address not in the image: verify names it" \
  fails 1 "differs at instruction 1: $place: expected 0x80000000, got: no code .* at 0x80000000; is this the code" \
  verify good.nex "${elsewhere[@]}"
finish
