# SPDX-License-Identifier: Apache-2.0
# Real OpenOCD (and GDB) against `hartrace serve`, over UNIX sockets: no port is used. Sourced by test scripts.

sim_cfg=openocd-scripts/target/hartrace-sim.cfg
sim_pid=

# sim_start ELF [OPTION]...: a simulator in the background; its socket is $TMP/sim.
sim_start() {
  sim_stop
  rm -f "$TMP/sim.out" "$TMP/sim.err" # the simulator before said the same
  "$HARTRACE" serve "$@" --rbb "unix:$TMP/sim" --timeout 900 >"$TMP/sim.out" 2>"$TMP/sim.err" &
  sim_pid=$!
  for _ in $(seq 1500); do
    grep -q '^listening on ' "$TMP/sim.out" 2>/dev/null && return
    kill -0 "$sim_pid" 2>/dev/null || break
    sleep 0.02
  done
  cat "$TMP/sim.err"
  return 1
}

# Wait until its program has ended.
sim_ended() {
  for _ in $(seq 2400); do
    grep -q 'the program ended' "$TMP/sim.err" && return
    sleep 0.05
  done
  echo "the program does not end"
  return 1
}

# End it, if it did not end by itself. Returns its exit status.
sim_stop() {
  local status=0
  if [ -n "$sim_pid" ]; then
    kill "$sim_pid" 2>/dev/null
    wait "$sim_pid" || status=$?
    sim_pid=
  fi
  return $status
}
trap 'ocd_end; sim_stop; rm -rf "$TMP"' EXIT

# Wait for it to end by itself, as with --linger when the debugger leaves. Returns its exit status.
sim_wait() {
  local status=0
  wait "$sim_pid" || status=$?
  sim_pid=
  return $status
}

# ocd_start HARTS: OpenOCD in the background, with a Tcl port of its own: $ocd_port. A port that is taken is not the end.
ocd_pid=
ocd_port=
ocd_start() {
  ocd_end
  for _ in $(seq 10); do
    ocd_port=$((20000 + RANDOM % 12000))
    timeout -k 5 800 openocd -l "$TMP/ocd.log" -c "bindto 127.0.0.1; set HARTRACE_HOST {$TMP/sim}; set HARTRACE_PORT 0" \
      -c "set HARTRACE_HARTS $1" -c "gdb_port disabled; telnet_port disabled; tcl_port $ocd_port" -f $sim_cfg -c init \
      >/dev/null 2>&1 &
    ocd_pid=$!
    for _ in $(seq 2000); do
      grep -q "Listening on port $ocd_port for tcl" "$TMP/ocd.log" 2>/dev/null && return
      kill -0 "$ocd_pid" 2>/dev/null || break
      sleep 0.02
    done
    ocd_end
  done
  cat "$TMP/ocd.log"
  return 1
}

ocd_end() {
  if [ -n "$ocd_pid" ]; then
    kill "$ocd_pid" 2>/dev/null
    wait "$ocd_pid" 2>/dev/null
    ocd_pid=
    rm -f "$TMP/ocd.log"
  fi
}

# ocd_rpc SCRIPT: run Tcl in that OpenOCD; its result goes to stdout.
ocd_rpc() {
  exec 9<>"/dev/tcp/127.0.0.1/$ocd_port" || return 1
  printf '%s\032' "$1" >&9
  IFS= read -r -d "$(printf '\032')" -t 100 -u 9 reply
  exec 9>&-
  printf '%s\n' "$reply"
}

# ocd HARTS SCRIPT: run Tcl in OpenOCD after init. What it prints by `say` goes to stdout; its log is $TMP/ocd.log.
ocd() {
  {
    echo 'proc say {args} { puts $::out $args; flush $::out }'
    echo "set out [open {$TMP/ocd.say} w]"
    echo 'gdb_port disabled; telnet_port disabled; tcl_port disabled; init'
    echo 'if {[catch {'
    printf '%s\n' "$2"
    echo '} problem]} { say problem: $problem }'
    echo 'shutdown'
  } >"$TMP/ocd.tcl"
  : >"$TMP/ocd.say"
  timeout -k 5 800 openocd -l "$TMP/ocd.log" -c "set HARTRACE_HOST {$TMP/sim}; set HARTRACE_PORT 0" \
    -c "set HARTRACE_HARTS $1" -f $sim_cfg -f "$TMP/ocd.tcl" >/dev/null 2>&1
  cat "$TMP/ocd.say"
}

# ocd_says PATTERN HARTS SCRIPT: passes when a line that the script says matches.
ocd_says() {
  ocd "$2" "$3" >"$TMP/says"
  grep -Eq -- "$1" "$TMP/says" && return
  echo "nothing like: $1"
  cat "$TMP/says"
  tail -n 15 "$TMP/ocd.log"
  return 1
}

# gdb_run HARTS ELF COMMANDS: GDB, which starts OpenOCD at the other end of a pipe.
gdb_run() {
  {
    printf 'set pagination off\nset confirm off\nset width 0\nset remotetimeout 30\n'
    printf 'target extended-remote | openocd -l %s -c "gdb_port pipe; telnet_port disabled; tcl_port disabled" ' \
      "$TMP/ocd.log"
    printf '%s\n' "-c \"set HARTRACE_HOST $TMP/sim; set HARTRACE_PORT 0; set HARTRACE_HARTS $1\" -f $sim_cfg"
    printf '%s\n' "$3"
  } >"$TMP/gdb.cmd"
  timeout -k 5 800 gdb-multiarch -q -nx -batch -x "$TMP/gdb.cmd" "$2" >"$TMP/gdb.out" 2>&1
}

# address ELF SYMBOL: in hexadecimal.
address() {
  riscv64-unknown-elf-nm "$1" | awk -v s="$2" '$3 == s { print "0x" $1 }'
}
