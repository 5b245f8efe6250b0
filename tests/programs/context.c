/* SPDX-License-Identifier: Apache-2.0 */
/* Context changes: four tasks that yield to each other; the scheduler writes scontext (and
 * hcontext) at each switch. A hart without these CSRs traps: the handler skips the write. Expected:
 * every task does its rounds, and scontext reads back where it exists. */
#include "bsp.h"

enum {
    TASKS = 4,
    ROUNDS = 25,
};

static unsigned done[TASKS], traps;

void bsp_trap_m(struct bsp_frame *f)
{
    bsp_check("cause", f->cause, BSP_EXC_ILLEGAL);
    traps++;
    f->epc += 4;
}

static void write_context(uintptr_t task)
{
    __asm__ volatile("csrw 0x5a8, %0" : : "r"(task) : "memory");      /* scontext */
    __asm__ volatile("csrw 0x6a8, %0" : : "r"(task & 1u) : "memory"); /* hcontext */
}

static uintptr_t read_context(uintptr_t otherwise)
{
    uintptr_t v = otherwise;
    __asm__ volatile("csrr %0, 0x5a8" : "+r"(v) : : "memory");
    return v;
}

static uint32_t __attribute__((noinline)) work(unsigned task, uint32_t v)
{
    switch (task) {
    case 0:
        return v + 1;
    case 1:
        return v * 3;
    case 2:
        return v ^ 0x55u;
    default:
        return v >> 1;
    }
}

int main(void)
{
    uint32_t v = 1, want = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned task = 0; task < TASKS; task++) {
            write_context(task + 1);
            v = work(task, v) & 0xffffu;
            done[task]++;
            bsp_check("scontext", read_context(task + 1), task + 1);
        }
        want = ((((want + 1) & 0xffffu) * 3 & 0xffffu) ^ 0x55u) >> 1;
        bsp_check("value", v, want);
    }
    for (unsigned task = 0; task < TASKS; task++) {
        bsp_check("rounds", done[task], ROUNDS);
    }
    bsp_check("all or none", traps == 0 || traps == 3 * TASKS * ROUNDS, 1);
    bsp_puts("context ok, traps ");
    bsp_dec(traps);
    bsp_puts("\n");
    return 0;
}
