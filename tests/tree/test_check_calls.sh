#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-calls.sh finds circles of calls between the files of a library, names them, and lets libraries without one pass.
. tests/lib/tap.sh
unsanitized "nothing of ours that is compiled runs in it"

SCRIPT=$PWD/tests/check-calls.sh
CC=${CC:-gcc}

# library NAME: libNAME.a of the .c files in $TMP/NAME.
library() {
  (cd "$TMP/$1" && $CC -c ./*.c && rm -f "../lib$1.a" && ar rcs "../lib$1.a" ./*.o)
}

# layers NAME: three files, each of which calls only the next.
layers() {
  mkdir -p "$TMP/$1"
  printf 'int middle(void);\nint top(void) { return middle(); }\n' >"$TMP/$1/top.c"
  printf 'int bottom(int);\nint middle(void) { return bottom(1); }\n' >"$TMP/$1/middle.c"
  printf 'int outside(void);\nint bottom(int x) { return x ? x : outside(); }\n' >"$TMP/$1/bottom.c"
}

# one_way NAME: passes, and says so.
one_way() {
  library "$1" && "$SCRIPT" "$TMP/lib$1.a" >"$TMP/out" || { cat "$TMP/out"; return 1; }
  grep -qx "$1: [0-9]* files, no circle" "$TMP/out"
}

# circle NAME LINE...: fails, and prints these lines and no other.
circle() {
  local name=$1
  shift
  library "$name" || return 1
  "$SCRIPT" "$TMP/lib$name.a" >"$TMP/out"
  local rc=$?
  cat "$TMP/out"
  [ $rc = 1 ] && printf '%s\n' "$@" | diff - "$TMP/out"
}

layers one
check "layers pass" one_way one

layers self
echo 'int f(int n); int f(int n) { return n ? f(n - 1) : 0; }' >"$TMP/self/alone.c"
check "a function that calls itself is no circle" one_way self

layers twin
for f in top bottom; do
  echo 'static int twin(void) { return 1; } int (*'$f'_twin)(void) = twin;' >>"$TMP/twin/$f.c"
done
check "static functions of one name are no call" one_way twin

layers back
echo 'int top(void); int up(void); int up(void) { return top(); }' >>"$TMP/back/bottom.c"
check "a call back up the layers is a circle, and each call of it is named" circle back \
  'back: bottom.c -> top.c -> middle.c -> bottom.c' \
  '  bottom.c: top of top.c' '  top.c: middle of middle.c' '  middle.c: bottom of bottom.c'

layers data
echo 'int table[3] = {1, 2, 3};' >>"$TMP/data/top.c"
echo 'extern int table[3]; int look(void); int look(void) { return table[1]; }' >>"$TMP/data/bottom.c"
check "data of a layer above counts, too" circle data \
  'data: bottom.c -> top.c -> middle.c -> bottom.c' \
  '  bottom.c: table of top.c' '  top.c: middle of middle.c' '  middle.c: bottom of bottom.c'

layers short
echo 'int top(void); int up(void); int up(void) { return top(); }' >>"$TMP/short/bottom.c"
echo 'int middle(void); int back(void); int back(void) { return middle(); }' >>"$TMP/short/bottom.c"
check "of several circles the shortest is shown, with the size of the group" circle short \
  'short: bottom.c -> middle.c -> bottom.c' \
  '  bottom.c: middle of middle.c' '  middle.c: bottom of bottom.c' '  one of the circles among 3 files'

layers two
for f in x y; do
  other=$([ $f = x ] && echo y || echo x)
  echo "int $other(void); int $f(void) { return $other(); }" >"$TMP/two/$f.c"
done
echo 'int middle(void); int back(void); int back(void) { return middle(); }' >>"$TMP/two/bottom.c"
check "two groups are two circles" circle two \
  'two: bottom.c -> middle.c -> bottom.c' \
  '  bottom.c: middle of middle.c' '  middle.c: bottom of bottom.c' \
  'two: x.c -> y.c -> x.c' '  x.c: y of y.c' '  y.c: x of x.c'

check "a circle in one library of several fails" fails 1 '^one: 3 files, no circle$' \
  "$SCRIPT" "$TMP/libback.a" "$TMP/libone.a"
check "a library that is missing is not called clean" fails 2 'none.a' "$SCRIPT" "$TMP/libone.a" "$TMP/libnone.a"
ar rcs "$TMP/libempty.a"
check "a library without files is not called clean" fails 2 '^empty: no files here' "$SCRIPT" "$TMP/libempty.a"
check "without a library it says what it wants" fails 2 '^usage' "$SCRIPT"
finish
