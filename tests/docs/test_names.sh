#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Options of commands, parameters with their defaults, registers and fields that the pages name exist in the tables that they come from. The conformance lists
# quote the specifications; check-conformance holds those.
. tests/lib/tap.sh
unsanitized "the same tables"
export PYTHONDONTWRITEBYTECODE=1
names() { python3 tests/docs/names.py "$HARTRACE" "$@"; }

mapfile -t pages < <(git ls-files README.md 'docs/*.md' 'examples/*.md' ':!docs/reference/conformance*.md')
check "there are pages" [ "${#pages[@]}" -gt 40 ]
check "names on the pages" names "${pages[@]}"

cat >"$TMP/page.md" <<'END'
`hartrace verify T.nex --elf P.elf --pcs T.pcs --no-such` and `--param no_such=1`, `--param icnt_bits=16`, trTeNoSuch, trTeFilter3Control.

    hartrace run P.elf \
        --te trTeInstMode=6 --pcsx FILE | hartrace dump - --offset 1

| `icnt_bits` 21 | the default |
END
names "$TMP/page.md" >"$TMP/out"
check "faults are an exit status" [ $? = 1 ]
for fault in ':1: hartrace verify has no --no-such' ':1: --param no_such: no such parameter' ':1: trTeNoSuch: neither' ': hartrace run has no --pcsx' \
  ': hartrace dump has no --offset' ':6: the default of icnt_bits is 22'; do
  check "found: ${fault##*: }" grep -qF -- "$fault" "$TMP/out"
done
check "and no more" grep -q ', 6 faults$' "$TMP/out"
finish
