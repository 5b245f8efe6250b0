/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of every kind that a compiler makes, few enough to count by hand. Built with -O2 (sibling
 * calls are jumps), -O0 and -Os -msave-restore (they are calls; millicode is linked in x5).
 *
 * main enters, each time through the functions named:
 *   descend(12)       13 times descend; 13 deep
 *   even(9)            5 times even and 5 times odd, alternating; 10 deep
 *   countdown(7)       1 time countdown, 7 tail calls: countup, countdown, ..., the last countup
 *   apply, 3 rounds    3 times apply, through a pointer: add, twice, negate
 *   choose, 8 cases    8 times choose, a jump table in it; only the default calls: negate
 *   guarded(6)         1 time guarded, 1 time save_place, 7 times dig, 1 time go_back,
 *                      which unwinds the 7
 *   guarded_inline(4)  1 time guarded_inline, 5 times dig_inline, which unwind themselves
 * Sums over the program: add 1, twice 1, negate 2. */
#include "bsp.h"

#define FUNCTION __attribute__((noinline, noclone))
#define KEEP(v)  __asm__ volatile("" : "+r"(v))

unsigned descend(unsigned n);
unsigned even(unsigned n);
unsigned odd(unsigned n);
unsigned countdown(unsigned n, unsigned sum);
unsigned countup(unsigned n, unsigned sum);
int add(int a, int b);
int twice(int a, int b);
int negate(int a, int b);
int apply(int (*f)(int, int), int a, int b);
int choose(unsigned which, int v);
unsigned dig(unsigned n);
unsigned guarded(unsigned n);
unsigned dig_inline(unsigned n);
unsigned guarded_inline(unsigned n);

/* setjmp and longjmp of ra, sp and s0 to s11. */
uintptr_t save_place(uintptr_t *place) __attribute__((returns_twice));
unsigned go_back(uintptr_t *place, uintptr_t value); /* it does not come back */
#if __riscv_xlen == 64
#define SX "sd "
#define LX "ld "
#define R  "8"
#else
#define SX "sw "
#define LX "lw "
#define R  "4"
#endif
#define MOVE(op)                                                                                   \
    op "ra, 0*" R "(a0)\n" op "sp, 1*" R "(a0)\n" op "s0, 2*" R "(a0)\n" op "s1, 3*" R "(a0)\n" op \
       "s2, 4*" R "(a0)\n" op "s3, 5*" R "(a0)\n" op "s4, 6*" R "(a0)\n" op "s5, 7*" R "(a0)\n" op \
       "s6, 8*" R "(a0)\n" op "s7, 9*" R "(a0)\n" op "s8, 10*" R "(a0)\n" op "s9, 11*" R           \
       "(a0)\n" op "s10, 12*" R "(a0)\n" op "s11, 13*" R "(a0)\n"
__asm__(".section .text.save_place, \"ax\"\n"
        ".globl save_place\n.type save_place, @function\n"
        "save_place:\n" MOVE(SX) "li a0, 0\nret\n"
                                 ".size save_place, . - save_place\n"
                                 ".globl go_back\n.type go_back, @function\n"
                                 "go_back:\n" MOVE(LX) "mv a0, a1\nret\n"
                                                       ".size go_back, . - go_back\n");

FUNCTION unsigned descend(unsigned n)
{
    unsigned rest = n == 0 ? 0 : descend(n - 1);
    KEEP(rest);
    return rest + n;
}

FUNCTION unsigned even(unsigned n)
{
    unsigned r = n == 0 ? 1 : odd(n - 1);
    KEEP(r);
    return r;
}

FUNCTION unsigned odd(unsigned n)
{
    unsigned r = n == 0 ? 0 : even(n - 1);
    KEEP(r);
    return r;
}

FUNCTION unsigned countdown(unsigned n, unsigned sum)
{
    KEEP(sum);
    return n == 0 ? sum : countup(n - 1, sum + n);
}

FUNCTION unsigned countup(unsigned n, unsigned sum)
{
    KEEP(sum);
    return n == 0 ? sum : countdown(n - 1, sum + n);
}

FUNCTION int add(int a, int b)
{
    KEEP(a);
    return a + b;
}

FUNCTION int twice(int a, int b)
{
    KEEP(a);
    return 2 * (a + b);
}

FUNCTION int negate(int a, int b)
{
    KEEP(a);
    return -(a + b);
}

FUNCTION int apply(int (*f)(int, int), int a, int b)
{
    int r = f(a, b);
    KEEP(r);
    return r + 1;
}

FUNCTION int choose(unsigned which, int v)
{
    switch (which) {
    case 0:
        KEEP(v);
        return v + 1;
    case 1:
        KEEP(v);
        return v << 3;
    case 2:
        KEEP(v);
        return v ^ 0x55;
    case 3:
        KEEP(v);
        return v - 9;
    case 4:
        KEEP(v);
        return v >> 1;
    case 5:
        KEEP(v);
        return v | 0x100;
    case 6:
        KEEP(v);
        return v & 0xf;
    default:
        v = negate(v, 0);
        KEEP(v);
        return v;
    }
}

static uintptr_t place[14];

FUNCTION unsigned dig(unsigned n)
{
    unsigned r = n == 0 ? go_back(place, 5) : dig(n - 1);
    KEEP(r);
    return r + 1;
}

FUNCTION unsigned guarded(unsigned n)
{
    uintptr_t came = save_place(place);
    KEEP(came);
    unsigned r = came != 0 ? (unsigned)came : dig(n);
    KEEP(r);
    return r;
}

static void *inline_place[5];

FUNCTION unsigned dig_inline(unsigned n)
{
    if (n == 0) {
        __builtin_longjmp(inline_place, 1);
    }
    unsigned r = dig_inline(n - 1);
    KEEP(r);
    return r + 1;
}

FUNCTION unsigned guarded_inline(unsigned n)
{
    if (__builtin_setjmp(inline_place) != 0) {
        return 77;
    }
    unsigned r = dig_inline(n);
    KEEP(r);
    return r;
}

int main(void)
{
    static int (*const function[])(int, int) = {add, twice, negate};
    static const int applied[] = {10, 19, -8}, chosen[] = {13, 96, 89, 3, 6, 268, 12, -12};
    bsp_check("descend", descend(12), 78);
    bsp_check("even", even(9), 0);
    bsp_check("countdown", countdown(7, 0), 28);
    for (unsigned i = 0; i < 3; i++) {
        bsp_check("apply", (uintptr_t)apply(function[i], 4, 5), (uintptr_t)applied[i]);
    }
    for (unsigned i = 0; i < 8; i++) {
        bsp_check("choose", (uintptr_t)choose(i, 12), (uintptr_t)chosen[i]);
    }
    bsp_check("guarded", guarded(6), 5);
    bsp_check("guarded_inline", guarded_inline(4), 77);
    return 0;
}
