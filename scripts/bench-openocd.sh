# SPDX-License-Identifier: Apache-2.0
# Part of bench.sh: words a second through System Bus Access, of one simulator and one OpenOCD: OpenOCD's own commands, the Tcl
# objects, the driver; and the capture of a buffer of 1 MiB that has wrapped.

# One of OpenOCD's, in the background: its Tcl port is $1.
openocd_start() {
  openocd -l "$tmp/ocd.log" -c "bindto 127.0.0.1; set HARTRACE_HOST $tmp/sim; set HARTRACE_PORT 0" \
    -c "gdb_port disabled; telnet_port disabled; tcl_port $1" -f openocd-scripts/target/hartrace-sim.cfg -c init >/dev/null 2>&1 &
  openocd_pid=$!
  for _ in $(seq 200); do
    grep -q "Listening on port $1 for tcl" "$tmp/ocd.log" 2>/dev/null && return
    kill -0 "$openocd_pid" 2>/dev/null || return 1
    sleep 0.05
  done
  return 1
}

# rpc PORT SCRIPT: its result.
rpc() {
  local reply
  exec 9<>"/dev/tcp/127.0.0.1/$1" || return 1
  printf '%s\032' "$2" >&9
  IFS= read -r -d "$(printf '\032')" -t 300 -u 9 reply
  exec 9>&-
  printf '%s\n' "$reply"
}

# words WHAT N SCRIPT: the rate of a script in OpenOCD.
words() {
  rpc "$port" "set a [clock milliseconds]; catch {$3}; expr {[clock milliseconds] - \$a}" >"$tmp/ms"
  awk -v w="$1" -v n="$2" -v ms="$(cat "$tmp/ms")" \
    'BEGIN { printf "%-44s %8.3f s %10.0f words/s\n", w, ms / 1000, n * 1000 / (ms > 0 ? ms : 1) }'
}

bench_openocd() {
  local elf=$BUILD/programs/rv64/debuggee.elf port=$((20000 + RANDOM % 12000)) begin end
  command -v openocd >/dev/null && command -v dtc >/dev/null ||
    { echo 'OpenOCD or dtc is not installed: no rates of System Bus Access'; return; }
  echo "System Bus Access through OpenOCD, simulator and OpenOCD on this machine; 1 word = 32 bits"
  "$hartrace" serve "$elf" --rbb "unix:$tmp/sim" --sink smem --sink-size 1048576 --timeout 600 >"$tmp/serve" 2>&1 &
  local sim_pid=$!
  sleep 1
  if openocd_start "$port"; then
    rpc "$port" "source openocd-scripts/hartrace.tcl; riscv set_mem_access sysbus; halt
      hartrace create te -target hartrace.cpu0 -baseaddr 0x3020000 -set {trTeInstSyncMode messages trTeInstSyncMax 4}
      hartrace create ram -target hartrace.cpu0 -baseaddr 0x6000000 \
        -set {trRamMode smem trRamStart 0x87f00000 trRamLimit 0x87fffffc}
      hartrace connect te ram" >/dev/null
    words "OpenOCD: dump_image" 65536 "dump_image $tmp/image 0x80400000 262144"
    words "OpenOCD: read_memory" 65536 "read_memory 0x80400000 32 65536 phys"
    words "OpenOCD: read_memory, one word" 1000 'for {set i 0} {$i < 1000} {incr i} {read_memory 0x80400000 32 1 phys}'
    words "OpenOCD: write_memory, one word" 1000 'for {set i 0} {$i < 1000} {incr i} {write_memory 0x80400000 32 1 phys}'
    words "Tcl objects: te read trTeControl" 1000 'for {set i 0} {$i < 1000} {incr i} {te read 0}'
    words "Tcl objects: one address again and again" 1000 '::hartrace::sba_read hartrace.cpu0 0x80400000 1000 0 60000'
    "$BUILD/tests/bench/bench_openocd" "$port" 0x80400000
    rpc "$port" "te start; resume; sleep 3000; te stop; halt; ram status" >"$tmp/status"
    sed 's/^/capture into 1 MiB: /' "$tmp/status"
    words "Tcl objects: ram dump, the whole buffer" 262144 "ram dump $tmp/tcl.nex"
    words "OpenOCD: dump_image of the same memory" 262144 "dump_image $tmp/image 0x87f00000 1048576"
    dtc -q -O dtb -o "$tmp/t.dtb" dts/single-smem-rv64.dts
    begin=$(date +%s%N)
    "$hartrace" fetch --io "openocd:127.0.0.1:$port" --dtb "$tmp/t.dtb" -o "$tmp/c.nex" >/dev/null
    end=$(date +%s%N)
    awk -v n="$(wc -c <"$tmp/c.nex")" -v t="$((end - begin))" \
      'BEGIN { printf "%-44s %8.3f s %10.0f words/s\n", "hartrace fetch, the whole buffer", t / 1e9, n / 4 * 1e9 / t }'
    cmp "$tmp/tcl.nex" "$tmp/c.nex" && echo "both captures are the same $(wc -c <"$tmp/c.nex") bytes"
    kill "$openocd_pid" && wait "$openocd_pid" 2>/dev/null
  fi
  kill "$sim_pid" && wait "$sim_pid" 2>/dev/null
}
