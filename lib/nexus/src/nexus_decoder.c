/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pull decoder: bytes, messages, elements. Only joins the two layers.
 */
#include "nexus_flow_int.h"
#include "nexus_flow_plain.h"
#include "nexus_frame.h"

enum nexus_status nexus_decoder_init(struct nexus_decoder *d, const struct nexus_stream_cfg *cfg,
                                     struct flow_code *code, const uint8_t *data, size_t size)
{
    if (d == NULL) {
        return NEXUS_ERR_ARG;
    }
    int rc = nexus_flow_init(&d->flow, cfg, code);
    if (rc != NEXUS_OK) {
        return rc;
    }
    d->all_sources = true;
    d->src = 0;
    d->allow_oversize = false;
    d->ended = false;
    d->finished = false;
    d->others = 0;
    d->more = false;
    return nexus_msg_decoder_init(&d->msgs, cfg, data, size);
}

/* Feed one message to the flow. Returns NEXUS_OK or NEXUS_ERR_END. */
static int feed(struct nexus_decoder *d)
{
    struct nexus_msg m;
    int rc = nexus_msg_next(&d->msgs, &m);
    if (rc == NEXUS_ERR_END) {
        return rc;
    }
    d->flow.reach = d->allow_oversize ? NEXUS_REACH_OVERSIZE : NEXUS_REACH;
    if (rc == NEXUS_ERR_OVERSIZE && d->allow_oversize) {
        rc = NEXUS_OK;
    }
    if (rc == NEXUS_OK && !d->all_sources && m.src != d->src) {
        d->flow.msgs++; /* counted: message numbers are those of the stream */
        d->others++;
        return NEXUS_OK;
    }
    d->others = 0;
    return rc == NEXUS_OK ? nexus_flow_push(&d->flow, &m)
                          : nexus_flow_push_damaged(&d->flow, rc, &m);
}

/* The same; at the end of the input, what ResourceFull messages have counted. */
static int feed_or_finish(struct nexus_decoder *d)
{
    int rc = feed(d);
    if (rc != NEXUS_ERR_END || d->more || d->finished || nexus_flow_finish(&d->flow) != NEXUS_OK) {
        return rc;
    }
    d->finished = true;
    d->flow.msgs -= d->others; /* until the END element: the ranges are of the last own message */
    return NEXUS_OK;
}

/* May messages be taken straight from the bytes? */
static bool is_plain(const struct nexus_decoder *d)
{
    return d->msgs.size != 0 && d->msgs.cfg.src_bits == 0 && (d->all_sources || d->src == 0);
}

/* Feed one message straight from the bytes, if it is simple enough. */
static bool feed_plain(struct nexus_decoder *d)
{
    struct nexus_msg_decoder *m = &d->msgs;
    struct nexus_run run = {m->data + m->pos, m->data + m->size, m->base + m->pos};
    if (d->flow.state != NEXUS_FLOW_ON || !is_plain(d)) {
        return false;
    }
    d->flow.reach = d->allow_oversize ? NEXUS_REACH_OVERSIZE : NEXUS_REACH;
    if (!nexus_flow_begin_plain(&d->flow, &run)) {
        return false;
    }
    m->pos = (size_t)(run.p - m->data);
    return true;
}

static void end_element(const struct nexus_decoder *d, struct flow_elem *elem)
{
    *elem = (struct flow_elem){.type = FLOW_ELEM_END,
                               .value = d->msgs.size - d->msgs.pos,
                               .position = d->flow.where.position,
                               .msg = d->flow.msgs,
                               .offset = d->msgs.base + d->msgs.pos,
                               .context = d->flow.where.context};
}

/* The input is used up. Returns NEXUS_OK with the END element, or NEXUS_ERR_END. */
static int end_of_input(struct nexus_decoder *d, struct flow_elem *elem)
{
    if (d->more || d->ended) {
        return NEXUS_ERR_END;
    }
    d->ended = true;
    d->flow.msgs += d->finished ? d->others : 0;
    end_element(d, elem);
    return NEXUS_OK;
}

enum nexus_status nexus_decoder_next(struct nexus_decoder *d, struct flow_elem *elem)
{
    int rc = nexus_flow_next(&d->flow, elem);
    while (rc == NEXUS_ERR_END && !d->ended) {
        if (!feed_plain(d) && feed_or_finish(d) == NEXUS_ERR_END) {
            return end_of_input(d, elem);
        }
        rc = nexus_flow_next(&d->flow, elem);
    }
    return rc;
}

/* Does the next message change the context, or may it? It must wait for what came before. */
static bool next_is_ownership(const struct nexus_decoder *d)
{
    const struct nexus_msg_decoder *m = &d->msgs;
    if (m->pos == m->size) {
        return true;
    }
    unsigned tcode = m->data[m->pos] >> 2;
    return tcode == NEXUS_OWNERSHIP || m->data[m->pos] == NEXUS_IDLE;
}

/* nexus_flow_advance, which may take simple messages from the bytes. */
static int advance(struct nexus_decoder *d, struct flow_range *range, unsigned max)
{
    struct nexus_msg_decoder *m = &d->msgs;
    struct nexus_run run = {m->data + m->pos, m->data + m->size, m->base + m->pos};
    if (!is_plain(d)) {
        return nexus_flow_advance(&d->flow, range, max, NULL);
    }
    int rc = nexus_flow_advance(&d->flow, range, max, &run);
    m->pos = (size_t)(run.p - m->data);
    return rc;
}

int nexus_decoder_next_ranges(struct nexus_decoder *d, struct flow_range *range, unsigned max,
                              struct flow_elem *elem)
{
    unsigned n = 0;
    while (n < max) {
        int rc = advance(d, range + n, max - n);
        if (rc > 0) {
            n += (unsigned)rc;
        } else if (rc == 0 || d->ended || (n != 0 && next_is_ownership(d))) {
            break;
        } else if (feed_or_finish(d) == NEXUS_ERR_END) {
            return n != 0 ? (int)n : end_of_input(d, elem);
        }
    }
    if (n == 0 && d->flow.qcount != 0) {
        nexus_flow_dequeue(&d->flow, elem);
        return 0;
    }
    return n != 0 ? (int)n : NEXUS_ERR_END;
}

void nexus_decoder_refill(struct nexus_decoder *d, const uint8_t *data, size_t size, bool more)
{
    d->msgs.base += d->msgs.pos;
    d->msgs.data = data;
    d->msgs.size = size;
    d->msgs.pos = 0;
    d->more = more;
}
