#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-variables.sh finds every kind of variable of a library, and lets constants pass.
. tests/lib/tap.sh
unsanitized "nothing of ours that is compiled runs in it"

SCRIPT=$PWD/tests/check-variables.sh
CC=${CC:-gcc}

# library NAME CODE: libNAME.a of one file, beside one that has constants only.
library() {
  mkdir -p "$TMP/$1" && printf '%s\n' "$2" >"$TMP/$1/a.c" &&
    echo 'extern const char *const names[2]; const char *const names[2] = {"a", "b"};' >"$TMP/$1/names.c" &&
    (cd "$TMP/$1" && $CC -fPIC -c ./*.c && rm -f "../lib$1.a" && ar rcs "../lib$1.a" ./*.o)
}
passes() { library "$1" "$2" && "$SCRIPT" "$TMP/lib$1.a" >"$TMP/out" && grep -qx "$1: 2 files, no variable" "$TMP/out"; }
finds() {
  library "$1" "$2" || return 1
  "$SCRIPT" "$TMP/lib$1.a" >"$TMP/out"
  [ $? = 1 ] && [ "$(cat "$TMP/out")" = "$1: a.o: $3" ]
}

check "functions and constants pass" passes clean 'static const int t[2] = {1, 2}; int f(int i); int f(int i) { return t[i]; }'
check "a variable that begins as 0 is found" finds zero 'int x; int f(void); int f(void) { return ++x; }' x
check "a variable with a value is found" finds value 'static int y = 3; int f(void); int f(void) { return y++; }' y
check "a variable of a thread is found" finds thread '_Thread_local int z; int f(void); int f(void) { return ++z; }' z
# gcc calls it count.0, clang f.count.
inside() {
  library inside 'int f(void); int f(void) { static int count; return ++count; }'
  "$SCRIPT" "$TMP/libinside.a" | grep -Eqx 'inside: a\.o: (f\.count|count\.[0-9]+)'
}
check "a variable inside a function is found" inside
check "a pointer that may be changed is found" finds pointer 'const char *p = "text";' p
named() {
  library named 'int x, y; int f(void); int f(void) { return ++x + ++y; }'
  [ "$("$SCRIPT" --but 'x y' "$TMP/libnamed.a")" = 'named: 2 files, 2 variables, all named' ] &&
    [ "$("$SCRIPT" --but x "$TMP/libnamed.a")" = 'named: a.o: y' ]
}
check "those that are named pass" named
check "no library is an error" fails 2 '' "$SCRIPT" "$TMP/none.a"
finish
