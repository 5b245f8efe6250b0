/* SPDX-License-Identifier: Apache-2.0 */
/* A tree around one decoder of the caller's. */
#include "htr_tree_int.h"

/* The caller feeds it. */
static bool no_more(void *ctx, const struct htr_inside *d)
{
    (void)ctx;
    (void)d;
    return false;
}

static int32_t around(struct htr_tree *t, struct htr_host *host, const struct htr_packets *o,
                      struct htr_inside d, htr_refill *refill, void *ctx)
{
    htr_tree_init(t, host, NULL, 0);
    int32_t packets = htr_tree_packets(t, "messages", o);
    int32_t i = htr_tree_on(t, packets, htr_tree_decoder(t, "decoder", NULL), HTR_SRC_ANY);
    int status = i < 0 ? i : htr_tree_adopt(t, i, d, refill != NULL ? refill : no_more, ctx);
    status = status == HTR_OK ? htr_tree_begin(t) : status;
    return status == HTR_OK ? i : status;
}

int32_t htr_tree_single(struct htr_tree *t, struct htr_host *host, struct nexus_decoder *d,
                        htr_refill *refill, void *ctx)
{
    const struct htr_packets o = {.cfg = d->flow.cfg, .allow_oversize = d->allow_oversize};
    return around(t, host, &o, htr_inside_nexus(d), refill, ctx);
}

int32_t htr_tree_single_etrace(struct htr_tree *t, struct htr_host *host, struct etrace_decoder *d,
                               htr_refill *refill, void *ctx)
{
    const struct htr_packets o = {.etrace = &d->reader.cfg};
    return around(t, host, &o, htr_inside_of_etrace(d), refill, ctx);
}
