/* SPDX-License-Identifier: Apache-2.0 */
/* Positions of bits. Private. Plain C: the compiler's builtins need its library on rv32imac. */
#ifndef FLOW_BITS_H
#define FLOW_BITS_H

#include <stdint.h>

/* Position of the highest bit that is 1; v is not 0. */
static inline unsigned flow_bits_high(uint64_t v)
{
    unsigned n = 0;
    for (unsigned step = 32; step != 0; step /= 2) {
        if (v >> step != 0) {
            v >>= step;
            n += step;
        }
    }
    return n;
}

/* Position of the lowest bit that is 1; v is not 0. */
static inline unsigned flow_bits_low(uint64_t v)
{
    return flow_bits_high(v & (~v + 1));
}

#endif
