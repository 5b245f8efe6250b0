#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace serve without a debugger: how it begins and ends, what it refuses, and that no client can hold it up.
. tests/lib/tap.sh
. tests/tools/lib.sh

sort=$BUILD/programs/rv64/sort.elf
forever=$BUILD/programs/rv32/debuggee.elf
serve() {
  timeout -k 5 400 "$HARTRACE" serve "$@"
}

check "ends with the program" fails 0 'sort.elf: the program ended with code 0' serve "$sort"
check "says where it listens" grep -qE '^listening on 127\.0\.0\.1:[1-9][0-9]*$' "$TMP/fails.out"
check "the program's output, and its failure" \
  fails 0 'the program ended with code 42' serve "$BUILD/programs/rv32/fails.elf" --console "$TMP/console"
check "a UNIX socket is gone afterwards" bash -c "
  '$HARTRACE' serve '$sort' --rbb 'unix:$TMP/sock' 2>/dev/null | grep -q '^listening on unix:$TMP/sock' &&
  ! test -e '$TMP/sock'"
check "--timeout" fails 0 '1 second is over' serve "$forever" --timeout 1
check "SIGINT ends it, from the line on that says where it listens" timeout 400 bash -c "
  mkfifo '$TMP/where'
  '$HARTRACE' serve '$forever' >'$TMP/where' & pid=\$!
  read -r line <'$TMP/where'; kill -INT \$pid; wait \$pid"
check "the executed PCs are those of run" bash -c "
  '$HARTRACE' serve '$sort' --save-pcs '$TMP/a' 2>/dev/null &&
  '$HARTRACE' run '$sort' --no-trace --save-pcs '$TMP/b' 2>/dev/null && cmp '$TMP/a' '$TMP/b'"
check "PCs of several harts" bash -c "
  '$HARTRACE' serve '$BUILD/programs/rv32/smpwork.elf' --harts 3 --save-pcs '$TMP/m' 2>/dev/null &&
  test -s '$TMP/m.0' && test -s '$TMP/m.1' && test -s '$TMP/m.2' && ! test -e '$TMP/m.3'"

# While no hart runs it sleeps: less than a tenth of a second of processor time in a second.
sleeps() {
  local ticks
  "$HARTRACE" serve "$forever" --halted --timeout 20 >/dev/null &
  local pid=$!
  sleep 0.3
  ticks=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
  sleep 1
  ticks=$(($(awk '{ print $14 + $15 }' "/proc/$pid/stat") - ticks))
  kill $pid
  wait $pid
  [ "$ticks" -lt $(($(getconf CLK_TCK) / 10)) ] || { echo "$ticks ticks of processor time"; return 1; }
}
check "no hart runs: it sleeps" sleeps

# A client that says nothing, or half a sentence, does not stop the program.
silent_client() {
  serve "$sort" --rbb "unix:$TMP/s2" >"$TMP/out" 2>"$TMP/err" &
  local pid=$!
  timeout 200 python3 -c '
import socket, sys, time
for i in range(200):
    try:
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); break
    except OSError:
        time.sleep(0.01)
s.sendall(b"2" * 100 + b"R" * 3)
time.sleep(20)' "$TMP/s2" &
  local client=$!
  wait $pid
  local status=$?
  kill $client 2>/dev/null
  wait $client 2>/dev/null
  [ $status = 0 ] && grep -q 'ended with code 0' "$TMP/err"
}
check "a client that says nothing does not stop the program" silent_client

# A client that says nothing is disconnected, and with --until-disconnect that is the end.
idle_limit() {
  timeout 200 python3 -c '
import socket, subprocess, sys
p = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
port = int(p.stdout.readline().split(":")[1])
s = socket.create_connection(("127.0.0.1", port))
assert s.recv(1) == b""
assert p.wait(10) == 0
err = p.stderr.read()
assert "sent nothing for 1 s (--idle-limit)" in err, err' \
    "$HARTRACE" serve "$forever" --halted --until-disconnect --idle-limit 1
}
check "--idle-limit" idle_limit

for bad in "--rbb 65536|not a place to listen" "--rbb localhost:1|not a place to listen" \
  "--rbb unix:/nowhere/at/all|No such file" "--harts 17|out of range; 1 to 16" "--dm 0.11|it is 1.0 or 0.13" \
  "--progbuf 1|0 or 2 to 16" "--progbuf 17|out of range; 0 to 16" "--latency sba|not a latency" \
  "--latency bus=1|not a latency" "--latency sba=-1|not a latency" "--inject sberror=2|not a fault" \
  "--inject sberror=0@1|not a fault" "--inject sberror=8@1|not a fault" "--inject sbbusy=5@0|not a fault" \
  "--inject sbbusy=5@1+0|not a fault" "--inject x=1@1|not a fault" "--sink tape|it is sram or smem" \
  "--sink-size 7|out of range" "--power-ticks 9999999999|out of range" "--idle-limit 1000001|out of range" "--dtb $sort|." "--param nosuch=1|unknown"; do
  check "refused: ${bad%%|*}" fails 2 "${bad#*|}" serve "$sort" ${bad%%|*}
done
check "no program" fails 2 'no program' serve
check "programs that overlap" fails 2 'overlaps' serve "$sort" "$sort" --harts 2
check "not a program" fails 2 'give a bare-metal' serve Makefile
finish
