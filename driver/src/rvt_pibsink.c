/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace PIB Sink. */
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"

#include "pibsink_regs.h"

/* Settings in trPibControl: all of it but Active, Enable, Empty and reserved bits. */
#define SETTINGS                                                                                   \
    (TR_PIB_MODE_MASK | TR_PIB_CLK_CENTER_MASK | TR_PIB_CALIBRATE_MASK | TR_PIB_ASYNC_FREQ_MASK |  \
     TR_PIB_DIVIDER_MASK)

enum rvt_status rvt_pibsink_init(struct rvt_pibsink *s, const struct rvt_io *io, uint64_t base)
{
    if (s == NULL) {
        return RVT_ERR_ARG;
    }
    s->reset_divider = 0;
    return rvt_component_init(&s->c, io, base, RVT_COMP_PIBSINK);
}

/* Write the settings, with Enable = 0, and read them back. */
static enum rvt_status write_settings(const struct rvt_pibsink *s, uint32_t settings, uint32_t *got)
{
    RVT_TRY(rvt_write_warl(&s->c, TR_PIB_CONTROL_OFFSET, UINT32_MAX, settings | TR_PIB_ACTIVE_MASK,
                           got));
    *got &= SETTINGS;
    return RVT_OK;
}

enum rvt_status rvt_pibsink_reset(struct rvt_pibsink *s)
{
    uint32_t control = 0;

    RVT_TRY(rvt_component_reset(&s->c));
    enum rvt_status st = rvt_reg_read(&s->c, TR_PIB_CONTROL_OFFSET, &control);
    if (st == RVT_OK) {
        st = rvt_reg_write(&s->c, TR_PIB_CONTROL_OFFSET,
                           (control & TR_PIB_DIVIDER_MASK) | TR_PIB_ACTIVE_MASK);
    }
    if (st != RVT_OK) {
        s->c.state = RVT_STATE_UNKNOWN;
    }
    s->reset_divider = (uint16_t)RVT_GET(control, TR_PIB_DIVIDER);
    return st;
}

static bool parallel(uint32_t mode)
{
    return mode >= TR_PIB_MODE_PARALLEL1 && mode <= TR_PIB_MODE_PARALLEL16;
}

/* What a mode that can be set takes. */
static enum rvt_status discover_mode(const struct rvt_pibsink *s, uint32_t mode, uint32_t slow,
                                     struct rvt_pibsink_caps *caps)
{
    const uint32_t settings = RVT_SET(slow, TR_PIB_MODE, mode);
    const uint16_t bit = (uint16_t)(1u << mode);
    uint32_t got;

    RVT_TRY(write_settings(s, settings, &got));
    if (RVT_GET(got, TR_PIB_MODE) != mode) {
        return RVT_OK;
    }
    caps->modes |= bit;
    if (parallel(mode)) {
        if ((got & TR_PIB_CLK_CENTER_MASK) == 0) {
            caps->edge_modes |= bit;
        }
        RVT_TRY(write_settings(s, settings | TR_PIB_CLK_CENTER_MASK, &got));
        if ((got & TR_PIB_CLK_CENTER_MASK) != 0) {
            caps->center_modes |= bit;
        }
    }
    RVT_TRY(write_settings(s, settings | TR_PIB_CALIBRATE_MASK, &got));
    if ((got & TR_PIB_CALIBRATE_MASK) != 0) {
        caps->calib_modes |= bit;
    }
    return RVT_OK;
}

enum rvt_status rvt_pibsink_discover(const struct rvt_pibsink *s, struct rvt_pibsink_caps *caps)
{
    struct rvt_pibsink_caps found = {0};
    uint32_t old, got, freqs;

    RVT_TRY(rvt_check_disabled(&s->c));
    RVT_TRY(rvt_reg_read(&s->c, TR_PIB_CONTROL_OFFSET, &old));
    RVT_TRY(write_settings(s, 0, &got)); /* mode Off: no clock, however short its period */
    found.divider_min = (uint16_t)RVT_GET(got, TR_PIB_DIVIDER);
    RVT_TRY(write_settings(s, TR_PIB_DIVIDER_MASK, &got));
    found.divider_max = (uint16_t)RVT_GET(got, TR_PIB_DIVIDER);
    for (uint32_t mode = 0; mode <= TR_PIB_MODE_MASK >> TR_PIB_MODE_SHIFT; mode++) {
        RVT_TRY(discover_mode(s, mode, got & TR_PIB_DIVIDER_MASK, &found));
    }
    RVT_TRY(rvt_try_values(&s->c, TR_PIB_CONTROL_OFFSET, TR_PIB_ASYNC_FREQ_MASK,
                           TR_PIB_ASYNC_FREQ_SHIFT,
                           (got & TR_PIB_DIVIDER_MASK) | TR_PIB_ACTIVE_MASK, &freqs));
    found.async_freqs = (uint8_t)freqs;
    RVT_TRY(write_settings(s, old & SETTINGS, &got));
    *caps = found;
    return RVT_OK;
}

static uint32_t to_settings(const struct rvt_pibsink_cfg *cfg)
{
    uint32_t reg = RVT_SET(0, TR_PIB_MODE, (uint32_t)cfg->mode);

    reg = RVT_SET(reg, TR_PIB_CLK_CENTER, cfg->clk_center);
    reg = RVT_SET(reg, TR_PIB_CALIBRATE, cfg->calibrate);
    reg = RVT_SET(reg, TR_PIB_ASYNC_FREQ, cfg->async_freq);
    return RVT_SET(reg, TR_PIB_DIVIDER, cfg->divider);
}

static void from_settings(struct rvt_pibsink_cfg *cfg, uint32_t reg)
{
    cfg->mode = (enum rvt_pib_mode)RVT_GET(reg, TR_PIB_MODE);
    cfg->clk_center = (reg & TR_PIB_CLK_CENTER_MASK) != 0;
    cfg->calibrate = (reg & TR_PIB_CALIBRATE_MASK) != 0;
    cfg->async_freq = (uint8_t)RVT_GET(reg, TR_PIB_ASYNC_FREQ);
    cfg->divider = (uint16_t)RVT_GET(reg, TR_PIB_DIVIDER);
}

static bool cfg_valid(const struct rvt_pibsink_cfg *cfg)
{
    return rvt_field_fits(TR_PIB_MODE_MASK, TR_PIB_MODE_SHIFT, (uint32_t)cfg->mode) &&
           rvt_field_fits(TR_PIB_ASYNC_FREQ_MASK, TR_PIB_ASYNC_FREQ_SHIFT, cfg->async_freq) &&
           (!cfg->clk_center || parallel((uint32_t)cfg->mode));
}

enum rvt_status rvt_pibsink_configure(struct rvt_pibsink *s, const struct rvt_pibsink_cfg *cfg,
                                      struct rvt_pibsink_cfg *granted)
{
    uint32_t got;

    if (cfg == NULL || !cfg_valid(cfg)) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(&s->c));
    uint32_t want = to_settings(cfg);
    bool exact = cfg->exact;
    s->c.state = RVT_STATE_RESET;
    RVT_TRY(write_settings(s, want, &got));
    if (granted != NULL) { /* may be the same struct as cfg */
        from_settings(granted, got);
        granted->exact = exact;
    }
    if (((got ^ want) & TR_PIB_MODE_MASK) != 0 || (exact && got != want)) {
        return RVT_ERR_UNSUPPORTED;
    }
    s->c.state = RVT_STATE_CONFIGURED;
    return RVT_OK;
}

enum rvt_status rvt_pibsink_enable(struct rvt_pibsink *s)
{
    return rvt_control_enable_once(&s->c, SETTINGS);
}

enum rvt_status rvt_pibsink_disable(struct rvt_pibsink *s)
{
    return rvt_control_disable(&s->c, SETTINGS);
}

enum rvt_status rvt_pibsink_get_status(const struct rvt_pibsink *s,
                                       struct rvt_pibsink_status *status)
{
    uint32_t control;

    if (s->c.state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&s->c, TR_PIB_CONTROL_OFFSET, &control));
    status->enabled = (control & TR_PIB_ENABLE_MASK) != 0;
    status->empty = (control & TR_PIB_EMPTY_MASK) != 0;
    return RVT_OK;
}
