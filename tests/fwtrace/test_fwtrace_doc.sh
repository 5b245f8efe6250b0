#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/howto/fwtrace.md, "From your Makefile to a listing": its table, its lines of a Makefile and its C become a firmware, its commands run, and
# print what the page shows, but for addresses, which depend on the compiler.
. tests/lib/tap.sh
unsanitized "its commands are those of test_fwtrace and test_fwtrace_places"

top=$PWD
mkdir -p "$TMP/own/bin"
ln -s "$top/$HARTRACE" "$TMP/own/bin/hartrace" 2>/dev/null || true
case $HARTRACE in /*) ln -sf "$HARTRACE" "$TMP/own/bin/hartrace" ;; esac

# The blocks of the section, each in a file, and commands with what follows them.
python3 - "$TMP/own" <<'END'
import re, sys
text = open("docs/howto/fwtrace.md").read()
section = text[text.index("## From your Makefile"):]
section = section[:section.index("\n## ", 5)]
blocks = [(kind, re.sub(r"^   ", "", body, flags=re.M)) for kind, body in re.findall(r"```(\w*)\n(.*?)\n *```", section, re.S)]
only = {kind: body for kind, body in blocks if kind}
to = sys.argv[1]
open(to + "/own.toml", "w").write(only["toml"])
open(to + "/own.mk", "w").write(only["make"].replace("$(HARTRACE)", "$(TREE)") + "\n")
open(to + "/trace.c", "w").write(only["c"])
steps = []
for kind, body in blocks:
    if not kind and body.startswith("hartrace "):
        steps.append([body.splitlines(), ""])
    elif not kind:
        steps[-1][1] = body + "\n"
open(to + "/steps.py", "w").write(repr(steps))
assert len(steps) == 3, steps
END

cat >"$TMP/own/main.c" <<'END'
#include "bsp.h"
extern uint32_t memory[1024];
void trace_init(void);
void link_up(unsigned port, unsigned long long bytes);
int main(void)
{
    trace_init();
    link_up(3, 4096);
    for (unsigned i = 0; i < sizeof memory; i++) {
        *(volatile uint8_t *)BSP_UART = ((const uint8_t *)memory)[i];
    }
    return 0;
}
END
cp sim/bsp/bsp.ld "$TMP/own/own.ld"
cat >"$TMP/own/Makefile" <<'END'
all: firmware.elf
CFLAGS := -march=rv64imac -mabi=lp64 -ffreestanding -mcmodel=medany -misa-spec=2.2 -O2 -Wall -Wextra -Werror -I$(TREE)/sim/bsp
LDFLAGS := -nostdlib -nostartfiles -static
SRCS := trace.c main.c
include own.mk
firmware.elf: $(SRCS) gen/c/fwtrace/own.h
	riscv64-unknown-elf-gcc $(CFLAGS) $(LDFLAGS) -o $@ $(SRCS) $(wildcard $(BSP)/*.o) -lgcc
END

built() {
  make -C "$TMP/own" TREE="$top" BSP="$(realpath "$BUILD")/programs/rv64/bsp" >"$TMP/make" 2>&1 || { cat "$TMP/make"; return 1; }
}
check "the table, the Makefile and the C of the page are a firmware" built

# step N: run the commands of a block; the last one prints what the page has.
step() {
  (cd "$TMP/own" && PATH=$PWD/bin:$PATH python3 - "$1" <<'END'
import re, subprocess, sys
commands, wanted = eval(open("steps.py").read())[int(sys.argv[1])]
for c in commands:
    if "--io openocd" in c: # tests/openocd/test_fwtrace.sh
        continue
    r = subprocess.run(c, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert r.returncode == 0, (c, r.returncode, r.stderr)
plain = lambda t: re.sub(r"0x8[0-9A-F]{7}", "0x8...", t)
assert not wanted or plain(r.stdout) == plain(wanted), r.stdout
END
  )
}
# A dump is needed before the simulated run of the page makes one.
"$HARTRACE" run "$TMP/own/firmware.elf" --no-trace -q --console "$TMP/own/memory.bin" >/dev/null 2>&1
check "a listing" step 0
check "a listing with the calls" step 1
calls() {
  local at
  (cd "$TMP/own" && "bin/hartrace" fwtrace memory.bin --trace t.nex --table own.toml --elf firmware.elf 2>/dev/null) >"$TMP/list"
  for at in $(awk '{ print $2 }' "$TMP/list"); do
    riscv64-unknown-elf-nm -n "$TMP/own/firmware.elf" | awk -v a="$(printf '%016x' "$at")" '$2 ~ /^[Tt]$/ && $1 <= a { name = $3 } END { exit name != "link_up" }' ||
      return 1
  done
  [ "$(wc -l <"$TMP/list")" = 3 ]
}
if [ -z "${SANITIZED:-}" ]; then check "which are in link_up" calls; fi
check "a timeline and a page" step 2
made() {
  [ -s "$TMP/own/firmware.pftrace" ] && grep -q 'net.LINK_UP: port=3 speed=1000' "$TMP/own/report/data/messages.js"
}
check "they have the messages" made
finish
