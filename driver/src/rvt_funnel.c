/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace Funnel. */
#include "hartrace/rvt_funnel.h"
#include "rvt_internal.h"

#include "funnel_regs.h"

enum rvt_status rvt_funnel_init(struct rvt_funnel *f, const struct rvt_io *io, uint64_t base)
{
    if (f == NULL) {
        return RVT_ERR_ARG;
    }
    return rvt_component_init(&f->c, io, base, RVT_COMP_FUNNEL);
}

/* The funnel's rows of the table "Trace Components Reset". Nothing in trFunnelControl is undefined
 * after a reset. */
static enum rvt_status write_reset_table(const struct rvt_component *c)
{
    RVT_TRY(rvt_reg_write(c, TR_FUNNEL_DIS_INPUT_OFFSET, 0));
    return rvt_reg_write(c, TR_TS_CONTROL_OFFSET, 0);
}

enum rvt_status rvt_funnel_reset(struct rvt_funnel *f)
{
    RVT_TRY(rvt_component_reset(&f->c));
    enum rvt_status st = write_reset_table(&f->c);
    if (st != RVT_OK) {
        f->c.state = RVT_STATE_UNKNOWN;
    }
    return st;
}

enum rvt_status rvt_funnel_discover(const struct rvt_funnel *f, uint16_t *switchable)
{
    uint32_t old, got;

    RVT_TRY(rvt_check_disabled(&f->c));
    RVT_TRY(rvt_reg_read(&f->c, TR_FUNNEL_DIS_INPUT_OFFSET, &old));
    RVT_TRY(rvt_write_warl(&f->c, TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_MAX, TR_FUNNEL_DIS_INPUT_MASK,
                           &got));
    RVT_TRY(rvt_reg_write(&f->c, TR_FUNNEL_DIS_INPUT_OFFSET, old & TR_FUNNEL_DIS_INPUT_MASK));
    *switchable = (uint16_t)(got & TR_FUNNEL_DIS_INPUT_MASK);
    return RVT_OK;
}

enum rvt_status rvt_funnel_configure(struct rvt_funnel *f, const struct rvt_funnel_cfg *cfg,
                                     uint16_t *granted)
{
    uint32_t got;

    if (cfg == NULL) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(&f->c));
    f->c.state = RVT_STATE_RESET;
    RVT_TRY(rvt_write_warl(&f->c, TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_MAX, cfg->dis_inputs, &got));
    got &= TR_FUNNEL_DIS_INPUT_MASK;
    if (granted != NULL) {
        *granted = (uint16_t)got;
    }
    if (cfg->exact && got != cfg->dis_inputs) {
        return RVT_ERR_UNSUPPORTED;
    }
    f->c.state = RVT_STATE_CONFIGURED;
    return RVT_OK;
}

enum rvt_status rvt_funnel_enable(struct rvt_funnel *f)
{
    return rvt_control_enable_once(&f->c, 0);
}

enum rvt_status rvt_funnel_disable(struct rvt_funnel *f)
{
    return rvt_control_disable(&f->c, 0);
}

enum rvt_status rvt_funnel_get_status(const struct rvt_funnel *f, struct rvt_funnel_status *status)
{
    uint32_t control;

    if (f->c.state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&f->c, TR_FUNNEL_CONTROL_OFFSET, &control));
    status->enabled = (control & TR_FUNNEL_ENABLE_MASK) != 0;
    status->empty = (control & TR_FUNNEL_EMPTY_MASK) != 0;
    return RVT_OK;
}
