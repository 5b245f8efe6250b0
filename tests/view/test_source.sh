#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# decode --source: instructions as objdump prints them and places as addr2line has them, for every executed PC; events as without
# --source. Then what happens without objdump, with one that fails, hangs or cannot read the file, without sources and symbols.
. tests/lib/tap.sh
for tool in objdump addr2line strip objcopy; do
  command -v riscv64-unknown-elf-$tool >/dev/null || { skip "source" "no riscv64-unknown-elf-$tool"; finish; }
done
export PYTHONPATH=tests/tools PYTHONDONTWRITEBYTECODE=1
here="$(cd "$(dirname "$0")/../.." && pwd)"
# Where the parts of the programs were compiled: elsewhere, when the compiler's output came from a cache.
moved=() gone=()
while read -r folder; do
  moved+=(--source-path "$folder=$here") gone+=(--source-path "$folder=/nowhere")
done < <(for elf in "$BUILD"/programs/rv{64,32}/{recursion,sort}.elf; do
  riscv64-unknown-elf-objdump -d "$elf" | sed -n 's/^ *\([0-9a-f]*\):\t.*/\1/p' | riscv64-unknown-elf-addr2line -e "$elf"
done | sed -nE 's,^(/.*)/(sim/bsp|tests/programs)/.*,\1,p' | sort -u)

# listing.py ELF PCS LISTING SOURCE-FOLDER
cat >"$TMP/listing.py" <<'PY'
import os, re, subprocess, sys
from executed import Functions, lines
elf, pc_list, listing, new = sys.argv[1:]
tool = "riscv64-unknown-elf-"
trace = [int(x, 16) for x in open(pc_list)]
said = {}
for line in subprocess.check_output([tool + "objdump", "-dz", elf], text=True).splitlines():
    m = re.match(r" *([0-9a-f]+):\t([0-9a-f]+) *\t(.*)", line)
    if m:
        said[int(m[1], 16)] = (m[2], m[3].split())
all_pcs = sorted(set(trace))
out = subprocess.run([tool + "addr2line", "-if", "-a", "-e", elf], input="\n".join(map(hex, all_pcs)), text=True, stdout=subprocess.PIPE).stdout
place, at = {}, None
for line in out.splitlines():
    if re.fullmatch(r"0x[0-9a-f]+", line):
        at = place[int(line, 16)] = []
    else:
        at.append(line)
names = {pc: p[0::2][::-1] for pc, p in place.items()}                # outermost first
where = {pc: re.sub(r"^/.*?/(sim/bsp|tests/programs)/", new + r"/\1/", re.sub(r" \(.*", "", p[1])) for pc, p in place.items()}
# Where a unit begins right after another, addr2line may find nothing; nm and the rows of the line table do.
functions, rows = Functions(elf), lines(elf, all_pcs)
lost = [pc for pc in all_pcs if where[pc].startswith("??")]
for pc in lost:
    names[pc] = [functions.of(pc)]
assert len(lost) < len(all_pcs) / 20, len(lost)
got, functions, line, texts = [], None, None, 0
for row in open(listing):
    row = row.rstrip("\n")
    if row.startswith("#"):
        continue
    m = re.match(r"  0x([0-9a-f]+)  ([0-9a-f]+) *  (.*)", row)
    if m:
        pc = int(m[1], 16)
        got.append(pc)
        assert (m[2], m[3].split()) == said[pc], (row, said[pc])
        assert functions == names[pc], (row, functions, names[pc])
        if pc in lost:
            assert os.path.basename(line) == "%s:%d" % rows[pc], (row, line, rows[pc])
        else:
            assert line == where[pc], (row, line, where[pc])
        continue
    m = re.match(r"(/[^:]*):(\d+):(?: (.*))?$", row)
    if m:
        line = m[1] + ":" + m[2]
        assert m[1].startswith(new + "/"), row
        assert (m[3] or "") == open(m[1]).read().split("\n")[int(m[2]) - 1], row
        texts += 1
    else:
        assert row.endswith(":"), row
        functions = row[:-1].split(" > ")
assert got == trace and texts > 20, (len(got), len(trace), texts)
PY

traced() { # NAME ELF
  "$HARTRACE" run "$2" -q --max-instructions "${HARTRACE_SOAK:+9}100000" --save-trace "$TMP/$1.nex" --save-pcs "$TMP/$1.pcs" --console "$TMP/console" --any-exit >/dev/null
}
decoded() { # NAME ELF OPTION...: with --source
  "$HARTRACE" decode "$TMP/$1.nex" --elf "$2" --source "${moved[@]}" -o "$TMP/$1.txt" "${@:3}"
}
same() { # NAME ELF: as the tools say
  decoded "$1" "$2" && python3 "$TMP/listing.py" "$2" "$TMP/$1.pcs" "$TMP/$1.txt" "$here"
}
for x in rv64 rv32; do
  elf=$BUILD/programs/$x/recursion.elf
  traced $x "$elf"
  check "$x: as objdump and addr2line" same $x "$elf"
  check "$x: another program" eval "traced sort \$BUILD/programs/$x/sort.elf && same sort \$BUILD/programs/$x/sort.elf"
done

elf=$BUILD/programs/rv64/recursion.elf
plain() { "$HARTRACE" decode "$TMP/rv64.nex" --elf "$elf" | sed 's/^\(  0x[0-9a-f]*  [0-9a-f]*\).*/\1/'; }
opcodes() { grep -E '^(#|  0x)' "$1" | sed 's/^\(  0x[0-9a-f]*  [0-9a-f]*\).*/\1/'; }
events() { decoded rv64 "$elf" && cmp <(plain) <(opcodes "$TMP/rv64.txt"); }
check "events and opcodes as without --source" events

cat >"$TMP/inlined.c" <<'C'
#include "bsp.h"
static inline __attribute__((always_inline)) int clamp(int v)
{
    if (v > 9)
        v = 9;
    return v;
}
int main(void)
{
    volatile int n = 0;
    for (volatile int i = 0; i < 20; i++)
        n += clamp(i);
    return n != 135;
}
C
inlined() {
  riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -g -O1 -ffreestanding -nostdlib -nostartfiles -mcmodel=medany \
    -misa-spec=2.2 -Isim/bsp -static -T sim/bsp/bsp.ld -Wl,--build-id=none -o "$TMP/inlined.elf" "$TMP/inlined.c" \
    "$BUILD"/programs/rv64/bsp/*.o -lgcc && traced inlined "$TMP/inlined.elf" && decoded inlined "$TMP/inlined.elf" &&
    grep -qx 'main > clamp:' "$TMP/inlined.txt" && grep -q "$TMP/inlined.c:4:     if (v > 9)\$" "$TMP/inlined.txt"
}
if command -v riscv64-unknown-elf-gcc >/dev/null; then check "inlined functions" inlined; else skip "inlined" "no compiler"; fi

# Code from a memory image: the same text, but for the symbols.
image() {
  riscv64-unknown-elf-objcopy -O binary "$elf" "$TMP/-image" || return
  (cd "$TMP" && "$full" decode rv64.nex --image=-image@0x80000000 --source -o image.txt) || return
  text() { grep '^  0x' "$1" | sed 's/ *<.*//; s/ *#.*//; s/\([\t ,]\)0x\([0-9a-f]*\)$/\1\2/'; }
  decoded rv64 "$elf" && cmp <(text "$TMP/rv64.txt") <(text "$TMP/image.txt") && ! grep -q '^[^# ]' "$TMP/image.txt"
}
full=$(cd "$(dirname "$HARTRACE")" && pwd)/hartrace
check "a memory image whose name looks like an option" image

# Raw opcodes, and one remark. remark PATTERN COMMAND...
remark() {
  local pattern=$1
  shift
  "$@" 2>"$TMP/remarks" || return
  cat "$TMP/remarks"
  [ "$(grep -cE "$pattern" "$TMP/remarks")" = 1 ] || return
  ! grep -qE '^  0x[0-9a-f]+  [0-9a-f]+ +(addi?|auipc|lw|ld|li) ' "$TMP/rv64.txt" && cmp <(plain) <(opcodes "$TMP/rv64.txt")
}
check "no objdump" remark 'no objdump for RISC-V.*; install binutils' env PATH=/nonexistent "$HARTRACE" \
  decode "$TMP/rv64.nex" --elf "$elf" --source -o "$TMP/rv64.txt"
check "no such objdump" remark 'nothing/objdump: cannot be run' decoded rv64 "$elf" --objdump "$TMP/nothing/objdump"
check "an objdump that fails" remark 'false cannot read it' decoded rv64 "$elf" --objdump false
printf '#!/bin/sh\necho hello\nkill -9 $$\n' >"$TMP/dies"
printf '#!/bin/sh\nexec sleep 60\n' >"$TMP/hangs"
chmod +x "$TMP/dies" "$TMP/hangs"
check "an objdump that dies" remark 'dies cannot read it' decoded rv64 "$elf" --objdump "$TMP/dies"
check "an objdump that hangs" remark 'hangs said nothing for 10 seconds' timeout 40 "$HARTRACE" \
  decode "$TMP/rv64.nex" --elf "$elf" --source --objdump "$TMP/hangs" -o "$TMP/rv64.txt"
unreadable() { gzip -c "$elf" >"$TMP/rv64.elf.gz" && remark 'objdump cannot read it' "$HARTRACE" \
  decode "$TMP/rv64.nex" --elf "$TMP/rv64.elf.gz" --source -o "$TMP/rv64.txt"; }
check "an ELF file that objdump cannot read" unreadable
# An objdump that lies about the bytes is not believed.
printf '#!/bin/sh\nprintf "    80000000:\\t00000013          \\tnop\\n    80000004:\\t01028293          \\tlie\\tt0,t0\\n"\n' >"$TMP/lies"
chmod +x "$TMP/lies"
lies() { decoded rv64 "$elf" --objdump "$TMP/lies" && grep -qx '  0x80000000  00000297' "$TMP/rv64.txt" &&
  grep -qx '  0x80000004  01028293  lie     t0,t0' "$TMP/rv64.txt"; }
check "text counts for the same opcode only" lies

# Without symbols: instructions only. Without sources: places, and a remark.
stripped() {
  riscv64-unknown-elf-strip -o "$TMP/stripped.elf" "$elf" && decoded rv64 "$TMP/stripped.elf" &&
    ! grep -q '^[^# ]' "$TMP/rv64.txt" && grep -qx '  0x80000000  00000297  auipc   t0,0x0' "$TMP/rv64.txt"
}
check "a stripped ELF" stripped
missing() {
  "$HARTRACE" decode "$TMP/rv64.nex" --elf "$elf" --source "${gone[@]}" -o "$TMP/rv64.txt" 2>"$TMP/err" || return
  [ "$(grep -c 'the source cannot be read' "$TMP/err")" = 1 ] && grep -qE '^/nowhere/tests/programs/recursion.c:[0-9]+:$' "$TMP/rv64.txt"
}
check "sources that are not there" missing
check "another format" fails 2 'format csv has no place for source' "$HARTRACE" decode "$TMP/rv64.nex" --elf "$elf" --source -f csv
check "options without --source" fails 2 'need --source' "$HARTRACE" decode "$TMP/rv64.nex" --elf "$elf" --objdump objdump
check "a file with symbols that is not there" fails 2 'nothing.elf' "$HARTRACE" decode "$TMP/rv64.nex" --elf "$elf" --source --symbols "$TMP/nothing.elf"
finish
