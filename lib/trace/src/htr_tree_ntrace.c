/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: what N-Trace does at packets and decoders. */
#include "htr_tree_int.h"

static const char *check(const struct tree_packets *p, const struct tree_decoder *decoder)
{
    return nexus_cfg_check(decoder != NULL ? &decoder->cfg : &p->o.cfg);
}

static struct flow_isa isa(const struct tree_decoder *d)
{
    return nexus_cfg_isa(&d->cfg);
}

/* ---- pulled ---- */

static int pull(struct htr_tree *t, struct tree_packets *p, size_t k)
{
    const struct htr_component *c = &t->component[p->decoder[k]];
    struct tree_decoder *d = c->state;
    struct nexus_decoder *n = htr_tree_alloc(t, 1, 1, sizeof *n);
    if (n == NULL) {
        return HTR_ERR_MEMORY;
    }
    (void)nexus_decoder_init(n, &d->cfg, d->code, p->bytes, p->size);
    n->all_sources = c->key == HTR_SRC_ANY || d->cfg.src_bits == 0;
    n->src = c->key;
    n->allow_oversize = p->o.allow_oversize;
    n->flow.ahead = true;
    htr_tree_set_inside(d, htr_inside_nexus(n));
    return HTR_OK;
}

/* Monitors of the packets see messages up to an offset. The decoder has taken them: they are in its
 * bytes. */
static void show(struct htr_tree *t, struct tree_decoder *d, uint64_t up_to)
{
    struct nexus_msg_decoder m = d->pull->msgs;
    struct nexus_msg msg;
    uint64_t end = m.base + m.pos;
    m.size = m.pos;
    m.pos = d->seen > m.base ? (size_t)(d->seen - m.base) : 0;
    while (m.pos < m.size && m.base + m.pos <= up_to) {
        struct nexus_msg_decoder before = m;
        int rc = nexus_msg_next(&m, &msg);
        if (rc == NEXUS_ERR_END) {
            m.pos = m.size;
        } else if (msg.offset > up_to) {
            m = before;
            break;
        } else if (d->pull->all_sources || msg.src == d->pull->src || rc != NEXUS_OK) {
            htr_tree_see_message(t, d->packets, &msg, rc);
        }
    }
    d->seen = m.base + m.pos < end ? m.base + m.pos : end;
}

/* ---- pushed ---- */

static enum nexus_answer from_stream(void *ctx, struct nexus_source *source,
                                     const struct flow_elem *e)
{
    const struct tree_packets *p = ctx;
    return htr_tree_deliver(p->t, source != NULL ? p->decoder[source - p->source] : p->self, e);
}

static int stream(struct htr_tree *t, int32_t i, struct tree_packets *p)
{
    size_t longest = p->o.longest != 0 ? p->o.longest : NEXUS_STREAM_BUFFER;
    p->source = htr_tree_alloc(t, 1, p->sources, sizeof *p->source);
    uint8_t *buffer = htr_tree_alloc(t, 1, longest, 1);
    if (p->source == NULL || buffer == NULL) {
        return HTR_ERR_MEMORY;
    }
    for (size_t k = 0; k < p->sources; k++) {
        struct tree_decoder *d = htr_tree_state(t, p->decoder[k]);
        if (nexus_source_init(&p->source[k], t->component[p->decoder[k]].key, &d->cfg, d->code) !=
            NEXUS_OK) {
            return htr_tree_refuse(t, HTR_ERR_ARG, p->decoder[k],
                                   "its SRC does not fit its configuration; see nexus_cfg.h");
        }
    }
    if (nexus_stream_init(&p->stream, &p->o.cfg, p->source, p->sources, buffer, longest,
                          from_stream, p) != NEXUS_OK) {
        return htr_tree_refuse(
            t, HTR_ERR_CONFLICT, i,
            "cannot sort messages to its decoders; without SRC (src_bits 0) attach "
            "one, and give `longest` %d or more",
            NEXUS_STREAM_BUFFER_MIN);
    }
    p->stream.allow_oversize = p->o.allow_oversize;
    nexus_stream_seek(&p->stream, 0, 0, p->o.align);
    return HTR_OK;
}

/* The message that ends in a piece, for observers. */
static void see_piece(struct htr_tree *t, struct tree_packets *p, enum nexus_piece_kind kind,
                      const struct nexus_piece *piece)
{
    struct nexus_msg m = {.offset = piece->offset,
                          .tcode = (uint8_t)(piece->bytes[0] >> 2),
                          .length = (size_t)piece->length,
                          .raw = piece->bytes,
                          .raw_length = p->scan.capacity};
    int rc = NEXUS_ERR_LONG;
    if (kind == NEXUS_PIECE_MESSAGE) {
        p->msgs.data = piece->bytes;
        p->msgs.size = (size_t)piece->length;
        p->msgs.pos = 0;
        p->msgs.base = piece->offset;
        rc = nexus_msg_next(&p->msgs, &m);
    }
    htr_tree_see_message(t, p, &m, rc);
}

/* Bytes of one trace ID to its stream, message by message when there are observers. */
static enum nexus_answer data(struct htr_tree *t, int32_t i, struct tree_packets *p,
                              const uint8_t *bytes, size_t size, size_t *consumed)
{
    enum nexus_answer answer = NEXUS_CONT;
    *consumed = 0;
    while (answer == NEXUS_CONT && *consumed < size) {
        const uint8_t *at = bytes + *consumed;
        size_t n = size - *consumed, taken;
        if (p->watched) {
            struct nexus_piece piece;
            enum nexus_piece_kind kind = nexus_pieces_next(&p->scan, at, n, &n, &piece);
            if (kind != NEXUS_PIECE_NONE) {
                see_piece(t, p, kind, &piece);
            }
        }
        answer = nexus_stream_data(&p->stream, at, n, &taken);
        if (htr_tree_index_bytes(t, i, at, taken) != HTR_OK) {
            answer = NEXUS_FATAL;
        }
        *consumed += taken;
    }
    return answer;
}

static enum nexus_answer eot(struct tree_packets *p)
{
    return nexus_stream_eot(&p->stream);
}

static enum nexus_answer flush(struct tree_packets *p)
{
    return nexus_stream_flush(&p->stream);
}

const struct tree_protocol htr_tree_ntrace = {
    .check = check,
    .header = "nexus_cfg.h",
    .pull = pull,
    .stream = stream,
    .data = data,
    .eot = eot,
    .flush = flush,
    .show = show,
    .isa = isa,
};
