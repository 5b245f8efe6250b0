/* SPDX-License-Identifier: Apache-2.0 */
#include "any_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "regmap_all.h"

static bool take_all(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void take(void *ctx, const uint8_t *bytes, size_t n)
{
    struct any_model *m = ctx;
    (void)bytes;
    (void)n;
    m->sent++;
}

static int smem_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    struct any_model *m = ctx;
    (void)address;
    (void)bytes;
    m->sent += n;
    return 0;
}

static void least_encoder(struct trm_encoder_cfg *c)
{
    c->btm = false;
    c->src_bits = 0;
    c->sync_modes = 2;
    c->context = c->triggers = c->stall = c->all_jumps = c->extend_addr_msb = false;
    c->sequential_jump = c->implicit_return = c->repeated_history = false;
}

static void all_encoder(struct trm_encoder_cfg *c)
{
    c->ext_triggers = 8;
    c->ext_outputs = 8;
    c->dbg_control = true;
    c->filters = TRM_FILTERS_MAX;
    c->comparators = TRM_COMPARATORS_MAX;
    c->ts_modes = TRM_TS_MODES_ENCODER;
    c->ts_select = true;
    c->stimulus = true;
}

static struct trm_encoder_cfg encoder_cfg(enum any_features features)
{
    struct trm_encoder_cfg c;
    trm_encoder_cfg_init(&c);
    if (features == ANY_LEAST) {
        least_encoder(&c);
    } else if (features >= ANY_ALL) {
        all_encoder(&c);
    }
    return c;
}

static struct trm_ramsink_cfg ramsink_cfg(struct any_model *m, enum any_features features)
{
    struct trm_ramsink_cfg c;
    trm_ramsink_cfg_init(&c);
    c.sram = m->sram;
    c.sram_bytes = sizeof m->sram;
    c.limit_fixed = features == ANY_LEAST;
    c.has_smem = c.async = c.read_active = c.data_writable = features >= ANY_ALL;
    c.has_sram = features != ANY_SMEM;
    c.bus = (struct trm_ramsink_bus){.write = smem_write, .ctx = m};
    return c;
}

static struct trm_pibsink_cfg pibsink_cfg(enum any_features features)
{
    struct trm_pibsink_cfg c;
    trm_pibsink_cfg_init(&c);
    c.divider_reset = 0;
    c.async = features >= ANY_ALL;
    if (features == ANY_LEAST) {
        c.modes = 1u << 10;
        c.clk_centers = 1;
        c.calibrate = false;
        c.divider_bits = 0;
    }
    return c;
}

#define POLICY(c) ((c).undef = undef, (c).seed = seed, (c).power_ticks = power_ticks)

void any_init(struct any_model *m, enum topology_kind kind, enum any_features features,
              enum trm_undef undef, uint64_t seed, uint32_t power_ticks)
{
    static const struct trm_link_ops ops = {.can_accept = take_all, .put = take};
    const struct trm_link out = {&ops, m};
    memset(m, 0, sizeof *m);
    m->kind = kind;
    if (kind == TOPOLOGY_ENCODER) {
        struct trm_encoder_cfg c = encoder_cfg(features);
        POLICY(c);
        m->map = &regmap_encoder;
        assert_int_equal(trm_encoder_init(&m->encoder, &c), TRM_OK);
        trm_encoder_connect(&m->encoder, out);
    } else if (kind == TOPOLOGY_FUNNEL) {
        struct trm_funnel_cfg c;
        trm_funnel_cfg_init(&c);
        c.inputs = features >= ANY_ALL ? 16 : 2;
        c.dis_inputs = features == ANY_LEAST ? 0 : 0xFFFF;
        c.ts_modes = features >= ANY_ALL ? TRM_TS_MODES_FUNNEL : 0;
        POLICY(c);
        m->map = &regmap_funnel;
        assert_int_equal(trm_funnel_init(&m->funnel, &c), TRM_OK);
        trm_funnel_connect(&m->funnel, out);
    } else if (kind == TOPOLOGY_RAMSINK) {
        struct trm_ramsink_cfg c = ramsink_cfg(m, features);
        POLICY(c);
        m->map = &regmap_ramsink;
        assert_int_equal(trm_ramsink_init(&m->ramsink, &c), TRM_OK);
    } else if (kind == TOPOLOGY_PIBSINK) {
        struct trm_pibsink_cfg c = pibsink_cfg(features);
        POLICY(c);
        m->map = &regmap_pibsink;
        assert_int_equal(trm_pibsink_init(&m->pibsink, &c), TRM_OK);
    } else {
        struct trm_atbbridge_cfg c;
        trm_atbbridge_cfg_init(&c);
        c.async = features >= ANY_ALL;
        POLICY(c);
        m->map = &regmap_atbbridge;
        assert_int_equal(trm_atbbridge_init(&m->atbbridge, &c), TRM_OK);
    }
}

struct trm_regfile *any_regfile(struct any_model *m)
{
    switch (m->kind) {
    case TOPOLOGY_ENCODER:
        return &m->encoder.rf;
    case TOPOLOGY_FUNNEL:
        return &m->funnel.rf;
    case TOPOLOGY_RAMSINK:
        return &m->ramsink.rf;
    case TOPOLOGY_PIBSINK:
        return &m->pibsink.rf;
    default:
        return &m->atbbridge.rf;
    }
}

int any_read(struct any_model *m, uint32_t offset, unsigned size, uint32_t *value)
{
    switch (m->kind) {
    case TOPOLOGY_ENCODER:
        return trm_encoder_reg_read(&m->encoder, offset, size, value);
    case TOPOLOGY_FUNNEL:
        return trm_funnel_reg_read(&m->funnel, offset, size, value);
    case TOPOLOGY_RAMSINK:
        return trm_ramsink_reg_read(&m->ramsink, offset, size, value);
    case TOPOLOGY_PIBSINK:
        return trm_pibsink_reg_read(&m->pibsink, offset, size, value);
    default:
        return trm_atbbridge_reg_read(&m->atbbridge, offset, size, value);
    }
}

int any_write(struct any_model *m, uint32_t offset, unsigned size, uint32_t value)
{
    switch (m->kind) {
    case TOPOLOGY_ENCODER:
        return trm_encoder_reg_write(&m->encoder, offset, size, value);
    case TOPOLOGY_FUNNEL:
        return trm_funnel_reg_write(&m->funnel, offset, size, value);
    case TOPOLOGY_RAMSINK:
        return trm_ramsink_reg_write(&m->ramsink, offset, size, value);
    case TOPOLOGY_PIBSINK:
        return trm_pibsink_reg_write(&m->pibsink, offset, size, value);
    default:
        return trm_atbbridge_reg_write(&m->atbbridge, offset, size, value);
    }
}

static void tick_encoder(struct any_model *m)
{
    struct ingress_cycle in = {
        .cycle = ++m->encoder.idle_ticks + m->encoder.cycle, .nblocks = 1, .priv = INGRESS_PRIV_M};
    in.block[0] = (struct ingress_block){
        .iaddr = 0x1000, .iretire = 2, .itype = INGRESS_ITYPE_OTHER_UNINFERABLE, .ilastsize = 1};
    trm_encoder_tick(&m->encoder);
    (void)trm_encoder_ingress(&m->encoder, &in);
}

void any_tick(struct any_model *m)
{
    const struct trm_atb_in ready = {.atready = true};
    switch (m->kind) {
    case TOPOLOGY_ENCODER:
        tick_encoder(m);
        break;
    case TOPOLOGY_FUNNEL:
        trm_funnel_tick(&m->funnel);
        break;
    case TOPOLOGY_RAMSINK:
        trm_ramsink_tick(&m->ramsink);
        break;
    case TOPOLOGY_PIBSINK:
        trm_pibsink_tick(&m->pibsink);
        break;
    default:
        m->sent += trm_atbbridge_out(&m->atbbridge)->atvalid;
        trm_atbbridge_tick(&m->atbbridge, &ready);
    }
}

bool any_offer(struct any_model *m, size_t n)
{
    static const uint8_t bytes[TRM_MESSAGE_MAX] = {4, 3};
    struct trm_link l = {.ops = NULL};
    if (m->kind == TOPOLOGY_FUNNEL) {
        l = trm_funnel_link(&m->funnel, 1);
    } else if (m->kind == TOPOLOGY_RAMSINK) {
        l = trm_ramsink_link(&m->ramsink);
    } else if (m->kind == TOPOLOGY_PIBSINK) {
        l = trm_pibsink_link(&m->pibsink);
    } else if (m->kind == TOPOLOGY_ATBBRIDGE) {
        l = trm_atbbridge_link(&m->atbbridge);
    }
    if (l.ops == NULL || !l.ops->can_accept(l.ctx, n)) {
        return false;
    }
    l.ops->put(l.ctx, bytes, n);
    return true;
}

bool any_quiet(const struct any_model *m)
{
    switch (m->kind) {
    case TOPOLOGY_ENCODER:
        return trm_encoder_trigger_out(&m->encoder) == 0;
    case TOPOLOGY_FUNNEL:
        return trm_funnel_timestamp(&m->funnel) == 0;
    case TOPOLOGY_PIBSINK:
        return trm_pibsink_pins(&m->pibsink).data == 0 && !trm_pibsink_pins(&m->pibsink).clk;
    case TOPOLOGY_ATBBRIDGE:
        return !trm_atbbridge_out(&m->atbbridge)->atvalid;
    default:
        return true;
    }
}
