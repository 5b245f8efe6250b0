#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No run without an end: harts that only trap, programs that never end, signals, and memory that does not grow. And the
# same run whatever is saved of it.
. tests/lib/tap.sh
. tests/tools/lib.sh

rv32=$BUILD/programs/rv32
rv64=$BUILD/programs/rv64
forever=$rv32/debuggee.elf
run() {
  timeout -k 5 400 "$HARTRACE" run "$@" --console "$TMP/console"
}

# ---- harts that only trap ----

# program XLEN MARCH INSTRUCTION...: $TMP/p.elf begins with this instruction, and has no trap handler.
program() {
  local xlen=$1 march=$2 abi=lp64
  shift 2
  [ "$xlen" = 64 ] || abi=ilp32
  printf '.globl _start\n_start: %s\n1: j 1b\n' "$*" >"$TMP/p.S"
  riscv64-unknown-elf-gcc "-march=rv$xlen$march" -mabi=$abi -nostdlib -nostartfiles -Wl,--nmagic \
    -Wl,-Ttext=0x80000000 "$TMP/p.S" -o "$TMP/p.elf" 2>"$TMP/as.err" || { cat "$TMP/as.err"; return 1; }
}

# needs EXTENSION XLEN MARCH INSTRUCTION...: the assembler needs MARCH for it; the message names the extension.
needs() {
  local extension=$1
  shift
  program "$@" && fails 2 "^hartrace run: hart 0 traps endlessly at 0x80000000: illegal instruction \(cause 2, epc 0x80000000, \
mtvec 0x0\).* needs extension $extension[ ,]" run "$TMP/p.elf" --no-trace
}
while read -r extension xlen march insn; do
  check "RV$xlen $insn needs $extension" needs "$extension" "$xlen" "$march" "$insn"
done <<'INSNS'
F 64 imafc fadd.s fa0,fa1,fa2
D 64 imafdc fadd.d fa0,fa1,fa2
D 64 imafdc fld fa0,0(a0)
D 64 imafdc fsd fs0,8(sp)
F 32 imafc flw fa0,0(a0)
F 32 imafc fsw fs5,32(a3)
D 64 imafdc fmadd.d fa0,fa1,fa2,fa3
F 32 imafc csrr a0,fcsr
V 64 imafdcv vadd.vv v1,v2,v3
V 64 imafdcv vle32.v v1,(a0)
B 64 imac_zbb andn a0,a1,a2
B 64 imac_zba sh1add a0,a1,a2
B 64 imac_zbs bexti a0,a1,7
INSNS
check "an illegal instruction that no extension has" program 64 imac ".word 0xFFFFFFFF"
check "is told with its opcode alone" fails 2 'cause 2, epc 0x80000000, mtvec 0x0\); opcode 0xffffffff; the trap handler' \
  run "$TMP/p.elf"
check "a load from nowhere" program 64 imac_zicsr "li t0, 0x1000; csrw mtvec, t0; ld a0, 0(x0)"
check "is told with mtvec" fails 2 'at 0x8000000[0-9a-f]: load access fault \(cause 5, epc .*, mtvec 0x1000\); the trap handler' \
  run "$TMP/p.elf"
check "the trace up to there is compared" grep -E '^equal: 2 instructions' "$TMP/fails.out"
check "serve says it once, and ends with 2" fails 2 'hart 0 traps endlessly' \
  timeout -k 5 400 "$HARTRACE" serve "$TMP/p.elf" --timeout 1
check "only once" test "$(grep -c 'traps endlessly' "$TMP/fails.err")" = 1
check "a program with traps in plenty goes on" says 0 '^equal: ' run "$rv64/nested.elf"

# ---- programs that never end ----

# stopped SIGNAL: it ends in order, and everything that was asked for is there and belongs together.
stopped() {
  local pid n
  rm -f "$TMP"/i.*
  "$HARTRACE" run "$forever" --save-trace "$TMP/i.nex" --save-pcs "$TMP/i.pcs" --save-ingress "$TMP/i.ing" \
    >"$TMP/i.out" 2>"$TMP/i.err" &
  pid=$!
  for _ in $(seq 100); do
    [ -n "$(find "$TMP" -name 'i.pcs*' -size +0)" ] && break
    sleep 0.1
  done
  kill -"$1" $pid
  wait $pid || { cat "$TMP/i.out" "$TMP/i.err"; return 1; }
  n=$(sed -n 's/^program: RV32, \([0-9]*\) instructions, .*: interrupted$/\1/p' "$TMP/i.out")
  cat "$TMP/i.out" "$TMP/i.err"
  [ -n "$n" ] && grep -q "^equal: $n instructions" "$TMP/i.out" && [ "$(wc -l <"$TMP/i.pcs")" = "$n" ] &&
    "$HARTRACE" verify "$TMP/i.nex" --pcs "$TMP/i.pcs" --elf "$forever" &&
    "$HARTRACE" encode -q --ingress "$TMP/i.ing" --mode htm -o "$TMP/i2.nex" &&
    "$HARTRACE" verify "$TMP/i2.nex" --ingress "$TMP/i.ing" | grep "^equal: $n instructions"
}
check "SIGINT ends a run in order" stopped INT
check "SIGTERM as well" stopped TERM

# What cannot be reached by the trace any more is dropped; what is left is compared to the last instruction. Between the
# two is a factor of 40 in length, and none in memory: both run in as much as the short one needs, and 2 MiB.
sync="--te trTeInstSyncMode=messages --te trTeInstSyncMax=2"
tail_of() {
  # shellcheck disable=SC2086
  run "$forever" --max-instructions "$1" --sink-size 65536 $sync
}
check "a sink that wraps" says 0 '^equal in part: [1-9][0-9]{4,} of 1000000 instructions' tail_of 1000000
within() {
  local kib=$1
  shift
  (ulimit -v "$kib" && "$@") >/dev/null 2>&1
}
if nm -D "$HARTRACE" 2>/dev/null | grep -q __asan_; then
  skip "memory" "sanitized"
else
  need=136000
  while ! within $need tail_of 50000 && [ $need -lt 400000 ]; do
    need=$((need + 1000))
  done
  check "2 million instructions in the memory of 50000" within $((need + 2048)) tail_of 2000000
fi
# A small sink drops chunks of the log within this length.
# shellcheck disable=SC2086
check "the log moves on with a small sink" says 0 '^equal in part: [1-9][0-9]+ of 1500000 instructions' \
  run "$forever" --max-instructions 1500000 --sink-size 4096 $sync
# shellcheck disable=SC2086
check "the same for two harts on one sink" says 0 '^hart 1: equal in part: [1-9][0-9]+ of [0-9]{6} instructions' \
  run "$forever" --harts 2 --max-instructions 1500000 --sink-size 8192 $sync
check "stop on wrap: the beginning, whatever the length" says 0 '^equal in part: [1-9][0-9]+ of 1000000 instructions' \
  run "$forever" --max-instructions 1000000 --sink-size 4096 --stop-on-wrap
if [ -n "${HARTRACE_SOAK:-}" ]; then
  check "200 million instructions" within $((need + 16384)) timeout 600 "$HARTRACE" run "$forever" \
    --max-instructions 200000000 --te trTeInstSyncMode=messages
fi

# ---- the same run whatever is saved ----

same() {
  run "$1" --mode "$2" --save-trace "$TMP/a.nex" >"$TMP/a.out" &&
    run "$1" --mode "$2" --save-trace "$TMP/b.nex" --save-ingress "$TMP/b.ing" --save-pcs "$TMP/b.pcs" >"$TMP/b.out" &&
    cmp "$TMP/a.nex" "$TMP/b.nex" && cmp "$TMP/a.out" "$TMP/b.out"
}
for mode in htm btm; do
  check "timer, $mode: the same with and without --save-ingress" same "$rv64/timer.elf" $mode
  check "stimer, $mode: the same with and without --save-ingress" same "$rv32/stimer.elf" $mode
done

# A program that programs its encoder itself: what it wrote is in the stream. Replayed, the stream gives the bytes that the
# program read out of its sink and printed; less the last word, which the sink has filled up.
replayed() {
  run "$rv64/$1.elf" --no-trace --dtb "$BUILD/dts/single-smem-rv64.dtb" --save-ingress "$TMP/s.ing" || return 1
  "$HARTRACE" encode -q --ingress "$TMP/s.ing" --replay -o "$TMP/s.nex" || return 1
  tr -d '\n' <"$TMP/console" >"$TMP/printed"
  local n=$(($(wc -c <"$TMP/printed") - 8))
  [ $n -gt 1000 ] && od -An -v -tx1 "$TMP/s.nex" | tr -d ' \n' | head -c $n | cmp - <(head -c $n "$TMP/printed")
}
encoded() {
  local te=${2:+--te $2}
  # shellcheck disable=SC2086
  "$HARTRACE" encode -q --ingress "$TMP/s.ing" --mode "$1" $te -o "$TMP/s.nex" &&
    says 0 '^equal: ' "$HARTRACE" verify "$TMP/s.nex" --ingress "$TMP/s.ing" $te
}
for p in selftrace selftrace-btm; do
  check "$p: its register writes are recorded" replayed $p
  for mode in htm btm; do
    check "$p: encoded, $mode" encoded $mode
    check "$p: encoded, $mode, all jumps" encoded $mode trTeInstEnAllJumps=1
  done
done
check "a program that changes the trace" fails 1 'the program itself writes to ' run "$rv64/selftrace.elf"

# ---- contradictions, and options without effect ----

sort=$rv64/sort.elf
check "--harts 0" fails 2 'harts 0: must be at least 1' run "$sort" --harts 0
check "--max-instructions 0" fails 2 'max-instructions 0: must be at least 1' run "$sort" --max-instructions 0
check "--quantum 0" fails 2 'quantum 0: must be at least 1' run "$sort" --platform systemc --quantum 0
check "two modes" fails 2 'trTeInstMode=3 contradicts --mode htm' run "$sort" --mode htm --te trTeInstMode=3
check "the same mode twice" says 0 '^equal: ' run "$sort" --mode btm --te trTeInstMode=3
check "an XLEN that is not the program's" fails 2 'xlen=32 contradicts the program, which is RV64' run "$sort" --param xlen=32
check "the same of one encoder" fails 2 'contradicts the program' run "$sort" --param encoder-0.xlen=32
check "the program's XLEN" says 0 '^equal: ' run "$rv32/sort.elf" --param xlen=32
check "implicit returns without a way" fails 0 'no effect while trTeInstImplicitReturnMode is 0' \
  run "$sort" --te trTeInstEnImplicitReturn=1
quiet() {
  "$@" >"$TMP/out" 2>"$TMP/err" && ! [ -s "$TMP/err" ]
}
check "implicit returns with a way say nothing" quiet run "$sort" --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3
check "a parameter of decoders" fails 0 'return_depth=8 has no effect here' "$HARTRACE" encode --pcs "$TMP/run1.pcs" \
  --pcinfo "$TMP/spec.pcinfo" --mode htm --param return_depth=8 -o "$TMP/x.nex"
check "pins without a PIB sink" fails 2 'pib: this tree has no PIB sink' run "$sort" --pib uart:63
check "waves of no pins" fails 2 'save-vcd: this tree has no PIB sink' run "$sort" --save-vcd "$TMP/x.vcd"
check "stop on wrap without a RAM sink" fails 2 'has no RAM sink' run "$sort" --dtb "$BUILD/dts/single-pib.dtb" --stop-on-wrap
check "a trace of no trace" fails 2 'save-trace and --no-trace' run "$sort" --no-trace --save-trace "$TMP/x.nex"
check "serve: pins without a PIB sink" fails 2 'pib: this tree has no PIB sink' "$HARTRACE" serve "$sort" --pib 4
start_pins() {
  "$HARTRACE" start --io sim --dtb "$BUILD/dts/$1.dtb" --pib 4
}
check "start: pins without a PIB sink" fails 2 'pib: this tree has no PIB sink' start_pins single-sram-rv64
check "start: pins with one" start_pins single-pib
check "serve: nothing leaves the chip" fails 2 'no PIB sink and no ATB bridge' "$HARTRACE" serve "$sort" --save-sinks "$TMP/far"
check "the source of a tree" fails 2 'dtc -O dtb -o FILE.dtb dts/single-pib.dts' "$HARTRACE" topo dts/single-pib.dts
with_headers() {
  printf '.globl _start\n_start: j _start\n' >"$TMP/h.S"
  riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -nostdlib -nostartfiles -Wl,-Ttext=0x80000000 "$@" "$TMP/h.S" -o "$TMP/h.elf"
}
check "a program with its ELF headers" with_headers
check "what to do about them" fails 2 'holds the ELF headers: link with -Wl,--nmagic' run "$TMP/h.elf"
check "doing it" with_headers -Wl,--nmagic
check "helps" says 0 '^equal: 100 ' run "$TMP/h.elf" --max-instructions 100
finish
