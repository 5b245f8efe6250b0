/* SPDX-License-Identifier: Apache-2.0 */
/* Filters and comparators: settings. Discovery is in rvt_filter_caps.c. */
#include "hartrace/rvt_filter.h"
#include "hartrace/rvt_field.h"
#include "rvt_internal.h"

#include "encoder_regs.h"

/* Write a register, which must then read as `want` in the bits of mask. */
static enum rvt_status write_exact(const struct rvt_component *c, uint32_t offset, uint32_t want,
                                   uint32_t mask)
{
    uint32_t got;

    RVT_TRY(rvt_write_warl(c, offset, UINT32_MAX, want, &got));
    return ((got ^ want) & mask) != 0 ? RVT_ERR_UNSUPPORTED : RVT_OK;
}

static bool half_valid(const struct rvt_comp_half *h)
{
    return rvt_field_fits(TR_TE_COMP_P_INPUT_MASK, TR_TE_COMP_P_INPUT_SHIFT, h->input) &&
           rvt_field_fits(TR_TE_COMP_P_FUNCTION_MASK, TR_TE_COMP_P_FUNCTION_SHIFT, h->function) &&
           (!h->notify || h->input == RVT_COMP_IADDR);
}

static enum rvt_status write_value(const struct rvt_component *c, uint32_t low, uint64_t value,
                                   uint32_t mask)
{
    RVT_TRY(write_exact(c, low + 4, (uint32_t)(value >> 32), mask));
    return write_exact(c, low, (uint32_t)value, mask);
}

enum rvt_status rvt_comparator_set(const struct rvt_encoder *e, unsigned j,
                                   const struct rvt_comparator_cfg *cfg)
{
    uint32_t reg = 0, mask = UINT32_MAX, s_mask = UINT32_MAX;

    if (j >= RVT_COMPARATORS || cfg == NULL || !half_valid(&cfg->p) || !half_valid(&cfg->s) ||
        !rvt_field_fits(TR_TE_COMP_MATCH_MODE_MASK, TR_TE_COMP_MATCH_MODE_SHIFT, cfg->match)) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(&e->c));
    if (cfg->match == RVT_COMP_PRIMARY && !cfg->s.notify && cfg->s.function != RVT_COMP_S_MASK) {
        mask &= ~(TR_TE_COMP_S_INPUT_MASK | TR_TE_COMP_S_FUNCTION_MASK);
        s_mask = 0;
    }
    RVT_TRY(write_value(&e->c, TR_TE_COMP_P_MATCH_LOW_OFFSET(j), cfg->p.value, UINT32_MAX));
    RVT_TRY(write_value(&e->c, TR_TE_COMP_S_MATCH_LOW_OFFSET(j), cfg->s.value, s_mask));
    reg = RVT_SET(reg, TR_TE_COMP_P_INPUT, cfg->p.input);
    reg = RVT_SET(reg, TR_TE_COMP_S_INPUT, cfg->s.input);
    reg = RVT_SET(reg, TR_TE_COMP_P_FUNCTION, cfg->p.function);
    reg = RVT_SET(reg, TR_TE_COMP_S_FUNCTION, cfg->s.function);
    reg = RVT_SET(reg, TR_TE_COMP_MATCH_MODE, cfg->match);
    reg = RVT_SET(reg, TR_TE_COMP_P_NOTIFY, cfg->p.notify);
    reg = RVT_SET(reg, TR_TE_COMP_S_NOTIFY, cfg->s.notify);
    return write_exact(&e->c, TR_TE_COMP_CONTROL_OFFSET(j), reg, mask);
}

static uint32_t filter_control(const struct rvt_filter_cfg *cfg)
{
    uint32_t reg = TR_TE_FILTER_ENABLE_MASK;

    reg = RVT_SET(reg, TR_TE_FILTER_MATCH_PRIVILEGE, cfg->match_privilege);
    reg = RVT_SET(reg, TR_TE_FILTER_MATCH_ECAUSE, cfg->match_ecause);
    reg = RVT_SET(reg, TR_TE_FILTER_MATCH_INTERRUPT, cfg->match_interrupt);
    if (cfg->ncomps > 0) {
        reg = RVT_SET(reg | TR_TE_FILTER_MATCH_COMP1_MASK, TR_TE_FILTER_COMP1, cfg->comps[0]);
    }
    if (cfg->ncomps > 1) {
        reg = RVT_SET(reg | TR_TE_FILTER_MATCH_COMP2_MASK, TR_TE_FILTER_COMP2, cfg->comps[1]);
    }
    if (cfg->ncomps > 2) {
        reg = RVT_SET(reg | TR_TE_FILTER_MATCH_COMP3_MASK, TR_TE_FILTER_COMP3, cfg->comps[2]);
    }
    reg = RVT_SET(reg, TR_TE_FILTER_MATCH_IMPDEF, cfg->match_impdef);
    reg = RVT_SET(reg, TR_TE_FILTER_MATCH_DTYPE, cfg->match_dtype);
    return RVT_SET(reg, TR_TE_FILTER_MATCH_DSIZE, cfg->match_dsize);
}

/* The values to match, before the bits that make them count. Values that were not asked for are 0,
 * which every register grants or which has no effect. */
static enum rvt_status write_matches(const struct rvt_component *c, unsigned i,
                                     const struct rvt_filter_cfg *cfg)
{
    const uint64_t ecauses = cfg->match_ecause ? cfg->ecauses : 0;
    uint32_t reg = 0, mask = 0;

    if (cfg->match_privilege) {
        reg = RVT_SET(reg, TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE, cfg->privileges);
        mask |= TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE_MASK;
    }
    if (cfg->match_interrupt) {
        reg = RVT_SET(reg, TR_TE_FILTER_MATCH_VALUE_INTERRUPT, cfg->interrupt);
        mask |= TR_TE_FILTER_MATCH_VALUE_INTERRUPT_MASK;
    }
    RVT_TRY(write_exact(c, TR_TE_FILTER_MATCH_INST_OFFSET(i), reg, mask));
    mask = cfg->match_ecause ? UINT32_MAX : 0;
    RVT_TRY(write_exact(c, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(i), (uint32_t)ecauses, mask));
    RVT_TRY(
        write_exact(c, TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(i), (uint32_t)(ecauses >> 32), mask));
    mask = cfg->match_impdef ? UINT32_MAX : 0;
    RVT_TRY(write_exact(c, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(i), cfg->impdef_value & mask,
                        mask & cfg->impdef_mask));
    RVT_TRY(
        write_exact(c, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(i), cfg->impdef_mask & mask, mask));
    reg = mask = 0;
    if (cfg->match_dtype) {
        reg = RVT_SET(reg, TR_TE_FILTER_MATCH_CHOICE_DTYPE, cfg->dtypes);
        mask |= TR_TE_FILTER_MATCH_CHOICE_DTYPE_MASK;
    }
    if (cfg->match_dsize) {
        reg = RVT_SET(reg, TR_TE_FILTER_MATCH_CHOICE_DSIZE, cfg->dsizes);
        mask |= TR_TE_FILTER_MATCH_CHOICE_DSIZE_MASK;
    }
    return write_exact(c, TR_TE_FILTER_MATCH_DATA_OFFSET(i), reg, mask);
}

enum rvt_status rvt_filter_set(const struct rvt_encoder *e, unsigned i,
                               const struct rvt_filter_cfg *cfg)
{
    if (i >= RVT_FILTERS || cfg == NULL || cfg->ncomps > 3) {
        return RVT_ERR_ARG;
    }
    for (unsigned k = 0; k < cfg->ncomps; k++) {
        if (cfg->comps[k] >= RVT_COMPARATORS) {
            return RVT_ERR_ARG;
        }
    }
    RVT_TRY(rvt_check_disabled(&e->c));
    RVT_TRY(rvt_reg_write(&e->c, TR_TE_FILTER_CONTROL_OFFSET(i), 0));
    RVT_TRY(write_matches(&e->c, i, cfg));
    enum rvt_status st =
        write_exact(&e->c, TR_TE_FILTER_CONTROL_OFFSET(i), filter_control(cfg), UINT32_MAX);
    if (st == RVT_ERR_UNSUPPORTED) {
        RVT_TRY(rvt_reg_write(&e->c, TR_TE_FILTER_CONTROL_OFFSET(i), 0));
    }
    return st;
}

enum rvt_status rvt_filter_clear(const struct rvt_encoder *e, unsigned i)
{
    if (i >= RVT_FILTERS) {
        return RVT_ERR_ARG;
    }
    RVT_TRY(rvt_check_disabled(&e->c));
    for (uint32_t at = TR_TE_FILTER_CONTROL_OFFSET(i); at <= TR_TE_FILTER_MATCH_DATA_OFFSET(i);
         at += 4) {
        RVT_TRY(rvt_reg_write(&e->c, at, 0));
    }
    return RVT_OK;
}

enum rvt_status rvt_filter_select(const struct rvt_encoder *e, uint16_t inst, uint16_t data)
{
    RVT_TRY(rvt_check_disabled(&e->c));
    RVT_TRY(write_exact(&e->c, TR_TE_INST_FILTERS_OFFSET, inst, TR_TE_INST_FILTERS_MASK));
    return write_exact(&e->c, TR_TE_DATA_FILTERS_OFFSET, data, TR_TE_DATA_FILTERS_MASK);
}
