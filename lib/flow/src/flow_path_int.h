/* SPDX-License-Identifier: Apache-2.0 */
/* The table of paths. Private. */
#ifndef FLOW_PATH_INT_H
#define FLOW_PATH_INT_H

#include "flow/flow_code.h"

/* What decides a path: 16 bits, of which the low 13 are told by the message. */
enum {
    FLOW_PATH_BITS = 4,         /* of HIST, at most */
    FLOW_PATH_HALF = 1 << 11,   /* half-words of a path with I-CNT: fewer */
    FLOW_PATH_JUMP = 1 << 11,   /* I-CNT: an indirect jump ends it, not a branch */
    FLOW_PATH_ICNT = 1 << 12,   /* the rest is half-words, not HIST */
    FLOW_PATH_KINDS_SHIFT = 13, /* kinds of blocks it may have: FLOW_BLOCK_BRANCH and these */
};

static inline unsigned flow_path_kinds(unsigned kinds)
{
    return kinds << FLOW_PATH_KINDS_SHIFT;
}

/* The next four bits, or as many as there are and the stop bit below them. hist: the next bit on
 * top, a stop bit below the last, zeros. Not the stop bit alone. */
static inline unsigned flow_path_bits_key(uint64_t hist)
{
    return (unsigned)(hist >> (64 - FLOW_PATH_BITS)) | (unsigned)(hist << FLOW_PATH_BITS != 0)
                                                           << FLOW_PATH_BITS;
}

/* Hash of an address, for link: a line of the table. */
static inline uint32_t flow_path_hash(const struct flow_code *code, uint64_t pc)
{
    return (uint32_t)(pc >> 1) * UINT32_C(0x9E3779B1) >> code->path_shift;
}

/* The line where a path would stand. */
static inline struct flow_path *flow_path_line(const struct flow_code *code, uint32_t link,
                                               unsigned key)
{
    return &code->path[link ^ (key * UINT32_C(0x85EBCA6B) >> code->path_shift)];
}

static inline bool flow_path_hit(const struct flow_code *code, const struct flow_path *p,
                                 uint64_t pc, unsigned key)
{
    return p->pc == pc && p->key == key && p->generation == code->generation;
}

/* Find the path out and put it into its line. Returns NULL when there is none: at least one block
 * has to be in it, an I-CNT has to end as the key says, and three complete ranges must do. */
const struct flow_path *flow_path_load(struct flow_code *code, const struct flow_where *where,
                                       unsigned key);

/* Where a walk along paths is: all in registers. The walk of a protocol fills it in, has one path
 * after the other, and takes it back. */
struct flow_follower {
    const struct flow_path *path; /* the predicted next path */
    uint64_t pc;
    uint32_t link;
    struct flow_range *out; /* the range that was begun; room for FLOW_PATH_RANGES + 1 */
    uint64_t start;
    uint64_t begun; /* instructions of the range that was begun */
    uint64_t insns;
};

/* Is the path for this key in the table? Sets path, to one that may be another. */
static inline bool flow_follower_hits(struct flow_follower *f, const struct flow_code *code,
                                      unsigned key)
{
    f->path = flow_path_line(code, f->link, key);
    return flow_path_hit(code, f->path, f->pc, key);
}

/* Take the path: its ranges are known. */
static inline void flow_follower_take(struct flow_follower *f)
{
    const struct flow_path *p = f->path;
    __builtin_memcpy(f->out, p->range, sizeof p->range);
    f->out->start = f->start;
    f->out->count += (uint32_t)f->begun;
    f->insns += p->count;
    uint64_t same = (uint64_t)(p->ranges != 0) - 1; /* without a branch: cannot be foreseen */
    f->start ^= (f->start ^ p->range[p->ranges].start) & ~same;
    f->begun = p->range[p->ranges].count + (f->begun & same);
    f->out += p->ranges;
    f->pc = p->next;
    f->link = p->link;
}

#endif
