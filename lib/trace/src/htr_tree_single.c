/* SPDX-License-Identifier: Apache-2.0 */
/* A tree around one decoder of the caller's. */
#include "htr_tree_int.h"

/* The caller feeds it. */
static bool no_more(void *ctx, struct nexus_decoder *d)
{
    (void)ctx;
    (void)d;
    return false;
}

int32_t htr_tree_single(struct htr_tree *t, struct htr_host *host, struct nexus_decoder *d,
                        htr_refill *refill, void *ctx)
{
    const struct htr_packets o = {.cfg = d->flow.cfg, .allow_oversize = d->allow_oversize};
    htr_tree_init(t, host, NULL, 0);
    int32_t packets = htr_tree_packets(t, "messages", &o);
    int32_t i = htr_tree_on(t, packets, htr_tree_decoder(t, "decoder", NULL), HTR_SRC_ANY);
    int status = i < 0 ? i : htr_tree_adopt(t, i, d, refill != NULL ? refill : no_more, ctx);
    status = status == HTR_OK ? htr_tree_begin(t) : status;
    return status == HTR_OK ? i : status;
}
