#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# table.sh [PROGRAM]...: encode and verify the PC lists in HARTRACE_WORKLOADS, and print our bytes beside the BTM and HTM columns
# that the task group published for the same sequences (read from README.md in that folder). Without arguments every program.
# Exit 1 when a trace does not verify. docs/workloads.md explains the differences.
set -u
BUILD=${BUILD:-build}
hartrace=${HARTRACE:-$BUILD/hartrace}
folder=${HARTRACE_WORKLOADS:-}
if [ -z "$folder" ] || [ ! -r "$folder/README.md" ]; then
  echo "table.sh: set HARTRACE_WORKLOADS to the folder of PC lists" >&2
  exit 2
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0

# published NAME COLUMN: a number of the table in README.md (2 instructions, 3 BTM, 4 HTM).
published() {
  awk -F'|' -v name="$1" -v column="$2" \
    '{ gsub(/ /, "") } $2 == name { print $(column + 1); exit }' "$folder/README.md"
}

# one NAME MODE: sets bytes and equal.
one() {
  local base=$folder/$1
  bytes=- equal=no
  "$hartrace" encode --pcs "$base.pcs.gz" --pcinfo "$base.pcinfo.gz" --mode "$2" -q \
    -o "$tmp/t.nex" || return
  bytes=$(wc -c <"$tmp/t.nex")
  if "$hartrace" verify "$tmp/t.nex" --pcinfo "$base.pcinfo.gz" --pcs "$base.pcs.gz" \
    >"$tmp/verify.out"; then
    equal=yes
    instructions=$(sed 's/equal: \([0-9]*\) .*/\1/' "$tmp/verify.out")
    [ "$instructions" = "$(published "$1" 2)" ] || equal="yes, but $instructions"
  else
    bad=1
  fi
}

printf '%-24s %12s | %9s %9s %6s %6s | %9s %9s %6s %6s\n' program instructions \
  BTM published diff equal HTM published diff equal
if [ $# -eq 0 ]; then
  set -- $(cd "$folder" && ls -- *.pcs.gz | sed 's/\.pcs\.gz$//')
fi
for name in "$@"; do
  line=$(printf '%-24s %12s' "$name" "$(published "$name" 2)")
  for mode in btm htm; do
    case $mode in btm) ref=$(published "$name" 3) ;; htm) ref=$(published "$name" 4) ;; esac
    one "$name" "$mode"
    diff=-
    [ "$bytes" != - ] && diff=$(printf '%+d' $((bytes - ref)))
    line="$line $(printf '| %9s %9s %6s %6s' "$bytes" "$ref" "$diff" "$equal")"
  done
  echo "$line"
done
exit $bad
