#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace convert with --map: small dumps of every form of a value change dump become the records and bytes that were meant; a dump or a map
# that is wrong is refused with the place and what to do. Dumps of a simulator are in tests/rtl/test_rtl_vpi.sh.
. tests/lib/tap.sh

convert() { "$HARTRACE" convert "$@"; }

# Three clocks of trace, two lanes: bytes 11 22, then 33 (the other lane is off), then a beat that is not taken; data changes at the edge.
cat >"$TMP/t.vcd" <<'VCD'
$date today $end
$timescale 1 ns $end
$scope module tb $end
$var wire 1 ! clk $end
$scope module dut $end
$var wire 1 " valid $end
$var wire 1 # ready $end
$var wire 16 $ data [15:0] $end
$var wire 2 % keep [1:0] $end
$var real 64 r volts $end
$var wire 5000 w wide $end
$upscope $end
$upscope $end
$enddefinitions $end
$comment values follow $end
#0
$dumpvars
0!
0"
x#
bx $
b11 %
r1.5 r
$end
#3
1"
1#
b10001000010001 $
#5
1!
b01 %
b1100110011 $
#10
0!
#15
1!
0#
b1111 $
#20
0!
#25
1!
VCD
cat >"$TMP/t.map" <<'MAP'
# of the test
clock = tb.clk

[trace]
valid = "tb.dut.valid"   # quotes are allowed
ready = dut.ready
data = data
keep = tb.dut.keep
MAP
bytes() { # WANT MAP VCD
  convert --to nex "$TMP/$3" --map "$TMP/$2" -o "$TMP/out.nex" && [ "$(od -An -tx1 "$TMP/out.nex" | tr -d ' \n')" = "$1" ] || { od -An -tx1 "$TMP/out.nex"; return 1; }
}
check "valid, ready, byte enables" bytes 112233 t.map t.vcd
sed '/^ready/d; /^keep/d' "$TMP/t.map" >"$TMP/all.map"
check "valid and data" bytes 112233030f00 all.map t.vcd
{ cat "$TMP/all.map"; echo 'last = valid'; } >"$TMP/last.map"
sed 's/b1111 \$/b10110000000011 $/' "$TMP/t.vcd" >"$TMP/last.vcd"
check "after the end of a message the last beat has none" bytes 11223303 last.map last.vcd
sed 's/^clock/edge = falling\nclock/' "$TMP/all.map" >"$TMP/fall.map"
check "the falling edge" bytes 33030f00 fall.map t.vcd
sed 's/^clock/reset = !ready\nclock/' "$TMP/all.map" >"$TMP/reset.map"
check "a reset that is active low" bytes 11223303 reset.map t.vcd
sed 's/^valid.*/&\nid = keep\nid_value = 1/' "$TMP/all.map" >"$TMP/id.map"
check "one of several sources" bytes 33030f00 id.map t.vcd
gzip -kf "$TMP/t.vcd"
check "compressed" bytes 112233 t.map t.vcd.gz

# Two blocks per clock, packed and by name; X is 0.
cat >"$TMP/h.py" <<'PY'
import sys
rows = [  # valid, block_valid, addresses, half-words, itypes, halted
    (1, 3, (0x80000000, 0x80000010), (2, 1), (5, 0), 0), (0, 3, (0x1, 0x1), (1, 1), (7, 7), 0), (1, 2, (0x6, 0x80000012), (9, 2), (6, 6), 0),
    (0, 0, (0, 0), (0, 0), (0, 0), 1), (0, 0, (0, 0), (0, 0), (0, 0), 1), (0, 0, (0, 0), (0, 0), (0, 0), 0), (1, 1, (0x80000100, 0), (3, 0), (0, 0), 0)]
print("$scope module c $end\n$var wire 1 a clk $end $var wire 1 b v $end $var wire 2 c bv $end")
print("$var wire 64 d ia $end $var wire 8 e ir $end $var wire 6 f it $end $var wire 1 g h $end")
for n, i in (("i0", "j"), ("i1", "k")):
    print(f"$var wire 32 {i} {n} $end")
print("$upscope $end $enddefinitions $end")
for t, (v, bv, ia, ir, it, h) in enumerate(rows):
    print(f"#{10 * t}\n0a\n{v}b\nb{bv:b} c\nb{ia[1] << 32 | ia[0]:b} d\nb{ir[1] << 4 | ir[0]:b} e\nb{it[1] << 3 | it[0]:b} f\n{h}g")
    print(f"b{ia[0]:b} j\nb{ia[1]:b} k\n#{10 * t + 5}\n1a")
PY
python3 "$TMP/h.py" >"$TMP/h.vcd"
printf 'clock = clk\n[hart]\nblocks = 2\nxlen = 32\nvalid = v\nblock_valid = bv\niaddr = ia\niretire = ir\nitype = it\nhalted = h\n' >"$TMP/h.map"
sed 's/^iaddr.*/iaddr = c.i0 c.i1/' "$TMP/h.map" >"$TMP/names.map"
records() { # MAP: what the encoder makes of them: the two streams of messages are those of the same story as text
  convert --to ingress "$TMP/h.vcd" --map "$TMP/$1" -o "$TMP/h.ing" || return 1
  "$HARTRACE" encode --ingress "$TMP/h.ing" --mode btm -o "$TMP/h.nex" && "$HARTRACE" dump "$TMP/h.nex" >"$TMP/h.txt" || return 1
  # SYNC 5 at 0x80000000; a taken branch after 2; an indirect jump to 0x80000012 does not come: the block there is the next; debug mode
  grep -q 'DirectBranch .*ICNT=0x2' "$TMP/h.txt" && grep -q 'ProgTraceSync .*SYNC=5 .*ADDR=0x40000000' "$TMP/h.txt" &&
    grep -q 'ProgTraceCorrelation .*EVCODE=0 .*ICNT=0x3' "$TMP/h.txt" && grep -q 'ProgTraceSync .*SYNC=3 .*ADDR=0x40000080' "$TMP/h.txt" || { cat "$TMP/h.txt"; return 1; }
}
check "blocks of one vector" records h.map
check "blocks with names of their own" records names.map

# ---- what is wrong ----

bad() { # PATTERN KIND VCD MAP
  fails 2 "$1" "$HARTRACE" convert --to "$2" "$TMP/$3" --map "$TMP/$4" -o "$TMP/bad.out" && [ ! -e "$TMP/bad.out" ]
}
edit() { sed "$2" "$TMP/$1" >"$TMP/edited.$3"; }
map() { # NAME PATTERN SED
  edit t.map "$3" map
  check "map: $1" bad "$2" nex t.vcd edited.map
}
vcd() { # NAME PATTERN SED
  edit t.vcd "$3" vcd
  check "dump: $1" bad "$2" nex edited.vcd t.map
}
map "a signal that is not there" 'no signal tb.dut.val, which the map names; a name that is there: tb.clk' 's/tb.dut.valid/tb.dut.val/'
map "an unknown key" 'trace.strobe: unknown key; docs' 's/^keep/strobe/'
map "no clock" 'no clock: add clock = SIGNAL' '/^clock/d'
map "no data" 'no trace.data: add it' '/^data/d'
map "no name" 'trace.data: no name of a signal' 's/^data.*/data = # none/'
map "an edge" 'edge: not an edge; it is rising or falling' 's/^clock/edge = up\nclock/'
map "no key" 'line 2 is neither' 's/^clock.*/clock/'
check "map: not there" bad 'none.map' nex t.vcd none.map
check "waves without a map" fails 2 'waves need --map FILE' "$HARTRACE" convert --to ingress "$TMP/t.vcd"
check "a map for another kind" fails 2 '[-]-map is for --to ingress and --to nex' "$HARTRACE" convert --to pcinfo --map "$TMP/t.map"
check "no records" fails 0 'no record in 3 clocks out of reset; check clock, reset and hart.valid' "$HARTRACE" convert --to ingress "$TMP/t.vcd" -o "$TMP/none.ing" \
  --map <(printf 'clock = clk\n[hart]\nvalid = volts\niaddr = data\niretire = keep\nitype = keep\n')
vcd "no declarations" 'line [0-9]*: no .enddefinitions: this is no value change dump' '/enddefinitions/,$d'
vcd "text" 'line 1: a declaration begins with' '1s/.*/hello/'
vcd "a time that goes back" 'line [0-9]*: a time that is no number, or goes back' 's/^#10$/#2/'
vcd "no time" 'a time that is no number' 's/^#10$/#ten/'
vcd "no value" 'line [0-9]*: neither a time nor a value' 's/^#10$/hello/'
vcd "cut off in a value" 'the file ends in a value' '$s/.*/b1/'
vcd "cut off in a declaration" 'line [0-9]*: the file ends in a declaration' 's/ready.*/ready/;/data/,$d'
vcd "a width" "that is not '.var TYPE SIZE ID NAME" 's/wire 16/wire none/'
ambiguous() {
  sed 's/^\$upscope \$end$/$scope module other $end $var wire 1 z valid $end $upscope $end\n&/;' "$TMP/t.vcd" >"$TMP/two.vcd"
  sed 's/"tb.dut.valid"/valid/' "$TMP/t.map" >"$TMP/two.map"
  bad 'several signals have the name valid, tb.dut.valid is one; give the map the whole path' nex two.vcd two.map
}
check "an ambiguous name" ambiguous
odd() {
  sed 's/b10000000000000000000000000000000 j/b1 j/' "$TMP/h.vcd" >"$TMP/odd.vcd"
  bad 'time 5, clock 1: no hart reports this .*check the map' ingress odd.vcd names.map
}
check "an odd address" odd
: >"$TMP/x.fst"
no_fst_here() {
  local tool
  mkdir "$TMP/bin"
  for tool in cat grep; do ln -s "$(command -v $tool)" "$TMP/bin/$tool"; done
  PATH=$TMP/bin fails 2 "FST needs GTKWave's fst2vcd, which was not found; install gtkwave" "$(realpath "$HARTRACE")" convert --to nex "$TMP/x.fst" --map "$TMP/t.map"
}
check "no fst2vcd" no_fst_here
if command -v fst2vcd >/dev/null; then
  check "no FST" fails 2 'x.fst: ' "$HARTRACE" convert --to nex "$TMP/x.fst" --map "$TMP/t.map"
else
  skip "no FST" "no fst2vcd"
fi
check "no such file" fails 2 'none.fst: .*No such file' "$HARTRACE" convert --to nex "$TMP/none.fst" --map "$TMP/t.map"

# ---- other ports: tests/trace/test_shape.c compares the records ----

shaped() {
  local elf=$BUILD/programs/rv32/timer.elf
  timeout 400 "$HARTRACE" run "$elf" -q --save-ingress "$TMP/run.ing" --save-pcs "$TMP/run.pcs" >/dev/null 2>&1 || return 1
  convert --to ingress "$TMP/run.ing" --blocks 2 --iretire-bits 5 --itype-width 3 --gaps 3 -o "$TMP/shaped.ing" || return 1
  [ "$(wc -c <"$TMP/shaped.ing")" -lt "$(wc -c <"$TMP/run.ing")" ] && "$HARTRACE" encode --ingress "$TMP/shaped.ing" --mode htm -o "$TMP/shaped.nex" &&
    "$HARTRACE" verify "$TMP/shaped.nex" --elf "$elf" --pcs "$TMP/run.pcs" -q
}
check "a stream for another port: the same program" shaped
check "too many blocks" fails 2 'it is 1 to 4' "$HARTRACE" convert --to ingress "$TMP/run.ing" --blocks 9 -o "$TMP/no.ing"
check "a shape for another kind" fails 2 'are for --to ingress of an ingress stream' "$HARTRACE" convert --to pconly --blocks 2 --ingress "$TMP/run.ing"
finish
