#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data trace of programs on the simulated hart against the hart's own loads, stores and atomics, entry by entry
# (docs/reference/data-trace.md). HARTRACE_SOAK: all programs, in every way, instead of a few.
. tests/lib/tap.sh
. tests/tools/lib.sh

on="--param data_trace=1 --te trTeDataTracing=1"
run() { # PROGRAM OPTION...
  "$HARTRACE" run "$BUILD/programs/$1.elf" --console "$TMP/console" --sink-size 64M $on "${@:2}"
}
# A link of a byte per cycle, and a queue in which instruction trace alone loses nothing of any of these programs (RV32 sijump in BTM needs more
# than 512 bytes).
drops="--te trTeDataDropEna=1 --te trTeDataAddrCompress=1 --param link_bytes=1 --param fifo_bytes=1024"
opts="--te trTeInstEnRepeatedHistory=1 --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3 --te trTeInstEnSequentialJump=1"

# All instructions and accesses; with drops, what was not dropped, and all instructions. verify says the same, with the list of accesses and with
# the ingress stream, of what was saved.
saved="--save-trace $TMP/v.nex --sidecar --save-ingress $TMP/v.ing --save-accesses $TMP/v.acc"
verified() { # FILE: what run says
  local from
  for from in acc ing; do
    "$HARTRACE" verify "$TMP/v.nex" --ingress "$TMP/v.ing" --accesses "$TMP/v.$from" >"$TMP/verified" 2>&1 &&
      [ "$(grep '^data equal' "$TMP/verified")" = "$(grep '^data equal' "$1")" ] || { cat "$TMP/verified" "$1"; return 1; }
  done
}
whole() {
  run "$@" --te trTeDataAddrCompress=1 $saved >"$TMP/whole" 2>&1 && grep -Eq '^equal: [1-9][0-9]* instructions' "$TMP/whole" &&
    grep -Eq '^data equal: [1-9][0-9]* accesses$' "$TMP/whole" || { cat "$TMP/whole"; return 1; }
  verified "$TMP/whole"
}
dropped() {
  run "$@" $drops $saved >"$TMP/dropped" 2>&1 || { cat "$TMP/dropped"; return 1; }
  verified "$TMP/dropped" || return 1
  grep -Eq '^equal: [1-9][0-9]* instructions' "$TMP/dropped" &&
    grep -Eq '^data equal: [0-9]+ access(es)?(, [1-9][0-9]* without a message after [1-9][0-9]* announced loss(es)?)?$' "$TMP/dropped" ||
    { cat "$TMP/dropped"; return 1; }
}

programs="atomic timer state"
if [ -n "${HARTRACE_SOAK:-}" ]; then
  programs=$(awk '$1 == "sync" || $1 == "irq" || $1 == "high" { print $3 }' "$BUILD/programs/list" | sort -u)
fi
for x in 32 64; do
  for p in $programs; do
    [ -e "$BUILD/programs/rv$x/$p.elf" ] || continue
    for mode in htm btm; do
      [ -n "${HARTRACE_SOAK:-}" ] || [ "$p" != timer ] || [ $x$mode = 32btm ] || continue
      check "RV$x $p $mode: every access" whole "rv$x/$p" --mode $mode
      check "RV$x $p $mode: with drops" dropped "rv$x/$p" --mode $mode
      check "RV$x $p $mode: with drops and optimizations" dropped "rv$x/$p" --mode $mode $opts
    done
  done
done
check "something was dropped" grep -q 'announced loss' "$TMP/dropped"

check "full addresses" says 0 '^data equal: 3102 accesses$' run rv64/atomic
check "without values" says 0 '^data equal: 3102 accesses$' run rv64/atomic --te trTeDataNoValue=1 --te trTeDataAddrCompress=1
check "without addresses" says 0 '^data equal: 3102 accesses$' run rv64/atomic --te trTeDataNoAddr=1
check "with SRC and timestamps" says 0 '^data equal: 3102 accesses$' \
  run rv64/atomic --te trTeSrcBits=4 --te trTeSrcID=5 --te trTsEnable=1
check "with a stall for data nothing is missing" says 0 '^data equal: 3102 accesses$' \
  run rv64/atomic --te trTeDataStallEna=1 --param link_bytes=1 --param fifo_bytes=128
check "compression 2 is not granted, and 1 is used" fails 0 'trTeDataAddrCompress: asked for 2, the encoder granted 1' \
  run rv64/atomic --te trTeDataAddrCompress=2
check "filters: it is not compared" fails 0 'data trace is not compared' \
  run rv64/atomic --param filters=1 --te trTeDataFilters=1 --te trTeFilterEnable=1

# ---- verify ----

E=$BUILD/programs/rv64/atomic.elf
check "a trace and lists to verify" run rv64/atomic --mode btm --save-trace "$TMP/l.nex" --sidecar --save-pcs "$TMP/l.pcs" --save-accesses "$TMP/l.acc"
verify() { "$HARTRACE" verify "$TMP/l.nex" --elf "$E" --pcs "$TMP/l.pcs" --accesses "$TMP/edited" -q "$@"; }
# The hart's first accesses, by hand: it loads the address of its entry; then it clears .bss from 0x80001000 on, 8 bytes at a time.
first_lines() {
  printf '%s\n' 0x80000008,R,0x80000010,8, 0x80000358,W,0x80001000,8,0x0 0x80000358,W,0x80001008,8,0x0 | diff - <(head -n 3 "$TMP/l.acc" | sed '1s/[^,]*$//')
}
check "the list has PC, R or W, address, bytes, value" first_lines
# edited SED PATTERN: the list with one edit differs, at the line it was made in.
edited() {
  sed -E "$1" "$TMP/l.acc" >"$TMP/edited" && ! cmp -s "$TMP/l.acc" "$TMP/edited" || { echo "the edit changed nothing"; return 1; }
  fails 1 "$2" verify
}
check "an edited value" edited '1000s/0x[0-9A-F]+$/0x77/' 'l.nex: differs at instruction [0-9]+: message [0-9]+ at offset [0-9]+: data trace: another value: the trace has a read of 8 bytes at 0x80001000: 0x3073, by 0x80000276; the hart has a read of 8 bytes at 0x80001000: 0x77, by 0x80000276 \(line 1000\)$'
check "an edited address" edited '1000s/,0x80001000,/,0x80001008,/' 'another address: .*by 0x80000276 \(line 1000\)'
check "an edited size" edited '1000s/,8,/,4,/' 'another value: .*a read of 4 bytes at .*\(line 1000\)'
check "an edited direction" edited '1000s/,R,/,W,/' 'an access of another instruction: .*the hart has a write of .*\(line 1000\)'
check "an edited instruction" edited '1000s/^0x80000276/0x80000278/' 'an access of another instruction: .*by 0x80000278 \(line 1000\)'
check "an access less" edited '1000d' 'an access of another instruction: .*\(line 1000\)'
check "the last access less" edited '$d' 'an access that the hart did not make: the trace has a write of 4 bytes at 0x100000: 0x5555'
check "an access more" edited '$p' 'an access of the hart that the trace does not have: the hart has a write of 4 bytes at 0x100000: 0x5555, by 0x[0-9a-f]+ \(line 3103\)'
check "comments, empty lines and decimal numbers" bash -c "{ echo '# PC'; echo; sed 's/,0x0\$/,0/' '$TMP/l.acc'; } >'$TMP/edited'"
check "are read" says 0 '^data equal: 3102 accesses$' verify
# malformed LINE: the list that ends with it cannot be used.
malformed() {
  { cat "$TMP/l.acc"; echo "$1"; } >"$TMP/edited" && fails 2 "edited: line 3103: '.*' is not PC,R.W,ADDRESS,SIZE,VALUE" verify
}
for line in 0x80000000 0x80000000,X,0x80000000,4,0 0x80000000,R,0x80000000,4 0x80000000,R,0x80000000,3,0 0x80000000,R,0x80000000,0,0 \
  0x80000000,W,0x80000000,1,0x100 0x80000000,W,0x80000000,1,1,1 ,W,,, "$(printf '%0200d' 0)"; do
  check "not an access: ${line:0:40}" malformed "$line"
done
cp "$TMP/l.acc" "$TMP/edited"
# in_the_trace PYTHON PATTERN: `trace` without some messages, or with other bytes. at: a DataWrite in the middle; its last byte has bits of DATA above MSEO.
"$HARTRACE" dump "$TMP/l.nex" -q --format jsonl -o "$TMP/l.jsonl"
in_the_trace() {
  python3 -c "
import json
trace = bytearray(open('$TMP/l.nex', 'rb').read())
messages = [json.loads(line) for line in open('$TMP/l.jsonl')]
at = next(m for m in messages if m['msg'] > 500 and m['name'] == 'DataWriteSync' and m['fields']['DATA'] != '0x0')
def drop(some):
    for m in reversed(some):
        del trace[m['offset']:m['offset'] + m['length']]
$1
open('$TMP/x.nex', 'wb').write(trace)" && cp "$TMP/l.nex.toml" "$TMP/x.nex.toml" || return 1
  fails 1 "$2" "$HARTRACE" verify "$TMP/x.nex" --elf "$E" --pcs "$TMP/l.pcs" --accesses "$TMP/l.acc" -q
}
check "another value in the trace" in_the_trace "trace[at['offset'] + at['length'] - 1] ^= 4" 'data trace: another value: the trace has a write'
check "a message that is not there" in_the_trace "drop([at])" 'data trace: (an access of|a data message of|another|an access without)'
check "a DataRead for a DataWrite" in_the_trace "trace[at['offset']] = 14 << 2" 'a data message of another direction or size than its instruction has: the trace has a read of'
check "no data message at all" in_the_trace "drop([m for m in messages if m['name'].startswith('Data')])" \
  'an access without a data message, and no announcement of a loss: the trace has no message, by 0x80000008; the hart has a read of 8 bytes at 0x80000010'
check "JSON has counts" bash -c "'$HARTRACE' verify '$TMP/l.nex' --elf '$E' --pcs '$TMP/l.pcs' --accesses '$TMP/l.acc' -q -f json | grep -q '\"accesses\": 3102'"
# All but conditional stores that failed: these have none in any case.
valued=$(awk -F, '$4 != 0' "$TMP/l.acc" | wc -l)
check "without values they are counted, when nothing says that there are none" bash -c \
  "'$HARTRACE' run '$E' --console /dev/null $on --te trTeDataNoValue=1 -q --mode btm --save-trace '$TMP/n.nex' >/dev/null 2>&1 &&
   '$HARTRACE' verify '$TMP/n.nex' --elf '$E' --pcs '$TMP/l.pcs' --accesses '$TMP/l.acc' -q | grep -qx 'data equal: 3102 accesses, $valued without a value'"
check "and refused when there have to be some" fails 1 'a data message without a value' \
  "$HARTRACE" verify "$TMP/n.nex" --elf "$E" --pcs "$TMP/l.pcs" --accesses "$TMP/l.acc" -q --te trTeDataNoValue=0
for o in partial resync wrapped; do
  check "--$o: not compared" fails 2 "leave out --$o" verify --$o
done
check "filters: not compared" fails 2 'with trTeDataFilters not every access has a message' verify --te trTeDataFilters=1
check "a PCINFO list says nothing of accesses" fails 2 'does not say what instructions access' bash -c \
  "'$HARTRACE' convert --to pcinfo --elf '$E' -q -o '$TMP/l.pcinfo'; '$HARTRACE' verify '$TMP/l.nex' --pcinfo '$TMP/l.pcinfo' --pcs '$TMP/l.pcs' --accesses '$TMP/l.acc' -q"
check "a stream without data accesses" fails 2 'p.ing: has no data accesses' bash -c \
  "'$HARTRACE' run '$E' --console /dev/null -q --no-trace --save-ingress '$TMP/p.ing'; '$HARTRACE' verify '$TMP/l.nex' --elf '$E' --pcs '$TMP/l.pcs' --accesses '$TMP/p.ing' -q"
# Two harts: each has its own list; and a list needs no data trace.
harts() {
  local h
  "$HARTRACE" run "$BUILD/programs/rv32/smpwork.elf" --harts 2 --console /dev/null $on --mode btm --sink-size 64M --save-trace "$TMP/h.nex" --sidecar --save-pcs "$TMP/h.pcs" --save-accesses "$TMP/h.acc" >"$TMP/h.out" 2>&1 || { cat "$TMP/h.out"; return 1; }
  for h in 0 1; do
    "$HARTRACE" verify "$TMP/h.nex" --src $h --elf "$BUILD/programs/rv32/smpwork.elf" --pcs "$TMP/h.pcs.$h" --accesses "$TMP/h.acc.$h" -q | grep '^data equal' >"$TMP/h.got" &&
      grep -q "^hart $h: $(cat "$TMP/h.got")\$" "$TMP/h.out" || { cat "$TMP/h.out" "$TMP/h.got"; return 1; }
  done
  "$HARTRACE" run "$BUILD/programs/rv64/atomic.elf" --console /dev/null --no-trace -q --save-accesses "$TMP/off.acc" >/dev/null && cmp "$TMP/l.acc" "$TMP/off.acc"
}
check "two harts; a list without data trace" harts

# Program trace is the same as without data trace: the messages that are not data, one by one. Holds HT-DATA-028
same_flow() { # PROGRAM OPTION...
  "$HARTRACE" run "$BUILD/programs/$1.elf" --console "$TMP/console" --save-trace "$TMP/off.nex" "${@:2}" >/dev/null 2>&1 &&
    run "$1" --save-trace "$TMP/on.nex" "${@:2}" >/dev/null 2>&1 &&
    for t in off on; do
      "$HARTRACE" dump "$TMP/$t.nex" | sed -E 's/^#[0-9]+ @[0-9]+ //' | grep -v ' Data\(Read\|Write\)' >"$TMP/$t.txt"
    done &&
    test -s "$TMP/off.txt" && cmp "$TMP/off.txt" "$TMP/on.txt"
}
for mode in htm btm; do
  check "$mode: program trace is the same with data trace" same_flow rv32/state --mode $mode $opts
done
check "without the parameter trTeDataTracing is not granted" fails 0 'trTeDataTracing: asked for 1, the encoder granted 0' \
  "$HARTRACE" run "$BUILD/programs/rv64/crc.elf" --console "$TMP/console" --te trTeDataTracing=1

# An access that is changed in the trace is found: by decode, below its instruction, as it is in the trace.
check "a trace to look at" run rv64/atomic --mode btm --te trTeDataAddrCompress=1 --save-trace "$TMP/a.nex"
check "decode lists accesses below their instructions" \
  says 0 '^      write 8 bytes at 0x[0-9a-f]+: 0x[0-9a-f]+  #[0-9]+$' "$HARTRACE" decode "$TMP/a.nex" --elf "$BUILD/programs/rv64/atomic.elf"

# A recorded stream has the accesses: encode makes the trace of the run from it. Without them it says so.
check "a stream with data accesses" run rv64/crc --mode htm --save-ingress "$TMP/d.ing" --save-trace "$TMP/d.nex"
check "encode sends its data" "$HARTRACE" encode --ingress "$TMP/d.ing" --replay --param data_trace=1 -o "$TMP/e.nex"
data() { "$HARTRACE" dump "$1" | grep -o ' Data\(Read\|Write\).*'; }
same_data() { data "$TMP/d.nex" >"$TMP/d.txt" && data "$TMP/e.nex" | cmp - "$TMP/d.txt"; }
check "the data messages of the run" same_data
check "a stream without: told" fails 0 'has no data accesses' bash -c \
  "'$HARTRACE' run '$BUILD/programs/rv64/crc.elf' --console '$TMP/console' --save-ingress '$TMP/p.ing' >/dev/null &&
   '$HARTRACE' encode --ingress '$TMP/p.ing' --mode htm --param data_trace=1 --te trTeDataTracing=1 -o '$TMP/p.nex'"
finish
