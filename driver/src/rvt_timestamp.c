/* SPDX-License-Identifier: Apache-2.0 */
/* The Timestamp Unit of an encoder or a funnel. */
#include "hartrace/rvt_timestamp.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"

#include "timestamp_regs.h"

/* Settings in trTsControl: all of it but trTsActive, trTsReset, trTsWidth and reserved bits. */
#define SETTINGS                                                                                   \
    (TR_TS_COUNT_MASK | TR_TS_RUN_IN_DEBUG_MASK | TR_TS_MODE_MASK | TR_TS_PRESCALE_MASK |          \
     TR_TS_ENABLE_MASK | TR_TS_VENDOR_MASK)

static bool has_unit(const struct rvt_component *c)
{
    return c->type == RVT_COMP_ENCODER || c->type == RVT_COMP_FUNNEL;
}

static enum rvt_status poll_active(const struct rvt_component *c, uint32_t want)
{
    return rvt_poll(c->io, c->base + TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK, want);
}

/* Write settings with trTsActive = 1, and read them back. */
static enum rvt_status write_settings(const struct rvt_component *c, uint32_t settings,
                                      uint32_t *got)
{
    return rvt_write_warl(c, TR_TS_CONTROL_OFFSET, UINT32_MAX, settings | TR_TS_ACTIVE_MASK, got);
}

/* Out of reset. RVT_ERR_UNSUPPORTED: there is no unit. */
static enum rvt_status activate(const struct rvt_component *c)
{
    uint32_t control;

    RVT_TRY(rvt_reg_read(c, TR_TS_CONTROL_OFFSET, &control));
    if (RVT_GET(control, TR_TS_WIDTH) == 0) {
        return RVT_ERR_UNSUPPORTED;
    }
    RVT_TRY(rvt_reg_write(c, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK));
    return poll_active(c, TR_TS_ACTIVE_MASK);
}

/* Back to what trTsControl was. On the way, find out whether trTsActive can be 0. */
static enum rvt_status restore(const struct rvt_component *c, uint32_t old, bool *own_reset)
{
    RVT_TRY(rvt_reg_write(c, TR_TS_CONTROL_OFFSET, 0));
    enum rvt_status st = poll_active(c, 0);
    if (st != RVT_OK && st != RVT_ERR_TIMEOUT) {
        return st;
    }
    *own_reset = st == RVT_OK;
    if ((old & TR_TS_ACTIVE_MASK) != 0) {
        RVT_TRY(rvt_reg_write(c, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK));
        RVT_TRY(poll_active(c, TR_TS_ACTIVE_MASK));
    }
    return rvt_reg_write(c, TR_TS_CONTROL_OFFSET, old & (SETTINGS | TR_TS_ACTIVE_MASK));
}

/* The single bits, in the best mode that there is. */
static enum rvt_status discover_bits(const struct rvt_component *c, uint32_t settings,
                                     struct rvt_timestamp_caps *caps)
{
    uint32_t zeros, ones;

    RVT_TRY(write_settings(c, settings, &zeros));
    RVT_TRY(write_settings(c, settings | TR_TS_COUNT_MASK, &ones));
    caps->count = (ones & ~zeros & TR_TS_COUNT_MASK) != 0;
    RVT_TRY(write_settings(
        c, settings | TR_TS_RUN_IN_DEBUG_MASK | TR_TS_ENABLE_MASK | TR_TS_VENDOR_MASK, &ones));
    caps->run_in_debug = (ones & TR_TS_RUN_IN_DEBUG_MASK) != 0;
    caps->enable = (ones & TR_TS_ENABLE_MASK) != 0;
    caps->vendor_bits = (uint8_t)RVT_GET(ones, TR_TS_VENDOR);
    return RVT_OK;
}

enum rvt_status rvt_timestamp_discover(const struct rvt_component *c,
                                       struct rvt_timestamp_caps *caps)
{
    struct rvt_timestamp_caps found = {0};
    uint32_t old, values, mode = RVT_TS_NONE;

    if (!has_unit(c)) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(c));
    RVT_TRY(rvt_reg_read(c, TR_TS_CONTROL_OFFSET, &old));
    found.width = (uint8_t)RVT_GET(old, TR_TS_WIDTH);
    found.present = found.width != 0;
    *caps = found;
    if (!found.present) {
        return RVT_OK;
    }
    RVT_TRY(activate(c));
    RVT_TRY(rvt_try_values(c, TR_TS_CONTROL_OFFSET, TR_TS_MODE_MASK, TR_TS_MODE_SHIFT,
                           TR_TS_ACTIVE_MASK, &values));
    found.modes = (uint8_t)values;
    if ((found.modes & 1u << RVT_TS_INTERNAL_CORE) != 0) {
        mode = RVT_TS_INTERNAL_CORE;
    } else if ((found.modes & 1u << RVT_TS_INTERNAL_SYSTEM) != 0) {
        mode = RVT_TS_INTERNAL_SYSTEM;
    }
    if (mode != RVT_TS_NONE) {
        RVT_TRY(rvt_try_values(c, TR_TS_CONTROL_OFFSET, TR_TS_PRESCALE_MASK, TR_TS_PRESCALE_SHIFT,
                               RVT_SET(TR_TS_ACTIVE_MASK, TR_TS_MODE, mode), &values));
        found.prescales = (uint8_t)values;
    }
    RVT_TRY(discover_bits(c, RVT_SET(0, TR_TS_MODE, mode), &found));
    RVT_TRY(restore(c, old, &found.own_reset));
    *caps = found;
    return RVT_OK;
}

static uint32_t to_settings(const struct rvt_timestamp_cfg *cfg)
{
    uint32_t reg = RVT_SET(0, TR_TS_MODE, cfg->mode);

    reg = RVT_SET(reg, TR_TS_PRESCALE, cfg->prescale);
    reg = RVT_SET(reg, TR_TS_COUNT, cfg->count);
    reg = RVT_SET(reg, TR_TS_RUN_IN_DEBUG, cfg->run_in_debug);
    reg = RVT_SET(reg, TR_TS_ENABLE, cfg->enable);
    return RVT_SET(reg, TR_TS_VENDOR, cfg->vendor);
}

static void from_settings(struct rvt_timestamp_cfg *cfg, uint32_t reg)
{
    cfg->mode = (uint8_t)RVT_GET(reg, TR_TS_MODE);
    cfg->prescale = (uint8_t)RVT_GET(reg, TR_TS_PRESCALE);
    cfg->count = (reg & TR_TS_COUNT_MASK) != 0;
    cfg->run_in_debug = (reg & TR_TS_RUN_IN_DEBUG_MASK) != 0;
    cfg->enable = (reg & TR_TS_ENABLE_MASK) != 0;
    cfg->vendor = (uint8_t)RVT_GET(reg, TR_TS_VENDOR);
}

enum rvt_status rvt_timestamp_configure(const struct rvt_component *c,
                                        const struct rvt_timestamp_cfg *cfg,
                                        struct rvt_timestamp_cfg *granted)
{
    uint32_t got;

    if (!has_unit(c) || cfg == NULL ||
        !rvt_field_fits(TR_TS_MODE_MASK, TR_TS_MODE_SHIFT, cfg->mode) ||
        !rvt_field_fits(TR_TS_PRESCALE_MASK, TR_TS_PRESCALE_SHIFT, cfg->prescale)) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(c));
    uint32_t want = to_settings(cfg);
    bool exact = cfg->exact;
    RVT_TRY(activate(c));
    RVT_TRY(write_settings(c, want, &got));
    got &= SETTINGS;
    if (granted != NULL) { /* may be the same struct as cfg */
        from_settings(granted, got);
        granted->exact = exact;
    }
    if (((got ^ want) & TR_TS_MODE_MASK) != 0 || (exact && got != want)) {
        return RVT_ERR_UNSUPPORTED;
    }
    return RVT_OK;
}

enum rvt_status rvt_timestamp_reset_counter(const struct rvt_component *c)
{
    uint32_t control;

    if (!has_unit(c)) {
        return RVT_ERR_ARG;
    }
    if (c->state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(c, TR_TS_CONTROL_OFFSET, &control));
    control &= SETTINGS | TR_TS_ACTIVE_MASK;
    return rvt_reg_write(c, TR_TS_CONTROL_OFFSET, control | TR_TS_RESET_MASK);
}

enum rvt_status rvt_timestamp_read(const struct rvt_component *c, uint64_t *value)
{
    uint32_t high, low, again;

    if (!has_unit(c)) {
        return RVT_ERR_ARG;
    }
    if (c->state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(c, TR_TS_COUNTER_HIGH_OFFSET, &high));
    for (uint32_t i = 0; i < c->io->poll_limit; i++) {
        RVT_TRY(rvt_reg_read(c, TR_TS_COUNTER_LOW_OFFSET, &low));
        RVT_TRY(rvt_reg_read(c, TR_TS_COUNTER_HIGH_OFFSET, &again));
        if (again == high) {
            *value = (uint64_t)high << 32 | low;
            return RVT_OK;
        }
        high = again;
    }
    return RVT_ERR_TIMEOUT;
}
