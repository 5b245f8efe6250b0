#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --code-in: code that counts in a context only. The program has two routines in turn at one address.
. tests/lib/tap.sh

program=$BUILD/programs/rv64/overlay.elf
symbol() { echo "0x$(riscv64-unknown-elf-nm "$program" | awk -v s="$1" '$3 == s { print $1 }')"; }
place=$(symbol overlay_place)
for n in one two; do
  riscv64-unknown-elf-objcopy -O binary -j .overlay_$n "$program" "$TMP/$n.bin"
done
"$HARTRACE" run -q "$program" --te trTeContext=1 --save-trace "$TMP/t.nex" --save-pcs "$TMP/t.pcs" >"$TMP/run" 2>&1 || cat "$TMP/run"

one=scontext:1=$TMP/one.bin@$place two=scontext:2=$TMP/two.bin@$place
# decodes ARGS...: to the PCs that were executed.
decodes() {
  "$HARTRACE" decode "$TMP/t.nex" --elf "$program" --no-sidecar --te trTeContext=1 "$@" --format pcs -o "$TMP/got.pcs" 2>"$TMP/err" &&
    cmp -s "$TMP/t.pcs" "$TMP/got.pcs"
}
# refuses TEXT ARGS...: with status 2 and this text.
refuses() {
  local text=$1
  shift
  "$HARTRACE" decode "$TMP/t.nex" --elf "$program" "$@" -o "$TMP/never" >"$TMP/out" 2>&1
  [ $? = 2 ] && grep -qF -- "$text" "$TMP/out" && [ ! -e "$TMP/never" ]
}

check "two routines at one address, by scontext" decodes --code-in "$one" --code-in "$two"
# Long enough for several threads, with syncs inside the routines.
many() {
  "$HARTRACE" run -q "$program" --te trTeContext=1 --te trTeInstSyncMode=messages --te trTeInstSyncMax=0 --save-trace "$TMP/m.nex" >"$TMP/run" 2>&1 &&
    for _ in $(seq 400); do cat "$TMP/m.nex"; done >"$TMP/many.nex" &&
    for _ in $(seq 400); do cat "$TMP/t.pcs"; done >"$TMP/many.pcs" &&
    "$HARTRACE" decode "$TMP/many.nex" --elf "$program" --te trTeContext=1 --code-in "$one" --code-in "$two" --jobs "$1" --format pcs \
      -o "$TMP/many.got" 2>"$TMP/err"
  cmp "$TMP/many.pcs" "$TMP/many.got"
}
check "a long trace" many 1
check "with several threads" many 2
check "by scontext and privilege" decodes --code-in "prv:m,$one" --code-in "prv:3,$two"
check "the other way round is wrong" fails 1 '' "$HARTRACE" verify "$TMP/t.nex" --elf "$program" --te trTeContext=1 \
  --code-in "scontext:2=$TMP/one.bin@$place" --code-in "scontext:1=$TMP/two.bin@$place" --pcs "$TMP/t.pcs"
check "verify takes it" fails 0 'equal: ' "$HARTRACE" verify "$TMP/t.nex" --elf "$program" --te trTeContext=1 --code-in "$one" --code-in "$two" \
  --pcs "$TMP/t.pcs"
check "diff, with no other code" fails 0 '"by": *"execution"' "$HARTRACE" diff "$TMP/t.nex" "$TMP/t.nex" --te trTeContext=1 --format json \
  --code-in "$one" --code-in "$two"
check "stat counts what is executed" fails 0 "^$(wc -l <"$TMP/t.pcs") instructions" "$HARTRACE" stat "$TMP/t.nex" --elf "$program" --te trTeContext=1 --code-in "$one" --code-in "$two"
# Each routine's instructions, as objdump prints those of its file. A target's name could be another context's: there is none.
source_of() { # FILE
  riscv64-unknown-elf-objdump -D -z -b binary -m riscv:rv64 --adjust-vma="$place" "$TMP/$1.bin" |
    sed -nE 's/^ +([0-9a-f]+):\t([0-9a-f]+) *\t(.*)/0x\1 \2 \3/p' | tr -s '\t ' ' ' | sort >"$TMP/$1.said"
  "$HARTRACE" decode "$TMP/t.nex" --elf "$program" --te trTeContext=1 --code-in "$one" --code-in "$two" --source >"$TMP/listing" || return
  tr -s ' ' <"$TMP/listing" | sed -n 's/^ \(0x[0-9a-f]* [0-9a-f]* \)/\1/p' | sort -u >"$TMP/listed"
  [ -s "$TMP/$1.said" ] && [ "$(comm -12 "$TMP/$1.said" "$TMP/listed" | wc -l)" -ge 2 ] && ! grep -q '<' "$TMP/listed"
}
check "the first routine's instructions in the listing" source_of one
check "the second routine's" source_of two
check "in another privilege it does not count" fails 1 '' "$HARTRACE" verify "$TMP/t.nex" --elf "$program" --te trTeContext=1 \
  --code-in "prv:u,$one" --code-in "prv:u,$two" --pcs "$TMP/t.pcs"

# A position-independent file, moved to the place. (The linker for bare metal makes none: the type in the header is changed.)
riscv64-unknown-elf-objcopy -I binary -O elf64-littleriscv -B riscv --rename-section .data=.text,alloc,load,readonly,code,contents \
  "$TMP/two.bin" "$TMP/two.o" &&
  riscv64-unknown-elf-ld -N --no-warn-rwx-segments -Ttext=0x10000 -e 0x10000 -o "$TMP/two.so" "$TMP/two.o" &&
  printf '\003' | dd of="$TMP/two.so" bs=1 seek=16 conv=notrunc 2>/dev/null
moved=$(printf '0x%x' $((place - 0x10000)))
check "a position-independent file, moved" decodes --code-in "$one" --code-in "scontext:2=$TMP/two.so@$moved"

context="no context; write scontext:N"
check "no context" refuses "$context" --code-in "$TMP/one.bin@$place"
check "a context without a file" refuses "$context" --code-in scontext:1
check "an unknown field" refuses "$context" --code-in "asid:$one"
check "a privilege that there is not" refuses "$context" --code-in "prv:2,prv:x=$TMP/one.bin@$place"
check "v is 0 or 1" refuses "$context" --code-in "v:2=$TMP/one.bin@$place"
check "a field twice" refuses "$context" --code-in "scontext:1,$one"
check "a comma at the end" refuses "$context" --code-in "scontext:1,=$TMP/one.bin@$place"
check "an image without an address" refuses "say where it is" --code-in "scontext:1=$TMP/one.bin"
check "an image beyond 2^64" refuses "do not fit below 2^64" --code-in "scontext:1=$TMP/one.bin@0xfffffffffffffff8"
check "a file that is not there" refuses "cannot be opened" --code-in "scontext:1=$TMP/none@0"
check "a program that is not position-independent" refuses "leave out the @ADDRESS" --code-in "scontext:1=$program@0x1000"
check "beside a PCINFO list" refuses "more than one source of code" --pcinfo "$TMP/t.pcs" --code-in "$one"
finish
