/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace Encoder's settings, to and from trTeControl and trTeInstFeatures. */
#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_field.h"
#include "rvt_encoder_bits.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

#define SRC_BITS_MAX 12u
#define NTRACE_MAJOR 1u /* trTeProtocolMajor of N-Trace 1.0 */
#define ETRACE_MAJOR 0u /* the same of E-Trace 2.0 */

void rvt_encoder_cfg_init(struct rvt_encoder_cfg *cfg)
{
    *cfg =
        (struct rvt_encoder_cfg){.inst_mode = TR_TE_INST_MODE_HTM, .format = TR_TE_FORMAT_NTRACE};
}

/* A member into its field, and back. */
#define PUT(field, member, type)  reg = RVT_SET(reg, field, cfg->member);
#define TAKE(field, member, type) cfg->member = (type)RVT_GET(reg, field);
#define FITS(field, member, type)                                                                  \
    fit = fit && rvt_field_fits(field##_MASK, field##_SHIFT, cfg->member);

static uint32_t to_control(const struct rvt_encoder_cfg *cfg)
{
    uint32_t reg = 0;

    REGMAP_TR_TE_CONTROL_SETTINGS(PUT)
    return reg;
}

static uint32_t to_features(const struct rvt_encoder_cfg *cfg)
{
    uint32_t reg = 0;

    REGMAP_TR_TE_INST_FEATURES_SETTINGS(PUT)
    return reg;
}

static void from_control(struct rvt_encoder_cfg *cfg, uint32_t reg)
{
    REGMAP_TR_TE_CONTROL_SETTINGS(TAKE)
}

static void from_features(struct rvt_encoder_cfg *cfg, uint32_t reg)
{
    REGMAP_TR_TE_INST_FEATURES_SETTINGS(TAKE)
}

void rvt_encoder_cfg_from(struct rvt_encoder_cfg *cfg, uint32_t control, uint32_t features)
{
    *cfg = (struct rvt_encoder_cfg){.exact = false};
    from_control(cfg, control);
    from_features(cfg, features);
}

/* Every value fits its field, and the source ID fits the source bits. */
static bool cfg_valid(const struct rvt_encoder_cfg *cfg)
{
    bool fit = true;

    REGMAP_TR_TE_CONTROL_SETTINGS(FITS)
    REGMAP_TR_TE_INST_FEATURES_SETTINGS(FITS)
    if (!fit) {
        return false;
    }
    if (cfg->src_bits > SRC_BITS_MAX) {
        return false;
    }
    return cfg->src_bits == 0 || cfg->src_id >> cfg->src_bits == 0;
}

/* trTeImpl says the version of the protocol that trTeFormat names at the time: of the one that is
 * wanted. */
static enum rvt_status check_protocol(struct rvt_encoder *e, uint8_t format)
{
    uint32_t control;

    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &control));
    if (RVT_GET(control, TR_TE_FORMAT) != format) {
        control = RVT_SET(TR_TE_ACTIVE_MASK, TR_TE_FORMAT, format);
        RVT_TRY(rvt_write_warl(&e->c, TR_TE_CONTROL_OFFSET, UINT32_MAX, control, &control));
    }
    if (RVT_GET(control, TR_TE_FORMAT) != format) {
        return RVT_ERR_UNSUPPORTED;
    }
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_IMPL_OFFSET, &e->c.impl));
    uint32_t major = RVT_GET(e->c.impl, TR_TE_PROTOCOL_MAJOR);
    if ((format == TR_TE_FORMAT_NTRACE && major != NTRACE_MAJOR) ||
        (format == TR_TE_FORMAT_ETRACE && major != ETRACE_MAJOR)) {
        return RVT_ERR_VERSION;
    }
    return RVT_OK;
}

enum rvt_status rvt_encoder_configure(struct rvt_encoder *e, const struct rvt_encoder_cfg *cfg,
                                      struct rvt_encoder_cfg *granted)
{
    uint32_t got_control, got_features;

    if (cfg == NULL || !cfg_valid(cfg)) {
        return RVT_ERR_ARG;
    }
    if (e->c.state != RVT_STATE_RESET && e->c.state != RVT_STATE_CONFIGURED) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(check_protocol(e, cfg->format));
    uint32_t control = to_control(cfg);
    uint32_t features = to_features(cfg);
    bool exact = cfg->exact;
    e->c.state = RVT_STATE_RESET;
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_CONTROL_OFFSET, control | TR_TE_ACTIVE_MASK));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &got_control));
    RVT_TRY(rvt_write_warl(&e->c, TR_TE_INST_FEATURES_OFFSET, UINT32_MAX, features, &got_features));
    e->src_id = (uint16_t)RVT_GET(got_features, TR_TE_SRC_ID);
    e->src_bits = (uint8_t)RVT_GET(got_features, TR_TE_SRC_BITS);
    if ((got_control & TR_TE_INHIBIT_SRC_MASK) != 0) {
        e->src_bits = 0;
    }
    e->triggers = (got_control & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    if (granted != NULL) { /* may be the same struct as cfg */
        rvt_encoder_cfg_from(granted, got_control, got_features);
        granted->exact = exact;
    }
    if (exact && ((got_control & RVT_ENCODER_SETTINGS) != control ||
                  (got_features & RVT_ENCODER_FEATURES) != features)) {
        return RVT_ERR_UNSUPPORTED;
    }
    e->c.state = RVT_STATE_CONFIGURED;
    return RVT_OK;
}
