#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make diagrams: each picture shows, cycle by cycle, what the simulation's waves have, and what the protocols of the ports ask for. docs has
# a picture of each kind.
. tests/lib/tap.sh

check "the diagrams are drawn" scripts/diagrams.sh "$TMP/d"
names=(apb ingress link atb axi flush)

there() {
  local n
  for n in "${names[@]}"; do
    [ -s "$TMP/d/rtl-$n.svg" ] && [ -s "docs/images/rtl-$n.svg" ] && grep -q "images/rtl-$n.svg" docs/reference/rtl-integration.md || { echo "rtl-$n.svg"; return 1; }
  done
  # The rows of the pictures in docs are those of the target.
  for n in "${names[@]}"; do
    diff <(grep -o '<text x="6"[^<]*' "$TMP/d/rtl-$n.svg") <(grep -o '<text x="6"[^<]*' "docs/images/rtl-$n.svg") || return 1
  done
}
check "docs shows each of them" there
for n in "${names[@]}"; do
  check "rtl-$n.svg and the waves" env PYTHONDONTWRITEBYTECODE=1 python3 tests/rtl/diagrams/check_diagram.py "$n" "$TMP/d"
done

# A picture of other waves is found: one bit, one number.
planted() {
  sed "$1" "$TMP/d/rtl-$2.svg" >"$TMP/rtl-$2.svg" && ! cmp -s "$TMP/d/rtl-$2.svg" "$TMP/rtl-$2.svg" && cp "$TMP/d/diagrams.vcd" "$TMP/" || return
  ! PYTHONDONTWRITEBYTECODE=1 python3 tests/rtl/diagrams/check_diagram.py "$2" "$TMP" 2>"$TMP/err" && cat "$TMP/err"
}
check "another number is found" planted 's/>80000/>80001/' ingress
check "another level is found" planted '/<polyline/s/,38 /,54 /2' apb
finish
