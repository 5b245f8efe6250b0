#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A firmware in its author's own folder, made of nothing but what `make install` has installed: own Makefile, table, start-up and linker
# script. It runs in the simulator, and its events are listed.
. tests/lib/tap.sh
unsanitized "cross compiler"

PRE=$TMP/pre
check "make install" make -s install BUILD="$BUILD" CC="${CC:-gcc}" PREFIX="$PRE"
mkdir "$TMP/user" && cd "$TMP/user" || exit 2

cat >Makefile <<'END'
XLEN = 64
CROSS = riscv64-unknown-elf-
FORM = FWT_UART_TEXT
CFLAGS = -std=c11 -march=rv$(XLEN)imac -mabi=$(if $(filter 32,$(XLEN)),ilp32,lp64) -mcmodel=medany -O2 -ffreestanding -DFORM=$(FORM) \
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
FWT_TABLE = tables/board.toml
include $(shell pkg-config --variable=fwtrace hartrace)/fwtrace.mk

firmware.elf: main.c board.ld $(FWT_SRCS) $(FWT_HEADERS)
	$(CROSS)gcc $(CFLAGS) $(FWT_CFLAGS) -nostdlib -static -o $@ main.c $(FWT_SRCS) $(FWT_LDFLAGS) -T board.ld -lgcc
clean:
	rm -rf firmware.elf fwt-gen
END
mkdir tables
cat >tables/board.toml <<'END'
# Domain and data are wider than in TI's table.
[table]
name = "my-board"
title = "Board"
domain = "31:30"
action = "29:24"
data = "23:0"
fail = 0x20

[domain.net]
value = 0
channel = 1
title = "Network"
fail = true

[domain.disk]
value = 2
channel = 3
title = "Disk"

[action.net.LINK_UP]
value = 0
doc = "The link is up"
fields = ["23:16 port: Port", "15:0 speed: Mbit per second"]

[action.disk.READ]
value = 63
doc = "A block was read"
fields = ["23:0 block: Block"]
END
cat >board.ld <<'END'
ENTRY(_start)
SECTIONS
{
  . = 0x80000000;
  .text : { *(.text.init) *(.text .text.*) }
  .rodata : { *(.rodata .rodata.* .srodata .srodata.*) }
  .data : { *(.data .data.* .sdata .sdata.*) }
  .bss (NOLOAD) : { *(.bss .bss.* .sbss .sbss.* COMMON) . = ALIGN(16); . += 4096; stack_top = .; }
}
END
cat >main.c <<'END'
#include "fwtrace/fwt_uart.h"
#include "fwtrace/my_board.h"

void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ((volatile char *)to)[i] = ((const char *)from)[i];
    }
    return to;
}
void *memset(void *to, int c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ((volatile char *)to)[i] = (char)c;
    }
    return to;
}

extern const char __fwt_note_start[], __fwt_note_end[];
static struct fwt t;
static struct fwt_uart uart;
static uint32_t queue[16 + 2 * 64];

static int write_byte(void *ctx, uint8_t byte)
{
    (void)ctx;
    *(volatile uint8_t *)0x10000000 = byte;
    return FWT_OK;
}

static void run(void)
{
    fwt_init(&t, MY_BOARD_DOMAINS);
    const struct fwt_port port = {.put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &uart};
    if (fwt_uart_init(&uart, queue, sizeof queue, FORM, write_byte, NULL) != FWT_OK || fwt_attach(&t, &port, NULL) != FWT_OK ||
        fwt_hello(&t, __fwt_note_start, (size_t)(__fwt_note_end - __fwt_note_start)) != FWT_OK) {
        return;
    }
    fwt_word(&t, 1 + MY_BOARD_NET, MY_BOARD_WORD(MY_BOARD_NET, MY_BOARD_NET_LINK_UP, MY_BOARD_NET_LINK_UP_DATA(255, 1000)));
    fwt_word(&t, 1 + MY_BOARD_NET, MY_BOARD_WORD(MY_BOARD_NET, MY_BOARD_NET_LINK_UP | MY_BOARD_FAIL, 0));
    fwt_word(&t, 1 + MY_BOARD_DISK, MY_BOARD_WORD(MY_BOARD_DISK, MY_BOARD_DISK_READ, 0xffffff));
    static char made[] = "where";
    made[0] = 't';
    fwt_print(&t, "port %u: %s, %llu bytes", 3u, "up", 0x100000000ull);
#ifdef VARIABLE
    fwt_print(&t, "%s", made);
#endif
    fwt_printf(&t, "made %s, %d", made, -5);
}

void start(void);
void start(void)
{
    run();
    *(volatile uint32_t *)0x100000 = 0x5555;
    for (;;) {
    }
}
__attribute__((naked, section(".text.init"))) void _start(void);
void _start(void)
{
    __asm__("la sp, stack_top\nj start");
}
END
cat >want <<'END'
net.LINK_UP: port=255 speed=1000
net.LINK_UP failed: port=0 speed=0
disk.READ: block=16777215
port 3: up, 4294967296 bytes
made there, -5
END

# lists XLEN FORM
lists() {
  env -i PATH="$PATH" PKG_CONFIG_PATH="$PRE/lib/pkgconfig" make -s clean firmware.elf XLEN="$1" FORM="$2" || return
  "$PRE/bin/hartrace" run firmware.elf --no-trace -q --console log >run 2>&1 || { cat run; return 1; }
  "$PRE/bin/hartrace" fwtrace log --table tables/board.toml --elf firmware.elf >list 2>sum || { cat list sum; return 1; }
  readelf -lW firmware.elf | grep -q 'LOAD.* RWE' || { echo "not one segment, which this is about"; return 1; }
  sed 's/^[0-9]*  //' list | diff - want
}
for x in 32 64; do
  for f in FWT_UART_TEXT FWT_UART_BINARY; do check "RV$x, $f: a firmware of the installed files alone" lists $x $f; done
done
# One segment with everything, as simple scripts make it: what is constant is known by its section.
variable() {
  env -i PATH="$PATH" PKG_CONFIG_PATH="$PRE/lib/pkgconfig" make -s clean firmware.elf FORM='FWT_UART_TEXT -DVARIABLE' &&
    "$PRE/bin/hartrace" run firmware.elf --no-trace -q --console log >run 2>&1 &&
    fails 1 '<text at 0x8000[0-9a-f]*: not constant in the ELF>' "$PRE/bin/hartrace" fwtrace log --table tables/board.toml --elf firmware.elf
}
check "%s of a variable has no text" variable
# The header follows the table, and nothing else is made again.
follows() {
  local m="env -i PATH=$PATH PKG_CONFIG_PATH=$PRE/lib/pkgconfig make XLEN=64 FORM=FWT_UART_BINARY"
  $m -q || { echo "made again"; return 1; }
  sed -i 's/^fields = \["23:0 block/fields = ["22:0 block/' tables/board.toml && touch -d '+1 minute' tables/board.toml && ! $m -q && $m -s &&
    grep -q '^#define MY_BOARD_DISK_READ_BLOCK_MAX .*0x7fffffu' fwt-gen/c/fwtrace/my_board.h
}
check "the header follows the table" follows
no_table() {
  make -s -f - <<END && [ -s fwt-gen/c/fwtrace/ti_sysfw.h ]
include $PRE/share/hartrace/fwtrace/fwtrace.mk
all: \$(FWT_HEADERS)
END
}
check "without a table it is TI's, and the Makefile's first rule stays the default" no_table
links() { # of the installed page lead to installed files
  local page file n=0
  for page in howto reference; do
    for file in $(grep -oE '\]\((\.\./\.\./(fwtrace|regmap)|\.\./reference|\.\./howto/fwtrace)[^)#]*' "$PRE/share/hartrace/docs/$page/fwtrace.md" | cut -c3-); do
      n=$((n + 1))
      [ -e "$PRE/share/hartrace/docs/$page/$file" ] || { echo "$file"; return 1; }
    done
  done
  [ "$n" -ge 5 ]
}
check "links of the installed pages" links
finish
