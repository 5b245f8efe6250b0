/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel's data path: whole messages, one of each input in turn (TCI 1.0, Trace Funnel;
 * Connections Between Components). Start and registers are in trm_funnel_regs.c. */
#include "trm/trm_funnel.h"

#include "trm_funnel_int.h"

/* Steps of a flush that downstream asked for. */
enum {
    FLUSH_NONE,
    FLUSH_UPSTREAM, /* what is before the funnel comes in */
    FLUSH_OWN,      /* what is queued goes out */
};

void trm_funnel_connect(struct trm_funnel *funnel, struct trm_link out)
{
    funnel->out = out;
}

bool trm_funnel_empty(const struct trm_funnel *funnel)
{
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        if (funnel->queue[i].count != 0) {
            return false;
        }
    }
    return true;
}

bool trm_funnel_busy(const struct trm_funnel *funnel)
{
    return !trm_funnel_empty(funnel) || trm_timestamp_counts_ticks(&funnel->ts) ||
           trm_regfile_settling(&funnel->rf);
}

void trm_funnel_drop(struct trm_funnel *funnel)
{
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        funnel->stats.dropped += funnel->queue[i].count;
        funnel->popped[i] += funnel->queue[i].count;
        trm_queue_clear(&funnel->queue[i]);
    }
}

/* Disabled, and the output is stopped: what is queued cannot be delivered any more. */
static bool undeliverable(const struct trm_funnel *funnel)
{
    return !funnel->enabled && trm_link_stopped(&funnel->out);
}

static void set_loss(struct trm_funnel *funnel)
{
    trm_regfile_set(&funnel->rf, TR_FUNNEL_VENDOR_STATUS_OFFSET, TR_FUNNEL_LOSS_MASK,
                    TR_FUNNEL_LOSS_MASK);
}

static bool out_accepts(const struct trm_funnel *funnel, size_t n)
{
    return funnel->out.ops == NULL || funnel->out.ops->can_accept(funnel->out.ctx, n);
}

static void out_put(struct trm_funnel *funnel, const uint8_t *bytes, size_t n)
{
    funnel->stats.sent++;
    funnel->stats.bytes += n;
    if (undeliverable(funnel)) {
        set_loss(funnel); /* taken, and thrown away */
    }
    if (funnel->cfg.link_bytes != 0) {
        funnel->link_credit -= (uint32_t)n;
    }
    if (funnel->out.ops != NULL) {
        funnel->out.ops->put(funnel->out.ctx, bytes, n);
    }
}

static bool has_credit(const struct trm_funnel *funnel, size_t n)
{
    return funnel->cfg.link_bytes == 0 || funnel->link_credit >= n;
}

/* Bytes that may go out in this tick. Bandwidth is saved up only for a message that is waiting for
 * it, `first` bytes long (0 = none). */
static void add_credit(struct trm_funnel *funnel, uint32_t first)
{
    if (first == 0) {
        funnel->link_credit = funnel->cfg.link_bytes;
        return;
    }
    uint32_t most = first - 1u + funnel->cfg.link_bytes;
    uint32_t credit = funnel->link_credit + funnel->cfg.link_bytes;
    funnel->link_credit = credit > most ? most : credit;
}

/* The input whose turn it is: the first after the one that sent last whose bit is set. */
static unsigned turn(const struct trm_funnel *funnel, uint32_t candidates)
{
    unsigned i = funnel->last;
    do {
        i = i + 1u == funnel->cfg.inputs ? 0 : i + 1u;
    } while (((candidates >> i) & 1u) == 0 && i != funnel->last);
    return i;
}

static uint32_t queued(const struct trm_funnel *funnel)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        mask |= (uint32_t)(funnel->queue[i].count != 0) << i;
    }
    return mask;
}

/* Send one message of each input in turn, as long as the output takes them. An input whose turn it
 * is keeps it until its message has left: no short message of another overtakes it. */
static void drain(struct trm_funnel *funnel)
{
    uint8_t bytes[TRM_MESSAGE_MAX];
    uint32_t mask = queued(funnel);
    add_credit(funnel, mask == 0 ? 0 : trm_queue_first(&funnel->queue[turn(funnel, mask)]));
    while (mask != 0) {
        unsigned i = turn(funnel, mask);
        uint32_t n = trm_queue_first(&funnel->queue[i]);
        if (!has_credit(funnel, n) || !out_accepts(funnel, n)) {
            break;
        }
        (void)trm_queue_pop(&funnel->queue[i], bytes);
        funnel->popped[i]++;
        funnel->last = (uint8_t)i;
        out_put(funnel, bytes, n);
        mask = queued(funnel);
    }
    if (mask != 0 && undeliverable(funnel)) {
        set_loss(funnel);
        trm_funnel_drop(funnel);
    }
}

void trm_funnel_tick(struct trm_funnel *funnel)
{
    trm_regfile_tick(&funnel->rf);
    trm_timestamp_tick(&funnel->ts);
    if (funnel->cfg.fifo_bytes != 0) {
        drain(funnel);
        return;
    }
    add_credit(funnel, funnel->short_of);
    funnel->short_of = 0;
    funnel->waited = funnel->waiting;
    funnel->waiting = 0;
}

/* Without buffers: may input i send now? An input that was refused in the tick before goes first,
 * in the order of turns, so that the order in which senders ask does not favor one. */
static bool passes(struct trm_funnel *funnel, unsigned i, size_t n)
{
    uint32_t bit = UINT32_C(1) << i;
    bool mine = turn(funnel, funnel->waited | bit) == i;
    if (mine && has_credit(funnel, n) && out_accepts(funnel, n)) {
        return true;
    }
    funnel->waiting = (uint16_t)(funnel->waiting | bit);
    if (funnel->short_of < n) {
        funnel->short_of = (uint32_t)n;
    }
    return false;
}

static bool link_can_accept(void *ctx, size_t n)
{
    const struct trm_funnel_port *port = ctx;
    struct trm_funnel *funnel = port->funnel;
    if (!funnel->enabled || trm_funnel_is_off(funnel, port->input)) {
        return true;
    }
    if (funnel->cfg.fifo_bytes == 0) {
        return passes(funnel, port->input, n);
    }
    return trm_queue_fits(&funnel->queue[port->input], n);
}

static void link_put(void *ctx, const uint8_t *bytes, size_t n)
{
    const struct trm_funnel_port *port = ctx;
    struct trm_funnel *funnel = port->funnel;
    uint8_t i = port->input;
    if (!funnel->enabled) {
        funnel->stats.swallowed++;
        return;
    }
    if (trm_funnel_is_off(funnel, i)) {
        funnel->stats.discarded[i]++;
        return;
    }
    funnel->stats.messages[i]++;
    if (funnel->cfg.fifo_bytes != 0) {
        trm_queue_push(&funnel->queue[i], bytes, n);
        return;
    }
    funnel->last = i;
    funnel->waiting = (uint16_t)(funnel->waiting & ~(UINT32_C(1) << i));
    out_put(funnel, bytes, n);
}

static bool link_stopped(void *ctx)
{
    const struct trm_funnel_port *port = ctx;
    const struct trm_funnel *funnel = port->funnel;
    return !funnel->enabled || trm_funnel_is_off(funnel, port->input) ||
           trm_link_stopped(&funnel->out);
}

struct trm_link trm_funnel_link(struct trm_funnel *funnel, unsigned input)
{
    static const struct trm_link_ops ops = {link_can_accept, link_put, link_stopped};
    if (input >= funnel->cfg.inputs) {
        return (struct trm_link){.ops = NULL};
    }
    return (struct trm_link){.ops = &ops, .ctx = &funnel->port[input]};
}

enum trm_status trm_funnel_set_upstream(struct trm_funnel *funnel, unsigned input,
                                        struct trm_upstream up)
{
    if (input >= funnel->cfg.inputs) {
        return TRM_ERR_ARG;
    }
    funnel->upstream[input] = up;
    return TRM_OK;
}

static void up_sync(void *ctx)
{
    struct trm_funnel *funnel = ctx;
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        const struct trm_upstream *up = &funnel->upstream[i];
        if (up->ops != NULL && funnel->enabled && !trm_funnel_is_off(funnel, i)) {
            up->ops->sync(up->ctx);
        }
    }
}

static void up_flush(void *ctx)
{
    struct trm_funnel *funnel = ctx;
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        const struct trm_upstream *up = &funnel->upstream[i];
        if (up->ops != NULL) {
            up->ops->flush(up->ctx);
        }
    }
    funnel->flush_step = FLUSH_UPSTREAM;
}

static bool inputs_flushed(const struct trm_funnel *funnel)
{
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        const struct trm_upstream *up = &funnel->upstream[i];
        if (up->ops != NULL && !up->ops->flushed(up->ctx)) {
            return false;
        }
    }
    return true;
}

static bool up_flushed(void *ctx)
{
    struct trm_funnel *funnel = ctx;
    if (funnel->flush_step == FLUSH_UPSTREAM && inputs_flushed(funnel)) {
        for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
            funnel->flush_mark[i] = funnel->popped[i] + funnel->queue[i].count;
        }
        funnel->flush_step = FLUSH_OWN;
    }
    if (funnel->flush_step == FLUSH_UPSTREAM) {
        return false;
    }
    for (unsigned i = 0; i < funnel->cfg.inputs; i++) {
        if (funnel->flush_step == FLUSH_OWN && funnel->popped[i] < funnel->flush_mark[i]) {
            return false;
        }
    }
    funnel->flush_step = FLUSH_NONE;
    return true;
}

struct trm_upstream trm_funnel_upstream(struct trm_funnel *funnel)
{
    static const struct trm_upstream_ops ops = {up_sync, up_flush, up_flushed};
    return (struct trm_upstream){.ops = &ops, .ctx = funnel};
}

void trm_funnel_timestamp_in(struct trm_funnel *funnel, uint64_t value)
{
    trm_timestamp_set_external(&funnel->ts, value);
    trm_timestamp_set_shared(&funnel->ts, value);
}

/* Forwarding needs trFunnelActive and no more (TCI 1.0, Timestamp Unit). */
uint64_t trm_funnel_timestamp(const struct trm_funnel *funnel)
{
    if (trm_regfile_active(&funnel->rf) && trm_timestamp_mode(&funnel->ts) == TR_TS_MODE_NONE) {
        return funnel->ts.shared;
    }
    return trm_timestamp_value(&funnel->ts);
}
