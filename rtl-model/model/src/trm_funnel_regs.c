/* SPDX-License-Identifier: Apache-2.0 */
/* Start and registers of the funnel: WARL rules and what accesses do (TCI 1.0, Trace Funnel). */
#include "funnel_table.h"
#include "regmap/param.h"
#include "trm_funnel_int.h"

_Static_assert((int)TRM_FUNNEL_FIFO_MIN == 2 * (int)TRM_MESSAGE_MAX, "funnel.toml");

/* Inputs that exist. */
static uint32_t inputs_mask(const struct trm_funnel *funnel)
{
    return (UINT32_C(1) << funnel->cfg.inputs) - 1u;
}

static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    const struct trm_funnel *funnel = ctx;
    (void)old;
    if (offset == TR_FUNNEL_DIS_INPUT_OFFSET) {
        return now & funnel->cfg.dis_inputs & inputs_mask(funnel);
    }
    if (offset == TR_TS_CONTROL_OFFSET) {
        return trm_timestamp_legal(&funnel->ts, now);
    }
    return now;
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct trm_funnel *funnel = ctx;
    if (offset == TR_TS_CONTROL_OFFSET) {
        trm_timestamp_written(&funnel->ts, old, now, written);
    }
    if (offset == TR_FUNNEL_CONTROL_OFFSET) {
        funnel->enabled = (now & TR_FUNNEL_ENABLE_MASK) != 0;
    }
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    const struct trm_funnel *funnel = ctx;
    if (offset == TR_FUNNEL_CONTROL_OFFSET) {
        return (value & ~TR_FUNNEL_EMPTY_MASK) |
               (trm_funnel_empty(funnel) ? TR_FUNNEL_EMPTY_MASK : 0);
    }
    if (offset == TR_TS_COUNTER_LOW_OFFSET || offset == TR_TS_COUNTER_HIGH_OFFSET) {
        return trm_timestamp_read(&funnel->ts, offset);
    }
    return value;
}

static void reset(void *ctx, bool active)
{
    struct trm_funnel *funnel = ctx;
    trm_funnel_drop(funnel);
    trm_timestamp_reset(&funnel->ts, active);
    funnel->enabled = false;
    funnel->last = (uint8_t)(funnel->cfg.inputs - 1u);
    funnel->waiting = 0;
    funnel->waited = 0;
    funnel->short_of = 0;
    funnel->link_credit = 0;
}

static int regs_init(struct trm_funnel *funnel)
{
    struct trm_timestamp_cfg ts = {
        .modes = funnel->cfg.ts_modes,
        .width = funnel->cfg.ts_width,
        .copy_active = funnel->cfg.ts_copy_active,
    };
    struct trm_regfile_cfg cfg = {
        .map = &regmap_funnel,
        .hooks = {pre_write, post_write, post_read, reset, funnel},
        .undef = funnel->cfg.undef,
        .seed = funnel->cfg.seed,
        .power_ticks = funnel->cfg.power_ticks,
        .version = funnel->cfg.version,
        .enable_ticks = funnel->cfg.enable_ticks,
    };
    int status = trm_regfile_init(&funnel->rf, &cfg, funnel->words);
    if (status != TRM_OK) {
        return status;
    }
    if ((funnel->cfg.dis_inputs & inputs_mask(funnel)) == 0) {
        trm_regfile_remove(&funnel->rf, TR_FUNNEL_DIS_INPUT_OFFSET);
    }
    return trm_timestamp_init(&funnel->ts, &ts, &funnel->rf);
}

void trm_funnel_cfg_init(struct trm_funnel_cfg *cfg)
{
    *cfg = (struct trm_funnel_cfg){TRM_FUNNEL_CFG_DEFAULTS};
}

/* The range of each parameter, from regmap/params/funnel.toml. */
static bool in_range(const struct trm_funnel_cfg *cfg)
{
    return true TRM_FUNNEL_PARAMS(REGMAP_PARAM_IN_RANGE, REGMAP_PARAM_IN_RANGE);
}

enum trm_status trm_funnel_init(struct trm_funnel *funnel, const struct trm_funnel_cfg *cfg)
{
    if (funnel == NULL || cfg == NULL || !in_range(cfg)) {
        return TRM_ERR_ARG;
    }
    *funnel = (struct trm_funnel){.cfg = *cfg, .last = (uint8_t)(cfg->inputs - 1u)};
    for (uint8_t i = 0; i < TRM_FUNNEL_INPUTS_MAX; i++) {
        funnel->port[i] = (struct trm_funnel_port){.funnel = funnel, .input = i};
        trm_queue_init(&funnel->queue[i], funnel->store[i], cfg->fifo_bytes);
    }
    return regs_init(funnel);
}

enum trm_status trm_funnel_reg_read(struct trm_funnel *funnel, uint32_t offset, unsigned size,
                                    uint32_t *value)
{
    return trm_regfile_read(&funnel->rf, offset, size, value);
}

enum trm_status trm_funnel_reg_write(struct trm_funnel *funnel, uint32_t offset, unsigned size,
                                     uint32_t value)
{
    return trm_regfile_write(&funnel->rf, offset, size, value);
}
