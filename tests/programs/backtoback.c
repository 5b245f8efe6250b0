/* SPDX-License-Identifier: Apache-2.0 */
/* Traps right after a trap return: the software interrupt stays pending through several returns,
 * so each mret is followed by the next interrupt with nothing retired between; two environment
 * calls in a row; and a handler of a call that makes the interrupt pending, so that its mret lets
 * it in. */
#include "bsp.h"

enum {
    ROUNDS = 20,
    REPEAT = 4, /* interrupts a round */
};

static volatile unsigned irqs, calls, run_on;

void bsp_trap_m(struct bsp_frame *f)
{
    if (bsp_is_irq(f)) {
        bsp_check("software", bsp_code(f), BSP_IRQ_M_SOFT);
        if (++irqs % REPEAT == 0) {
            bsp_set_msip(false);
        } else {
            run_on++; /* comes again at once */
        }
        return;
    }
    bsp_check("ecall", f->cause, BSP_EXC_ECALL_M);
    calls++;
    f->epc += 4;
    if (f->x[17] == 1) {
        bsp_set_msip(true);
    }
}

int main(void)
{
    csr_set(mie, 1u << BSP_IRQ_M_SOFT);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 1; i <= ROUNDS; i++) {
        bsp_set_msip(true);
        while (irqs != (2 * i - 1) * REPEAT) {
        }
        /* Two calls in a row: the first mret enters at an instruction that traps. */
        __asm__ volatile("li a7, 0\n ecall\n ecall" : : : "a7", "memory");
        bsp_check("calls", calls, 3 * i - 1);
        /* The handler makes the interrupt pending, and its mret lets it in. */
        __asm__ volatile("li a7, 1\n ecall" : : : "a7", "memory");
        while (irqs != 2 * i * REPEAT) {
        }
        bsp_check("calls", calls, 3 * i);
    }
    bsp_check("pending at mret", run_on, 2 * ROUNDS * (REPEAT - 1));
    bsp_puts("backtoback ok\n");
    return 0;
}
