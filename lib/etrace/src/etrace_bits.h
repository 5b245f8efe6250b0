/* SPDX-License-Identifier: Apache-2.0 */
/* Fields in a row of bits, least significant bit first. Private. */
#ifndef ETRACE_BITS_H
#define ETRACE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* v has `width` bits, 1..64: copy the highest one upwards. */
static inline uint64_t etrace_sign_extend(uint64_t v, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1u);
    return ((v & etrace_mask(width)) ^ sign) - sign;
}

static inline unsigned etrace_bit(const uint8_t *bytes, unsigned at)
{
    return (unsigned)(bytes[at / 8] >> (at % 8)) & 1u;
}

/* Bits at..at + width - 1, width 0..64. All bytes are there. */
static inline uint64_t etrace_bits_get(const uint8_t *bytes, unsigned at, unsigned width)
{
    uint64_t v = 0;
    unsigned got = 0;
    while (got < width) {
        unsigned shift = (at + got) % 8;
        v |= (uint64_t)(bytes[(at + got) / 8] >> shift) << got;
        got += 8 - shift;
    }
    return v & etrace_mask(width);
}

/* The bits there are 0 before. */
static inline void etrace_bits_put(uint8_t *bytes, unsigned at, unsigned width, uint64_t v)
{
    v &= etrace_mask(width);
    unsigned put = 0;
    while (put < width) {
        unsigned shift = (at + put) % 8;
        bytes[(at + put) / 8] |= (uint8_t)(v >> put << shift);
        put += 8 - shift;
    }
}

#endif
