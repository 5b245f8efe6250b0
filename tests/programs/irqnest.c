/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts that nest: the software interrupt's handler opens interrupts again, a timer interrupt
 * comes in, and its handler makes an environment call. The levels are checked on the way in and
 * out. */
#include "bsp.h"

static volatile unsigned soft, timer, calls, level;

void bsp_trap_m(struct bsp_frame *f)
{
    unsigned before = level++;
    if (!bsp_is_irq(f)) {
        bsp_check("ecall", f->cause, BSP_EXC_ECALL_M);
        bsp_check("inside the timer", before, 2);
        calls++;
        f->epc += 4;
    } else if (bsp_code(f) == BSP_IRQ_M_SOFT) {
        bsp_check("not nested", before, 0);
        bsp_set_msip(false);
        soft++;
        unsigned want = timer + 1;
        bsp_set_timecmp(bsp_time() + 2);
        csr_set(mstatus, BSP_STATUS_MIE);
        while (timer != want) {
        }
        csr_clear(mstatus, BSP_STATUS_MIE);
    } else {
        bsp_check("timer", bsp_code(f), BSP_IRQ_M_TIMER);
        bsp_check("inside the software interrupt", before, 1);
        bsp_set_timecmp(~(uint64_t)0);
        timer++;
        __asm__ volatile("ecall" : : : "memory");
    }
    level = before;
}

int main(void)
{
    bsp_set_timecmp(~(uint64_t)0);
    csr_set(mie, 1u << BSP_IRQ_M_TIMER | 1u << BSP_IRQ_M_SOFT);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 1; i <= 25; i++) {
        bsp_set_msip(true);
        while (soft != i) {
        }
        bsp_check("timer", timer, i);
        bsp_check("calls", calls, i);
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    bsp_check("level", level, 0);
    bsp_puts("irqnest ok\n");
    return 0;
}
