/* SPDX-License-Identifier: Apache-2.0 */
/* Searches with known answers: queens on boards of 4 to 7 (2, 10, 4, 40), primes below 2000 (303),
 * the Collatz record below 200 (171, with 124 steps), ways to change 100 with 1 5 10 25 50 (292),
 * partitions of 30 (5604). */
#include "bsp.h"

static unsigned queens(unsigned n, unsigned rows, unsigned left, unsigned right)
{
    unsigned all = (1u << n) - 1;
    if (rows == all) {
        return 1;
    }
    unsigned found = 0;
    for (unsigned free = all & ~(rows | left | right); free != 0; free &= free - 1) {
        unsigned q = free & -free;
        found += queens(n, rows | q, (left | q) << 1, (right | q) >> 1);
    }
    return found;
}

static unsigned primes(unsigned below)
{
    static uint8_t composite[2000];
    unsigned n = 0;
    for (unsigned i = 2; i < below; i++) {
        if (composite[i] != 0) {
            continue;
        }
        n++;
        for (unsigned j = i * i; j < below; j += i) {
            composite[j] = 1;
        }
    }
    return n;
}

static unsigned collatz(unsigned v)
{
    unsigned steps = 0;
    for (; v != 1; steps++) {
        v = (v & 1u) != 0 ? 3 * v + 1 : v / 2;
    }
    return steps;
}

static unsigned ways(unsigned amount, const uint8_t *coin, unsigned kinds)
{
    static uint32_t n[128];
    memset(n, 0, sizeof(n));
    n[0] = 1;
    for (unsigned k = 0; k < kinds; k++) {
        for (unsigned a = coin[k]; a <= amount; a++) {
            n[a] += n[a - coin[k]];
        }
    }
    return n[amount];
}

int main(void)
{
    static const uint8_t coins[] = {1, 5, 10, 25, 50};
    static const uint8_t boards[] = {2, 10, 4, 40};
    uint8_t all[30];
    for (unsigned i = 0; i < 4; i++) {
        bsp_check("queens", queens(i + 4, 0, 0, 0), boards[i]);
    }
    bsp_check("primes", primes(2000), 303);
    unsigned best = 1;
    for (unsigned v = 2; v < 200; v++) {
        best = collatz(v) > collatz(best) ? v : best;
    }
    bsp_check("collatz", best, 171);
    bsp_check("collatz steps", collatz(best), 124);
    bsp_check("change", ways(100, coins, 5), 292);
    for (unsigned i = 0; i < 30; i++) {
        all[i] = (uint8_t)(i + 1);
    }
    bsp_check("partitions", ways(30, all, 30), 5604);
    bsp_puts("puzzles ok\n");
    return 0;
}
