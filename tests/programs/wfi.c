/* SPDX-License-Identifier: Apache-2.0 */
/* Wait for interrupt: with interrupts on (the handler runs, then the instruction after wfi), and
 * with mstatus.MIE off (wfi ends, nothing is taken, mip shows it). */
#include "bsp.h"

static volatile unsigned ticks;

void bsp_trap_m(struct bsp_frame *f)
{
    bsp_check("timer", f->cause << 1 >> 1, BSP_IRQ_M_TIMER);
    bsp_check("an interrupt", bsp_is_irq(f), 1);
    bsp_set_timecmp(bsp_time() +
                    200); /* comes again, should the last one fall between test and wfi */
    ticks++;
}

int main(void)
{
    unsigned total = 0;
    bsp_set_timecmp(~(uint64_t)0);
    csr_set(mie, 1u << BSP_IRQ_M_TIMER);
    for (unsigned i = 1; i <= 20; i++) {
        uint64_t due = bsp_time() + 2000 * i;
        csr_clear(mstatus, BSP_STATUS_MIE);
        bsp_set_timecmp(due);
        unsigned before = i % 2 == 0 ? ticks : 0;
        if (i % 2 == 0) {
            csr_set(mstatus, BSP_STATUS_MIE);
        }
        while (i % 2 == 0 ? ticks == before : (csr_read(mip) >> BSP_IRQ_M_TIMER & 1u) == 0) {
            __asm__ volatile("wfi" : : : "memory");
        }
        csr_clear(mstatus, BSP_STATUS_MIE);
        bsp_check("not early", bsp_time() >= due, 1);
        total += i % 2;
        bsp_set_timecmp(~(uint64_t)0);
    }
    bsp_check("rounds without a trap", total, 10);
    bsp_check("rounds with a trap", ticks >= 10, 1);
    bsp_puts("wfi ok\n");
    return 0;
}
