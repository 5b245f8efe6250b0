#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# exports.sh NODE CC INCLUDES HEADERS OBJECT...: the version script of a shared library. Exported as version NODE is what its
# public headers declare and its objects define; everything else stays inside.
set -euo pipefail
node=$1 cc=$2 includes=$3 headers=$4
shift 4
defined=$(nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u)
# shellcheck disable=SC2086
declared=$(for h in $headers; do echo "#include \"${h#*/include/}\""; done | $cc -E -P $includes -x c - |
  grep -oE '\b[a-z][a-z0-9_]* *\(' | tr -d ' (' | sort -u)
names=$(comm -12 <(echo "$defined") <(echo "$declared"))
[ -n "$names" ] || { echo "exports.sh: $node would export nothing" >&2; exit 1; }
printf '%s {\n  global:\n' "$node"
printf '    %s;\n' $names
printf '  local:\n    *;\n};\n'
