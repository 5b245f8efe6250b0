#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# needed.sh OBJECT... -- libNAME.a...: NAME/FILE for each file (without .o) of the libraries that programs of these objects are linked with.
set -u
objects=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  objects+=("$1")
  shift
done
shift
{
  nm "${objects[@]}"
  echo
  echo libraries
  nm "$@"
} | awk '
  $0 == "libraries" { inside = 1; next }
  /\.a:$/ { library = $0; gsub(/.*\/lib|\.a:$/, "", library); next }
  /\.o:$/ { member = inside ? library "/" substr($0, 1, length($0) - 3) : ""; next }
  NF < 2 { next }
  $(NF - 1) ~ /^[TDBRVWC]$/ { if (inside && !($NF in home)) home[$NF] = member; next }
  $(NF - 1) ~ /^[Uvw]$/ { uses[member] = uses[member] " " $NF }
  END {
    todo[count = 1] = ""
    for (i = 1; i <= count; i++) {
      n = split(uses[todo[i]], symbol, " ")
      for (k = 1; k <= n; k++) {
        if (!(symbol[k] in home) || home[symbol[k]] in seen) continue
        seen[home[symbol[k]]]
        print todo[++count] = home[symbol[k]]
      }
    }
  }'
