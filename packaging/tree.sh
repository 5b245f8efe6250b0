#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tree.sh files BUILD: the files of the tree, each ended by NUL: what git knows and what it would add; without git, all but what was built.
# tree.sh epoch: the time of the tree: SOURCE_DATE_EPOCH, otherwise that of the last commit, or of CHANGELOG.md where there is no git.
set -euo pipefail
cd "$(dirname "$0")/.."
in_git() { [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; }
case $1 in
  files)
    { if in_git; then
        git ls-files -z --cached --others --exclude-standard
      else
        find . -path "./${2#./}" -prune -o -path ./build -prune -o -name .git -prune -o -type f -printf '%P\0'
      fi; } | while IFS= read -r -d '' f; do [ ! -f "$f" ] || printf '%s\0' "$f"; done
    ;;
  epoch)
    if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
      echo "$SOURCE_DATE_EPOCH"
    elif ! in_git || ! git log -1 --format=%ct 2>/dev/null; then
      stat -c %Y CHANGELOG.md
    fi
    ;;
esac
