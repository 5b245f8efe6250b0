/* SPDX-License-Identifier: Apache-2.0 */
/* Words to destinations, losses, configuration. */
#include "fwtrace/fwtrace.h"

#include "fwt_loss.h"

void fwt_init(struct fwt *t, uint32_t domains)
{
    t->any = 0;
    t->quick = 0;
    t->n = 0;
    t->domains = domains & 0xffffu;
    t->ignored = 0;
}

/* ---- losses ---- */

uint32_t fwt_lost(const struct fwt *t, unsigned index)
{
    return index < t->n ? fwt_load(&t->dest[index].lost) : 0;
}

int fwt_flush(struct fwt *t)
{
    int status = FWT_OK;
    for (unsigned i = 0; i < t->n; i++) {
        struct fwt_dest *d = &t->dest[i];
        if (fwt_load(&d->lost) != fwt_load(&d->announced) && announce(d) != FWT_OK) {
            status = FWT_ERR_FULL;
        }
    }
    return status;
}

/* ---- words ---- */

static void put_word(struct fwt_dest *d, unsigned channel, uint32_t word)
{
    if (d->port.put(d->port.ctx, channel, word) != FWT_OK) {
        count_lost(d, 1);
    }
}

/* One of several, or something is to be announced. */
static __attribute__((noinline)) void send_all(struct fwt *t, unsigned channel, uint32_t word)
{
    for (struct fwt_dest *d = t->dest, *end = d + t->n; d < end; d++) {
        if ((fwt_load(&d->on) >> channel & 1u) != 0) {
            announce_if_owed(d);
            put_word(d, channel, word);
        }
    }
}

/* The usual case, the only destination, saves no registers that it does not need. */
static __attribute__((noinline)) void send_one(struct fwt *t, unsigned channel, uint32_t word)
{
    struct fwt_dest *d = t->dest;
    if (fwt_load(&d->lost) != fwt_load(&d->announced)) {
        send_all(t, channel, word);
        return;
    }
    put_word(d, channel, word);
}

void fwt_send(struct fwt *t, unsigned channel, uint32_t word)
{
    const int32_t quick = __atomic_load_n(&t->quick, __ATOMIC_RELAXED);
    if (quick < 0) {
        (void)t->dest[0].port.put(t->dest[0].port.ctx, channel, word);
    } else if (quick > 0) {
        send_one(t, channel, word);
    } else {
        send_all(t, channel, word);
    }
}

void fwt_ignored(struct fwt *t, unsigned channel)
{
    if (channel >= FWT_CH_DEBUG && channel < FWT_CH_DEBUG + 16 &&
        (t->domains >> (channel - FWT_CH_DEBUG) & 1u) == 0) {
        (void)fwt_add(&t->ignored, 1);
    }
}

/* ---- configuration ---- */

static void sum_up(struct fwt *t)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < t->n; i++) {
        any |= t->dest[i].on;
    }
    const int32_t quick = t->n != 1              ? FWT_QUICK_NONE
                          : t->dest[0].port.sure ? FWT_QUICK_SURE
                                                 : FWT_QUICK_ONE;
    __atomic_store_n(&t->quick, quick, __ATOMIC_RELAXED);
    fwt_store_word(&t->any, any);
}

int fwt_attach(struct fwt *t, const struct fwt_port *port, unsigned *index)
{
    if (port->put == NULL || t->n == FWT_DESTS) {
        return FWT_ERR_ARG;
    }
    struct fwt_dest *d = &t->dest[t->n];
    d->port = *port;
    d->on = t->domains << FWT_CH_DEBUG | 1u << FWT_CH_PRINT;
    d->lost = 0;
    d->announced = 0;
    d->claimed = 0;
    if (index != NULL) {
        *index = t->n;
    }
    __atomic_store_n(&t->quick, FWT_QUICK_NONE, __ATOMIC_RELAXED);
    fwt_store_word(&t->n, t->n + 1);
    sum_up(t);
    return FWT_OK;
}

static int switch_channel(struct fwt *t, unsigned index, unsigned channel, bool on)
{
    if (index >= t->n) {
        return FWT_ERR_ARG;
    }
    uint32_t *bits = &t->dest[index].on;
    (void)(on ? fwt_or(bits, 1u << channel) : fwt_and(bits, ~(1u << channel)));
    sum_up(t);
    return FWT_OK;
}

int fwt_enable(struct fwt *t, unsigned index, unsigned domain, bool on)
{
    if (domain > 15 || (t->domains >> domain & 1u) == 0) {
        return FWT_ERR_ARG;
    }
    return switch_channel(t, index, FWT_CH_DEBUG + domain, on);
}

int fwt_enable_print(struct fwt *t, unsigned index, bool on)
{
    return switch_channel(t, index, FWT_CH_PRINT, on);
}
