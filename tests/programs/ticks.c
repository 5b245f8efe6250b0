/* SPDX-License-Identifier: Apache-2.0 */
/* Timer interrupts that interrupt the handler of timer interrupts, 4 deep, 6 times, and a call
 * of the environment in the innermost handler; then the same from U mode.
 *
 * Each round: main enters round_of, which waits; 4 timer interrupts, each inside the handler of the
 * one before, and 1 ecall inside the last. bsp_trap_m is entered 5 times in a round, tick 4 times,
 * serve 1 time. From U mode: 2 rounds. */
#include "bsp.h"

enum {
    DEEP = 4,
    ROUNDS = 6,
    USER_ROUNDS = 2,
};

static volatile unsigned level, deepest, served;

void tick(void);
void serve(struct bsp_frame *f);
void round_of(void);

/* Called with interrupts off: opens them for the next one, and waits for it. */
__attribute__((noinline, noclone)) void tick(void)
{
    level++;
    deepest = level > deepest ? level : deepest;
    if (level == DEEP) {
        bsp_set_timecmp(~(uint64_t)0);
        register uintptr_t a7 __asm__("a7") = 0; /* not the call that ends bsp_call_in_mode */
        __asm__ volatile(".option push\n.option norvc\necall\n.option pop" : : "r"(a7) : "memory");
        return;
    }
    bsp_set_timecmp(bsp_time() + 3);
    csr_set(mstatus, BSP_STATUS_MIE);
    while (deepest < DEEP) {
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
}

__attribute__((noinline, noclone)) void serve(struct bsp_frame *f)
{
    served++;
    f->epc += 4;
}

void bsp_trap_m(struct bsp_frame *f)
{
    if (bsp_is_irq(f)) {
        tick();
        __asm__ volatile("" : : : "memory");
    } else {
        serve(f);
        __asm__ volatile("" : : : "memory");
    }
}

/* In M mode, which may know mhartid. */
static void arm(void)
{
    level = deepest = 0;
    bsp_set_timecmp(bsp_time() + 2);
}

__attribute__((noinline, noclone)) void round_of(void)
{
    while (deepest < DEEP) {
    }
}

static uintptr_t in_user_mode(uintptr_t v)
{
    round_of();
    __asm__ volatile("" : : : "memory");
    return v + 1;
}

int main(void)
{
    bsp_set_timecmp(~(uint64_t)0);
    csr_set(mie, 1u << BSP_IRQ_M_TIMER);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 0; i < ROUNDS; i++) {
        arm();
        round_of();
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    bsp_pmp_open();
    for (unsigned i = 0; i < USER_ROUNDS; i++) {
        arm();
        bsp_check("user", bsp_call_in_mode(BSP_MODE_U, in_user_mode, i), i + 1);
    }
    bsp_check("served", served, ROUNDS + USER_ROUNDS);
    return 0;
}
