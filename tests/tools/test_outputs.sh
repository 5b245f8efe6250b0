#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What hartrace writes: every verb and every output. Refused clashes, full disks, places that cannot be written,
# old files that stay, partial ones after a signal, and nothing temporary left behind.
. tests/lib/tap.sh
. tests/tools/lib.sh
. tests/tools/live.sh

P=$PWD/$BUILD/programs/rv64
case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
DTS=$PWD/$BUILD/dts
HERE=$PWD
export HARTRACE P DTS
calls 300
cd "$TMP" || exit 1

# ---- inputs ----

for id in 0 1; do
  "$HARTRACE" encode --pcs calls.pcs --pcinfo calls.pcinfo --mode htm --te trTeSrcBits=2 --te trTeSrcID=$id \
    --te trTsEnable=1 -q -o s$id.nex
done
"$HARTRACE" encode --pcs calls.pcs --pcinfo calls.pcinfo --mode btm --te trTeInstSyncMode=messages --te trTeInstSyncMax=1 -q -o t.nex
"$HARTRACE" run "$P/sort.elf" --save-ingress i.ing --save-trace sort.nex --sidecar >/dev/null 2>&1
"$HARTRACE" dump --format nexrv t.nex >d.txt
"$HARTRACE" convert --to pcseq calls.pcs --pcinfo calls.pcinfo -o c.pcseq
{
  echo VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT
  for i in $(seq 0 63); do printf '1,%x,1,3,0,0,0,0\n' $((4096 + 2 * i)); done
} >e.csv
"$HARTRACE" shard plan t.nex --pcinfo calls.pcinfo --format pcs -n 2 -o p.plan && "$HARTRACE" shard all p.plan
printf '0x60000005\n' >uart.log
live_tree 1 >live.dtb
truncate -s 64K live && live_sink live 0 0x9 0x1ffc

CODE="--pcs calls.pcs --pcinfo calls.pcinfo"
PIB="--dtb $DTS/single-pib.dtb"

# VERB and its options; @ is the output. Files that are read come last, after --: each can be the output by mistake.
OUTPUTS="
encode $CODE --mode htm -o @ -- calls.pcs calls.pcinfo
encode --ingress i.ing --mode htm -o @ -- i.ing
encode --ingress e.csv --mode htm -o @ -- e.csv
dump t.nex -o @ -- t.nex
dump t.nex --format nexrv -o @ -- t.nex
dump t.nex --format jsonl -o @ -- t.nex
decode t.nex --pcinfo calls.pcinfo -o @ -- t.nex calls.pcinfo
decode t.nex --pcinfo calls.pcinfo --format pcs -o @ -- t.nex calls.pcinfo
decode t.nex --pcinfo calls.pcinfo --format ranges -o @ -- t.nex
decode t.nex --pcinfo calls.pcinfo --format pcs --jobs 2 -o @ -- t.nex
decode t.nex --pcinfo calls.pcinfo --format csv -o @ -- t.nex
decode s0.nex --src all --pcinfo calls.pcinfo --te trTeSrcBits=2 --te trTsEnable=1 -o @ -- s0.nex calls.pcinfo
verify t.nex $CODE --junit @ -- t.nex calls.pcs calls.pcinfo
$(for to in folded callgrind speedscope perfetto chrome perfscript vcd flamegraph; do
  echo "export t.nex --pcinfo calls.pcinfo --to $to -o @ -- t.nex calls.pcinfo"
done)
export sort.nex --elf $P/sort.elf --to lcov -o @ -- sort.nex
merge s0.nex s1.nex --te trTeSrcBits=2 --te trTsEnable=1 -o @ -- s0.nex s1.nex
fwtrace uart.log -o @ -- uart.log
fwtrace uart.log --format jsonl -o @ -- uart.log
fwtrace uart.log --elf $P/sort.elf --trace sort.nex -o @ -- uart.log sort.nex
export sort.nex --elf $P/sort.elf --to chrome --fwtrace ti-sysfw --fwtrace-log uart.log -q -o @ -- sort.nex uart.log
index t.nex -o @ -- t.nex
shard plan t.nex --pcinfo calls.pcinfo -n 2 -o @ -- t.nex calls.pcinfo
shard join p.plan -o @ -- p.plan
index t.nex --format csv -o @ -- t.nex
convert --to pcinfo --elf $P/sort.elf -o @ --
convert --to pcseq calls.pcs --pcinfo calls.pcinfo -o @ -- calls.pcs calls.pcinfo
convert --to pconly c.pcseq -o @ -- c.pcseq
convert --to nex d.txt -o @ -- d.txt
convert --to ingress e.csv -o @ -- e.csv
run $P/sort.elf --save-trace @ --
run $P/sort.elf --save-pcs @ --
run $P/sort.elf --save-accesses @ --
run $P/sort.elf --save-ingress @ --
run $P/sort.elf $PIB --save-vcd @ --
run $P/sort.elf --no-trace --console @ --
serve $P/sort.elf --rbb unix:$TMP/rbb --save-pcs @ --
serve $P/sort.elf --rbb unix:$TMP/rbb --console @ --
kit encoder --only corner -n 2 --junit @ --
kit encoder --only corner -n 2 --sarif @ --
kit registers --only funnel --junit @ --
kit registers --only funnel --sarif @ --
fetch --io mmio:live --dtb live.dtb -o @ -- live live.dtb
"
# What prints its result on standard output.
PRINTS="
run $P/sort.elf
verify t.nex $CODE
info t.nex
stat t.nex
lint t.nex
kit encoder --only corner -n 2
calls t.nex --pcinfo calls.pcinfo
hot t.nex --pcinfo calls.pcinfo
path t.nex --pcinfo calls.pcinfo --to end
diff t.nex t.nex
topo $DTS/deep.dtb
dtb2tcl $DTS/deep.dtb
regs
regs trTeControl=0x63
probe --io sim $PIB
status --io sim $PIB
info --io sim $PIB
regs --io sim $PIB
help
dump --help
--version
"
# Folders.
FOLDERS="
run $P/sort.elf --no-trace --record @
run $P/sort.elf --save-snapshot @
serve $P/sort.elf $PIB --rbb unix:$TMP/rbb --save-sinks @
"
# start and stop print nothing. record needs an emulator, see below; split, snapshot and report write several files: see below,
# test_target_outputs.sh and test_report.sh.
ELSEWHERE="record start stop snapshot split gdbserver report"
# Options that name outputs elsewhere: waves of SystemC are in tests/systemc.
OPTIONS_ELSEWHERE="run--waves serve--waves"

every_verb_is_here() {
  local v
  for v in $("$HARTRACE" help | sed -n 's/^  \([a-z0-9]*\) .*/\1/p'); do
    printf '%s\n' "$OUTPUTS" "$PRINTS" | grep -q "^$v" || case " $ELSEWHERE " in *" $v "*) ;; *) echo "no $v"; return 1 ;; esac
  done
}
check "every verb is walked" every_verb_is_here
every_option_is_here() {
  local v o bad=0 n=0
  for v in $("$HARTRACE" help | sed -n 's/^  \([a-z0-9]*\) .*/\1/p'); do
    case " $ELSEWHERE " in *" $v "*) continue ;; esac
    for o in $("$HARTRACE" "$v" --help | sed -nE 's/^ +(-o, )?(--(output|junit|console|waves|record|save-[a-z]+)) [A-Z]+ .*/\2/p'); do
      n=$((n + 1))
      printf '%s\n' "$OUTPUTS" "$FOLDERS" | grep -Eq -- "^$v .*${o/--output/-o} @" ||
        case " $OPTIONS_ELSEWHERE " in *" $v$o "*) ;; *) echo "no $v $o"; bad=1 ;; esac
    done
  done
  [ $n -gt 20 ] && return $bad
}
check "and every option that names an output" every_option_is_here
every_export_is_here() {
  local to bad=0
  for to in $("$HARTRACE" export --help | sed -nE 's/^ +--to NAME +//p' | tr ', ' '\n\n' | grep -v '^or$'); do
    printf '%s\n' "$OUTPUTS" | grep -q "^export .*--to $to " || case $to in ctf | sqlite | report) ;; *) echo "no $to"; bad=1 ;; esac
  done
  return $bad
}
check "and every export that is one file; the others are in tests/view" every_export_is_here

# each FUNCTION: call it with the inputs, then the command, for every line of OUTPUTS.
each() {
  local line inputs good=0 n=0
  while read -r line; do
    [ -n "$line" ] || continue
    inputs=${line##*--}
    line=${line% --*}
    "$1" "$inputs" "$line" || { echo "in: $line"; good=1; }
    n=$((n + 1))
  done <<<"$OUTPUTS"
  [ $n -gt 20 ] && return $good
}
no_temporary() { [ -z "$(find . -name '*.tmp.*' -print -quit)" ] || { echo "left: $(find . -name '*.tmp.*')"; return 1; }; }
same_as() { cmp "$1" "$2"; }

# ---- nothing is destroyed ----

is_input() {
  local input
  for input in $1; do
    cp "$input" keep
    ln -f "$input" hard
    ln -sf "$input" soft
    for o in "$input" "./$input" hard soft; do
      fails 2 'is both input and output of this command' "$HARTRACE" ${2//@/$o} || return 1
      same_as keep "$input" || return 1
    done
    rm -f hard soft keep
  done
  no_temporary
}
once "an input is no output, whatever it is called" each is_input
check "nor a program" bash -c "cp '$P/crc.elf' a.elf; '$HARTRACE' run a.elf --save-trace a.elf; [ \$? = 2 ] && cmp '$P/crc.elf' a.elf"
check "nor a device tree" bash -c "cp '$DTS/single-sram-rv64.dtb' a.dtb; '$HARTRACE' run '$P/crc.elf' --dtb a.dtb --save-pcs a.dtb; [ \$? = 2 ] && cmp '$DTS/single-sram-rv64.dtb' a.dtb"
stdout_is_input() {
  cp t.nex a.nex
  "$HARTRACE" dump a.nex "$@" >>a.nex 2>err
  [ $? = 2 ] && grep -q 'input and output' err && same_as t.nex a.nex
}
check "standard output that goes to the input" stdout_is_input
check "the same as /dev/stdout" stdout_is_input -o /dev/stdout
snapshot_itself() {
  "$HARTRACE" run "$P/crc.elf" --save-snapshot snap >/dev/null 2>&1 || return 1
  cp snap/ramsink-0.bin keep
  fails 2 'input and output' "$HARTRACE" decode snap -o snap/ramsink-0.bin && same_as keep snap/ramsink-0.bin
}
check "a file of a snapshot that is decoded" snapshot_itself
check "two outputs in one file" fails 2 'two outputs' "$HARTRACE" run "$P/crc.elf" --save-trace x --save-pcs ./x
ln -s x y
check "two outputs in one file, by a link" fails 2 'two outputs' "$HARTRACE" run "$P/crc.elf" --save-ingress y --save-pcs x
check "two outputs on standard output" fails 2 'two outputs' "$HARTRACE" run "$P/crc.elf" --save-ingress - --save-pcs -
check "none of them is there" bash -c '! [ -e x ]'

# ---- an error leaves the old file ----

full() {
  fails 2 '/dev/full: cannot be written: No space left on device' timeout 400 "$HARTRACE" ${2//@//dev/full}
}
check "/dev/full is an error of every output" each full
prints_full() {
  local line good=0
  while read -r line; do
    [ -n "$line" ] || continue
    "$HARTRACE" $line >/dev/full 2>err
    [ $? = 2 ] && grep -q '(standard output): cannot be written: No space left on device' err && ! grep -q 'standard input' err || { echo "$line"; cat err; good=1; }
    "$HARTRACE" $line >&- 2>err
    [ $? = 2 ] || { echo "closed: $line"; cat err; good=1; }
  done <<<"$PRINTS"
  return $good
}
check "so is /dev/full as standard output of every verb, and a closed one" prints_full
nowhere() { fails 2 'no/x: cannot be written: No such file or directory' timeout 400 "$HARTRACE" ${2//@/no/x}; }
check "a place that is not there" each nowhere
folder() { mkdir -p dir && fails 2 'dir: cannot be written: Is a directory' timeout 400 "$HARTRACE" ${2//@/dir}; }
check "a folder is no file" each folder
before_the_work() {
  timeout 200 "$HARTRACE" run "$P/debuggee.elf" --save-trace no/x 2>err # would never end
  [ $? = 2 ] && grep -q 'no/x: cannot be written' err
}
check "that is found before the work" before_the_work
# A place for a folder that cannot be one, and a full disk: a new folder is gone, and an old one has the files that it had.
no_folder() {
  local line
  echo old >plain
  while read -r line; do
    [ -n "$line" ] || continue
    echo "in: $line"
    fails 2 'no/x: cannot be made: No such file or directory' timeout 400 "$HARTRACE" ${line//@/no/x} &&
      fails 2 'plain: cannot be written: Not a directory' timeout 400 "$HARTRACE" ${line//@/plain} && [ "$(cat plain)" = old ] &&
      fails 2 '/dev/full: cannot be written: Not a directory' timeout 400 "$HARTRACE" ${line//@//dev/full} || return 1
  done <<<"$FOLDERS"
}
check "a folder that cannot be made" no_folder
full_folder() {
  local line name
  while read -r line; do
    case $line in '' | serve*) continue ;; esac
    echo "in: $line"
    rm -rf old && mkdir old && "$HARTRACE" ${line//@/old} >log 2>&1 || return 1
    for name in old/*; do echo old >"$name"; done
    ls old >names
    for name in fresh old; do
      (ulimit -f 8 && exec timeout 400 "$HARTRACE" ${line//@/$name}) >log 2>err
      [ $? = 2 ] && grep -q "$name/[a-z0-9.-]*: cannot be written: File too large" err || { cat err; return 1; }
    done
    ls old | cmp - names && [ ! -e fresh ] && no_temporary || return 1
    for name in old/*; do [ "$(cat "$name")" = old ] || { echo "$name"; return 1; }; done
  done <<<"$FOLDERS"
}
check "a folder on a full disk" full_folder

# One KiB at most: all but the smallest outputs are larger.
large() {
  echo old >out
  (ulimit -f 1 && exec timeout 400 "$HARTRACE" ${2//@/out}) >/dev/null 2>err
  local got=$?
  if [ $got = 2 ]; then
    grep -q 'out: cannot be written: File too large' err && [ "$(cat out)" = old ] || { cat err; return 1; }
    large=$((large + 1))
  else
    [ "$(cat out)" != old ] && [ "$(stat -c %s out)" -le 1024 ] || { echo "status $got"; cat err; return 1; }
  fi
  no_temporary
}
large=0
check "a full disk: the output's name and the reason, and the old file stays" each large
check "most were too large" test $large -ge 14
full_disk() {
  mkdir -p disk && mount -t tmpfs -o size=16k tmpfs disk 2>/dev/null || return 0
  echo old >disk/x
  fails 2 'disk/x: cannot be written: No space left on device' "$HARTRACE" run "$P/sort.elf" --save-pcs disk/x &&
    [ "$(ls disk)" = x ] && [ "$(cat disk/x)" = old ]
  local good=$?
  umount disk
  return $good
}
check "a disk that is full" full_disk
fails_late() {
  gzip -c t.nex | head -c 60 >cut.gz
  echo old >out
  fails 2 'cut off' "$HARTRACE" decode cut.gz --pcinfo calls.pcinfo -o out && [ "$(cat out)" = old ] && no_temporary
}
check "status 2: the old file stays" fails_late
split_keeps() {
  echo old >p.src1.nex
  "$HARTRACE" merge s0.nex s1.nex --te trTeSrcBits=2 --te trTsEnable=1 -q -o m.nex || return 1
  (ulimit -f 1 && exec "$HARTRACE" split m.nex --te trTeSrcBits=2 --te trTsEnable=1 -o p) 2>err
  [ $? = 2 ] && grep -q 'p.src0.nex: cannot be written: File too large' err && [ "$(cat p.src1.nex)" = old ] &&
    [ ! -e p.src0.nex ] && no_temporary &&
    "$HARTRACE" split m.nex --te trTeSrcBits=2 --te trTsEnable=1 -q -o p && same_as s1.nex p.src1.nex
}
check "split: all or nothing" split_keeps
replaced() {
  echo old >real && chmod 640 real && ln -s real link
  "$HARTRACE" dump t.nex -o link && [ -L link ] && [ "$(stat -c %a real)" = 640 ] && "$HARTRACE" dump t.nex | cmp - real
}
check "a link stays one, the mode of the old file too" replaced
check "an old file is replaced, not written into" bash -c '
  echo old >o && ln o other && "$HARTRACE" dump t.nex -o o && [ "$(cat other)" = old ]'
into_pipe() {
  mkfifo pipe && (cat pipe >got &) && "$HARTRACE" dump t.nex -o pipe && sleep 0.2 && [ -p pipe ] && "$HARTRACE" dump t.nex | cmp - got
}
check "a pipe is written directly" into_pipe
check "a device too, twice" "$HARTRACE" run "$P/crc.elf" --save-trace /dev/null --save-pcs /dev/null
check "a name that begins with a dash" bash -c '"$HARTRACE" dump t.nex -o -x.txt && [ -s ./-x.txt ] && "$HARTRACE" dump t.nex | cmp - ./-x.txt'

# ---- streams ----

bytes_alone() {
  "$HARTRACE" run "$P/crc.elf" --save-trace a.nex >/dev/null 2>&1 &&
    "$HARTRACE" run "$P/crc.elf" --save-trace - 2>err | cmp - a.nex && grep -q '^equal: ' err
}
check "bytes on standard output: the text goes to stderr" bytes_alone
check "a program that fails" fails 1 'exited with code 42' "$HARTRACE" run "$P/fails.elf" --save-trace f.nex
check "its trace is saved" test -s f.nex
check "unless that does not matter" "$HARTRACE" run "$P/fails.elf" --any-exit
verdict() {
  head -n 700 calls.pcs >short.pcs
  "$HARTRACE" verify t.nex --pcinfo calls.pcinfo --pcs short.pcs >out 2>err
  [ $? = 1 ] && grep -q 'differs at instruction 701' out && [ ! -s err ]
}
check "verify: both verdicts on standard output" verdict
empty_input() {
  : >empty
  local line
  while read -r line; do
    fails 2 'empty' "$HARTRACE" $line -- || { echo "in: $line"; return 1; }
  done <<LINES
dump empty
stat empty
lint empty
diff empty empty
index empty
fwtrace empty
info empty
split empty --te trTeSrcBits=2 -o e
merge empty s1.nex --te trTeSrcBits=2 -o e
decode empty --pcinfo calls.pcinfo
verify empty $CODE
encode --pcs empty --pcinfo calls.pcinfo --mode htm -o e
encode --pcs calls.pcs --pcinfo empty --mode htm -o e
convert --to pconly empty
convert --to pcseq empty --pcinfo calls.pcinfo
LINES
}
check "nothing in, status 2" empty_input
escape=$(printf '\033')
plain() {
  "$HARTRACE" dump "${escape}[31mred.nex" 2>err
  [ $? = 2 ] && ! grep -q "$escape" err && grep -q '?\[31mred.nex' err || return 1
  sed "s/trace@/${escape}[31m@/g" "$DTS/single-sram-rv64.dtb" >esc.dtb
  cmp -s esc.dtb "$DTS/single-sram-rv64.dtb" && { echo "no such node"; return 1; }
  "$HARTRACE" topo esc.dtb >out 2>&1
  ! grep -q "$escape" out && grep -q '?\[31m@' out
}
check "control characters of names are not printed" plain

# ---- signals ----

# The trace comes through a pipe that stays open: half of it, then nothing.
interrupt() {
  rm -f in && mkfifo in && echo old >out
  "$HARTRACE" decode in --pcinfo calls.pcinfo --format "$2" -o out 2>err &
  local pid=$! got
  exec 9>in
  head -c 200 t.nex >&9
  for _ in $(seq 100); do compgen -G 'out.tmp.*' >/dev/null && break; sleep 0.05; done
  sleep 0.2
  [ "$(cat out)" = old ] || return 1
  kill -s "$1" $pid
  wait $pid
  got=$?
  exec 9>&-
  echo "status $got"
  cat err
  if [ "$1" = KILL ]; then
    [ "$(cat out)" = old ] && compgen -G 'out.tmp.*' >/dev/null && rm -f out.tmp.*
    return
  fi
  [ $got = 1 ] && grep -q 'out: partial: interrupted' err && no_temporary &&
    "$HARTRACE" decode t.nex --pcinfo calls.pcinfo --format "$2" | head -c "$(stat -c %s out)" | cmp - out
}
check "SIGINT: what there is becomes the output, and is said to be partial" interrupt INT pcs
check "SIGTERM does the same" interrupt TERM ranges
check "SIGKILL: the old file stays" interrupt KILL pcs
interrupted_run() {
  rm -f out
  timeout -s "$1" -k 20 2 "$HARTRACE" run "$P/debuggee.elf" --sink-size 64k --te trTeInstSyncMode=messages --save-trace out --save-pcs pcs.out >log 2>&1
  echo "status $?"
  cat log
  [ -s out ] && [ -s pcs.out ] && grep -Eq 'interrupted|stopped on request' log && no_temporary
}
check "SIGINT while a program runs on and on: what ran is saved" interrupted_run INT
imported() {
  mkdir -p temporary && TMPDIR=$TMP/temporary "$HARTRACE" encode --ingress e.csv --mode htm -q -o e.nex &&
    [ -z "$(ls temporary)" ] || return 1
  TMPDIR=$TMP/temporary "$HARTRACE" encode --ingress e.csv --mode htm --te trTeInstMode=77 -q -o e.nex 2>/dev/null
  TMPDIR=$TMP/temporary "$HARTRACE" encode --ingress e.csv --mode htm -q -o /dev/full 2>/dev/null
  [ -z "$(ls temporary)" ] && TMPDIR= "$HARTRACE" encode --ingress e.csv --mode htm -q -o e2.nex && cmp e.nex e2.nex
}
check "an imported log leaves nothing, and an empty TMPDIR is none" imported
nobody_reads() {
  "$HARTRACE" run "$P/crc.elf" --save-pcs q --save-trace - 2>/dev/null | true
  [ "${PIPESTATUS[0]}" = 2 ] && no_temporary
}
check "nobody reads: nothing temporary is left" nobody_reads
# A stand-in: the bytes of the VCD. Like the real one it would take a name with a dash for an option.
mkdir -p bin
printf '#!/bin/sh\n[ "$1" = --help ] || cat "$1" >"$2"\n' >bin/vcd2fst
chmod +x bin/vcd2fst
beside() {
  local PATH=$TMP/bin:$PATH
  echo mine >w.fst.vcd
  "$HARTRACE" run "$P/crc.elf" --max-instructions 200 $PIB --save-vcd w.fst >/dev/null 2>&1 && [ "$(cat w.fst.vcd)" = mine ] &&
    [ -s w.fst ] && "$HARTRACE" run "$P/crc.elf" --max-instructions 200 $PIB --save-vcd -w.fst >/dev/null 2>&1 && [ -s ./-w.fst ] &&
    no_temporary
}
check "waves as FST: a VCD beside them stays" beside
recorded() {
  fails 2 '/dev/full: cannot be written: No space left' "$HARTRACE" record "$P/crc.elf" -o /dev/full &&
    fails 2 'no/x: cannot be written: No such file' "$HARTRACE" record "$P/crc.elf" -o no/x &&
    fails 2 'input and output' "$HARTRACE" record a.elf -o a.elf &&
    "$HARTRACE" record "$P/crc.elf" -q -o r.ing.gz && gzip -t r.ing.gz && "$HARTRACE" record "$P/crc.elf" -q -o - | cmp - <(gzip -dc r.ing.gz) &&
    no_temporary
}
if command -v qemu-system-riscv64 >/dev/null && [ -e "${HARTRACE%/*}/qemu/hartrace-record.so" ]; then
  check "record: the same" recorded
else
  skip "record: the same" "no QEMU, or no plugin"
fi
check "nothing temporary is left" no_temporary
cd "$HERE" || exit 1
finish
