/* SPDX-License-Identifier: Apache-2.0 */
/* Registers with trTeFormat 0. Efficient Trace 2.0, chapter "Encoder Control". */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_enc.h"

static void judge_bits(struct htk_enc *e, const char *holds, const char *name, uint32_t want,
                       uint32_t got)
{
    char expected[80], text[80];
    snprintf(expected, sizeof expected, "%s=0x%" PRIx32 " with trTeFormat 0", name, want);
    snprintf(text, sizeof text, "0x%" PRIx32, got);
    htk_enc_judge(e, holds, want == got, expected, text);
}

/* A field that has one value with E-Trace, whatever is written. */
struct fixed {
    uint16_t offset;
    uint32_t mask;
    uint32_t value; /* in place */
    const char *name, *holds;
};

static const struct fixed fixed[] = {
    {TR_TE_CONTROL_OFFSET, TR_TE_FORMAT_MASK, 0, "trTeFormat", "ET-CTL-018"},
    {TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK, TR_TE_ACTIVE_MASK, "trTeActive", "ET-CTL-002"},
    {TR_TE_CONTROL_OFFSET, TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_MASK, "trTeInstMode",
     "ET-CTL-036"},
    {TR_TE_CONTROL_OFFSET, TR_TE_CONTEXT_MASK, 0, "trTeContext", "ET-CTL-035"},
    {TR_TE_IMPL_OFFSET, TR_TE_PROTOCOL_MAJOR_MASK, 0, "trTeProtocolMajor", "ET-CTL-022"},
    {TR_TE_IMPL_OFFSET, TR_TE_PROTOCOL_MINOR_MASK, 0, "trTeProtocolMinor", "ET-CTL-023"},
    {TR_TE_IMPL_OFFSET, TR_TE_COMP_TYPE_MASK, UINT32_C(1) << TR_TE_COMP_TYPE_SHIFT, "trTeCompType",
     "ET-CTL-021"},
    {TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, 0,
     "trTeInstImplicitReturnMode", "ET-CTL-037"},
    {TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK, 0,
     "trTeInstEnRepeatedHistory", "ET-CTL-038"},
    {TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_ALL_JUMPS_MASK, 0, "trTeInstEnAllJumps",
     "ET-CTL-039"},
    {TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EXTEND_ADDR_MSB_MASK, 0, "trTeInstExtendAddrMSB",
     "ET-CTL-040"},
    {TR_TE_TRIG_DBG_CONTROL_OFFSET, UINT32_MAX, 0, "trTeTrigDbgControl", "ET-CTL-045"},
    {TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, UINT32_MAX, 0, "trTeTrigExtInControl", "ET-CTL-045"},
    {TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, UINT32_MAX, 0, "trTeTrigExtOutControl", "ET-CTL-045"},
};

bool htk_enc_etrace_registers(struct htk_enc *e)
{
    uint32_t got = 0;
    const uint32_t control = TR_TE_ACTIVE_MASK | TR_TE_CONTEXT_MASK;
    bool good = htk_enc_wake_as(&e->dut, 0);
    htk_enc_begin(e, HTK_NO_SEED, "registers with trTeFormat 0");
    for (size_t i = 0; good && i < sizeof fixed / sizeof fixed[0]; i++) {
        const struct fixed *f = &fixed[i];
        const uint32_t all = f->offset == TR_TE_CONTROL_OFFSET ? control : UINT32_MAX;
        good = htk_dut_write(&e->dut, f->offset, all) && htk_dut_tick(&e->dut, 1) &&
               htk_dut_read(&e->dut, f->offset, &got);
        if (good) {
            judge_bits(e, f->holds, f->name, f->value, got & f->mask);
        }
    }
    if (good &&
        htk_dut_write(&e->dut, TR_TE_CONTROL_OFFSET,
                      TR_TE_ACTIVE_MASK | UINT32_C(1) << TR_TE_INST_SYNC_MODE_SHIFT) &&
        htk_dut_tick(&e->dut, 1) && htk_dut_read(&e->dut, TR_TE_CONTROL_OFFSET, &got)) {
        htk_enc_judge(e, "ET-CTL-016", (got & TR_TE_INST_SYNC_MODE_MASK) != 0,
                      "trTeInstSyncMode is not hardcoded to 0", "trTeInstSyncMode=0");
        return true;
    }
    return false;
}
