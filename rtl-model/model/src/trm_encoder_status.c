/* SPDX-License-Identifier: Apache-2.0 */
/* What the hardware itself changes in registers, and the trigger outputs that report it (TCI 1.0,
 * Trace Encoder Control Interface; External Trace Triggers). */
#include "trm_encoder_int.h"

void trm_encoder_event(struct trm_encoder *enc, enum trm_ext_event event)
{
    uint32_t events = trm_regfile_get(&enc->rf, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET);
    for (unsigned i = 0; i < enc->cfg.ext_outputs; i++) {
        if (((events >> (4 * i)) & (unsigned)event) != 0) {
            enc->trigger_out = (uint8_t)(enc->trigger_out | (1u << i));
        }
    }
}

void trm_encoder_tracing(struct trm_encoder *enc, bool tracing)
{
    if (tracing != enc->tracing) {
        trm_encoder_event(enc, tracing ? TRM_EXT_START : TRM_EXT_STOP);
    }
    enc->notify_waits = enc->notify_waits && tracing;
    enc->tracing = tracing;
}

void trm_encoder_set_tracing(struct trm_encoder *enc, bool tracing)
{
    trm_encoder_tracing(enc, tracing);
    trm_regfile_set(&enc->rf, TR_TE_CONTROL_OFFSET, TR_TE_INST_TRACING_MASK,
                    tracing ? TR_TE_INST_TRACING_MASK : 0);
}

void trm_encoder_set_stall_or_overflow(struct trm_encoder *enc)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_CONTROL_OFFSET);
    if ((control & TR_TE_INST_STALL_OR_OVERFLOW_MASK) == 0) {
        trm_encoder_event(enc, TRM_EXT_TROUBLE);
    }
    trm_regfile_set(&enc->rf, TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK,
                    TR_TE_INST_STALL_OR_OVERFLOW_MASK);
}
