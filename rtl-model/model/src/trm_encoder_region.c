/* SPDX-License-Identifier: Apache-2.0 */
/* What begins and ends a region: sidebands and triggers (N-Trace 1.0, Corner Cases and Sequences;
 * TCI 1.0, Trace Encoder Triggers; E-Trace 2.0, Using trigger outputs from the Debug Module). */
#include "trm_encoder_int.h"

/* An event that is waiting will not learn where it goes: a taken branch is reported without its
 * target, the others become the last instruction that I-CNT covers. */
static bool fold(struct trm_encoder *enc)
{
    uint8_t pend = enc->pend;
    enc->pend = TRM_PEND_NONE;
    return pend != TRM_PEND_DIRECT || trm_encoder_msg_direct(enc);
}

void trm_encoder_close(struct trm_encoder *enc, uint8_t evcode)
{
    enc->off_pending = false;
    enc->start_sync = NEXUS_SYNC_TRACE_ENABLE;
    if (enc->on && enc->tracing && trm_encoder_notify_due(enc)) {
        enc->notify_waits = true;
    }
    if (!enc->on || !fold(enc)) {
        return;
    }
    (void)trm_encoder_msg_correlation(enc, evcode);
    enc->on = false;
}

void trm_encoder_report_disabled(struct trm_encoder *enc, uint8_t evcode)
{
    if (!enc->cfg.report_disabled || !enc->enabled || enc->tracing || enc->mode_off || enc->lost) {
        return;
    }
    enc->icnt = 0;
    enc->hist = 1;
    (void)trm_encoder_msg_correlation(enc, evcode);
}

void trm_encoder_sidebands(struct trm_encoder *enc, const struct trm_ingress *in)
{
    bool halted = in->halted || in->priv == TRM_PRIV_D;
    if (in->lowpower && !enc->lowpower) {
        trm_encoder_close(enc, NEXUS_EVCODE_LOW_POWER);
    } else if (!in->lowpower && enc->lowpower) {
        enc->start_sync = NEXUS_SYNC_EXIT_POWER_DOWN;
    }
    if (in->reset && enc->filtering) {
        trm_filter_hart_reset(&enc->filter);
    }
    if (in->reset && !enc->in_reset && enc->on && fold(enc)) {
        enc->notify_waits = enc->notify_waits || trm_encoder_notify_due(enc);
        /* The synchronizing message at the reset vector carries I-CNT and HIST of before. */
        trm_encoder_due(enc, NEXUS_SYNC_EXIT_RESET);
        trm_encoder_wait(enc, TRM_PEND_LINEAR, 0);
    } else if (!in->reset && enc->in_reset) {
        enc->start_sync = NEXUS_SYNC_EXIT_RESET;
    }
    if (halted && !enc->halted) {
        trm_encoder_close(enc, NEXUS_EVCODE_DEBUG);
        trm_encoder_report_disabled(enc, NEXUS_EVCODE_DEBUG);
    } else if (!halted && enc->halted) {
        enc->start_sync = NEXUS_SYNC_EXIT_DEBUG;
    }
    enc->lowpower = in->lowpower;
    enc->in_reset = in->reset;
    enc->halted = halted;
    if (enc->cfg.ts_modes != 0) {
        trm_timestamp_set_halted(&enc->ts, halted);
    }
}

/* Bits of trm_trigger that the external inputs ask for (TCI, External Trace Triggers). */
static unsigned external_triggers(const struct trm_encoder *enc, uint8_t inputs)
{
    unsigned found = 0;
    for (unsigned i = 0; i < enc->cfg.ext_triggers; i++) {
        uint32_t act = (enc->ext_actions >> (4 * i)) & 15u;
        if (((inputs >> i) & 1u) != 0) {
            found |= act == TR_TE_TRIG_EXT_IN_ACTION0_TRACE_ON ? TRM_TRIGGER_ON : 0u;
            found |= act == TR_TE_TRIG_EXT_IN_ACTION0_TRACE_OFF ? TRM_TRIGGER_OFF : 0u;
            found |= act == TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY ? TRM_TRIGGER_NOTIFY : 0u;
        }
    }
    return found;
}

/* A marker at the next instruction. What begins a region, and what ends a reset, has a message of
 * its own there, which comes first. */
static void external_notify(struct trm_encoder *enc, bool tracing)
{
    bool reset = enc->sync_due && enc->due_sync == NEXUS_SYNC_EXIT_RESET;
    if (!enc->on || reset) {
        enc->notify_waits = enc->notify_waits || tracing;
        return;
    }
    trm_encoder_due(enc, NEXUS_SYNC_EXTERNAL_TRIGGER);
    if (enc->pend == TRM_PEND_NONE) {
        trm_encoder_wait(enc, TRM_PEND_LINEAR, 0);
    }
}

bool trm_encoder_triggers(struct trm_encoder *enc, const struct trm_ingress *in, bool adjacent)
{
    unsigned ext = external_triggers(enc, in->ext_trig);
    unsigned act = 0;
    if (enc->enabled && enc->trig_enabled && !enc->mode_off) {
        act = ((in->trigger & enc->dbg_actions) | ext) & (TRM_TRIGGER_ON | TRM_TRIGGER_OFF);
    }
    bool on = (act & TRM_TRIGGER_ON) != 0;
    bool tracing = enc->tracing;
    if (enc->off_pending && on && adjacent) {
        enc->off_pending = false;
    } else if (enc->off_pending) {
        trm_encoder_close(enc, NEXUS_EVCODE_TRACE_DISABLED);
    }
    if (on && !enc->tracing) {
        trm_encoder_set_tracing(enc, true);
    }
    if ((ext & TRM_TRIGGER_NOTIFY) != 0) {
        external_notify(enc, tracing);
    }
    return enc->tracing && (act & TRM_TRIGGER_OFF) != 0;
}
