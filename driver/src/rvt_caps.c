/* SPDX-License-Identifier: Apache-2.0 */
/* Discovery of all that an encoder can do. */
#include "hartrace/rvt_caps.h"
#include "hartrace/rvt_field.h"
#include "rvt_encoder_bits.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

/* Bits of trTeInstFeatures that are an option each. */
#define SINGLE_FEATURES                                                                            \
    (RVT_ENCODER_FEATURES &                                                                        \
     ~(TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_SRC_ID_MASK | TR_TE_SRC_BITS_MASK))

/* Settings in trTeDataControl that are a bit each. */
#define DATA_BITS                                                                                  \
    (TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_STALL_ENA_MASK | TR_TE_DATA_DROP_ENA_MASK |          \
     TR_TE_DATA_NO_VALUE_MASK | TR_TE_DATA_NO_ADDR_MASK)

static uint32_t highest(uint32_t values)
{
    uint32_t n = 0;

    while (values >> n > 1) {
        n++;
    }
    return n;
}

/* trTeControl: each field with Active = 1 and Enable = InstTracing = 0. Leaves *base in it. */
static enum rvt_status discover_control(const struct rvt_component *c, struct rvt_caps *caps,
                                        uint32_t *base)
{
    uint32_t values, got;

    *base = TR_TE_ACTIVE_MASK;
    RVT_TRY(rvt_try_values(c, TR_TE_CONTROL_OFFSET, TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT, *base,
                           &values));
    caps->formats = (uint8_t)values;
    if ((values & 1u << TR_TE_FORMAT_NTRACE) != 0) {
        *base = RVT_SET(*base, TR_TE_FORMAT, TR_TE_FORMAT_NTRACE);
    }
    RVT_TRY(rvt_try_values(c, TR_TE_CONTROL_OFFSET, TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT,
                           *base, &values));
    caps->inst_modes = (uint8_t)values;
    if ((values & 1u << TR_TE_INST_MODE_HTM) != 0) {
        *base = RVT_SET(*base, TR_TE_INST_MODE, TR_TE_INST_MODE_HTM);
    } else if ((values & 1u << TR_TE_INST_MODE_BTM) != 0) {
        *base = RVT_SET(*base, TR_TE_INST_MODE, TR_TE_INST_MODE_BTM);
    }
    RVT_TRY(rvt_try_values(c, TR_TE_CONTROL_OFFSET, TR_TE_INST_SYNC_MODE_MASK,
                           TR_TE_INST_SYNC_MODE_SHIFT, *base, &values));
    caps->sync_modes = (uint8_t)values;
    RVT_TRY(rvt_try_values(c, TR_TE_CONTROL_OFFSET, TR_TE_INST_SYNC_MAX_MASK,
                           TR_TE_INST_SYNC_MAX_SHIFT,
                           RVT_SET(*base, TR_TE_INST_SYNC_MODE, highest(values)), &values));
    caps->sync_maxes = (uint16_t)values;
    RVT_TRY(rvt_write_warl(c, TR_TE_CONTROL_OFFSET, UINT32_MAX,
                           *base | TR_TE_CONTEXT_MASK | TR_TE_INST_TRIG_ENABLE_MASK |
                               TR_TE_INST_STALL_ENA_MASK | TR_TE_INHIBIT_SRC_MASK,
                           &got));
    caps->context = (got & TR_TE_CONTEXT_MASK) != 0;
    caps->trig_enable = (got & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    caps->stall = (got & TR_TE_INST_STALL_ENA_MASK) != 0;
    caps->inhibit_src = (got & TR_TE_INHIBIT_SRC_MASK) != 0;
    return rvt_reg_write(c, TR_TE_CONTROL_OFFSET, *base);
}

/* trTeInstFeatures: the single bits one at a time, for some may exclude each other. */
static enum rvt_status discover_features(const struct rvt_component *c, struct rvt_caps *caps)
{
    const uint32_t offset = TR_TE_INST_FEATURES_OFFSET;
    uint32_t old, values, got;

    RVT_TRY(rvt_reg_read(c, offset, &old));
    for (uint32_t bit = 1; bit != 0 && bit <= SINGLE_FEATURES; bit <<= 1) {
        if ((bit & SINGLE_FEATURES) == 0) {
            continue;
        }
        RVT_TRY(rvt_write_warl(c, offset, UINT32_MAX, bit, &got));
        caps->features |= got & bit;
    }
    RVT_TRY(rvt_try_values(c, offset, TR_TE_INST_IMPLICIT_RETURN_MODE_MASK,
                           TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT,
                           TR_TE_INST_EN_IMPLICIT_RETURN_MASK, &values));
    caps->implicit_return_modes = (uint8_t)values;
    RVT_TRY(rvt_try_values(c, offset, TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT, 0, &values));
    caps->src_bits = (uint16_t)values;
    RVT_TRY(rvt_write_warl(c, offset, UINT32_MAX,
                           RVT_SET(TR_TE_SRC_ID_MASK, TR_TE_SRC_BITS, highest(values)), &got));
    caps->src_id_bits = (uint16_t)RVT_GET(got, TR_TE_SRC_ID);
    return rvt_reg_write(c, offset, old);
}

/* trTeDataControl: trTeDataTracing stays 0. */
static enum rvt_status discover_data(const struct rvt_component *c, struct rvt_caps *caps)
{
    const uint32_t offset = TR_TE_DATA_CONTROL_OFFSET;
    uint32_t old, values, got;

    RVT_TRY(rvt_reg_read(c, offset, &old));
    caps->data_implemented = (old & TR_TE_DATA_IMPLEMENTED_MASK) != 0;
    RVT_TRY(rvt_write_warl(c, offset, UINT32_MAX, DATA_BITS, &got));
    caps->data_bits = got & DATA_BITS;
    RVT_TRY(rvt_try_values(c, offset, TR_TE_DATA_ADDR_COMPRESS_MASK, TR_TE_DATA_ADDR_COMPRESS_SHIFT,
                           0, &values));
    caps->data_addr_compress = (uint8_t)values;
    return rvt_reg_write(c, offset, old & (DATA_BITS | TR_TE_DATA_ADDR_COMPRESS_MASK));
}

enum rvt_status rvt_caps_discover(const struct rvt_encoder *e, struct rvt_caps *caps)
{
    uint32_t control, base, impl;

    RVT_TRY(rvt_check_disabled(&e->c));
    *caps = (struct rvt_caps){0};
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_CONTROL_OFFSET, &control));
    RVT_TRY(discover_control(&e->c, caps, &base));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_IMPL_OFFSET, &impl)); /* of the protocol in base */
    caps->protocol_major = (uint8_t)RVT_GET(impl, TR_TE_PROTOCOL_MAJOR);
    caps->protocol_minor = (uint8_t)RVT_GET(impl, TR_TE_PROTOCOL_MINOR);
    RVT_TRY(discover_features(&e->c, caps));
    RVT_TRY(discover_data(&e->c, caps));
    RVT_TRY(rvt_timestamp_discover(&e->c, &caps->ts));
    RVT_TRY(rvt_filter_discover(e, &caps->filters));
    RVT_TRY(rvt_trigger_discover(e, &caps->triggers));
    return rvt_reg_write(&e->c, TR_TE_CONTROL_OFFSET,
                         (control & RVT_ENCODER_SETTINGS) | TR_TE_ACTIVE_MASK);
}
