/* SPDX-License-Identifier: Apache-2.0 */
/* For the comparisons: reading the list as it is needed or all of it at once, arrays that grow. */
#ifndef HTR_COMPARE_LISTS_H
#define HTR_COMPARE_LISTS_H

#include "htr_compare_priv.h"

/* ---- as needed ---- */

enum {
    HTR_COMPARE_BATCH = 4096
};

struct htr_compare_reader {
    struct htr_pcs *pcs;
    size_t batch; /* PCs that are read at once */
    size_t n, i;
    uint64_t pc[HTR_COMPARE_BATCH];
};

static inline void htr_compare_read_from(struct htr_compare_reader *r, struct htr_pcs *pcs,
                                         size_t batch)
{
    r->pcs = pcs;
    r->batch = batch;
    r->n = r->i = 0;
}

/* The next PC. Returns false at the end, or when pcs->failed. */
static inline bool htr_compare_next(struct htr_compare_reader *r, uint64_t *pc)
{
    if (r->i == r->n) {
        r->n = htr_pcs_read(r->pcs, r->pc, r->batch);
        r->i = 0;
        if (r->n == 0) {
            return false;
        }
    }
    *pc = r->pc[r->i++];
    return true;
}

/* ---- at once ---- */

struct htr_pc_list {
    uint64_t *pc;
    size_t n, room;
};

/* Make room for more entries of `size` bytes. Returns false when memory is short; nothing has
 * changed then. */
bool htr_compare_grow(void **memory, size_t *room, size_t size);
bool htr_compare_add_pc(struct htr_pc_list *l, uint64_t pc);

/* All of the list. Returns HTR_OK, HTR_ERR_MEMORY after a message, or what reading it failed with.
 */
int htr_compare_load(struct htr_pc_list *l, struct htr_pcs *pcs) HTR_MUST_CHECK;

/* Add a span to the result, or, unless it begins a segment, to its last span when it continues that
 * in the trace and in the list. Returns false when memory is short. */
bool htr_compare_add_span(struct htr_compare_parts_result *r, size_t *room,
                          const struct htr_compare_span *span, bool begins);

#endif
