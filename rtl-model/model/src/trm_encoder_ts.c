/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's timestamp unit: modes External and Internal Core (TCI 1.0, Timestamp Unit). */
#include "trm_encoder_int.h"

static bool has_core(const struct trm_encoder *enc)
{
    return ((enc->cfg.ts_modes >> TR_TS_MODE_INTERNAL_CORE) & 1u) != 0;
}

static uint32_t mode_of(uint32_t control)
{
    return (control & TR_TS_MODE_MASK) >> TR_TS_MODE_SHIFT;
}

uint32_t trm_encoder_ts_legal(const struct trm_encoder *enc, uint32_t now)
{
    if ((now & TR_TS_ACTIVE_MASK) == 0) {
        return 0;
    }
    uint32_t keep = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK;
    if (has_core(enc)) {
        keep |= TR_TS_COUNT_MASK | TR_TS_RUN_IN_DEBUG_MASK | TR_TS_PRESCALE_MASK;
    }
    if (((enc->cfg.ts_modes >> mode_of(now)) & 1u) != 0) {
        keep |= TR_TS_MODE_MASK;
    }
    return now & keep;
}

void trm_encoder_ts_written(struct trm_encoder *enc, uint32_t now, uint32_t written)
{
    if ((now & TR_TS_ACTIVE_MASK) == 0 || (written & TR_TS_RESET_MASK) != 0) {
        enc->ts_ticks = 0;
    }
}

/* The counter: clock ticks after the prescaler, in the width of trTsWidth. */
static uint64_t counter(const struct trm_encoder *enc, uint32_t control)
{
    uint32_t prescale = (control & TR_TS_PRESCALE_MASK) >> TR_TS_PRESCALE_SHIFT;
    return (enc->ts_ticks >> (2 * prescale)) & ((UINT64_C(1) << enc->cfg.ts_width) - 1u);
}

uint32_t trm_encoder_ts_read(const struct trm_encoder *enc, uint32_t offset)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TS_CONTROL_OFFSET);
    if (mode_of(control) != TR_TS_MODE_INTERNAL_CORE) {
        return 0;
    }
    uint64_t value = counter(enc, control);
    return (uint32_t)(offset == TR_TS_COUNTER_HIGH_OFFSET ? value >> 32 : value);
}

bool trm_encoder_ts_on(const struct trm_encoder *enc)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TS_CONTROL_OFFSET);
    return (control & TR_TS_ENABLE_MASK) != 0 && mode_of(control) != TR_TS_MODE_NONE;
}

uint64_t trm_encoder_ts_now(struct trm_encoder *enc, const struct trm_ingress *in)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TS_CONTROL_OFFSET);
    if (mode_of(control) != TR_TS_MODE_INTERNAL_CORE) {
        enc->ts_cycle = in->cycle;
        return in->time;
    }
    bool runs = (control & TR_TS_COUNT_MASK) != 0 &&
                (!enc->halted || (control & TR_TS_RUN_IN_DEBUG_MASK) != 0);
    if (runs) {
        enc->ts_ticks += in->cycle - enc->ts_cycle;
    }
    enc->ts_cycle = in->cycle;
    return counter(enc, control);
}
