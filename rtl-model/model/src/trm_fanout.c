/* SPDX-License-Identifier: Apache-2.0 */
/* Fan-out: a message goes to every destination, when all of them take it. */
#include "trm/trm_fanout.h"

#include "trm/trm_status.h"

void trm_fanout_init(struct trm_fanout *fan)
{
    *fan = (struct trm_fanout){.count = 0};
}

int trm_fanout_add(struct trm_fanout *fan, struct trm_link dest)
{
    if (fan->count == TRM_FANOUT_MAX) {
        return TRM_ERR_ARG;
    }
    fan->dest[fan->count++] = dest;
    return TRM_OK;
}

/* Every destination is asked, so that a funnel without buffers learns who waits for its turn. */
static bool can_accept(void *ctx, size_t n)
{
    const struct trm_fanout *fan = ctx;
    bool all = true;
    for (uint32_t i = 0; i < fan->count; i++) {
        const struct trm_link *d = &fan->dest[i];
        if (d->ops != NULL && !d->ops->can_accept(d->ctx, n)) {
            all = false;
        }
    }
    return all;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    const struct trm_fanout *fan = ctx;
    for (uint32_t i = 0; i < fan->count; i++) {
        const struct trm_link *d = &fan->dest[i];
        if (d->ops != NULL) {
            d->ops->put(d->ctx, bytes, n);
        }
    }
}

struct trm_link trm_fanout_link(struct trm_fanout *fan)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    return (struct trm_link){.ops = &ops, .ctx = fan};
}
