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

#endif
