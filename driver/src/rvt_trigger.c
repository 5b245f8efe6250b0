/* SPDX-License-Identifier: Apache-2.0 */
/* Triggers of the encoder. */
#include "hartrace/rvt_trigger.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

/* Both external registers are eight fields of four bits. */
#define FIELD_BITS 4u
#define FIELD_MASK 0xFu
#define ALL_FIELDS 0x11111111u

/* Set one field, which must be granted, or 0. */
static enum rvt_status set_field(const struct rvt_encoder *e, uint32_t offset, uint32_t mask,
                                 uint32_t want)
{
    uint32_t got;

    RVT_TRY(rvt_check_disabled(&e->c));
    RVT_TRY(rvt_write_warl(&e->c, offset, mask, want, &got));
    if (got == want) {
        return RVT_OK;
    }
    RVT_TRY(rvt_write_warl(&e->c, offset, mask, 0, &got));
    return RVT_ERR_UNSUPPORTED;
}

enum rvt_status rvt_trigger_set_input(const struct rvt_encoder *e, unsigned n,
                                      enum rvt_trigger_action action)
{
    if (n >= RVT_TRIGGERS || (action != RVT_TRIGGER_NONE && action != RVT_TRIGGER_TRACE_ON &&
                              action != RVT_TRIGGER_TRACE_OFF && action != RVT_TRIGGER_NOTIFY)) {
        return RVT_ERR_ARG;
    }
    return set_field(e, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, FIELD_MASK << FIELD_BITS * n,
                     (uint32_t)action << FIELD_BITS * n);
}

enum rvt_status rvt_trigger_set_output(const struct rvt_encoder *e, unsigned n, unsigned events)
{
    if (n >= RVT_TRIGGERS || events > FIELD_MASK) {
        return RVT_ERR_ARG;
    }
    return set_field(e, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, FIELD_MASK << FIELD_BITS * n,
                     (uint32_t)events << FIELD_BITS * n);
}

enum rvt_status rvt_trigger_set_debug(const struct rvt_encoder *e, uint32_t value)
{
    return set_field(e, TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX, value);
}

static enum rvt_status discover_inputs(const struct rvt_component *c, struct rvt_trigger_caps *caps)
{
    static const uint8_t actions[] = {RVT_TRIGGER_NONE, RVT_TRIGGER_TRACE_ON, RVT_TRIGGER_TRACE_OFF,
                                      RVT_TRIGGER_NOTIFY};
    uint32_t old, got;

    RVT_TRY(rvt_reg_read(c, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, &old));
    for (unsigned a = 0; a < sizeof(actions); a++) {
        RVT_TRY(rvt_write_warl(c, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, UINT32_MAX,
                               ALL_FIELDS * actions[a], &got));
        for (unsigned n = 0; n < RVT_TRIGGERS; n++) {
            if ((got >> FIELD_BITS * n & FIELD_MASK) != actions[a]) {
                continue;
            }
            caps->actions[n] |= (uint8_t)(1u << actions[a]);
            if (actions[a] != RVT_TRIGGER_NONE) {
                caps->inputs |= (uint8_t)(1u << n);
            }
        }
    }
    return rvt_reg_write(c, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, old);
}

enum rvt_status rvt_trigger_discover(const struct rvt_encoder *e, struct rvt_trigger_caps *caps)
{
    uint32_t old, got;

    RVT_TRY(rvt_check_disabled(&e->c));
    *caps = (struct rvt_trigger_caps){0};
    RVT_TRY(discover_inputs(&e->c, caps));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, &old));
    RVT_TRY(rvt_write_warl(&e->c, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, UINT32_MAX, UINT32_MAX, &got));
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, old));
    for (unsigned n = 0; n < RVT_TRIGGERS; n++) {
        caps->events[n] = (uint8_t)(got >> FIELD_BITS * n & FIELD_MASK);
        if (caps->events[n] != 0) {
            caps->outputs |= (uint8_t)(1u << n);
        }
    }
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_TRIG_DBG_CONTROL_OFFSET, &old));
    RVT_TRY(rvt_write_warl(&e->c, TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX, UINT32_MAX,
                           &caps->debug_bits));
    return rvt_reg_write(&e->c, TR_TE_TRIG_DBG_CONTROL_OFFSET, old);
}
