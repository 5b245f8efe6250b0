/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace RAM Sink: reset, enable, disable, status, pairs of registers. */
#include "hartrace/rvt_ramsink.h"
#include "rvt_internal.h"
#include "rvt_ramsink_regs.h"

#include "ramsink_regs.h"

enum rvt_status rvt_ramsink_read64(const struct rvt_ramsink *s, uint32_t low, uint64_t *val)
{
    uint32_t lo, hi;

    RVT_TRY(rvt_reg_read(&s->c, low, &lo));
    RVT_TRY(rvt_reg_read(&s->c, low + 4, &hi));
    *val = (uint64_t)hi << 32 | lo;
    return RVT_OK;
}

enum rvt_status rvt_ramsink_write64(const struct rvt_ramsink *s, uint32_t low, uint64_t val)
{
    RVT_TRY(rvt_reg_write(&s->c, low + 4, (uint32_t)(val >> 32)));
    return rvt_reg_write(&s->c, low, (uint32_t)val);
}

enum rvt_status rvt_ramsink_warl64(const struct rvt_ramsink *s, uint32_t low, uint64_t want,
                                   uint64_t *got)
{
    RVT_TRY(rvt_ramsink_write64(s, low, want));
    return rvt_ramsink_read64(s, low, got);
}

enum rvt_status rvt_ramsink_init(struct rvt_ramsink *s, const struct rvt_io *io, uint64_t base)
{
    if (s == NULL) {
        return RVT_ERR_ARG;
    }
    *s = (struct rvt_ramsink){0};
    return rvt_component_init(&s->c, io, base, RVT_COMP_RAMSINK);
}

enum rvt_status rvt_ramsink_reset(struct rvt_ramsink *s)
{
    s->caps_valid = false;
    RVT_TRY(rvt_component_reset(&s->c));
    /* The row of the table "Trace Components Reset", after Active reads 1: now no field can be
     * undefined. */
    enum rvt_status st = rvt_reg_write(&s->c, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    if (st != RVT_OK) {
        s->c.state = RVT_STATE_UNKNOWN;
    }
    return st;
}

enum rvt_status rvt_ramsink_enable(struct rvt_ramsink *s)
{
    uint32_t control;

    RVT_TRY(rvt_control_for_enable(&s->c, &control));
    if ((control & TR_RAM_ENABLE_MASK) != 0) {
        s->c.state = RVT_STATE_ENABLED;
        return RVT_OK;
    }
    RVT_TRY(rvt_ramsink_write64(s, TR_RAM_WP_LOW_OFFSET, s->granted.start));
    return rvt_control_enable(&s->c, control & RVT_RAMSINK_SETTINGS);
}

enum rvt_status rvt_ramsink_disable(struct rvt_ramsink *s)
{
    return rvt_control_disable(&s->c, RVT_RAMSINK_SETTINGS);
}

enum rvt_status rvt_ramsink_get_status(const struct rvt_ramsink *s,
                                       struct rvt_ramsink_status *status)
{
    uint32_t control;
    uint64_t wp;

    if (s->c.state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&s->c, TR_RAM_CONTROL_OFFSET, &control));
    RVT_TRY(rvt_ramsink_read64(s, TR_RAM_WP_LOW_OFFSET, &wp));
    status->enabled = (control & TR_RAM_ENABLE_MASK) != 0;
    status->empty = (control & TR_RAM_EMPTY_MASK) != 0;
    status->wrapped = (wp & TR_RAM_WRAP_MASK) != 0;
    status->wp = wp & ~(uint64_t)3;
    return RVT_OK;
}
