/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric of C models: registers, cycles, ingress. */
#include "platform/fabric_c.h"

/* Only aligned accesses of 32 bits (TCI 1.0, Trace Component Register Access); the components say
 * so themselves. */
static int reg_read(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t *value)
{
    const struct sim_fabric_c *f = ctx;
    const struct sim_node *node = &f->node[component];
    const int status = node->ops->read(node, offset, size, value);

    return status == TRM_OK ? SIM_BUS_OK : SIM_BUS_ERR_FAULT;
}

static int reg_write(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t value)
{
    const struct sim_fabric_c *f = ctx;
    const struct sim_node *node = &f->node[component];
    const int status = node->ops->write(node, offset, size, value);

    return status == TRM_OK ? SIM_BUS_OK : SIM_BUS_ERR_FAULT;
}

static bool waits(void *ctx, unsigned component, uint32_t offset)
{
    const struct sim_fabric_c *f = ctx;
    const struct sim_node *node = &f->node[component];

    return node->encoder != NULL && trm_encoder_reg_waits(node->encoder, offset);
}

/* The timestamp goes down the funnels to the encoders, all in one cycle (TCI 1.0, Timestamp Unit).
 */
static void timestamps(const struct sim_fabric_c *f)
{
    const uint64_t time = f->env.time(f->env.time_ctx);

    for (struct sim_node *const *at = f->funnels; *at != NULL; at++) {
        const struct sim_node *up = (*at)->parent;

        trm_funnel_timestamp_in((*at)->funnel, up != NULL ? up->timestamp : time);
        (*at)->timestamp = trm_funnel_timestamp((*at)->funnel);
    }
    for (struct sim_node *const *at = f->shared; *at != NULL; at++) {
        trm_encoder_timestamp_in((*at)->encoder, (*at)->parent->timestamp);
    }
}

static void tick_others(const struct sim_fabric_c *f)
{
    for (struct sim_node *const *at = f->others; *at != NULL; at++) {
        (*at)->ops->tick(*at);
    }
}

static __attribute__((noinline)) void tick_all(const struct sim_fabric_c *f, uint64_t n)
{
    for (; n > 0; n--) {
        timestamps(f);
        for (struct trm_ramsink *const *at = f->ramsinks; *at != NULL; at++) {
            trm_ramsink_tick(*at);
        }
        tick_others(f);
        for (struct sim_node *const *at = f->funnels; *at != NULL; at++) {
            trm_funnel_tick((*at)->funnel);
        }
        for (struct trm_encoder *const *at = f->encoders; *at != NULL; at++) {
            trm_encoder_tick(*at);
        }
    }
}

/* An encoder and its RAM sink have a short path: it is taken in every cycle. */
static void tick(void *ctx, uint64_t n)
{
    const struct sim_fabric_c *f = ctx;

    if (!f->pair) {
        tick_all(f, n);
        return;
    }
    do {
        trm_ramsink_tick(f->ramsinks[0]);
        trm_encoder_tick(f->encoders[0]);
    } while (--n > 0);
}

static bool ingress(void *ctx, unsigned component, const struct ingress_cycle *in)
{
    const struct sim_fabric_c *f = ctx;

    return trm_encoder_ingress(f->input[component], in);
}

static bool busy(const void *ctx)
{
    const struct sim_fabric_c *f = ctx;

    for (struct trm_encoder *const *at = f->encoders; *at != NULL; at++) {
        if (trm_encoder_busy(*at)) {
            return true;
        }
    }
    for (struct sim_node *const *at = f->funnels; *at != NULL; at++) {
        if (trm_funnel_busy((*at)->funnel)) {
            return true;
        }
    }
    for (struct trm_ramsink *const *at = f->ramsinks; *at != NULL; at++) {
        if (trm_ramsink_busy(*at)) {
            return true;
        }
    }
    for (struct sim_node *const *at = f->others; *at != NULL; at++) {
        if ((*at)->ops->busy(*at)) {
            return true;
        }
    }
    return false;
}

static void stream(const void *ctx, unsigned component, struct nexus_stream_cfg *out)
{
    const struct sim_fabric_c *f = ctx;

    trm_encoder_stream_cfg(f->node[component].encoder, out);
}

static void capture_start(void *ctx, unsigned component)
{
    const struct sim_fabric_c *f = ctx;

    if (f->node[component].etb != NULL) {
        trm_etb_start(f->node[component].etb);
    }
}

static void capture_flush(void *ctx, unsigned component)
{
    const struct sim_fabric_c *f = ctx;

    if (f->node[component].etb != NULL) {
        trm_etb_flush(f->node[component].etb);
    }
}

static bool capture_flushed(void *ctx, unsigned component)
{
    const struct sim_fabric_c *f = ctx;

    return f->node[component].etb == NULL || trm_etb_flushed(f->node[component].etb);
}

static void capture_stop(void *ctx, unsigned component)
{
    const struct sim_fabric_c *f = ctx;

    if (f->node[component].etb != NULL) {
        trm_etb_stop(f->node[component].etb);
    }
}

static uint32_t capture_read(const void *ctx, unsigned component, uint8_t *dst, uint32_t n)
{
    const struct sim_fabric_c *f = ctx;

    return f->node[component].etb != NULL ? trm_etb_read(f->node[component].etb, dst, n) : 0;
}

static uint64_t capture_total(const void *ctx, unsigned component)
{
    const struct sim_fabric_c *f = ctx;

    return f->node[component].etb != NULL ? trm_etb_stored(f->node[component].etb) : 0;
}

const struct sim_fabric_ops sim_fabric_c_ops = {
    .reg_read = reg_read,
    .reg_write = reg_write,
    .waits = waits,
    .tick = tick,
    .ingress = ingress,
    .busy = busy,
    .stream = stream,
    .capture_start = capture_start,
    .capture_flush = capture_flush,
    .capture_flushed = capture_flushed,
    .capture_stop = capture_stop,
    .capture_read = capture_read,
    .capture_total = capture_total,
    .destroy = sim_fabric_c_destroy,
};
