/* SPDX-License-Identifier: Apache-2.0 */
/* Requests from downstream to the encoder. */
#include "trm/trm_encoder_upstream.h"

#include "trm_encoder_int.h"

static void sync(void *ctx)
{
    struct trm_encoder *enc = ((struct trm_encoder_upstream *)ctx)->enc;
    enc->backend->sync(enc);
}

static void flush(void *ctx)
{
    struct trm_encoder_upstream *up = ctx;
    (void)trm_encoder_records_finish(up->enc);
    up->mark = up->enc->stats.messages + up->enc->fifo_count;
}

/* Messages that are dropped (a reset, a stopped link) empty the queue. */
static bool flushed(void *ctx)
{
    const struct trm_encoder_upstream *up = ctx;
    return up->enc->fifo_count == 0 || up->enc->stats.messages >= up->mark;
}

struct trm_upstream trm_encoder_upstream(struct trm_encoder_upstream *up, struct trm_encoder *enc)
{
    static const struct trm_upstream_ops ops = {.sync = sync, .flush = flush, .flushed = flushed};
    *up = (struct trm_encoder_upstream){.enc = enc};
    return (struct trm_upstream){.ops = &ops, .ctx = up};
}
