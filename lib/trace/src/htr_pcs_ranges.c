/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of instructions recognized in the text of a PC list. */
#include "htr/htr_pcs_ranges.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_pcs_text.h"

enum {
    ENTRIES = 1 << 14,
    TEXT = 1 << 22,
    LONGEST = 8000, /* bytes of text of one range */
};

struct entry {
    uint64_t start, end;
    uint32_t count; /* 0: free */
    uint32_t text;  /* where it begins: the lines, without the tail of the last */
    uint32_t length;
};

struct htr_pcs_ranges {
    struct entry entry[ENTRIES];
    uint64_t offset, line; /* the old p */
    size_t used;           /* of text */
    char text[TEXT];
};

static void forget(struct htr_pcs_ranges *t)
{
    t->used = 0;
    memset(t->entry, 0, sizeof t->entry);
}

struct htr_pcs_ranges *htr_pcs_ranges_new(void)
{
    struct htr_pcs_ranges *t = malloc(sizeof *t);
    if (t != NULL) {
        forget(t);
        t->offset = t->line = 0;
    }
    return t;
}

void htr_pcs_ranges_free(struct htr_pcs_ranges *t)
{
    free(t);
}

static struct entry *find(struct htr_pcs_ranges *t, const struct htr_pcs_range *range)
{
    uint64_t mixed = range->start >> 1 ^ range->start >> 15 ^ (range->end - range->start) << 5;
    return &t->entry[mixed % ENTRIES];
}

bool htr_pcs_ranges_skip(struct htr_pcs_ranges *t, struct htr_pcs *p,
                         const struct htr_pcs_range *range)
{
    struct htr_lines *l = &p->text;
    const struct entry *e = find(t, range);
    if (l->fill - l->pos < LONGEST + HTR_PCS_LOOK_AHEAD && !l->eof) {
        htr_lines_refill(l);
    }
    const char *s = l->buffer + l->pos;
    if (e->count == range->count && e->start == range->start && e->end == range->end &&
        e->length <= l->fill - l->pos && memcmp(s, t->text + e->text, e->length) == 0) {
        size_t tail = htr_pcs_usual_tail(s + e->length);
        if (tail != 0) {
            l->pos += e->length + tail;
            l->number += e->count;
            return true;
        }
    }
    t->offset = l->offset + l->pos;
    t->line = l->number;
    return false;
}

void htr_pcs_ranges_learn(struct htr_pcs_ranges *t, const struct htr_pcs *p,
                          const struct htr_pcs_range *range)
{
    const struct htr_lines *l = &p->text;
    if (t->offset < l->offset || l->number - t->line != range->count) {
        return; /* no more in the buffer, or not only lines of the range */
    }
    const char *text = l->buffer + (t->offset - l->offset);
    size_t length = l->offset + l->pos - t->offset;
    if (length > LONGEST) {
        return;
    }
    length = htr_pcs_without_tail(text, length);
    if (length == 0) {
        return;
    }
    if (length > sizeof t->text - t->used) {
        forget(t); /* replaced entries left their text behind */
    }
    *find(t, range) = (struct entry){.start = range->start,
                                     .end = range->end,
                                     .count = range->count,
                                     .text = (uint32_t)t->used,
                                     .length = (uint32_t)length};
    memcpy(t->text + t->used, text, length);
    t->used += length;
}
