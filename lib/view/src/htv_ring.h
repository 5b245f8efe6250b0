/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of executed instructions, the last ones of a hart. */
#ifndef HTV_RING_H
#define HTV_RING_H

#include "flow/flow_path.h"
#include "htv/htv_gdb.h"

/* A block, or with count 0 a gap: then begin is where trace was lost, and end the byte before. */
struct htv_ring_block {
    uint64_t begin, end; /* as in struct htv_gdb_block */
    uint64_t next;       /* address after the last instruction */
    uint64_t first;      /* number of its first instruction, from 0 */
    uint32_t count;      /* instructions */
    uint16_t context;    /* private to the user */
};

/* Blocks are numbered from 0; the last `blocks` of them are here. */
struct htv_ring {
    struct htv_ring_block *block;
    uint64_t room;         /* a power of two, or 0 */
    uint64_t begun, ended; /* numbers of the first that is here, and of the one after the last */
    uint64_t keep;         /* instructions */
    uint64_t instructions; /* that came */
    bool gap;              /* before what comes next */
};

/* An empty ring for that many instructions, at least 1. */
void htv_ring_init(struct htv_ring *r, uint64_t keep);
void htv_ring_free(struct htv_ring *r);

/* Instructions were executed. Returns false without memory. */
bool htv_ring_add(struct htv_ring *r, const struct flow_range *range, uint16_t context);

/* Trace is missing here. Gaps in a row are one; one before the first block is none. */
void htv_ring_gap(struct htv_ring *r);

static inline struct htv_ring_block *htv_ring_at(const struct htv_ring *r, uint64_t number)
{
    return &r->block[number & (r->room - 1)];
}

/* The number of the block with this instruction. Returns false when it is not kept. */
bool htv_ring_find(const struct htv_ring *r, uint64_t instruction, uint64_t *number);

#endif
