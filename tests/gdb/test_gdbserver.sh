#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# GDB and hartrace gdbserver: branch trace of RV32, RV64 and two harts; recorded runs; GDBs that leave in the middle.
. tests/lib/tap.sh

# The program that GDB starts at the other end of a pipe.
server="$HARTRACE gdbserver -q"
programs=$BUILD/programs

# gdb_says PROGRAM COMMAND...: what GDB prints, in $TMP/gdb.out. Colors and pages off, no questions.
gdb_says() {
  local program=$1 c
  shift
  local args=(-ex 'set pagination off' -ex 'set confirm off' -ex 'set width 0' -ex 'set remotetimeout 20')
  for c; do args+=(-ex "$c"); done
  timeout 400 gdb-multiarch -nx -batch "$program" "${args[@]}" >"$TMP/gdb.out" 2>&1 || { cat "$TMP/gdb.out"; return 1; }
}

# said LINE...: GDB printed each of these lines (extended regular expressions), in this order.
said() {
  local pattern at=0 n
  for pattern; do
    n=$(tail -n +$((at + 1)) "$TMP/gdb.out" | grep -nE -m 1 -- "$pattern" | cut -d: -f1)
    [ -n "$n" ] || { echo "GDB did not print, after line $at: $pattern"; cat "$TMP/gdb.out"; return 1; }
    at=$((at + n))
  done
}

# trace NAME PROGRAM [OPTION]...: NAME.nex with sidecar, and NAME.pcs, what the simulator retired.
trace() {
  local name=$1 program=$2
  shift 2
  "$HARTRACE" run "$program" --save-trace "$TMP/$name.nex" --sidecar --save-pcs "$TMP/$name.pcs" "$@"
}

# Addresses of a listing of GDB, as the simulator writes PCs.
pcs_of_history() {
  sed -nE 's/^[0-9]+\t *(=> )?0x0*([0-9a-f]+) <.*/\2/p' "$TMP/gdb.out" | tr a-f A-F | sed 's/^/0x/'
}

# The history is the list of PCs of the simulator: its last lines, without the instruction that comes next in GDB.
whole_history() {
  local name=$1 program=$2 keep=$3
  shift 3
  gdb_says "$program" "target remote | $server $TMP/$name.nex --elf $program --keep $keep $*" \
    'set record instruction-history-size 0' 'record instruction-history 1,+100000' detach || return 1
  pcs_of_history >"$TMP/history"
  [ "$(wc -l <"$TMP/history")" -ge "$((keep - 1))" ] || { echo "only $(wc -l <"$TMP/history") lines"; tail "$TMP/gdb.out"; return 1; }
  sed 's/^0x0*/0x/' "$TMP/$name.pcs" | tail -n "$(($(wc -l <"$TMP/history") + 1))" | head -n -1 | diff - "$TMP/history"
}

# Back over three instructions: each stop is at the PC of the simulator's list.
steps_back() {
  local name=$1 program=$2 pc
  gdb_says "$program" "target remote | $server $TMP/$name.nex --elf $program" \
    'p/x $pc' 'p $a0' reverse-stepi 'p/x $pc' reverse-stepi 'p/x $pc' reverse-stepi 'p/x $pc' stepi 'p/x $pc' detach || return 1
  mapfile -t pc < <(tail -n 4 "$TMP/$name.pcs" | sed 's/^0x0*/0x/' | tr A-F a-f)
  said "= ${pc[3]}\$" '= <unavailable>' "= ${pc[2]}\$" "= ${pc[1]}\$" "= ${pc[0]}\$" "= ${pc[1]}\$" 'Inferior 1 .* detached'
}

# The breakpoint is at the address that the simulator executed last of all addresses of the function's first line.
continues_back() {
  local name=$1 program=$2
  gdb_says "$program" "target remote | $server $TMP/$name.nex --elf $program" 'break bsp_puts' reverse-continue 'p/x $pc' \
    reverse-continue detach || return 1
  said 'Breakpoint 1(\.[12])?, .*bsp_puts' '^\$1 = 0x' 'No more reverse-execution history|Breakpoint 1'
}

# monitor calls: what the calls are is known from the instructions themselves, by objdump.
calls_are_nested() {
  local name=$1 program=$2
  gdb_says "$program" "target remote | $server $TMP/$name.nex --elf $program" 'monitor calls 3000' detach || return 1
  said '^ *try' '^ *  descending' '^ *  bsp_check' '^ *main' '^ *  bsp_puts' '^start_linked' '^bsp_exit' || return 1
  # The depth of main is one more than that of what calls it, and one less than that of what it calls.
  awk -F'\t' '/^ *main\t/ { m = match($0, /[a-z]/) } /^ *bsp_puts\t/ { p = match($0, /[a-z]/) } /^ *start_linked\t/ { s = match($0, /[a-z]/) }
    END { exit !(m == s + 2 && p == m + 2) }' "$TMP/gdb.out" || { cat "$TMP/gdb.out"; return 1; }
}

several_harts() {
  local name=$1 program=$2
  gdb_says "$program" "target remote | $server $TMP/$name.nex --elf $program" 'info threads' 'thread 2' 'p/x $pc' reverse-stepi 'p/x $pc' \
    'thread 1' 'p/x $pc' detach || return 1
  local last1 last2 before2
  last1=$(tail -n 1 "$TMP/$name.pcs.0" | sed 's/^0x0*/0x/' | tr A-F a-f)
  last2=$(tail -n 1 "$TMP/$name.pcs.1" | sed 's/^0x0*/0x/' | tr A-F a-f)
  before2=$(tail -n 2 "$TMP/$name.pcs.1" | head -n 1 | sed 's/^0x0*/0x/' | tr A-F a-f)
  said 'Thread 1 "source [0-9]+"' 'Thread 2 "source [0-9]+"' 'Switching to thread 2' "= $last2\$" "= $before2\$" 'Switching to thread 1' "= $last1\$"
}

# A trace with a hole: some bytes in the middle are gone. After the gap the history is the simulator's to its end; before it
# there is more.
gaps_are_gaps() {
  local name=$1 program=$2 size after
  size=$(stat -c %s "$TMP/$name.nex")
  { head -c $((size - 6000)) "$TMP/$name.nex"; tail -c 5000 "$TMP/$name.nex"; } >"$TMP/hole.nex" && cp "$TMP/$name.nex.toml" "$TMP/hole.nex.toml"
  gdb_says "$program" "target remote | $server $TMP/hole.nex --elf $program" 'info record' 'set record instruction-history-size 0' \
    'record instruction-history 1,+200000' detach || return 1
  said 'Recorded [0-9]+ instructions in [0-9]+ functions \(1 gaps\)' '^1[[:space:]]' '\[decode error \(1\): ' 'Inferior 1' || return 1
  sed -i '1,/decode error/d' "$TMP/gdb.out"
  pcs_of_history >"$TMP/history"
  after=$(wc -l <"$TMP/history")
  [ "$after" -gt 1000 ] || { echo "$after instructions after the gap"; return 1; }
  sed 's/^0x0*/0x/' "$TMP/$name.pcs" | tail -n "$((after + 1))" | head -n -1 | diff - "$TMP/history"
}

# Registers and memory of a recorded run: the values are those of the program's text.
recorded() {
  local program=$1 folder=$2
  gdb_says "$program" "target remote | $server $folder" 'info record' 'break bsp_check' reverse-continue bt reverse-finish \
    delete 'p/x $pc' 'watch *(unsigned *)&v[3]' reverse-continue 'p/x $priv' 'info threads' delete 'tbreak main' reverse-continue \
    'monitor where' 'p $sp != 0' 'monitor calls 200' continue detach || return 1
  said 'No record' 'Breakpoint 1.*bsp_check' '^#0 .*bsp_check' '^#1 .*try' '^#2 .*main' '^0x[0-9a-f]+ in try' '^\$1 = 0x' 'atchpoint 2' \
    '^Old value = [0-9]+' '^New value = [0-9]+' '= 0x3$' 'Thread 1 "hart 0"' 'Temporary breakpoint 3, .*main' 'position [0-9]+' '= 1$' \
    '^start_linked' '^  main' 'No more reverse-execution history' 'Inferior 1 .* detached'
}

# A position of the record: the pc is that of the simulator's list of PCs. Without interrupts position n is the n-th PC.
positions() {
  local program=$1 folder=$2 list=$3 n want commands=()
  for n in 1 77 12345 30000; do
    want=$(sed -n "$((n + 1))p" "$list" | sed 's/^0x0*/0x/' | tr A-F a-f)
    commands+=("monitor goto $n" 'maintenance flush register-cache' "printf \"at $n: 0x%x is $want\\n\", \$pc")
  done
  gdb_says "$program" "target remote | $server $folder" "${commands[@]}" detach || return 1
  [ "$(sed -nE 's/^at [0-9]+: (0x[0-9a-f]+) is \1$/same/p' "$TMP/gdb.out" | wc -l)" = 4 ] || { cat "$TMP/gdb.out"; return 1; }
}

# ---- without GDB: how a connection ends ----

# serve COMMAND...: run the server on any free port in the background; its process is $pid, its port $port.
serve() {
  rm -f "$TMP/place" # the port of the server before is in it until the new one has begun
  "$HARTRACE" gdbserver -q "$@" --port 0 >"$TMP/place" 2>"$TMP/err" &
  pid=$!
  for _ in $(seq 100); do
    port=$(sed -n 's/^listening on 127.0.0.1:\([0-9]*\)$/\1/p' "$TMP/place" 2>/dev/null)
    [ -n "$port" ] && return 0
    sleep 0.1
  done
  cat "$TMP/place" "$TMP/err"
  return 1
}

# ends STATUS: the server does so within ten seconds.
ends() {
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || { wait "$pid"; [ $? = "$1" ]; return; }
    sleep 0.1
  done
  kill "$pid"
  echo "it did not end"
  return 1
}

leaves() {
  serve "$TMP/rv64.nex" --elf "$programs/rv64/sort.elf" || return 1
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf '%s' "$1" >&3
  [ -z "$2" ] || { timeout 10 head -c "${#2}" <&3 >"$TMP/answer"; [ "$(cat "$TMP/answer")" = "$2" ] || { cat "$TMP/answer"; exec 3>&-; return 1; }; }
  exec 3>&-
  ends 0
}
garbage() {
  serve "$TMP/rv64.nex" --elf "$programs/rv64/sort.elf" || return 1
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  { printf '\003\000$$$}}##'; head -c 100000 /dev/zero | tr '\0' 'x'; printf '$m%s#00' "$(head -c 40000 /dev/zero | tr '\0' f)"; } >&3
  printf '$D#44' >&3
  timeout 10 cat <&3 >"$TMP/answer"
  exec 3>&-
  ends 0 && grep -q 'OK#9a' "$TMP/answer"
}
unix_socket() {
  rm -f "$TMP/place"
  "$HARTRACE" gdbserver -q "$TMP/rv64.nex" --elf "$programs/rv64/sort.elf" --port "unix:$TMP/socket" >"$TMP/place" 2>"$TMP/err" &
  pid=$!
  for _ in $(seq 100); do [ -S "$TMP/socket" ] && grep -qs "unix:$TMP/socket" "$TMP/place" && break; sleep 0.1; done
  [ "$(stat -c %a "$TMP/socket")" = 600 ] || { ls -l "$TMP"; return 1; }
  gdb_says "$programs/rv64/sort.elf" "target remote $TMP/socket" 'p/x $pc' detach || return 1
  said '= 0x8' 'detached' && ends 0 && [ ! -e "$TMP/socket" ]
}
stopped_by_signal() {
  serve "$TMP/rv64.nex" --elf "$programs/rv64/sort.elf" || return 1
  kill -INT "$pid"
  ends 2
}

for x in rv32 rv64; do
  check "a trace of $x to look at" trace $x "$programs/$x/sort.elf"
  check "a recorded run of $x" "$HARTRACE" run "$programs/$x/sort.elf" --no-trace --record "$TMP/$x.rec" --save-pcs "$TMP/$x.run"
done
check "a trace of E-Trace" trace rv64-E "$programs/rv64/sort.elf" --te trTeFormat=0
for protocol in N E; do
  te=()
  [ $protocol = N ] || te=(--te trTeFormat=0)
  check "$protocol-Trace of two harts" trace two-$protocol "$programs/rv64/smpwork.elf" --harts 2 "${te[@]}"
  check "$protocol-Trace with many syncs" trace syncs-$protocol "$programs/rv64/sort.elf" --te trTeInstSyncMode=1 --te trTeInstSyncMax=2 "${te[@]}"
done
check "a packet, and the other end goes away" leaves '$?#3f' '+$T05thread:1;#d7'
check "the other end goes away at once" leaves '' ''
check "the other end goes away within a packet" leaves '$qSuppor' ''
check "detach" leaves '$D#44' '+$OK#9a'
check "garbage, and packets without end" garbage
check "stopped while it waits" stopped_by_signal
check "no terminal, but nothing that talks" bash -c "$server $TMP/rv64.nex --elf $programs/rv64/sort.elf </dev/null"
check "a port that is none" fails 2 'it is a port from 0 to 65535' "$HARTRACE" gdbserver "$TMP/rv64.nex" --elf "$programs/rv64/sort.elf" --port 65536
check "no place for the trace" fails 2 "standard input is GDB's" "$HARTRACE" gdbserver - --elf "$programs/rv64/sort.elf"
check "nothing to keep" fails 2 'a number from 1 to' "$HARTRACE" gdbserver "$TMP/rv64.nex" --elf "$programs/rv64/sort.elf" --keep 0
check "a record that is too small" fails 2 '1 MiB to 1 TiB' "$HARTRACE" run "$programs/rv64/sort.elf" --no-trace --record "$TMP/small" --record-size 1000
check "a program of another width" fails 2 'no program for this recording' "$HARTRACE" gdbserver "$TMP/rv64.rec" --elf "$programs/rv32/sort.elf" --port 0
if command -v gdb-multiarch >/dev/null; then
  widths="rv32 rv64"
  [ -z "${SANITIZED:-}" ] || widths=rv64
  for x in $widths; do
    p=$programs/$x/sort.elf
    check "$x: the instruction history is what the simulator retired" whole_history $x "$p" 5000
    check "$x: reverse-stepi" steps_back $x "$p"
    check "$x: reverse-continue to breakpoints" continues_back $x "$p"
    check "$x: calls, nested" calls_are_nested $x "$p"
    check "$x: a recorded run, with registers and memory" recorded "$p" "$TMP/$x.rec"
    check "$x: positions in it" positions "$p" "$TMP/$x.rec" "$TMP/$x.run"
  done
  check "the settings are found" whole_history rv64 "$programs/rv64/sort.elf" 1000 --no-sidecar --auto
  check "E-Trace: the instruction history is what the simulator retired" whole_history rv64-E "$programs/rv64/sort.elf" 5000
  check "E-Trace: reverse-stepi" steps_back rv64-E "$programs/rv64/sort.elf"
  check "E-Trace: reverse-continue to breakpoints" continues_back rv64-E "$programs/rv64/sort.elf"
  check "E-Trace: calls, nested" calls_are_nested rv64-E "$programs/rv64/sort.elf"
  for protocol in N E; do
    check "$protocol-Trace: two harts are two threads" several_harts two-$protocol "$programs/rv64/smpwork.elf"
    check "$protocol-Trace: a gap is a gap" gaps_are_gaps syncs-$protocol "$programs/rv64/sort.elf"
  done
  check "a socket that is a file" unix_socket
else
  skip "GDB" "gdb-multiarch is not installed: scripts/deps.sh test"
fi
finish
