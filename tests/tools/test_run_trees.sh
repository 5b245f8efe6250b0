#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace run with several harts: every device tree under dts/, every sink that an encoder can reach, both modes; what each hart
# retired is what its messages decode to. Then what can go wrong.
. tests/lib/tap.sh
. tests/tools/lib.sh

rv32=$BUILD/programs/rv32
rv64=$BUILD/programs/rv64
dtb=$BUILD/dts

run() {
  "$HARTRACE" run "$@" --console "$TMP/console"
}

# harts_equal N COMMAND...: N lines "hart I: equal", I from 0, and the sum; with one hart only the line of the sum.
harts_equal() {
  local n=$1 i
  shift
  "$@" >"$TMP/run.out" 2>"$TMP/run.err" || { cat "$TMP/run.out" "$TMP/run.err"; return 1; }
  for ((i = 0; i < n && n > 1; i++)); do
    grep -Eq "^hart $i: equal: [1-9][0-9]* instructions" "$TMP/run.out" || { cat "$TMP/run.out"; return 1; }
  done
  grep -Eq '^equal: [1-9][0-9]* instructions' "$TMP/run.out" && ! grep -qv 'decode it with: ' "$TMP/run.err" && return
  cat "$TMP/run.out" "$TMP/run.err"
  return 1
}

same_bytes() {
  [ -s "$2" ] && cmp "$1" "$2"
}

# TREE HARTS SINKS, counted on the drawing of each tree; own: each hart has a sink of its own.
while read -r tree harts sinks; do
  [ -n "$tree" ] || continue
  bits=64
  case $tree in *rv32) bits=32 ;; esac
  for sink in $sinks; do
    to=(--sink "$sink")
    [ "$sink" != own ] || to=()
    for mode in htm btm; do
      check "$tree, $sink, $mode" harts_equal "$harts" run "$BUILD/programs/rv$bits/smpipi.elf" --dtb "$dtb/$tree.dtb" \
        "${to[@]}" --mode $mode --te trTeInstStallEna=1
    done
  done
done <<'TREES'
single-sram-rv32 1 ramsink-0
single-sram-rv64 1 ramsink-0
single-smem-rv32 1 ramsink-0
single-smem-rv64 1 ramsink-0
single-pib 1 pibsink-0
single-atb 1 atbbridge-0
quad-funnel-rv32 4 ramsink-0
quad-funnel-rv64 4 ramsink-0
clusters 4 ramsink-0
mixed 4 ramsink-0
three-sinks 2 ramsink-0 pibsink-0 atbbridge-0
wide-funnel 12 ramsink-0
deep 8 ramsink-0
etrace 2 own
TREES
# Timestamps down two levels of funnels, shared by four encoders: each is the cycle of what it stands for.
run "$rv64/smpipi.elf" --dtb "$dtb/clusters.dtb" --save-trace "$TMP/c.nex" --save-ingress "$TMP/c.ing" >/dev/null 2>&1
for hart in 0 1 2 3; do
  check "clusters, hart $hart: shared timestamps, strictly" says 0 '^strict: [1-9][0-9]* traps, .*, [1-9][0-9]+ times$' "$HARTRACE" \
    verify --strict "$TMP/c.nex" --ingress "$TMP/c.ing" --hart $hart --src $hart --te trTeSrcBits=4 --te trTsEnable=1 --te trTsMode=shared
done
check "no tree of dts/ is left out" \
  [ "$(ls dts/*.dts | wc -l)" = "$(grep -cE '^[a-z0-9-]+ [0-9]+ ([a-z]+(sink|bridge)-0|own)' "$0")" ]

for program in smplock smpwork; do
  check "$program on two funnel levels" harts_equal 4 run "$rv64/$program.elf" --dtb "$dtb/clusters.dtb"
done
check "narrow links on three levels make harts wait, and nothing is lost" says 0 '\([1-9][0-9]{3,} stalled\)' \
  run "$rv64/smplock.elf" --dtb "$dtb/deep.dtb" --te trTeInstStallEna=1
check "hart by hart" [ "$(grep -c '^hart [0-7]: equal: ' "$TMP/says.out")" = 8 ]
check "without stall they lose trace, each of them" fails 0 'hart 7: the encoder lost trace [1-9]' \
  run "$rv64/smplock.elf" --dtb "$dtb/deep.dtb"
check "and what is left agrees" [ "$(grep -c '^hart [0-7]: equal in part: [1-9]' "$TMP/fails.out")" = 8 ]
check "registers that hold garbage after reset do no harm" \
  harts_equal 4 run "$rv64/smplock.elf" --dtb "$dtb/clusters.dtb" --param garbage=77
for n in 1 2 8 16; do
  check "--harts $n" harts_equal $n run "$rv32/smplock.elf" --harts $n
done
check "the program agrees that there are 16" grep -q 'smplock ok, harts 16' "$TMP/console"
check "system memory as sink of several" harts_equal 3 run "$rv64/smplock.elf" --harts 3 --sink smem

# A program for each hart.
for x in 32 64; do
  check "two programs, RV$x" harts_equal 2 run "$BUILD/programs/rv$x/sort.elf" "$BUILD/programs/rv$x/crc-second.elf" --harts 2
  check "hart 1 ran the second" grep -q 'crc ok' "$TMP/console"
done
check "the last program is for all other harts" harts_equal 4 run "$rv64/crc.elf" "$rv64/sort-second.elf" --harts 4

# Destinations.
check "one hart to a sink of its own, three to the other" \
  harts_equal 4 run "$rv64/smplock.elf" --dtb "$dtb/mixed.dtb" --sink 3=ramsink-1 --sink ramsink-0 --save-trace "$TMP/t.nex"
check "each sink is saved" [ -s "$TMP/t.nex.ramsink-0" -a -s "$TMP/t.nex.ramsink-1" ]
check "harts that cannot go there are not traced" says 0 '^hart 2: not traced' \
  run "$rv64/smplock.elf" --dtb "$dtb/mixed.dtb" --sink ramsink-1
check "the one that can is" grep -q '^hart 3: equal' "$TMP/says.out"
for pib in manchester uart:1 1 2:1:center 4:3 8:0:center 16; do
  check "pins, --pib $pib" harts_equal 2 run "$rv64/smpipi.elf" --dtb "$dtb/three-sinks.dtb" --sink pib --pib $pib \
    --te trTeInstStallEna=1
done

# Parameters of components, one by one: what the driver finds there is another, the trace is the same.
while read -r tree sink params; do
  for p in $params; do
    check "$tree, $sink, $p" harts_equal "$([ "$tree" = clusters ] && echo 4 || echo 2)" run "$rv64/smpipi.elf" --dtb "$dtb/$tree.dtb" \
      --sink "$sink" --te trTeInstStallEna=1 --param "$p"
  done
done <<'PARAMS'
clusters ramsink-0 funnel.fifo_bytes=0 funnel-2.link_bytes=1 funnel.dis_inputs=0 funnel.power_ticks=300 encoder.enable_ticks=90 encoder-3.icnt_bits=6
clusters ramsink-0 ramsink.width=16 ramsink.start_align=4096 ramsink.words_per_tick=1 ramsink.read_active=1 ramsink.smem_data=1 ramsink.async=1 ramsink.enable_ticks=500
three-sinks atbbridge-0 atbbridge.width=16 atbbridge.wait_ticks=30 atbbridge.async=1 atbbridge.fsync_frames=3 atbbridge.repeat_frames=1
three-sinks pib pibsink.async=1 pibsink.idle_sync=1 pibsink.calibrate=0 pibsink.clk_centers=1 pibsink.divider_bits=3
PARAMS
check "what a component does not have" fails 2 "'fifo=1': no such parameter" run "$rv64/smpipi.elf" --harts 2 --param funnel.fifo=1
check "a component that is not there" fails 2 'no such component' run "$rv64/smpipi.elf" --harts 2 --param funnel-1.fifo_bytes=64
check "a mode that the pins do not have" fails 2 'trace@3040000: not supported' run "$rv64/smpipi.elf" --dtb "$dtb/three-sinks.dtb" \
  --sink pib --pib 4:1 --param pibsink.modes=0x20
check "only a simulation has components" fails 2 "unknown parameter 'ramsink.width'" "$HARTRACE" decode x --param ramsink.width=8

# Sinks that are too small, or too slow.
check "a wrapped sink: the end of each hart" fails 0 'the sink wrapped' \
  run "$rv64/smplock.elf" --harts 4 --sink-size 4096 --te trTeInstSyncMode=messages --te trTeInstSyncMax=0
check "agrees, hart by hart" [ "$(grep -c '^hart [0-3]: equal in part: [1-9]' "$TMP/fails.out")" = 4 ]
check "slow pins without stall: what is left agrees" fails 0 'hart 1: the encoder lost trace [1-9]' \
  run "$rv64/smplock.elf" --dtb "$dtb/three-sinks.dtb" --sink pib --pib 1:1
check "hart by hart" [ "$(grep -c '^hart [01]: equal in part: [1-9]' "$TMP/fails.out")" = 2 ]

# What is saved can be taken apart again: SRC gives the hart, and timestamps give the order.
run "$rv64/smpwork.elf" --dtb "$dtb/clusters.dtb" --save-trace "$TMP/c.nex" --save-pcs "$TMP/c.pcs" \
  --save-ingress "$TMP/c.ing" >"$TMP/run.out" 2>&1
te="--te trTeSrcBits=4 --te trTsEnable=1"
for hart in 0 1 2 3; do
  check "hart $hart verifies from the file of all" says 0 '^equal: ' \
    "$HARTRACE" verify "$TMP/c.nex" --elf "$rv64/smpwork.elf" --pcs "$TMP/c.pcs.$hart" --src $hart $te
  check "and with the ingress stream of all" says 0 '^equal: ' \
    "$HARTRACE" verify "$TMP/c.nex" --ingress "$TMP/c.ing" --hart $hart --src $hart $te
done
"$HARTRACE" split "$TMP/c.nex" --by src $te -o "$TMP/part" >"$TMP/split.out" 2>&1
"$HARTRACE" merge "$TMP"/part*src* $te -o "$TMP/merged.nex" >"$TMP/merge.out" 2>&1
check "split and merged by time, nothing is lost" \
  [ "$(stat -c %s "$TMP/merged.nex")" = "$(cat "$TMP"/part*src* | wc -c)" ]
check "and each hart verifies" says 0 '^equal: ' \
  "$HARTRACE" verify "$TMP/merged.nex" --elf "$rv64/smpwork.elf" --pcs "$TMP/c.pcs.2" --src 2 $te

# All sources in one pass: each as alone, and in the order of time or of the messages.
all="decode $TMP/c.nex --elf $rv64/smpwork.elf $te --src all"
each_as_alone() {
  local hart
  # shellcheck disable=SC2086
  "$HARTRACE" $all ${1:-} -o "$TMP/all.txt" || return 1
  for hart in 0 1 2 3; do
    "$HARTRACE" decode "$TMP/c.nex" --elf "$rv64/smpwork.elf" $te --src $hart -o "$TMP/alone.txt" &&
      awk -v h="[$hart]" '/^#/ { on = $3 == h; sub(/ \[[0-9]+\]/, "") } on' "$TMP/all.txt" | cmp - "$TMP/alone.txt" || return 1
  done
}
check "all sources, in the order of time" each_as_alone
check "all sources, in the order of the messages" each_as_alone "--order stream"
# Times never go back; nor do numbers of messages, which in the order of time they do.
# shellcheck disable=SC2086
in_order() {
  "$HARTRACE" $all -f csv $1 | awk -F, -v c="$2" '$3 == "timestamp" { back += $c < last; last = $c; n++ }
    END { exit !(n > 2000 && (back > 0) == '"$3"') }'
}
check "time goes on" in_order "" 11 0
check "messages do not" in_order "" 1 1
check "in the order of the messages they do" in_order "--order stream" 1 0
check "and time does not" in_order "--order stream" 11 1
# A DirectBranch of source 15, as damage can make one: it is no source, and the others are not troubled.
stray() {
  { cat "$TMP/c.nex"; printf '\x0C\x7D\x27'; } >"$TMP/stray.nex"
  # shellcheck disable=SC2086
  fails 1 'source 15 is left out: 1 message, none of them synchronizing' "$HARTRACE" ${all/c.nex/stray.nex} -f csv -o "$TMP/stray.csv" &&
    [ "$(wc -l <"$TMP/fails.err")" = 1 ] && [ "$(grep -cE '^[0-9]+,[0-9]+,end,' "$TMP/stray.csv")" = 4 ]
}
check "a stray message is no source" stray
# shellcheck disable=SC2086
check "as JSON lines" [ "$("$HARTRACE" $all -f jsonl | grep -c '^{"msg":[0-9]*,"offset":[0-9]*,"type":"end","src":[0-3],')" = 4 ]
# shellcheck disable=SC2086
check "PC lists have no place for a source" fails 2 'text, jsonl or csv' "$HARTRACE" $all -f pcs
check "a pipe cannot be read four times" fails 2 'save it in a file' "$HARTRACE" decode - --elf x --te trTeSrcBits=4 --src all
check "no SRC, no sources" fails 2 'width of SRC is 0' "$HARTRACE" decode "$TMP/c.nex" --elf "$rv64/smpwork.elf" --src all
check "no time, no order of time" fails 2 'without timestamps' "$HARTRACE" decode "$TMP/t.nex.ramsink-0" \
  --elf "$rv64/smplock.elf" --te trTeSrcBits=4 --src all --order time
check "decoded as one they are nonsense, and that is said" fails 1 'add --src all, or --src N' \
  "$HARTRACE" decode "$TMP/c.nex" --elf "$rv64/smpwork.elf" $te -o "$TMP/x"
# Of a snapshot, with encoders that were not used and two sinks.
snapshot_sources() {
  run "$rv64/smplock.elf" --dtb "$dtb/mixed.dtb" "$@" --save-snapshot "$TMP/snap" >"$TMP/run.out" 2>&1 &&
    "$HARTRACE" decode "$TMP/snap" --src all -f csv | awk -F, '$3 == "range" { n[$12] += $6 }
      END { for (h = 0; h < 4; h++) printf "hart %d: %d\n", h, n[h] }' >"$TMP/counts"
  sed -nE 's/^(hart [0-9]): equal: ([0-9]+) .*/\1: \2/p; s/^(hart [0-9]): not traced/\1: 0/p' "$TMP/run.out" | diff - "$TMP/counts"
}
check "all sources of a snapshot" snapshot_sources --sink 3=ramsink-1 --sink ramsink-0
check "only encoders that sent something are sources" snapshot_sources --sink 3=ramsink-1
check "so the only one needs no choice" says 0 '#0 @0 trace on' "$HARTRACE" decode "$TMP/snap"

# The outside world: pins through sigrok, frames through Arm's lister.
if command -v sigrok-cli >/dev/null; then
  run "$rv64/smpipi.elf" --dtb "$dtb/three-sinks.dtb" --sink pib --pib 4:1 --te trTeInstStallEna=1 --save-vcd "$TMP/p.vcd" \
    --save-trace "$TMP/p.nex" >"$TMP/run.out" 2>&1
  SIGROKDECODE_DIR=plugins/sigrok PYTHONDONTWRITEBYTECODE=1 sigrok-cli -i "$TMP/p.vcd" -I vcd -B trace_pib=bytes \
    -P trace_pib:protocol=parallel:width=4:center=no:ticks=2:clk=TRC_CLK:d0=TRC_DATA0:d1=TRC_DATA1:d2=TRC_DATA2:d3=TRC_DATA3 \
    >"$TMP/sigrok.bin" 2>"$TMP/sigrok.err"
  check "sigrok reads the same bytes from the pins" same_bytes "$TMP/sigrok.bin" "$TMP/p.nex"
else
  skip "sigrok reads the same bytes from the pins" "no sigrok-cli"
fi
if command -v trc_pkt_lister >/dev/null; then
  run "$rv64/smpipi.elf" --dtb "$dtb/single-atb.dtb" --save-snapshot "$TMP/cs" --save-trace "$TMP/a.nex" >"$TMP/run.out" 2>&1
  trc_pkt_lister -ss_dir "$TMP/cs" -o_raw_unpacked -logstdout -logfilename /dev/null 2>&1 | awk '/Frame Data/ { on = 0
    for (i = 1; i <= NF; i++) { t = $i; sub(/;$/, "", t)
      if (t ~ /^ID_DATA\[/) on = t == "ID_DATA[0x01]"; else if (on && t ~ /^[0-9a-f][0-9a-f]$/) print t } }' >"$TMP/listed"
  od -An -v -tx1 -w1 "$TMP/a.nex" | tr -d ' ' >"$TMP/given"
  check "trc_pkt_lister reads the same bytes from the frames" same_bytes "$TMP/listed" "$TMP/given"
else
  skip "trc_pkt_lister reads the same bytes from the frames" "no trc_pkt_lister"
fi

# What is refused.
check "both --harts and --dtb" fails 2 'leave --harts out' run "$rv64/crc.elf" --harts 2 --dtb "$dtb/clusters.dtb"
check "too many harts" fails 2 'harts 17: out of range; 1 to 16' run "$rv64/crc.elf" --harts 17
check "a sink that is not there" fails 2 'no such sink; there are: ramsink-0 pibsink-0 atbbridge-0' \
  run "$rv64/crc.elf" --dtb "$dtb/three-sinks.dtb" --sink ramsink-1
check "a hart that is not there" fails 2 'no such hart; .* harts are 0 to 1' \
  run "$rv64/crc.elf" --dtb "$dtb/three-sinks.dtb" --sink 2=pib
check "a hart with no way there" fails 2 '--sink 0=ramsink-1: .*encoder-0 cannot reach ramsink-1' \
  run "$rv64/crc.elf" --dtb "$dtb/mixed.dtb" --sink 0=ramsink-1
check "a program of another XLEN" fails 2 'has an RV64 hart, but the platform is RV32' \
  run "$rv32/crc.elf" --dtb "$dtb/clusters.dtb"
check "a device tree that is none" fails 2 'crc.elf: ' run "$rv64/crc.elf" --dtb "$rv64/crc.elf"
check "a mode that no PIB sink has" fails 2 'write MODE' run "$rv64/crc.elf" --pib 3
check "center without pins" fails 2 'write MODE' run "$rv64/crc.elf" --pib uart:1:center
window() {
  sed "s/hartrace,smem-window = <0x0 0x84000000/hartrace,smem-window = <$1/" dts/clusters.dts | dtc -q -I dts -O dtb -o "$TMP/w.dtb"
  run "$rv64/smpipi.elf" --dtb "$TMP/w.dtb"
}
check "a buffer that is not in memory" fails 2 'w.dtb: /soc/trace@6000000: hartrace,smem-window, .* is not in the memory' window '0x1 0x84000000'
check "a buffer that ends outside" fails 2 'is not in the memory, 0x8000000 bytes at 0x80000000' window '0x0 0x87fff000'
check "a buffer over the program" fails 2 'smpipi.elf: overlaps the trace buffer of /soc/trace@6000000' window '0x0 0x80000000'
same_src() {
  sed "$1" dts/clusters.dts | dtc -q -I dts -O dtb -o "$TMP/w.dtb"
  run "$rv64/smpipi.elf" --dtb "$TMP/w.dtb"
}
check "two encoders with one SRC" fails 2 '/soc/trace@3022000: SRC is 1, as that of /soc/trace@3021000, and both send to ramsink-0' \
  same_src 's/hartrace,src-id = <2>/hartrace,src-id = <1>/'
check "several harts without SRC" fails 2 'trace@3021000: no SRC in its messages' run "$rv64/smpipi.elf" --dtb "$dtb/clusters.dtb" \
  --te trTeInhibitSrc=1
check "a hart that has its sink alone needs none" says 0 '^hart 3: equal' run "$rv64/smpipi.elf" --dtb "$dtb/mixed.dtb" \
  --sink 3=ramsink-1 --te trTeInhibitSrc=1
check "two programs in one place" fails 2 'overlaps .*crc.elf' run "$rv64/crc.elf" "$rv64/sort.elf" --harts 2
check "more programs than harts" fails 2 '2 programs for 1 hart$|overlaps' run "$rv64/crc.elf" "$rv64/crc.elf"
check "programs of two XLENs" fails 2 'all harts have the same XLEN' run "$rv64/crc.elf" "$rv32/sort.elf" --harts 2
finish
