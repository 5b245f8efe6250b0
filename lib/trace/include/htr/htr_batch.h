/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges of a trace in batches that depend on its messages alone. htr_tree_next_ranges ends a batch
 * where the bytes at hand end; here one ends after HTR_BATCH ranges or before another element.
 * Reading that begins after a synchronizing message therefore gives the batches that reading from
 * the start gives from there on, each with the same offset.
 */
#ifndef HTR_BATCH_H
#define HTR_BATCH_H

#include "htr/htr_trace.h"
#include "htr/htr_tree_pull.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_BATCH = 1024, /* ranges */
};

/* Set t, tree and decoder, the rest to zero. */
struct htr_batch {
    const struct htr_trace *t; /* of the decoder */
    struct htr_tree *tree;
    int32_t decoder;
    struct flow_elem held; /* private, as the rest */
    bool holds, ended;
};

/* The next ranges, or another element; not to be mixed with htr_tree_next. With ranges e->offset is
 * the number of bytes read up to the last of them; 0 where code depends on the context, because
 * batches end before an Ownership message there, or with the bytes at hand. Returns as
 * htr_tree_next_ranges. */
int htr_batch_next(struct htr_batch *b, struct flow_range range[HTR_BATCH], struct flow_elem *e);

#ifdef __cplusplus
}
#endif

#endif
