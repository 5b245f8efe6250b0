#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# E-Trace given in a wrong way: settings that cannot be, sources and types that the stream does not have, code that is not there. Each is
# named with its place and what to do, and nothing is decoded with exit status 0 that is not.
. tests/lib/tap.sh

program=$BUILD/programs/rv64/sort.elf
E="--te trTeFormat=0"
make_trace() { # the first packets are enough
  "$HARTRACE" run "$program" $E --quiet --console "$TMP/console" --save-trace "$TMP/all.etr" >"$TMP/out" 2>&1 && head -c 5000 "$TMP/all.etr" >"$TMP/T.etr"
}
check "a trace" make_trace
H=$HARTRACE
check "a source without packets" fails 2 'T.etr: holds no packets of source 9; hartrace info lists its sources' "$H" decode "$TMP/T.etr" $E --elf "$program" --src 9
check "as PCs" fails 2 'holds no packets of source 9' "$H" decode "$TMP/T.etr" $E --elf "$program" --src 9 --format pcs
check "a type that the packets do not have" fails 1 'no packet of instruction trace: [0-9]+ of another type; check --param type_bits' "$H" decode "$TMP/T.etr" $E --elf "$program" --param type_in_flow=1
check "two options in one bit" fails 2 'ioption_implicit_return=0 and ioption_full_address=0 are the same bit' "$H" decode "$TMP/T.etr" $E --elf "$program" --param ioption_full_address=0
wide="--param nocontext=0 --param context_width=64 --param notime=0 --param time_width=64 --param ecause_width=64"
check "packets that are too long" fails 2 'a packet would be longer than the 31 bytes that it can have; check the widths' "$H" decode "$TMP/T.etr" $E --elf "$program" $wide
lint_says() { # the code is a few bytes of the program
  head -c 64 /dev/zero >"$TMP/image"
  "$H" lint "$TMP/T.etr" $E --image "$TMP/image@0x80000000" >"$TMP/out" 2>"$TMP/err"
  grep -q 'no code at 0x[0-9a-f]*; up to the next synchronization its rules are not looked at' "$TMP/err" || { cat "$TMP/out" "$TMP/err"; return 1; }
}
check "lint says where code is missing" lint_says
check "an encoder that cannot be" fails 2 'no encoder can have these parameters: f0s_width' "$H" kit encoder --etrace --param bpred_size=4 --param cache_size=4
check "kit registers --etrace" fails 2 '\-\-etrace is for kit encoder and kit decoder' "$H" kit registers --etrace
for verb in "run $program" "encode --pcs $TMP/none --elf $program -o $TMP/none.etr" "decode $TMP/T.etr --elf $program"; do
  # shellcheck disable=SC2086
  check "an encoder without the protocol that is asked for: ${verb%% *}" fails 2 '\-\-param etrace=0: trTeFormat=0 asks for E-Trace; leave one of them out' \
    "$H" $verb $E --param etrace=0
done
check "a later etrace=1 counts" "$H" decode "$TMP/T.etr" $E --elf "$program" --param etrace=0 --param etrace=1 -o "$TMP/out"
check "no such case" fails 2 '\-\-only toaster: no case has that in its name' "$H" kit decoder --etrace --only toaster -n 0
finish
