#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The library as its users compile it: gcc and clang, -Os, -O2, -O0, link-time optimization, C and C++, strict warnings. Each firmware runs, and
# its messages are those that are expected: odd arguments, NULL, 64 bits on rv32, as many arguments as there can be.
. tests/lib/tap.sh
unsanitized "cross compilers"

cat >"$TMP/odd.h" <<'END'
#include "fwtrace/fwt_ring.h"
#include "fwtrace/fwt_stim.h"
#include "fwtrace/fwt_uart.h"
#include "fwtrace/ti_sysfw.h"
#ifdef __cplusplus
extern "C"
#endif
void from_cpp(struct fwt *t);
END
cat >"$TMP/odd.c" <<'END'
#include "odd.h"
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
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
enum color { RED, GREEN };
struct bits {
    unsigned five : 5;
};
static void odd(volatile uint32_t *reg, enum color c, struct bits b, int64_t wide, const char *null, const char *text)
{
    fwt_debug(&t, TI_SYSFW_PM, TI_SYSFW_PM_CLOCK_SET_RATE | TI_SYSFW_FAIL, TI_SYSFW_PM_CLOCK_SET_RATE_DATA(31, 127, 1023));
    fwt_debug(&t, *reg & 3u, *reg, *reg);
    fwt_debug(&t, TI_SYSFW_RM, TI_SYSFW_RM_RESOURCE_GET_NUM | TI_SYSFW_FAIL, 7);
    fwt_debug(&t, 5, 0, 0);
    fwt_print(&t, "%d %d %d %c", c, b.five, (_Bool)1, 'x');
    fwt_print(&t, "%lld %llu %llx", (long long)wide, (unsigned long long)wide, (unsigned long long)wide);
    fwt_print(&t, "%s %s %p", text, null, (void *)0);
    fwt_print(&t, "%zu %hu %hhd %ld", sizeof(int), (unsigned short)65535, (signed char)-1, -2l);
    fwt_print(&t, "%u %u %u %u %u %u %u %u", 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u);
    fwt_print(&t, "%llu %llu %llu %llu %llu %llu %llu", 1ull << 63, 2ull, 3ull, 4ull, 5ull, 6ull, 7ull);
    fwt_print(&t, "100%% of \"quotes\", commas\t%s\n", "and \\");
    fwt_printf(&t, "%s|%5d|%-4u|%04x", null, -1, 7u, 0xbeu);
    if (*reg == 0)
        fwt_print(&t, "not here");
    else
        fwt_debug(&t, TI_SYSFW_SECURITY, TI_SYSFW_SECURITY_FIREWALL_ACTIVE, 0x3fffff);
}
__attribute__((used)) void start(void);
void start(void)
{
    static volatile uint32_t reg = 3;
    fwt_init(&t, TI_SYSFW_DOMAINS);
    const struct fwt_port port = {.put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &uart};
    if (fwt_uart_init(&uart, queue, sizeof queue, FWT_UART_BINARY, write_byte, NULL) == FWT_OK && fwt_attach(&t, &port, NULL) == FWT_OK &&
        fwt_hello(&t, __fwt_note_start, (size_t)(__fwt_note_end - __fwt_note_start)) == FWT_OK) {
        odd(&reg, GREEN, (struct bits){31}, -5, NULL, "text");
        from_cpp(&t);
        fwt_print(&t, "ignored %u", (unsigned)t.ignored);
    }
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
cat >"$TMP/odd.cpp" <<'END'
#include "odd.h"
enum class state : uint8_t { off, on };
static void print_twice(struct fwt *t, int n)
{
    auto again = [t](int k) { fwt_print(t, "lambda %d", k); };
    again(n);
    again(n + 1);
}
void from_cpp(struct fwt *t)
{
    const long long wide = -6;
    fwt_debug(t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, static_cast<unsigned>(state::on));
    fwt_print(t, "C++ %s %lld %p %d", "text", wide, static_cast<void *>(nullptr), static_cast<int>(state::on));
    fwt_print(t, "none");
    fwt_printf(t, "%d %s", -1, "here");
    print_twice(t, 8);
}
END
cat >"$TMP/want" <<'END'
pm.CLOCK_SET_RATE failed: exponent=31 significand=127 clock_id=1023
pm.CLOCK_DISABLE: clock_id=3
rm.GENERIC_DEBUG: value=7
1 31 1 x
-5 18446744073709551611 fffffffffffffffb
text (null) 0x0
4 65535 -1 -2
1 2 3 4 5 6 7 8
9223372036854775808 2 3 4 5 6 7
100% of "quotes", commas and \
(null)|   -1|7   |00be
security.FIREWALL_ACTIVE: firewall_id=4194303
pm.DEVICE_ON: device_id=1
C++ text -6 0x0 1
none
-1 here
lambda 8
lambda 9
ignored 1
END
cat >"$TMP/odd.ld" <<'END'
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

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
# built COMPILER XLEN OPTIONS: odd.elf, linked by gcc.
built() {
  local x=$2 abi=lp64 flags f cc="riscv64-unknown-elf-gcc" cxx="riscv64-unknown-elf-g++" c=("$TMP/odd.c" fwtrace/src/*.c fwtrace/port/*.c)
  [ "$x" = 64 ] || abi=ilp32
  [ "$1" = gcc ] || { cc="clang --target=riscv$x" cxx="clang++ --target=riscv$x -nostdinc++"; }
  flags="-march=rv${x}imac -mabi=$abi -mcmodel=medany -ffreestanding -ffunction-sections $3 $warnings -Ifwtrace/include -Ifwtrace/src -Iregmap/gen/c"
  rm -f "$TMP"/*.o
  for f in "${c[@]}"; do $cc -std=c11 $flags -c -o "$TMP/$(basename "$f").o" "$f" || return; done
  $cxx -std=c++11 -fno-exceptions -fno-rtti $flags -c -o "$TMP/odd.cpp.o" "$TMP/odd.cpp" || return
  riscv64-unknown-elf-gcc -march=rv${x}imac -mabi=$abi $3 -nostdlib -static -Wl,--no-warn-rwx-segments -Wl,--gc-sections -Wl,--build-id=sha1 -Wl,-T,fwtrace/fwtrace.ld -T "$TMP/odd.ld" \
    -o "$TMP/odd.elf" "$TMP"/*.o -lgcc
}
lists() {
  built "$@" && "$HARTRACE" run "$TMP/odd.elf" --no-trace -q --console "$TMP/log" >"$TMP/run" 2>&1 || { cat "$TMP/run"; return 1; }
  "$HARTRACE" fwtrace "$TMP/log" --elf "$TMP/odd.elf" >"$TMP/list" 2>"$TMP/sum" || { cat "$TMP/list" "$TMP/sum"; return 1; }
  sed 's/^[0-9]*  //' "$TMP/list" | diff - "$TMP/want"
}
for x in 32 64; do
  for o in -O0 -Os -O2 "-O2 -flto"; do check "gcc, RV$x $o" lists gcc $x "$o"; done
  for o in -O0 -Os -O2; do check "clang, RV$x $o" lists clang $x "$o"; done
done
# What cannot be sent does not compile in C++ either.
no_float() {
  sed 's/fwt_print(t, "none");/fwt_print(t, "%f", 1.0);/' "$TMP/odd.cpp" >"$TMP/float.cpp"
  fails 1 'no float or double' riscv64-unknown-elf-g++ -std=c++11 -ffreestanding -Ifwtrace/include -Iregmap/gen/c -fsyntax-only "$TMP/float.cpp"
}
check "a floating-point argument in C++" no_float
finish
