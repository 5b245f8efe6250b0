#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A device as a shared object: hartrace kit encoder says of it what it says of the same device as a program; hartrace run --encoder puts it
# into the platform, where its trace decodes to what the hart did. One that cannot be loaded, refuses, crashes, exits or hangs is named
# within bounded time, and nothing counts as held then.
. tests/lib/tap.sh

object=$BUILD/tests/kit/dut_object.so
program=$BUILD/tests/kit/dut_program
programs=$BUILD/programs
kit() { timeout 400 "$HARTRACE" kit encoder --streams 6 "$@"; }

compiles() { # the header alone, as users compile it
  local x
  printf '#include "htk/hartrace_dut_lib.h"\nint main() { struct hartrace_dut d; memset(&d, 0, sizeof d); return hartrace_dut_serve(&d, stdin, stdout); }\n' >"$TMP/d.h"
  for x in 'gcc c c99' 'gcc c++ c++11' 'clang c c99' 'clang c++ c++11'; do
    set -- $x
    "$1" -x "$2" "-std=$3" -O2 -Wall -Wextra -Wpedantic -Werror -Ilib/kit/include -c -o "$TMP/d.o" "$TMP/d.h" || return 1
  done
}
check "the header in C99 and C++11, by gcc and clang" compiles

same() { # [ARGS]: the reports of both, but for the name of the command
  kit --dut "$object${1:+ $1}" --format json >"$TMP/object" 2>"$TMP/err"
  local status=$?
  kit --dut "exec $program ${1-}" --format json >"$TMP/program" || [ $? = "$status" ] || return 1
  [ "$status" -lt 2 ] && grep -q '"device": *"small encoder"' "$TMP/object" || { cat "$TMP/err"; return 1; }
  [ "$(grep -c '"verdict": *"held"' "$TMP/object")" -gt 100 ] || return 1
  diff <(grep -v '"command"' "$TMP/object") <(grep -v '"command"' "$TMP/program")
}
check "the same verdicts as for a program" same
check "with arguments" same xlen=32
bug() {
  kit --dut "$object icnt" >"$TMP/out" 2>/dev/null
  [ $? = 1 ] && grep -q '^NT-CNT-003 *broken' "$TMP/out"
}
check "a planted bug" bug
plain_name() { (cd "$(dirname "$object")" && "$(realpath "$OLDPWD/$HARTRACE")" kit encoder --dut dut_object.so --only none -n 0 -q >"$TMP/out" 2>&1; [ $? -lt 2 ]) || { cat "$TMP/out"; return 1; }; }
check "beside the current folder's files, not in the system's" plain_name
prints() { kit --dut "$object" --only none --format json 2>/dev/null | python3 -c 'import json, sys; json.load(sys.stdin)'; }
check "what the object prints is not in the report" prints

# refused PATTERN DUT: status 2 with that message, nothing held.
refused() {
  fails 2 "hartrace kit: the device $1" kit --timeout 5 --dut "$2" || return 1
  grep -q '^rules: 0 held, ' "$TMP/fails.out"
}
printf 'no object\n' >"$TMP/text.so"
printf 'int nothing;\n' >"$TMP/empty.c"
${CC:-cc} -shared -fPIC -o "$TMP/empty.so.1.2" "$TMP/empty.c"
check "no such file" refused 'cannot be started: .*none.so: cannot open shared object file' "$TMP/none.so"
check "no shared object" refused 'cannot be started: .*text.so: ' "$TMP/text.so"
check "without the function" refused 'cannot be started: .*empty.so.1.2 has no function hartrace_dut_lib' "$TMP/empty.so.1.2"
check "that refuses" refused "cannot be started: .* refuses version 1 of the interface, or its arguments 'refuse'" "$object refuse"
check "without one of its functions" refused 'cannot be started: the device of .* has no cycle' "$object no-cycle"
check "that crashes when it is loaded" refused 'died: killed by signal 6' "$object early-crash"
check "that crashes later" refused 'died: killed by signal 6' "$object crash"
check "that exits" refused 'gave up: it says: it called exit' "$object exit"
check "that hangs" refused 'hangs: no answer within 5000 ms' "$object hang"

# ---- in the platform ----

run() { timeout 400 "$HARTRACE" run "$@" --mode btm -q >"$TMP/out" 2>"$TMP/err"; }
traced() { # XLEN PROGRAM OPTION...
  local xlen=$1 elf=$programs/rv$1/$2.elf
  shift 2
  run "$elf" --encoder "$object xlen=$xlen" --save-trace "$TMP/t.nex" --save-pcs "$TMP/t.pcs" "$@" || { cat "$TMP/out" "$TMP/err"; return 1; }
  [ -s "$TMP/t.nex" ] && "$HARTRACE" verify "$TMP/t.nex" --elf "$elf" --pcs "$TMP/t.pcs" -q
}
check "run: RV64" traced 64 sort
check "run: RV32" traced 32 sort
check "run: interrupts" traced 64 timer
check "run: into memory" traced 64 sort --sink smem
command() { run "$programs/rv64/sort.elf" --encoder "exec $program" --save-trace "$TMP/c.nex" && traced 64 sort && cmp "$TMP/c.nex" "$TMP/t.nex"; }
check "run: a command, the same bytes" command
wrong() {
  run "$programs/rv64/sort.elf" --encoder "$object icnt"
  [ $? = 1 ] || { cat "$TMP/out" "$TMP/err"; return 1; }
}
check "run: a planted bug differs" wrong
run_it() { timeout 400 "$HARTRACE" run "$programs/rv64/sort.elf" --mode btm -q --encoder "$@"; }
check "run: a crash" fails 2 'hartrace run: --encoder .*crash: the device died: killed by signal 6' run_it "$object crash"
check "run: an encoder of the other width" fails 2 'an encoder for RV32; the program is RV64' run_it "$object xlen=32"
check "run: no such object" fails 2 'the device cannot be started: .*none.so' run_it "$TMP/none.so"
check "run: another platform" fails 2 '[-]-encoder is for the models in C' run_it "$object" --platform systemc
finish
