/* SPDX-License-Identifier: Apache-2.0 */
/* Calls deeper than a return stack of 32: a recursion of 200 levels, two functions that call each
 * other 151 levels deep, and returns that unwind several levels at once. Expected: n(n+1)/2,
 * parity, and the level that was asked for. */
#include "bsp.h"

static unsigned __attribute__((noinline, noclone)) sum_to(unsigned n)
{
    if (n == 0) {
        return 0;
    }
    unsigned rest = sum_to(n - 1);
    __asm__ volatile("" : "+r"(rest)); /* not a tail call, not a loop */
    return rest + n;
}

static unsigned odd(unsigned n);

static unsigned __attribute__((noinline, noclone)) even(unsigned n)
{
    unsigned r = n == 0 ? 1 : odd(n - 1);
    __asm__ volatile("" : "+r"(r));
    return r;
}

static unsigned __attribute__((noinline, noclone)) odd(unsigned n)
{
    unsigned r = n == 0 ? 0 : even(n - 1);
    __asm__ volatile("" : "+r"(r));
    return r;
}

static void *escape[5];

static unsigned __attribute__((noinline, noclone)) dive(unsigned n)
{
    if (n == 0) {
        __builtin_longjmp(escape, 1);
    }
    unsigned r = dive(n - 1);
    __asm__ volatile("" : "+r"(r));
    return r + 1;
}

static unsigned __attribute__((noinline, noclone)) dive_and_escape(unsigned n)
{
    if (__builtin_setjmp(escape) != 0) {
        return 1;
    }
    return 2 + dive(n);
}

int main(void)
{
    for (unsigned n = 1; n <= 200; n += 13) {
        bsp_check("sum", sum_to(n), n * (n + 1) / 2);
    }
    bsp_check("sum(200)", sum_to(200), 20100);
    bsp_check("even(150)", even(150), 1);
    bsp_check("odd(150)", odd(150), 0);
    bsp_check("even(151)", even(151), 0);
    for (unsigned n = 0; n < 60; n += 9) {
        bsp_check("escape", dive_and_escape(n), 1);
    }
    bsp_puts("deep ok\n");
    return 0;
}
