#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# E-Trace given in a wrong way: settings that cannot be, sources and types that the stream does not have, code that is not there. Each is
# named with its place and what to do, and nothing is decoded with exit status 0 that is not. The same of snapshots, of targets
# where nothing answers, and of the verbs that have a tree.
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

# Snapshots: the type of an encoder and its registers, files that are cut or gone.
S=$TMP/snap
"$H" run "$program" $E --max-instructions 3000 --save-snapshot "$S" --quiet --console "$TMP/console" >"$TMP/out" 2>&1
# spoiled STATUS PATTERN COMMAND...: of a copy of the snapshot, in which COMMAND runs
spoiled() {
  local status=$1 pattern=$2
  shift 2
  rm -rf "$TMP/s" && cp -r "$S" "$TMP/s" && (cd "$TMP/s" && "$@") && fails "$status" "$pattern" "$H" decode "$TMP/s"
}
reg() { sed -i "s/^$2(\(.*\))=.*/$2(\1)=$3/" "$1.ini"; }
check "the snapshot as it was" "$H" decode "$S" -o "$TMP/out"
for value in 0x01000079 0x05000079 0x00000000; do
  check "a snapshot of E-Trace, and trTeControl=$value" spoiled 2 "encoder-0.ini: type is E-Trace, but trTeControl=0x.* \(trTeFormat, trTeInstMode\) is of N-Trace; correct" reg encoder-0 trTeControl $value
done
check "one of N-Trace, and trTeFormat=0" spoiled 2 'encoder-0.ini: type is N-Trace, but trTeControl=0x.* is of E-Trace; correct' sed -i 's/E-Trace2.0/N-Trace1.0/' encoder-0.ini
check "no trTeControl" spoiled 2 'encoder-0.ini: no trTeControl, .*; add it to \[regs\]' sed -i /trTeControl/d encoder-0.ini
check "a register that is no number" spoiled 2 'encoder-0.ini: trTeControl.*=banana: not a register.s value; it has 32 bits' reg encoder-0 trTeControl banana
check "options that need a table" spoiled 2 'needs --param bpred_size=N' reg encoder-0 trTeInstFeatures 0x0FFFFFFF
for register in trTeControl trTeInstFeatures trTsControl; do # of a bus where nothing answers
  check "$register is all ones" spoiled 2 "encoder-0.ini: $register.*=0xFFFFFFFF: no register reads all ones; nothing answered when the snapshot was taken; take it again" \
    reg encoder-0 $register 0xFFFFFFFF
done
check "a type that is not known" spoiled 2 'no encoder in this snapshot: no device has the type N-Trace1.0 or E-Trace2.0' sed -i 's/E-Trace2.0/F-Trace/' encoder-0.ini
check "a list of registers that is cut" spoiled 2 'encoder-0.ini' truncate -s 60 encoder-0.ini
check "trace that is cut" spoiled 1 'ramsink-0.bin: the last packet is cut off, [0-9]* bytes? left' truncate -s 101 ramsink-0.bin
check "trace that is empty" spoiled 2 'ramsink-0.bin: is empty; was the trace started' truncate -s 0 ramsink-0.bin
check "trace that is gone" spoiled 2 'ramsink-0.bin: cannot be opened' rm ramsink-0.bin
check "a program that is cut" spoiled 2 'sort.elf: CRC .*; give the right one with --elf' truncate -s 1000 sort.elf

# Live targets: an address space in a file, where nothing answers.
skip_dtc=$(command -v dtc) || skip "trees" "dtc is missing"
if [ -n "$skip_dtc" ]; then
  dtc -q -O dtb -o "$TMP/t.dtb" dts/etrace.dts
  truncate -s $((0x6102000)) "$TMP/zeros" "$TMP/ones"
  for block in $((0x3020000)) $((0x3021000)) $((0x6000000)) $((0x6001000)); do
    head -c 4096 /dev/zero | tr '\0' '\377' | dd of="$TMP/ones" bs=4096 seek=$((block / 4096)) conv=notrunc status=none
  done
  live() { "$H" "$1" --io "mmio:$TMP/$2" --dtb "$TMP/t.dtb" "${@:3}"; }
  for verb in status start snapshot; do
    folder=()
    [ $verb != snapshot ] || folder=("$TMP/dead")
    check "$verb: a bus that reads ones" fails 2 'trace@3020000: component version cannot be handled; check its address in the tree, and its power' live $verb ones "${folder[@]}"
  done
  check "start: a bus that reads zeros" fails 2 'trace@6000000: timeout; check its power and its clock' live start zeros $E
  check "snapshot: nothing is active" fails 0 'no component of the tree is active: .*; take the snapshot while the trace runs' live snapshot zeros "$TMP/idle"
  check "and what it is then" fails 2 'no encoder in this snapshot: .* those that were active' "$H" decode "$TMP/idle"
  check "snapshot: an image that is no program" fails 2 'T.etr: not an ELF file: .*; give a RISC-V executable' live snapshot zeros "$TMP/odd" --image "$TMP/T.etr"
  check "nor is anything written" test ! -e "$TMP/odd"
  check "snapshot: no OpenOCD" fails 2 'OpenOCD at 127.0.0.1:1: Connection refused' "$H" snapshot --io openocd:127.0.0.1:1 --dtb "$TMP/t.dtb" "$TMP/none"
  head -c 200 "$TMP/t.dtb" >"$TMP/cut.dtb"
  check "topo: a tree that is cut" fails 2 'cut.dtb: not a usable device tree \(compile one with dtc -O dtb\): FDT_ERR_TRUNCATED' "$H" topo "$TMP/cut.dtb"
  check "topo: a trace" fails 2 'T.etr: not a usable device tree \(compile one with dtc -O dtb\)' "$H" topo "$TMP/T.etr"
  check "serve: a tree that is cut" fails 2 'cut.dtb: not a usable device tree' "$H" serve "$program" --dtb "$TMP/cut.dtb" --timeout 5
  check "serve: neither protocol, named by the encoder of the tree" fails 2 '/soc/trace@3020000: ntrace and etrace: one of the two must be 1' \
    "$H" serve "$program" --dtb "$TMP/t.dtb" --param etrace=0 --timeout 5
fi
serves() { fails 2 "$1" "$H" serve "$program" --timeout 5 "${@:2}"; }
check "serve: neither protocol" serves 'encoder-0: ntrace and etrace: one of the two must be 1' --param etrace=0 --param ntrace=0
check "serve: both options of format 0, and nothing to tell them apart" serves 'encoder-0: f0s_width: 1 or more with both' --param etrace=1 --param ntrace=0 --param bpred_size=4 --param cache_size=4
check "serve: a table that is too large" serves 'bpred_size=11: out of range; it can be 0 to 10' --param etrace=1 --param bpred_size=11
check "serve: packets that are too long" serves 'encoder-0: .*packets of traps are longer than 31 bytes' --param etrace=1 $wide
check "serve: a trace is no program" fails 2 'T.etr: not an ELF file: .*; give a bare-metal RISC-V executable' "$H" serve "$TMP/T.etr" --param etrace=1 --timeout 5
check "record: a trace is no program" fails 2 'T.etr: is not an ELF file; give an executable' "$H" record "$TMP/T.etr" -o "$TMP/x.ing"
check "no such case" fails 2 '\-\-only toaster: no case has that in its name' "$H" kit decoder --etrace --only toaster -n 0
finish
