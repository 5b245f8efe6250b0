/* SPDX-License-Identifier: Apache-2.0 */
/* Random traces of several sources (trace_maker.h), plain or in frames, and trees over them. */
#ifndef TREE_RIG_H
#define TREE_RIG_H

#include "elem_list.h"
#include "htr/htr_tree_build.h"
#include "htr/htr_tree_index.h"
#include "htr/htr_tree_pull.h"
#include "htr/htr_tree_push.h"
#include "trace_maker.h"

enum {
    TR_SOURCES = 3, /* SRC 1, 2, 3; in frames trace IDs 0x10, 0x11, 0x12 */
};

struct tree_rig {
    struct nexus_stream_cfg cfg;
    struct tm_bytes bytes; /* of all */
    struct trace_maker maker[TR_SOURCES];
    uint8_t frames[4 * TM_BYTES];
    size_t nframes;

    struct htr_host host;
    struct htr_tree tree;
    int32_t decoder[TR_SOURCES];
    struct elem_list list[TR_SOURCES]; /* what the sinks took */
    struct elem_list strange;          /* without a source */
    uint64_t pauses;                   /* one element in this many asks for a pause; 0: none */
    uint64_t random;
};

/* A configuration and a trace of that number of blocks from the seed, damaged here and there or
 * not. In frames: each source by itself, with a trace ID of its own. */
void tr_make(struct tree_rig *r, uint64_t seed, unsigned steps, unsigned damage);

/* The tree over them: whole, or with sinks, to be pushed into. */
void tr_build(struct tree_rig *r, bool frames, bool whole);

/* Push everything in pieces of 1 to `most` bytes, from memory that is spoiled at once. */
void tr_push(struct tree_rig *r, bool frames, size_t most);

/* What a pull decoder of nexus_flow.h gives for source i. */
void tr_expect(struct tree_rig *r, bool frames, unsigned i, struct elem_list *l);

#endif
