/* SPDX-License-Identifier: Apache-2.0 */
/* The pull decoders of both protocols behind one structure of operations. */
#include "htr_inside_priv.h"

/* ---- N-Trace ---- */

static int nexus_next(void *it, struct flow_elem *e)
{
    return nexus_decoder_next(it, e);
}

static int nexus_ranges(void *it, struct flow_range *range, unsigned max, struct flow_elem *e)
{
    return nexus_decoder_next_ranges(it, range, max, e);
}

static void nexus_refill(void *it, const uint8_t *data, size_t size, bool more)
{
    nexus_decoder_refill(it, data, size, more);
}

static bool nexus_align(void *it)
{
    return nexus_msg_decoder_resync(&((struct nexus_decoder *)it)->msgs) == NEXUS_OK;
}

static void nexus_one_by_one(void *it)
{
    ((struct nexus_decoder *)it)->flow.ahead = false;
}

static void nexus_now(const void *it, struct htr_inside_now *now)
{
    const struct nexus_decoder *d = it;
    *now = (struct htr_inside_now){.where = &d->flow.where,
                                   .code = d->flow.code,
                                   .instructions = d->flow.insns,
                                   .messages = d->flow.msgs,
                                   .data = d->msgs.data,
                                   .size = d->msgs.size,
                                   .pos = d->msgs.pos,
                                   .base = d->msgs.base,
                                   .ended = d->ended};
}

const struct htr_inside_ops htr_inside_ntrace = {
    .protocol = HTR_NTRACE,
    .message = "message",
    .messages = "messages",
    .next = nexus_next,
    .next_ranges = nexus_ranges,
    .refill = nexus_refill,
    .align = nexus_align,
    .one_by_one = nexus_one_by_one,
    .now = nexus_now,
};

/* ---- E-Trace ---- */

static int etrace_next(void *it, struct flow_elem *e)
{
    return etrace_decoder_next(it, e);
}

static int etrace_ranges(void *it, struct flow_range *range, unsigned max, struct flow_elem *e)
{
    return etrace_decoder_next_ranges(it, range, max, e);
}

static void etrace_refill(void *it, const uint8_t *data, size_t size, bool more)
{
    etrace_decoder_refill(it, data, size, more);
}

/* After a synchronization sequence (Packet Encapsulation, Synchronization). Null bytes at the end
 * of what is at hand may be the begin of one: as many as matter stay. */
static bool etrace_align(void *it)
{
    enum {
        NULL_MASK = 0x1f,
    };
    struct etrace_reader *r = &((struct etrace_decoder *)it)->reader;
    if (etrace_reader_sync(r) == ETRACE_OK) {
        return true;
    }
    const size_t most = etrace_sync_run(&r->cfg) + 1u;
    size_t nulls = 0;
    while (nulls < most && nulls < r->size - r->pos &&
           (r->data[r->size - 1 - nulls] & NULL_MASK) == 0) {
        nulls++;
    }
    r->pos = r->size - nulls;
    return false;
}

static void etrace_one_by_one(void *it)
{
    (void)it; /* its flow does not walk ahead */
}

static void etrace_now(const void *it, struct htr_inside_now *now)
{
    const struct etrace_decoder *d = it;
    *now = (struct htr_inside_now){.where = &d->flow.where,
                                   .code = d->flow.code,
                                   .instructions = d->flow.insns,
                                   .messages = d->flow.packets,
                                   .data = d->reader.data,
                                   .size = d->reader.size,
                                   .pos = d->reader.pos,
                                   .base = d->reader.base,
                                   .ended = d->ended};
}

const struct htr_inside_ops htr_inside_etrace = {
    .protocol = HTR_ETRACE,
    .message = "packet",
    .messages = "packets",
    .next = etrace_next,
    .next_ranges = etrace_ranges,
    .refill = etrace_refill,
    .align = etrace_align,
    .one_by_one = etrace_one_by_one,
    .now = etrace_now,
};
