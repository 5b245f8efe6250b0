/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree: what E-Trace does at packets and decoders. Encapsulated packets are cut out of bytes
 * that come in pieces, and sorted by srcID.
 *
 * Source: Packet Encapsulation 1.0, "Normal Encapsulation Structure", "Null Encapsulation",
 * "Synchronization".
 */
#include <string.h>

#include "htr_tree_int.h"

enum {
    NULL_MASK = 0x1f, /* length of a header; 0 in null packets */
    EXTEND = 0x80,
    SRC_MAX = 1 << 16,
};

static const char *check(const struct tree_packets *p, const struct tree_decoder *decoder)
{
    return etrace_cfg_check(decoder != NULL ? &decoder->etrace : &p->etrace);
}

static struct flow_isa isa(const struct tree_decoder *d)
{
    return etrace_cfg_isa(&d->etrace);
}

/* ---- pulled ---- */

static int pull(struct htr_tree *t, struct tree_packets *p, size_t k)
{
    const struct htr_component *c = &t->component[p->decoder[k]];
    struct tree_decoder *d = c->state;
    struct etrace_decoder *n = htr_tree_alloc(t, 1, 1, sizeof *n);
    if (n == NULL) {
        return HTR_ERR_MEMORY;
    }
    (void)etrace_decoder_init(n, &d->etrace, d->code, p->bytes, p->size);
    n->all_sources = c->key == HTR_SRC_ANY || d->etrace.src_bits == 0;
    n->src = c->key;
    htr_tree_set_inside(d, htr_inside_of_etrace(n));
    return HTR_OK;
}

/* Monitors of the packets see those up to an offset, which the decoder has taken. */
static void show(struct htr_tree *t, struct tree_decoder *d, uint64_t up_to)
{
    const struct etrace_decoder *it = d->in.it;
    struct etrace_reader r = it->reader;
    const uint64_t end = r.base + r.pos;
    struct etrace_frame f;
    r.size = r.pos;
    r.pos = d->seen > r.base ? (size_t)(d->seen - r.base) : 0;
    while (r.pos < r.size) {
        const struct etrace_reader before = r;
        enum etrace_status rc = etrace_reader_next(&r, &f);
        if (rc == ETRACE_ERR_END) {
            r.pos = r.size;
        } else if (f.offset > up_to) {
            r = before;
            break;
        } else if (it->all_sources || f.src == it->src || rc != ETRACE_OK) {
            htr_tree_see_packet(t, d->packets, &f, r.data + (f.offset - r.base), rc);
        }
    }
    d->seen = r.base + r.pos < end ? r.base + r.pos : end;
}

/* ---- pushed ---- */

/* A source of a stream. */
struct esource {
    struct etrace_flow flow;
    bool ended; /* END is told */
};

/* Bytes that come in pieces. */
struct tree_estream {
    struct etrace_reader reader; /* over `packet` */
    struct esource *source;      /* in the order of tree_packets.decoder */
    uint64_t offset;             /* bytes taken */
    uint64_t packets;
    uint8_t packet[ETRACE_FRAME_MAX];
    unsigned have, need; /* bytes of the packet at hand; need: its length */
    bool aligned;
    unsigned nulls;    /* in a row, while it is not aligned */
    size_t at, behind; /* source[at..behind) may have elements to deliver */
    bool ending, waiting, over, dead;
    uint64_t unknown[SRC_MAX / 64]; /* bit srcID: UNKNOWN was told */
};

static int stream(struct htr_tree *t, int32_t i, struct tree_packets *p)
{
    struct tree_estream *s = htr_tree_alloc(t, 1, 1, sizeof *s);
    (void)i;
    if (s == NULL) {
        return HTR_ERR_MEMORY;
    }
    s->source = htr_tree_alloc(t, 1, p->sources, sizeof *s->source);
    if (s->source == NULL) {
        return HTR_ERR_MEMORY;
    }
    for (size_t k = 0; k < p->sources; k++) {
        const struct tree_decoder *d = htr_tree_state(t, p->decoder[k]);
        (void)etrace_flow_init(&s->source[k].flow, &d->etrace, d->code);
    }
    (void)etrace_reader_init(&s->reader, &p->etrace, s->packet, 0);
    s->aligned = !p->o.align;
    p->estream = s;
    return HTR_OK;
}

static enum nexus_answer answered(struct tree_estream *s, enum nexus_answer answer)
{
    s->waiting = answer == NEXUS_WAIT;
    s->dead = s->dead || answer == NEXUS_FATAL;
    return answer;
}

/* The END element of a source. */
static enum nexus_answer end_source(struct tree_packets *p, size_t k)
{
    struct tree_estream *s = p->estream;
    const struct etrace_flow *f = &s->source[k].flow;
    const struct flow_elem e = {.type = FLOW_ELEM_END,
                                .value = s->have,
                                .position = f->told,
                                .msg = s->packets,
                                .offset = s->offset - s->have,
                                .context = f->where.context};
    s->source[k].ended = true;
    return htr_tree_deliver(p->t, p->decoder[k], &e);
}

/* Deliver what waits. */
static enum nexus_answer drain(struct tree_packets *p)
{
    struct tree_estream *s = p->estream;
    struct flow_elem e;
    enum nexus_answer answer = NEXUS_CONT;
    while (answer == NEXUS_CONT && s->at < s->behind) {
        struct esource *one = &s->source[s->at];
        if (etrace_flow_next(&one->flow, &e) == ETRACE_OK) {
            answer = htr_tree_deliver(p->t, p->decoder[s->at], &e);
        } else if (s->ending && !one->ended) {
            answer = end_source(p, s->at);
        } else {
            s->at++;
        }
    }
    s->over = s->over || (s->ending && s->at == s->behind);
    return answered(s, answer);
}

/* The source with a srcID, or p->sources. */
static size_t find(const struct tree_packets *p, uint16_t src)
{
    for (size_t k = 0; k < p->sources; k++) {
        const unsigned key = p->t->component[p->decoder[k]].key;
        if (key == src || key == HTR_SRC_ANY || p->etrace.src_bits == 0) {
            return k;
        }
    }
    return p->sources;
}

/* A packet of a source without a decoder: said once. */
static enum nexus_answer unknown(struct tree_packets *p, const struct etrace_frame *f)
{
    struct tree_estream *s = p->estream;
    uint64_t *bits = &s->unknown[f->src / 64];
    const uint64_t bit = UINT64_C(1) << (f->src % 64);
    const struct flow_elem e = {.type = FLOW_ELEM_UNKNOWN,
                                .status = NEXUS_ERR_SOURCE,
                                .value = f->src,
                                .msg = s->packets,
                                .offset = f->offset,
                                .src = f->src};
    if ((*bits & bit) != 0) {
        return NEXUS_CONT;
    }
    *bits |= bit;
    return htr_tree_deliver(p->t, p->self, &e);
}

/* Number of the packet for the flow of a source, which counts its own. */
static void push(struct tree_estream *s, size_t k, int status, const struct etrace_frame *f)
{
    struct etrace_flow *flow = &s->source[k].flow;
    flow->packets = s->packets;
    if (status == ETRACE_OK) {
        (void)etrace_flow_push(flow, f);
    } else {
        (void)etrace_flow_push_damaged(flow, status, f);
    }
}

/* A packet is whole. A damaged one may have been of any source. */
static enum nexus_answer take(struct tree_packets *p)
{
    struct tree_estream *s = p->estream;
    struct etrace_frame f;
    s->reader.size = s->have;
    s->reader.pos = 0;
    s->reader.base = s->offset - s->have;
    const enum etrace_status rc = etrace_reader_next(&s->reader, &f);
    const size_t k = rc == ETRACE_OK ? find(p, f.src) : 0;
    s->have = 0;
    if (p->watched) {
        htr_tree_see_packet(p->t, p, &f, s->packet, rc);
    }
    if (k == p->sources) {
        const enum nexus_answer answer = unknown(p, &f);
        s->packets++;
        return answered(s, answer);
    }
    s->at = k;
    s->behind = rc == ETRACE_OK ? k + 1 : p->sources;
    for (size_t i = s->at; i < s->behind; i++) {
        push(s, i, rc, &f);
    }
    s->packets++;
    return drain(p);
}

static unsigned length_of(const struct etrace_cfg *cfg, uint8_t header)
{
    return 1u + cfg->src_bits / 8u + ((header & EXTEND) != 0 ? cfg->ts_bytes : 0u) +
           (header & NULL_MASK);
}

/* Is this byte the header of a packet? Otherwise it is a null packet, or comes before the first
 * whole packet. */
static bool is_header(struct tree_estream *s, uint8_t byte)
{
    const bool null = (byte & NULL_MASK) == 0;
    if (!s->aligned) {
        s->aligned = !null && s->nulls > etrace_sync_run(&s->reader.cfg);
        s->nulls = null ? s->nulls + 1 : 0;
    }
    return s->aligned && !null;
}

static enum nexus_answer data(struct htr_tree *t, int32_t i, struct tree_packets *p,
                              const uint8_t *bytes, size_t size, size_t *consumed)
{
    struct tree_estream *s = p->estream;
    enum nexus_answer answer = NEXUS_CONT;
    (void)t;
    (void)i;
    *consumed = 0;
    if (s->dead || s->over || s->ending) {
        return NEXUS_FATAL;
    }
    if (s->waiting) {
        return NEXUS_WAIT;
    }
    while (answer == NEXUS_CONT && *consumed < size) {
        const uint8_t *from = bytes + *consumed;
        size_t n = 1;
        if (s->have == 0) {
            s->need = is_header(s, *from) ? length_of(&p->etrace, *from) : 0;
        } else {
            n = s->need - s->have < size - *consumed ? s->need - s->have : size - *consumed;
        }
        if (s->need != 0) {
            memcpy(s->packet + s->have, from, n);
            s->have += (unsigned)n;
        }
        s->offset += n;
        *consumed += n;
        if (s->need != 0 && s->have == s->need) {
            answer = take(p);
        }
    }
    return answer;
}

static enum nexus_answer eot(struct tree_packets *p)
{
    struct tree_estream *s = p->estream;
    if (s->dead || s->over) {
        return NEXUS_FATAL;
    }
    if (s->waiting) {
        return NEXUS_WAIT;
    }
    s->ending = true;
    s->at = 0;
    s->behind = p->sources;
    for (size_t k = 0; k < p->sources; k++) {
        (void)etrace_flow_finish(&s->source[k].flow);
    }
    return drain(p);
}

static enum nexus_answer flush(struct tree_packets *p)
{
    struct tree_estream *s = p->estream;
    return s->dead ? NEXUS_FATAL : s->waiting ? drain(p) : NEXUS_CONT;
}

const struct tree_protocol htr_tree_etrace = {
    .check = check,
    .header = "etrace_cfg.h",
    .pull = pull,
    .stream = stream,
    .data = data,
    .eot = eot,
    .flush = flush,
    .show = show,
    .isa = isa,
};
