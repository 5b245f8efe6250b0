#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-variables.sh [--but NAMES] LIBRARY.a...: a library that several may use at a time has no variables of its own, in files or in
# functions, but those that are named. Each one is printed as LIBRARY: OBJECT: NAME. Exit 1 when there is one, 2 when a library cannot be read.
set -u
but=
if [ "${1:-}" = --but ]; then
  but=${2:-}
  shift 2
fi
[ $# -gt 0 ] || { echo "usage: check-variables.sh [--but NAMES] LIBRARY.a..." >&2; exit 2; }

failed=0
for lib; do
  symbols=$("${NM:-nm}" --format=sysv "$lib") || exit 2
  name=${lib##*/lib}
  # Constants with addresses in them are in .data.rel.ro: written by the loader alone.
  awk -v lib="${name%.a}" -v but=" $but " -F'|' '
    /^Symbols from / { object = $0; sub(/.*\[/, "", object); sub(/\].*/, "", object); n++; next }
    { section = $7; gsub(/ /, "", section); symbol = $1; gsub(/ /, "", symbol); type = $4; gsub(/ /, "", type) }
    type != "SECTION" && (section ~ /^\.(data|bss|tdata|tbss)(\.|$)/ || section == "*COM*") && section !~ /^\.data\.rel\.ro/ {
        if (index(but, " " symbol " ")) { named++; next }
        print lib ": " object ": " symbol; bad = 1 }
    END {
        if (!n) { print lib ": no files here"; exit 2 }
        if (!bad) print lib ": " n " files, " (named ? named " variables, all named" : "no variable")
        exit bad + 0
    }' <<<"$symbols"
  rc=$?
  [ $rc -lt 2 ] || exit 2
  [ $rc -eq 0 ] || failed=1
done
exit $failed
