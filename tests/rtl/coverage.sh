#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# coverage.sh FOLDER TEST...: run these tests of the RTL, built with RTL_COVERAGE=1, and print for each module the lines, toggles and cover
# points that they reach; what they do not, into FOLDER/missed-line.txt, -toggle.txt and -user.txt. A point counts when any instance,
# with any set of parameters, reaches it: what no set has is not counted. Cover points are those of tr_NAME_cover_sva.sv.
set -u
folder=$1
shift
rm -rf "$folder" && mkdir -p "$folder/dat"
export HARTRACE_RTL_COVERAGE=$folder/dat
run() {
  "$2" >"$1/$(basename "$2").log" 2>&1 || { echo "coverage: $2 fails" >&2; tail -n 20 "$1/$(basename "$2").log" >&2; exit 255; }
}
export -f run
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'run "$0" "$1"' "$folder" {} || exit 1
verilator_coverage --write "$folder/all.dat" "$folder"/dat/*.dat >/dev/null || exit 1
# A line is C '^Af^Bfile^Al^Bline^An^Bcolumn^At^Btype^Apage^Bv_line/module__parameters^Ao^Bwhat^Ah^Binstance' count.
awk -v missed="$folder/missed" '
  /^C / {
    count = $NF
    split("", at)
    line = substr($0, 4, length($0) - 4 - length(count) - 1)
    n = split(line, part, "\001")
    for (i = 1; i <= n; i++) if ((k = index(part[i], "\002")) > 0) at[substr(part[i], 1, k - 1)] = substr(part[i], k + 1)
    kind = at["page"]
    sub(/\/.*/, "", kind)
    sub(/^v_/, "", kind)
    sub(/_.*/, "", kind)
    file = at["f"]
    sub(/.*\//, "", file)
    name = file
    sub(/\.sv$/, "", name)
    sub(/(_cover)?_sva$/, "", name)
    if (kind != "user" && file ~ /_sva\.sv$/) next
    key = kind SUBSEP name SUBSEP file ":" at["l"] ":" at["n"] ":" at["o"]
    if (!(key in sum)) { total[kind, name]++; where[key] = file ":" at["l"] " " at["o"] }
    sum[key] += count
    modules[name] = 1
  }
  END {
    for (key in sum) {
      split(key, id, SUBSEP)
      if (sum[key] > 0) reached[id[1], id[2]]++
      else print where[key] | "sort -V >" missed "-" id[1] ".txt"
    }
    for (name in modules) {
      printf "| `%s` |", name | "sort"
      for (i = 1; i <= 3; i++) {
        kind = i == 1 ? "line" : i == 2 ? "toggle" : "user"
        t = total[kind, name] + 0
        printf t ? " %d of %d, %.1f %% |" : " |", reached[kind, name], t, t ? 100 * reached[kind, name] / t : 0 | "sort"
      }
      printf "\n" | "sort"
    }
  }' "$folder/all.dat"
