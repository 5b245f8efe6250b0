/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages of one hart. They are a part of what it sent, in its order, and each was sent within
 * some instructions. Taking the first send that fits for each message, from the beginning, and the
 * last one, from the end, bounds what each of them may be; when nothing is missing both are the
 * same.
 */
#include <stdlib.h>

#include "htr_fw_items.h"

enum {
    WORK = 1 << 24, /* comparisons of an item: beyond that, it has no place */
};

struct one {
    const struct fw_matching *m;
    const struct fw_hart *h;
    size_t *send; /* of the destination: indices in h->send */
    size_t sends;
    size_t *item;         /* of the hart: indices */
    struct fw_seen *seen; /* of them */
    size_t items;
    size_t *first, *last; /* + 1; 0: none */
};

static const struct fw_send *send_of(const struct one *o, size_t k)
{
    return &o->h->send[o->send[k]];
}

static bool possible(const struct one *o, size_t i, size_t k, uint64_t *pc)
{
    const struct fw_send *s = send_of(o, k);
    const struct fw_seen *w = &o->seen[i];
    return s->at >= w->low && s->at < w->high &&
           fw_item_fits(&o->m->in->item[o->item[i]], o->h, s, pc);
}

/* ---- what there is ---- */

static void collect_sends(struct one *o)
{
    for (size_t i = 0; i < o->h->sends; i++) {
        const struct fw_send *s = &o->h->send[i];
        if (fw_send_shows(o->m, o->h, s)) {
            o->send[o->sends++] = i;
        } else if (s->kind == FW_SENT_START && s->dest == o->m->dest && o->m->anchored) {
            o->sends = 0;
        }
    }
}

static void collect_items(struct one *o)
{
    size_t k = 0;
    const struct fw_received *in = o->m->in;
    for (size_t i = 0; i < in->n; i++) {
        struct fw_item *item = &in->item[i];
        struct fw_seen seen = {.high = UINT64_MAX};
        if (item->kind != FW_ITEM_WORD || (o->m->dest == FW_STIM && item->src != o->h->src)) {
            continue;
        }
        if (o->m->dest == FW_STIM) {
            while (k < o->h->seens && o->h->seen[k].offset < item->offset) {
                k++;
            }
            if (k == o->h->seens || o->h->seen[k].offset != item->offset) {
                continue;
            }
            seen = o->h->seen[k];
            item->from.near = seen.near;
        }
        o->m->sum->received++;
        if (!seen.tail) {
            o->item[o->items] = i;
            o->seen[o->items++] = seen;
        }
    }
}

/* ---- from both ends ---- */

static void from_the_beginning(struct one *o)
{
    size_t k = 0;
    uint64_t pc;
    for (size_t i = 0; i < o->items; i++) {
        size_t j = k;
        while (j < o->sends && send_of(o, j)->at < o->seen[i].low) {
            j++;
        }
        while (j < o->sends && send_of(o, j)->at < o->seen[i].high && !possible(o, i, j, &pc)) {
            j++;
        }
        if (j < o->sends && send_of(o, j)->at < o->seen[i].high) {
            o->first[i] = j + 1;
            k = j + 1;
        }
    }
}

static void from_the_end(struct one *o)
{
    size_t k = o->sends;
    uint64_t pc;
    for (size_t i = o->items; i-- > 0;) {
        size_t j = k;
        while (j > 0 && send_of(o, j - 1)->at >= o->seen[i].high) {
            j--;
        }
        while (j > 0 && send_of(o, j - 1)->at >= o->seen[i].low && !possible(o, i, j - 1, &pc)) {
            j--;
        }
        if (j > 0 && send_of(o, j - 1)->at >= o->seen[i].low) {
            o->last[i] = j;
            k = j - 1;
        }
    }
}

/* ---- what it may be ---- */

static void resolve(struct one *o, size_t i)
{
    struct fw_item *item = &o->m->in->item[o->item[i]];
    struct htr_fw_link_sum *sum = o->m->sum;
    struct fw_choice c = {.any = false};
    const uint64_t near = item->from.near;
    uint64_t pc;
    const bool both = o->first[i] != 0 && o->last[i] != 0;
    size_t low = both ? o->first[i] - 1 : 0, high = both ? o->last[i] : 0;
    if (high > low && high - low > WORK) {
        high = low;
    }
    for (size_t k = low; k < high; k++) {
        if (possible(o, i, k, &pc)) {
            fw_choice_add(&c, o->h, send_of(o, k), pc);
        }
    }
    if (!c.any && sum->strange++ == 0 && sum->silent == 0) {
        sum->first = item->offset;
    }
    fw_choice_end(&c, item);
    item->from.near = near;
}

static void count_silent(struct one *o)
{
    struct htr_fw_link_sum *sum = o->m->sum;
    size_t k = 0;
    for (size_t i = 0; i < o->items; i++) {
        if (o->first[i] == 0) {
            continue;
        }
        if (o->first[i] - 1 > k && sum->silent == 0 && sum->strange == 0) {
            sum->first = o->m->in->item[o->item[i]].offset;
        }
        sum->silent += o->first[i] - 1 - k;
        k = o->first[i];
    }
    sum->silent += o->sends - k;
    sum->sent += o->sends;
}

bool fw_match_one(const struct fw_matching *m, const struct fw_hart *h)
{
    struct one o = {.m = m, .h = h};
    const size_t n = m->in->n + 1;
    o.send = calloc(h->sends + 1, sizeof *o.send);
    o.item = calloc(n, sizeof *o.item);
    o.seen = calloc(n, sizeof *o.seen);
    o.first = calloc(n, sizeof *o.first);
    o.last = calloc(n, sizeof *o.last);
    const bool good =
        o.send != NULL && o.item != NULL && o.seen != NULL && o.first != NULL && o.last != NULL;
    if (good) {
        collect_sends(&o);
        collect_items(&o);
        from_the_beginning(&o);
        from_the_end(&o);
        count_silent(&o);
        for (size_t i = 0; i < o.items; i++) {
            resolve(&o, i);
        }
    }
    free(o.send);
    free(o.item);
    free(o.seen);
    free(o.first);
    free(o.last);
    return good;
}
