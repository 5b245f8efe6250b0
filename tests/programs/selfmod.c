/* SPDX-License-Identifier: Apache-2.0 */
/* Code that changes: a function in RAM is written, called, overwritten and called again, with
 * fence.i between. Also a copy of a routine at another address. Expected: the constants that were
 * assembled. */
#include "bsp.h"

typedef unsigned (*fn)(unsigned a);

static uint32_t code[16] __attribute__((aligned(16)));

static uint32_t addi_a0(unsigned imm)
{
    return imm << 20 | 10u << 15 | 10u << 7 | 0x13u; /* addi a0, a0, imm */
}

static unsigned run(uintptr_t at, unsigned a)
{
    __asm__ volatile("fence.i" : : : "memory");
    return ((fn)at)(a);
}

int main(void)
{
    unsigned total = 0;
    for (unsigned i = 1; i <= 64; i++) {
        code[0] = addi_a0(i);
        code[1] = 0x00008067; /* ret */
        total += run((uintptr_t)code, 1000u * i);
        bsp_check("patched", total, 1001u * i * (i + 1) / 2);
        /* the same code, twice in a row, two instructions of 16 bits: c.addi a0, 7; c.jr ra; then
         * moved by 16 bytes */
        uint32_t half = 0x051d | 0x8082u << 16;
        code[0] = half;
        bsp_check("compressed", run((uintptr_t)code, i), i + 7);
        memcpy(code + 4, code, 4);
        memset(code, 0, 8);
        bsp_check("moved", run((uintptr_t)(code + 4), i), i + 7);
    }
    bsp_puts("selfmod ok\n");
    return 0;
}
