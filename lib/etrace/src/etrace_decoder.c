/* SPDX-License-Identifier: Apache-2.0 */
/* Pull decoder: bytes, packets, elements. Only joins the layers. */
#include "etrace_flow_int.h"

enum etrace_status etrace_decoder_init(struct etrace_decoder *d, const struct etrace_cfg *cfg,
                                       struct flow_code *code, const uint8_t *data, size_t size)
{
    if (d == NULL) {
        return ETRACE_ERR_ARG;
    }
    enum etrace_status rc = etrace_flow_init(&d->flow, cfg, code);
    if (rc != ETRACE_OK) {
        return rc;
    }
    d->all_sources = true;
    d->src = 0;
    d->ended = false;
    d->finished = false;
    d->more = false;
    return etrace_reader_init(&d->reader, cfg, data, size);
}

/* Feed one packet to the flow. Returns ETRACE_OK or ETRACE_ERR_END. */
static enum etrace_status feed(struct etrace_decoder *d)
{
    struct etrace_frame f;
    enum etrace_status rc = etrace_reader_next(&d->reader, &f);
    if (rc == ETRACE_ERR_END) {
        return rc;
    }
    if (rc != ETRACE_OK) {
        return etrace_flow_push_damaged(&d->flow, rc, &f);
    }
    if (!d->all_sources && f.src != d->src) {
        d->flow.packets++; /* counted: numbers are those of the stream */
        return ETRACE_OK;
    }
    return etrace_flow_push(&d->flow, &f);
}

/* The same; at the end of the input, what the packets told. */
static enum etrace_status feed_or_finish(struct etrace_decoder *d)
{
    enum etrace_status rc = feed(d);
    if (rc != ETRACE_ERR_END || d->more || d->finished) {
        return rc;
    }
    d->finished = true;
    return etrace_flow_finish(&d->flow);
}

/* The input is used up. Returns ETRACE_OK with the END element, or ETRACE_ERR_END. */
static enum etrace_status end_of_input(struct etrace_decoder *d, struct flow_elem *elem)
{
    const struct etrace_reader *r = &d->reader;
    if (d->more || d->ended) {
        return ETRACE_ERR_END;
    }
    d->ended = true;
    *elem = (struct flow_elem){.type = FLOW_ELEM_END,
                               .value = r->size - r->pos,
                               .position = d->flow.told,
                               .msg = d->flow.packets,
                               .offset = r->base + r->pos,
                               .context = d->flow.where.context};
    return ETRACE_OK;
}

enum etrace_status etrace_decoder_next(struct etrace_decoder *d, struct flow_elem *elem)
{
    enum etrace_status rc = etrace_flow_next(&d->flow, elem);
    while (rc == ETRACE_ERR_END && !d->ended) {
        if (feed_or_finish(d) == ETRACE_ERR_END) {
            return end_of_input(d, elem);
        }
        rc = etrace_flow_next(&d->flow, elem);
    }
    return rc;
}

int etrace_decoder_next_ranges(struct etrace_decoder *d, struct flow_range *range, unsigned max,
                               struct flow_elem *elem)
{
    unsigned n = 0;
    while (n < max) {
        int rc = etrace_flow_advance(&d->flow, range + n, max - n);
        if (rc > 0) {
            n += (unsigned)rc;
        } else if (rc == 0) {
            if (n == 0) {
                etrace_flow_dequeue(&d->flow, elem);
            }
            return (int)n;
        } else if (feed_or_finish(d) == ETRACE_ERR_END) {
            return n != 0 ? (int)n : end_of_input(d, elem) == ETRACE_OK ? 0 : ETRACE_ERR_END;
        }
    }
    return (int)n;
}

void etrace_decoder_refill(struct etrace_decoder *d, const uint8_t *data, size_t size, bool more)
{
    d->reader.base += d->reader.pos;
    d->reader.data = data;
    d->reader.size = size;
    d->reader.pos = 0;
    d->more = more;
}
