/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric on the bus. While it is idle it is not ticked with every cycle but brought up to date
 * at the next register access: only registers are visible then, and those settle within a bounded
 * time. */
#include "platform/network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/platform_priv.h"

enum {
    WAIT_LIMIT = 1 << 20, /* cycles */
};

static int refuse(struct sim_message *msg, int status, const char *text)
{
    if (msg != NULL) {
        snprintf(msg->text, sizeof msg->text, "%s", text);
    }
    return status;
}

/* ---- time ---- */

static uint64_t time_now(void *ctx)
{
    const struct sim_platform *p = ctx;

    return sim_hart_time(sim_current(p)->hart);
}

void sim_network_catch_up(struct sim_platform *p)
{
    struct sim_network *net = &p->network;
    const uint64_t now = sim_now(p);

    if (now > net->ticked) { /* otherwise this cycle has been ticked */
        sim_network_tick(net, now);
    }
}

/* ---- registers ---- */

static int block_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    const struct sim_block *b = ctx;
    struct sim_network *net = &b->platform->network;
    uint32_t v = 0;

    sim_network_catch_up(b->platform);
    if (net->fabric.ops->reg_read(net->fabric.ctx, b->component, (uint32_t)offset, size, &v) !=
        SIM_BUS_OK) {
        return SIM_BUS_ERR_FAULT;
    }
    *value = v;
    return SIM_BUS_OK;
}

/* A write that has to wait holds the bus: cycles pass for all harts. One that waits for ever is let
 * through. */
static void wait_for_room(struct sim_platform *p, unsigned component, uint32_t offset)
{
    const struct sim_fabric *f = &p->network.fabric;

    for (unsigned n = 0; n < WAIT_LIMIT && f->ops->waits(f->ctx, component, offset); n++) {
        for (unsigned i = 0; i < p->harts; i++) {
            sim_hart_idle(p->core[i].hart, 1);
        }
        p->core[p->current].stalled++;
        sim_network_tick(&p->network, p->network.ticked + 1);
    }
}

static int block_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    const struct sim_block *b = ctx;
    struct sim_platform *p = b->platform;
    const struct sim_fabric *f = &p->network.fabric;

    sim_network_catch_up(p);
    if (f->ops->waits != NULL) {
        wait_for_room(p, b->component, (uint32_t)offset);
    }
    if (f->ops->reg_write(f->ctx, b->component, (uint32_t)offset, size, (uint32_t)value) !=
        SIM_BUS_OK) {
        return SIM_BUS_ERR_FAULT;
    }
    if (p->cfg.regs.fn != NULL) {
        p->cfg.regs.fn(p->cfg.regs.ctx, b->component, (uint32_t)offset, (uint32_t)value);
    }
    for (unsigned i = 0; i < p->harts; i++) {
        struct nexus_stream_cfg stream;

        if (p->core[i].encoder == b->component) {
            f->ops->stream(f->ctx, b->component, &stream);
            sim_hart_set_all_jumps(p->core[i].hart, stream.all_jumps);
        }
        sim_hart_yield(p->core[i].hart);
    }
    return SIM_BUS_OK;
}

/* A RAM sink as bus master: n is 4, 8 or 16. Addresses outside its window do not answer. */
static bool in_window(const struct sim_platform *p, unsigned component, uint64_t address, size_t n)
{
    const struct topology_range *window = &p->network.tree->component[component].extra.smem;

    return window->size == 0 ||
           (address >= window->base && address - window->base <= window->size - n);
}

static int smem_write(void *ctx, unsigned component, uint64_t address, const uint8_t *bytes,
                      size_t n)
{
    struct sim_platform *p = ctx;

    if (!in_window(p, component, address, n)) {
        return SIM_BUS_ERR_FAULT;
    }
    for (size_t i = 0; i < n; i += 4) {
        const uint32_t v = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 |
                           (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
        int status = sim_bus_write32(&p->bus, address + i, v);

        if (status != SIM_BUS_OK) {
            return status;
        }
    }
    return 0;
}

static int smem_read(void *ctx, unsigned component, uint64_t address, uint8_t *bytes, size_t n)
{
    struct sim_platform *p = ctx;

    if (!in_window(p, component, address, n)) {
        return SIM_BUS_ERR_FAULT;
    }
    for (size_t i = 0; i < n; i += 4) {
        uint32_t v = 0;
        int status = sim_bus_read32(&p->bus, address + i, &v);

        if (status != SIM_BUS_OK) {
            return status;
        }
        for (unsigned b = 0; b < 4; b++) {
            bytes[i + b] = (uint8_t)(v >> (8 * b));
        }
    }
    return 0;
}

/* ---- making it ---- */

int sim_network_plan(struct sim_platform *p, struct sim_message *msg)
{
    struct sim_network *net = &p->network;

    if (p->cfg.tree != NULL) {
        net->tree = p->cfg.tree;
        if (net->tree->nharts == 0 || net->tree->nharts > SIM_MAX_HARTS) {
            return refuse(msg, SIM_PLATFORM_ERR_ARG, "the tree must have 1 to 16 harts");
        }
        p->harts = net->tree->nharts;
        return SIM_PLATFORM_OK;
    }
    if (sim_tree_ready(&net->ready, p->cfg.harts, p->cfg.hart.xlen) != SIM_PLATFORM_OK) {
        return refuse(msg, SIM_PLATFORM_ERR_ARG,
                      "the number of harts must be 1 to 16, XLEN 32 or "
                      "64");
    }
    net->tree = &net->ready.t;
    p->harts = p->cfg.harts;
    return SIM_PLATFORM_OK;
}

/* The encoder of each hart; its id. */
static int find_encoders(struct sim_platform *p, struct sim_message *msg)
{
    const struct topology *t = p->network.tree;

    for (unsigned i = 0; i < t->ncomponents; i++) {
        const struct topology_component *c = &t->component[i];
        const char *why = NULL;

        if (c->kind != TOPOLOGY_ENCODER) {
            continue;
        }
        if (c->hart.index >= p->harts) {
            why = "is for a hart that the tree does not have";
        } else if (p->core[c->hart.index].encoder != TOPOLOGY_NONE) {
            why = "is a second encoder for its hart";
        } else if (c->hart.xlen != 0 && c->hart.xlen != p->cfg.hart.xlen) {
            why = c->hart.xlen == 32 ? "has an RV32 hart, but the platform is RV64"
                                     : "has an RV64 hart, but the platform is RV32";
        }
        if (why != NULL) {
            if (msg != NULL) {
                snprintf(msg->text, sizeof msg->text, "%s: %s", c->path, why);
            }
            return SIM_PLATFORM_ERR_ARG;
        }
        p->core[c->hart.index].encoder = i;
    }
    return SIM_PLATFORM_OK;
}

/* Parameters of every component: the caller's, or those of the tree. */
static int configure(struct sim_platform *p, const struct sim_component_cfg **out,
                     struct sim_message *msg)
{
    struct sim_network *net = &p->network;
    struct trm_encoder_cfg base;

    if (p->cfg.tree != NULL && p->cfg.component != NULL) {
        *out = p->cfg.component;
        return SIM_PLATFORM_OK;
    }
    net->cfg = calloc(net->tree->ncomponents, sizeof *net->cfg);
    if (net->cfg == NULL) {
        return refuse(msg, SIM_PLATFORM_ERR_NOMEM, "no memory for the trace components");
    }
    *out = net->cfg;
    trm_encoder_cfg_init(&base);
    base.xlen = p->cfg.hart.xlen;
    base.itype_width = p->cfg.hart.itype4 ? 4 : 3;
    for (unsigned i = 0; i < net->tree->ncomponents; i++) {
        int status = sim_tree_component(
            net->tree, i, p->cfg.encoder != NULL ? p->cfg.encoder : &base, &net->cfg[i], msg);

        if (status != SIM_PLATFORM_OK) {
            return status;
        }
        if (net->tree->component[i].kind == TOPOLOGY_RAMSINK && p->cfg.ramsink != NULL &&
            p->cfg.tree == NULL) {
            net->cfg[i].u.ramsink = *p->cfg.ramsink;
        }
    }
    return SIM_PLATFORM_OK;
}

static int map_blocks(struct sim_platform *p, struct sim_message *msg)
{
    static const struct sim_device_ops ops = {block_read, block_write};
    struct sim_network *net = &p->network;

    for (unsigned i = 0; i < net->tree->ncomponents; i++) {
        const struct topology_component *c = &net->tree->component[i];

        net->block[i] = (struct sim_block){p, i};
        if (sim_bus_map_device(&p->bus, c->block.base, c->block.size, &ops, &net->block[i]) ==
            SIM_BUS_OK) {
            continue;
        }
        if (msg != NULL) {
            snprintf(msg->text, sizeof msg->text,
                     "%.80s: its registers at 0x%" PRIx64 " do not fit into the memory map; "
                     "docs/reference/sim.md has it",
                     c->path, c->block.base);
        }
        return SIM_PLATFORM_ERR_ARG;
    }
    return SIM_PLATFORM_OK;
}

int sim_network_init(struct sim_platform *p, struct sim_message *msg)
{
    const struct sim_fabric_maker c_models = sim_fabric_c();
    const struct sim_fabric_maker *maker = p->cfg.fabric.make != NULL ? &p->cfg.fabric : &c_models;
    struct sim_network *net = &p->network;
    struct sim_fabric_env env = {.tree = net->tree,
                                 .smem_write = smem_write,
                                 .smem_read = smem_read,
                                 .smem_ctx = p,
                                 .time = time_now,
                                 .time_ctx = p,
                                 .pins = p->cfg.pins};

    if (!p->cfg.trace) {
        return SIM_PLATFORM_OK;
    }
    int status = find_encoders(p, msg);
    if (status == SIM_PLATFORM_OK) {
        status = configure(p, &env.cfg, msg);
    }
    if (status == SIM_PLATFORM_OK && maker->make(maker->ctx, &env, &net->fabric, msg) != 0) {
        status = SIM_PLATFORM_ERR_ARG;
    }
    if (status != SIM_PLATFORM_OK) {
        return status;
    }
    for (unsigned i = 0; i < p->harts; i++) {
        const unsigned encoder = p->core[i].encoder;

        sim_hart_set_data(p->core[i].hart,
                          encoder != TOPOLOGY_NONE && env.cfg[encoder].u.encoder.data_trace);
    }
    net->present = true;
    return map_blocks(p, msg);
}

void sim_network_free(struct sim_platform *p)
{
    struct sim_network *net = &p->network;

    if (net->present) {
        net->fabric.ops->destroy(net->fabric.ctx);
    }
    net->present = false;
    free(net->cfg);
    net->cfg = NULL;
}
