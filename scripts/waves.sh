#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# waves.sh FOLDER: a capture whose trace leaves by four pins, encoder and PIB sink in SystemVerilog: waves as VCD and, where
# GTKWave's vcd2fst is there, as FST; the first messages as a picture. `make waves` runs it.
set -eu

out=$1
mkdir -p "$out"
"$BUILD/hartrace" run "$BUILD/programs/rv64/crc.elf" --dtb "$BUILD/dts/single-pib.dtb" --pib 4 --te trTeInstStallEna=1 \
  --max-instructions 400 --platform systemc --impl rtl --waves "$out/capture.vcd" --console "$out/console" \
  --save-trace "$out/capture.nex" >"$out/run.txt" 2>&1 || { cat "$out/run.txt"; exit 1; }
if command -v vcd2fst >/dev/null; then
  vcd2fst "$out/capture.vcd" "$out/capture.fst" >"$out/vcd2fst.txt" 2>&1 || { cat "$out/vcd2fst.txt"; exit 1; }
fi
awk -v mark=pibsink0.in_length -v before=8 -v cycles=40 -v rows='encoder0.ingress_iaddr=instruction,_address[11:0]:low
  encoder0.stall=stall pibsink0.in_length=message_to_the_sink,_bytes:dec pibsink0.in_tcode=its_TCODE:dec
  pibsink0.trc_clk=TRC_CLK pibsink0.trc_data=TRC_DATA[3:0]:hex' -f scripts/vcd2svg.awk "$out/capture.vcd" >"$out/capture.svg"
tail -n 1 "$out/run.txt"
for file in vcd fst svg; do
  [ ! -s "$out/capture.$file" ] || echo "$out/capture.$file"
done
