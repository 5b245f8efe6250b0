/* SPDX-License-Identifier: Apache-2.0 */
/* A timer for S mode as firmware does it: the M handler turns the timer interrupt into a pending S
 * timer interrupt (mip.STIP), which is delegated; the S handler asks M for the next one by an
 * environment call. U mode computes meanwhile. */
#include "bsp.h"

enum {
    TICKS = 30,
};

static volatile unsigned m_ticks, s_ticks;

void bsp_trap_m(struct bsp_frame *f)
{
    if (bsp_is_irq(f)) {
        bsp_check("M timer", bsp_code(f), BSP_IRQ_M_TIMER);
        m_ticks++;
        bsp_set_timecmp(~(uint64_t)0);
        csr_set(mip, 1u << BSP_IRQ_S_TIMER);
        return;
    }
    bsp_check("ecall from S", f->cause, BSP_EXC_ECALL_S);
    csr_clear(mip, 1u << BSP_IRQ_S_TIMER);
    if (s_ticks < TICKS) {
        bsp_set_timecmp(bsp_time() + 3);
    }
    f->epc += 4;
}

void bsp_trap_s(struct bsp_frame *f)
{
    bsp_check("an interrupt in S", bsp_is_irq(f), 1);
    bsp_check("S timer", bsp_code(f), BSP_IRQ_S_TIMER);
    bsp_check("from U", f->status & BSP_STATUS_SPP, 0);
    s_ticks++;
    register uintptr_t a7 __asm__("a7") = 0;
    __asm__ volatile("ecall" : : "r"(a7) : "memory");
}

static uintptr_t user(uintptr_t n)
{
    uintptr_t parity = 0;
    while (s_ticks < TICKS) {
        for (uintptr_t v = ++n; v != 0; v &= v - 1) {
            parity ^= 1;
        }
    }
    return parity <= 1;
}

int main(void)
{
    bsp_pmp_open();
    bsp_set_stvec();
    csr_write(mideleg, 1u << BSP_IRQ_S_TIMER);
    csr_set(mie, 1u << BSP_IRQ_M_TIMER | 1u << BSP_IRQ_S_TIMER);
    bsp_set_timecmp(bsp_time() + 5);
    bsp_check("user", bsp_call_in_mode(BSP_MODE_U, user, 0), 1);
    bsp_check("M ticks", m_ticks, TICKS);
    bsp_check("S ticks", s_ticks, TICKS);
    bsp_puts("stimer ok\n");
    return 0;
}
