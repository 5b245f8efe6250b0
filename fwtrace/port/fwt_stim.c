/* SPDX-License-Identifier: Apache-2.0 */
/* The stores to the stimulus registers. */
#include "fwtrace/fwt_stim.h"

static inline void store(void *base, unsigned channel, uint32_t value)
{
    ((volatile uint32_t *)base)[channel] = value;
}

int fwt_stim_put(void *base, unsigned channel, uint32_t value)
{
    store(base, channel, value);
    return FWT_OK;
}

void fwt_stim_announce(struct fwt_stim *s)
{
    store(s->base, FWT_CH_SENT, __atomic_load_n(&s->sent, __ATOMIC_RELAXED));
}

int fwt_stim_put_counted(void *stim, unsigned channel, uint32_t value)
{
    struct fwt_stim *s = stim;
    store(s->base, channel, value);
    /* Counted after its store: no count that comes before a word in the trace includes it. */
    if (__atomic_fetch_add(&s->sent, 1, __ATOMIC_RELAXED) % FWT_STIM_EVERY == 0) {
        fwt_stim_announce(s);
    }
    return FWT_OK;
}
