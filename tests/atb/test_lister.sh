#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A capture downstream of two ATB bridges, written as a snapshot folder and read by Arm's trc_pkt_lister: the
# bytes that it lists for each ATB ID are those that the bridges were given.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

# bytes ID: the lister's raw bytes of one ID, in order.
bytes() {
  awk -v id="ID_DATA[$1]" '/Frame Data/ { on = 0
      for (i = 1; i <= NF; i++) { t = $i; sub(/;$/, "", t)
        if (t ~ /^ID_DATA\[/) on = t == id; else if (on && t ~ /^[0-9a-f][0-9a-f]$/) print t } }' "$TMP/list"
}

# same ID: bytes from the list and bytes that were sent.
same() {
  bytes "$1" >"$TMP/listed"
  od -An -v -tx1 -w1 "$TMP/id$1.bytes" | tr -d ' ' >"$TMP/given"
  [ -s "$TMP/given" ] && cmp "$TMP/listed" "$TMP/given"
}

if ! command -v trc_pkt_lister >/dev/null; then
  skip "bytes of each ID" "no trc_pkt_lister"
  finish
fi
check "the snapshot" env ATB_SNAPSHOT="$TMP" "$BUILD/tests/atb/test_opencsd"
trc_pkt_lister -ss_dir "$TMP" -o_raw_unpacked -logstdout -logfilename /dev/null >"$TMP/list" 2>&1
check "the lister reads all of it" grep -q "processed $(stat -c %s "$TMP/trace.bin") bytes" "$TMP/list"
check "bytes of ID 0x10" same 0x10
check "bytes of ID 0x11" same 0x11
finish
