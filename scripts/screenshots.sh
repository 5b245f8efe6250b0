#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# screenshots.sh: the pictures of docs/images, from a report of tests/programs/sort.c. Called by `make screenshots`, from the top of the tree.
set -eu
BUILD=${BUILD:-build}
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  echo "screenshots.sh: no Chromium" >&2
  exit 2
}
out=$BUILD/screenshots
mkdir -p "$out" docs/images
for program in sort timer; do
  "$BUILD/hartrace" run "$BUILD/programs/rv64/$program.elf" --console "$out/console" --te trTsEnable=1 --te trTeInstSyncMode=messages \
    --te trTeInstSyncMax=4 --save-trace "$out/$program.nex" --sidecar >"$out/run.txt" 2>&1
  "$BUILD/hartrace" report "$out/$program.nex" --elf "$BUILD/programs/rv64/$program.elf" -o "$out/$program" 2>/dev/null
done
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/view python3 scripts/screenshots.py "$chromium" "$out" docs/images
