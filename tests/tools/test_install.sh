#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make install: into a folder with blanks in its name, and nowhere else; what is there is enough for programs in C and C++.
. tests/lib/tap.sh

dest="$TMP/a b"
installs() {
  mkdir "$TMP/cwd" "$dest" && make -s install BUILD="$BUILD" DESTDIR="$dest" PREFIX="/opt/h t" && [ ! -e b ] && [ ! -e "$TMP/a" ] &&
    [ "$(ls "$dest")" = opt ] && [ "$(ls "$dest/opt/h t" | tr '\n' ' ')" = 'bin include lib share ' ]
}
check "into a folder with blanks" installs
check "the program runs from there" "$dest/opt/h t/bin/hartrace" --version

# Every header by itself, from where it was installed, as the compilers see it that users have.
headers() {
  local root="$dest/opt/h t/include" h
  (cd "$root" && find . -name '*.h' | sed 's|^\./||') >"$TMP/headers"
  [ "$(wc -l <"$TMP/headers")" -gt 40 ] || return 1
  while read -r h; do echo "#include <$h>"; done <"$TMP/headers" >"$TMP/all.c"
  cp "$TMP/all.c" "$TMP/all.cpp"
  "$1" -std="$2" -Wall -Wextra -Wpedantic -Werror -isystem "$root" -fsyntax-only "$TMP/all.$3"
}
check "all headers in C11" headers gcc c11 c
check "all headers in C++11" headers g++ c++11 cpp
check "all headers in C++20" headers g++ c++20 cpp
finish
