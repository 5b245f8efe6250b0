#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The man pages: one for the program, one per verb; each option of the verb's --help is on its page as a reader sees it.
. tests/lib/tap.sh

verbs=$("$HARTRACE" help --verbs)
mkdir "$TMP/man" "$TMP/text"

pages() {
  local t
  for t in docs/man/*.1.in; do
    docs/man.sh "$HARTRACE" "$t" >"$TMP/man/$(basename "$t" .in)" || return 1
  done
}
check "the pages are made" pages
check "a page for each verb, and no other" \
  diff <(printf 'hartrace%s.1\n' '' $(printf -- '-%s\n' $verbs) | sort) <(ls "$TMP/man" | sort)
check "no name of a section is left over" bash -c "! grep -n '^@.*@\$' '$TMP'/man/*"
check "the page of a verb that does not exist" fails 2 "unknown verb 'nothing'" docs/man.sh "$HARTRACE" docs/man/hartrace-nothing.1.in
check "--man of a verb that does not exist" fails 2 "unknown verb 'decod'; did you mean 'decode'" "$HARTRACE" help --man decod

# Wide lines, no bold or underlined characters: what is searched for is not cut into lines.
formatted() {
  local p
  for p in "$TMP"/man/*.1; do
    groff -man -Tascii -P-cbuo -rLL=400n -ww "$p" >"$TMP/text/$(basename "$p")" 2>"$TMP/groff" && [ ! -s "$TMP/groff" ] ||
      { echo "$p"; head -5 "$TMP/groff"; return 1; }
  done
}
# options_of VERB: "-f, --format FORMAT" and so on, as --help lists them.
options_of() {
  "$HARTRACE" "$1" --help | sed -n '/^Options:/,/^$/s/^  \(-., --\|    --\)/\1/p' | sed -E 's/^ +//; s/^((-., )?--[a-z0-9-]+( [^ ]+)?)( .*)$/\1/'
}
# In --help an option without an argument is followed by several blanks.
has_all() {
  local v option n=0
  for v in $verbs; do
    while read -r option; do
      n=$((n + 1))
      grep -qxE " +$(printf '%s' "$option" | sed 's/[][|.+*()]/\\&/g')( .*)?" "$TMP/text/hartrace-$v.1" ||
        { echo "$option is not in hartrace-$v.1"; return 1; }
    done < <(options_of "$v" | sed 's/ $//')
  done
  [ "$n" -gt 250 ] || { echo "only $n options"; return 1; }
}
sections() {
  local p s
  for p in "$TMP"/text/hartrace-*.1; do
    for s in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
      grep -qx "$s" "$p" || { echo "$p: no $s"; return 1; }
    done
  done
}
# A page named under SEE ALSO exists, that of a verb or one of another program (docs/man/*.1), and the main page lists all.
references() {
  local v p
  for p in $(grep -ohE 'hartrace-[a-z0-9]+\(1\)' "$TMP"/text/* | sort -u); do
    [ -s "$TMP/man/${p%(1)}.1" ] || [ -s "docs/man/${p%(1)}.1" ] || { echo "no page $p"; return 1; }
  done
  for v in $verbs; do
    grep -qE "^ +hartrace-$v\(1\)" "$TMP/text/hartrace.1" || { echo "$v is not in hartrace.1"; return 1; }
  done
}
files_exist() {
  local f
  for f in $(grep -ohE '\b(docs|openocd-scripts)/[a-z0-9/-]+\.[a-z]+' "$TMP"/text/* | sort -u); do
    [ -e "$f" ] || { echo "no $f"; return 1; }
  done
}
if command -v groff >/dev/null; then
  check "groff formats the pages without a warning" formatted
  check "each option of each verb is on its page, with its argument" has_all
  check "each page has its sections" sections
  check "pages that are referred to exist" references
  check "files that are referred to exist" files_exist
else
  skip "the pages as formatted" "no groff"
fi
if command -v mandoc >/dev/null; then
  check "mandoc finds no error" mandoc -T lint -W error "$TMP"/man/*.1
else
  skip "mandoc" "it is not installed"
fi
finish
