/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges in batches that depend on the messages alone. */
#include "htr/htr_batch.h"

#include "htr/htr_trace_plant.h"

int htr_batch_next(struct htr_batch *b, struct flow_range range[HTR_BATCH], struct flow_elem *e)
{
    int n = 0;
    if (b->holds) {
        b->holds = false;
        *e = b->held;
        return 0;
    }
    if (b->ended) {
        return NEXUS_ERR_END;
    }
    const bool fill = htr_trace_now(b->t).code->depends == 0;
    do {
        const int more = htr_tree_next_ranges(b->tree, b->decoder, range + n,
                                              (unsigned)(HTR_BATCH - n), n > 0 ? &b->held : e);
        if (more <= 0) {
            b->holds = n > 0 && more == 0;
            b->ended = more < 0;
            break;
        }
        n += more;
    } while (fill && n < HTR_BATCH);
    if (n > 0) {
        const struct htr_inside_now now = htr_trace_now(b->t);
        *e = (struct flow_elem){.offset = fill ? now.base + now.pos : 0};
        return n;
    }
    return b->ended ? NEXUS_ERR_END : 0;
}
