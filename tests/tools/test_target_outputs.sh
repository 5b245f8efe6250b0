#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The outputs of fetch and snapshot: a place that cannot be written is found before the target is touched, and what was received
# stays. The target is a file; test_outputs.sh has what fetch shares with all other verbs.
. tests/lib/tap.sh
. tests/tools/live.sh

case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
HERE=$PWD
PROGRAM=$(realpath "$BUILD")/programs/rv64/sort.elf
cd "$TMP" || exit 1
live_tree 1 >one.dtb
live_tree 2 >two.dtb

# target TREE: from now on; all of its sinks are disabled, with a full buffer of 8 KiB.
target() {
  tree=$1
  rm -f mem && truncate -s 64K mem && live_sink mem 0 0x9 0x1ffc && { [ "$tree" = one ] || live_sink mem 1 0x9 0x1ffc; }
}
hart() { "$HARTRACE" "$@" --io mmio:mem --dtb "$tree.dtb"; }
no_temporary() { [ -z "$(find . -name '*.tmp.*' -print -quit)" ] || { find . -name '*.tmp.*'; return 1; }; }

fetched() {
  target one && hart fetch -o x && live_trace 0 | cmp - x &&
    target two && hart fetch -o y && live_trace 0 | cmp - y.ramsink-0 && live_trace 1 | cmp - y.ramsink-1 && [ ! -e y ]
}
check "the buffers are fetched" fetched
one_of_two() {
  target two && live_sink mem 1 0 0 && hart fetch -o z && live_trace 0 | cmp - z && [ ! -e z.ramsink-0 ]
}
check "one of two in use: one file" one_of_two

# untouched PATTERN TREE COMMAND...: refused with status 2 while a trace runs, and no register has changed.
untouched() {
  local pattern=$1 k
  target "$2"
  shift 2
  for k in 0 1; do [ "$tree$k" = one1 ] || live_sink mem $k 0xf 0x1ffc; done
  cp mem before && fails 2 "$pattern" hart "$@" && cmp before mem && no_temporary
}
mkdir -p folder folder.ramsink-1 old && echo old >file && echo old >old/snapshot.ini
stops() { target one && live_sink mem 0 0xf 0x1ffc && cp mem before && fails 2 'does not stop: timeout' hart fetch --stop -o x && ! cmp -s before mem; }
check "--stop writes registers" stops
check "fetch: a place that is not there" untouched 'no/x: cannot be written: No such file' one fetch --stop -o no/x
check "fetch: two sinks" untouched 'no/x.ramsink-0: cannot be written: No such file' two fetch --stop -o no/x
check "fetch: the second of them is a folder" untouched 'folder.ramsink-1: cannot be written: Is a directory' two fetch --stop -o folder
check "and the first is not there" test ! -e folder.ramsink-0
check "fetch: into the target" untouched 'mem: is both input and output' one fetch --stop -o mem
check "fetch: into its tree" untouched 'is both input and output' one fetch --stop -o one.dtb
check "snapshot: a place that is not there" untouched 'no/x: cannot be made: No such file' one snapshot --stop no/x
check "snapshot: a file" untouched 'file: cannot be written: Not a directory' one snapshot --stop file
check "snapshot: /dev/full" untouched '/dev/full: cannot be written: Not a directory' one snapshot --stop /dev/full
check "snapshot: an image that is not there" untouched 'no.elf: cannot be opened: No such file' one snapshot --image no.elf --stop snap
check "and no folder is left" test ! -e snap

# ---- snapshot: its files ----

clash() {
  mkdir -p own && cp one.dtb own/tree.dtb && target one && fails 2 'own/tree.dtb: is both input and output' \
    "$HARTRACE" snapshot --io mmio:mem --dtb own/tree.dtb own && cmp one.dtb own/tree.dtb && [ "$(ls own)" = tree.dtb ] &&
    cp mem own/ramsink-0.bin && fails 2 'own/ramsink-0.bin: is both input and output' \
    "$HARTRACE" snapshot --io mmio:own/ramsink-0.bin --dtb one.dtb own && cmp mem own/ramsink-0.bin && no_temporary
}
check "snapshot: a file of it is an input" clash
image_clash() {
  mkdir -p img && cp "$PROGRAM" img/program && target one && fails 2 'img/program: is both input and output' \
    hart snapshot --image img/program img && cmp "$PROGRAM" img/program && [ "$(ls img)" = program ]
}
check "snapshot: an image in its folder" image_clash
large() {
  target one && (ulimit -f 1 && exec "$HARTRACE" snapshot --io mmio:mem --dtb one.dtb "$1") 2>err
  [ $? = 2 ] && grep -q "$1/ramsink-0.bin: cannot be written: File too large" err && no_temporary || { cat err; return 1; }
}
check "snapshot: a full disk" large new
check "no new folder is left" test ! -e new
check "snapshot: a full disk, an old folder" large old
check "its files stay" bash -c '[ "$(ls old)" = snapshot.ini ] && [ "$(cat old/snapshot.ini)" = old ]'

# ---- what was received stays ----

second_fails() {
  rm -f y.* && target two && live_sink mem 1 0x9 0x3ffc && echo old >y.ramsink-1 &&
    fails 2 'claim an SRAM of 16384 bytes' hart fetch -o y && live_trace 0 | cmp - y.ramsink-0 &&
    [ "$(cat y.ramsink-1)" = old ] && no_temporary
}
check "the second sink cannot be read: the first one's file is there" second_fails

cd "$HERE" || exit 1
finish
