/* SPDX-License-Identifier: Apache-2.0 */
/* Encoder and RAM sink on the bus. While they are idle they are not ticked with every cycle but
 * brought up to date when somebody looks at a register: then nothing can be seen but registers, and
 * those settle within a bounded time. */
#include "platform/trace.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SETTLE_TICKS = 8192, /* longer than any power-up delay or flush_ticks by default */
    SRAM_BYTES = 65536,
    BLOCK_BYTES = 0x1000,
};

static void tick_once(struct sim_trace *t)
{
    trm_ramsink_tick(&t->ramsink);
    trm_encoder_tick(&t->encoder);
}

static void catch_up(struct sim_trace *t)
{
    const uint64_t now = sim_hart_cycles(t->hart);
    uint64_t n;

    if (now <= t->ticked) /* this cycle has been ticked */
        return;
    n = now - t->ticked;
    n = n > SETTLE_TICKS ? SETTLE_TICKS : n;
    while (n-- > 0)
        tick_once(t);
    t->ticked = now;
}

void sim_trace_tick(struct sim_trace *t)
{
    catch_up(t);
    tick_once(t);
    t->ticked++;
}

bool sim_trace_busy(const struct sim_trace *t)
{
    return t->present && (trm_encoder_busy(&t->encoder) || trm_ramsink_busy(&t->ramsink));
}

/* Only aligned accesses of 32 bits (TCI 1.0, Trace Component Register Access); the components say
 * so themselves. */
static int encoder_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    struct sim_trace *t = ctx;
    uint32_t v = 0;

    catch_up(t);
    if (trm_encoder_reg_read(&t->encoder, (uint32_t)offset, size, &v) != TRM_OK)
        return SIM_BUS_ERR_FAULT;
    *value = v;
    return SIM_BUS_OK;
}

static int encoder_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_trace *t = ctx;
    struct nexus_stream_cfg stream;

    catch_up(t);
    if (trm_encoder_reg_write(&t->encoder, (uint32_t)offset, size, (uint32_t)value) != TRM_OK)
        return SIM_BUS_ERR_FAULT;
    trm_encoder_stream_cfg(&t->encoder, &stream);
    sim_hart_set_all_jumps(t->hart, stream.all_jumps);
    sim_hart_yield(t->hart);
    return SIM_BUS_OK;
}

static int ramsink_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    struct sim_trace *t = ctx;
    uint32_t v = 0;

    catch_up(t);
    if (trm_ramsink_reg_read(&t->ramsink, (uint32_t)offset, size, &v) != TRM_OK)
        return SIM_BUS_ERR_FAULT;
    *value = v;
    return SIM_BUS_OK;
}

static int ramsink_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_trace *t = ctx;

    catch_up(t);
    if (trm_ramsink_reg_write(&t->ramsink, (uint32_t)offset, size, (uint32_t)value) != TRM_OK)
        return SIM_BUS_ERR_FAULT;
    sim_hart_yield(t->hart);
    return SIM_BUS_OK;
}

/* The sink as bus master: n is 4, 8 or 16. */
static int smem_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    struct sim_trace *t = ctx;

    for (size_t i = 0; i < n; i += 4) {
        const uint32_t v = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 |
                           (uint32_t)bytes[i + 2] << 16 | (uint32_t)bytes[i + 3] << 24;
        int status = sim_bus_write32(t->bus, address + i, v);

        if (status != SIM_BUS_OK)
            return status;
    }
    return 0;
}

static int refuse(struct sim_message *msg, int status, const char *text)
{
    if (msg)
        snprintf(msg->text, sizeof msg->text, "%s", text);
    return status;
}

static int init_sink(struct sim_trace *t, const struct sim_platform_cfg *cfg,
                     struct sim_message *msg)
{
    struct trm_ramsink_cfg c;

    if (cfg->ramsink) {
        c = *cfg->ramsink;
    } else {
        trm_ramsink_cfg_init(&c);
        c.has_smem = true;
        c.sram_bytes = SRAM_BYTES;
    }
    if (c.has_sram && !c.sram) {
        t->sram = calloc(1, c.sram_bytes ? c.sram_bytes : 1);
        if (!t->sram)
            return refuse(msg, SIM_PLATFORM_ERR_NOMEM, "no memory for the trace SRAM");
        c.sram = t->sram;
    }
    if (!c.bus.write)
        c.bus = (struct trm_ramsink_bus){.write = smem_write, .ctx = t};
    if (trm_ramsink_init(&t->ramsink, &c) != TRM_OK)
        return refuse(msg, SIM_PLATFORM_ERR_ARG, "the configuration of the RAM sink is refused");
    return SIM_PLATFORM_OK;
}

static int init_encoder(struct sim_trace *t, const struct sim_platform_cfg *cfg,
                        struct sim_message *msg)
{
    struct trm_encoder_cfg c;

    if (cfg->encoder) {
        c = *cfg->encoder;
    } else {
        trm_encoder_cfg_init(&c);
        c.xlen = cfg->hart.xlen;
        c.itype_width = cfg->hart.itype4 ? 4 : 3;
    }
    if (trm_encoder_init(&t->encoder, &c) != TRM_OK)
        return refuse(msg, SIM_PLATFORM_ERR_ARG, "the configuration of the encoder is refused");
    trm_encoder_connect(&t->encoder, trm_ramsink_link(&t->ramsink));
    return SIM_PLATFORM_OK;
}

int sim_trace_init(struct sim_trace *t, const struct sim_platform_cfg *cfg, struct sim_bus *bus,
                   struct sim_hart *hart, struct sim_message *msg)
{
    static const struct sim_device_ops encoder_ops = {encoder_read, encoder_write};
    static const struct sim_device_ops ramsink_ops = {ramsink_read, ramsink_write};
    int status;

    if (!cfg->trace)
        return SIM_PLATFORM_OK;
    t->hart = hart;
    t->bus = bus;
    status = init_sink(t, cfg, msg);
    if (status == SIM_PLATFORM_OK)
        status = init_encoder(t, cfg, msg);
    if (status != SIM_PLATFORM_OK)
        return status;
    if (sim_bus_map_device(bus, SIM_ENCODER_BASE, BLOCK_BYTES, &encoder_ops, t) != SIM_BUS_OK ||
        sim_bus_map_device(bus, SIM_RAMSINK_BASE, BLOCK_BYTES, &ramsink_ops, t) != SIM_BUS_OK)
        return refuse(msg, SIM_PLATFORM_ERR_ARG, "the trace components do not fit into the map");
    t->present = true;
    return SIM_PLATFORM_OK;
}

void sim_trace_free(struct sim_trace *t)
{
    free(t->sram);
    t->sram = NULL;
}
