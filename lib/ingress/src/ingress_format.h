/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of the ingress stream format, shared by its reader and writer
 * (docs/reference/ingress-format.md).
 */
#ifndef INGRESS_FORMAT_H
#define INGRESS_FORMAT_H

#include <stdint.h>

static const uint8_t ingress_magic[8] = {0x89, 'H', 'T', 'I', 'N', 'G', 0x0D, 0x0A};

enum {
    INGRESS_FIXED_HEADER = 28,
    INGRESS_MAX_RECORD = 512, /* no record is longer */

    CYCLE_ADDRESS = 1u << 0, /* bits of a CYCLE record's first byte */
    CYCLE_DISTANCE = 1u << 1,
    CYCLE_BLOCKS = 1u << 2,
    CYCLE_FIELDS = 1u << 3,
    CYCLE_HART = 1u << 4,
    CYCLE_LIMIT = 0x20,

    BLOCK_ITYPE = 0x0F, /* bits of a block's first byte */
    BLOCK_SIJUMP = 1u << 4,
    BLOCK_LASTSIZE = 1u << 5,
    BLOCK_ADDRESS = 1u << 6,
    BLOCK_RESERVED = 1u << 7,

    RECORD_OPCODE16 = 0x80,
    RECORD_OPCODE32 = 0x81,
    RECORD_REG = 0x84,
    RECORD_END = 0x8F,

    STATE_HALTED = 1u << 0,
    STATE_RESET = 1u << 1,
    STATE_LOWPOWER = 1u << 2,

    FIELDS_PLAIN = (1u << 11) - 1, /* of version 1 */
    FIELDS_ALL = (1u << 12) - 1,

    ACCESS_DTYPE = 0x0F, /* bits of an access's first byte */
    ACCESS_DSIZE = 4,    /* shift, two bits */
    ACCESS_PLACE = 1u << 6,
    ACCESS_RESERVED = 1u << 7,
};

/* A signed difference, modulo 2^64, as a small unsigned number, and back. */
static inline uint64_t zigzag(uint64_t difference)
{
    return (difference << 1) ^ (0 - (difference >> 63));
}

static inline uint64_t unzigzag(uint64_t v)
{
    return (v >> 1) ^ (0 - (v & 1));
}

/* The values that an access of this dtype has. */
static inline int access_loads(unsigned dtype)
{
    return dtype == 0 || (dtype >= 4 && dtype <= 14);
}

static inline int access_stores(unsigned dtype)
{
    return dtype == 1 || (dtype >= 4 && dtype <= 14);
}

/* Half of an even difference, its sign kept, and back. */
static inline uint64_t halve(uint64_t difference)
{
    return (difference >> 1) | (difference & (UINT64_C(1) << 63));
}

#endif
