/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: the entries of indexers, and decoding that resumes there. */
#include "htr_tree_int.h"

#include <string.h>

/* The state of an indexer on packets that has begun, or NULL. */
static struct tree_indexer *of_packets(const struct htr_tree *t, int32_t indexer)
{
    struct htr_component *c = htr_tree_get(t, indexer, HTR_INDEXER);
    bool right = c != NULL && c->parent != HTR_NONE && t->component[c->parent].kind == HTR_PACKETS;
    return right && ((struct tree_indexer *)c->state)->begun ? c->state : NULL;
}

const struct nexus_index *htr_tree_index(const struct htr_tree *t, int32_t indexer)
{
    const struct tree_indexer *x = of_packets(t, indexer);
    return x != NULL ? &x->ix : NULL;
}

bool htr_tree_first(const struct htr_tree *t, int32_t indexer, uint16_t src, uint64_t *offset)
{
    const struct tree_indexer *x = of_packets(t, indexer);
    for (size_t i = 0; x != NULL && i < x->ix.sources; i++) {
        if (x->ix.source[i].src == src) {
            *offset = x->ix.source[i].first;
            return true;
        }
    }
    return false;
}

const struct htr_id_seen *htr_tree_id_seen(const struct htr_tree *t, int32_t indexer, unsigned id)
{
    struct htr_component *c = htr_tree_get(t, indexer, HTR_INDEXER);
    bool right =
        c != NULL && c->parent != HTR_NONE && t->component[c->parent].kind == HTR_DEFORMATTER;
    return right && id < HTR_IDS ? &((struct tree_indexer *)c->state)->id[id] : NULL;
}

static bool is_of(const struct htr_component *decoder, const struct nexus_index_entry *e)
{
    return decoder->key == HTR_SRC_ANY || decoder->key == e->src;
}

/* The value of an entry; false: not known. */
static bool value_of(const struct tree_indexer *x, const struct nexus_index_entry *e,
                     enum htr_seek by, uint64_t *value)
{
    size_t i = (size_t)(e - x->ix.entry);
    switch (by) {
    case HTR_SEEK_OFFSET:
        *value = e->offset;
        return true;
    case HTR_SEEK_TIME:
        *value = e->time;
        return e->time_known;
    case HTR_SEEK_POSITION:
        *value = e->position;
        return e->exact;
    default:
        *value = i < x->counted ? x->instructions[i] : 0;
        return i < x->counted && x->instructions[i] != UINT64_MAX;
    }
}

const struct nexus_index_entry *htr_tree_find(const struct htr_tree *t, int32_t indexer,
                                              int32_t decoder, enum htr_seek by, uint64_t value)
{
    const struct tree_indexer *x = of_packets(t, indexer);
    const struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    const struct nexus_index_entry *best = NULL;
    uint64_t at;
    for (size_t i = 0; x != NULL && c != NULL && i < x->ix.count; i++) {
        const struct nexus_index_entry *e = &x->ix.entry[i];
        if (is_of(c, e) && value_of(x, e, by, &at) && at <= value) {
            best = e;
        }
    }
    return best;
}

uint64_t htr_tree_instructions(const struct htr_tree *t, int32_t indexer,
                               const struct nexus_index_entry *entry)
{
    const struct tree_indexer *x = of_packets(t, indexer);
    uint64_t n;
    return x != NULL && value_of(x, entry, HTR_SEEK_INSTRUCTIONS, &n) ? n : 0;
}

/* A decoder that reads `decoder`'s bytes from the start, beside it. */
static struct nexus_decoder *another(struct htr_tree *t, const struct tree_decoder *d)
{
    struct nexus_decoder *n = htr_tree_alloc(t, 1, 1, sizeof *n);
    struct flow_code *code = htr_tree_alloc(t, 1, 1, sizeof *code);
    if (n == NULL || code == NULL) {
        return NULL;
    }
    *code = *d->code; /* without its caches, which follow the context of the other */
    code->line = NULL;
    code->block = NULL;
    code->path = NULL;
    (void)nexus_decoder_init(n, &d->cfg, code, d->packets->bytes, d->packets->size);
    n->all_sources = d->pull->all_sources;
    n->src = d->pull->src;
    n->allow_oversize = d->pull->allow_oversize;
    n->flow.ahead = true;
    if (d->packets->o.align) {
        (void)nexus_msg_decoder_resync(&n->msgs);
    }
    return n;
}

int htr_tree_count(struct htr_tree *t, int32_t indexer, int32_t decoder)
{
    struct tree_indexer *x = of_packets(t, indexer);
    const struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    const struct tree_decoder *d = c != NULL && t->ready ? c->state : NULL;
    struct flow_elem e;
    uint64_t done = 0;
    if (x == NULL || d == NULL || d->pull == NULL || d->packets->bytes == NULL ||
        c->parent != t->component[indexer].parent) {
        return htr_tree_refuse(
            t, HTR_ERR_ARG, decoder,
            "cannot count; give an indexer on its packets, and the whole buffer");
    }
    if (x->counted != x->ix.count) {
        x->instructions = htr_tree_alloc(t, 1, x->ix.count + 1, sizeof *x->instructions);
        if (x->instructions == NULL) {
            return HTR_ERR_MEMORY;
        }
        x->counted = x->ix.count;
        memset(x->instructions, 0xFF, x->counted * sizeof *x->instructions);
    }
    struct nexus_decoder *n = another(t, d);
    if (n == NULL) {
        return HTR_ERR_MEMORY;
    }
    size_t i = 0;
    for (bool more = true; more;) {
        more = nexus_decoder_next(n, &e) == NEXUS_OK;
        for (; i < x->ix.count && (!more || e.msg > x->ix.entry[i].msg); i++) {
            if (is_of(c, &x->ix.entry[i])) {
                x->instructions[i] = done;
            }
        }
        done += more && e.type == FLOW_ELEM_RANGE ? e.count : 0;
    }
    return HTR_OK;
}

/* ---- seeking ---- */

static int seek_pulled(struct htr_tree *t, int32_t decoder, struct tree_decoder *d,
                       const struct nexus_index_entry *entry)
{
    const struct tree_packets *p = d->packets;
    struct nexus_decoder *n = d->pull;
    uint64_t end = entry->offset + entry->length;
    if (p->bytes == NULL || end > p->size) {
        return htr_tree_refuse(t, HTR_ERR_ARG, decoder,
                               "cannot go to offset %llu, which is not within its bytes; give the "
                               "whole buffer",
                               (unsigned long long)entry->offset);
    }
    bool all = n->all_sources, oversize = n->allow_oversize, ahead = n->flow.ahead;
    uint16_t src = n->src;
    (void)nexus_decoder_init(n, &d->cfg, d->code, p->bytes, p->size);
    n->all_sources = all;
    n->src = src;
    n->allow_oversize = oversize;
    n->flow.ahead = ahead;
    d->seen = end;
    return nexus_decoder_resume(n, 0, entry) == NEXUS_OK ? HTR_OK : HTR_ERR_ARG;
}

static int seek_pushed(struct htr_tree *t, int32_t decoder, struct tree_decoder *d,
                       const struct nexus_index_entry *entry)
{
    struct tree_packets *p = d->packets;
    struct htr_component *c = &t->component[p->self];
    struct tree_buffer *b = htr_tree_state(t, c->parent);
    uint64_t at = entry->offset + entry->length;
    if (t->component[c->parent].kind != HTR_BUFFER || b->offset != 0 || b->ended) {
        return htr_tree_refuse(
            t, HTR_ERR_ARG, decoder,
            "cannot go to offset %llu: frames, or bytes have come; begin again, or "
            "give the whole buffer",
            (unsigned long long)entry->offset);
    }
    b->offset = at;
    p->scan.offset = at;
    p->scan.align = false;
    nexus_stream_seek(&p->stream, at, entry->msg + 1, false);
    struct tree_indexer *x = htr_tree_indexer_of(t, p->self);
    if (x != NULL) {
        nexus_index_seek(&x->ix, at, entry->msg + 1, false);
    }
    for (size_t i = 0; i < p->sources; i++) {
        if (p->decoder[i] == decoder) {
            nexus_flow_resume(&p->source[i].flow, entry);
        }
    }
    return HTR_OK;
}

int htr_tree_seek(struct htr_tree *t, int32_t decoder, const struct nexus_index_entry *entry)
{
    struct htr_component *c = htr_tree_get(t, decoder, HTR_DECODER);
    struct tree_decoder *d = c != NULL && t->ready ? c->state : NULL;
    if (d == NULL || entry == NULL || !is_of(c, entry)) {
        return htr_tree_refuse(
            t, HTR_ERR_ARG, decoder,
            "cannot go there: no entry, an entry of another source, or the tree has "
            "not begun");
    }
    return d->packets->whole
               ? d->pull != NULL
                     ? seek_pulled(t, decoder, d, entry)
                     : htr_tree_refuse(t, HTR_ERR_ARG, decoder, "cannot be pulled; give it a SRC")
               : seek_pushed(t, decoder, d, entry);
}
