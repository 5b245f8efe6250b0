/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree, pulled: the pull decoders, and their observers. */
#include "htr_tree_int.h"

/* Why it cannot be pulled. Returns NULL after a message. */
static struct tree_decoder *not_pulled(struct htr_tree *t, int32_t decoder)
{
    const struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    (void)htr_tree_refuse(t, HTR_ERR_ARG, decoder,
                          !t->ready ? "has not begun; call htr_tree_begin"
                          : c == NULL
                              ? "is no decoder; elements come from decoders"
                              : "cannot be pulled; give its buffer bytes, and no HTR_SRC_ANY "
                                "beside other decoders");
    return NULL;
}

/* The decoder, or NULL after a message. For every element: no call when all is well. */
static inline struct tree_decoder *pulled(struct htr_tree *t, int32_t decoder)
{
    if (t->ready && decoder >= 0 && decoder < t->count &&
        t->component[decoder].kind == HTR_DECODER) {
        struct tree_decoder *d = t->component[decoder].state;
        if (d->in.ops != NULL) {
            return d;
        }
    }
    return not_pulled(t, decoder);
}

/* ---- observers ---- */

static void look_on(struct htr_tree *t, int32_t i, struct tree_decoder *d,
                    const struct flow_elem *e)
{
    if (d->watched) {
        d->packets->protocol->show(t, d, e->offset);
    }
    if (d->elements) {
        htr_tree_see_elem(t, i, e);
    }
    if (d->told) {
        htr_tree_tell_elem(t, i, e);
    }
}

static bool refill(struct htr_tree *t, struct tree_decoder *d)
{
    if (d->refill == NULL || htr_inside_look(&d->in).ended) {
        return false;
    }
    if (d->watched) {
        d->packets->protocol->show(t, d, UINT64_MAX);
    }
    return d->refill(d->ctx, &d->in);
}

/* ---- elements ---- */

static inline bool next(struct htr_tree *t, int32_t i, struct tree_decoder *d, struct flow_elem *e)
{
    while ((d->pull != NULL ? (int)nexus_decoder_next(d->pull, e) : d->in.ops->next(d->in.it, e)) !=
           0) {
        if (!refill(t, d)) {
            return false;
        }
    }
    if (d->watched || d->told) {
        look_on(t, i, d, e);
    }
    return true;
}

bool htr_tree_next(struct htr_tree *t, int32_t decoder, struct flow_elem *e)
{
    struct tree_decoder *d = pulled(t, decoder);
    return d != NULL && next(t, decoder, d, e);
}

int htr_pull_begin(struct htr_pull *p, struct htr_tree *t, int32_t decoder)
{
    const struct tree_decoder *d = pulled(t, decoder);
    *p = (struct htr_pull){.tree = t, .decoder = decoder};
    if (d == NULL) {
        return HTR_ERR_ARG;
    }
    p->inside = d->in;
    p->plain = !d->watched && !d->told ? d->pull : NULL;
    return HTR_OK;
}

/* With monitors each range is an element. */
static int one_range(struct htr_tree *t, int32_t i, struct tree_decoder *d,
                     struct flow_range *range, struct flow_elem *e)
{
    d->in.ops->one_by_one(d->in.it);
    if (!next(t, i, d, e)) {
        return NEXUS_ERR_END;
    }
    if (e->type != FLOW_ELEM_RANGE) {
        return 0;
    }
    *range = (struct flow_range){.start = e->start,
                                 .end = e->end,
                                 .count = e->count,
                                 .type = FLOW_RANGE_TYPE,
                                 .last_cls = e->last_cls,
                                 .last_size = e->last_size,
                                 .last_taken = e->last_taken};
    return 1;
}

int htr_tree_next_ranges(struct htr_tree *t, int32_t decoder, struct flow_range *range,
                         unsigned max, struct flow_elem *e)
{
    struct tree_decoder *d = pulled(t, decoder);
    if (d == NULL) {
        return NEXUS_ERR_END;
    }
    if (d->elements) {
        return one_range(t, decoder, d, range, e);
    }
    int n;
    while ((n = d->in.ops->next_ranges(d->in.it, range, max, e)) < 0) {
        if (!refill(t, d)) {
            return n;
        }
    }
    if (d->watched && n > 0) {
        d->packets->protocol->show(t, d, UINT64_MAX);
    } else if (n == 0 && (d->watched || d->told)) {
        look_on(t, decoder, d, e);
    }
    return n;
}

struct htr_inside htr_tree_inside(const struct htr_tree *t, int32_t decoder)
{
    struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    return c != NULL ? ((struct tree_decoder *)c->state)->in : (struct htr_inside){.ops = NULL};
}

const uint8_t *htr_tree_trace(const struct htr_tree *t, int32_t decoder, size_t *size)
{
    struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    const struct tree_decoder *d = c != NULL && t->ready ? c->state : NULL;
    *size = d != NULL ? d->packets->size : 0;
    return d != NULL ? d->packets->bytes : NULL;
}

/* ---- several ---- */

/* Of E-Trace: of the encapsulation, or of the packets. */
static unsigned time_bits(const struct tree_packets *p)
{
    return p->etrace.notime ? 8u * p->etrace.ts_bytes : p->etrace.time_width;
}

void htr_merge_init(struct htr_merge *m, struct htr_tree *t, struct htr_lane *lane,
                    const int32_t *decoder, size_t n, bool by_time)
{
    *m = (struct htr_merge){.t = t, .lane = lane, .n = n, .by_time = by_time};
    for (size_t i = 0; i < n; i++) {
        struct htr_component *c = htr_tree_get(t, decoder[i], HTR_DECODER);
        const struct tree_decoder *d = c != NULL ? c->state : NULL;
        lane[i] = (struct htr_lane){.decoder = decoder[i],
                                    .bits = d != NULL && d->pull != NULL
                                                ? d->pull->msgs.cfg.timestamp_bits
                                            : d != NULL && d->in.ops != NULL ? time_bits(d->packets)
                                                                             : 64};
    }
}

/* Fetch the next element of a lane, and its time. */
static void advance(struct htr_merge *m, struct htr_lane *a)
{
    struct flow_elem *e = &a->next;
    a->more = htr_tree_next(m->t, a->decoder, e);
    if (!a->more || e->type != FLOW_ELEM_TIMESTAMP) {
        return;
    }
    if (!a->clock.known) {
        a->clock = m->first;
    }
    (void)flow_clock_update(&a->clock, e->value, a->bits);
    if (!m->first.known) {
        m->first = a->clock;
    }
}

/* A range has the time of the element before it: it began no earlier. */
static bool before(const struct htr_merge *m, const struct htr_lane *a, const struct htr_lane *b)
{
    if (m->by_time && a->clock.time != b->clock.time) {
        return a->clock.time < b->clock.time;
    }
    return a->next.msg < b->next.msg;
}

int32_t htr_merge_next(struct htr_merge *m, struct flow_elem *e)
{
    struct htr_lane *best = NULL;
    if (m->begun && m->last < m->n) {
        advance(m, &m->lane[m->last]);
    }
    for (size_t i = 0; !m->begun && i < m->n; i++) {
        advance(m, &m->lane[i]);
    }
    m->begun = true;
    m->last = m->n;
    for (size_t i = 0; i < m->n; i++) {
        if (m->lane[i].more && (best == NULL || before(m, &m->lane[i], best))) {
            best = &m->lane[i];
            m->last = i;
        }
    }
    if (best == NULL) {
        return HTR_NONE;
    }
    *e = best->next;
    return best->decoder;
}
