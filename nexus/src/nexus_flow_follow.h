/* SPDX-License-Identifier: Apache-2.0 */
/* The walk along the links from block to block: the loop's inside. Private. */
#ifndef NEXUS_FLOW_FOLLOW_H
#define NEXUS_FLOW_FOLLOW_H

#include <stddef.h>

#include "nexus_block_int.h"
#include "nexus_flow_int.h"

/* Where the walk along the links is, and what it is compared with: all in registers. */
struct follower {
    const struct nexus_block *b; /* the next block, if it is one of today's code */
    uint64_t pc;
    uint64_t bits; /* HIST: the next one on top, a stop bit below the last */
    int64_t room;  /* half-words that may be walked */
    struct nexus_range *out;
    uint64_t start;
    uint64_t insns;
    uint64_t before;
};

/* Over the block, whose outcome is known, to the next. */
static inline void follow(struct follower *f, const struct nexus_block *table, unsigned taken)
{
    const struct nexus_block *b = f->b;
    uint8_t *record = (uint8_t *)f->out;
    uint64_t next = b->next[taken];
    f->b = &table[b->link[taken]];
    f->room -= b->half;
    f->insns += b->count;
    f->out->start = f->start;
    f->out->end = b->next[0];
    f->out->count = (uint32_t)(f->insns - f->before);
    __builtin_memcpy(record + offsetof(struct nexus_range, type), b->tail[taken],
                     sizeof b->tail[0]);
    f->start = taken != 0 ? next : f->start;
    f->before = taken != 0 ? f->insns : f->before;
    f->out += taken;
    f->pc = next;
}

#endif
