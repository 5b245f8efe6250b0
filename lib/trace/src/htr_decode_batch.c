/* SPDX-License-Identifier: Apache-2.0 */
/* Formats that need only ranges, in batches: binary ranges and PC lists. */
#include <string.h>

#include "htr_decode_priv.h"
#include "htr_write_priv.h"

/* The formats' record is the memory of a struct flow_range on a little-endian machine. */
static bool is_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static void swap_record(struct flow_range *r)
{
    r->start = __builtin_bswap64(r->start);
    r->end = __builtin_bswap64(r->end);
    r->count = __builtin_bswap32(r->count);
}

enum {
    BATCH = 2048,
};

/* Room in the buffer for binary ranges, so that they need no copy. NULL: not this format, or no
 * room. */
static struct flow_range *in_place(struct htr_writer *w)
{
    if (w->out != NULL || w->format != HTR_WRITE_RANGES ||
        w->room - w->fill < BATCH * sizeof(struct flow_range)) {
        return NULL;
    }
    return (struct flow_range *)(void *)(w->buffer + w->fill);
}

static void write_records(struct htr_writer *w, struct flow_range *range, unsigned n, bool there)
{
    _Static_assert(sizeof *range == HTR_WRITE_RECORD, "the record of docs/reference/formats.md");
    for (unsigned i = 0; i < n && !is_little_endian(); i++) {
        swap_record(&range[i]);
    }
    if (there) {
        w->fill += n * sizeof *range;
    } else {
        htr_write_bytes(w, range, n * sizeof *range);
    }
}

int htr_decode_batch(struct htr_writer *w, const struct htr_inside *d, const struct htr_branch *b,
                     struct flow_elem *e)
{
    struct flow_range batch[BATCH];
    struct flow_range *place = in_place(w), *range = place != NULL ? place : batch;
    const struct htr_inside_now now = htr_inside_look(d);
    struct flow_where where = *now.where;
    int n = b != NULL ? htr_tree_next_ranges(b->tree, b->decoder, range, BATCH, e)
                      : d->ops->next_ranges(d->it, range, BATCH, e);
    w->instructions += htr_inside_look(d).instructions - now.instructions;
    if (n > 0 && w->format == HTR_WRITE_RANGES) {
        write_records(w, range, (unsigned)n, place != NULL);
    } else {
        for (int i = 0; i < n; i++) {
            (void)flow_range_pcs(&w->code->code, &range[i], &where, htr_write_pc, w);
        }
    }
    return n;
}
