/* SPDX-License-Identifier: Apache-2.0 */
/* Environment calls and breakpoints from M mode: ecall asks a small service (add, multiply,
 * next) 1000 times; c.ebreak and ebreak are stepped over. */
#include "bsp.h"

static unsigned calls, breaks;

void bsp_trap_m(struct bsp_frame *f)
{
    switch (bsp_code(f)) {
    case BSP_EXC_ECALL_M:
        calls++;
        f->x[10] = f->x[17] == 0   ? f->x[10] + f->x[11]
                   : f->x[17] == 1 ? f->x[10] * f->x[11]
                                   : f->x[10] + 1;
        f->epc += 4;
        break;
    case BSP_EXC_BREAKPOINT:
        breaks++;
        f->epc += bsp_insn_size(f->epc);
        break;
    default:
        bsp_check("cause", f->cause, BSP_EXC_ECALL_M);
    }
}

static uintptr_t service(uintptr_t what, uintptr_t a, uintptr_t b)
{
    register uintptr_t a0 __asm__("a0") = a;
    register uintptr_t a1 __asm__("a1") = b;
    register uintptr_t a7 __asm__("a7") = what;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a7) : "memory");
    return a0;
}

int main(void)
{
    uintptr_t sum = 0;
    for (unsigned i = 0; i < 250; i++) {
        sum = service(0, sum, service(1, i, i)); /* the sum of the squares */
        bsp_check("next", service(2, i, 0), i + 1);
        bsp_check("add", service(0, i, 5), i + 5);
        __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop\nc.ebreak\nc.nop"
                         :
                         :
                         : "memory");
    }
    bsp_check("squares", sum, 249u * 250u * 499u / 6u);
    bsp_check("calls", calls, 1000);
    bsp_check("breaks", breaks, 500);
    bsp_puts("ecalls ok\n");
    return 0;
}
