/* SPDX-License-Identifier: Apache-2.0 */
/* How long records take, as in the encoder in SystemVerilog (docs/rtl.md, tr_encoder): a cycle for
 * each message of a record, one at least, and one more before a block is counted behind an
 * Ownership. Of two records in a row of which nothing but counting comes, the first takes none. */
#include "trm_encoder_int.h"

/* Cycles of a record that has just been looked at. */
static uint32_t cycles(struct trm_encoder *enc, uint32_t messages, bool quiet)
{
    if (quiet && enc->work != 0 && !enc->paired) {
        enc->paired = true;
        return 0;
    }
    enc->paired = false;
    return messages > 1 ? messages : 1;
}

bool trm_encoder_ingress(struct trm_encoder *enc, const struct trm_ingress *in)
{
    if (enc->cfg.queue_records == 0) {
        return trm_encoder_record(enc, in);
    }
    if (enc->work >= enc->cfg.queue_records && enc->tracing) {
        trm_encoder_set_stall_or_overflow(enc);
        if (enc->stall_ena) {
            enc->idle_ticks = 0;
            enc->stats.stalls++;
            return true;
        }
        trm_encoder_overflow(enc, NEXUS_PROG_TRACE_SYNC);
        return false;
    }
    uint8_t pend = enc->pend;
    enc->made = 0;
    if (trm_encoder_record(enc, in)) {
        return true;
    }
    bool quiet = enc->made == 0 && enc->on && pend == TRM_PEND_NONE && enc->pend == TRM_PEND_NONE;
    enc->work += cycles(enc, enc->made, quiet);
    return false;
}
