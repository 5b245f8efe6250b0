#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# floor.sh [PROGRAM]...: for the PC lists in HARTRACE_WORKLOADS, the fewest bytes that any encoder could make of them with
# implicit return (docs/results/compression.md), and the bytes of our best options:
#
#   program branches jumps ends jump-bytes icnt history floor best ratio
#
# Exit status 1: our stream is smaller than the floor, so the floor is wrong.
set -u
BUILD=${BUILD:-build}
hartrace=${HARTRACE:-$BUILD/hartrace}
folder=${HARTRACE_WORKLOADS:-}
if [ -z "$folder" ] || [ ! -r "$folder/README.md" ]; then
  echo "floor.sh: set HARTRACE_WORKLOADS to the folder of PC lists" >&2
  exit 2
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
here=$(dirname "$0")
"${CC:-cc}" -std=c11 -O2 -o "$tmp/floor" "$here/floor.c" || exit 2
stack="--mode htm --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3 --param return_stack=32"
bad=0

# encode NAME OPTION...
encode() {
  local base=$folder/$1
  shift
  "$hartrace" encode --pcs "$base.pcs.gz" --pcinfo "$base.pcinfo.gz" "$@" -q -o "$tmp/t.nex"
}

if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046
  set -- $(cd "$folder" && ls -- *.pcs.gz | sed 's/\.pcs\.gz$//')
fi
printf '%-22s %9s %6s %4s %10s %4s %8s %8s %8s %s\n' program branches jumps ends jump-bytes icnt \
  history floor best ratio
for name in "$@"; do
  # shellcheck disable=SC2086
  encode "$name" $stack &&
    "$hartrace" dump "$tmp/t.nex" $stack >"$tmp/dump.txt" &&
    "$tmp/floor" <"$tmp/dump.txt" >"$tmp/floor.txt" &&
    encode "$name" $stack --te trTeInstEnRepeatedHistory=1 --param repeat_branch_htm=1 \
      --param icnt_late=1 || exit 1
  read -r branches jumps ends jump icnt history floor <"$tmp/floor.txt"
  best=$(wc -c <"$tmp/t.nex")
  [ "$best" -ge "$floor" ] || bad=1
  printf '%-22s %9s %6s %4s %10s %4s %8s %8s %8s %s\n' "$name" "$branches" "$jumps" "$ends" "$jump" \
    "$icnt" "$history" "$floor" "$best" "$(awk -v a="$best" -v b="$floor" 'BEGIN { printf "%.3f", a / b }')"
done
exit $bad
