/* SPDX-License-Identifier: Apache-2.0 */
/* A storm of timer interrupts over a computation with a known result (sum of i * i modulo a prime,
 * by a formula). The handler sets the next one a little later each time. */
#include "bsp.h"

enum {
    STORM = 60,
    PRIME = 65521,
};

static volatile unsigned ticks;

void bsp_trap_m(struct bsp_frame *f)
{
    bsp_check("an interrupt", bsp_is_irq(f), 1);
    bsp_check("timer", bsp_code(f), BSP_IRQ_M_TIMER);
    ticks++;
    bsp_set_timecmp(ticks < STORM ? bsp_time() + 2 + ticks % 7 : ~(uint64_t)0);
}

static uint32_t __attribute__((noinline)) square_mod(uint32_t i)
{
    return i * i % PRIME;
}

int main(void)
{
    uint32_t sum = 0, i = 0;
    bsp_set_timecmp(bsp_time() + 3);
    csr_set(mie, 1u << BSP_IRQ_M_TIMER);
    csr_set(mstatus, BSP_STATUS_MIE);
    while (ticks < STORM) {
        i = i < 1000 ? i + 1 : 1;
        sum = i == 1 ? 1 : (sum + square_mod(i)) % PRIME;
        bsp_check("sum of squares", sum, (uint64_t)i * (i + 1) * (2 * i + 1) / 6 % PRIME);
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    bsp_check("ticks", ticks, STORM);
    bsp_puts("timer ok\n");
    return 0;
}
