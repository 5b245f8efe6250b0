#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace run: programs on the simulated hart, sinks that wrap, overflow, and everything it can save.
. tests/lib/tap.sh
. tests/tools/lib.sh

rv32=$BUILD/programs/rv32
rv64=$BUILD/programs/rv64
run() {
  "$HARTRACE" run "$@" --console "$TMP/console"
}
for x in 32 64; do
  for p in crc timer nested; do
    for mode in htm btm; do
      check "RV$x $p $mode is equal" says 0 '^equal: [1-9][0-9]* instructions' \
        run "$BUILD/programs/rv$x/$p.elf" --mode $mode
    done
  done
done
check "self-modifying code is decoded with what ran" says 0 '^equal: ' run "$rv64/selfmod.elf"
check "the console is the program's" grep -q 'selfmod ok' "$TMP/console"
check "a program that says it failed: told, and the trace is equal all the same" \
  fails 1 'the program exited with code 42' run "$rv64/fails.elf"
check "system memory as sink" says 0 '^equal: ' run "$rv32/crc.elf" --sink smem --sink-size 65536
check "a wrapped sink: the tail is decoded and said to be one" \
  fails 0 'the sink wrapped: it holds the last 1024 bytes' \
  run "$rv64/crc.elf" --sink-size 1024 --te trTeInstSyncMode=messages --te trTeInstSyncMax=1
check "its tail agrees" grep -q '^equal in part: [1-9]' "$TMP/fails.out"
check "a sink that stops on wrap keeps the beginning" \
  fails 0 'the sink is full: it holds the first 1024 bytes' \
  run "$rv64/crc.elf" --sink-size 1024 --stop-on-wrap
check "its beginning agrees" grep -q '^equal in part: [1-9]' "$TMP/fails.out"
check "a wrapped sink without any sync cannot be decoded" \
  fails 1 'no synchronizing message is left' run "$rv64/crc.elf" --mode btm --sink-size 1024 --save-trace "$TMP/unsynced.nex"
check "what it held is kept" test "$(stat -c %s "$TMP/unsynced.nex")" = 1024
check "messages lost to overflow: what is left agrees" fails 0 'the encoder lost trace [1-9]' \
  run "$rv64/coroutine.elf" --param link_bytes=1 --param fifo_bytes=76
check "with stall nothing is lost" says 0 '^equal: ' \
  run "$rv64/coroutine.elf" --param link_bytes=1 --param fifo_bytes=76 --te trTeInstStallEna=1
check "registers that hold garbage after reset do no harm" says 0 '^equal: ' \
  run "$rv64/crc.elf" --param garbage=12345
check "--max-instructions" says 0 '^equal: 1000 instructions' \
  run "$rv64/sort.elf" --max-instructions 1000
check "--no-trace only simulates" says 0 '^program: RV64, 1000 instructions' \
  run "$rv64/sort.elf" --max-instructions 1000 --no-trace

run "$rv32/timer.elf" --mode htm --save-trace "$TMP/t.nex" --save-pcs "$TMP/t.pcs" \
  --save-ingress "$TMP/t.ing.gz" >/dev/null 2>&1
check "saved trace and PCs verify" says 0 '^equal: ' \
  "$HARTRACE" verify "$TMP/t.nex" --elf "$rv32/timer.elf" --pcs "$TMP/t.pcs"
check "the saved ingress stream holds code and PCs" says 0 '^equal: ' \
  "$HARTRACE" verify "$TMP/t.nex" --ingress "$TMP/t.ing.gz"
check "a decoded trace is the saved PC list" bash -c "
  '$HARTRACE' decode '$TMP/t.nex' --elf '$rv32/timer.elf' -f pcs | cmp - '$TMP/t.pcs'"
# The sink pads the last word with idle bytes (0xFF); otherwise the bytes are the same.
same_but_padding() {
  local n
  n=$(wc -c <"$1")
  [ $(($(wc -c <"$2") - n)) -lt 4 ] && cmp "$1" <(head -c "$n" "$2") &&
    [ -z "$(tail -c +$((n + 1)) "$2" | tr -d '\377')" ]
}
"$HARTRACE" encode --ingress "$TMP/t.ing.gz" --mode htm -q -o "$TMP/again.nex"
check "the stream encodes to the same bytes" same_but_padding "$TMP/again.nex" "$TMP/t.nex"
"$HARTRACE" encode --ingress "$TMP/t.ing.gz" --replay -q -o "$TMP/replay.nex"
check "so do the recorded register writes" same_but_padding "$TMP/replay.nex" "$TMP/t.nex"
for other in "--mode btm" "--mode htm --te trTeInstSyncMode=cycles --te trTeInstSyncMax=4" \
  "--mode htm --te trTeContext=1 --te trTeSrcBits=3" "--mode btm --param icnt_bits=6" \
  "--mode htm --param hist_bits=4 --param btype_split=0" "--mode htm --te trTeInstExtendAddrMSB=1"; do
  "$HARTRACE" encode --ingress "$TMP/t.ing.gz" $other -q -o "$TMP/other.nex"
  check "encoded otherwise: $other" says 0 '^equal: ' \
    "$HARTRACE" verify "$TMP/other.nex" --ingress "$TMP/t.ing.gz" $other
done
# What the hart reported in addition to PCs: traps, returns, privilege, context, times.
for program in user context irqnest; do
  run "$rv64/$program.elf" --save-ingress "$TMP/e.ing" >/dev/null 2>&1
  for how in "--mode htm --te trTsEnable=1 --te trTeContext=1" \
    "--mode btm --te trTsEnable=1 --te trTeContext=1 --param btype_split=1 --te trTsMode=internal_core" \
    "--mode htm --te trTsEnable=1 --te trTeInstEnRepeatedHistory=1 --te trTeInstSyncMode=messages --te trTeContext=1"; do
    "$HARTRACE" encode --ingress "$TMP/e.ing" $how -q -o "$TMP/e.nex"
    check "$program, strictly: $how" says 0 '^strict: [0-9]+ traps, [0-9]+ trap returns, [1-9][0-9]* contexts?, [1-9]' \
      "$HARTRACE" verify --strict "$TMP/e.nex" --ingress "$TMP/e.ing" $how
  done
done
# Times of the platform's run, where the hart was held back too: the stream has the cycles in which the encoder took the records.
for how in internal_system internal_core external; do
  run "$rv64/sort.elf" --max-instructions 20000 --param ts_modes=14 --param fifo_bytes=80 --param link_bytes=1 --te trTeInstStallEna=1 --te trTsEnable=1 \
    --te trTsMode=$how --save-trace "$TMP/e.nex" --save-ingress "$TMP/e.ing" >/dev/null 2>&1
  check "a hart that was stalled, strictly: $how" says 0 '^strict: .*, [1-9][0-9]+ times$' "$HARTRACE" verify \
    --strict "$TMP/e.nex" --ingress "$TMP/e.ing" --te trTsEnable=1 --te trTsMode=$how
done
# The width of SRC, guessed from the bytes of a program with many traps and one source.
guess() {
  local mode=$1 bits id
  for bits in 0 1 2 3 4 5 8; do
    for id in 0 1 5; do
      [ $id -lt $((1 << bits)) ] || continue
      "$HARTRACE" encode --ingress "$TMP/user.ing" --mode "$mode" -q -o "$TMP/g.nex" \
        --te trTeSrcBits=$bits --te trTeSrcID=$id --te trTsEnable=$((id & 1)) || return 1
      says 0 "^  SRC: $bits bit$([ $bits = 1 ] || echo s) " "$HARTRACE" info "$TMP/g.nex" || return 1
    done
  done
}
run "$rv64/user.elf" --save-ingress "$TMP/user.ing" >/dev/null 2>&1
check "info: the width of SRC of a program with traps, HTM" guess htm
check "info: ... and BTM" guess btm
# With the program it is certain: only the right width makes paths through it. Another program does not make it so.
by_code() {
  local bits
  for bits in 0 1 3 6 12; do
    "$HARTRACE" encode --ingress "$TMP/user.ing" --mode "$1" -q -o "$TMP/g.nex" --te trTeSrcBits=$bits || return 1
    says 0 "^  SRC: $bits bit$([ $bits = 1 ] || echo s) \\(confident, by decoding\\)" "$HARTRACE" info "$TMP/g.nex" --elf "$rv64/user.elf" || return 1
    says 0 "^  SRC: $bits bit$([ $bits = 1 ] || echo s) " "$HARTRACE" info "$TMP/g.nex" --elf "$rv64/crc.elf" || return 1
  done
}
check "info --elf: the width of SRC by decoding, HTM" by_code htm
check "info --elf: ... and BTM" by_code btm
# Code that changes: the stream knows when, the ELF file does not.
run "$rv64/selfmod.elf" --save-trace "$TMP/s.nex" --save-pcs "$TMP/s.pcs" \
  --save-ingress "$TMP/s.ing" >/dev/null 2>&1
check "self-modifying code verifies with its ingress stream" says 0 '^equal: ' \
  "$HARTRACE" verify "$TMP/s.nex" --ingress "$TMP/s.ing" --pcs "$TMP/s.pcs"
check "and with the ELF file the difference is found" fails 1 'differs at instruction [0-9]+' \
  "$HARTRACE" verify "$TMP/s.nex" --elf "$rv64/selfmod.elf" --pcs "$TMP/s.pcs"

zcat "$TMP/t.ing.gz" | head -c 9000 >"$TMP/cut.ing"
check "a stream that is cut off is used up to there" fails 0 'cut off at offset [0-9]+' \
  "$HARTRACE" encode --ingress "$TMP/cut.ing" --mode htm -o "$TMP/cut.nex"
check "and verifies up to there" says 0 '^equal: ' \
  "$HARTRACE" verify "$TMP/cut.nex" --ingress "$TMP/cut.ing"
check "a hart that is not in the stream" fails 2 'has no hart 1' \
  "$HARTRACE" encode --ingress "$TMP/cut.ing" --hart 1 --mode htm -o "$TMP/cut.nex"

# A filter of addresses: what is traced is exactly what ran there, by the log.
filter="--param filters=1 --param comparators=1 --te trTeCompMatchMode[0]=both --te trTeInstFilters=1
  --te trTeCompPFunction[0]=ge --te trTeCompPMatchLow[0]=0x80000100
  --te trTeCompSFunction[0]=lt --te trTeCompSMatchLow[0]=0x80000200
  --te trTeFilterMatchComp1[0]=1 --te trTeFilterEnable[0]=1"
for mode in btm htm; do
  # shellcheck disable=SC2086
  run "$rv64/sort.elf" --mode $mode $filter --save-pcs "$TMP/f.pcs" >"$TMP/f.out" 2>/dev/null
  there=$(awk '$1 >= "0x80000100" && $1 < "0x80000200"' "$TMP/f.pcs" | wc -l)
  check "a filter of addresses, $mode" test "$there" -gt 1000
  check "$there instructions and no others" says 0 "^equal in part: $there of " cat "$TMP/f.out"
done
check "a filter that lets nothing through" says 0 '^equal in part: 0 of ' \
  run "$rv64/sort.elf" --param filters=1 --te trTeInstFilters=1

# Programs that cannot be run.
head -c 2000 "$rv64/crc.elf" >"$TMP/cut.elf"
check "a truncated ELF" fails 2 'cut.elf: ' run "$TMP/cut.elf"
check "an ELF of this machine" fails 2 'RISC-V' run /bin/sh
check "no ELF at all" fails 2 'crc.c: ' run tests/programs/crc.c
check "a missing ELF" fails 2 'No such file' run "$TMP/none.elf"
check "no program" fails 2 'no program' "$HARTRACE" run
check "an unknown sink" fails 2 'it is sram or smem' run "$rv64/crc.elf" --sink dram
check "a sink of no size" fails 2 'sink-size 3: out of range' run "$rv64/crc.elf" --sink-size 3
finish
