/* SPDX-License-Identifier: Apache-2.0 */
/* What only a PIB sink, an ATB bridge, a funnel or an encoder has. */
#include <inttypes.h>

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "htk_reg.h"
#include "pibsink_regs.h"

/* ---- PIB sink ---- */

static bool pib(struct htk_reg *r, uint32_t bits, uint32_t *got)
{
    return htk_reg_try(r, HTK_REG_CONTROL, HTK_REG_ACTIVE | bits, got);
}

static bool look_at_pib(struct htk_reg *r)
{
    uint32_t got = 0, center = 0;
    htk_reg_begin(r, "trPibMode, trPibClkCenter and trPibDivider");
    for (uint32_t m = 0; m < 16; m++) {
        const uint32_t bits = m << TR_PIB_MODE_SHIFT;
        if (!pib(r, bits, &got) || !pib(r, bits | TR_PIB_CLK_CENTER_MASK, &center)) {
            return false;
        }
        const bool there = (got & TR_PIB_MODE_MASK) == bits;
        const bool parallel = m >= TR_PIB_MODE_PARALLEL1 && m <= TR_PIB_MODE_PARALLEL16;
        if (there) {
            htk_reg_judge(r, "TCI-PIB-012", (center & TR_PIB_MODE_MASK) == bits,
                          "the mode that was set a moment ago", center);
        }
        if (there && !parallel) {
            htk_reg_judge(r, "TCI-PIB-007", (center & TR_PIB_CLK_CENTER_MASK) == 0,
                          "trPibClkCenter 0 in a mode that is not parallel", center);
        }
        if (m == TR_PIB_MODE_OFF) {
            htk_reg_judge(r, "TCI-PIB-013", there, "mode 0 can be set", got);
        }
    }
    return true;
}

/* ---- ATB bridge ---- */

static bool look_at_atb(struct htk_reg *r)
{
    htk_reg_begin(r, "trAtbBridgeID");
    for (uint32_t id = 1; id < 0x70; id++) {
        uint32_t got = 0;
        if (!htk_reg_try(r, HTK_REG_CONTROL, HTK_REG_ACTIVE | id << TR_ATB_BRIDGE_ID_SHIFT, &got)) {
            return false;
        }
        char expected[40];
        snprintf(expected, sizeof expected, "ID 0x%02" PRIX32 ", which was written", id);
        got = (got & TR_ATB_BRIDGE_ID_MASK) >> TR_ATB_BRIDGE_ID_SHIFT;
        htk_reg_judge_all(r, "TCI-MIN-023 TCI-REG-178 TCI-ATB-005", got == id, expected, got);
    }
    return true;
}

/* ---- funnel ---- */

/* Each input has a bit of its own: it is there or not, whatever the others are. */
static bool look_at_inputs(struct htk_reg *r)
{
    uint32_t all = 0, got = 0;
    htk_reg_begin(r, "trFunnelDisInput, bit by bit");
    if (!htk_reg_try(r, TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_MAX, &all)) {
        return false;
    }
    if (all == 0) {
        htk_reg_judge(r, "TCI-FUN-007", true, "", 0);
        return true;
    }
    for (uint32_t k = 0; k < TOPOLOGY_MAX_INPUTS; k++) {
        const uint32_t want = UINT32_C(1) << k & all;
        if (!htk_reg_try(r, TR_FUNNEL_DIS_INPUT_OFFSET, UINT32_C(1) << k, &got)) {
            return false;
        }
        htk_reg_judge(r, "TCI-REG-155", got == want, "the bit that was written alone", got);
    }
    if (!htk_reg_try(r, TR_FUNNEL_DIS_INPUT_OFFSET, 0, &got)) {
        return false;
    }
    htk_reg_judge(r, "TCI-FUN-001", (got & r->about->inputs) == 0,
                  "every input that is connected can be enabled", got);
    return true;
}

/* ---- encoder ---- */

static bool look_at_modes(struct htk_reg *r)
{
    const uint32_t format = HTK_REG_ACTIVE | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
    uint32_t got = 0;
    htk_reg_begin(r, "trTeInstMode");
    for (uint32_t from = 0; from < 8; from++) {
        for (uint32_t mode = 1; mode < 8; mode++) {
            if (!htk_reg_write(r, HTK_REG_CONTROL, format | from << TR_TE_INST_MODE_SHIFT) ||
                !htk_reg_try(r, HTK_REG_CONTROL, format | mode << TR_TE_INST_MODE_SHIFT, &got)) {
                return false;
            }
            htk_reg_judge(r, "TCI-TE-010", (got & TR_TE_INST_MODE_MASK) != 0,
                          "a mode other than 0 after one was written", got);
        }
    }
    return true;
}

/* A filter has its control register and its bit of trTeInstFilters. */
static bool look_at_filters(struct htk_reg *r)
{
    uint32_t all = 0;
    htk_reg_begin(r, "trTeInstFilters and the filters");
    if (!htk_reg_try(r, TR_TE_INST_FILTERS_OFFSET, UINT32_MAX, &all)) {
        return false;
    }
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t control = 0;
        if (!htk_reg_try(r, TR_TE_FILTER_CONTROL_OFFSET(i), TR_TE_FILTER_ENABLE_MASK, &control) ||
            !htk_reg_write(r, TR_TE_FILTER_CONTROL_OFFSET(i), 0)) {
            return false;
        }
        htk_reg_judge(r, "TCI-FLT-001",
                      (all >> i & 1) == (control & (uint32_t)TR_TE_FILTER_ENABLE_MASK),
                      "a filter where trTeInstFilters has a bit, and only there", control);
    }
    return htk_reg_write(r, TR_TE_INST_FILTERS_OFFSET, 0);
}

/* Trace was never started: fields were written, and Enable is still 0. */
static bool look_at_version(struct htk_reg *r)
{
    uint32_t impl = 0, control = 0;
    htk_reg_begin(r, "trTeImpl, and trTeEnable after all writes");
    if (!htk_reg_read(r, TR_TE_IMPL_OFFSET, &impl) ||
        !htk_reg_read(r, TR_TE_CONTROL_OFFSET, &control)) {
        return false;
    }
    htk_reg_judge_all(r, "NT-CTL-018 TCI-TE-031 TCI-MIN-012",
                      (impl & TR_TE_PROTOCOL_MAJOR_MASK) >> TR_TE_PROTOCOL_MAJOR_SHIFT == 1,
                      "trTeProtocolMajor 1: N-Trace 1.0", impl);
    htk_reg_judge_all(r, "NT-CTL-020 TCI-TE-032",
                      (impl & TR_TE_PROTOCOL_MINOR_MASK) >> TR_TE_PROTOCOL_MINOR_SHIFT == 0,
                      "trTeProtocolMinor 0: N-Trace 1.0", impl);
    htk_reg_judge(r, "TCI-TE-004", (control & TR_TE_ENABLE_MASK) == 0,
                  "trTeEnable 0: it was not written", control);
    return true;
}

bool htk_reg_parts(struct htk_reg *r)
{
    uint32_t control;
    if (!htk_reg_reset(r, &control)) {
        return false;
    }
    switch (r->about->kind) {
    case TOPOLOGY_ENCODER:
        return look_at_modes(r) && look_at_filters(r) && look_at_version(r);
    case TOPOLOGY_FUNNEL:
        return look_at_inputs(r);
    case TOPOLOGY_PIBSINK:
        return look_at_pib(r);
    case TOPOLOGY_ATBBRIDGE:
        return look_at_atb(r);
    default:
        return true;
    }
}
