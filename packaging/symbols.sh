#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# symbols.sh NAME=MAP...: the symbols file of the package of the shared libraries, from their version scripts. @SO@, @BASE@ and @BELOW@ are filled
# in by deb.sh. While the number of the interface is 0, structures may change with the minor version: what is linked asks for the same minor version.
set -euo pipefail
export LC_ALL=C
echo '# SPDX-License-Identifier: Apache-2.0'
echo '# Written by make deb-symbols.'
for pair in "$@"; do
  map=${pair#*=}
  node=$(sed -n '1s/_[0-9]* {$//p' "$map")
  echo "lib${pair%%=*}.so.@SO@ libhartrace@SO@ #MINVER#, libhartrace@SO@ (<< @BELOW@)"
  { echo "${node}_@SO@"; sed -n 's/^    \([a-z][a-z0-9_]*\);$/\1/p' "$map"; } | sort | sed "s/.*/ &@${node}_@SO@ @BASE@/"
done
