/* SPDX-License-Identifier: Apache-2.0 */
/* Several harts take jobs of four kinds from one list, each with branches, calls and returns of its
 * own kind; hart 0 takes part and checks the sum. */
#include "bsp.h"

enum {
    JOBS = 48,
    ITEMS = 24,
};

static unsigned next_job, finished;
static uint32_t result[JOBS];
static volatile bool go;
static volatile unsigned taken[BSP_HARTS];

static unsigned amo_add(unsigned *p, unsigned v)
{
    unsigned old;
    __asm__ volatile("amoadd.w.aqrl %0, %2, %1" : "=r"(old), "+A"(*p) : "r"(v) : "memory");
    return old;
}

static uint32_t insertion_sort(uint32_t seed)
{
    uint32_t a[ITEMS], sum = 0;
    for (unsigned i = 0; i < ITEMS; i++) {
        uint32_t v = bsp_random(&seed) & 0xffffu;
        unsigned k = i;
        for (; k > 0 && a[k - 1] > v; k--) {
            a[k] = a[k - 1];
        }
        a[k] = v;
    }
    for (unsigned i = 0; i < ITEMS; i++) {
        sum = sum * 31 + a[i];
    }
    return sum;
}

static uint32_t crc(uint32_t seed)
{
    uint32_t c = ~0u;
    for (unsigned i = 0; i < ITEMS; i++) {
        c ^= bsp_random(&seed) & 0xffu;
        for (unsigned k = 0; k < 8; k++) {
            c = (c & 1u) != 0 ? c >> 1 ^ 0xedb88320u : c >> 1;
        }
    }
    return c;
}

static uint32_t __attribute__((noinline)) fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static uint32_t fibonacci_of(uint32_t seed)
{
    return fibonacci(5 + seed % 5);
}

static uint32_t collatz(uint32_t seed)
{
    uint32_t n = seed % 97 + 3, steps = 0;
    for (; n != 1; steps++) {
        n = (n & 1u) != 0 ? 3 * n + 1 : n / 2;
    }
    return steps;
}

static uint32_t (*const kind[])(uint32_t) = {insertion_sort, crc, fibonacci_of, collatz};

static void work(unsigned hart)
{
    unsigned job;
    while ((job = amo_add(&next_job, 1)) < JOBS) {
        result[job] = kind[(job + job / 4) % 4](job + 1);
        taken[hart]++;
        amo_add(&finished, 1);
    }
}

void bsp_hart_main(unsigned hart)
{
    while (!go) {
    }
    work(hart);
}

int main(void)
{
    unsigned n = bsp_start_harts(), sum = 0;
    go = true;
    work(0);
    while (*(volatile unsigned *)&finished != JOBS) {
    }
    for (unsigned job = 0; job < JOBS; job++) {
        bsp_check("result", result[job], kind[(job + job / 4) % 4](job + 1));
    }
    for (unsigned i = 0; i < n; i++) {
        sum += taken[i];
    }
    bsp_check("jobs", sum, JOBS);
    bsp_puts("smpwork ok, harts ");
    bsp_dec(n);
    bsp_puts("\n");
    return 0;
}
