#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libhartrace as its users have it: names and versions, what it exports, and the examples, compiled with pkg-config in a folder
# elsewhere, once against the shared and once against the static library. A sanitized build has the static ones alone.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

prefix=$TMP/prefix
build=$(realpath "$BUILD")
hartrace=$prefix/bin/hartrace
elf=$build/programs/rv32/nested.elf
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
cc=${CC:-gcc}
cxx=g++
case $cc in *clang*) cxx=clang++ ;; esac
ways='shared static'
[ -z "${SANITIZED:-}" ] || ways=static

check "make install" make -s install BUILD="$BUILD" CC="$cc" PREFIX="$prefix" ${SANITIZED:+OPT=-O1 SAN=address,undefined}
mkdir "$TMP/elsewhere" && cp examples/*.c examples/*.cpp "$TMP/elsewhere" && cd "$TMP/elsewhere" || exit 2

# ---- names, versions ----

# The header, by hand; the program, the library and pkg-config have to agree with it.
versions() {
  local v
  v=$(sed -n 's/^#define HARTRACE_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\)$/\2/p' "$prefix/include/htr/htr_version.h" | paste -sd.)
  printf '#include <stdio.h>\n#include "htr/htr_version.h"\nint main(void) { return puts(HARTRACE_VERSION) < 0 || puts(htr_version()) < 0; }\n' >version.c
  # shellcheck disable=SC2046
  $cc ${SANITIZED:+-fsanitize=address,undefined} version.c $(pkg-config ${SANITIZED:+--static} --cflags --libs hartrace) -o version || return
  [[ $v =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] && [ "$(./version)" = "$v"$'\n'"$v" ] && [ "$("$hartrace" --version)" = "hartrace $v" ] &&
    for p in hartrace hartrace-view hartrace-target hartrace-sim; do [ "$(pkg-config --modversion $p)" = "$v" ] || return; done
}
check "one version" versions

# libhartrace.so.0, whatever the version is: the number of the interface is stated in the header, the file's name has both.
sonames() {
  local l v
  v=0.$("$hartrace" --version | sed 's/.* //')
  grep -qx '#define HARTRACE_ABI 0' "$prefix/include/htr/htr_version.h" || return
  for l in hartrace hartrace-view hartrace-target; do
    [ "$(readlink "$prefix/lib/lib$l.so")" = "lib$l.so.0" ] && [ "$(readlink "$prefix/lib/lib$l.so.0")" = "lib$l.so.$v" ] &&
      readelf -d "$prefix/lib/lib$l.so.$v" | grep -q "SONAME.*\[lib$l.so.0\]" || { echo "$l"; return 1; }
  done
  # Whoever links the decode side alone gets no driver, and no reader of DWARF.
  readelf -d "$prefix/lib/libhartrace-target.so" | grep -q 'NEEDED.*\[libhartrace.so.0\]' &&
    readelf -d "$prefix/lib/libhartrace-view.so" | grep -q 'NEEDED.*\[libdw[.]so' &&
    ! readelf -d "$prefix/lib/libhartrace.so" | grep -q 'NEEDED.*\(hartrace\|libdw\|sqlite\)'
}

# exported LIBRARY NODE FOLDER...: what the library exports is what the headers of these folders declare, as the compiler lists
# it, all of it with the version NODE, and at least LEAST functions.
exported() {
  local l=$1 node=$2 least=$3
  shift 3
  (cd "$prefix/include" && find "$@" -name '*.h' | sed 's/.*/#include "&"/') >all.c
  gcc -std=c11 -I"$prefix/include" -fsyntax-only -aux-info aux all.c || return
  for d in "$@"; do grep -F "/* $prefix/include/$d/" aux; done | sed -n 's|.*\*/ extern ||p' |
    awk 'match($0, /[A-Za-z0-9_]+ \(/) { print substr($0, RSTART, RLENGTH - 2) }' | sort -u >declared
  nm -D --defined-only "$prefix/lib/lib$l.so" | awk -v n="@@$node" '$2 != "A" { sub(n "$", "", $3); print $3 }' | sort -u >got
  [ "$(wc -l <declared)" -ge "$least" ] && diff declared got
}

# What the objects have beyond that stays inside.
hidden() {
  local all
  all=$(nm -g --defined-only "$prefix/lib/libhartrace.a" | awk 'NF == 3' | wc -l)
  [ "$all" -gt "$(($(nm -D --defined-only "$prefix/lib/libhartrace.so" | wc -l) + 50))" ]
}
if [ "$ways" = static ]; then
  skip "shared libraries" "a sanitized build has none"
else
  check "names of the shared libraries" sonames
  check "libhartrace exports its headers" exported hartrace HARTRACE_0 50 htr nexus etrace flow ingress topology
  check "libhartrace-target exports its headers" exported hartrace-target HARTRACE_TARGET_0 50 htt hartrace
  check "libhartrace-view exports its headers" exported hartrace-view HARTRACE_VIEW_0 15 htv
  check "the rest is hidden" hidden
fi

# ---- examples ----

# compiled EXAMPLE WAY: as the first lines of the example say.
compiled() {
  local name=${1%.*} compiler=$cc flags='-Wall -Wextra -Wpedantic -Werror' libs
  case $1 in *.cpp) compiler=$cxx ;; esac
  libs=$(pkg-config --cflags --libs hartrace)
  [ "$2" = shared ] || libs=$(pkg-config --static --cflags --libs hartrace)
  [ "$2" = shared ] || flags="$flags ${SANITIZED:+-fsanitize=address,undefined}${SANITIZED:--static}"
  flags=${flags%1}
  # shellcheck disable=SC2086
  $compiler $flags "$1" $libs -o "$name" || return
  if [ "$2" = shared ]; then
    ldd "$name" | grep -q "libhartrace.so.0 => $prefix/lib/"
  else
    ! ldd "$name" 2>/dev/null | grep hartrace
  fi
}

traces() {
  "$hartrace" run "$elf" -q --console console --save-trace t.nex --save-pcs t.pcs &&
    "$hartrace" run "$build/programs/rv64/smpwork.elf" --harts 4 -q --console console --save-snapshot folder --save-pcs s.pcs &&
    "$hartrace" decode t.nex --elf "$elf" -f csv |
    awk -F, '$3 == "range" { print "@" $2, "range", $4 "-" $5, $6; next } NR > 1 { print "@" $2, $3 }' >want &&
    [ "$(wc -l <want)" -gt 100 ]
}
check "traces to decode" traces

decode() { ./decode t.nex "$elf" >got && cmp want got; }

receive() { dd if=t.nex bs=97 status=none | ./receive "$elf" >got && cmp want got; }

# The first bytes: their elements, less than a buffer of stdout holds, are there before the others come.
while_it_comes() {
  local first=64 pipe pid
  rm -f pipe got && mkfifo pipe && exec {pipe}<>pipe
  (exec {pipe}>&-; timeout 400 ./receive "$elf") <pipe >got &
  pid=$!
  head -c "$first" t.nex >&"$pipe"
  for _ in $(seq 500); do
    [ "$(wc -l <got)" -gt 2 ] && break
    sleep 0.01
  done
  [ "$(wc -l <got)" -gt 2 ] && [ "$(wc -l <got)" -lt "$(wc -l <want)" ] || { exec {pipe}>&-; return 1; }
  tail -c "+$((first + 1))" t.nex >&"$pipe"
  exec {pipe}>&-
  wait "$pid" && cmp want got
}

testbench() {
  local n
  n=$(grep -c '^0x' t.pcs)
  [ "$(./testbench t.nex "$elf" t.pcs)" = "$n equal, 0 left" ] || return
  # The 101st is another one: a hundred are equal.
  grep '^0x' t.pcs | sed '101s/.*/0x80000000/' >wrong.pcs
  fails 1 "^100 equal, $((n - 100)) left: the hart did something else\$" ./testbench t.nex "$elf" wrong.pcs || return
  grep '^0x' t.pcs | sed '$p' >long.pcs
  fails 1 "^$n equal, 1 left\$" ./testbench t.nex "$elf" long.pcs
}

# Each hart's instructions: how many, and which is the first.
snapshot() {
  local i
  ./snapshot folder >got || return
  for i in 0 1 2 3; do
    [ "$(awk -v name="encoder-$i" '$1 == name && $2 == "range" { n += $4; if (first == "") first = $3 } END { print n, first }' got)" = \
      "$(awk '!/^#/ { n++; if (n == 1) first = $1 } END { print n, first }' "s.pcs.$i")" ] || { echo "hart $i"; return 1; }
  done
}

# ProgTraceSync: 001001_00; I-CNT 0, SYNC 5: 00'0101_01; F-ADDR 0x40000000 is 31 bits: five times 000000_00, then 000001_11.
# DirectBranch: 000011_00; I-CNT 4: 000100_11. ProgTraceCorrelation: 100001_00; CDF 0, EVCODE 4: 00'0100_00; I-CNT 6: 000110_11.
encode() {
  ./encode 3 >e.nex && [ "$(od -An -v -tx1 e.nex | tr -d '\n')" = ' 24 15 00 00 00 00 00 07 0c 13 0c 13 84 10 1b' ] || return
  printf '%s\n' 0x80000000,L4 0x80000004,BD4,0x80000000 0x80000008,L4 >code
  "$hartrace" decode e.nex --pcinfo code -f pcs -o pcs &&
    [ "$(grep -o '^0x8000000[048]' pcs | tr '\n' ' ')" = '0x80000000 0x80000004 0x80000000 0x80000004 0x80000000 0x80000004 0x80000008 ' ]
}

short() { [ "$(wc -l <"$1")" -le 60 ]; }
for example in decode.c receive.c testbench.cpp snapshot.c encode.c; do
  check "$example: at most 60 lines" short "$example"
  for way in $ways; do
    check "$example compiles, $way" compiled "$example" "$way"
    check "$example does what it should, $way" "${example%.*}"
    [ $example != receive.c ] || check "receive.c: elements come as the bytes do, $way" while_it_comes
  done
done
check "decode.c: no such file" fails 1 'cannot be' ./decode nothing.nex nothing.elf
check "receive.c: no code" fails 1 'no code given' ./receive
check "snapshot.c: no such folder" fails 1 'cannot be opened' ./snapshot nothing
check "testbench.cpp: no such file" fails 2 'cannot be opened' ./testbench nothing.nex nothing.elf nothing.pcs
check "encode.c: nobody takes it" fails 1 'encode: ' bash -c './encode 3 >/dev/full'
finish
