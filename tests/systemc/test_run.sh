#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace run --platform systemc: the same driver session and checks, and the bytes of the C platform.
. tests/lib/tap.sh
. tests/tools/lib.sh

export TMPDIR=$TMP/pipes
mkdir "$TMPDIR"
run() {
  "$HARTRACE" run "$@" --console "$TMP/console"
}

# same OPTION... -- WAY...: run on the C platform, then on SystemC with WAY; both equal, same trace.
same() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  says 0 '^equal' run "${options[@]}" --save-trace "$TMP/c.nex" || return
  grep -v '^decoded' "$TMP/says.out" >"$TMP/c.out"
  says 0 '^equal' run "${options[@]}" --save-trace "$TMP/sc.nex" --platform systemc "$@" || return
  [ -s "$TMP/c.nex" ] && cmp "$TMP/c.nex" "$TMP/sc.nex"
}

for way in "" "--cycle" "--quantum 1" "--quantum 100" "--quantum 100000"; do
  check "RV64 HTM, ${way:-the default}: byte for byte" same "$BUILD/programs/rv64/timer.elf" -- $way
done
for way in "--cycle" "--quantum 1000"; do
  check "RV32 BTM, $way" same "$BUILD/programs/rv32/crc.elf" --mode btm -- $way
  check "a trace into system memory, $way" \
    same "$BUILD/programs/rv64/crc.elf" --sink smem --sink-size 65536 -- $way
  check "timestamps, $way" same "$BUILD/programs/rv64/nested.elf" --param ts_modes=0x1E \
    --te trTsMode=2 --te trTsEnable=1 --te trTsCount=1 -- $way
  check "a hart that is stalled, $way: the same messages" same "$BUILD/programs/rv64/coroutine.elf" \
    --param link_bytes=1 --param fifo_bytes=76 --te trTeInstStallEna=1 -- $way
  check "overflow, $way" same "$BUILD/programs/rv64/coroutine.elf" \
    --param link_bytes=1 --param fifo_bytes=76 -- $way
  check "registers that hold garbage after reset, $way" \
    same "$BUILD/programs/rv64/crc.elf" --param garbage=12345 -- $way
done

# The waves: as many messages into the sink as the trace has; the last value of the counter.
waves() {
  local id n
  says 0 '^equal' run "$BUILD/programs/rv32/linear.elf" --save-trace "$TMP/w.nex" \
    --platform systemc --waves "$TMP/w.vcd" || return
  n=$("$HARTRACE" dump "$TMP/w.nex" | grep -c .)
  id=$(awk '/scope module ramsink0/ { in_it = 1 } in_it && $5 == "in_count" { print $4; exit }' "$TMP/w.vcd")
  awk -v id="$id" -v want="$n" '
    $2 == id && $1 ~ /^b/ { v = 0; for (i = 2; i <= length($1); i++) v = 2 * v + substr($1, i, 1) }
    END { print v " messages in the waves, " want " in the trace"; exit v != want || v == 0 }' "$TMP/w.vcd"
}
check "waves show every message" waves
check "waves show stall, ingress, registers and the clock" bash -c "
  for net in clk stall ingress_iaddr reg_address reg_data in_tcode; do
    grep -q \" \$net \" '$TMP/w.vcd' || { echo \"no \$net\"; exit 1; }; done"

p=$BUILD/programs/rv32/linear.elf
check "an unknown platform" fails 2 'unknown platform; it is c or systemc' run "$p" --platform verilog
check "options that need SystemC" fails 2 'need --platform systemc' run "$p" --quantum 10
check "cycle and quantum" fails 2 'not both' run "$p" --platform systemc --cycle --quantum 10
check "a quantum that is too long" fails 2 'out of range' run "$p" --platform systemc --quantum 1000001
check "waves need cycles" fails 2 'leave --quantum out' \
  run "$p" --platform systemc --quantum 10 --waves "$TMP/x.vcd"
check "waves into a file of another kind" fails 2 'ends in .vcd' \
  run "$p" --platform systemc --waves "$TMP/x.txt"
# FST by GTKWave: all changes of the VCD, and nothing is left beside it.
fst() {
  local name=$1
  shift
  run "$p" --max-instructions 200 "$@" "$TMP/$name.vcd" && run "$p" --max-instructions 200 "$@" "$TMP/$name.fst" || return 1
  [ ! -e "$TMP/$name.fst.vcd" ] && fst2vcd "$TMP/$name.fst" >"$TMP/back.vcd" || return 1
  [ "$(grep -c '^#' "$TMP/back.vcd")" = "$(grep -c '^#' "$TMP/$name.vcd")" ] && [ "$(grep -c '^#' "$TMP/back.vcd")" -gt 100 ]
}
sed 's/rv64imac/rv32imac/g' dts/single-pib.dts | dtc -q -I dts -O dtb -o "$TMP/pib.dtb"
if command -v vcd2fst >/dev/null; then
  check "waves as FST" fst w --platform systemc --waves
  check "pins as FST" fst p --dtb "$TMP/pib.dtb" --save-vcd
else
  skip "waves as FST" "no vcd2fst"
  skip "pins as FST" "no vcd2fst"
fi
mkdir "$TMP/empty"
check "without vcd2fst: what to do" fails 2 'install gtkwave, or name the file .vcd' \
  env PATH="$TMP/empty" "$HARTRACE" run "$p" --dtb "$TMP/pib.dtb" --save-vcd "$TMP/q.fst"
check "waves that cannot be written" fails 2 'cannot be written' \
  run "$p" --platform systemc --waves "$TMP/no/x.vcd"
# The disk is full from the first byte on, or from the millionth: a limit on the size of a file does that, which SystemC's
# writer does not notice either.
full() {
  ln -sf /dev/full "$TMP/full.vcd"
  fails 2 'full.vcd: cannot be written: No space left on device' run "$p" --platform systemc --waves "$TMP/full.vcd"
}
check "waves on a full disk" full
cut_off() {
  rm -f "$TMP/cut.vcd"
  (trap '' XFSZ && ulimit -f 100 && fails 2 'cut.vcd: cannot be written: File too large' run "$p" --platform systemc \
    --waves "$TMP/cut.vcd") && [ ! -e "$TMP/cut.vcd" ]
}
check "a disk that fills up meanwhile, and no half of a file" cut_off
check "nothing is left of the pipe" [ -z "$(find "$TMP/pipes" -mindepth 1)" ]
check "a configuration that the model refuses" fails 2 'encoder-0: its configuration is refused' \
  run "$p" --platform systemc --param btm=0 --param htm=0
mkdir "$TMP/alone" && cp "$HARTRACE" "$TMP/alone/"
check "waves are called --waves" fails 2 "unknown option --trace" "$HARTRACE" run "$BUILD/programs/rv32/linear.elf" --trace x.vcd
check "without hartrace-sc: what to do" fails 2 'make systemc' \
  "$TMP/alone/hartrace" run "$p" --platform systemc
finish
