/* SPDX-License-Identifier: Apache-2.0 */
#include "model_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

void model_tree_cfg_init(struct model_tree_cfg *cfg, enum trm_undef undef, uint64_t seed,
                         uint32_t power_ticks)
{
    memset(cfg, 0, sizeof *cfg);
    trm_encoder_cfg_init(&cfg->encoder);
    trm_funnel_cfg_init(&cfg->funnel);
    trm_ramsink_cfg_init(&cfg->ramsink);
    trm_pibsink_cfg_init(&cfg->pibsink);
    trm_atbbridge_cfg_init(&cfg->atbbridge);
    cfg->encoder.ts_modes = TRM_TS_MODES_ENCODER;
    cfg->funnel.ts_modes = TRM_TS_MODES_FUNNEL;
    cfg->encoder.undef = cfg->funnel.undef = undef;
    cfg->ramsink.undef = cfg->pibsink.undef = cfg->atbbridge.undef = undef;
    cfg->encoder.seed = seed;
    cfg->funnel.seed = seed + 1;
    cfg->ramsink.seed = seed + 2;
    cfg->pibsink.seed = seed + 3;
    cfg->atbbridge.seed = seed + 4;
    cfg->encoder.power_ticks = cfg->funnel.power_ticks = power_ticks;
    cfg->ramsink.power_ticks = cfg->pibsink.power_ticks = power_ticks;
    cfg->atbbridge.power_ticks = power_ticks;
}

/* ---- building ---- */

static int smem_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    struct model_part *p = ctx;
    if (address < p->smem || address - p->smem + n > sizeof p->memory) {
        return -1;
    }
    memcpy(p->memory + (address - p->smem), bytes, n);
    return 0;
}

static void build_ramsink(struct model_part *p, const struct topology_extra *told,
                          const struct model_tree_cfg *cfg)
{
    struct trm_ramsink_cfg c = cfg->ramsink;
    c.has_smem = told->smem.size != 0 || c.has_smem;
    c.has_sram = told->sram_bytes != 0 || !c.has_smem;
    c.sram = p->memory;
    c.sram_bytes = told->sram_bytes != 0 && told->sram_bytes < MODEL_TREE_MEMORY
                       ? told->sram_bytes
                       : MODEL_TREE_MEMORY;
    p->smem = told->smem.base;
    c.bus = (struct trm_ramsink_bus){.write = smem_write, .ctx = p};
    assert_int_equal(trm_ramsink_init(&p->ramsink, &c), TRM_OK);
}

static void build(struct model_tree *m, unsigned i, const struct model_tree_cfg *cfg)
{
    const struct topology_component *tc = &m->t->component[i];
    struct model_part *p = &m->part[i];
    p->kind = tc->kind;
    trm_fanout_init(&p->fanout);
    switch (p->kind) {
    case TOPOLOGY_ENCODER:
        assert_int_equal(trm_encoder_init(&p->encoder, &cfg->encoder), TRM_OK);
        trm_encoder_connect(&p->encoder, trm_fanout_link(&p->fanout));
        break;
    case TOPOLOGY_FUNNEL: {
        struct trm_funnel_cfg c = cfg->funnel;
        c.inputs = TRM_FUNNEL_INPUTS_MAX;
        assert_int_equal(trm_funnel_init(&p->funnel, &c), TRM_OK);
        trm_funnel_connect(&p->funnel, trm_fanout_link(&p->fanout));
        break;
    }
    case TOPOLOGY_RAMSINK:
        build_ramsink(p, &tc->extra, cfg);
        break;
    case TOPOLOGY_PIBSINK:
        assert_int_equal(trm_pibsink_init(&p->pibsink, &cfg->pibsink), TRM_OK);
        break;
    case TOPOLOGY_ATBBRIDGE:
        assert_int_equal(trm_atbbridge_init(&p->atbbridge, &cfg->atbbridge), TRM_OK);
        break;
    default:
        fail_msg("component %u has no model", i);
    }
}

static struct trm_link input_of(struct model_tree *m, const struct topology_link *l)
{
    struct model_part *p = &m->part[l->dst];
    switch (p->kind) {
    case TOPOLOGY_FUNNEL:
        return trm_funnel_link(&p->funnel, l->dst_port);
    case TOPOLOGY_RAMSINK:
        return trm_ramsink_link(&p->ramsink);
    case TOPOLOGY_PIBSINK:
        return trm_pibsink_link(&p->pibsink);
    default:
        return trm_atbbridge_link(&p->atbbridge);
    }
}

/* ---- clocks ---- */

static void tick_sink(struct model_tree *m, struct model_part *p)
{
    if (p->kind == TOPOLOGY_RAMSINK) {
        trm_ramsink_tick(&p->ramsink);
    } else if (p->kind == TOPOLOGY_PIBSINK) {
        trm_pibsink_tick(&p->pibsink);
        if (m->pins != NULL && p->caught < MODEL_TREE_SAMPLES) {
            m->pins[p->caught++] = trm_pibsink_pins(&p->pibsink);
        }
    } else {
        struct trm_atb_in in = {.atready = !m->slow_atb || m->ticks % 2 == 0};
        const struct trm_atb_out *out = trm_atbbridge_out(&p->atbbridge);
        for (unsigned i = 0; out->atvalid && in.atready && i <= out->atbytes; i++) {
            assert_true(p->caught < sizeof p->memory);
            p->memory[p->caught++] = out->atdata[i];
        }
        trm_atbbridge_tick(&p->atbbridge, &in);
    }
}

/* The timestamp that component i hands down to what sends to it. */
static uint64_t handed_down(const struct model_tree *m, unsigned i)
{
    for (unsigned k = 0; k < m->t->nlinks; k++) {
        const struct topology_link *l = &m->t->link[k];
        if (l->src == i && m->part[l->dst].kind == TOPOLOGY_FUNNEL) {
            return trm_funnel_timestamp(&m->part[l->dst].funnel);
        }
    }
    return m->ticks; /* the outside source */
}

void model_tree_tick(struct model_tree *m)
{
    m->ticks++;
    for (unsigned k = 0; k < m->n; k++) {
        unsigned i = m->order[k];
        struct model_part *p = &m->part[i];
        if (p->kind == TOPOLOGY_FUNNEL) {
            trm_funnel_timestamp_in(&p->funnel, handed_down(m, i));
            trm_funnel_tick(&p->funnel);
        } else if (p->kind == TOPOLOGY_ENCODER) {
            trm_encoder_timestamp_in(&p->encoder, handed_down(m, i));
            trm_encoder_tick(&p->encoder);
        } else {
            tick_sink(m, p);
        }
    }
}

/* ---- the driver's port ---- */

static int access_part(struct model_part *p, uint32_t offset, bool write, uint32_t *val)
{
    switch (p->kind) {
    case TOPOLOGY_ENCODER:
        return write ? trm_encoder_reg_write(&p->encoder, offset, 4, *val)
                     : trm_encoder_reg_read(&p->encoder, offset, 4, val);
    case TOPOLOGY_FUNNEL:
        return write ? trm_funnel_reg_write(&p->funnel, offset, 4, *val)
                     : trm_funnel_reg_read(&p->funnel, offset, 4, val);
    case TOPOLOGY_RAMSINK:
        return write ? trm_ramsink_reg_write(&p->ramsink, offset, 4, *val)
                     : trm_ramsink_reg_read(&p->ramsink, offset, 4, val);
    case TOPOLOGY_PIBSINK:
        return write ? trm_pibsink_reg_write(&p->pibsink, offset, 4, *val)
                     : trm_pibsink_reg_read(&p->pibsink, offset, 4, val);
    default:
        return write ? trm_atbbridge_reg_write(&p->atbbridge, offset, 4, *val)
                     : trm_atbbridge_reg_read(&p->atbbridge, offset, 4, val);
    }
}

static enum rvt_status access_tree(struct model_tree *m, uint64_t addr, bool write, uint32_t *val)
{
    for (unsigned i = 0; i < m->t->ncomponents; i++) {
        struct model_part *p = &m->part[i];
        uint64_t base = m->t->component[i].block.base;
        if (addr >= base && addr - base < TOPOLOGY_BLOCK_SIZE) {
            int status = access_part(p, (uint32_t)(addr - base), write, val);
            model_tree_tick(m);
            return status == TRM_OK ? RVT_OK : RVT_ERR_BUS;
        }
        if (p->smem != 0 && addr >= p->smem && addr - p->smem + 4 <= sizeof p->memory && !write) {
            const uint8_t *b = p->memory + (addr - p->smem);
            *val =
                (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
            return RVT_OK;
        }
    }
    return RVT_ERR_BUS;
}

static enum rvt_status io_read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    return access_tree(io->ctx, addr, false, val);
}

static enum rvt_status io_write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    return access_tree(io->ctx, addr, true, &val);
}

static enum rvt_status io_relax(const struct rvt_io *io)
{
    model_tree_tick(io->ctx);
    return RVT_OK;
}

void model_tree_init(struct model_tree *m, const struct topology *real,
                     const struct model_tree_cfg *cfg, struct trm_pib_pins *pins,
                     uint32_t poll_limit)
{
    static const struct rvt_io_ops ops = {
        .read32 = io_read32, .write32 = io_write32, .relax = io_relax};
    assert_true(real->ncomponents <= MODEL_TREE_MAX);
    memset(m, 0, sizeof *m);
    m->t = real;
    m->pins = pins;
    m->slow_atb = cfg->one_atb_byte;
    m->n = topology_order(real, m->order);
    m->io = (struct rvt_io){&ops, m, poll_limit};
    for (unsigned i = 0; i < real->ncomponents; i++) {
        build(m, i, cfg);
    }
    for (unsigned k = 0; k < real->nlinks; k++) {
        struct trm_fanout *fan = &m->part[real->link[k].src].fanout;
        assert_int_equal(trm_fanout_add(fan, input_of(m, &real->link[k])), TRM_OK);
    }
}
