/* SPDX-License-Identifier: Apache-2.0 */
/* What a message needs before it: history held back goes ahead, and a branch message may be a
 * repetition of the one before (N-Trace 1.0, Rules of Generating Messages; RepeatBranch Message).
 */
#include "trm_encoder_ntrace.h"

bool trm_encoder_report_linear(struct trm_encoder *enc, uint8_t sync, uint64_t addr)
{
    return trm_encoder_opt_flush(enc) && trm_encoder_msg_linear(enc, sync, addr);
}

/* A branch message is due; what does not fit in its I-CNT was sent. Returns true when it is counted
 * instead, as a repetition of the message before: I-CNT, HIST and target are equal, and nothing was
 * sent between (N-Trace, RepeatBranch Message). Otherwise *branch is what to remember when the
 * message was sent. */
static bool repeats(struct trm_encoder *enc, enum nexus_tcode tcode, uint64_t addr,
                    struct trm_encoder_branch *branch)
{
    bool direct = tcode == NEXUS_DIRECT_BRANCH;
    const struct trm_encoder_branch *last = &enc->last;
    *branch = (struct trm_encoder_branch){.valid = true,
                                          .tcode = (uint8_t)tcode,
                                          .btype = direct ? 0 : enc->pend_btype,
                                          .icnt = enc->icnt,
                                          .hist = enc->htm ? enc->hist : 1,
                                          .addr = direct ? 0 : addr & enc->addr_mask};
    if (!last->valid || enc->rep_count != 0 || last->tcode != tcode ||
        last->btype != branch->btype || last->icnt != branch->icnt || last->hist != branch->hist ||
        last->addr != branch->addr) {
        return false;
    }
    enc->branch_count++;
    enc->branch_time = enc->time;
    enc->icnt = 0;
    enc->hist = 1;
    if (enc->branch_count >= (UINT32_C(1) << enc->cfg.bcnt_bits) - 1u) {
        (void)trm_encoder_msg_repeat_branch(enc);
    }
    return true;
}

/* N-Trace, Rules of Generating Messages: the short form when HTM has no history. */
bool trm_encoder_report_indirect(struct trm_encoder *enc, uint64_t addr)
{
    struct trm_encoder_branch branch = {.valid = false};
    bool sync = enc->sync_due;
    bool repeatable = enc->repeat_branch && !sync;
    if (!trm_encoder_opt_flush(enc) || !trm_encoder_msg_fit(enc)) {
        return false;
    }
    bool with_hist = enc->htm && (enc->hist != 1 || enc->cfg.hist_always);
    enum nexus_tcode tcode = sync ? NEXUS_INDIRECT_BRANCH_SYNC : NEXUS_INDIRECT_BRANCH;
    if (with_hist) {
        tcode = sync ? NEXUS_INDIRECT_BRANCH_HIST_SYNC : NEXUS_INDIRECT_BRANCH_HIST;
    }
    if (repeatable && repeats(enc, tcode, addr, &branch)) {
        return true;
    }
    if (!trm_encoder_msg_indirect(enc, tcode, addr)) {
        return false;
    }
    enc->last = branch;
    return true;
}

bool trm_encoder_report_direct(struct trm_encoder *enc)
{
    struct trm_encoder_branch branch;
    if (!enc->repeat_branch) {
        return trm_encoder_msg_direct(enc);
    }
    if (!trm_encoder_msg_fit(enc)) {
        return false;
    }
    if (repeats(enc, NEXUS_DIRECT_BRANCH, 0, &branch)) {
        return true;
    }
    if (!trm_encoder_msg_direct(enc)) {
        return false;
    }
    enc->last = branch;
    return true;
}

bool trm_encoder_report_correlation(struct trm_encoder *enc, enum trm_encoder_end why)
{
    static const uint8_t evcodes[] = {
        [TRM_END_DISABLED] = NEXUS_EVCODE_TRACE_DISABLED,
        [TRM_END_DEBUG] = NEXUS_EVCODE_DEBUG,
        [TRM_END_POWER] = NEXUS_EVCODE_LOW_POWER,
    };
    return trm_encoder_opt_flush(enc) && trm_encoder_msg_correlation(enc, evcodes[why]);
}

bool trm_encoder_report_ownership(struct trm_encoder *enc, const struct ingress_cycle *in,
                                  bool context)
{
    enc->priv = in->priv;
    return trm_encoder_opt_flush(enc) && trm_encoder_msg_ownership(enc, in, context);
}
