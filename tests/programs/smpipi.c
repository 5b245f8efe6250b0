/* SPDX-License-Identifier: Apache-2.0 */
/* Several harts and their interrupts: a token goes round by software interrupts while each hart has
 * a timer of its own. Each hart sleeps between. */
#include "bsp.h"

enum {
    LAPS = 12,
    TICKS = 3,
};

static volatile unsigned harts, done;
static volatile unsigned got[BSP_HARTS], ticks[BSP_HARTS];

void bsp_trap_m(struct bsp_frame *f)
{
    unsigned hart = bsp_hart();
    bsp_check("interrupt", bsp_is_irq(f), 1);
    if (bsp_code(f) == BSP_IRQ_M_SOFT) {
        bsp_set_msip(false);
        got[hart]++;
        return;
    }
    bsp_check("timer", bsp_code(f), BSP_IRQ_M_TIMER);
    ticks[hart]++;
    bsp_set_timecmp(ticks[hart] < TICKS ? bsp_time() + 5 + hart : UINT64_MAX);
}

static void interrupts_on(unsigned hart)
{
    bsp_set_timecmp(bsp_time() + 5 + 3 * hart);
    csr_set(mie, 1u << BSP_IRQ_M_SOFT | 1u << BSP_IRQ_M_TIMER);
    csr_set(mstatus, BSP_STATUS_MIE);
}

/* Sleep until a condition holds. The interrupt may come between the test and wfi: look with
 * interrupts off, when wfi still wakes. */
#define SLEEP_UNTIL(condition)                                                                     \
    do {                                                                                           \
        csr_clear(mstatus, BSP_STATUS_MIE);                                                        \
        while (!(condition)) {                                                                     \
            __asm__ volatile("wfi" : : : "memory");                                                \
            csr_set(mstatus, BSP_STATUS_MIE);                                                      \
            csr_clear(mstatus, BSP_STATUS_MIE);                                                    \
        }                                                                                          \
        csr_set(mstatus, BSP_STATUS_MIE);                                                          \
    } while (0)

void bsp_hart_main(unsigned hart)
{
    while (harts == 0) {
    }
    interrupts_on(hart);
    for (unsigned lap = 1; lap <= LAPS; lap++) {
        SLEEP_UNTIL(got[hart] == lap);
        bsp_send_msip(hart + 1 < harts ? hart + 1 : 0, true);
    }
    SLEEP_UNTIL(ticks[hart] == TICKS);
    __asm__ volatile("amoadd.w zero, %1, %0" : "+A"(done) : "r"(1) : "memory");
}

int main(void)
{
    unsigned n = bsp_start_harts();
    bsp_send_msip(n, false);
    harts = n;
    interrupts_on(0);
    for (unsigned lap = 1; lap <= LAPS; lap++) {
        bsp_send_msip(n > 1 ? 1 : 0, true);
        SLEEP_UNTIL(got[0] == lap);
    }
    SLEEP_UNTIL(ticks[0] == TICKS);
    while (done != n - 1) {
    }
    for (unsigned i = 0; i < n; i++) {
        bsp_check("token", got[i], LAPS);
        bsp_check("ticks", ticks[i], TICKS);
    }
    bsp_puts("smpipi ok, harts ");
    bsp_dec(n);
    bsp_puts("\n");
    return 0;
}
