#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-conformance.sh [--write | --quiet] [ROOT]: docs/reference/conformance.md, and the rules of our own in other pages, against the tests that cite it ("Holds ID" in their
# comments). Every rule needs a test or a reason, every citation a rule, and the columns "Held by" and "RTL" must be what the
# citations say; --write writes them; --quiet does not count. The rules about fields of registers must be what the register map
# says. With HARTRACE_SPEC=folder, which has the specifications as .adoc, also: every place that is named is in the
# specification, fields of registers are as it says, and no normative sentence and no row of a table is missing.
# Exit 1 after messages.
set -u
here=$(cd "$(dirname "$0")" && pwd)/conformance
write=0
quiet=0
case ${1:-} in
--write) write=1 && shift ;;
--quiet) quiet=1 && shift ;;
esac
cd "${1:-$here/../..}" || exit 2
doc=docs/reference/conformance.md
# Pages with rules of our own, and that of E-Trace, how their ids begin, and what holds all of other tests that hold them.
own='docs/reference/stimulus.md:HT-STIM- docs/reference/data-trace.md:HT-(DATA|WATCH)-|@model/test_data_|@vectors/([^.]|$)
  docs/reference/conformance-etrace.md:ET-|@vectors/[.]ett'
[ -f $doc ] || { echo "check-conformance: no $doc" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

find tests rtl-model/rtl -type f \( -name 'test_*.c' -o -name mirror.c -o -name 'test_*.cpp' -o -name 'fuzz_*.c' -o -name 'test_*.sh' \
  -o -name '*.[ne]tt' -o -name '*.sv' \) 2>/dev/null | LC_ALL=C sort >"$tmp/files"
xargs -r awk -f "$here/cites.awk" <"$tmp/files" >"$tmp/all" || status=1

# table DOCUMENT CITES [EQUAL ALONE]: its columns are what these citations say.
table() {
  awk -v quiet=$quiet -v equal="${3:-}" -v alone="${4:-}" -f "$here/table.awk" "$2" "$1" >"$tmp/doc" || status=1
  if [ $write -eq 1 ]; then
    cat "$tmp/doc" >"$1"
  elif ! cmp -s "$tmp/doc" "$1"; then
    diff "$1" "$tmp/doc" | sed -n "s|^> . \([A-Z0-9-]*\) .*|$1: the columns of \1 are not what the tests say (make conformance)|p" |
      head -n 20 >&2
    status=1
  fi
}
# Rules of our own, for what the specifications leave to implementations, have ids that begin with HT, and a page of their own.
grep -vE '^((HT|ET)-|@vectors/[.]ett)' "$tmp/all" >"$tmp/cites"
by_model=tests/conformance/by-model.txt
if [ -f $by_model ]; then
  table $doc "$tmp/cites" $by_model tests/conformance/by-model-alone.txt
else
  table $doc "$tmp/cites"
fi
for page in $own; do
  if [ -f "${page%%:*}" ]; then
    grep -E "^(${page#*:})" "$tmp/all" >"$tmp/cites"
    table "${page%%:*}" "$tmp/cites"
  fi
done
prefixes=$(printf '%s\n' $own | sed 's/^[^:]*://' | paste -sd '|')
if grep -E '^(HT|ET)-' "$tmp/all" | grep -vE "^($prefixes)" >&2; then
  echo "check-conformance: rules of no page" >&2
  status=1
fi

registers() {
  awk -v source="$1" -f "$here/registers.awk" "${@:2}" $doc >&2
}
registers map regmap/gen/md/*.md || status=1

# spec NAME PAGE FILE...: the places of a page in these files.
spec() {
  local name=$1 page=$2 file
  shift 2
  : >"$tmp/units"
  for file; do
    [ -f "$HARTRACE_SPEC/$file" ] || { echo "check-conformance: no $HARTRACE_SPEC/$file" >&2; return 1; }
    awk -v all=$([ "$name" = ET ] && echo 1) -f "$here/units.awk" "$HARTRACE_SPEC/$file" >>"$tmp/units" || return 1
  done
  awk -v spec="$name" -f "$here/places.awk" "$tmp/units" "$page" >&2 && { [ "$name" != TCI ] || registers spec "$tmp/units"; }
}
if [ -n "${HARTRACE_SPEC:-}" ]; then
  spec TCI $doc RISC-V-Trace-Control-Interface.adoc || status=1
  spec NT $doc RISC-V-N-Trace.adoc || status=1
  if [ -f docs/reference/conformance-etrace.md ]; then
    spec ET docs/reference/conformance-etrace.md \
      e-trace/{branchTrace,payload,exampleAlgorithm,encap-intro,encap-encapsulation,encap-e-trace-specifics,control,discovery,filtering,timestamping,dataTracePayload}.adoc || status=1
  fi
fi
exit $status
