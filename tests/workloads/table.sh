#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# table.sh [PROGRAM]...: encode the PC lists in HARTRACE_WORKLOADS with the five option sets whose byte counts the task group
# published (read from README.md in that folder) and with our best options, verify each trace, and print one line for each:
#
#   program set bytes published cdf icnt excess equal bits
#
# cdf and icnt are what conformance costs, counted in our stream: 1 when it ends with ProgTraceCorrelation CDF=1 HIST=0x1 (the
# reference encoder sends CDF=0), and the bytes of the I-CNT ResourceFull messages (it sends none, and its I-CNT exceeds 22 bits).
# excess = bytes - published - cdf - icnt; for the set "best" the published figure is the best column. bits = bits/instruction.
# At the end the mean of bits over the programs, and the same of the published figures. SETS="btm htm ..." chooses sets,
# EXTRA="--param NAME=VALUE ..." adds options to all of them. Exit status 1: a trace does not verify, or an excess is above 0.
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

# published NAME COLUMN: a number of the table in README.md (2 instructions, 3 to 7 bytes).
published() {
  awk -F'|' -v name="$1" -v column="$2" \
    '{ gsub(/ /, "") } $2 == name { print $(column + 1); exit }' "$folder/README.md"
}

repeat="--te trTeInstEnRepeatedHistory=1"
stack="--te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3"

# options SET: its column in README.md, then the options of encode and verify.
options() {
  case $1 in
    btm) echo 3 --mode btm ;;
    htm) echo 4 --mode htm ;;
    htm+rpt) echo 5 --mode htm $repeat ;;
    htm+cs8) echo 6 --mode htm $stack ;;
    htm+cs8+rpt) echo 7 --mode htm $stack $repeat ;;
    best) echo 7 --mode htm $stack $repeat --param return_stack=32 --param repeat_branch_htm=1 \
      --param icnt_late=1 ;;
    *) echo "table.sh: no set of options $1" >&2; exit 2 ;;
  esac
}

# cost OPTION...: "cdf icnt" of the stream.
cost() {
  "$hartrace" dump "$tmp/t.nex" "$@" | awk '
    / ResourceFull RCODE=0 / { sub(/.*len=/, ""); icnt += $1 }
    { last = $0 }
    END { print (last ~ /ProgTraceCorrelation .*HIST=0x1$/) + 0, icnt + 0 }'
}

# one NAME SET
one() {
  local base=$folder/$1 count column bytes ref cdf icnt equal=no excess
  read -r column opts <<<"$(options "$2")"
  count=$(published "$1" 2)
  ref=$(published "$1" "$column")
  # shellcheck disable=SC2086
  "$hartrace" encode --pcs "$base.pcs.gz" --pcinfo "$base.pcinfo.gz" $opts ${EXTRA:-} -q \
    -o "$tmp/t.nex" || { bad=1; return; }
  bytes=$(wc -c <"$tmp/t.nex")
  # shellcheck disable=SC2086
  if "$hartrace" verify "$tmp/t.nex" --pcinfo "$base.pcinfo.gz" --pcs "$base.pcs.gz" $opts \
    ${EXTRA:-} >"$tmp/verify.out" && grep -q "equal: $count " "$tmp/verify.out"; then
    equal=yes
  fi
  # shellcheck disable=SC2086
  read -r cdf icnt <<<"$(cost $opts ${EXTRA:-})"
  excess=$((bytes - ref - cdf - icnt))
  { [ "$equal" = yes ] && [ "$excess" -le 0 ]; } || bad=1
  awk -v p="$1" -v s="$2" -v b="$bytes" -v r="$ref" -v c="$cdf" -v i="$icnt" -v x="$excess" \
    -v e=$equal -v n="$count" 'BEGIN { printf "%-22s %-11s %9d %9d %3d %5d %9d %5s %.4f\n", p, s, b,
    r, c, i, x, e, 8 * b / n; print s, 8 * b / n, 8 * r / n >> "'"$tmp/sum"'" }'
}

sets=${SETS:-btm htm htm+rpt htm+cs8 htm+cs8+rpt best}
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046
  set -- $(cd "$folder" && ls -- *.pcs.gz | sed 's/\.pcs\.gz$//')
fi
printf '%-22s %-11s %9s %9s %3s %5s %9s %5s %s\n' program set bytes published cdf icnt excess \
  equal bits
for name in "$@"; do
  for s in $sets; do
    one "$name" "$s"
  done
done
echo
printf '%-34s %9s %9s\n' "mean bits/instruction" ours published
for s in $sets; do
  awk -v s="$s" '$1 == s { o += $2; p += $3; n++ } END { if (n) printf "%-34s %9.4f %9.4f\n",
    s " (" n " programs)", o / n, p / n }' "$tmp/sum"
done
exit $bad
