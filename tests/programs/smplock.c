/* SPDX-License-Identifier: Apache-2.0 */
/* Several harts: counters under a lock (AMO), by LR/SC and by amoadd; a barrier between rounds.
 * With one hart it is the same work alone. */
#include "bsp.h"

enum {
    ROUNDS = 20,
    STEPS = 10,
};

static unsigned lock, locked_count, lrsc_count, amo_count;
static unsigned arrived;
static volatile unsigned harts, round_now;
static volatile unsigned own[BSP_HARTS];

static unsigned amo_add(unsigned *p, unsigned v)
{
    unsigned old;
    __asm__ volatile("amoadd.w.aqrl %0, %2, %1" : "=r"(old), "+A"(*p) : "r"(v) : "memory");
    return old;
}

static void lrsc_add(unsigned *p, unsigned v)
{
    unsigned t, failed;
    __asm__ volatile("1: lr.w.aq %0, %2\n"
                     "   add %0, %0, %3\n"
                     "   sc.w.rl %1, %0, %2\n"
                     "   bnez %1, 1b\n"
                     : "=&r"(t), "=&r"(failed), "+A"(*p)
                     : "r"(v)
                     : "memory");
}

/* The last one to arrive opens the next round. */
static void barrier(void)
{
    unsigned round = round_now;
    if (amo_add(&arrived, 1) + 1 == harts) {
        arrived = 0;
        __asm__ volatile("fence rw, rw" : : : "memory");
        round_now = round + 1;
    }
    while (round_now == round) {
    }
}

static void work(unsigned hart)
{
    for (unsigned r = 0; r < ROUNDS; r++) {
        for (unsigned i = 0; i < STEPS; i++) {
            bsp_lock(&lock);
            locked_count += hart + 1;
            bsp_unlock(&lock);
            lrsc_add(&lrsc_count, hart + 1);
            amo_add(&amo_count, hart + 1);
            own[hart]++;
        }
        barrier();
    }
}

void bsp_hart_main(unsigned hart)
{
    while (harts == 0) {
    }
    work(hart);
}

int main(void)
{
    unsigned n = bsp_start_harts();
    unsigned want = ROUNDS * STEPS * (n * (n + 1) / 2);
    harts = n;
    work(0);
    bsp_check("locked", locked_count, want);
    bsp_check("lr/sc", lrsc_count, want);
    bsp_check("amo", amo_count, want);
    for (unsigned i = 0; i < n; i++) {
        bsp_check("own", own[i], ROUNDS * STEPS);
    }
    bsp_puts("smplock ok, harts ");
    bsp_dec(n);
    bsp_puts("\n");
    return 0;
}
