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

# A library whose headers the compiler does not find: make says which package has them, before anything is compiled.
cat >"$TMP/cc" <<'CC'
#!/usr/bin/env bash
text=$(cat)
case $text in *zlib.h*) exit 1 ;; esac
printf '%s\n' "$text" | gcc "$@"
CC
chmod +x "$TMP/cc"
without_zlib() {
  fails 2 'apt-get install .* zlib1g-dev$' make -s BUILD="$TMP/build" CC="$TMP/cc" all && [ ! -e "$TMP/build/obj" ] &&
    ! grep -Eq 'libfdt|libzstd|libc6' "$TMP/fails.err"
}
check "make without zlib names its package" without_zlib
check "all packages of headers" fails 2 ': libc6-dev zlib1g-dev libzstd-dev libfdt-dev\.' scripts/deps.sh --headers 'gcc -nostdinc'
check "no compiler: it is named with everything else" \
  fails 2 'apt-get install .* gcc make libc6-dev zlib1g-dev libzstd-dev libfdt-dev python3$' scripts/deps.sh --headers no-such-compiler
check "nothing is missing: not a word" bash -c "[ -z \"\$(scripts/deps.sh --headers gcc 2>&1)\" ]"
finish
