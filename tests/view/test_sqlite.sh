#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# export --to sqlite: sums in the database, the export folded, `hartrace stat`, the queries of exports.md; outputs that fail.
. tests/lib/tap.sh

# shellcheck disable=SC2086
# database NAME OPTION...: run a program of that name, export it, compare.
database() {
  local elf=$BUILD/programs/rv64/$1.elf instructions src=
  shift
  rm -f "$TMP"/t.*
  case " $* " in *--harts*) src="--src all" ;; esac
  "$HARTRACE" run "$elf" --save-trace "$TMP/t.nex" --sidecar -q --any-exit --max-instructions 100000 "$@" || true
  "$HARTRACE" export "$TMP/t.nex" --elf "$elf" $src --to sqlite -o "$TMP/t.db" -q; [ $? -le 1 ] || return
  "$HARTRACE" export "$TMP/t.nex" --elf "$elf" $src --to folded -o "$TMP/t.folded" -q; [ $? -le 1 ] || return
  instructions=$("$HARTRACE" export "$TMP/t.nex" --elf "$elf" $src --to folded -q | awk '{ n += $NF } END { print n }')
  if [ -z "$src" ]; then # stat counts one hart
    instructions=$("$HARTRACE" stat "$TMP/t.nex" --elf "$elf" -q | sed -n 's/^\([0-9]*\) instructions.*/\1/p')
  fi
  python3 tests/view/sqlite_check.py "$TMP/t.db" "$TMP/t.folded" "$instructions" docs/reference/exports.md
}

stamps="--te trTsEnable=1"
# shellcheck disable=SC2086
{
check "interrupts" database timer $stamps
check "co-routines" database coroutine $stamps
check "contexts" database context $stamps --te trTeContext=1
check "recursion, branch trace" database recursion --mode btm
check "two harts" database smpipi $stamps --harts 2
check "losses" database coroutine $stamps --te trTeInstSyncMode=3 --te trTeInstSyncMax=2 --param fifo_bytes=76 --param link_bytes=1
}

elf=$BUILD/programs/rv64/timer.elf
"$HARTRACE" run "$elf" --save-trace "$TMP/t.nex" -q >/dev/null
to_sqlite() { "$HARTRACE" export "$TMP/t.nex" --elf "$elf" --to sqlite -o "$1" -q; }
check "no stream" fails 2 'makes no stream' to_sqlite -
check "a folder that is not there" fails 2 'none/t.db' to_sqlite "$TMP/none/t.db"
cp "$TMP/t.nex" "$TMP/in.nex"
check "an input is no output" fails 2 'is both input and output' to_sqlite "$TMP/t.nex"
check "the input stays" cmp "$TMP/t.nex" "$TMP/in.nex"
# Never a node of /dev here: a fault would remove it.
if mknod "$TMP/node" c 1 7 2>/dev/null; then
  check "a device is refused" fails 2 'no regular file|cannot be written' to_sqlite "$TMP/node"
  check "and is still there" test -c "$TMP/node"
else
  skip "a device is refused" "no permission to make one"
fi
# A file size limit, as a full disk: the old file stays, nothing else is left.
disk_full() {
  mkdir -p "$TMP/full" && echo old >"$TMP/full/t.db"
  ( trap '' XFSZ; ulimit -f 40; fails 2 'full/t.db: cannot be written' to_sqlite "$TMP/full/t.db" ) || return
  [ "$(ls "$TMP/full")" = t.db ] && [ "$(cat "$TMP/full/t.db")" = old ]
}
check "disk full" disk_full
check "an old file is replaced" to_sqlite "$TMP/full/t.db"
check "by a database" test "$(head -c 13 "$TMP/full/t.db")" = "SQLite format"
finish
