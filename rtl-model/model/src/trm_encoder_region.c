/* SPDX-License-Identifier: Apache-2.0 */
/* What begins and ends a region: sidebands and triggers (N-Trace 1.0, Corner Cases and Sequences;
 * TCI 1.0, Trace Encoder Triggers; E-Trace 2.0, Using trigger outputs from the Debug Module). */
#include "trm_encoder_int.h"

void trm_encoder_report_disabled(struct trm_encoder *enc, enum trm_encoder_end why)
{
    if (enc->cfg.report_disabled && enc->enabled && !enc->tracing && !enc->mode_off) {
        enc->backend->end_empty(enc, why);
    }
}

void trm_encoder_sidebands(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    bool halted = trm_encoder_is_halted(in);
    if (in->lowpower && !enc->lowpower) {
        enc->backend->end(enc, TRM_END_POWER);
    } else if (!in->lowpower && enc->lowpower) {
        enc->start = TRM_START_POWER;
    }
    if (in->reset && enc->filtering) {
        trm_filter_hart_reset(&enc->filter);
    }
    if (in->reset && !enc->in_reset && enc->on) {
        enc->backend->hart_reset(enc);
    } else if (!in->reset && enc->in_reset) {
        enc->start = TRM_START_RESET;
    }
    if (halted && !enc->halted) {
        enc->backend->end(enc, TRM_END_DEBUG);
        trm_encoder_report_disabled(enc, TRM_END_DEBUG);
    } else if (!halted && enc->halted) {
        enc->start = TRM_START_DEBUG;
    }
    enc->lowpower = in->lowpower;
    enc->in_reset = in->reset;
    enc->halted = halted;
}

/* Bits of trm_trigger that the external inputs ask for (TCI, External Trace Triggers). */
static unsigned external_triggers(const struct trm_encoder *enc, uint8_t inputs)
{
    unsigned found = 0;
    for (unsigned i = 0; i < enc->cfg.ext_triggers; i++) {
        uint32_t act = (enc->ext_actions >> (4 * i)) & 15u;
        if (((inputs >> i) & 1u) != 0) {
            found |= act == TR_TE_TRIG_EXT_IN_ACTION0_TRACE_ON ? INGRESS_TRIGGER_ON : 0u;
            found |= act == TR_TE_TRIG_EXT_IN_ACTION0_TRACE_OFF ? INGRESS_TRIGGER_OFF : 0u;
            found |= act == TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY ? INGRESS_TRIGGER_NOTIFY : 0u;
        }
    }
    return found;
}

/* trTeDataTrigEnable: data goes on with this record, or stops after it. */
static void data_triggers(struct trm_encoder *enc, unsigned act)
{
    if (!enc->enabled || !enc->data.trig_enabled) {
        return;
    }
    if ((act & INGRESS_TRIGGER_ON) != 0) {
        trm_encoder_set_data_tracing(enc, true);
    }
    enc->data.stops = enc->data.on && (act & INGRESS_TRIGGER_OFF) != 0;
}

bool trm_encoder_triggers(struct trm_encoder *enc, const struct ingress_cycle *in, bool adjacent)
{
    unsigned ext = external_triggers(enc, in->ext_trig);
    unsigned act = 0;
    if (enc->enabled && enc->trig_enabled && !enc->mode_off) {
        act = ((in->trigger & enc->dbg_actions) | ext) & (INGRESS_TRIGGER_ON | INGRESS_TRIGGER_OFF);
    }
    data_triggers(enc, (in->trigger & enc->dbg_actions) | ext);
    bool on = (act & INGRESS_TRIGGER_ON) != 0;
    bool tracing = enc->tracing;
    if (enc->off_pending && on && adjacent) {
        enc->off_pending = false;
    } else if (enc->off_pending) {
        enc->backend->end(enc, TRM_END_DISABLED);
    }
    if (on && !enc->tracing) {
        trm_encoder_set_tracing(enc, true);
    }
    if ((ext & INGRESS_TRIGGER_NOTIFY) != 0) {
        enc->backend->notify(enc, tracing);
    }
    return enc->tracing && (act & INGRESS_TRIGGER_OFF) != 0;
}
