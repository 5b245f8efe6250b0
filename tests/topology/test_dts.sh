#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The device trees under dts/: all compile, links in both directions; the good ones have the components and links
# counted by hand below, the bad ones are refused with the text of their EXPECT comment.
. tests/lib/tap.sh

# FILE COMPONENTS LINKS HARTS, counted on the drawing of each tree.
GOOD='
single-sram-rv32 2 1 1
single-sram-rv64 2 1 1
single-smem-rv32 2 1 1
single-smem-rv64 2 1 1
single-pib 2 1 1
single-atb 2 1 1
quad-funnel-rv32 6 5 4
quad-funnel-rv64 6 5 4
clusters 8 7 4
mixed 8 7 4
three-sinks 6 5 2
wide-funnel 14 13 12
deep 16 15 8
etrace 4 2 2
'

# compile SOURCE: to $TMP/t.dtb, without a single warning.
compile() {
  dtc -E graph_endpoint -O dtb -o "$TMP/t.dtb" "$1" 2>"$TMP/dtc.err" && [ ! -s "$TMP/dtc.err" ] && return
  cat "$TMP/dtc.err"
  return 1
}

good() {
  compile "dts/$1.dts" || return 1
  "$HARTRACE" topo "$TMP/t.dtb" >"$TMP/topo.out" || return 1
  [ "$(head -n 1 "$TMP/topo.out")" = "components $2, links $3, harts $4" ] || { head -n 1 "$TMP/topo.out"; return 1; }
}

# A bad tree may trouble dtc too, but it must compile. The message must be the expected one, word for word.
bad() {
  local want
  want=$(sed -n 's|^/\* EXPECT: \(.*\) \*/$|\1|p' "$1")
  [ -n "$want" ] || { echo "no EXPECT comment"; return 1; }
  dtc -q -O dtb -o "$TMP/t.dtb" "$1" || return 1
  "$HARTRACE" topo "$TMP/t.dtb" >"$TMP/topo.out" 2>"$TMP/topo.err"
  [ $? -eq 2 ] || { echo "not refused with status 2"; cat "$TMP/topo.out"; return 1; }
  [ ! -s "$TMP/topo.out" ] || { echo "printed something"; return 1; }
  [ "$(cat "$TMP/topo.err")" = "hartrace topo: $TMP/t.dtb: $want" ] && return
  echo "expected: $want"
  cat "$TMP/topo.err"
  return 1
}

# says FILE LINE...: the listing of dts/FILE.dts has each of these lines, spaces apart.
says() {
  local file=$1 line
  shift
  compile "dts/$file.dts" && "$HARTRACE" topo "$TMP/t.dtb" | tr -s ' ' >"$TMP/topo.out" || return 1
  for line; do
    grep -qxF -- "$line" "$TMP/topo.out" || { echo "no line: $line"; cat "$TMP/topo.out"; return 1; }
  done
}

while read -r file components links harts; do
  [ -z "$file" ] || check "$file has $components components, $links links" good "$file" "$components" "$links" "$harts"
done <<<"$GOOD"

every_tree_is_counted() {
  for f in dts/*.dts; do
    f=${f#dts/}
    grep -q "^${f%.dts} " <<<"$GOOD" || { echo "dts/$f is not in the list"; return 1; }
  done
}
check "every tree under dts/ is in the list" every_tree_is_counted

for f in dts/bad/*.dts; do
  name=${f##*/}
  check "refused: ${name%.dts}" bad "$f"
done

check "clusters start from the sink upwards and stop the other way round" says clusters \
  'start ramsink-0 funnel-2 funnel-0 funnel-1 encoder-0 encoder-1 encoder-2 encoder-3' \
  'stop encoder-3 encoder-2 encoder-1 encoder-0 funnel-1 funnel-0 funnel-2 ramsink-0' \
  'path encoder-3 -> funnel-1 -> funnel-2 -> ramsink-0'
check "the fourth encoder of the mixed tree has two ways" says mixed \
  'path encoder-3 -> funnel-1 -> ramsink-0' 'path encoder-3 -> ramsink-1' \
  'path encoder-2 -> funnel-0 -> funnel-1 -> ramsink-0'
check "input 8 to 11 of the wide funnel" says wide-funnel \
  'link encoder-8:0 -> funnel-0:8' 'link encoder-11:0 -> funnel-0:11'
check "what the properties of our own say" says single-smem-rv32 \
  'component encoder-0 0x03020000 hart 0 rv32 /soc@0/trace@3020000' \
  'component ramsink-0 0x06000000 smem 0x84000000+0x100000 /soc@0/trace@6000000'

check "the protocols that a tree states" says etrace \
  'component encoder-0 0x03020000 hart 0 rv64 E-Trace /soc/trace@3020000' \
  'component encoder-1 0x03021000 hart 1 rv64 N-Trace /soc/trace@3021000'
# Without ntrace=0 the encoder has both; a tree without parameters states none.
both_protocols() {
  sed 's/"ntrace=0", "etrace=1"/"etrace=1"/; s/"ntrace=1"/"fifo_bytes=128"/' dts/etrace.dts >"$TMP/both.dts" &&
    compile "$TMP/both.dts" && "$HARTRACE" topo "$TMP/t.dtb" | tr -s ' ' >"$TMP/topo.out" || return 1
  grep -qxF 'component encoder-0 0x03020000 hart 0 rv64 N-Trace or E-Trace /soc/trace@3020000' "$TMP/topo.out" &&
    grep -qxF 'component encoder-1 0x03021000 hart 1 rv64 /soc/trace@3021000' "$TMP/topo.out" && return
  cat "$TMP/topo.out"
  return 1
}
check "an encoder with both protocols, and one of which nothing is stated" both_protocols
protocols_dot() {
  compile dts/etrace.dts && "$HARTRACE" topo --dot "$TMP/t.dtb" | grep -F '"encoder-0" [' | grep -F '\nE-Trace"'
}
check "the drawing has the protocols, too" protocols_dot
protocols_json() {
  "$HARTRACE" topo -f json "$TMP/t.dtb" >"$TMP/one.json" && compile "$TMP/both.dts" && "$HARTRACE" topo -f json "$TMP/t.dtb" >"$TMP/both.json" &&
    python3 -c '
import json, sys
one, both = ([c["protocols"] for c in json.load(open(f))["components"]] for f in sys.argv[1:])
assert one == [["E-Trace"], ["N-Trace"], None, None], one
assert both == [["N-Trace", "E-Trace"], None, None, None], both' "$TMP/one.json" "$TMP/both.json"
}
check "the JSON has the protocols, too" protocols_json
# Both harts are decoded to what they executed, each by its protocol.
protocols_run() {
  compile dts/etrace.dts && "$HARTRACE" run -q "$BUILD/programs/rv64/smpwork.elf" --dtb "$TMP/t.dtb" --console "$TMP/console" >"$TMP/run.out" || return 1
  grep -q '^hart 0: equal: ' "$TMP/run.out" && grep -q '^hart 1: equal: ' "$TMP/run.out" && return
  cat "$TMP/run.out"
  return 1
}
check "etrace: simulated, a protocol for each hart" protocols_run

# Trees as others write them: links in one direction only, kinds and properties of ours absent.
kernel_tree() {
  dtc -q -O dtb -o "$TMP/t.dtb" tests/topology/one-way.dts || return 1
  "$HARTRACE" topo "$TMP/t.dtb" | tr -s ' ' >"$TMP/topo.out" || return 1
  diff "$TMP/topo.out" - <<'OUT'
components 4, links 3, harts 2
component sink-0 0x10001000 hart 0 /soc/trace@10001000
component encoder-0 0x10002000 hart 0 /soc/trace@10002000
component encoder-1 0x10003000 hart 1 /soc/trace@10003000
component funnel-0 0x10004000 /soc/trace@10004000
link encoder-0:0 -> funnel-0:0
link encoder-1:0 -> funnel-0:1
link funnel-0:0 -> sink-0:0
path encoder-0 -> funnel-0 -> sink-0
path encoder-1 -> funnel-0 -> sink-0
start sink-0 funnel-0 encoder-0 encoder-1
stop encoder-1 encoder-0 funnel-0 sink-0
OUT
}
check "one-way links, kinds that only the ports tell" kernel_tree

# Two buses, each with offsets: the tree has the sums.
nested() {
  dtc -q -O dtb -o "$TMP/t.dtb" tests/topology/nested-bus.dts || return 1
  "$HARTRACE" topo "$TMP/t.dtb" | tr -s ' ' >"$TMP/topo.out" || return 1
  grep -qx 'component encoder-0 0x340001000 hart 0 /bus/inner/trace@1000' "$TMP/topo.out" &&
    grep -qx 'component sink-0 0x350002000 /bus/inner/trace@12000' "$TMP/topo.out" && return
  cat "$TMP/topo.out"
  return 1
}
check "addresses go up through two buses" nested

drawn() {
  compile dts/mixed.dts && "$HARTRACE" topo --dot "$TMP/t.dtb" >"$TMP/t.dot" || return 1
  [ "$(grep -c ' -> ' "$TMP/t.dot")" = 7 ] && [ "$(grep -c 'shape=' "$TMP/t.dot")" = 8 ] &&
    grep -qF '"encoder-3" -> "ramsink-1" [taillabel="1", headlabel="0"];' "$TMP/t.dot"
}
check "a drawing with every component and link" drawn

# Every beginning of a tree is refused: as cut off, never read beyond its end.
cut_off() {
  compile dts/single-sram-rv32.dts || return 1
  local size n
  size=$(stat -c %s "$TMP/t.dtb")
  for n in 0 1 4 39 40 100 $((size / 2)) $((size - 1)); do
    head -c "$n" "$TMP/t.dtb" >"$TMP/cut.dtb"
    fails 2 'not a usable device tree \(compile one with dtc -O dtb\): FDT_ERR_(TRUNCATED|BADMAGIC)' "$HARTRACE" topo "$TMP/cut.dtb" || { echo "$n bytes"; return 1; }
  done
}
check "a tree that is cut off is refused" cut_off
check "a file that is no device tree is refused" fails 2 'FDT_ERR_BADMAGIC' "$HARTRACE" topo Makefile
check "no file" fails 2 'give a FILE.dtb' "$HARTRACE" topo
finish
