/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace Encoder: reset, enable, start, stop, disable. The settings are in rvt_encoder_cfg.c. */
#include "hartrace/rvt_encoder.h"
#include "hartrace/rvt_field.h"
#include "rvt_encoder_bits.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

enum rvt_status rvt_encoder_init(struct rvt_encoder *e, const struct rvt_io *io, uint64_t base)
{
    if (e == NULL) {
        return RVT_ERR_ARG;
    }
    e->triggers = false;
    e->src_id = 0;
    e->src_bits = 0;
    return rvt_component_init(&e->c, io, base, RVT_COMP_ENCODER);
}

/* The encoder's rows of the table "Trace Components Reset". RW1C bits are undefined after a reset
 * too: clear them. So are comparators, which may report addresses without any filter. */
static enum rvt_status write_reset_table(const struct rvt_component *c)
{
    static const struct {
        uint16_t offset;
        uint16_t value;
    } table[] = {
        {TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_INST_STALL_OR_OVERFLOW_MASK},
        {TR_TE_INST_FEATURES_OFFSET, 0},
        {TR_TE_INST_FILTERS_OFFSET, 0},
        {TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_STALL_OR_OVERFLOW_MASK | TR_TE_DATA_DROP_MASK},
        {TR_TE_DATA_FILTERS_OFFSET, 0},
        {TR_TE_TRIG_DBG_CONTROL_OFFSET, 0},
        {TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0},
        {TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, 0},
        {TR_TS_CONTROL_OFFSET, 0},
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        RVT_TRY(rvt_reg_write(c, table[i].offset, table[i].value));
    }
    for (unsigned j = 0; j < TR_TE_COMP_CONTROL_COUNT; j++) {
        RVT_TRY(rvt_reg_write(c, TR_TE_COMP_CONTROL_OFFSET(j), 0));
    }
    return RVT_OK;
}

enum rvt_status rvt_encoder_reset(struct rvt_encoder *e)
{
    e->triggers = false;
    RVT_TRY(rvt_component_reset(&e->c));
    enum rvt_status st = write_reset_table(&e->c);
    if (st != RVT_OK) {
        e->c.state = RVT_STATE_UNKNOWN;
    }
    return st;
}

enum rvt_status rvt_encoder_attach(struct rvt_encoder *e)
{
    uint32_t control, features;

    RVT_TRY(rvt_component_attach(&e->c));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &control));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_INST_FEATURES_OFFSET, &features));
    e->triggers = (control & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    e->src_id = (uint16_t)RVT_GET(features, TR_TE_SRC_ID);
    e->src_bits = (uint8_t)RVT_GET(features, TR_TE_SRC_BITS);
    return RVT_OK;
}

enum rvt_status rvt_encoder_enable(struct rvt_encoder *e)
{
    uint32_t control;

    RVT_TRY(rvt_control_for_enable(&e->c, &control));
    if ((control & TR_TE_ENABLE_MASK) != 0) {
        e->c.state = RVT_STATE_ENABLED;
        return RVT_OK;
    }
    return rvt_control_enable(&e->c, control & RVT_ENCODER_SETTINGS);
}

/*
 * Write trTeInstTracing and nothing else: settings, Active and Enable as they are, the RW1C bit as
 * 0, which leaves it.
 */
static enum rvt_status set_tracing(struct rvt_encoder *e, uint32_t tracing)
{
    uint32_t control;

    if (e->c.state != RVT_STATE_ENABLED) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &control));
    if ((control & TR_TE_ENABLE_MASK) == 0) { /* somebody else has disabled or reset it */
        return tracing != 0 ? RVT_ERR_STATE : RVT_OK;
    }
    control &= RVT_ENCODER_SETTINGS | TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK;
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_CONTROL_OFFSET, control | tracing));
    if (e->triggers) {
        return RVT_OK;
    }
    return rvt_poll(e->c.io, e->c.base + TR_TE_CONTROL_OFFSET, TR_TE_INST_TRACING_MASK, tracing);
}

enum rvt_status rvt_encoder_start(struct rvt_encoder *e)
{
    return set_tracing(e, TR_TE_INST_TRACING_MASK);
}

enum rvt_status rvt_encoder_stop(struct rvt_encoder *e)
{
    return set_tracing(e, 0);
}

enum rvt_status rvt_encoder_disable(struct rvt_encoder *e)
{
    return rvt_control_disable(&e->c, RVT_ENCODER_SETTINGS);
}

enum rvt_status rvt_encoder_get_status(const struct rvt_encoder *e,
                                       struct rvt_encoder_status *status)
{
    uint32_t control;

    if (e->c.state < RVT_STATE_RESET) {
        return RVT_ERR_STATE;
    }
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &control));
    status->enabled = (control & TR_TE_ENABLE_MASK) != 0;
    status->tracing = (control & TR_TE_INST_TRACING_MASK) != 0;
    status->empty = (control & TR_TE_EMPTY_MASK) != 0;
    status->stall_or_overflow = (control & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0;
    return RVT_OK;
}
