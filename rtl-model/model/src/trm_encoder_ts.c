/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's timestamp unit: modes External, Internal System, Internal Core and Shared (TCI 1.0,
 * Timestamp Unit). A clock of Internal System is a tick, one of Internal Core a cycle of the hart.
 */
#include "trm_encoder_int.h"

static bool has_mode(const struct trm_encoder *enc, unsigned mode)
{
    return ((enc->cfg.ts_modes >> mode) & 1u) != 0;
}

static uint32_t ts_control(const struct trm_encoder *enc)
{
    return trm_regfile_get(&enc->rf, TR_TS_CONTROL_OFFSET);
}

static uint32_t mode_of(uint32_t control)
{
    return (control & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
}

bool trm_encoder_ts_is_external(const struct trm_encoder *enc)
{
    return mode_of(ts_control(enc)) == TR_TS_MODE_EXTERNAL;
}

uint32_t trm_encoder_ts_legal(const struct trm_encoder *enc, uint32_t now)
{
    if ((now & TR_TS_ACTIVE_MASK) == 0) {
        return 0;
    }
    uint32_t keep = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK;
    if (has_mode(enc, TR_TS_MODE_INTERNAL_SYSTEM) || has_mode(enc, TR_TS_MODE_INTERNAL_CORE)) {
        keep |= TR_TS_COUNT_MASK | TR_TS_PRESCALE_MASK;
    }
    if (has_mode(enc, TR_TS_MODE_INTERNAL_CORE)) {
        keep |= TR_TS_RUN_IN_DEBUG_MASK;
    }
    if (has_mode(enc, mode_of(now))) {
        keep |= TR_TS_MODE_MASK;
    }
    return now & keep;
}

/* Internal Core: clocks up to `cycle`, with `control` as it was until then. */
static uint64_t core_ticks(const struct trm_encoder *enc, uint32_t control, uint64_t cycle)
{
    bool runs = mode_of(control) == TR_TS_MODE_INTERNAL_CORE && (control & TR_TS_COUNT_MASK) != 0 &&
                (!enc->halted || (control & TR_TS_RUN_IN_DEBUG_MASK) != 0);
    return runs && cycle > enc->ts_cycle ? enc->ts_ticks + (cycle - enc->ts_cycle) : enc->ts_ticks;
}

static void core_advance(struct trm_encoder *enc, uint32_t control, uint64_t cycle)
{
    enc->ts_ticks = core_ticks(enc, control, cycle);
    enc->ts_cycle = cycle;
}

void trm_encoder_ts_written(struct trm_encoder *enc, uint32_t old, uint32_t now, uint32_t written)
{
    core_advance(enc, old, enc->ts_clock);
    if ((now & TR_TS_ACTIVE_MASK) == 0 || (written & TR_TS_RESET_MASK) != 0) {
        enc->ts_ticks = 0;
    }
    enc->ts_system = mode_of(now) == TR_TS_MODE_INTERNAL_SYSTEM && (now & TR_TS_COUNT_MASK) != 0;
}

/* The timestamp when the internal counter has counted so many clocks. */
static uint64_t timestamp(const struct trm_encoder *enc, uint32_t control, uint64_t ticks)
{
    uint32_t prescale = (control & TR_TS_PRESCALE_MASK) >> TR_TS_PRESCALE_SHIFT;
    switch (mode_of(control)) {
    case TR_TS_MODE_NONE:
        return 0;
    case TR_TS_MODE_INTERNAL_SYSTEM:
    case TR_TS_MODE_INTERNAL_CORE:
        return ticks >> (2 * prescale);
    default:
        return enc->ts_in;
    }
}

uint32_t trm_encoder_ts_read(const struct trm_encoder *enc, uint32_t offset)
{
    uint32_t control = ts_control(enc);
    uint64_t value = timestamp(enc, control, core_ticks(enc, control, enc->ts_clock));
    value &= (UINT64_C(1) << enc->cfg.ts_width) - 1u;
    return (uint32_t)(offset == TR_TS_COUNTER_HIGH_OFFSET ? value >> 32 : value);
}

bool trm_encoder_ts_on(const struct trm_encoder *enc)
{
    uint32_t control = ts_control(enc);
    return (control & TR_TS_ENABLE_MASK) != 0 && mode_of(control) != TR_TS_MODE_NONE;
}

uint64_t trm_encoder_ts_now(struct trm_encoder *enc, const struct trm_ingress *in)
{
    uint32_t control = ts_control(enc);
    enc->ts_clock = in->cycle;
    core_advance(enc, control, in->cycle);
    if (mode_of(control) == TR_TS_MODE_EXTERNAL) {
        enc->ts_in = in->time;
    }
    return timestamp(enc, control, enc->ts_ticks);
}
