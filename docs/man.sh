#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# man.sh HARTRACE TEMPLATE: a man page on standard output. TEMPLATE is hartrace.1.in or hartrace-VERB.1.in; in it, a line @NAME SYNOPSIS@
# is replaced by the sections of these names that the program makes from its tables of options. @TH@ is the title.
set -eu
program=$1
template=$2
verb=$(basename "$template" .1.in)
verb=${verb#hartrace}
verb=${verb#-}

made=$("$program" help --man ${verb:+"$verb"})
awk '
  NR == FNR { if (/^\.SH /) name = substr($0, 5); else if (FNR == 1) name = "TH"; section[name] = section[name] $0 "\n"; next }
  /^@.*@$/ { n = split(substr($0, 2, length($0) - 2), names, " "); for (i = 1; i <= n; i++) printf "%s", section[names[i]]; next }
  { print }' <(printf '%s\n' "$made") "$template"
