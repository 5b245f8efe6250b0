/* SPDX-License-Identifier: Apache-2.0 */
/* Software interrupts: a ping-pong between the program and the handler, with the vectored form of
 * mtvec, where the interrupt enters at base + 4 * 3 and exceptions at base. */
#include "bsp.h"

static volatile unsigned pings, pongs, exceptions;

void bsp_trap_m(struct bsp_frame *f)
{
    if (!bsp_is_irq(f)) {
        bsp_check("ecall", f->cause, BSP_EXC_ECALL_M);
        exceptions++;
        f->epc += 4;
        return;
    }
    bsp_check("software", bsp_code(f), BSP_IRQ_M_SOFT);
    bsp_set_msip(false);
    pongs++;
}

/* The table: entry 0 and 3 go to the common entry, the others must not be used. */
extern char vectors[];
__asm__(".section .text.vectors, \"ax\", @progbits\n"
        ".balign 256\n"
        ".option push\n.option norvc\n"
        "vectors: j bsp_entry_m\n"
        " j wrong_vector\n"
        " j wrong_vector\n"
        " j bsp_entry_m\n"
        ".rept 12\n j wrong_vector\n.endr\n"
        "wrong_vector: li a0, 9\n"
        " j bsp_exit\n"
        ".option pop\n"
        ".text\n");

int main(void)
{
    csr_write(mtvec, (uintptr_t)vectors | 1u);
    csr_set(mie, 1u << BSP_IRQ_M_SOFT);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 0; i < 100; i++) {
        pings++;
        bsp_set_msip(true);
        while (pongs != pings) {
        }
        __asm__ volatile("ecall" : : : "memory");
        bsp_check("exceptions", exceptions, pings);
    }
    /* masked: pending, but not taken until it is opened */
    csr_clear(mstatus, BSP_STATUS_MIE);
    bsp_set_msip(true);
    for (volatile unsigned i = 0; i < 20; i++) {
    }
    bsp_check("pending", csr_read(mip) >> BSP_IRQ_M_SOFT & 1u, 1);
    bsp_check("not taken", pongs, 100);
    csr_set(mstatus, BSP_STATUS_MIE);
    while (pongs != 101) {
    }
    bsp_puts("softirq ok\n");
    return 0;
}
