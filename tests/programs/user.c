/* SPDX-License-Identifier: Apache-2.0 */
/* User mode above supervisor mode: environment calls, breakpoints and illegal instructions from U
 * are delegated to S and return by sret; from S they go to M and return by mret. M checks the
 * modes, S serves U. */
#include "bsp.h"

static unsigned from_u, from_s, illegal_m, illegal_s, breaks;

void bsp_trap_m(struct bsp_frame *f)
{
    uintptr_t mpp = (f->status & BSP_STATUS_MPP) >> 11;
    switch (bsp_code(f)) {
    case BSP_EXC_ECALL_S:
        from_s++;
        bsp_check("MPP is S", mpp, BSP_MODE_S);
        f->x[10] += 3;
        break;
    case BSP_EXC_ILLEGAL:
        illegal_m++;
        bsp_check("MPP is M", mpp, BSP_MODE_M);
        break;
    default:
        bsp_check("cause in M", f->cause, BSP_EXC_ECALL_S);
    }
    f->epc += bsp_insn_size(f->epc);
}

static uintptr_t call(uintptr_t v)
{
    register uintptr_t a0 __asm__("a0") = v;
    register uintptr_t a7 __asm__("a7") = 0;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
    return a0;
}

void bsp_trap_s(struct bsp_frame *f)
{
    bsp_check("SPP", (f->status & BSP_STATUS_SPP) != 0,
              bsp_code(f) == BSP_EXC_BREAKPOINT && breaks % 2 == 1);
    switch (bsp_code(f)) {
    case BSP_EXC_ECALL_U:
        from_u++;
        f->x[10] = call(f->x[10]) * 2; /* S asks M */
        break;
    case BSP_EXC_ILLEGAL:
        illegal_s++;
        break;
    case BSP_EXC_BREAKPOINT:
        if (breaks++ % 2 == 0) {
            __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop" : : : "memory");
        }
        break;
    default:
        bsp_check("cause in S", f->cause, BSP_EXC_ECALL_U);
    }
    f->epc += bsp_insn_size(f->epc);
}

/* In U mode: 100 calls, x -> (x + 3) * 2, modulo a small prime. */
static uintptr_t user(uintptr_t x)
{
    for (unsigned i = 0; i < 100; i++) {
        x = call(x) % 10007u;
        if (i % 4 == 0) {
            __asm__ volatile("csrr t0, mstatus" : : : "t0", "memory"); /* not for U */
            __asm__ volatile(".option push\n.option norvc\nebreak\n.option pop" : : : "memory");
        }
    }
    return x;
}

/* In S mode. */
static uintptr_t supervisor(uintptr_t x)
{
    for (unsigned i = 0; i < 50; i++) {
        x = call(x);
    }
    return x;
}

int main(void)
{
    uintptr_t want = 5;
    for (unsigned i = 0; i < 100; i++) {
        want = (want + 3) * 2 % 10007u;
    }
    bsp_pmp_open();
    bsp_set_stvec();
    __asm__ volatile(".2byte 0" : : : "memory"); /* illegal in M: never delegated */
    csr_write(medeleg, 1u << BSP_EXC_ECALL_U | 1u << BSP_EXC_ILLEGAL | 1u << BSP_EXC_BREAKPOINT);
    bsp_check("user", bsp_call_in_mode(BSP_MODE_U, user, 5), want);
    bsp_check("supervisor", bsp_call_in_mode(BSP_MODE_S, supervisor, 7), 7 + 150);
    bsp_check("calls from U", from_u, 100);
    bsp_check("calls from S", from_s, 150);
    bsp_check("illegal in S", illegal_s, 25);
    bsp_check("illegal in M", illegal_m, 1);
    bsp_check("breakpoints", breaks, 50);
    bsp_puts("user ok\n");
    return 0;
}
