#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# perf.data: the trace out of its AUX areas, the code by what was mapped in which task; and the frames of the SpacemiT K3 as they
# are in memory. The program has two routines in turn at one address, by scontext: here they are two processes.
. tests/lib/tap.sh

program=$BUILD/programs/rv64/overlay.elf
symbol() { echo "0x$(riscv64-unknown-elf-nm "$program" | awk -v s="$1" '$3 == s { print $1 }')"; }
place=$(symbol overlay_place)
mkdir -p "$TMP/root/usr/bin"
for n in one two; do
  riscv64-unknown-elf-objcopy -O binary -j .overlay_$n "$program" "$TMP/$n.bin"
  # The code is 64 bytes into the file.
  { head -c 64 /dev/zero && cat "$TMP/$n.bin"; } >"$TMP/root/usr/bin/$n"
done
size=$(stat -c %s "$TMP/one.bin")
[ "$(stat -c %s "$TMP/two.bin")" -gt "$size" ] && size=$(stat -c %s "$TMP/two.bin")
"$HARTRACE" run -q "$program" --mode btm --te trTeContext=1 --te trTeSrcBits=12 --te trTeSrcID=5 --te trTsEnable=1 --te trTsMode=internal_core \
  --save-trace "$TMP/t.nex" --save-pcs "$TMP/t.pcs" >"$TMP/run" 2>&1 || cat "$TMP/run"
rm -f "$TMP/t.nex.toml"
# Another hart's trace, with SRC 9.
"$HARTRACE" run -q "$program" --mode btm --te trTeContext=1 --te trTeSrcBits=12 --te trTeSrcID=9 --te trTsEnable=1 --te trTsMode=internal_core --save-trace "$TMP/u.nex" \
  >"$TMP/run" 2>&1 || cat "$TMP/run"
perf_data() { python3 tests/lib/perf_data.py "$@"; }
maps() {
  echo comm 1 1 one map2 1 1 "$place" "$size" 64 5 - /usr/bin/one comm 2 2 two map 2 "$place" "$size" 64 /usr/bin/two \
    kernel 0xffffffff80002000 0x1000 '[kernel.kallsyms]_text' map2 1 1 0x3fa1362000 0x2000 0 5 - '[vdso]' map2 1 1 0x3fa2000000 0x2000 0 1 - /usr/lib/data start 1 1 switch
}
# decodes FILE ARGS...: to the PCs that were executed.
decodes() {
  local file=$1
  shift
  "$HARTRACE" decode "$file" --elf "$program" "$@" --format pcs -o "$TMP/got.pcs" && cmp "$TMP/t.pcs" "$TMP/got.pcs"
}
# refuses TEXT ARGS...: info says it, with status 2.
refuses() {
  local text=$1
  shift
  perf_data "$TMP/bad.data" "$@" && fails 2 "$text" "$HARTRACE" info "$TMP/bad.data"
}

# ---- SpacemiT's layout: frames, several trace IDs ----
perf_data frames "$TMP/t.cs" "0x10=$TMP/t.nex" "0x11=$TMP/u.nex"
half=$(($(stat -c %s "$TMP/t.cs") / 32 * 16))
head -c "$half" "$TMP/t.cs" >"$TMP/a.cs"
tail -c +$((half + 1)) "$TMP/t.cs" >"$TMP/b.cs"
# shellcheck disable=SC2046
perf_data "$TMP/k3.data" k3 16 $(maps) trace 0 0 -1 1 "$TMP/a.cs" aux 0 "$half" 0 trace 0 "$half" -1 1 "$TMP/b.cs"
check "frames, code by what was mapped" decodes "$TMP/k3.data" --symfs "$TMP/root" --src 5
check "verify" fails 0 'equal: ' "$HARTRACE" verify "$TMP/k3.data" --elf "$program" --symfs "$TMP/root" --src 5 --pcs "$TMP/t.pcs"
check "info says what it is" fails 0 'perf.data: [0-9]+ bytes of AUX trace in 2 pieces, 16 encoders described; 4 maps of code, 2 tasks' \
  "$HARTRACE" info "$TMP/k3.data"
check "two trace IDs" fails 0 'frames: [0-9]+ of a CoreSight formatter, 2 trace IDs; 0 breaks' "$HARTRACE" info "$TMP/k3.data"
check "width of SRC and profile are known" fails 0 'decode with: --profile spacemit-k3$' "$HARTRACE" info "$TMP/k3.data"
check "info as JSON" fails 0 '"encoders": *16' "$HARTRACE" info "$TMP/k3.data" --format json
messages_alike() { cmp <("$HARTRACE" dump "$TMP/t.nex" --te trTeSrcBits=12 --te trTsEnable=1 | cut -d' ' -f4-) <("$HARTRACE" dump "$1" "${@:2}" | grep ' SRC=5 ' | cut -d' ' -f4-); }
check "dump has the messages" messages_alike "$TMP/k3.data"
check "a dump of the memory, by the profile" decodes "$TMP/t.cs" --profile spacemit-k3 --src 5 --code-in "scontext:1=$TMP/one.bin@$place" \
  --code-in "scontext:2=$TMP/two.bin@$place"
check "messages without frames, by the profile" messages_alike "$TMP/t.nex" --profile spacemit-k3
check "all sources in order of time" "$HARTRACE" decode "$TMP/t.cs" --profile spacemit-k3 --src all --format csv -o "$TMP/all.csv" \
  --elf "$program" --code-in "scontext:1=$TMP/one.bin@$place" --code-in "scontext:2=$TMP/two.bin@$place"
check "without files there is no code" fails 2 'none of the files that ran is here; give the target.s files with --symfs' \
  "$HARTRACE" decode "$TMP/k3.data" -o "$TMP/never"
check "a missing file is named" fails 1 '/usr/bin/one is not here' "$HARTRACE" decode "$TMP/k3.data" --elf "$program" --src 5 -o "$TMP/missing"
check "the other way round is wrong" fails 1 '' "$HARTRACE" verify "$TMP/t.cs" --profile spacemit-k3 --src 5 --elf "$program" \
  --code-in "scontext:2=$TMP/one.bin@$place" --code-in "scontext:1=$TMP/two.bin@$place" --pcs "$TMP/t.pcs"

# ---- the series' layout: no frames; one area for each CPU ----
# shellcheck disable=SC2046
perf_data "$TMP/plain.data" plain $(maps) trace 0 0 0 -1 "$TMP/u.nex" trace 1 0 1 -1 "$TMP/t.nex"
check "no frames" decodes "$TMP/plain.data" --symfs "$TMP/root" --te trTeSrcBits=12 --te trTsEnable=1 --src 5
# shellcheck disable=SC2046
perf_data "$TMP/pipe.data" pipe plain $(maps) record 66 ffffff7f record 68 '' trace 1 0 1 -1 "$TMP/t.nex"
check "a pipe's data after a record has to be there" fails 2 'the data after a record is cut off' "$HARTRACE" info "$TMP/pipe.data"
# shellcheck disable=SC2046
perf_data "$TMP/pipe.data" pipe plain $(maps) record 66 00000000 record 68 '' trace 1 0 1 -1 "$TMP/t.nex"
check "as a pipe writes it" decodes "$TMP/pipe.data" --symfs "$TMP/root" --te trTeSrcBits=12 --te trTsEnable=1
# Raw: PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW in the AUX records.
# shellcheck disable=SC2046
perf_data "$TMP/raw.data" k3 1 $(maps) aux 0 1 0x100 trace 0 0 -1 1 "$TMP/t.nex"
check "SpacemiT's layout, without frames" decodes "$TMP/raw.data" --symfs "$TMP/root"

# ---- tasks ----
perf_data "$TMP/fork.data" k3 1 aux 0 1 0x100 map 7 "$place" "$size" 64 /usr/bin/one fork 2 7 2 7 fork 7 7 1 7 map 2 "$place" "$size" 64 /usr/bin/two \
  trace 0 0 -1 1 "$TMP/t.nex"
check "a thread has its process' maps; a fork's own count before its parent's" decodes "$TMP/fork.data" --symfs "$TMP/root"
perf_data "$TMP/fork.data" k3 1 aux 0 1 0x100 map 7 "$place" "$size" 64 /usr/bin/one fork 8 7 8 7 fork 1 8 1 8 map 2 "$place" "$size" 64 /usr/bin/two \
  trace 0 0 -1 1 "$TMP/t.nex"
check "a fork of a fork has the maps of the first" decodes "$TMP/fork.data" --symfs "$TMP/root"

# ---- build IDs ----
riscv64-unknown-elf-objcopy -I binary -O elf64-littleriscv -B riscv --rename-section .data=.text,alloc,load,readonly,code,contents \
  "$TMP/two.bin" "$TMP/two.o" &&
  riscv64-unknown-elf-ld -N --no-warn-rwx-segments --build-id=0x0123456789abcdef0123456789abcdef01234567 -Ttext=0x10000 -e 0x10000 \
    -o "$TMP/root/usr/bin/elf" "$TMP/two.o"
right=0123456789abcdef0123456789abcdef01234567 wrong=ffff456789abcdef0123456789abcdef01234567
offset=0x$(riscv64-unknown-elf-objdump -h "$TMP/root/usr/bin/elf" | awk '$2 == ".text" { print $6 }')
identified() {
  perf_data "$TMP/id.data" k3 1 aux 0 1 0x100 map 1 "$place" "$size" 64 /usr/bin/one "$@" trace 0 0 -1 1 "$TMP/t.nex"
}
identified map2 2 2 "$place" "$size" "$offset" 5 $right /usr/bin/elf
check "the build ID of a map fits" decodes "$TMP/id.data" --symfs "$TMP/root"
identified map2 2 2 "$place" "$size" "$offset" 5 $wrong /usr/bin/elf
check "another build ID" fails 1 'usr/bin/elf: has another build ID than what ran; it is not used' \
  "$HARTRACE" decode "$TMP/id.data" --elf "$program" --symfs "$TMP/root" -o "$TMP/other"
identified map 2 "$place" "$size" "$offset" /usr/bin/elf build-id /usr/bin/elf $wrong
check "a build ID of the feature" fails 1 'has another build ID' "$HARTRACE" decode "$TMP/id.data" --elf "$program" --symfs "$TMP/root" \
  -o "$TMP/other"
identified map 2 "$place" "$size" "$offset" /usr/bin/elf build-id /usr/bin/elf $right
check "which fits" decodes "$TMP/id.data" --symfs "$TMP/root"
# perf's cache: path/ID/elf.
mkdir -p "$TMP/cache/usr/bin/elf/$right" "$TMP/cache/usr/bin" &&
  cp "$TMP/root/usr/bin/elf" "$TMP/cache/usr/bin/elf/$right/elf" && cp "$TMP/root/usr/bin/one" "$TMP/cache/usr/bin/one"
check "files in a cache as perf has it" decodes "$TMP/id.data" --symfs "$TMP/cache"

# ---- what is missing ----
# The second piece is 4096 bytes later than the first ends: what comes between was lost, and so is what the first began.
perf_data "$TMP/gap.data" k3 16 trace 0 0 -1 1 "$TMP/a.cs" trace 0 $((half + 4096)) -1 1 "$TMP/b.cs"
check "a gap between two pieces" fails 0 '1 break,' "$HARTRACE" info "$TMP/gap.data"
errors() { "$HARTRACE" dump "$TMP/gap.data" | grep -c 'Error SRC=' | grep -qx 2; }
check "is an Error message for each source" errors
perf_data "$TMP/lost.data" plain aux 0 16 1 aux 16 16 0 trace 0 0 0 -1 "$TMP/t.nex"
check "AUX records that say so" fails 0 'lost: 1 of 2 AUX records' "$HARTRACE" info "$TMP/lost.data"

# ---- files that cannot be ----
check "big-endian" refuses 'big-endian' endian plain trace 0 0 0 -1 "$TMP/t.nex"
check "no records" refuses 'perf record did not finish' no-data plain
check "no AUX trace" refuses 'holds no AUX trace' plain comm 1 1 one
check "nothing says what it is" refuses 'does not say what its AUX trace is' trace 0 0 0 -1 "$TMP/t.nex"
check "another trace" refuses 'type 3, not of type 8' info 3 0
check "two descriptions" refuses 'two descriptions' plain plain
check "another layout" refuses "another layout than SpacemiT's" info 8 1 0 9 1 1 0 12 0
check "E-Trace" refuses 'did not send N-Trace' k3 1 12 0 trace 0 0 0 -1 "$TMP/t.nex"
check "compressed" refuses 'record without -z' plain record 81 00
check "a record without a name's end" refuses 'does not end' plain record 1 "$(printf '41%.0s' {1..48})"
check "a short record" refuses 'too short' plain record 71 0000
check "a trace that is cut off" refuses 'is cut off' plain record 71 "$(printf 'ff%.0s' {1..40})"
check "through a pipe it is not read" fails 0 'a perf.data file; give it as a plain file' "$HARTRACE" info - <"$TMP/plain.data"
check "nor while it grows" fails 2 'perf.data' "$HARTRACE" decode "$TMP/plain.data" --follow --follow-timeout 1 --elf "$program" -o "$TMP/never"

# ---- perf's own ----
# What perf record writes on this machine, with our trace after its records: as many maps as perf script lists.
own() {
  local maps
  maps=$(perf script -i "$TMP/own.data" --show-mmap-events 2>/dev/null | grep -c 'PERF_RECORD_MMAP2.* r-xp ')
  perf_data "$TMP/grafted.data" graft "$TMP/own.data" k3 16 trace 0 0 -1 1 "$TMP/t.cs" && [ "$maps" -gt 2 ] &&
    fails 0 "16 encoders described; $maps maps of code, 1 task\$" "$HARTRACE" info "$TMP/grafted.data" &&
    fails 2 'holds no AUX trace' "$HARTRACE" info "$TMP/own.data"
}
if command -v perf >/dev/null && perf record -o "$TMP/own.data" -e dummy:u sh -c true >/dev/null 2>&1; then
  check "maps of a file that perf wrote" own
else
  skip "maps of a file that perf wrote" "perf cannot record here"
fi

# Cut anywhere: a message. (The last 8 bytes are a feature that is not read.)
cut() {
  local n total
  perf_data "$TMP/small.data" k3 2 comm 1 1 one map 1 0x1000 64 64 /usr/bin/one aux 0 64 0 trace 0 0 -1 1 "$TMP/few" build-id /usr/bin/one $right &&
    total=$(stat -c %s "$TMP/small.data") || return 1
  for ((n = 8; n < total - 8; n += 5)); do
    head -c "$n" "$TMP/small.data" >"$TMP/cut.data"
    "$HARTRACE" info "$TMP/cut.data" >"$TMP/cut.out" 2>&1
    [ $? = 2 ] && grep -q '^hartrace info: .*cut.data: .*; copy' "$TMP/cut.out" || { echo "at $n of $total:" && cat "$TMP/cut.out" && return 1; }
  done
}
head -c 96 "$TMP/t.cs" >"$TMP/few"
check "cut off at any place" cut
finish
