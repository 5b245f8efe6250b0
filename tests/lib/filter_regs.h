/* SPDX-License-Identifier: Apache-2.0 */
/* Short ways to program filters and comparators of an encoder on the test bench. */
#ifndef FILTER_REGS_H
#define FILTER_REGS_H

#include "enc_bench.h"

/* trTeCompControl: inputs (0 iaddr, 1 context, 2 tval), functions, mode; add the notify bits. */
#define COMP(p_in, p_fn, s_in, s_fn, mode)                                                         \
    ((uint32_t)(p_in) | (uint32_t)(s_in) << 2 | (uint32_t)(p_fn) << 4 | (uint32_t)(s_fn) << 8 |    \
     (uint32_t)(mode) << 12)

/* Codes of the functions, as in the tables of trTeCompPFunction and trTeCompSFunction. */
enum {
    EQ = 0,
    NE = 1,
    LT = 2,
    LE = 3,
    GT = 4,
    GE = 5,
    P_FALSE = 6,
    S_MASK = 6,
    ALWAYS = 7,
};

/* trTeFilterControl: conditions. */
enum {
    F_ENABLE = 1 << 0,
    F_PRIV = 1 << 1,
    F_ECAUSE = 1 << 2,
    F_INTERRUPT = 1 << 3,
    F_IMPDEF = 1 << 16,
};
#define F_COMP1(j) (0x10u | (uint32_t)(j) << 5)
#define F_COMP2(j) (0x100u | (uint32_t)(j) << 9)
#define F_COMP3(j) (0x1000u | (uint32_t)(j) << 13)

static inline void set_comp(struct bench *b, unsigned j, uint32_t control, uint64_t p, uint64_t s)
{
    bench_write(b, 0x600 + 0x20 * j, control);
    bench_write(b, 0x610 + 0x20 * j, (uint32_t)p);
    bench_write(b, 0x614 + 0x20 * j, (uint32_t)(p >> 32));
    bench_write(b, 0x618 + 0x20 * j, (uint32_t)s);
    bench_write(b, 0x61C + 0x20 * j, (uint32_t)(s >> 32));
}

/* Filter i: control (F_ENABLE is added), privileges and kind of trap, causes. */
static inline void set_filter(struct bench *b, unsigned i, uint32_t control, uint32_t inst,
                              uint64_t causes)
{
    bench_write(b, 0x400 + 0x20 * i, control | F_ENABLE);
    bench_write(b, 0x404 + 0x20 * i, inst);
    bench_write(b, 0x408 + 0x20 * i, (uint32_t)causes);
    bench_write(b, 0x40C + 0x20 * i, (uint32_t)(causes >> 32));
}

#endif
