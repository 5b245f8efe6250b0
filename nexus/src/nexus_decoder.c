/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pull decoder: bytes, messages, elements. Nothing here but the joining of the two layers.
 */
#include "nexus/nexus_flow.h"

int nexus_decoder_init(struct nexus_decoder *d, const struct nexus_stream_cfg *cfg,
                       struct nexus_code *code, const uint8_t *data, size_t size)
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
    return nexus_msg_decoder_init(&d->msgs, cfg, data, size);
}

/* Feed one message to the flow. Returns NEXUS_OK or NEXUS_ERR_END. */
static int feed(struct nexus_decoder *d)
{
    struct nexus_msg m;
    int rc = nexus_decode_next(&d->msgs, &m);
    if (rc == NEXUS_ERR_END) {
        return rc;
    }
    if (rc == NEXUS_ERR_OVERSIZE && d->allow_oversize) {
        rc = NEXUS_OK;
    }
    if (rc != NEXUS_OK) {
        return nexus_flow_push_damaged(&d->flow, rc, &m);
    }
    if (!d->all_sources && m.src != d->src) {
        d->flow.msgs++; /* counted: message numbers are those of the stream */
        return NEXUS_OK;
    }
    return nexus_flow_push(&d->flow, &m);
}

int nexus_decoder_next(struct nexus_decoder *d, struct nexus_elem *elem)
{
    int rc = nexus_flow_next(&d->flow, elem);
    while (rc == NEXUS_ERR_END && !d->ended) {
        if (feed(d) == NEXUS_ERR_END) {
            d->ended = true;
            *elem = (struct nexus_elem){.type = NEXUS_ELEM_END,
                                        .value = d->msgs.size - d->msgs.pos,
                                        .position = d->flow.where.position,
                                        .msg = d->flow.msgs,
                                        .offset = d->msgs.base + d->msgs.pos,
                                        .context = d->flow.where.context};
            return NEXUS_OK;
        }
        rc = nexus_flow_next(&d->flow, elem);
    }
    return rc;
}
