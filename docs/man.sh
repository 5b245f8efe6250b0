#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# man.sh HARTRACE TEMPLATE: the man page on standard output: the template, with the sections of the verbs that the program
# makes from its tables of options in place of the line @VERBS@.
set -eu
program=$1
template=$2

verbs() {
  local v
  for v in $("$program" help --verbs); do
    "$program" "$v" --help-man
  done
}

sed '/^@VERBS@$/,$d' "$template"
verbs
sed '1,/^@VERBS@$/d' "$template"
