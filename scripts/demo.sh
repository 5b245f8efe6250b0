#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on real input: programs on one simulated hart and on four, trace on pins and over ATB, an encoder in RTL, then firmware booted
# under QEMU. Called by `make demo`, from the top of the tree, with everything built. Exit 1 when a trace does not equal the execution.
set -u
BUILD=${BUILD:-build}
hartrace=$BUILD/hartrace
out=$BUILD/demo
bios=/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf
uboot=/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin
mkdir -p "$out"
status=0

row() {
  printf '%-24s %5s %13s %10s %10s %8s  %s\n' "$@"
}

# summary NAME MODE FILE: a row from the line "equal: ...", or what was said instead.
summary() {
  local line
  line=$(grep '^equal' "$3")
  if [ -z "$line" ]; then
    row "$1" "$2" - - - - DIFFERENT
    cat "$3"
    status=1
    return
  fi
  set -- "$1" "$2" $(echo "$line" | tr -d ,)
  # equal: N instructions M messages B bytes X bits/instruction
  row "$1" "$2" "$4" "$6" "$8" "${10}" equal
}

echo 'Programs on the simulated hart. The trace is programmed by the driver over the bus, read out of the'
echo 'RAM sink, decoded with the ELF file, and compared with what the hart retired, PC by PC. N-Trace with (htm) and'
echo 'without (btm) branch history, and E-Trace from the same registers: trTeFormat 0.'
echo
row program mode instructions messages bytes bits/ins 'decoded = executed'
for program in sort nested timer; do
  for xlen in 32 64; do
    for mode in htm btm e-trace; do
      format="--mode $mode"
      [ $mode = e-trace ] && format='--te trTeFormat=0'
      # shellcheck disable=SC2086 # two words
      "$hartrace" run "$BUILD/programs/rv$xlen/$program.elf" $format --save-pcs "$out/$mode.pcs" \
        --console "$out/console" >"$out/run.txt" 2>&1
      summary "$program rv$xlen" $mode "$out/run.txt"
    done
    # The same execution by both protocols; a timer interrupts where the time of the run has it.
    [ $program = timer ] || cmp "$out/htm.pcs" "$out/e-trace.pcs" || status=1
  done
done

. "$(dirname "$0")/demo-harts.sh"

echo
echo "Firmware: OpenSBI and U-Boot from Debian, booted under QEMU to the U-Boot prompt, recorded with its code"
echo '(U-Boot moves itself), encoded by the model, decoded, compared.'
echo
if "$hartrace" record --bios "$bios" --kernel "$uboot" --until '=>' -o "$out/boot.ing" \
  --console "$out/boot.console" 2>"$out/record.txt"; then
  cat "$out/record.txt"
  tail -n 3 "$out/boot.console" | tr -d '\r' | sed 's/^/  console: /'
  echo
  echo
  row firmware mode instructions messages bytes bits/ins 'decoded = executed'
  for mode in htm btm; do
    "$hartrace" encode --ingress "$out/boot.ing" --mode $mode -q -o "$out/boot.$mode.nex" &&
      "$hartrace" verify "$out/boot.$mode.nex" --ingress "$out/boot.ing" >"$out/verify.txt" 2>&1
    summary 'opensbi + u-boot rv64' $mode "$out/verify.txt"
  done
else
  cat "$out/record.txt"
  status=1
fi

echo
echo 'The encoder, as a model and in SystemVerilog, held against the specification by the conformance kit (hartrace kit encoder).'
echo
for dut in model rtl; do
  "$hartrace" kit encoder --dut builtin:$dut --streams 20 >"$out/kit.txt" 2>&1 || status=1
  grep -Ev '^(btm|xlen)=' "$out/kit.txt" | sed 's/^/  /'
done

echo
. "$(dirname "$0")/demo-firmware.sh"

echo
echo 'A page of the listing (hartrace decode): exceptions of the boot, with the messages that report them.'
echo
"$hartrace" decode "$out/boot.htm.nex" --ingress "$out/boot.ing" 2>&1 |
  grep -m 1 -B 22 -A 18 'B-TYPE=' | cut -c 1-100

# report NAME WHAT ARGUMENT...: a report in $out/NAME.
report() {
  local name=$1 what=$2
  shift 2
  if "$hartrace" report "$@" -o "$out/$name" 2>"$out/report.txt"; then
    printf '  %-34s %s\n' "$what" "$(realpath "$out/$name")/index.html"
  else
    cat "$out/report.txt"
    status=1
  fi
}
echo
echo 'What the programs did, as pages for a browser (hartrace report): timeline, flame graph, source, traps. Open'
echo
"$hartrace" run "$BUILD/programs/rv64/sort.elf" --te trTsEnable=1 --console "$out/console" --save-trace "$out/sort.nex" --sidecar >"$out/run.txt" 2>&1
report report-sort 'sort, built with -g' "$out/sort.nex" --elf "$BUILD/programs/rv64/sort.elf"
report report-boot 'OpenSBI and U-Boot, by addresses' "$out/boot.htm.nex" --ingress "$out/boot.ing"
. "$(dirname "$0")/demo-slurm.sh"
[ $status = 0 ] && echo && echo 'Every decoded PC sequence equals the executed one.'
exit $status
