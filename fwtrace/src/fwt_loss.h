/* SPDX-License-Identifier: Apache-2.0 */
/* Losses of a destination: counted, and announced before the next words. */
#ifndef FWT_LOSS_H
#define FWT_LOSS_H

#include "fwtrace/fwtrace.h"

#include "fwt_atomic.h"

static inline void count_lost(struct fwt_dest *d, uint32_t words)
{
    (void)fwt_add(&d->lost, words);
}

/* Another context may announce at the same time: the counts are cumulative, and the greater one is
 * true. */
static inline int announce(struct fwt_dest *d)
{
    const uint32_t lost = fwt_load(&d->lost);
    if (d->port.put(d->port.ctx, FWT_CH_LOST, lost) != FWT_OK) {
        return FWT_ERR_FULL;
    }
    fwt_store_word(&d->announced, lost);
    return FWT_OK;
}

static inline void announce_if_owed(struct fwt_dest *d)
{
    if (fwt_load(&d->lost) != fwt_load(&d->announced)) {
        (void)announce(d);
    }
}

#endif
