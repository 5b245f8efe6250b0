#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace decode --follow: a writer writes piece by piece; what it wrote is decoded before it goes on.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 300
code="--pcinfo $TMP/calls.pcinfo"
"$HARTRACE" encode --pcs "$TMP/calls.pcs" $code --mode btm -q -o "$TMP/t.nex" || exit 2
size=$(wc -c <"$TMP/t.nex")
for f in text pcs ranges nexrv jsonl csv; do
  "$HARTRACE" decode "$TMP/t.nex" $code -f $f -q -o "$TMP/want.$f" || exit 2
done

# waits COMMAND...: until it succeeds, at most 10 seconds.
waits() {
  local i
  for i in $(seq 100); do
    "$@" && return
    sleep 0.1
  done
  return 1
}

# has_bytes FILE N: it has at least N.
has_bytes() {
  [ -e "$1" ] && [ "$(wc -c <"$1")" -ge "$2" ]
}

same() {
  cat "$TMP/t.nex" | timeout 200 "$HARTRACE" decode - $code -f "$1" --follow >"$TMP/got.$1" 2>"$TMP/err" && cmp "$TMP/want.$1" "$TMP/got.$1"
}
for f in text pcs ranges nexrv jsonl csv; do
  check "$f: what decode writes" same $f
done

# Through a FIFO, one byte at a time around the middle: half of the output is there while the writer still holds the pipe open.
before_the_end() {
  mkfifo "$TMP/fifo" || return
  timeout 200 "$HARTRACE" decode "$TMP/fifo" $code -f "$1" --follow >"$TMP/live" 2>"$TMP/err" &
  local pid=$! half=$((size / 2)) status
  exec 7>"$TMP/fifo"
  head -c "$half" "$TMP/t.nex" >&7
  waits has_bytes "$TMP/live" $(($(wc -c <"$TMP/want.$1") / 3)) || return
  cmp "$TMP/live" <(head -c "$(wc -c <"$TMP/live")" "$TMP/want.$1") || return
  kill -0 $pid || return
  tail -c +$((half + 1)) "$TMP/t.nex" | head -c 1 >&7
  tail -c +$((half + 2)) "$TMP/t.nex" >&7
  exec 7>&-
  wait $pid
  status=$?
  rm "$TMP/fifo"
  [ $status = 0 ] && cmp "$TMP/want.$1" "$TMP/live"
}
check "a pipe: text before the writer ends" before_the_end text
check "a pipe: PCs before the writer ends" before_the_end pcs
check "a pipe: JSON lines before the writer ends" before_the_end jsonl

# A file that grows; SIGINT ends it with what there is, and that is no error.
grows() {
  local half=$((size / 2)) pid status
  head -c "$half" "$TMP/t.nex" >"$TMP/grow.nex"
  rm -f "$TMP/live" # it has the bytes of the check before until the program has begun
  # In a script a background command ignores SIGINT, unless job control is on.
  set -m
  "$HARTRACE" decode "$TMP/grow.nex" $code -f pcs --follow >"$TMP/live" 2>"$TMP/err" &
  pid=$!
  set +m
  waits has_bytes "$TMP/live" $(($(wc -c <"$TMP/want.pcs") / 3)) || return
  kill -0 $pid || return
  tail -c +$((half + 1)) "$TMP/t.nex" >>"$TMP/grow.nex"
  waits has_bytes "$TMP/live" "$(wc -c <"$TMP/want.pcs")" || return
  kill -0 $pid || return
  kill -INT $pid
  waits eval "! kill -0 $pid 2>/dev/null" || return
  wait $pid
  status=$?
  [ $status = 0 ] && cmp "$TMP/want.pcs" "$TMP/live" && ! grep -q partial "$TMP/err"
}
check "a file that grows, until SIGINT" grows

# SIGINT in the middle of a message: what there is, and that it is cut off.
cut() {
  local pid
  head -c $((size - 1)) "$TMP/t.nex" >"$TMP/cut.nex"
  "$HARTRACE" decode "$TMP/cut.nex" $code -f text -o "$TMP/cut.want" 2>"$TMP/err.want"
  set -m
  "$HARTRACE" decode "$TMP/cut.nex" $code -f text --follow -o "$TMP/cut.txt" 2>"$TMP/err" &
  pid=$!
  set +m
  # All but what the end adds, in the file that gets the name at the end.
  waits has_bytes "$TMP/cut.txt.tmp.$pid" $(($(wc -c <"$TMP/cut.want") - 200)) || return
  kill -INT $pid
  wait $pid
  [ $? = 1 ] && grep -q 'the last message is cut off' "$TMP/err" && cmp "$TMP/cut.txt" "$TMP/cut.want" && cmp "$TMP/err" "$TMP/err.want"
}
check "SIGINT within a message" cut

timeout_ends() {
  local start=$SECONDS
  timeout 200 "$HARTRACE" decode "$TMP/t.nex" $code -f pcs --follow --follow-timeout 1 >"$TMP/live" &&
    [ $((SECONDS - start)) -ge 1 ] && [ $((SECONDS - start)) -le 10 ] && cmp "$TMP/want.pcs" "$TMP/live"
}
check "--follow-timeout ends it" timeout_ends

# A running target: its trace leaves at pins of a UART, and is decoded while the harts run.
target() {
  local program=$BUILD/programs/rv64/sha256.elf pid
  mkfifo "$TMP/uart" || return
  timeout 400 "$HARTRACE" decode "$TMP/uart" --elf "$program" --te trTeSrcBits=4 --src 0 -f pcs --follow >"$TMP/live" 2>"$TMP/err" &
  pid=$!
  timeout 400 "$HARTRACE" run -q "$program" --dtb "$BUILD/dts/three-sinks.dtb" --sink pib --pib uart:1 --save-trace "$TMP/uart" \
    --save-pcs "$TMP/ran" >"$TMP/run" 2>&1 || { cat "$TMP/run"; return 1; }
  wait $pid && cmp "$TMP/live" "$TMP/ran.0"
}
check "the pins of a running target" target

# Several sources: as decode --order stream, with a damaged message, which every source gets.
s1='\x24\x54\x01\x05\x43' d1='\x0C\x55\x27'
s2='\x24\x58\x01\x05\x53' d2='\x0C\x49\x07' e2='\x0C\x49\x23'
opt="--te trTeSrcBits=2 --te trTsEnable=1"
printf '0x2,L2\n0x4,L2\n0x6,L2\n0x8,L2\n0xA,BD2,0x2\n' >"$TMP/two.pcinfo"
sources() {
  printf "$1" >"$TMP/two.nex"
  "$HARTRACE" decode "$TMP/two.nex" --pcinfo "$TMP/two.pcinfo" $opt --src all --order stream >"$TMP/two.want" 2>"$TMP/two.err"
  local status=$?
  cat "$TMP/two.nex" | timeout 200 "$HARTRACE" decode - --pcinfo "$TMP/two.pcinfo" $opt --src all --follow >"$TMP/two.got" 2>"$TMP/two.err2"
  [ $? = $status ] && cmp "$TMP/two.want" "$TMP/two.got" && grep -q '\[1\] trace on' "$TMP/two.got" && grep -q '\[2\] trace on' "$TMP/two.got"
}
check "sources, each by itself" sources "$s1$s2$d2$d1$e2"
check "sources, and a damaged message" sources "$s1$s2\x0C\x4A$d1$s2$e2"

# What cannot be followed.
check "an empty pipe" fails 2 'is empty; nothing was written' "$HARTRACE" decode - $code --follow </dev/null
check "compressed" fails 2 'is compressed; --follow reads plain bytes' bash -c "gzip <'$TMP/t.nex' | '$HARTRACE' decode - $code --follow"
check "not a trace" fails 2 'is an ELF file, not a trace' bash -c "cat '$HARTRACE' | head -c 4000 | '$HARTRACE' decode - $code --follow"
check "no such file" fails 2 'cannot be opened' "$HARTRACE" decode "$TMP/none.nex" $code --follow
mkdir "$TMP/folder"
check "a folder" fails 2 'is a folder' "$HARTRACE" decode "$TMP/folder" $code --follow
check "--order time" fails 2 'cannot know what is still to come' "$HARTRACE" decode "$TMP/t.nex" $code --follow --src all --order time
check "--follow-timeout alone" fails 2 'needs --follow' "$HARTRACE" decode "$TMP/t.nex" $code --follow-timeout 1
shrinks() {
  head -c 100 "$TMP/t.nex" >"$TMP/s.nex"
  rm -f "$TMP/live"
  timeout 200 "$HARTRACE" decode "$TMP/s.nex" $code --follow >"$TMP/live" 2>"$TMP/err" &
  waits has_bytes "$TMP/live" 10 && : >"$TMP/s.nex" && ! wait $! && grep -q 'has become shorter' "$TMP/err"
}
check "a file that becomes shorter" shrinks
finish
