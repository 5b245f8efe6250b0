# SPDX-License-Identifier: Apache-2.0
# Firmware with a trace layer: its messages beside its instructions. Part of demo.sh: uses its variables; sets status.

echo 'Firmware with a trace layer (fwtrace/): two harts store debug codes and prints to the ports of their encoders. Each message with the'
echo 'call in the program that sent it (hartrace fwtrace), and a timeline of functions and messages:'
echo
elf=$BUILD/programs/rv64/fwtstim.elf
if "$hartrace" run "$elf" --harts 2 --te trTsEnable=1 --param stimulus=1 --sink-size 1M --console "$out/console" --save-trace "$out/firmware.nex" \
  --sidecar >"$out/run.txt" 2>&1 && "$hartrace" fwtrace "$out/firmware.nex" --elf "$elf" >"$out/firmware.txt" 2>"$out/fwtrace.txt" &&
  "$hartrace" export "$out/firmware.nex" --elf "$elf" --src all --to perfetto --fwtrace ti-sysfw -o "$out/firmware.pftrace" 2>"$out/fwtrace2.txt"; then
  grep '^equal' "$out/run.txt" | sed 's/^/  /'
  sed -n '40,47s/^/  /p' "$out/firmware.txt"
  sed -n 's/.*nex: \(.* with the instruction\).*/  \1/p' "$out/fwtrace.txt"
  printf '  %-34s %s\n' 'for ui.perfetto.dev' "$(realpath "$out/firmware.pftrace")"
else
  cat "$out/run.txt" "$out/fwtrace.txt"
  status=1
fi

# A debugger reads a ring while the harts run: OpenOCD, by System Bus Access, on the simulated debug module.
echo
echo 'The ring of another firmware, read by OpenOCD while its two harts run (hartrace serve, hartrace fwtrace --io openocd):'
echo
slow=$BUILD/programs/rv64/fwtrace.elf
at=0x$(riscv64-unknown-elf-nm "$slow" | awk '$3 == "memory" { print $1 }')
ring_seen=
rm -f "$out/rbb"
"$hartrace" serve "$slow" --harts 2 --halted --rbb "unix:$out/rbb" --timeout 60 --console "$out/console" >"$out/serve.txt" 2>&1 &
sim=$!
for _ in $(seq 200); do
  grep -q '^listening on ' "$out/serve.txt" && break
  sleep 0.05
done
port=$((20000 + RANDOM % 12000))
timeout -k 5 60 openocd -l "$out/openocd.txt" -c "bindto 127.0.0.1; set HARTRACE_HOST {$out/rbb}; set HARTRACE_PORT 0; set HARTRACE_HARTS 2" \
  -c "gdb_port disabled; telnet_port disabled; tcl_port $port" -f openocd-scripts/target/hartrace-sim.cfg -c init -c resume >/dev/null 2>&1 &
ocd=$!
for _ in $(seq 200); do
  "$hartrace" fwtrace --io "openocd:127.0.0.1:$port" --at "$at" --elf "$slow" -o "$out/ring.txt" 2>"$out/fwtrace.txt"
  grep -Eqs '  round [0-9]+ of' "$out/ring.txt" && ring_seen=1 && break
  kill -0 $sim 2>/dev/null || break
  sleep 0.05
done
kill $ocd $sim 2>/dev/null
wait $ocd $sim 2>/dev/null
if [ -n "$ring_seen" ]; then
  grep -v '\*\*\*' "$out/ring.txt" | head -n 5 | sed 's/^/  /'
else
  cat "$out/serve.txt" "$out/fwtrace.txt"
  status=1
fi
