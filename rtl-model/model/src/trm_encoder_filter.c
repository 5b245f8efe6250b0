/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of filters and comparators: which there are, WARL, loading (TCI 1.0, Trace Encoder
 * Filter Registers). */
#include "trm_encoder_int.h"

/* Comparator units that a filter can use: their fields in trTeFilterControl. */
static const struct {
    uint32_t enable;
    uint8_t shift;
} comp_fields[TRM_FILTER_COMPS] = {
    {TR_TE_FILTER_MATCH_COMP1_MASK, TR_TE_FILTER_COMP1_SHIFT},
    {TR_TE_FILTER_MATCH_COMP2_MASK, TR_TE_FILTER_COMP2_SHIFT},
    {TR_TE_FILTER_MATCH_COMP3_MASK, TR_TE_FILTER_COMP3_SHIFT},
};

static uint32_t field(uint32_t word, uint32_t mask, unsigned shift)
{
    return (word & mask) >> shift;
}

static bool has(const struct trm_encoder *enc, unsigned match)
{
    return (enc->cfg.filter_matches & match) != 0;
}

void trm_encoder_filter_init(struct trm_encoder *enc)
{
    struct trm_regfile *rf = &enc->rf;
    unsigned n = enc->cfg.filters;
    bool trap = has(enc, TRM_FILTER_INTERRUPT);
    unsigned ecause = has(enc, TRM_FILTER_ECAUSE) ? n : 0;
    unsigned impdef = has(enc, TRM_FILTER_IMPDEF) ? n : 0;
    unsigned secondary = enc->cfg.comp_secondary ? enc->cfg.comparators : 0;
    if (n == 0) {
        trm_regfile_remove(rf, TR_TE_INST_FILTERS_OFFSET);
        trm_regfile_remove(rf, TR_TE_DATA_FILTERS_OFFSET);
    }
    trm_regfile_keep(rf, TR_TE_FILTER_CONTROL_OFFSET(0), n);
    trm_regfile_keep(rf, TR_TE_FILTER_MATCH_INST_OFFSET(0),
                     trap || has(enc, TRM_FILTER_PRIVILEGE) ? n : 0);
    trm_regfile_keep(rf, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(0), ecause);
    trm_regfile_keep(rf, TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(0), ecause);
    trm_regfile_keep(rf, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(0), impdef);
    trm_regfile_keep(rf, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(0), impdef);
    trm_regfile_keep(rf, TR_TE_FILTER_MATCH_DATA_OFFSET(0), enc->cfg.data_trace ? n : 0);
    trm_regfile_keep(rf, TR_TE_COMP_CONTROL_OFFSET(0), enc->cfg.comparators);
    trm_regfile_keep(rf, TR_TE_COMP_P_MATCH_LOW_OFFSET(0), enc->cfg.comparators);
    trm_regfile_keep(rf, TR_TE_COMP_P_MATCH_HIGH_OFFSET(0), enc->cfg.comparators);
    trm_regfile_keep(rf, TR_TE_COMP_S_MATCH_LOW_OFFSET(0), secondary);
    trm_regfile_keep(rf, TR_TE_COMP_S_MATCH_HIGH_OFFSET(0), secondary);
}

static uint32_t legal_filter(const struct trm_encoder *enc, uint32_t now)
{
    uint32_t keep = TR_TE_FILTER_ENABLE_MASK;
    keep |= has(enc, TRM_FILTER_PRIVILEGE) ? TR_TE_FILTER_MATCH_PRIVILEGE_MASK : 0;
    keep |= has(enc, TRM_FILTER_ECAUSE) ? TR_TE_FILTER_MATCH_ECAUSE_MASK : 0;
    keep |= has(enc, TRM_FILTER_INTERRUPT) ? TR_TE_FILTER_MATCH_INTERRUPT_MASK : 0;
    keep |= has(enc, TRM_FILTER_IMPDEF) ? TR_TE_FILTER_MATCH_IMPDEF_MASK : 0;
    keep |= enc->cfg.data_trace ? TR_TE_FILTER_MATCH_DTYPE_MASK | TR_TE_FILTER_MATCH_DSIZE_MASK : 0;
    for (unsigned i = 0; i < TRM_FILTER_COMPS; i++) {
        uint32_t unit = (now >> comp_fields[i].shift) & 7u;
        if (enc->cfg.comparators != 0) {
            keep |= comp_fields[i].enable;
        }
        if (unit < enc->cfg.comparators) {
            keep |= UINT32_C(7) << comp_fields[i].shift;
        }
    }
    return now & keep;
}

static uint32_t legal_inst(const struct trm_encoder *enc, uint32_t now)
{
    uint32_t keep = 0;
    keep |= has(enc, TRM_FILTER_PRIVILEGE) ? TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE_MASK : 0;
    keep |= has(enc, TRM_FILTER_INTERRUPT) ? TR_TE_FILTER_MATCH_VALUE_INTERRUPT_MASK : 0;
    return now & keep;
}

/* Is there this input of comparators? daddr comes with data trace. */
static bool has_input(const struct trm_encoder *enc, uint32_t input)
{
    return input == TR_TE_COMP_P_INPUT_DADDR ? enc->cfg.data_trace
                                             : ((enc->cfg.comp_inputs >> input) & 1u) != 0;
}

static uint32_t legal_comp(const struct trm_encoder *enc, uint32_t now)
{
    const uint32_t secondary =
        TR_TE_COMP_S_INPUT_MASK | TR_TE_COMP_S_FUNCTION_MASK | TR_TE_COMP_S_NOTIFY_MASK;
    uint32_t keep = TR_TE_COMP_P_FUNCTION_MASK | TR_TE_COMP_S_FUNCTION_MASK;
    uint32_t p = (now & TR_TE_COMP_P_INPUT_MASK) >> TR_TE_COMP_P_INPUT_SHIFT;
    uint32_t s = (now & TR_TE_COMP_S_INPUT_MASK) >> TR_TE_COMP_S_INPUT_SHIFT;
    uint32_t mode = (now & TR_TE_COMP_MATCH_MODE_MASK) >> TR_TE_COMP_MATCH_MODE_SHIFT;
    keep |= has_input(enc, p) ? TR_TE_COMP_P_INPUT_MASK : 0;
    keep |= has_input(enc, s) ? TR_TE_COMP_S_INPUT_MASK : 0;
    keep |= ((enc->cfg.comp_modes >> mode) & 1u) != 0 ? TR_TE_COMP_MATCH_MODE_MASK : 0;
    keep |= enc->cfg.comp_notify ? TR_TE_COMP_P_NOTIFY_MASK | TR_TE_COMP_S_NOTIFY_MASK : 0;
    /* What combines two results needs both. */
    keep &= enc->cfg.comp_secondary ? UINT32_MAX : ~(secondary | TR_TE_COMP_MATCH_MODE_MASK);
    return now & keep;
}

uint32_t trm_encoder_filter_legal(const struct trm_encoder *enc, uint32_t offset, uint32_t now)
{
    if (offset == TR_TE_INST_FILTERS_OFFSET || offset == TR_TE_DATA_FILTERS_OFFSET) {
        return now & ((UINT32_C(1) << enc->cfg.filters) - 1u);
    }
    uint32_t in_unit = offset % TR_TE_FILTER_CONTROL_STRIDE;
    if (offset >= TR_TE_COMP_CONTROL_OFFSET(0)) {
        return in_unit == 0 ? legal_comp(enc, now) : now;
    }
    switch (in_unit) {
    case 0:
        return legal_filter(enc, now);
    case TR_TE_FILTER_MATCH_INST_OFFSET(0) % TR_TE_FILTER_CONTROL_STRIDE:
        return legal_inst(enc, now);
    default:
        return now;
    }
}

static uint64_t pair(const struct trm_encoder *enc, uint32_t low, uint32_t high)
{
    return trm_regfile_get(&enc->rf, low) | (uint64_t)trm_regfile_get(&enc->rf, high) << 32;
}

static struct trm_filter load_filter(const struct trm_encoder *enc, unsigned i)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_FILTER_CONTROL_OFFSET(i));
    uint32_t inst = trm_regfile_get(&enc->rf, TR_TE_FILTER_MATCH_INST_OFFSET(i));
    uint32_t data = trm_regfile_get(&enc->rf, TR_TE_FILTER_MATCH_DATA_OFFSET(i));
    unsigned comps = 0;
    for (unsigned k = 0; k < TRM_FILTER_COMPS; k++) {
        if ((control & comp_fields[k].enable) != 0) {
            comps |= 1u << ((control >> comp_fields[k].shift) & 7u);
        }
    }
    return (struct trm_filter){
        .privilege = (control & TR_TE_FILTER_MATCH_PRIVILEGE_MASK) != 0,
        .ecause = (control & TR_TE_FILTER_MATCH_ECAUSE_MASK) != 0,
        .interrupt = (control & TR_TE_FILTER_MATCH_INTERRUPT_MASK) != 0,
        .impdef = (control & TR_TE_FILTER_MATCH_IMPDEF_MASK) != 0,
        .dtype = (control & TR_TE_FILTER_MATCH_DTYPE_MASK) != 0,
        .dsize = (control & TR_TE_FILTER_MATCH_DSIZE_MASK) != 0,
        .dtypes = (uint16_t)field(data, TR_TE_FILTER_MATCH_CHOICE_DTYPE_MASK,
                                  TR_TE_FILTER_MATCH_CHOICE_DTYPE_SHIFT),
        .dsizes = (uint8_t)field(data, TR_TE_FILTER_MATCH_CHOICE_DSIZE_MASK,
                                 TR_TE_FILTER_MATCH_CHOICE_DSIZE_SHIFT),
        .is_interrupt = (inst & TR_TE_FILTER_MATCH_VALUE_INTERRUPT_MASK) != 0,
        .privileges = (uint8_t)(inst & TR_TE_FILTER_MATCH_CHOICE_PRIVILEGE_MASK),
        .comps = (uint8_t)comps,
        .impdef_value = trm_regfile_get(&enc->rf, TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET(i)),
        .impdef_mask = trm_regfile_get(&enc->rf, TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET(i)),
        .causes = pair(enc, TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET(i),
                       TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET(i)),
    };
}

static struct trm_comparator load_comp(const struct trm_encoder *enc, unsigned j)
{
    uint32_t c = trm_regfile_get(&enc->rf, TR_TE_COMP_CONTROL_OFFSET(j));
    uint8_t p = (uint8_t)((c & TR_TE_COMP_P_INPUT_MASK) >> TR_TE_COMP_P_INPUT_SHIFT);
    uint8_t s = (uint8_t)((c & TR_TE_COMP_S_INPUT_MASK) >> TR_TE_COMP_S_INPUT_SHIFT);
    return (struct trm_comparator){
        .input = {p, s},
        .function = {(uint8_t)((c & TR_TE_COMP_P_FUNCTION_MASK) >> TR_TE_COMP_P_FUNCTION_SHIFT),
                     (uint8_t)((c & TR_TE_COMP_S_FUNCTION_MASK) >> TR_TE_COMP_S_FUNCTION_SHIFT)},
        .notify = {p == TR_TE_COMP_P_INPUT_IADDR && (c & TR_TE_COMP_P_NOTIFY_MASK) != 0,
                   s == TR_TE_COMP_S_INPUT_IADDR && (c & TR_TE_COMP_S_NOTIFY_MASK) != 0},
        .mode = (uint8_t)((c & TR_TE_COMP_MATCH_MODE_MASK) >> TR_TE_COMP_MATCH_MODE_SHIFT),
        .match = {pair(enc, TR_TE_COMP_P_MATCH_LOW_OFFSET(j), TR_TE_COMP_P_MATCH_HIGH_OFFSET(j)),
                  pair(enc, TR_TE_COMP_S_MATCH_LOW_OFFSET(j), TR_TE_COMP_S_MATCH_HIGH_OFFSET(j))},
    };
}

void trm_encoder_filter_latch(struct trm_encoder *enc)
{
    struct trm_filter_bank *bank = &enc->filter;
    uint32_t selected = trm_regfile_get(&enc->rf, TR_TE_INST_FILTERS_OFFSET);
    uint32_t data = enc->cfg.data_trace ? trm_regfile_get(&enc->rf, TR_TE_DATA_FILTERS_OFFSET) : 0;
    enc->filter_latch = false;
    bank->selects = selected != 0;
    bank->active = 0;
    bank->data_selects = data != 0;
    bank->data_active = 0;
    bank->data_comps = 0;
    bank->comps = 0;
    for (unsigned j = 0; j < enc->cfg.comparators; j++) {
        bank->comp[j] = load_comp(enc, j);
        bool daddr = bank->comp[j].input[0] == TR_TE_COMP_P_INPUT_DADDR ||
                     bank->comp[j].input[1] == TR_TE_COMP_P_INPUT_DADDR;
        bank->data_comps = (uint8_t)(bank->data_comps | (daddr ? 1u << j : 0u));
        bool notes = bank->comp[j].notify[0] || bank->comp[j].notify[1];
        bank->comps = (uint8_t)(bank->comps | (notes ? 1u << j : 0u));
    }
    enc->filtering = bank->selects || bank->data_selects || bank->comps != 0;
    if (!enc->filtering) {
        return;
    }
    bank->depth_max = (UINT32_C(1) << enc->cfg.filter_nesting) - 1u;
    bank->addr_mask = enc->addr_mask;
    bank->context_mask = (UINT64_C(1) << enc->cfg.context_bits) - 1u;
    bank->daddr_mask = enc->cfg.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    bank->tval_mask = enc->cfg.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    for (unsigned i = 0; i < enc->cfg.filters; i++) {
        uint32_t control = trm_regfile_get(&enc->rf, TR_TE_FILTER_CONTROL_OFFSET(i));
        bank->filter[i] = load_filter(enc, i);
        if ((control & TR_TE_FILTER_ENABLE_MASK) != 0 && (((selected | data) >> i) & 1u) != 0) {
            bank->active = (uint16_t)(bank->active | (selected & (1u << i)));
            bank->data_active = (uint16_t)(bank->data_active | (data & (1u << i)));
            bank->comps |= bank->filter[i].comps;
        }
    }
    trm_filter_clear(bank);
}
