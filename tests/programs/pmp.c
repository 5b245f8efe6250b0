/* SPDX-License-Identifier: Apache-2.0 */
/* Physical memory protection: user code touches a page it may not write, one it may not read and
 * one it may not execute. The handler checks cause and tval and skips. M mode is not restricted by
 * unlocked entries. */
#include "bsp.h"

enum {
    PAGE = 4096,
};

static uint8_t page[2][PAGE] __attribute__((aligned(4096)));
static unsigned loads, stores, fetches;

void bsp_trap_m(struct bsp_frame *f)
{
    bsp_check("MPP is U", f->status & BSP_STATUS_MPP, 0);
    switch (bsp_code(f)) {
    case BSP_EXC_LOAD_ACCESS:
        loads++;
        bsp_check("load tval", f->tval, (uintptr_t)&page[1][8]);
        f->epc += bsp_insn_size(f->epc);
        break;
    case BSP_EXC_STORE_ACCESS:
        stores++;
        bsp_check("store tval", f->tval, (uintptr_t)&page[0][16]);
        f->epc += bsp_insn_size(f->epc);
        break;
    default:
        bsp_check("cause", f->cause, BSP_EXC_FETCH_ACCESS);
        fetches++;
        bsp_check("fetch epc", f->epc, (uintptr_t)page[0]);
        f->epc = f->x[1]; /* back to the caller */
    }
}

static uintptr_t user(uintptr_t rounds)
{
    uintptr_t sum = 0;
    for (uintptr_t i = 0; i < rounds; i++) {
        uintptr_t v = 5;
        __asm__ volatile("lw %0, 0(%1)" : "+r"(v) : "r"(&page[1][8]) : "memory");
        sum += v; /* left alone by the load that trapped */
        __asm__ volatile("sw zero, 0(%0)" : : "r"(&page[0][16]) : "memory");
        sum += *(volatile uint8_t *)&page[0][16];
        ((void (*)(void))(uintptr_t)page[0])();
    }
    return sum;
}

int main(void)
{
    page[0][16] = 9;
    /* The lowest numbered entry that matches decides: page 0 read only, page 1 nothing, all the
     * rest open. */
    csr_write(pmpaddr0, (uintptr_t)page[0] >> 2 | (PAGE / 8 - 1));
    csr_write(pmpaddr1, (uintptr_t)page[1] >> 2 | (PAGE / 8 - 1));
    csr_write(pmpaddr2, ~(uintptr_t)0);
    csr_write(pmpcfg0, 0x1f1819);
    bsp_check("sum", bsp_call_in_mode(BSP_MODE_U, user, 30), 30 * (5 + 9));
    bsp_check("loads", loads, 30);
    bsp_check("stores", stores, 30);
    bsp_check("fetches", fetches, 30);
    page[0][16] = 3; /* M mode may */
    bsp_check("M mode", page[0][16], 3);
    bsp_puts("pmp ok\n");
    return 0;
}
