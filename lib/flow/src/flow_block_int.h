/* SPDX-License-Identifier: Apache-2.0 */
/* The table of decoded blocks. Private. */
#ifndef FLOW_BLOCK_INT_H
#define FLOW_BLOCK_INT_H

#include "flow/flow_code.h"

/* flow_block.kind: a bit each, 0 for the rest. */
enum {
    FLOW_BLOCK_BRANCH = 1,
    FLOW_BLOCK_JUMP = 2, /* direct, no call */
    FLOW_BLOCK_CALL = 4, /* direct */
};

/* Decode the block at where->pc. Returns false when no instruction there can be part of a block. */
bool flow_block_decode(struct flow_code *code, const struct flow_where *where,
                       struct flow_block *b);

/* Decode it and put it into the table. Returns NULL as above. */
const struct flow_block *flow_block_load(struct flow_code *code, const struct flow_where *where);

/* The line where the block of an address would stand. The code has a table. */
static inline struct flow_block *flow_block_line(const struct flow_code *code, uint64_t pc)
{
    return &code->block[(pc >> 1) & (code->nblocks - 1)];
}

/* Is it there, and of today's code? */
static inline bool flow_block_hit(const struct flow_code *code, const struct flow_block *b,
                                  uint64_t pc)
{
    return b->pc == pc && b->generation == code->generation;
}

/* The block at where->pc, from the table or decoded now; NULL when no block begins there. */
static inline const struct flow_block *flow_block_at(struct flow_code *code,
                                                     const struct flow_where *where)
{
    const struct flow_block *b = flow_block_line(code, where->pc);
    return flow_block_hit(code, b, where->pc) ? b : flow_block_load(code, where);
}

#endif
