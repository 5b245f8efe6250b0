#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Symbols that no compiler writes: many thousands of functions, inlined calls without end, circles, large line tables, wrong sizes.
# Every export ends in time with the instructions of the trace, and says what was not read. hostile.py makes the files.
# HARTRACE_SOAK=1: ten million of them, in less than 4 GB of addresses.
. tests/lib/tap.sh

export PYTHONPATH=tests/tools:tests/view PYTHONDONTWRITEBYTECODE=1
seconds=60
few=20000

loop=$TMP/steady
python3 tests/view/memory.py "$TMP" 1 && "$HARTRACE" encode --pcs "$loop.pcs" --pcinfo "$loop.pcinfo" --mode htm -q -o "$loop.nex" || exit 1
insns=$(wc -l <"$loop.pcs")

# hostile KIND N REMARK: a file of N; folded, lcov, hot and a report of it. REMARK is a pattern for what one of them says, or "".
hostile() {
  local elf=$TMP/h.elf
  python3 tests/view/hostile.py "$1" "$2" "$elf" || return
  : >"$TMP/said"
  ended folded export --to folded -o "$TMP/folded" && ended lcov export --to lcov -o "$TMP/info" && ended hot hot && ended report report -o "$TMP/report" || return
  [ "$(awk '{ n += $NF } END { print n }' "$TMP/folded")" = "$insns" ] || { echo "not all instructions"; return 1; }
  grep -q "\"instructions\":$insns," "$TMP/report/data/summary.js" || { echo "not all instructions in the report"; return 1; }
  if [ -n "$3" ]; then
    grep -E -- "$3" "$TMP/said" || { cat "$TMP/said"; return 1; }
  fi
}

# ended NAME VERB OPTION...: exit status 0, in time.
ended() {
  local name=$1 verb=$2
  shift 2
  ( [ -z "${HARTRACE_SOAK:-}" ] || ulimit -v 4000000; timeout -k 5 "$seconds" "$HARTRACE" "$verb" "$loop.nex" --elf "$TMP/h.elf" "$@" >"$TMP/out" 2>>"$TMP/said" )
  local status=$?
  [ $status = 0 ] || { echo "$name: exit status $status"; tail -5 "$TMP/said"; return 1; }
}

check "functions in a symbol table" hostile symbols $few ""
check "functions without a size at one address" hostile labels $few ""
check "functions in DWARF" hostile functions $few ""
check "inlined calls in each other" hostile inlined $few ""
check "functions in blocks in each other" hostile blocks $few "nested too deep"
check "copies of copies in a circle" hostile origins $few ""
check "functions that share a list of ranges" hostile ranges $few "more than [0-9]+ pieces of code, or more than it can hold"
check "a line table" hostile lines $few ""
check "units that share a line table" hostile shared $few "more than [0-9]+ rows"
check "units" hostile units $few ""
check "source files" hostile files $few ""
check "wrong sizes" hostile sizes $few "neither DWARF nor a symbol table|cannot be read"
if [ -n "${HARTRACE_SOAK:-}" ]; then
  seconds=600
  check "ten million functions in a symbol table" hostile symbols 10000000 "more than [0-9]+ symbols of code"
  check "ten million functions in DWARF" hostile functions 10000000 "more than [0-9]+ functions"
  check "100,000 inlined calls in each other" hostile inlined 100000 ""
  check "ten million inlined calls in each other" hostile inlined 10000000 "nested too deep"
  check "ten million lines" hostile lines 10000000 "more than [0-9]+ bytes in the line table"
  check "a million units" hostile units 1000000 "more than [0-9]+ units"
  check "a million functions that share a list" hostile ranges 1000000 "more than [0-9]+ pieces of code"
fi
finish
