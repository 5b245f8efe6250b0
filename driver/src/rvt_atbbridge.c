/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace ATB Bridge. */
#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"

#include "atbbridge_regs.h"

enum rvt_status rvt_atbbridge_init(struct rvt_atbbridge *b, const struct rvt_io *io, uint64_t base)
{
    if (b == NULL) {
        return RVT_ERR_ARG;
    }
    return rvt_component_init(&b->c, io, base, RVT_COMP_ATBBRIDGE);
}

/* Both registers with a field that a reset leaves undefined; one of them is trAtbBridgeImpl. */
static enum rvt_status write_reset_table(const struct rvt_component *c)
{
    RVT_TRY(rvt_reg_write(c, TR_ATB_BRIDGE_CONTROL_OFFSET, TR_ATB_BRIDGE_ACTIVE_MASK));
    return rvt_reg_write(c, TR_ATB_BRIDGE_IMPL_OFFSET, 0);
}

enum rvt_status rvt_atbbridge_reset(struct rvt_atbbridge *b)
{
    RVT_TRY(rvt_component_reset(&b->c));
    enum rvt_status st = write_reset_table(&b->c);
    if (st != RVT_OK) {
        b->c.state = RVT_STATE_UNKNOWN;
    }
    return st;
}

enum rvt_status rvt_atbbridge_discover(const struct rvt_atbbridge *b, uint8_t *async_freqs)
{
    uint32_t old, values;

    RVT_TRY(rvt_check_disabled(&b->c));
    RVT_TRY(rvt_reg_read(&b->c, TR_ATB_BRIDGE_IMPL_OFFSET, &old));
    RVT_TRY(rvt_try_values(&b->c, TR_ATB_BRIDGE_IMPL_OFFSET, TR_ATB_BRIDGE_ASYNC_FREQ_MASK,
                           TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT, 0, &values));
    RVT_TRY(rvt_reg_write(&b->c, TR_ATB_BRIDGE_IMPL_OFFSET, old & TR_ATB_BRIDGE_ASYNC_FREQ_MASK));
    *async_freqs = (uint8_t)values;
    return RVT_OK;
}

static bool cfg_valid(const struct rvt_atbbridge_cfg *cfg)
{
    return cfg->id >= RVT_ATB_ID_MIN && cfg->id <= RVT_ATB_ID_MAX &&
           rvt_field_fits(TR_ATB_BRIDGE_ASYNC_FREQ_MASK, TR_ATB_BRIDGE_ASYNC_FREQ_SHIFT,
                          cfg->async_freq);
}

enum rvt_status rvt_atbbridge_configure(struct rvt_atbbridge *b,
                                        const struct rvt_atbbridge_cfg *cfg,
                                        struct rvt_atbbridge_cfg *granted)
{
    uint32_t control, impl;

    if (cfg == NULL || !cfg_valid(cfg)) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(&b->c));
    struct rvt_atbbridge_cfg want = *cfg;
    b->c.state = RVT_STATE_RESET;
    RVT_TRY(rvt_write_warl(&b->c, TR_ATB_BRIDGE_CONTROL_OFFSET, UINT32_MAX,
                           RVT_SET(TR_ATB_BRIDGE_ACTIVE_MASK, TR_ATB_BRIDGE_ID, want.id),
                           &control));
    RVT_TRY(rvt_write_warl(&b->c, TR_ATB_BRIDGE_IMPL_OFFSET, UINT32_MAX,
                           RVT_SET(0, TR_ATB_BRIDGE_ASYNC_FREQ, want.async_freq), &impl));
    uint8_t id = (uint8_t)RVT_GET(control, TR_ATB_BRIDGE_ID);
    uint8_t freq = (uint8_t)RVT_GET(impl, TR_ATB_BRIDGE_ASYNC_FREQ);
    if (granted != NULL) { /* may be the same struct as cfg */
        *granted = (struct rvt_atbbridge_cfg){id, freq, want.exact};
    }
    if (id != want.id) {
        return RVT_ERR_DATA;
    }
    if (want.exact && freq != want.async_freq) {
        return RVT_ERR_UNSUPPORTED;
    }
    b->c.state = RVT_STATE_CONFIGURED;
    return RVT_OK;
}

enum rvt_status rvt_atbbridge_enable(struct rvt_atbbridge *b)
{
    return rvt_control_enable_once(&b->c, TR_ATB_BRIDGE_ID_MASK);
}

enum rvt_status rvt_atbbridge_disable(struct rvt_atbbridge *b)
{
    return rvt_control_disable(&b->c, TR_ATB_BRIDGE_ID_MASK);
}

enum rvt_status rvt_atbbridge_get_status(const struct rvt_atbbridge *b,
                                         struct rvt_atbbridge_status *status)
{
    uint32_t control;

    if (b->c.state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&b->c, TR_ATB_BRIDGE_CONTROL_OFFSET, &control));
    status->enabled = (control & TR_ATB_BRIDGE_ENABLE_MASK) != 0;
    status->empty = (control & TR_ATB_BRIDGE_EMPTY_MASK) != 0;
    return RVT_OK;
}
