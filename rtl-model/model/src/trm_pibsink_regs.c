/* SPDX-License-Identifier: Apache-2.0 */
/* Start and registers of the PIB sink: WARL rules and what accesses do (TCI 1.0, Trace PIB Sink).
 */
#include "pibsink_table.h"
#include "regmap/param.h"
#include "trm_pibsink_int.h"

_Static_assert((int)TRM_PIBSINK_BUFFER_MIN == 2 * (int)TRM_MESSAGE_MAX, "pibsink.toml");

static uint32_t legal_mode(const struct trm_pibsink *sink, uint32_t now)
{
    uint32_t mode = (now & TR_PIB_MODE_MASK) >> TR_PIB_MODE_SHIFT;
    if (((sink->cfg.modes >> mode) & 1u) == 0) {
        mode = TR_PIB_MODE_OFF;
    }
    return (now & ~TR_PIB_MODE_MASK) | mode << TR_PIB_MODE_SHIFT;
}

static uint32_t legal_clk_center(const struct trm_pibsink *sink, uint32_t now)
{
    uint32_t mode = (now & TR_PIB_MODE_MASK) >> TR_PIB_MODE_SHIFT;
    bool only0 = trm_pibsink_width(mode) == 0 || sink->cfg.clk_centers == 1;
    bool only1 = !only0 && sink->cfg.clk_centers == 2;
    if (only0) {
        return now & ~TR_PIB_CLK_CENTER_MASK;
    }
    return only1 ? now | TR_PIB_CLK_CENTER_MASK : now;
}

static uint32_t legal_divider(const struct trm_pibsink *sink, uint32_t now)
{
    uint32_t most = (UINT32_C(1) << sink->cfg.divider_bits) - 1u;
    uint32_t divider = (now & TR_PIB_DIVIDER_MASK) >> TR_PIB_DIVIDER_SHIFT;
    divider = divider > most ? most : divider;
    divider = divider < sink->cfg.divider_min ? sink->cfg.divider_min : divider;
    return (now & ~TR_PIB_DIVIDER_MASK) | divider << TR_PIB_DIVIDER_SHIFT;
}

static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    const struct trm_pibsink *sink = ctx;
    if (offset != TR_PIB_CONTROL_OFFSET) {
        return now;
    }
    if (sink->enabled || !trm_pibsink_empty(sink)) {
        uint32_t fixed = TR_PIB_MODE_MASK | TR_PIB_CLK_CENTER_MASK | TR_PIB_DIVIDER_MASK;
        now = (now & ~fixed) | (old & fixed);
    } else {
        now = legal_divider(sink, legal_clk_center(sink, legal_mode(sink, now)));
    }
    if (!sink->cfg.calibrate) {
        now &= ~TR_PIB_CALIBRATE_MASK;
    }
    return sink->cfg.async ? now : now & ~TR_PIB_ASYNC_FREQ_MASK;
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct trm_pibsink *sink = ctx;
    (void)written;
    if (offset != TR_PIB_CONTROL_OFFSET) {
        return;
    }
    uint32_t timing = TR_PIB_MODE_MASK | TR_PIB_CLK_CENTER_MASK | TR_PIB_DIVIDER_MASK;
    if (((old ^ now) & timing) != 0) {
        trm_pibsink_restart(sink);
    }
    sink->enabled = (now & TR_PIB_ENABLE_MASK) != 0;
    if (((old ^ now) & TR_PIB_ASYNC_FREQ_MASK) != 0 || (old & TR_PIB_ENABLE_MASK) == 0) {
        sink->async_left = 0;
    }
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    const struct trm_pibsink *sink = ctx;
    if (offset != TR_PIB_CONTROL_OFFSET) {
        return value;
    }
    return (value & ~TR_PIB_EMPTY_MASK) | (trm_pibsink_empty(sink) ? TR_PIB_EMPTY_MASK : 0);
}

/* Reset drops what is buffered and puts all pins to 0. trPibDivider comes up safe. */
static void reset(void *ctx, bool active)
{
    struct trm_pibsink *sink = ctx;
    sink->stats.dropped += sink->queue.count;
    if (sink->unit_bytes != 0 && !sink->unit_calibrates && !sink->unit_nulls) {
        sink->stats.dropped++;
    }
    sink->enabled = false;
    sink->async_left = 0;
    sink->unit_bytes = 0;
    trm_queue_clear(&sink->queue);
    trm_pibsink_restart(sink);
    sink->pins = (struct trm_pib_pins){.clk = false, .data = 0};
    if (active) {
        trm_regfile_set(&sink->rf, TR_PIB_CONTROL_OFFSET, TR_PIB_DIVIDER_MASK,
                        (uint32_t)sink->cfg.divider_reset << TR_PIB_DIVIDER_SHIFT);
    }
}

static int regs_init(struct trm_pibsink *sink)
{
    struct trm_regfile_cfg cfg = {
        .map = &regmap_pibsink,
        .hooks = {pre_write, post_write, post_read, reset, sink},
        .undef = sink->cfg.undef,
        .seed = sink->cfg.seed,
        .power_ticks = sink->cfg.power_ticks,
        .version = sink->cfg.version,
        .enable_ticks = sink->cfg.enable_ticks,
    };
    return trm_regfile_init(&sink->rf, &cfg, sink->words);
}

void trm_pibsink_cfg_init(struct trm_pibsink_cfg *cfg)
{
    *cfg = (struct trm_pibsink_cfg){TRM_PIBSINK_CFG_DEFAULTS};
}

/* The range of each parameter, from regmap/params/pibsink.toml. */
static bool in_range(const struct trm_pibsink_cfg *cfg)
{
    return true TRM_PIBSINK_PARAMS(REGMAP_PARAM_IN_RANGE, REGMAP_PARAM_IN_RANGE);
}

static bool cfg_ok(const struct trm_pibsink_cfg *cfg)
{
    return in_range(cfg) && cfg->divider_reset < UINT32_C(1) << cfg->divider_bits &&
           cfg->divider_min <= cfg->divider_reset;
}

enum trm_status trm_pibsink_init(struct trm_pibsink *sink, const struct trm_pibsink_cfg *cfg)
{
    if (sink == NULL || cfg == NULL || !cfg_ok(cfg)) {
        return TRM_ERR_ARG;
    }
    *sink = (struct trm_pibsink){.cfg = *cfg};
    sink->cfg.modes |= 1u << TR_PIB_MODE_OFF;
    trm_queue_init(&sink->queue, sink->store, cfg->buffer_bytes);
    return regs_init(sink);
}

enum trm_status trm_pibsink_reg_read(struct trm_pibsink *sink, uint32_t offset, unsigned size,
                                     uint32_t *value)
{
    return trm_regfile_read(&sink->rf, offset, size, value);
}

enum trm_status trm_pibsink_reg_write(struct trm_pibsink *sink, uint32_t offset, unsigned size,
                                      uint32_t value)
{
    return trm_regfile_write(&sink->rf, offset, size, value);
}
