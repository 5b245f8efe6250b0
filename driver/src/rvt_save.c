/* SPDX-License-Identifier: Apache-2.0 */
/* Saving and restoring the registers of a component. */
#include "hartrace/rvt_save.h"
#include "rvt_encoder_bits.h"
#include "rvt_internal.h"

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"

/* What is saved: a heading, Impl, then the registers of the type's runs. */
#define HEADING      0x52560000u /* | state << 8 | type */
#define HEADER_WORDS 2u

/* Registers first, first + stride, ... count of them, of which the bits of mask are settings.
 * They are restored in this order. */
struct run {
    uint16_t type; /* enum rvt_comp_type */
    uint16_t first;
    uint8_t count;
    uint8_t stride;
    uint32_t mask;
};

#define TS_SETTINGS                                                                                \
    (TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | TR_TS_RUN_IN_DEBUG_MASK | TR_TS_MODE_MASK |            \
     TR_TS_PRESCALE_MASK | TR_TS_ENABLE_MASK | TR_TS_VENDOR_MASK)
#define DATA_SETTINGS                                                                              \
    (TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_STALL_ENA_MASK | TR_TE_DATA_DROP_ENA_MASK |          \
     TR_TE_DATA_NO_VALUE_MASK | TR_TE_DATA_NO_ADDR_MASK | TR_TE_DATA_ADDR_COMPRESS_MASK)
#define RAM_SETTINGS                                                                               \
    (TR_RAM_MODE_MASK | TR_RAM_STOP_ON_WRAP_MASK | TR_RAM_MEM_FORMAT_MASK | TR_RAM_ASYNC_FREQ_MASK)
#define PIB_SETTINGS                                                                               \
    (TR_PIB_MODE_MASK | TR_PIB_CLK_CENTER_MASK | TR_PIB_CALIBRATE_MASK | TR_PIB_ASYNC_FREQ_MASK |  \
     TR_PIB_DIVIDER_MASK)

/* One column of the filters or comparators. */
#define FILTERS(offset)                                                                            \
    {                                                                                              \
        RVT_COMP_ENCODER, offset(0), 16, 0x20, UINT32_MAX                                          \
    }
#define COMPS(offset)                                                                              \
    {                                                                                              \
        RVT_COMP_ENCODER, offset(0), 8, 0x20, UINT32_MAX                                           \
    }

/* High halves before low ones. The values to match before the bits that make them count.
 * trTsControl twice: its settings count only once trTsActive is 1. */
static const struct run runs[] = {
    {RVT_COMP_ENCODER, TR_TE_CONTROL_OFFSET, 1, 4, RVT_ENCODER_SETTINGS},
    {RVT_COMP_ENCODER, TR_TE_INST_FEATURES_OFFSET, 1, 4, RVT_ENCODER_FEATURES},
    {RVT_COMP_ENCODER, TR_TE_DATA_CONTROL_OFFSET, 1, 4, DATA_SETTINGS},
    COMPS(TR_TE_COMP_P_MATCH_HIGH_OFFSET),
    COMPS(TR_TE_COMP_P_MATCH_LOW_OFFSET),
    COMPS(TR_TE_COMP_S_MATCH_HIGH_OFFSET),
    COMPS(TR_TE_COMP_S_MATCH_LOW_OFFSET),
    COMPS(TR_TE_COMP_CONTROL_OFFSET),
    FILTERS(TR_TE_FILTER_MATCH_INST_OFFSET),
    FILTERS(TR_TE_FILTER_MATCH_ECAUSE_LOW_OFFSET),
    FILTERS(TR_TE_FILTER_MATCH_ECAUSE_HIGH_OFFSET),
    FILTERS(TR_TE_FILTER_MATCH_VALUE_IMPDEF_OFFSET),
    FILTERS(TR_TE_FILTER_MATCH_MASK_IMPDEF_OFFSET),
    FILTERS(TR_TE_FILTER_MATCH_DATA_OFFSET),
    FILTERS(TR_TE_FILTER_CONTROL_OFFSET),
    {RVT_COMP_ENCODER, TR_TE_INST_FILTERS_OFFSET, 1, 4, TR_TE_INST_FILTERS_MASK},
    {RVT_COMP_ENCODER, TR_TE_DATA_FILTERS_OFFSET, 1, 4, TR_TE_DATA_FILTERS_MASK},
    {RVT_COMP_ENCODER, TR_TE_TRIG_DBG_CONTROL_OFFSET, 3, 4, UINT32_MAX},
    {RVT_COMP_ENCODER, TR_TS_CONTROL_OFFSET, 1, 4, TR_TS_ACTIVE_MASK},
    {RVT_COMP_ENCODER, TR_TS_CONTROL_OFFSET, 1, 4, TS_SETTINGS},
    {RVT_COMP_FUNNEL, TR_FUNNEL_DIS_INPUT_OFFSET, 1, 4, TR_FUNNEL_DIS_INPUT_MASK},
    {RVT_COMP_FUNNEL, TR_TS_CONTROL_OFFSET, 1, 4, TR_TS_ACTIVE_MASK},
    {RVT_COMP_FUNNEL, TR_TS_CONTROL_OFFSET, 1, 4, TS_SETTINGS},
    {RVT_COMP_RAMSINK, TR_RAM_CONTROL_OFFSET, 1, 4, RAM_SETTINGS},
    {RVT_COMP_RAMSINK, TR_RAM_START_HIGH_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_START_LOW_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_LIMIT_HIGH_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_LIMIT_LOW_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_RP_HIGH_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_RP_LOW_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_WP_HIGH_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_RAMSINK, TR_RAM_WP_LOW_OFFSET, 1, 4, UINT32_MAX},
    {RVT_COMP_PIBSINK, TR_PIB_CONTROL_OFFSET, 1, 4, PIB_SETTINGS},
    {RVT_COMP_ATBBRIDGE, TR_ATB_BRIDGE_CONTROL_OFFSET, 1, 4, TR_ATB_BRIDGE_ID_MASK},
    {RVT_COMP_ATBBRIDGE, TR_ATB_BRIDGE_IMPL_OFFSET, 1, 4, TR_ATB_BRIDGE_ASYNC_FREQ_MASK},
};
#define NRUNS (sizeof(runs) / sizeof(runs[0]))

/* Words for a type. */
static size_t total(const struct rvt_component *c)
{
    size_t n = HEADER_WORDS;

    for (size_t i = 0; i < NRUNS; i++) {
        n += runs[i].type == (uint16_t)c->type ? runs[i].count : 0;
    }
    return n;
}

enum rvt_status rvt_save(const struct rvt_component *c, uint32_t *words, size_t nwords,
                         size_t *used)
{
    size_t at = HEADER_WORDS;

    RVT_TRY(rvt_check_disabled(c));
    *used = total(c);
    if (nwords < *used) {
        return RVT_ERR_RANGE;
    }
    words[0] = HEADING | (uint32_t)c->state << 8 | (uint32_t)c->type;
    words[1] = c->impl;
    for (size_t i = 0; i < NRUNS; i++) {
        for (uint32_t k = 0; runs[i].type == (uint16_t)c->type && k < runs[i].count; k++) {
            RVT_TRY(rvt_reg_read(c, runs[i].first + k * runs[i].stride, &words[at]));
            words[at++] &= runs[i].mask;
        }
    }
    return RVT_OK;
}

/* Write one register and compare. trTsActive may take its time. */
static enum rvt_status write_back(const struct rvt_component *c, const struct run *r, uint32_t k,
                                  uint32_t want)
{
    const uint32_t offset = r->first + k * r->stride;
    uint32_t got;

    if (offset == TR_CONTROL_OFFSET) {
        RVT_TRY(rvt_reg_write(c, offset, want | TR_ACTIVE_MASK));
    } else {
        RVT_TRY(rvt_reg_write(c, offset, want));
    }
    if (r->mask == TR_TS_ACTIVE_MASK && offset == TR_TS_CONTROL_OFFSET) {
        return rvt_poll(c->io, c->base + offset, TR_TS_ACTIVE_MASK, want);
    }
    RVT_TRY(rvt_reg_read(c, offset, &got));
    return ((got ^ want) & r->mask) != 0 ? RVT_ERR_DATA : RVT_OK;
}

static enum rvt_status write_all(const struct rvt_component *c, const uint32_t *words)
{
    size_t at = HEADER_WORDS;

    for (size_t i = 0; i < NRUNS; i++) {
        for (uint32_t k = 0; runs[i].type == (uint16_t)c->type && k < runs[i].count; k++) {
            RVT_TRY(write_back(c, &runs[i], k, words[at++]));
        }
    }
    return RVT_OK;
}

enum rvt_status rvt_restore(struct rvt_component *c, const uint32_t *words, size_t nwords)
{
    uint32_t impl_bits =
        c->type == RVT_COMP_ATBBRIDGE ? ~TR_ATB_BRIDGE_ASYNC_FREQ_MASK : UINT32_MAX;

    if (nwords < HEADER_WORDS || nwords < total(c) ||
        (words[0] & ~0xFF00u) != (HEADING | (uint32_t)c->type)) {
        return RVT_ERR_ARG;
    }
    enum rvt_state state = (words[0] >> 8 & 0xFF) == (uint32_t)RVT_STATE_CONFIGURED
                               ? RVT_STATE_CONFIGURED
                               : RVT_STATE_RESET;
    RVT_TRY(rvt_component_reset(c));
    enum rvt_status st =
        ((c->impl ^ words[1]) & impl_bits) != 0 ? RVT_ERR_DATA : write_all(c, words);
    c->state = st == RVT_OK ? state : RVT_STATE_UNKNOWN;
    return st;
}
