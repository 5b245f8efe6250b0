/* SPDX-License-Identifier: Apache-2.0 */
/* Fan-out: a message goes to every destination, when all of them take it. */
#include "trm/trm_fanout.h"

#include "trm/trm_status.h"

void trm_fanout_init(struct trm_fanout *fan)
{
    *fan = (struct trm_fanout){.count = 0};
}

enum trm_status trm_fanout_add(struct trm_fanout *fan, struct trm_link dest)
{
    if (fan->count == TRM_FANOUT_MAX) {
        return TRM_ERR_ARG;
    }
    fan->dest[fan->count++] = dest;
    return TRM_OK;
}

/* Every destination is asked, so that a funnel without buffers learns which inputs wait for their
 * turn. */
static bool can_accept(void *ctx, size_t n)
{
    struct trm_fanout *fan = ctx;
    fan->refused = 0;
    fan->asked = n;
    for (uint32_t i = 0; i < fan->count; i++) {
        const struct trm_link *d = &fan->dest[i];
        if (d->ops != NULL && !d->ops->can_accept(d->ctx, n)) {
            fan->refused |= UINT32_C(1) << i;
        }
    }
    return fan->refused == 0;
}

/* It refused when all were asked, and still does: an answer from before a clock edge may be out of
 * date, for example from a destination that was throwing a message away. */
static bool refuses(const struct trm_fanout *fan, uint32_t i)
{
    const struct trm_link *d = &fan->dest[i];
    return ((fan->refused >> i) & 1u) != 0 && !d->ops->can_accept(d->ctx, fan->asked);
}

/* A destination that takes and throws away does not stop the others; one that refuses does. */
static bool stopped(void *ctx)
{
    const struct trm_fanout *fan = ctx;
    bool all = fan->count != 0;
    for (uint32_t i = 0; i < fan->count; i++) {
        bool here = trm_link_stopped(&fan->dest[i]);
        if (here && refuses(fan, i)) {
            return true;
        }
        all = all && here;
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
    static const struct trm_link_ops ops = {
        .can_accept = can_accept, .put = put, .stopped = stopped};
    return (struct trm_link){.ops = &ops, .ctx = fan};
}
