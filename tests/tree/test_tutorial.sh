#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/tutorial/library.md, word by word: all of its commands run in one shell, in a folder of their own, and the last lines that a
# block prints are those shown after it. Stand-ins: apt-get does nothing, and the clone is this tree with what is built already.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
doc=$PWD/docs/tutorial/library.md
if [ -n "${SANITIZED:-}" ]; then
  skip "docs/tutorial/library.md" "a sanitized build has no shared libraries"
  finish
fi

mkdir "$TMP/tree" "$TMP/home" "$TMP/here"
ln -s "$PWD"/* "$TMP/tree/" && rm -f "$TMP/tree/build" && ln -s "$(realpath "$BUILD")" "$TMP/tree/build"

# N.sh and N.text, from 1; check.cpp.
split() {
  awk -v dir="$TMP/here" '
    /^```$/ { on = ""; next }
    /^```sh$/ { on = dir "/" ++n ".sh"; printf "" >on; next }
    /^```text$/ { on = dir "/" n ".text"; next }
    /^```cpp$/ { on = dir "/check.cpp"; next }
    on != "" { print >on }' "$doc"
  [ "$(cat "$TMP"/here/*.sh | wc -l)" -gt 15 ] && [ "$(ls "$TMP"/here/*.text | wc -l)" -ge 5 ]
}
check "there are commands to try" split
lines() { [ "$(wc -l <"$TMP/here/check.cpp")" -le 40 ]; }
check "the program has at most 40 lines" lines

apt-get() { echo "$*" >>apt; }
git() { [ "$1 $2 $3" = 'clone REPOSITORY hartrace' ] && ln -s "$TMP/tree" hartrace; }
make() { env -u BUILD make -s CC="${CC:-gcc}" "$@"; }
export -f apt-get git make
export TMP

# All blocks in one shell: what one of them exports holds for those after it.
cd "$TMP/here" || exit 2
for i in $(seq "$(ls -- *.sh | wc -l)"); do
  echo "exec >$i.out 2>&1"
  cat "$i.sh"
done >all
walk() {
  env HOME="$TMP/home" timeout 300 bash -e all || { tail -n 5 -- *.out; return 1; }
}
check "every command succeeds" walk
for text in *.text; do
  shown() { tail -n "$(wc -l <"$text")" "${text%.text}.out" | diff "$text" -; }
  check "block ${text%.text} prints what the tutorial shows" shown
done

# The packages for apt-get are those that a build needs, a compiler for C++ and pkg-config.
packages() {
  local p
  for p in $(sed -n 's/^    build) echo "\(.*\)" ;;$/\1/p' "$TMP/tree/scripts/deps.sh") g++ pkgconf git; do
    grep -qw -- "$p" apt || { echo "$p"; return 1; }
  done
}
check "the packages" packages
finish
