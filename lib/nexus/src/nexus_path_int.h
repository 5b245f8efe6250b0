/* SPDX-License-Identifier: Apache-2.0 */
/* The table of paths. Private. */
#ifndef NEXUS_PATH_INT_H
#define NEXUS_PATH_INT_H

#include "nexus/nexus_code.h"

/* What decides a path: 16 bits, of which the low 13 are told by the message. */
enum {
    NEXUS_PATH_BITS = 4,         /* of HIST, at most */
    NEXUS_PATH_HALF = 1 << 11,   /* half-words of a path with I-CNT: fewer */
    NEXUS_PATH_JUMP = 1 << 11,   /* I-CNT: an indirect jump ends it, not a branch */
    NEXUS_PATH_ICNT = 1 << 12,   /* the rest is half-words, not HIST */
    NEXUS_PATH_KINDS_SHIFT = 13, /* kinds of blocks it may have: NEXUS_BLOCK_BRANCH and these */
};

static inline unsigned nexus_path_kinds(unsigned kinds)
{
    return kinds << NEXUS_PATH_KINDS_SHIFT;
}

/* The next four bits, or as many as there are and the stop bit below them. hist: the next bit on
 * top, a stop bit below the last, zeros. Not the stop bit alone. */
static inline unsigned nexus_path_bits_key(uint64_t hist)
{
    return (unsigned)(hist >> (64 - NEXUS_PATH_BITS)) | (unsigned)(hist << NEXUS_PATH_BITS != 0)
                                                            << NEXUS_PATH_BITS;
}

/* Hash of an address, for link: a line of the table. */
static inline uint32_t nexus_path_hash(const struct nexus_code *code, uint64_t pc)
{
    return (uint32_t)(pc >> 1) * UINT32_C(0x9E3779B1) >> code->path_shift;
}

/* The line where a path would stand. */
static inline struct nexus_path *nexus_path_line(const struct nexus_code *code, uint32_t link,
                                                 unsigned key)
{
    return &code->path[link ^ (key * UINT32_C(0x85EBCA6B) >> code->path_shift)];
}

static inline bool nexus_path_hit(const struct nexus_code *code, const struct nexus_path *p,
                                  uint64_t pc, unsigned key)
{
    return p->pc == pc && p->key == key && p->generation == code->generation;
}

/* Find the path out and put it into its line. Returns NULL when there is none: at least one block
 * has to be in it, an I-CNT has to end as the key says, and three complete ranges must do. */
const struct nexus_path *nexus_path_load(struct nexus_code *code, const struct nexus_where *where,
                                         unsigned key);

#endif
