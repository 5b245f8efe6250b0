/* SPDX-License-Identifier: Apache-2.0 */
#include "bsp.h"

enum {
    UART_LSR = 5,
    UART_LSR_THRE = 0x20,
    CLINT_MTIMECMP = 0x4000,
    CLINT_MTIME = 0xbff8,
};

static volatile uint8_t *uart(unsigned reg)
{
    return (volatile uint8_t *)((uintptr_t)BSP_UART + reg);
}

static volatile uint32_t *clint(unsigned reg)
{
    return (volatile uint32_t *)((uintptr_t)BSP_CLINT + reg);
}

void bsp_putc(char c)
{
    while ((*uart(UART_LSR) & UART_LSR_THRE) == 0) {
    }
    *uart(0) = (uint8_t)c;
}

void bsp_puts(const char *s)
{
    while (*s != '\0') {
        bsp_putc(*s++);
    }
}

void bsp_hex(uintptr_t v)
{
    bsp_puts("0x");
    for (int shift = (int)sizeof(v) * 8 - 4; shift >= 0; shift -= 4) {
        bsp_putc("0123456789abcdef"[(v >> shift) & 15u]);
    }
}

void bsp_dec(uintptr_t v)
{
    char digits[21];
    unsigned n = 0;
    do {
        digits[n++] = (char)('0' + v % 10u);
        v /= 10u;
    } while (v != 0);
    while (n > 0) {
        bsp_putc(digits[--n]);
    }
}

void bsp_check(const char *what, uintptr_t got, uintptr_t want)
{
    if (got == want) {
        return;
    }
    bsp_puts("FAIL ");
    bsp_puts(what);
    bsp_puts(": got ");
    bsp_hex(got);
    bsp_puts(", want ");
    bsp_hex(want);
    bsp_puts("\n");
    bsp_exit(1);
}

static void unexpected(const char *mode, const struct bsp_frame *f)
{
    bsp_puts("trap to ");
    bsp_puts(mode);
    bsp_puts(" cause ");
    bsp_hex(f->cause);
    bsp_puts(" epc ");
    bsp_hex(f->epc);
    bsp_puts(" tval ");
    bsp_hex(f->tval);
    bsp_puts("\n");
    bsp_exit(127);
}

__attribute__((weak)) void bsp_trap_m(struct bsp_frame *f)
{
    unexpected("M", f);
}

__attribute__((weak)) void bsp_trap_s(struct bsp_frame *f)
{
    unexpected("S", f);
}

unsigned bsp_insn_size(uintptr_t pc)
{
    return (*(const volatile uint16_t *)pc & 3u) == 3u ? 4u : 2u;
}

void bsp_pmp_open(void)
{
    csr_write(pmpaddr0, ~(uintptr_t)0);
    csr_write(pmpcfg0, 0x1f); /* NAPOT, all addresses, read, write, execute */
}

uint64_t bsp_time(void)
{
    uint32_t hi, lo;
    do {
        hi = *clint(CLINT_MTIME + 4);
        lo = *clint(CLINT_MTIME);
    } while (hi != *clint(CLINT_MTIME + 4));
    return (uint64_t)hi << 32 | lo;
}

void bsp_set_timecmp(uint64_t when)
{
    const unsigned reg = CLINT_MTIMECMP + 8 * bsp_hart();
    *clint(reg + 4) = UINT32_MAX; /* no interrupt while the two halves differ */
    *clint(reg) = (uint32_t)when;
    *clint(reg + 4) = (uint32_t)(when >> 32);
}

void bsp_set_msip(bool on)
{
    bsp_send_msip(bsp_hart(), on);
}

void bsp_send_msip(unsigned hart, bool on)
{
    *clint(4 * hart) = on ? 1u : 0u;
}

static volatile bool online[BSP_HARTS];

__attribute__((weak)) void bsp_hart_main(unsigned hart)
{
    (void)hart;
}

/* What crt0.S calls on the other harts. */
void bsp_start_other(unsigned hart);
void bsp_start_other(unsigned hart)
{
    online[hart] = true;
    bsp_hart_main(hart);
}

unsigned bsp_start_harts(void)
{
    enum {
        PATIENCE = 1000
    };
    unsigned n = 1;
    for (; n < BSP_HARTS; n++) {
        bsp_send_msip(n, true);
        for (unsigned i = 0; i < PATIENCE && !online[n]; i++) {
        }
        if (!online[n]) {
            break;
        }
    }
    return n;
}

void bsp_lock(unsigned *lock)
{
    unsigned taken;
    do {
        __asm__ volatile("amoswap.w.aq %0, %2, %1" : "=r"(taken), "+A"(*lock) : "r"(1) : "memory");
    } while (taken != 0);
}

void bsp_unlock(unsigned *lock)
{
    __asm__ volatile("fence rw, w\n sw zero, %0" : "=m"(*lock) : : "memory");
}

uint32_t bsp_random(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}
