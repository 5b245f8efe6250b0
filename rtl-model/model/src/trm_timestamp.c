/* SPDX-License-Identifier: Apache-2.0 */
/* The timestamp unit of encoders and funnels (TCI 1.0, Timestamp Unit). */
#include "trm/trm_timestamp.h"

#include <stddef.h>

#include "timestamp_regs.h"

static bool has_mode(const struct trm_timestamp *ts, uint32_t mode)
{
    return ((ts->cfg.modes >> mode) & 1u) != 0;
}

static uint32_t control_of(const struct trm_timestamp *ts)
{
    return trm_regfile_get(ts->rf, TR_TS_CONTROL_OFFSET);
}

static uint32_t mode_of(uint32_t control)
{
    return (control & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
}

enum trm_status trm_timestamp_init(struct trm_timestamp *ts, const struct trm_timestamp_cfg *cfg,
                                   struct trm_regfile *rf)
{
    if (ts == NULL || cfg == NULL || rf == NULL ||
        (cfg->modes & ~(unsigned)TRM_TS_MODES_ENCODER) != 0 || cfg->width < 1 ||
        cfg->width > TRM_TS_WIDTH_MAX) {
        return TRM_ERR_ARG;
    }
    *ts = (struct trm_timestamp){.cfg = *cfg, .rf = rf};
    if (cfg->modes == 0) {
        trm_regfile_remove(rf, TR_TS_CONTROL_OFFSET);
        trm_regfile_remove(rf, TR_TS_COUNTER_LOW_OFFSET);
        trm_regfile_remove(rf, TR_TS_COUNTER_HIGH_OFFSET);
    }
    return TRM_OK;
}

uint32_t trm_timestamp_legal(const struct trm_timestamp *ts, uint32_t now)
{
    if (ts->cfg.copy_active) {
        now |= TR_TS_ACTIVE_MASK;
    }
    if ((now & TR_TS_ACTIVE_MASK) == 0) {
        return 0;
    }
    uint32_t keep = TR_TS_ACTIVE_MASK | (uint32_t)ts->cfg.vendor << TR_TS_VENDOR_SHIFT;
    keep |= ts->cfg.enable ? TR_TS_ENABLE_MASK : 0;
    if (has_mode(ts, TR_TS_MODE_INTERNAL_SYSTEM) || has_mode(ts, TR_TS_MODE_INTERNAL_CORE)) {
        keep |= TR_TS_COUNT_MASK | TR_TS_PRESCALE_MASK;
    }
    if (has_mode(ts, TR_TS_MODE_INTERNAL_CORE)) {
        keep |= TR_TS_RUN_IN_DEBUG_MASK;
    }
    if (has_mode(ts, mode_of(now))) {
        keep |= TR_TS_MODE_MASK;
    }
    return now & keep;
}

/* Internal Core: clocks up to now, with `control` as it was until now. */
static uint64_t core_ticks(const struct trm_timestamp *ts, uint32_t control)
{
    bool runs = mode_of(control) == TR_TS_MODE_INTERNAL_CORE && (control & TR_TS_COUNT_MASK) != 0 &&
                (!ts->halted || (control & TR_TS_RUN_IN_DEBUG_MASK) != 0);
    return runs && ts->cycle > ts->until ? ts->ticks + (ts->cycle - ts->until) : ts->ticks;
}

static void advance(struct trm_timestamp *ts, uint32_t control)
{
    ts->ticks = core_ticks(ts, control);
    ts->until = ts->cycle;
}

static bool is_system(uint32_t control)
{
    return mode_of(control) == TR_TS_MODE_INTERNAL_SYSTEM && (control & TR_TS_COUNT_MASK) != 0;
}

void trm_timestamp_written(struct trm_timestamp *ts, uint32_t old, uint32_t now, uint32_t written)
{
    advance(ts, old);
    if ((now & TR_TS_ACTIVE_MASK) == 0 || (written & TR_TS_RESET_MASK) != 0) {
        ts->ticks = 0;
    }
    ts->system = is_system(now);
}

void trm_timestamp_reset(struct trm_timestamp *ts, bool active)
{
    ts->ticks = 0;
    ts->until = ts->cycle;
    ts->system = false;
    if (active && ts->cfg.modes != 0) {
        trm_regfile_set(ts->rf, TR_TS_CONTROL_OFFSET, TR_TS_WIDTH_MASK,
                        (uint32_t)ts->cfg.width << TR_TS_WIDTH_SHIFT);
        ts->system = is_system(control_of(ts));
    }
}

void trm_timestamp_set_external(struct trm_timestamp *ts, uint64_t value)
{
    ts->external = value;
}

void trm_timestamp_set_shared(struct trm_timestamp *ts, uint64_t value)
{
    ts->shared = value;
}

uint64_t trm_timestamp_record(struct trm_timestamp *ts, uint64_t cycle, uint64_t time)
{
    uint32_t control = control_of(ts);
    ts->cycle = cycle;
    ts->external = time;
    if (mode_of(control) == TR_TS_MODE_NONE) {
        ts->until = cycle;
        return 0;
    }
    advance(ts, control);
    return trm_timestamp_value(ts);
}

void trm_timestamp_set_halted(struct trm_timestamp *ts, bool halted)
{
    advance(ts, control_of(ts));
    ts->halted = halted;
}

uint64_t trm_timestamp_value(const struct trm_timestamp *ts)
{
    uint32_t control = control_of(ts);
    uint32_t prescale = (control & TR_TS_PRESCALE_MASK) >> TR_TS_PRESCALE_SHIFT;
    uint64_t value = 0;
    switch (trm_timestamp_mode(ts)) {
    case TR_TS_MODE_EXTERNAL:
        value = ts->external;
        break;
    case TR_TS_MODE_INTERNAL_SYSTEM:
    case TR_TS_MODE_INTERNAL_CORE:
        value = core_ticks(ts, control) >> (2 * prescale);
        break;
    case TR_TS_MODE_SHARED:
        value = ts->shared;
        break;
    default:
        break;
    }
    return value & ((UINT64_C(1) << ts->cfg.width) - 1u);
}

uint32_t trm_timestamp_mode(const struct trm_timestamp *ts)
{
    return trm_regfile_active(ts->rf) ? mode_of(control_of(ts)) : TR_TS_MODE_NONE;
}

bool trm_timestamp_enabled(const struct trm_timestamp *ts)
{
    return (control_of(ts) & TR_TS_ENABLE_MASK) != 0 && trm_timestamp_mode(ts) != TR_TS_MODE_NONE;
}

uint32_t trm_timestamp_read(const struct trm_timestamp *ts, uint32_t offset)
{
    uint64_t value = trm_timestamp_value(ts);
    return (uint32_t)(offset == TR_TS_COUNTER_HIGH_OFFSET ? value >> 32 : value);
}
