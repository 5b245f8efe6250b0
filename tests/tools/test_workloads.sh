#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Encode and verify the PC lists of HARTRACE_WORKLOADS, HTM and BTM. WORKLOADS=all takes every program, otherwise the small ones
# and a few larger.
. tests/lib/tap.sh

folder=${HARTRACE_WORKLOADS:-}
some="median mm mt-matmul mt-vvadd multiply rsort towers vvadd xrle dhrystone embench-statemate
  embench-matmult-int embench-crc32"
if [ -z "$folder" ] || [ ! -r "$folder/README.md" ]; then
  skip "workloads" "HARTRACE_WORKLOADS does not name the folder of PC lists"
  finish
fi
if [ "${WORKLOADS:-}" = all ]; then
  some=$(cd "$folder" && ls -- *.pcs.gz | sed 's/\.pcs\.gz$//')
elif [ -n "${SANITIZED:-}" ]; then
  some="median vvadd dhrystone"
fi

# both NAME MODE: encode, verify, and the number of instructions in the list of programs.
both() {
  local p=$folder/$1 want
  want=$(awk -F'|' -v n="$1" '{ gsub(/ /, "") } $2 == n { print $3; exit }' "$folder/README.md")
  "$HARTRACE" encode --pcs "$p.pcs.gz" --pcinfo "$p.pcinfo.gz" --mode "$2" -q -o "$TMP/t.nex" &&
    "$HARTRACE" verify "$TMP/t.nex" --pcinfo "$p.pcinfo.gz" --pcs "$p.pcs.gz" >"$TMP/v" &&
    grep "^equal: $want instructions" "$TMP/v"
}
for name in $some; do
  for mode in htm btm; do
    check "$name $mode" both "$name" $mode
  done
done
finish
