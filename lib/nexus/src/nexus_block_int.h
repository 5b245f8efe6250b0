/* SPDX-License-Identifier: Apache-2.0 */
/* The table of decoded blocks. Private. */
#ifndef NEXUS_BLOCK_INT_H
#define NEXUS_BLOCK_INT_H

#include "nexus/nexus_code.h"

/* nexus_block.kind: a bit each, 0 for the rest. */
enum {
    NEXUS_BLOCK_BRANCH = 1,
    NEXUS_BLOCK_JUMP = 2, /* direct, no call */
    NEXUS_BLOCK_CALL = 4, /* direct */
};

/* Decode the block at where->pc. Returns false when no instruction there can be part of a block. */
bool nexus_block_decode(struct nexus_code *code, const struct nexus_where *where,
                        struct nexus_block *b);

/* Decode it and put it into the table. Returns NULL as above. */
const struct nexus_block *nexus_block_load(struct nexus_code *code,
                                           const struct nexus_where *where);

/* The line where the block of an address would stand. The code has a table. */
static inline struct nexus_block *nexus_block_line(const struct nexus_code *code, uint64_t pc)
{
    return &code->block[(pc >> 1) & (code->nblocks - 1)];
}

/* Is it there, and of today's code? */
static inline bool nexus_block_hit(const struct nexus_code *code, const struct nexus_block *b,
                                   uint64_t pc)
{
    return b->pc == pc && b->generation == code->generation;
}

/* The block at where->pc, from the table or decoded now; NULL when no block begins there. */
static inline const struct nexus_block *nexus_block_at(struct nexus_code *code,
                                                       const struct nexus_where *where)
{
    const struct nexus_block *b = nexus_block_line(code, where->pc);
    return nexus_block_hit(code, b, where->pc) ? b : nexus_block_load(code, where);
}

#endif
