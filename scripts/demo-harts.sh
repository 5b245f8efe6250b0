# SPDX-License-Identifier: Apache-2.0
# Several harts, trace that leaves by pins and over ATB, and the components in RTL. Part of demo.sh: uses its functions and variables.

# hart_rows PROGRAM FILE: a row for each line "hart N: equal: ...", and one for the sum.
hart_rows() {
  local who line
  while read -r line; do
    case $line in
      hart*) who=${line%%: *}; line=${line#*: } ;;
      *) who='all harts' ;;
    esac
    case $line in
      equal:*)
        set -- "$1" "$2" $(echo "$line" | tr -d ,)
        row "$1, $who" htm "$4" "$6" "$8" "${10}" equal
        ;;
      *)
        row "$1, $who" htm - - - - DIFFERENT
        status=1
        ;;
    esac
  done < <(grep -E '^(hart [0-9]|equal)' "$2")
  grep -q '^equal' "$2" || { cat "$2"; status=1; }
}

# token_times: the interrupts that the harts decoded to, in the order of their timestamps.
token_times() {
  "$hartrace" decode "$out/token.nex" --elf "$BUILD/programs/rv64/smpipi.elf" --te trTeSrcBits=4 --te trTsEnable=1 \
    --src all -f csv | awk -F, '$3 == "timestamp" { t[$12] = $11 }
      $3 == "exception" { print t[$12], "hart " $12, $4, ($10 == 3 ? "interrupt" : "exception") }'
}

# same WHAT A B: do two files hold the same bytes?
same() {
  if [ -s "$3" ] && cmp -s "$2" "$3"; then
    echo "  $1: $(stat -c %s "$2") bytes, the same"
  else
    echo "  $1: DIFFERENT"
    status=1
  fi
}

# listed ID: the bytes that trc_pkt_lister lists for an ATB ID.
listed() {
  awk -v id="ID_DATA[$1]" '/Frame Data/ { on = 0
      for (i = 1; i <= NF; i++) { t = $i; sub(/;$/, "", t)
        if (t ~ /^ID_DATA\[/) on = t == id; else if (on && t ~ /^[0-9a-f][0-9a-f]$/) print t } }'
}

echo
echo 'Four harts. Each has an encoder; two funnels of two inputs, a third above them with the clock of the timestamps,'
echo 'a RAM sink that writes to system memory (dts/clusters.dts). The driver programs all of it from the device tree.'
echo
"$hartrace" topo "$BUILD/dts/clusters.dtb" | sed -n 's/^path /  /p'
echo
row program mode instructions messages bytes bits/ins 'decoded = executed'
for program in smplock smpwork smpipi; do
  "$hartrace" run "$BUILD/programs/rv64/$program.elf" --dtb "$BUILD/dts/clusters.dtb" --console "$out/console" \
    --save-trace "$out/token.nex" >"$out/run.txt" 2>&1
  hart_rows $program "$out/run.txt"
done
echo
echo 'In smpipi a token goes round by software interrupts. Each hart decoded by itself, all in the order of time (decode --src all):'
echo
token_times >"$out/token.txt"
awk '$5 == "interrupt" { printf "  time %-6s %s %s at %s\n", $1, $2, $3, $4 }' "$out/token.txt" | sed -n '13,20p'

echo
echo 'Trace on pins: two harts, a PIB sink with four data pins and a clock (dts/three-sinks.dts), encoders that stall. The'
echo 'levels of the pins, as VCD, are decoded by sigrok with our protocol decoder; and by the probe of hartrace run.'
echo
"$hartrace" run "$BUILD/programs/rv64/smplock.elf" --dtb "$BUILD/dts/three-sinks.dtb" --sink pib --pib 4:1 \
  --te trTeInstStallEna=1 --console "$out/console" --save-vcd "$out/pins.vcd" --save-trace "$out/pins.nex" >"$out/run.txt" 2>&1
row program mode instructions messages bytes bits/ins 'decoded = executed'
hart_rows smplock "$out/run.txt"
SIGROKDECODE_DIR=plugins/sigrok PYTHONDONTWRITEBYTECODE=1 sigrok-cli -i "$out/pins.vcd" -I vcd -B trace_pib=bytes \
  -P trace_pib:protocol=parallel:width=4:center=no:ticks=2:clk=TRC_CLK:d0=TRC_DATA0:d1=TRC_DATA1:d2=TRC_DATA2:d3=TRC_DATA3 \
  >"$out/sigrok.bin" 2>"$out/sigrok.txt"
same 'sigrok and the probe' "$out/sigrok.bin" "$out/pins.nex"

echo
echo 'Trace over ATB: the same through an ATB bridge, a CoreSight formatter and an ETB. The frames are read by trc_pkt_lister'
echo "of Arm's OpenCSD."
echo
"$hartrace" run "$BUILD/programs/rv64/smplock.elf" --dtb "$BUILD/dts/three-sinks.dtb" --sink atb --console "$out/console" \
  --save-snapshot "$out/coresight" --save-trace "$out/atb.nex" >"$out/run.txt" 2>&1
row program mode instructions messages bytes bits/ins 'decoded = executed'
hart_rows smplock "$out/run.txt"
trc_pkt_lister -ss_dir "$out/coresight" -o_raw_unpacked -logstdout -logfilename /dev/null 2>"$out/lister.txt" | listed 0x01 >"$out/listed.txt"
od -An -v -tx1 -w1 "$out/atb.nex" | tr -d ' ' >"$out/atb.txt"
same 'the lister and the deformatter of hartrace run (hexadecimal)' "$out/listed.txt" "$out/atb.txt"

echo
echo 'The components in SystemVerilog (rtl-model/rtl), by Verilator, in the place of their models, and tr_system as a whole: the same'
echo 'program, the same bytes; and by the same registers E-Trace, trTeFormat 0.'
echo
row program mode instructions messages bytes bits/ins 'decoded = executed'
for impl in model rtl; do
  "$hartrace" run "$BUILD/programs/rv64/sort.elf" --platform systemc --impl $impl --te trTeFormat=0 --console "$out/console" \
    --save-trace "$out/$impl.etrace" --save-pcs "$out/$impl-etrace.pcs" >"$out/run.txt" 2>&1
  summary "sort rv64, $impl" e-trace "$out/run.txt"
done
for impl in model rtl system=rtl; do
  "$hartrace" run "$BUILD/programs/rv64/sort.elf" --platform systemc --impl $impl --console "$out/console" \
    --save-trace "$out/$impl.nex" --save-pcs "$out/$impl-ntrace.pcs" >"$out/run.txt" 2>&1
  summary "sort rv64, $impl" htm "$out/run.txt"
done
same 'RTL and models' "$out/rtl.nex" "$out/model.nex"
same 'RTL and models, E-Trace' "$out/rtl.etrace" "$out/model.etrace"
same 'PCs of E-Trace and N-Trace, by RTL' "$out/rtl-etrace.pcs" "$out/rtl-ntrace.pcs"
same 'tr_system and models' "$out/system=rtl.nex" "$out/model.nex"
