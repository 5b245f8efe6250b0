/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: is it complete? Then its components are set up, at the start of their bytes. */
#include <stdlib.h>
#include <string.h>

#include "htr_tree_int.h"

/* ---- checks ---- */

/* The buffer at the root of i's path, or HTR_NONE. */
static int32_t root_of(const struct htr_tree *t, int32_t i)
{
    while (t->component[i].parent != HTR_NONE) {
        i = t->component[i].parent;
    }
    return t->component[i].kind == HTR_BUFFER ? i : HTR_NONE;
}

static int check(struct htr_tree *t, int32_t i)
{
    const struct htr_component *c = &t->component[i];
    const struct tree_decoder *d = c->state;
    switch (c->kind) {
    case HTR_BUFFER:
        return htr_tree_has(t, i, HTR_DEFORMATTER) || htr_tree_has(t, i, HTR_PACKETS)
                   ? HTR_OK
                   : htr_tree_refuse(t, HTR_ERR_MISSING, i,
                                     "leads nowhere; attach packets or a deformatter");
    case HTR_DEFORMATTER:
        return c->parent != HTR_NONE
                   ? HTR_OK
                   : htr_tree_refuse(t, HTR_ERR_MISSING, i, "has no buffer; attach it to one");
    case HTR_PACKETS:
        if (!htr_tree_has(t, i, HTR_DECODER)) {
            return htr_tree_refuse(t, HTR_ERR_MISSING, i,
                                   "has no decoder; attach one for each source");
        }
        return HTR_OK;
    case HTR_DECODER:
        if (c->parent == HTR_NONE) {
            return htr_tree_refuse(t, HTR_ERR_MISSING, i, "has no packets; attach it to some");
        }
        if (root_of(t, i) == HTR_NONE && !(d->adopted && d->refill != NULL)) {
            return htr_tree_refuse(t, HTR_ERR_MISSING, t->component[i].parent,
                                   "has no buffer; attach it to one");
        }
        return HTR_OK;
    default:
        return HTR_OK;
    }
}

/* ---- set-up ---- */

void htr_tree_set_inside(struct tree_decoder *d, struct htr_inside in)
{
    d->in = in;
    d->pull = in.ops == &htr_inside_ntrace ? in.it : NULL;
}

/* The configuration of a decoder; its sources are sorted by that of the packets. Returns as
 * tree_protocol.check. */
static const char *take_cfg(struct tree_decoder *d, const struct tree_packets *p)
{
    if (p->o.etrace != NULL) {
        d->etrace = d->own_cfg ? d->etrace : p->etrace;
        d->etrace.src_bits = p->etrace.src_bits;
        d->etrace.ts_bytes = p->etrace.ts_bytes;
        d->etrace.type_bits = p->etrace.type_bits;
        d->etrace.type_inst = p->etrace.type_inst;
        d->etrace.type_data = p->etrace.type_data;
        d->etrace.type_in_flow = p->etrace.type_in_flow;
    } else {
        d->cfg = d->own_cfg ? d->cfg : p->o.cfg;
        d->cfg.src_bits = p->o.cfg.src_bits;
    }
    return p->protocol->check(p, d);
}

static int begin_decoder(struct htr_tree *t, int32_t i)
{
    struct tree_decoder *d = htr_tree_state(t, i);
    struct htr_component *c = &t->component[i];
    d->packets = htr_tree_state(t, c->parent);
    const struct tree_protocol *protocol = d->packets->protocol;
    const char *wrong = take_cfg(d, d->packets);
    if (wrong != NULL) {
        return htr_tree_refuse(t, HTR_ERR_ARG, i, "%s is out of range; see %s", wrong,
                               protocol->header);
    }
    if (d->adopted && (d->in.ops->protocol == HTR_ETRACE) != (d->packets->o.etrace != NULL)) {
        return htr_tree_refuse(t, HTR_ERR_CONFLICT, i,
                               "decodes another protocol than its packets have; attach it to "
                               "packets of its own");
    }
    d->elements = htr_tree_has(t, i, HTR_MONITOR);
    d->watched = d->elements || htr_tree_has(t, c->parent, HTR_MONITOR);
    d->told = htr_tree_log_of(t, i) != NULL;
    d->seen = 0;
    if (d->adopted) {
        d->code = htr_inside_look(&d->in).code;
        return HTR_OK;
    }
    htr_tree_set_inside(d, (struct htr_inside){.ops = NULL});
    return htr_tree_code_begin(t, i);
}

/* The bytes of each trace ID in a buffer that is whole. */
static int deformat(struct htr_tree *t, int32_t i, const struct tree_buffer *b)
{
    struct tree_deformatter *f = htr_tree_state(t, i);
    size_t at[HTR_IDS] = {0}, done = 0;
    uint8_t *bytes = htr_tree_alloc(t, 1, b->size + 1, 1);
    if (bytes == NULL) {
        return HTR_ERR_MEMORY;
    }
    while (done < b->size) { /* how many of each */
        done += htr_coresight_take(&f->c, b->bytes + done, b->size - done, &f->frame);
        for (unsigned k = 0; k < f->frame.count; k++) {
            f->offset[f->frame.id[k]]++;
        }
        htr_tree_see_frame(t, i, &f->frame, f->c.frames - 1);
    }
    for (size_t id = 1, start = 0; id < HTR_IDS; id++) {
        at[id] = start;
        start += (size_t)f->offset[id];
    }
    htr_coresight_init(&f->c, f->c.kind);
    for (done = 0; done < b->size;) {
        done += htr_coresight_take(&f->c, b->bytes + done, b->size - done, &f->frame);
        for (unsigned k = 0; k < f->frame.count; k++) {
            bytes[at[f->frame.id[k]]++] = f->frame.byte[k];
        }
    }
    for (unsigned id = 1; id < HTR_IDS; id++) {
        size_t n = (size_t)f->offset[id];
        const uint8_t *first = bytes + at[id] - n;
        if (n > 0 && f->watched) {
            htr_tree_see_bytes(t, i, (uint8_t)id, 0, first, n);
        }
        if (f->packets[id] != HTR_NONE) {
            struct tree_packets *p = htr_tree_state(t, f->packets[id]);
            p->bytes = first;
            p->size = n;
        }
    }
    return HTR_OK;
}

static void tell_frames(struct htr_tree *t, int32_t i)
{
    const struct tree_deformatter *f = htr_tree_state(t, i);
    struct tree_log *log = htr_tree_log_of(t, i);
    struct htr_where where = {
        .component = t->component[i].name, .offset = HTR_NO_OFFSET, .source = -1};
    if (log != NULL && f->c.losses > 0) {
        htr_tree_tell(log, HTR_ERROR, &where,
                      "frames are not aligned %llu times: bytes are missing; check the capture",
                      (unsigned long long)f->c.losses);
    }
    if (log != NULL && htr_coresight_rest(&f->c) > 0) {
        htr_tree_tell(
            log, HTR_NOTE, &where,
            "the last frame is cut off, %u bytes left; flush the formatter before the buffer "
            "is read",
            htr_coresight_rest(&f->c));
    }
}

static void begin_deformatter(struct htr_tree *t, int32_t i, const struct tree_buffer *b)
{
    struct tree_deformatter *f = htr_tree_state(t, i);
    int32_t at = TREE_FIRST, one;
    struct tree_indexer *x = htr_tree_indexer_of(t, i);
    if (x != NULL) {
        *x = (struct tree_indexer){.begun = false};
    }
    *f = (struct tree_deformatter){.watched = htr_tree_has(t, i, HTR_MONITOR)};
    htr_coresight_init(&f->c, b->format == HTR_BYTES_PORT ? HTR_FRAMES_PORT : HTR_FRAMES_MEMORY);
    for (unsigned id = 0; id < HTR_IDS; id++) {
        f->packets[id] = HTR_NONE;
    }
    while ((one = htr_tree_attached(t, i, HTR_PACKETS, &at)) != HTR_NONE) {
        f->packets[t->component[one].key] = one;
    }
}

static int begin_buffer(struct htr_tree *t, int32_t i)
{
    struct tree_buffer *b = htr_tree_state(t, i);
    int32_t at = TREE_FIRST, one = htr_tree_attached(t, i, HTR_DEFORMATTER, &at);
    b->offset = 0;
    b->ending = b->waiting = b->ended = b->dead = false;
    if (b->whole) {
        htr_tree_see_bytes(t, i, 0, 0, b->bytes, b->size);
    }
    if (one != HTR_NONE) {
        b->path = one;
        begin_deformatter(t, one, b);
        int status = b->whole ? deformat(t, one, b) : HTR_OK;
        if (b->whole) {
            tell_frames(t, one);
        }
        return status;
    }
    at = TREE_FIRST;
    b->path = htr_tree_attached(t, i, HTR_PACKETS, &at);
    struct tree_packets *p = htr_tree_state(t, b->path);
    p->bytes = b->bytes;
    p->size = b->size;
    return HTR_OK;
}

enum nexus_answer htr_tree_deliver(struct htr_tree *t, int32_t to, const struct flow_elem *e)
{
    int32_t at = TREE_FIRST, sink;
    enum nexus_answer strongest = NEXUS_CONT;
    htr_tree_see_elem(t, to, e);
    htr_tree_tell_elem(t, to, e);
    while ((sink = htr_tree_attached(t, to, HTR_SINK, &at)) != HTR_NONE) {
        const struct tree_sink *s = htr_tree_state(t, sink);
        enum nexus_answer answer = (enum nexus_answer)s->take(s->ctx, to, e);
        strongest = answer > strongest ? answer : strongest;
    }
    return strongest;
}

/* Decoders in ascending order of SRC, as the stream wants its sources; HTR_SRC_ANY is the last. */
static void collect_sources(struct htr_tree *t, int32_t i, struct tree_packets *p)
{
    int32_t at = TREE_FIRST, one;
    p->sources = 0;
    while ((one = htr_tree_attached(t, i, HTR_DECODER, &at)) != HTR_NONE) {
        size_t k = p->sources++;
        for (; k > 0 && t->component[p->decoder[k - 1]].key > t->component[one].key; k--) {
            p->decoder[k] = p->decoder[k - 1];
        }
        p->decoder[k] = one;
    }
}

static int begin_pull(struct htr_tree *t, struct tree_packets *p)
{
    for (size_t k = 0; k < p->sources; k++) {
        struct htr_component *c = &t->component[p->decoder[k]];
        struct tree_decoder *d = c->state;
        if (d->adopted) {
            if (d->refill == NULL) {
                d->in.ops->refill(d->in.it, p->bytes, p->size, false);
            }
        } else if (c->key == HTR_SRC_ANY && p->sources > 1) {
            continue;
        } else {
            int status = p->protocol->pull(t, p, k);
            if (status != HTR_OK) {
                return status;
            }
        }
        if (d->in.ops != NULL && p->o.align && !(d->adopted && d->refill != NULL)) {
            (void)d->in.ops->align(d->in.it);
        }
    }
    return HTR_OK;
}

static int begin_packets(struct htr_tree *t, int32_t i)
{
    struct tree_packets *p = htr_tree_state(t, i);
    int32_t root = root_of(t, i);
    const struct tree_buffer *b = root != HTR_NONE ? htr_tree_state(t, root) : NULL;
    struct htr_component *c = &t->component[i];
    const char *wrong = p->protocol->check(p, NULL);
    if (wrong != NULL) {
        return htr_tree_refuse(t, HTR_ERR_ARG, i, "%s is out of range; see %s", wrong,
                               p->protocol->header);
    }
    p->t = t;
    p->self = i;
    p->whole = b == NULL || b->whole;
    p->trace_id = c->parent != HTR_NONE && t->component[c->parent].kind == HTR_DEFORMATTER
                      ? (uint8_t)c->key
                      : 0;
    p->decoder = htr_tree_alloc(t, 1, (size_t)t->count, sizeof *p->decoder);
    if (p->decoder == NULL) {
        return HTR_ERR_MEMORY;
    }
    collect_sources(t, i, p);
    int status = htr_tree_watch_begin(t, i);
    if (status == HTR_OK && p->whole && p->bytes != NULL) {
        status = htr_tree_index_bytes(t, i, p->bytes, p->size);
    }
    return status != HTR_OK ? status : p->whole ? begin_pull(t, p) : p->protocol->stream(t, i, p);
}

static int begin_all(struct htr_tree *t, enum htr_component_kind kind,
                     int (*begin)(struct htr_tree *t, int32_t i))
{
    int status = HTR_OK;
    for (int32_t i = 0; i < t->count && status == HTR_OK; i++) {
        if (t->component[i].kind == kind || kind == HTR_COMPONENT_KINDS) {
            status = begin(t, i);
        }
    }
    return status;
}

int htr_tree_begin(struct htr_tree *t)
{
    htr_tree_forget(t);
    t->ready = false;
    t->ending = false;
    int status = begin_all(t, HTR_COMPONENT_KINDS, check);
    status = status != HTR_OK ? status : begin_all(t, HTR_DECODER, begin_decoder);
    status = status != HTR_OK ? status : begin_all(t, HTR_BUFFER, begin_buffer);
    status = status != HTR_OK ? status : begin_all(t, HTR_PACKETS, begin_packets);
    t->ready = status == HTR_OK;
    return status;
}
