/* SPDX-License-Identifier: Apache-2.0 */
/* The fast walk: what its files share. Private. */
#ifndef NEXUS_FLOW_WALKER_H
#define NEXUS_FLOW_WALKER_H

#include "nexus_flow_int.h"

/* The part of the flow that changes with every block, and what it is compared with. */
struct nexus_walker {
    uint64_t pc;
    int64_t credit;
    int64_t floor; /* credit may not fall below */
    uint64_t hist;
    unsigned pos; /* HIST bits left in this repetition */
    bool final;
    bool jumped;
    bool taken;
    uint64_t next; /* pc after the block */

    struct flow_range *out; /* the range that was begun */
    struct flow_range *end; /* after the last that may be written */
    uint64_t start;         /* of the range that was begun */
    uint64_t insns;         /* walked in all */
    uint64_t before;        /* of these, in complete ranges */
    bool walked;
    uint8_t cls; /* of the last instruction walked */
};

/* Where execution is after `credit` is left of the I-CNT. */
static struct flow_where nexus_walker_where(const struct nexus_flow *flow, uint64_t pc,
                                            int64_t credit)
{
    struct flow_where where = flow->where;
    where.pc = pc;
    where.position += (uint64_t)(flow->credit - credit);
    return where;
}

/* Nothing is left to walk of the message. */
static inline bool nexus_walker_is_done(const struct nexus_walker *w)
{
    return w->final ? w->credit == 0 : w->pos == 0;
}

/* Without a branch: whether a range ends is as hard to foresee as the HIST bit. */
static inline void nexus_walker_end_range(struct nexus_walker *w, bool ends)
{
    uint64_t all = 0 - (uint64_t)ends;
    w->start ^= (w->start ^ w->pc) & all;
    w->before ^= (w->before ^ w->insns) & all;
    w->out += ends;
}

/* Walk along paths (flow_path.h), if that can be done here; kinds: of blocks that need no more
 * than a HIST bit. Returns false when nothing was walked: the walk by blocks must decide. */
bool nexus_flow_walk_paths(struct nexus_flow *flow, struct nexus_walker *w, unsigned kinds,
                           struct nexus_run *run);

#endif
