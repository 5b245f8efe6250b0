/* SPDX-License-Identifier: Apache-2.0 */
/* The ATB bridge (TCI 1.0, Trace ATB Bridge; AMBA 4 ATB v1.1). */
#include "trm/trm_atbbridge.h"

#include "atbbridge_regs.h"
#include "atbbridge_table.h"
#include "regmap/param.h"

_Static_assert((int)TRM_ATBBRIDGE_BUFFER_MIN == 2 * (int)TRM_MESSAGE_MAX + (int)TRM_ATB_BYTES_MAX,
               "atbbridge.toml");

/* Steps of a flush. */
enum {
    FLUSH_NONE,     /* AFVALID is 0 */
    FLUSH_UPSTREAM, /* what is before the bridge comes in */
    FLUSH_OWN,      /* what is in the bridge goes out; then AFREADY is 1 for one clock */
};

void trm_atbbridge_cfg_init(struct trm_atbbridge_cfg *cfg)
{
    *cfg = (struct trm_atbbridge_cfg){TRM_ATBBRIDGE_CFG_DEFAULTS};
}

/* The range of each parameter, from regmap/params/atbbridge.toml. */
static bool in_range(const struct trm_atbbridge_cfg *cfg)
{
    return true TRM_ATBBRIDGE_PARAMS(REGMAP_PARAM_IN_RANGE, REGMAP_PARAM_IN_RANGE);
}

static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    const struct trm_atbbridge *b = ctx;
    (void)old;
    if (offset == TR_ATB_BRIDGE_IMPL_OFFSET && !b->cfg.async) {
        return now & ~TR_ATB_BRIDGE_ASYNC_FREQ_MASK;
    }
    return now;
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct trm_atbbridge *b = ctx;
    (void)written;
    if (offset == TR_ATB_BRIDGE_CONTROL_OFFSET && ((old ^ now) & TR_ATB_BRIDGE_ENABLE_MASK) != 0) {
        b->enabled = (now & TR_ATB_BRIDGE_ENABLE_MASK) != 0;
        b->async_left = 0;
    }
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    const struct trm_atbbridge *b = ctx;
    if (offset != TR_ATB_BRIDGE_CONTROL_OFFSET) {
        return value;
    }
    return (value & ~TR_ATB_BRIDGE_EMPTY_MASK) |
           (trm_atbbridge_empty(b) ? TR_ATB_BRIDGE_EMPTY_MASK : 0);
}

static uint32_t in_word(const struct trm_atbbridge *b)
{
    return b->out.atvalid ? b->out.atbytes + 1u : 0;
}

/* Reset drops what is buffered; a word on ATB stays until it is taken (AMBA 4 ATB). */
static void reset(void *ctx, bool active)
{
    struct trm_atbbridge *b = ctx;
    (void)active;
    b->stats.discarded += b->fill;
    b->enabled = false;
    b->out.afready = false;
    b->flush_step = FLUSH_NONE;
    b->flush_left = 0;
    b->wait_left = b->cfg.wait_ticks;
    b->async_left = 0;
    b->head = 0;
    b->fill = 0;
}

enum trm_status trm_atbbridge_init(struct trm_atbbridge *bridge,
                                   const struct trm_atbbridge_cfg *cfg)
{
    if (bridge == NULL || cfg == NULL || !in_range(cfg)) {
        return TRM_ERR_ARG;
    }
    *bridge = (struct trm_atbbridge){.cfg = *cfg};
    struct trm_regfile_cfg rc = {
        .map = &regmap_atbbridge,
        .hooks = {pre_write, post_write, post_read, reset, bridge},
        .undef = cfg->undef,
        .seed = cfg->seed,
        .power_ticks = cfg->power_ticks,
        .version = cfg->version,
        .enable_ticks = cfg->enable_ticks,
    };
    return trm_regfile_init(&bridge->rf, &rc, bridge->words);
}

enum trm_status trm_atbbridge_reg_read(struct trm_atbbridge *bridge, uint32_t offset, unsigned size,
                                       uint32_t *value)
{
    return trm_regfile_read(&bridge->rf, offset, size, value);
}

enum trm_status trm_atbbridge_reg_write(struct trm_atbbridge *bridge, uint32_t offset,
                                        unsigned size, uint32_t value)
{
    return trm_regfile_write(&bridge->rf, offset, size, value);
}

void trm_atbbridge_set_upstream(struct trm_atbbridge *bridge, struct trm_upstream up)
{
    bridge->upstream = up;
}

const struct trm_atb_out *trm_atbbridge_out(const struct trm_atbbridge *bridge)
{
    return &bridge->out;
}

bool trm_atbbridge_empty(const struct trm_atbbridge *bridge)
{
    return bridge->fill == 0 && !bridge->out.atvalid;
}

static void push_byte(struct trm_atbbridge *b, uint8_t byte)
{
    b->buffer[(b->head + b->fill) % TRM_ATBBRIDGE_BUFFER_MAX] = byte;
    b->fill++;
}

static uint32_t async_freq(const struct trm_atbbridge *b)
{
    uint32_t impl = trm_regfile_get(&b->rf, TR_ATB_BRIDGE_IMPL_OFFSET);
    return (impl & TR_ATB_BRIDGE_ASYNC_FREQ_MASK) >> TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT;
}

/* Bytes that go in front of the next message: an idle byte of N-Trace, a synchronization sequence of
 * E-Trace (Packet Encapsulation, Synchronization). */
static uint32_t async_bytes(const struct trm_atbbridge *b)
{
    return b->cfg.etrace ? b->cfg.sync_nulls + 1u : 1u;
}

/* Before the first message after every 2^(trAtbBridgeAsyncFreq + 5) bytes; off when 0. */
static void push_async(struct trm_atbbridge *b, size_t n)
{
    uint32_t freq = async_freq(b);
    if (freq == 0) {
        return;
    }
    if (b->async_left == 0) {
        for (uint32_t i = async_bytes(b); i-- > 1;) {
            push_byte(b, TRM_NULL_IDLE);
        }
        push_byte(b, b->cfg.etrace ? TRM_NULL_ALIGNMENT : 0xFF);
        b->stats.padding += async_bytes(b);
        b->async_left = UINT32_C(1) << (freq + 5u);
    }
    b->async_left = b->async_left > n ? b->async_left - (uint32_t)n : 0;
}

static bool link_can_accept(void *ctx, size_t n)
{
    const struct trm_atbbridge *b = ctx;
    uint32_t more = async_freq(b) != 0 ? async_bytes(b) : 1u;
    return !b->enabled || b->fill + n + more <= b->cfg.buffer_bytes;
}

static void link_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct trm_atbbridge *b = ctx;
    if (!b->enabled) {
        b->stats.swallowed++;
        return;
    }
    b->stats.messages++;
    b->stats.bytes += n;
    push_async(b, n);
    for (size_t i = 0; i < n; i++) {
        push_byte(b, bytes[i]);
    }
}

static bool link_stopped(void *ctx)
{
    const struct trm_atbbridge *b = ctx;
    return !b->enabled || b->stopped;
}

struct trm_link trm_atbbridge_link(struct trm_atbbridge *bridge)
{
    static const struct trm_link_ops ops = {link_can_accept, link_put, link_stopped};
    return (struct trm_link){.ops = &ops, .ctx = bridge};
}

/* The word was taken. */
static void transferred(struct trm_atbbridge *b)
{
    uint32_t n = in_word(b);
    b->stats.words++;
    b->flush_left = b->flush_left > n ? b->flush_left - n : 0;
    b->out.atvalid = false;
}

/* Drive the next word. An incomplete word goes when there is nothing to wait for: during a flush,
 * when the bridge is disabled, or when wait_ticks are over. */
static void drive(struct trm_atbbridge *b)
{
    uint32_t n = b->fill < b->cfg.width ? b->fill : b->cfg.width;
    if (b->out.atvalid || n == 0) {
        return;
    }
    if (n < b->cfg.width && b->flush_left == 0 && b->enabled && b->wait_left > 0) {
        b->wait_left--;
        return;
    }
    uint32_t control = trm_regfile_get(&b->rf, TR_ATB_BRIDGE_CONTROL_OFFSET);
    b->out.atvalid = true;
    b->out.atid = (uint8_t)((control & TR_ATB_BRIDGE_ID_MASK) >> TR_ATB_BRIDGE_ID_SHIFT);
    b->out.atbytes = (uint8_t)(n - 1u);
    for (uint32_t i = 0; i < TRM_ATB_BYTES_MAX; i++) {
        b->out.atdata[i] = i < n ? b->buffer[(b->head + i) % TRM_ATBBRIDGE_BUFFER_MAX] : 0;
    }
    b->head = (b->head + n) % TRM_ATBBRIDGE_BUFFER_MAX;
    b->fill -= n;
    b->wait_left = b->cfg.wait_ticks;
}

static bool upstream_flushed(const struct trm_atbbridge *b)
{
    return b->upstream.ops == NULL || b->upstream.ops->flushed(b->upstream.ctx);
}

/* AFVALID: first what is before the bridge, then all that is in it. Data that comes later does not
 * hold up the answer. */
static void flush(struct trm_atbbridge *b, bool afvalid, bool answered)
{
    b->out.afready = false;
    if (!afvalid || answered) {
        b->stats.flushes += afvalid && answered;
        b->flush_step = FLUSH_NONE;
        b->flush_left = 0;
        return;
    }
    if (b->flush_step == FLUSH_NONE) {
        if (b->upstream.ops != NULL) {
            b->upstream.ops->flush(b->upstream.ctx);
        }
        b->flush_step = FLUSH_UPSTREAM;
    }
    if (b->flush_step == FLUSH_UPSTREAM && upstream_flushed(b)) {
        b->flush_left = b->fill + in_word(b);
        b->flush_step = FLUSH_OWN;
    }
    if (b->flush_step == FLUSH_OWN && b->flush_left == 0) {
        b->out.afready = true;
    }
}

void trm_atbbridge_tick(struct trm_atbbridge *bridge, const struct trm_atb_in *in)
{
    bool answered = bridge->out.afready;
    bridge->stopped = in->stopped;
    trm_regfile_tick(&bridge->rf);
    if (bridge->out.atvalid && in->atready) {
        transferred(bridge);
    }
    if (!trm_regfile_active(&bridge->rf)) {
        /* Nothing can be buffered: a flush of the tree waits for no more than the word on ATB. */
        bridge->out.afready = in->afvalid && !answered && !bridge->out.atvalid;
        return;
    }
    if (in->syncreq && bridge->enabled) {
        bridge->stats.syncs++;
        if (bridge->upstream.ops != NULL) {
            bridge->upstream.ops->sync(bridge->upstream.ctx);
        }
    }
    flush(bridge, in->afvalid, answered);
    drive(bridge);
}
