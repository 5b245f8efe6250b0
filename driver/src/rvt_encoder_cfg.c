/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace Encoder's settings, to and from trTeControl and trTeInstFeatures. */
#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_field.h"
#include "rvt_encoder_bits.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

#define SRC_BITS_MAX 12u
#define NTRACE_MAJOR 1u /* trTeProtocolMajor of N-Trace 1.0 */

void rvt_encoder_cfg_init(struct rvt_encoder_cfg *cfg)
{
    *cfg =
        (struct rvt_encoder_cfg){.inst_mode = TR_TE_INST_MODE_HTM, .format = TR_TE_FORMAT_NTRACE};
}

static uint32_t to_control(const struct rvt_encoder_cfg *cfg)
{
    uint32_t reg = 0;

    reg = RVT_SET(reg, TR_TE_INST_MODE, cfg->inst_mode);
    reg = RVT_SET(reg, TR_TE_CONTEXT, cfg->context);
    reg = RVT_SET(reg, TR_TE_INST_TRIG_ENABLE, cfg->trig_enable);
    reg = RVT_SET(reg, TR_TE_INST_STALL_ENA, cfg->stall);
    reg = RVT_SET(reg, TR_TE_INHIBIT_SRC, cfg->inhibit_src);
    reg = RVT_SET(reg, TR_TE_INST_SYNC_MODE, cfg->sync_mode);
    reg = RVT_SET(reg, TR_TE_INST_SYNC_MAX, cfg->sync_max);
    return RVT_SET(reg, TR_TE_FORMAT, cfg->format);
}

static void from_control(struct rvt_encoder_cfg *cfg, uint32_t reg)
{
    cfg->inst_mode = (uint8_t)RVT_GET(reg, TR_TE_INST_MODE);
    cfg->context = (reg & TR_TE_CONTEXT_MASK) != 0;
    cfg->trig_enable = (reg & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    cfg->stall = (reg & TR_TE_INST_STALL_ENA_MASK) != 0;
    cfg->inhibit_src = (reg & TR_TE_INHIBIT_SRC_MASK) != 0;
    cfg->sync_mode = (uint8_t)RVT_GET(reg, TR_TE_INST_SYNC_MODE);
    cfg->sync_max = (uint8_t)RVT_GET(reg, TR_TE_INST_SYNC_MAX);
    cfg->format = (uint8_t)RVT_GET(reg, TR_TE_FORMAT);
}

static uint32_t to_features(const struct rvt_encoder_cfg *cfg)
{
    uint32_t reg = 0;

    reg = RVT_SET(reg, TR_TE_INST_NO_ADDR_DIFF, cfg->no_addr_diff);
    reg = RVT_SET(reg, TR_TE_INST_NO_TRAP_ADDR, cfg->no_trap_addr);
    reg = RVT_SET(reg, TR_TE_INST_EN_SEQUENTIAL_JUMP, cfg->sequential_jump);
    reg = RVT_SET(reg, TR_TE_INST_EN_IMPLICIT_RETURN, cfg->implicit_return);
    reg = RVT_SET(reg, TR_TE_INST_EN_BRANCH_PREDICTION, cfg->branch_prediction);
    reg = RVT_SET(reg, TR_TE_INST_EN_JUMP_TARGET_CACHE, cfg->jump_target_cache);
    reg = RVT_SET(reg, TR_TE_INST_IMPLICIT_RETURN_MODE, cfg->implicit_return_mode);
    reg = RVT_SET(reg, TR_TE_INST_EN_REPEATED_HISTORY, cfg->repeated_history);
    reg = RVT_SET(reg, TR_TE_INST_EN_ALL_JUMPS, cfg->all_jumps);
    reg = RVT_SET(reg, TR_TE_INST_EXTEND_ADDR_MSB, cfg->extend_addr_msb);
    reg = RVT_SET(reg, TR_TE_SRC_ID, cfg->src_id);
    return RVT_SET(reg, TR_TE_SRC_BITS, cfg->src_bits);
}

static void from_features(struct rvt_encoder_cfg *cfg, uint32_t reg)
{
    cfg->no_addr_diff = (reg & TR_TE_INST_NO_ADDR_DIFF_MASK) != 0;
    cfg->no_trap_addr = (reg & TR_TE_INST_NO_TRAP_ADDR_MASK) != 0;
    cfg->sequential_jump = (reg & TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK) != 0;
    cfg->implicit_return = (reg & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0;
    cfg->branch_prediction = (reg & TR_TE_INST_EN_BRANCH_PREDICTION_MASK) != 0;
    cfg->jump_target_cache = (reg & TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK) != 0;
    cfg->implicit_return_mode = (uint8_t)RVT_GET(reg, TR_TE_INST_IMPLICIT_RETURN_MODE);
    cfg->repeated_history = (reg & TR_TE_INST_EN_REPEATED_HISTORY_MASK) != 0;
    cfg->all_jumps = (reg & TR_TE_INST_EN_ALL_JUMPS_MASK) != 0;
    cfg->extend_addr_msb = (reg & TR_TE_INST_EXTEND_ADDR_MSB_MASK) != 0;
    cfg->src_id = (uint16_t)RVT_GET(reg, TR_TE_SRC_ID);
    cfg->src_bits = (uint8_t)RVT_GET(reg, TR_TE_SRC_BITS);
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
    if (!rvt_field_fits(TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT, cfg->inst_mode) ||
        !rvt_field_fits(TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT, cfg->format) ||
        !rvt_field_fits(TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT, cfg->sync_mode) ||
        !rvt_field_fits(TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT, cfg->sync_max) ||
        !rvt_field_fits(TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT,
                        cfg->implicit_return_mode) ||
        !rvt_field_fits(TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT, cfg->src_id))
        return false;
    if (cfg->src_bits > SRC_BITS_MAX)
        return false;
    return cfg->src_bits == 0 || cfg->src_id >> cfg->src_bits == 0;
}

enum rvt_status rvt_encoder_configure(struct rvt_encoder *e, const struct rvt_encoder_cfg *cfg,
                                      struct rvt_encoder_cfg *granted)
{
    uint32_t control, features, got_control, got_features;
    bool exact;

    if (!cfg || !cfg_valid(cfg))
        return RVT_ERR_ARG;
    if (e->c.state != RVT_STATE_RESET && e->c.state != RVT_STATE_CONFIGURED)
        return RVT_ERR_STATE;
    if (cfg->format == TR_TE_FORMAT_NTRACE &&
        RVT_GET(e->c.impl, TR_TE_PROTOCOL_MAJOR) != NTRACE_MAJOR)
        return RVT_ERR_VERSION;
    control = to_control(cfg);
    features = to_features(cfg);
    exact = cfg->exact;
    e->c.state = RVT_STATE_RESET;
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_CONTROL_OFFSET, control | TR_TE_ACTIVE_MASK));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &got_control));
    RVT_TRY(rvt_write_warl(&e->c, TR_TE_INST_FEATURES_OFFSET, UINT32_MAX, features, &got_features));
    e->src_id = (uint16_t)RVT_GET(got_features, TR_TE_SRC_ID);
    e->src_bits = (uint8_t)RVT_GET(got_features, TR_TE_SRC_BITS);
    if ((got_control & TR_TE_INHIBIT_SRC_MASK) != 0)
        e->src_bits = 0;
    e->triggers = (got_control & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    if (granted) { /* may be the same struct as cfg */
        rvt_encoder_cfg_from(granted, got_control, got_features);
        granted->exact = exact;
    }
    if (exact && ((got_control & RVT_ENCODER_SETTINGS) != control ||
                  (got_features & RVT_ENCODER_FEATURES) != features))
        return RVT_ERR_UNSUPPORTED;
    e->c.state = RVT_STATE_CONFIGURED;
    return RVT_OK;
}
