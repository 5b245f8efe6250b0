#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data trace with trTeFormat 0, of programs on the simulated hart, against the hart's own loads, stores and atomics, entry by entry
# (docs/reference/etrace.md). HARTRACE_SOAK: all programs, in every way, instead of a few.
. tests/lib/tap.sh
. tests/tools/lib.sh

on="--te trTeFormat=0 --param data_trace=1 --te trTeDataTracing=1"
run() { # PROGRAM OPTION...
  "$HARTRACE" run "$BUILD/programs/$1.elf" --console "$TMP/console" --sink-size 64M $on "${@:2}"
}
drops="--te trTeDataDropEna=1 --te trTeDataAddrCompress=2 --param link_bytes=1 --param fifo_bytes=1024"
split="--param data_split=1 --param lrid_width=3 --te trTeDataAddrCompress=2"
all="--param f0s_width=1 --param bpred_size=6 --param cache_size=4 --param return_stack_size=3 --te trTeInstEnBranchPrediction=1
  --te trTeInstEnJumpTargetCache=1 --te trTeInstEnImplicitReturn=1 --te trTeInstEnSequentialJump=1 --te trTeInstSyncMode=1 --te trTeInstSyncMax=3
  --te trTeSrcBits=3 --te trTeSrcID=5 --te trTsEnable=1 --te trTeDataAddrCompress=2"

# compared PATTERN PROGRAM OPTION...: run finds all instructions and accesses equal, and says PATTERN of the accesses. verify says the same of what
# was saved, with the list of accesses and with the ingress stream.
compared() {
  local from
  run "${@:2}" --save-trace "$TMP/v.etr" --sidecar --save-ingress "$TMP/v.ing" --save-accesses "$TMP/v.acc" >"$TMP/run" 2>&1 &&
    grep -Eq '^equal: [1-9][0-9]* instructions' "$TMP/run" && grep -Eq "^data equal: $1\$" "$TMP/run" || { cat "$TMP/run"; return 1; }
  for from in acc ing; do
    "$HARTRACE" verify "$TMP/v.etr" --ingress "$TMP/v.ing" --accesses "$TMP/v.$from" >"$TMP/verified" 2>&1 &&
      [ "$(grep '^data equal' "$TMP/verified")" = "$(grep '^data equal' "$TMP/run")" ] || { cat "$TMP/verified" "$TMP/run"; return 1; }
  done
}
some='[1-9][0-9]* accesses(, [1-9][0-9]* without a message after [1-9][0-9]* announced loss(es)?)?'

programs="state timer"
[ -z "${HARTRACE_SOAK:-}" ] ||
  programs=$(awk '$1 == "sync" || $1 == "irq" || $1 == "high" { print $3 }' "$BUILD/programs/list" | grep -vx jumps | sort -u)
for x in 32 64; do
  for p in $programs; do
    [ -e "$BUILD/programs/rv$x/$p.elf" ] || continue
    check "RV$x $p" compared "$some" "rv$x/$p" --te trTeDataAddrCompress=2
    check "RV$x $p: with drops" compared "$some" "rv$x/$p" $drops
    check "RV$x $p: all options of instruction trace" compared "$some" "rv$x/$p" $all
    [ -n "${HARTRACE_SOAK:-}" ] || continue
    check "RV$x $p: split" compared "$some" "rv$x/$p" $split
    check "RV$x $p: no values, with drops" compared "$some" "rv$x/$p" $drops --te trTeDataNoValue=1
    check "RV$x $p: no addresses" compared "$some" "rv$x/$p" --te trTeDataNoAddr=1
  done
done
check "something was dropped" bash -c "'$HARTRACE' run '$BUILD/programs/rv64/timer.elf' --console /dev/null $on $drops | grep -q 'announced losses'"

# One conditional store of this program fails: no packet with a value can say that, so it is announced as a loss.
one='3101 accesses, 1 without a message after 1 announced loss'
check "full addresses" compared "$one" rv64/atomic
check "differential addresses" compared "$one" rv64/atomic --te trTeDataAddrCompress=2
check "split" compared "$one" rv64/atomic $split
check "split, a narrow lrid" compared "$one" rv64/atomic --param data_split=1 --param lrid_width=0
check "without values, every access" compared '3102 accesses' rv64/atomic --te trTeDataNoValue=1
check "without values, split" compared '3102 accesses' rv64/atomic --te trTeDataNoValue=1 $split
check "without addresses" compared "$one" rv64/atomic --te trTeDataNoAddr=1
check "without addresses, split" compared "$one" rv64/atomic --te trTeDataNoAddr=1 $split
check "without addresses, one bit of diff" compared "$one" rv64/atomic --te trTeDataNoAddr=1 --param data_diff_width=1
check "with srcID and timestamps" compared "$one" rv64/atomic --te trTeSrcBits=4 --te trTeSrcID=5 --te trTsEnable=1
check "with a stall nothing else is missing" compared "$one" rv64/atomic --te trTeDataStallEna=1 --param link_bytes=1 --param fifo_bytes=128
check "XOR of addresses is not granted" fails 0 'trTeDataAddrCompress: asked for 1, the encoder granted 2' run rv64/atomic --te trTeDataAddrCompress=1
check "neither address nor value is not granted" fails 0 'trTeDataNoAddr: asked for 1, the encoder granted 0' \
  run rv64/atomic --te trTeDataNoAddr=1 --te trTeDataNoValue=1
check "filters: it is not compared" fails 0 'data trace is not compared' \
  run rv64/atomic --param filters=1 --te trTeDataFilters=1 --te trTeFilterEnable=1
check "two harts" bash -c "'$HARTRACE' run '$BUILD/programs/rv32/smpwork.elf' --harts 2 --console /dev/null $on --sink-size 64M |
  grep -c '^hart [01]: data equal: [1-9]' | grep -qx 2"

# ---- a list, or a trace, that is edited ----

E=$BUILD/programs/rv64/atomic.elf
check "a trace and lists" run rv64/atomic --te trTeDataAddrCompress=2 --save-trace "$TMP/l.etr" --sidecar --save-pcs "$TMP/l.pcs" --save-accesses "$TMP/l.acc"
verify() { "$HARTRACE" verify "$1" --elf "$E" --pcs "$TMP/l.pcs" --accesses "$TMP/edited" -q; }
edited() {
  sed -E "$1" "$TMP/l.acc" >"$TMP/edited" && ! cmp -s "$TMP/l.acc" "$TMP/edited" || { echo "the edit changed nothing"; return 1; }
  fails 1 "$2" verify "$TMP/l.etr"
}
check "an edited value" edited '1000s/0x[0-9A-F]+$/0x77/' 'another value: .*\(line 1000\)'
check "an edited address" edited '1000s/,0x80001000,/,0x80001008,/' 'another address: .*\(line 1000\)'
check "an edited direction" edited '1000s/,R,/,W,/' 'an access of another instruction: .*\(line 1000\)'
check "an access less" edited '1000d' 'an access of another instruction: .*\(line 1000\)'
check "an access more" edited '$p' 'an access of the hart that the trace does not have: .*\(line 3103\)'
cp "$TMP/l.acc" "$TMP/edited"
"$HARTRACE" dump "$TMP/l.etr" -q --format jsonl -o "$TMP/l.jsonl"
in_the_trace() { # PYTHON PATTERN
  python3 -c "
import json
trace = bytearray(open('$TMP/l.etr', 'rb').read())
data = [m for m in map(json.loads, open('$TMP/l.jsonl')) if m['name'] == 'data']
def drop(some):
    for m in reversed(some):
        del trace[m['offset']:m['offset'] + m['length']]
$1
open('$TMP/x.etr', 'wb').write(trace)" && cp "$TMP/l.etr.toml" "$TMP/x.etr.toml" || return 1
  fails 1 "$2" verify "$TMP/x.etr"
}
check "a packet that is not there" in_the_trace "drop(data[500:501])" 'data trace: (an access of|a data message|another|an access without)'
# The first one is a read of 8 bytes with its value in full: type, format, size, diff, data_len in 11 bits, then the value.
check "another value in the trace" in_the_trace "trace[data[0]['offset'] + 2] ^= 8" 'data trace: another value: the trace has a read of 8 bytes at 0x80000010'
check "decode lists accesses below their instructions" \
  says 0 '^      write 8 bytes at 0x[0-9a-f]+: 0x[0-9a-f]+  #[0-9]+$' "$HARTRACE" decode "$TMP/l.etr" --elf "$E" -q

# A recorded stream has the accesses: encode makes the packets of the run from it.
check "a stream with data accesses" run rv64/crc --save-ingress "$TMP/d.ing" --save-trace "$TMP/d.etr" --sidecar
check "encode sends its data" "$HARTRACE" encode --ingress "$TMP/d.ing" --replay --param data_trace=1 -o "$TMP/e.etr" --sidecar
data() { "$HARTRACE" dump "$1" -q | sed -n 's/^.* \(data .*\)/\1/p'; }
fails_to_find() { test -s "$2" && ! grep -qx "$1" "$2"; }
same_data() { data "$TMP/d.etr" >"$TMP/d.txt" && test -s "$TMP/d.txt" && data "$TMP/e.etr" | cmp - "$TMP/d.txt"; }
check "the packets of the run" same_data
check "the recorded registers chose the protocol, and the sidecar says so" grep -qx 'trTeFormat = 0' "$TMP/e.etr.toml"
check "what was replayed verifies" says 0 '^equal: [1-9][0-9]* instructions' "$HARTRACE" verify "$TMP/e.etr" --ingress "$TMP/d.ing"
check "a stream of N-Trace" run rv64/crc --te trTeFormat=1 --save-ingress "$TMP/n.ing"
check "is replayed as N-Trace, also where the encoder has both" \
  "$HARTRACE" encode --ingress "$TMP/n.ing" --replay --param etrace=1 --param data_trace=1 -o "$TMP/n.nex" --sidecar
check "without trTeFormat=0 in its sidecar" fails_to_find 'trTeFormat = 0' "$TMP/n.nex.toml"

# Without its packets of data: the accesses are missing, and nothing announces that.
check "another trace" run rv64/crc --save-trace "$TMP/l.etr" --sidecar --save-pcs "$TMP/l.pcs" --save-accesses "$TMP/edited"
E=$BUILD/programs/rv64/crc.elf
"$HARTRACE" dump "$TMP/l.etr" -q --format jsonl -o "$TMP/l.jsonl"
check "no packet of data" in_the_trace "drop(data)" 'an access without a data message, and no announcement of a loss'
# Fields of data packets, of payloads by hand (Efficient Trace 2.0, "Packet format for Unified load or store"), lowest bit first: type 1 (1 bit), format (3),
# size (2), diff (2), data_len (as many bits as size says), data, address without the bits that size says. A byte 0x7F is loaded from 0x2003: 1 000 00 00, 0x7F,
# 0x2003. A word 0xDEADBEEF is stored at 0x2004: 1 010 01 00 11, 0xDEADBEEF, 0x2004 / 4.
printf '\x05\x01\x7F\x03\x20\x00\x08\x25\xBF\xFB\xB6\x7A\x07\x20\x00' >"$TMP/hand.etr"
hand="--te trTeFormat=0 --param data_trace=1"
"$HARTRACE" dump "$TMP/hand.etr" $hand -q >"$TMP/hand.txt"
check "dump: fields of data packets" diff - "$TMP/hand.txt" <<'END'
#0 @0 len=6 data flow=0 type=1 format=0 size=0 diff=0 data=0x7f address=0x2003
#1 @6 len=9 data flow=0 type=1 format=2 size=2 diff=0 data=0xdeadbeef address=0x801
END
check "dump: as CSV" sh -c "'$HARTRACE' dump '$TMP/hand.etr' $hand -q -f csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next }
  { print \$at[\"size\"], \$at[\"diff\"], \$at[\"data\"], \$at[\"address\"] }' | tr '\n' ';' | grep -qx '0x0 0x0 0x7F 0x2003;0x2 0x0 0xDEADBEEF 0x801;'"
printf '\x03\x79\x00\x00' >"$TMP/bad.etr" # 1 001 11 10, lowest bit first: format 4, of split loads, which there are none of
check "dump: a data packet with a reserved format" fails 1 '1 damaged packets of 1' "$HARTRACE" dump "$TMP/bad.etr" $hand
check "and with split loads it is one" says 0 'data flow=0 type=1 format=4 size=3 ' "$HARTRACE" dump "$TMP/bad.etr" $hand --param data_split=1 --param lrid_width=3
finish
