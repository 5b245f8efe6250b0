/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel's timestamp unit: modes External, Internal System and Shared, and the forwarding of a
 * timestamp to what is connected to the inputs (TCI 1.0, Timestamp Unit). */
#include "trm_funnel_int.h"

static uint32_t ts_control(const struct trm_funnel *funnel)
{
    return trm_regfile_get(&funnel->rf, TR_TS_CONTROL_OFFSET);
}

static uint32_t mode_of(uint32_t control)
{
    return (control & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
}

static uint64_t in_width(const struct trm_funnel *funnel, uint64_t value)
{
    return value & ((UINT64_C(1) << funnel->cfg.ts_width) - 1u);
}

uint32_t trm_funnel_ts_legal(const struct trm_funnel *funnel, uint32_t now)
{
    if ((now & TR_TS_ACTIVE_MASK) == 0) {
        return 0;
    }
    uint32_t keep = TR_TS_ACTIVE_MASK;
    if (((funnel->cfg.ts_modes >> TR_TS_MODE_INTERNAL_SYSTEM) & 1u) != 0) {
        keep |= TR_TS_COUNT_MASK | TR_TS_PRESCALE_MASK;
    }
    if (((funnel->cfg.ts_modes >> mode_of(now)) & 1u) != 0) {
        keep |= TR_TS_MODE_MASK;
    }
    return now & keep;
}

void trm_funnel_ts_written(struct trm_funnel *funnel, uint32_t now, uint32_t written)
{
    if ((now & TR_TS_ACTIVE_MASK) == 0 || (written & TR_TS_RESET_MASK) != 0) {
        funnel->ts_ticks = 0;
    }
}

void trm_funnel_ts_reset(struct trm_funnel *funnel)
{
    funnel->ts_ticks = 0;
    if (funnel->cfg.ts_modes != 0) {
        trm_regfile_set(&funnel->rf, TR_TS_CONTROL_OFFSET, TR_TS_WIDTH_MASK,
                        (uint32_t)funnel->cfg.ts_width << TR_TS_WIDTH_SHIFT);
    }
}

bool trm_funnel_ts_counts(const struct trm_funnel *funnel)
{
    uint32_t control = ts_control(funnel);
    return trm_regfile_active(&funnel->rf) && (control & TR_TS_COUNT_MASK) != 0 &&
           mode_of(control) == TR_TS_MODE_INTERNAL_SYSTEM;
}

void trm_funnel_ts_tick(struct trm_funnel *funnel)
{
    funnel->ts_ticks += trm_funnel_ts_counts(funnel) ? 1u : 0u;
}

uint32_t trm_funnel_ts_read(const struct trm_funnel *funnel, uint32_t offset)
{
    if (mode_of(ts_control(funnel)) == TR_TS_MODE_NONE) {
        return 0;
    }
    uint64_t value = trm_funnel_timestamp(funnel);
    return (uint32_t)(offset == TR_TS_COUNTER_HIGH_OFFSET ? value >> 32 : value);
}

void trm_funnel_timestamp_in(struct trm_funnel *funnel, uint64_t value)
{
    funnel->ts_in = value;
}

uint64_t trm_funnel_timestamp(const struct trm_funnel *funnel)
{
    if (!trm_regfile_active(&funnel->rf)) {
        return 0;
    }
    uint32_t control = ts_control(funnel);
    switch (mode_of(control)) {
    case TR_TS_MODE_NONE:
        return funnel->ts_in; /* no unit, or not in use: forwarding needs trFunnelActive only */
    case TR_TS_MODE_INTERNAL_SYSTEM: {
        uint32_t prescale = (control & TR_TS_PRESCALE_MASK) >> TR_TS_PRESCALE_SHIFT;
        return in_width(funnel, funnel->ts_ticks >> (2 * prescale));
    }
    default:
        return in_width(funnel, funnel->ts_in);
    }
}
