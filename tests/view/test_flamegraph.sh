#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# export --to flamegraph: boxes as folded has chains; names of any bytes; a browser shows it, finds and enlarges functions.
. tests/lib/tap.sh

trace() {
  rm -f "$TMP/t.nex.toml"
  "$HARTRACE" run "$@" --save-trace "$TMP/t.nex" --sidecar -q --any-exit --max-instructions 300000
}
# graph ELF OPTION...
graph() {
  local elf=$1
  shift
  "$HARTRACE" export "$TMP/t.nex" --elf "$elf" --to flamegraph -o "$TMP/t.svg" -q "$@" &&
    "$HARTRACE" export "$TMP/t.nex" --elf "$elf" --to folded -o "$TMP/t.folded" -q "$@" &&
    python3 tests/view/flamegraph_check.py "$TMP/t.svg" "$TMP/t.folded"
}
of_program() {
  trace "$BUILD/programs/rv64/$1.elf" && graph "$BUILD/programs/rv64/$1.elf"
}
check "interrupts" of_program timer
check "co-routines" of_program coroutine
check "recursion" of_program recursion

if command -v riscv64-unknown-elf-gcc >/dev/null; then
  cat >"$TMP/odd.c" <<'C'
__attribute__((noinline)) int one(int v) __asm__("\"<b>&amp;]]>\"");
int one(int v) { for (volatile int i = 0; i < 99; i++) v += i; return v; }
__attribute__((noinline)) int two(int v) __asm__("\"caf\303\251\377;\001\"");
int two(int v) { return one(v) + one(v + 1); }
int main(void) { return two(0) == 0; }
C
  riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -O1 -ffreestanding -nostdlib -nostartfiles -mcmodel=medany -misa-spec=2.2 \
    -static -T sim/bsp/bsp.ld -Wl,--build-id=none -o "$TMP/odd.elf" "$TMP/odd.c" "$BUILD"/programs/rv64/bsp/*.o -lgcc
  odd() {
    trace "$TMP/odd.elf" && graph "$TMP/odd.elf" && grep -q '&#60;b&#62;&#38;amp;]]&#62;' "$TMP/t.svg" &&
      grep -q $'caf\303\251\357\277\275;\357\277\275"' "$TMP/t.svg"
  }
  check "names of any bytes" odd
else
  skip "names of any bytes" "no riscv64-unknown-elf-gcc"
fi

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
# dom QUERY: the page as it is after its script has run; an error in it is one of the test.
dom() {
  timeout 400 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$TMP/browser" --enable-logging=stderr --v=0 \
    --dump-dom "file://$TMP/t.svg?$1" >"$TMP/dom" 2>"$TMP/dom.err" || return
  ! grep CONSOLE "$TMP/dom.err"
}
found() {
  of_program timer && dom 's=bsp_' && python3 tests/view/flamegraph_check.py --page "$TMP/dom" bsp_
}
enlarged() {
  dom 'z=bsp_entry_m' || return
  python3 - "$TMP/dom" <<'PY'
import sys, xml.etree.ElementTree as ET
s = "{http://www.w3.org/2000/svg}"
box = {g.get("data-name"): g for g in ET.parse(sys.argv[1]).getroot().iter(s + "g") if g.get("data-name")}
wide = lambda n: float(box[n].find(s + "rect").get("width"))
assert wide("bsp_entry_m") == 1200 and wide("main") == 1200, wide("bsp_entry_m")
assert "none" not in (box["bsp_entry_m"].get("style") or "") and "none" in box["bsp_puts"].get("style")
assert "past" in box["main"].get("class") and "past" not in box["bsp_entry_m"].get("class")
PY
}
if [ -n "$browser" ]; then
  check "a browser finds functions" found
  check "a browser enlarges one" enlarged
else
  skip "a browser finds functions" "no chromium"
fi
if [ -e /dev/full ]; then
  check "disk full" fails 2 'cannot be written|No space' "$HARTRACE" export "$TMP/t.nex" \
    --elf "$BUILD/programs/rv64/timer.elf" --to flamegraph -o /dev/full
fi
finish
