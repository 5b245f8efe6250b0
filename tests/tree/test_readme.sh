#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The first chapter of the README, as a reader types it: every command on a program works, and prints what the chapter shows. The
# table of packages is that of the script that installs them.
. tests/lib/tap.sh
top=$PWD
case $BUILD in /*) ;; *) BUILD=$top/$BUILD ;; esac
program=$BUILD/programs/rv64/sort.elf

chapter() {
  sed -n '/^## Your own program, traced/,/^## Two commands/p' "$top/README.md"
}

ln -s "$BUILD" "$TMP/build"
cd "$TMP" || exit 2
commands=0
while read -r command; do
  commands=$((commands + 1))
  # shellcheck disable=SC2086
  check "$command" ${command//YOUR.elf/$program}
done < <(chapter | sed -n 's/^    \(build\/hartrace .*\)/\1/p')
check "there were commands to try" test "$commands" -ge 7

as_shown() {
  "$BUILD/hartrace" run "$program" 2>/dev/null >"$TMP/out"
  chapter | sed -n 's/^    \(program: .*\|equal: .*\)/\1/p' >"$TMP/shown"
  [ "$(wc -l <"$TMP/shown")" = 2 ] && diff "$TMP/shown" <(grep -E '^(program|equal): ' "$TMP/out")
}
check "run prints what the chapter shows" as_shown

# packages TARGET: the names in the row of a target.
packages() {
  sed -n "s/^| \`make $1\` | \(.*\) |\$/\1/p" "$top/README.md" | grep -oE '[a-z+0-9-]*[a-z0-9]-[a-z+0-9-]+|g\+\+|clang|pkgconf|tcl|iverilog|yosys|verilator|opensbi|openocd|chromium|babeltrace2|gtkwave|lcov|sqlite3|valgrind|munge|debhelper|fakeroot|bzip2|furo|doxygen|mandoc' | sort -u
}
# every package that deps.sh knows for a target's goals is in its row, or in the rows that the row builds on.
listed() {
  local p bad=0
  { for p in "$@"; do packages "$p"; done; echo "gcc make libc6-dev zlib1g-dev libzstd-dev libfdt-dev libdw-dev libsqlite3-dev python3" | tr ' ' '\n'; } >"$TMP/listed"
  for p in $goals; do
    grep -qxF -- "$p" "$TMP/listed" || { echo "$p is not in the table"; bad=1; }
  done
  return $bad
}
goals_of() { # the packages of deps.sh for these goals
  local g
  for g in "$@"; do sed -n "s/^    $g) echo \"\(.*\)\" ;;\$/\1/p" "$top/scripts/deps.sh"; done
}
goals=$(goals_of build programs)
check "packages of make programs" listed programs
goals=$(goals_of build programs firmware demo systemc rtl)
check "packages of make demo" listed programs demo
goals=$(goals_of build programs firmware test)
check "packages of make check" listed programs demo check
goals=$(goals_of build docs)
check "packages of make docs" listed docs
goals=$(goals_of pnr)
check "packages of make bench-rtl" listed "bench-rtl T=timing"
goals=$(goals_of build deb)
check "packages of make deb" listed deb
goals=$(goals_of cross)
check "packages of make cross" listed cross
goals=$(sed -n 's/^    [a-z]*) echo "\(.*\)" ;;$/\1/p' "$top/scripts/deps.sh")
check "every package of deps.sh is in the table" listed programs demo check deb cross docs "bench-rtl T=timing"
finish
