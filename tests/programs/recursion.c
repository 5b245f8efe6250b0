/* SPDX-License-Identifier: Apache-2.0 */
/* Recursion: Fibonacci, Ackermann, the towers of Hanoi. Expected: closed forms (A(2,n) = 2n + 3,
 * A(3,n) = 2^(n+3) - 3, 2^n - 1 moves). */
#include "bsp.h"

static unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0) {
        return n + 1;
    }
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static unsigned peg[3];

static unsigned hanoi(unsigned n, unsigned from, unsigned to, unsigned via)
{
    if (n == 0) {
        return 0;
    }
    unsigned moves = hanoi(n - 1, from, via, to);
    peg[from]--;
    peg[to]++;
    return moves + 1 + hanoi(n - 1, via, to, from);
}

int main(void)
{
    bsp_check("fib(16)", fib(16), 987);
    bsp_check("ackermann(2, 9)", ackermann(2, 9), 21);
    bsp_check("ackermann(3, 3)", ackermann(3, 3), 61);
    peg[0] = 10;
    bsp_check("hanoi(10)", hanoi(10, 0, 2, 1), 1023);
    bsp_check("peg 2", peg[2], 10);
    bsp_puts("recursion ok\n");
    return 0;
}
