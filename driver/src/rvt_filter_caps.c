/* SPDX-License-Identifier: Apache-2.0 */
/* Filters and comparators: discovery. */
#include "hartrace/rvt_filter.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

/* All bits of trTeFilterControl that ask for a condition. */
#define MATCH_BITS                                                                                 \
    (TR_TE_FILTER_MATCH_PRIVILEGE_MASK | TR_TE_FILTER_MATCH_ECAUSE_MASK |                          \
     TR_TE_FILTER_MATCH_INTERRUPT_MASK | TR_TE_FILTER_MATCH_COMP1_MASK |                           \
     TR_TE_FILTER_MATCH_COMP2_MASK | TR_TE_FILTER_MATCH_COMP3_MASK |                               \
     TR_TE_FILTER_MATCH_IMPDEF_MASK | TR_TE_FILTER_MATCH_DTYPE_MASK |                              \
     TR_TE_FILTER_MATCH_DSIZE_MASK)

/* What a register reads after `ones` was written; it is put back. */
static enum rvt_status probe(const struct rvt_component *c, uint32_t offset, uint32_t ones,
                             uint32_t *got)
{
    uint32_t old;

    RVT_TRY(rvt_reg_read(c, offset, &old));
    RVT_TRY(rvt_write_warl(c, offset, UINT32_MAX, ones, got));
    *got &= ones;
    return rvt_reg_write(c, offset, old);
}

static enum rvt_status probe_value(const struct rvt_component *c, uint32_t low, uint64_t *bits)
{
    uint32_t lower, upper;

    RVT_TRY(probe(c, low, UINT32_MAX, &lower));
    RVT_TRY(probe(c, low + 4, UINT32_MAX, &upper));
    *bits = (uint64_t)upper << 32 | lower;
    return RVT_OK;
}

/* The values of a field of trTeCompControl, all other fields 0. */
static enum rvt_status try_field(const struct rvt_component *c, uint32_t offset, uint32_t mask,
                                 unsigned shift, uint8_t *values)
{
    uint32_t bits;

    RVT_TRY(rvt_try_values(c, offset, mask, shift, 0, &bits));
    *values = (uint8_t)bits;
    return RVT_OK;
}

static enum rvt_status discover_comparator(const struct rvt_component *c, unsigned j,
                                           struct rvt_comparator_caps *caps)
{
    const uint32_t at = TR_TE_COMP_CONTROL_OFFSET(j);
    uint32_t old, got;

    RVT_TRY(probe_value(c, TR_TE_COMP_P_MATCH_LOW_OFFSET(j), &caps->p.value_bits));
    caps->present = caps->p.value_bits != 0;
    if (!caps->present) {
        return RVT_OK;
    }
    RVT_TRY(probe_value(c, TR_TE_COMP_S_MATCH_LOW_OFFSET(j), &caps->s.value_bits));
    RVT_TRY(rvt_reg_read(c, at, &old));
    RVT_TRY(try_field(c, at, TR_TE_COMP_P_INPUT_MASK, TR_TE_COMP_P_INPUT_SHIFT, &caps->p.inputs));
    RVT_TRY(try_field(c, at, TR_TE_COMP_S_INPUT_MASK, TR_TE_COMP_S_INPUT_SHIFT, &caps->s.inputs));
    RVT_TRY(try_field(c, at, TR_TE_COMP_P_FUNCTION_MASK, TR_TE_COMP_P_FUNCTION_SHIFT,
                      &caps->p.functions));
    RVT_TRY(try_field(c, at, TR_TE_COMP_S_FUNCTION_MASK, TR_TE_COMP_S_FUNCTION_SHIFT,
                      &caps->s.functions));
    RVT_TRY(
        try_field(c, at, TR_TE_COMP_MATCH_MODE_MASK, TR_TE_COMP_MATCH_MODE_SHIFT, &caps->matches));
    RVT_TRY(rvt_write_warl(c, at, UINT32_MAX, TR_TE_COMP_P_NOTIFY_MASK | TR_TE_COMP_S_NOTIFY_MASK,
                           &got));
    caps->p.notify = (got & TR_TE_COMP_P_NOTIFY_MASK) != 0;
    caps->s.notify = (got & TR_TE_COMP_S_NOTIFY_MASK) != 0;
    return rvt_reg_write(c, at, old);
}

static enum rvt_status discover_all(const struct rvt_component *c, struct rvt_filter_caps *caps)
{
    uint32_t got;

    for (unsigned i = 0; i < RVT_FILTERS; i++) {
        RVT_TRY(
            probe(c, TR_TE_FILTER_CONTROL_OFFSET(i), MATCH_BITS | TR_TE_FILTER_ENABLE_MASK, &got));
        if ((got & TR_TE_FILTER_ENABLE_MASK) != 0) {
            caps->filters |= (uint16_t)(1u << i);
        }
        caps->match_bits[i] = got & MATCH_BITS;
    }
    for (unsigned j = 0; j < RVT_COMPARATORS; j++) {
        RVT_TRY(discover_comparator(c, j, &caps->comp[j]));
        if (caps->comp[j].present) {
            caps->comparators |= (uint8_t)(1u << j);
        }
    }
    return RVT_OK;
}

enum rvt_status rvt_filter_discover(const struct rvt_encoder *e, struct rvt_filter_caps *caps)
{
    uint32_t inst, data, got;

    RVT_TRY(rvt_check_disabled(&e->c));
    *caps = (struct rvt_filter_caps){0};
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_INST_FILTERS_OFFSET, &inst));
    RVT_TRY(rvt_reg_read(&e->c, TR_TE_DATA_FILTERS_OFFSET, &data));
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_INST_FILTERS_OFFSET, 0));
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_DATA_FILTERS_OFFSET, 0));
    RVT_TRY(discover_all(&e->c, caps));
    RVT_TRY(probe(&e->c, TR_TE_INST_FILTERS_OFFSET, TR_TE_INST_FILTERS_MASK, &got));
    caps->inst_filters = (uint16_t)got;
    RVT_TRY(probe(&e->c, TR_TE_DATA_FILTERS_OFFSET, TR_TE_DATA_FILTERS_MASK, &got));
    caps->data_filters = (uint16_t)got;
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_INST_FILTERS_OFFSET, inst));
    return rvt_reg_write(&e->c, TR_TE_DATA_FILTERS_OFFSET, data);
}
