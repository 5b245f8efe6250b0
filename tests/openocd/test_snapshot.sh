#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Snapshots: the simulator, the C driver through OpenOCD and the Tcl objects write the same form, and it decodes by itself to
# what the harts did.
. tests/lib/tap.sh
. tests/openocd/lib.sh

p=$BUILD/programs
dtc -q -O dtb -o "$TMP/quad.dtb" dts/quad-funnel-rv64.dts
dtc -q -O dtb -o "$TMP/sinks.dtb" dts/three-sinks.dts

# harts FOLDER PCS: of each of the four.
harts() {
  local i
  for i in 0 1 2 3; do
    "$HARTRACE" decode "$1" --src $i -f pcs -o "$TMP/d.$i" && cmp "$TMP/d.$i" "$2.$i" || return 1
  done
}

# The registers of two snapshots: all but counters of time and pointers to free memory.
same_registers() {
  local f
  for f in encoder-0 encoder-3 funnel-0 ramsink-0; do
    diff <(grep '^tr' "$1/$f.ini" | grep -v 'trTsCounter') <(grep '^tr' "$2/${f/-/$3}.ini" | grep -v 'trTsCounter') || return 1
  done
}

live() {
  sim_start "$p/rv64/smpwork.elf" --dtb "$TMP/quad.dtb" --halted --linger --save-pcs "$TMP/pcs" && ocd_start 4 || return 1
  local target="--io openocd:127.0.0.1:$ocd_port --dtb $TMP/quad.dtb"
  # shellcheck disable=SC2086
  "$HARTRACE" start $target && ocd_rpc resume && sim_ended || return 1
  # shellcheck disable=SC2086
  fails 2 'still running; hartrace stop first' "$HARTRACE" snapshot $target "$TMP/early" || return 1
  # shellcheck disable=SC2086
  "$HARTRACE" snapshot $target --image "$p/rv64/smpwork.elf" --stop "$TMP/live" || return 1
  # Tcl, on the same target: the same bytes and registers.
  "$HARTRACE" dtb2tcl "$TMP/quad.dtb" --target hartrace.cpu >"$TMP/t.tcl"
  ocd_rpc "source openocd-scripts/hartrace.tcl; source $TMP/t.tcl
    hartrace snapshot $TMP/tcl $p/rv64/smpwork.elf" | grep -qx "$TMP/tcl" || return 1
  ocd_end
  sim_wait && harts "$TMP/live" "$TMP/pcs"
}
check "by the C driver through OpenOCD" live
check "by the Tcl objects" harts "$TMP/tcl" "$TMP/pcs"
check "the same trace in both" cmp "$TMP/live/ramsink-0.bin" "$TMP/tcl/ramsink0.bin"
check "the same registers in both" same_registers "$TMP/live" "$TMP/tcl" ""
check "the tree is in it" cmp "$TMP/live/tree.dtb" "$TMP/quad.dtb"

simulated() {
  "$HARTRACE" run "$p/rv64/smpwork.elf" --dtb "$TMP/quad.dtb" --save-snapshot "$TMP/sim.d" --save-pcs "$TMP/p" >"$TMP/out" 2>&1 ||
    { cat "$TMP/out"; return 1; }
  harts "$TMP/sim.d" "$TMP/p"
}
check "by the simulator" simulated

# Frames of CoreSight: decoded by us, and opened by Arm's lister.
frames() {
  "$HARTRACE" run "$p/rv64/smplock.elf" --dtb "$TMP/sinks.dtb" --sink atb --save-snapshot "$TMP/atb" --save-pcs "$TMP/a" \
    >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  "$HARTRACE" decode "$TMP/atb" --src 1 -f pcs -o "$TMP/d" && cmp "$TMP/d" "$TMP/a.1" || return 1
  trc_pkt_lister -ss_dir "$TMP/atb" -o_raw_unpacked -logstdout -logfilename /dev/null >"$TMP/lister" 2>&1
  grep -q 'Using atbbridge-0 as trace source' "$TMP/lister" && grep -q 'ID_DATA\[0x01\]' "$TMP/lister"
}
check "CoreSight frames" frames

# Images whose names are those of other files, or of each other, overwrite nothing. By the simulator and by Tcl.
images() {
  local e=$p/rv64/smpwork.elf n
  mkdir -p "$TMP/i1" "$TMP/i2" && cp "$e" "$TMP/i1/timer..elf" && cp "$e" "$TMP/i2/timer..elf" && cp "$e" "$TMP/i1/trace.ini" &&
    cp "$e" "$TMP/i1/a b=c.elf" || return 1
  "$HARTRACE" run "$TMP/i1/trace.ini" --dtb "$TMP/quad.dtb" --save-snapshot "$TMP/im" --save-pcs "$TMP/p" >"$TMP/out" 2>&1 &&
    harts "$TMP/im" "$TMP/p" && grep -qx 'image0=image0-trace.ini' "$TMP/im/snapshot.ini" || return 1
  "$HARTRACE" run "$TMP/i1/timer..elf" --dtb "$TMP/quad.dtb" --save-snapshot "$TMP/dots" >"$TMP/out" 2>&1 &&
    harts "$TMP/dots" "$TMP/p" && grep -qx 'image0=timer..elf' "$TMP/dots/snapshot.ini" || return 1
  tclsh <<'TCL' | grep -qx 'timer.elf image1-timer.elf image2-trace.ini image3-a_b image4-.x'
    namespace eval ::hartrace {}
    source openocd-scripts/hartrace/snapshot.tcl
    set names {}
    foreach {k path others} {0 x/timer.elf {} 1 y/timer.elf {timer.elf} 2 trace.ini {} 3 {a b} {} 4 .x {}} {
      lappend names [::hartrace::image_name $k $path $others]
    }
    puts $names
TCL
}
check "images with the names of other files" images
not_a_program() {
  tclsh <<TCL | grep -qx 'CHANGELOG.md: not an ELF file; give a RISC-V executable'
    namespace eval ::hartrace {}
    source openocd-scripts/hartrace/snapshot.tcl
    ::hartrace::check_image $p/rv64/smpwork.elf
    catch {::hartrace::snapshot $TMP/odd CHANGELOG.md} why
    puts \$why
TCL
}
check "an image that is no program" not_a_program
two_images() {
  tree=single-smem-rv64
  dtc -q -O dtb -o "$TMP/t.dtb" dts/$tree.dts && truncate -s 2300M "$TMP/mem" || return 1
  # Encoder and RAM sink, disabled; nothing in the buffer but one word.
  printf '\x09\0\0\0\x01\x01\0\0' | dd of="$TMP/mem" bs=8 seek=$((0x3020000 / 8)) conv=notrunc status=none
  printf '\x09\0\0\0\x01\x19\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xfc\0\0\0\0\0\0\0\x10\0\0\0' |
    dd of="$TMP/mem" bs=4 seek=$((0x6000000 / 4)) conv=notrunc status=none
  "$HARTRACE" snapshot --io "mmio:$TMP/mem" --dtb "$TMP/t.dtb" --image "$TMP/i1/timer..elf" --image "$TMP/i2/timer..elf" \
    --image "$TMP/i1/a b=c.elf" "$TMP/two" && grep '^image[0-9]=' "$TMP/two/snapshot.ini" | tr '\n' ' ' |
    grep -qx 'image0=timer..elf image1=image1-timer..elf image2=image2-a_b=c.elf ' && cmp "$TMP/two/image1-timer..elf" "$TMP/i2/timer..elf"
}
check "two images of one name" two_images

# What comes from anywhere is read with care.
broken() {
  local pattern=$1 file=$2 edit=$3
  rm -rf "$TMP/bad"
  cp -r "$TMP/sim.d" "$TMP/bad"
  sed -i "$edit" "$TMP/bad/$file"
  fails 2 "$pattern" "$HARTRACE" decode "$TMP/bad" --src 0
}
check "no version" broken 'not a snapshot' snapshot.ini '/^version/d'
check "another version" broken 'snapshot format 2.0' snapshot.ini 's/^version=.*/version=2.0/'
check "a path out of the folder" broken 'not in the folder' trace.ini 's|^file=.*|file=../../etc/passwd|'
check "an absolute path" broken 'not in the folder' snapshot.ini 's|^image0=.*|image0=/etc/passwd|'
check "a line of nothing" broken 'encoder-0.ini: line 1 is neither' encoder-0.ini '1s/.*/hello/'
check "a path out, in the middle" broken 'not in the folder' trace.ini 's|^file=.*|file=x/../../etc/passwd|'
check "a CRC that was edited" broken 'CRC 0x[0-9a-f]*, and snapshot.ini says 0x00000001' snapshot.ini 's/^image0_crc32=.*/image0_crc32=0x1/'
check "no CRC" broken 'not a CRC of 32 bits' snapshot.ini 's/^image0_crc32=.*/image0_crc32=0x123456789/'
# inside FILE COMMAND: what it makes of a file of the snapshot is refused at once.
inside() {
  rm -rf "$TMP/bad"
  cp -r "$TMP/sim.d" "$TMP/bad" && (cd "$TMP/bad" && mv "$1" ../moved && eval "$2") &&
    fails 2 "$1: is (a link|not a plain file); a snapshot holds plain files" timeout 10 "$HARTRACE" decode "$TMP/bad" --src 0
}
for file in snapshot.ini trace.ini encoder-0.ini ramsink-0.bin smpwork.elf; do
  check "$file is a link" inside $file "ln -s ../moved $file"
  check "$file is a FIFO" inside $file "mkfifo $file"
  check "$file is a folder" inside $file "mkdir $file"
done
check "a link on the way" bash -c "cd '$TMP' && rm -rf bad && cp -r sim.d bad && ln -s /etc bad/etc &&
  sed -i 's|^image0=.*|image0=etc/passwd|' bad/snapshot.ini && ! '$PWD/$HARTRACE' decode bad --src 0 2>err >/dev/null && grep -q 'bad/etc: is a link' err"
edited() {
  rm -rf "$TMP/bad" && cp -r "$TMP/sim.d" "$TMP/bad" && printf x >>"$TMP/bad/smpwork.elf" &&
    fails 2 'smpwork.elf: CRC .*give the right one with --elf' "$HARTRACE" decode "$TMP/bad" --src 0 &&
    "$HARTRACE" decode "$TMP/bad" --src 0 --elf "$p/rv64/smpwork.elf" -f pcs -o "$TMP/d" && cmp "$TMP/d" "$TMP/p.0"
}
check "an image that was changed" edited
differing() {
  "$HARTRACE" run "$p/rv64/smplock.elf" --dtb "$TMP/quad.dtb" --save-snapshot "$TMP/other" >"$TMP/out" 2>&1 || return 1
  "$HARTRACE" diff "$TMP/sim.d" "$TMP/other" --src 0 >"$TMP/out" 2>&1
  grep -q 'sim.d/ramsink-0.bin' "$TMP/out" && grep -q 'other/ramsink-0.bin' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "diff of two names both" differing
check "no number" broken "not a register's value" encoder-0.ini 's/^\(trTeControl[^=]*=\).*/\1x/'
check "a file that is not there" broken 'ramsink-9.bin' trace.ini 's/^file=.*/file=ramsink-9.bin/'
check "no trace" broken 'no trace of encoder-0' trace.ini '/^file=/d'
check "which of four" fails 2 'choose an encoder; there are --src 0 .encoder-0' "$HARTRACE" decode "$TMP/sim.d"
check "a folder that is none" fails 2 'snapshot.ini' "$HARTRACE" decode "$TMP"

finish
