/* SPDX-License-Identifier: Apache-2.0 */
/* How long records take, as in the encoder in SystemVerilog (docs/rtl.md, tr_encoder): a cycle for
 * each message of a record, one at least, and one more before a block is counted behind an
 * Ownership. Of two records in a row of which nothing but counting comes, the first takes none. */
#include "trm_encoder_int.h"

enum {
    SMALL_BITS = 6,     /* of the half-words of a small block */
    ICNT_RESERVE = 256, /* half-words that four of them have at most */
    SYNC_SHORT = 1 << (3 + 4),
};

/* Records that can be looked at together, but for what the encoder has in flight. */
static bool simple(const struct trm_ingress *in)
{
    bool small = in->nblocks != 0;
    for (unsigned i = 0; i < in->nblocks; i++) {
        small = small && in->block[i].iretire != 0 && in->block[i].iretire >> SMALL_BITS == 0;
    }
    return small && in->ctype == 0 && in->trigger == 0 && !in->halted && !in->reset &&
           !in->lowpower;
}

/* Blocks of which nothing comes but counting: linear, or a branch that is an outcome at most. */
static bool calm(const struct trm_encoder *enc, const struct trm_ingress *in)
{
    for (unsigned i = 0; i < in->nblocks; i++) {
        switch (in->block[i].itype) {
        case TRM_ITYPE_NONE:
        case TRM_ITYPE_INFERABLE_TAIL:
        case TRM_ITYPE_OTHER_INFERABLE:
        case TRM_ITYPE_NOT_TAKEN:
            break;
        case TRM_ITYPE_TAKEN:
            if (enc->htm) {
                break;
            }
            return false;
        default:
            return false;
        }
    }
    return true;
}

/* No event is in flight, and the counters have room. */
static bool steady(const struct trm_encoder *enc)
{
    bool late = enc->sync_mode > TR_TE_INST_SYNC_MODE_MESSAGES &&
                (enc->sync_due || enc->sync_limit <= SYNC_SHORT);
    bool full = enc->icnt + ICNT_RESERVE >= enc->icnt_limit ||
                (enc->htm && (enc->hist & (enc->hist_limit >> 1)) != 0);
    return enc->on && enc->pend == TRM_PEND_NONE && !enc->off_pending && enc->branch_count == 0 &&
           !late && !full;
}

/* Cycles of a record that has just been looked at: `quiet`, it can be counted along with the next
 * one. That one must be simple, too. */
static uint32_t cycles(struct trm_encoder *enc, bool quiet, bool second)
{
    uint32_t before = enc->paired && !second ? 1u : 0u;
    bool free = quiet && enc->work != 0 && !(enc->paired && second);
    enc->paired = free;
    return before + (free ? 0u : enc->made > 1 ? enc->made : 1u);
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
    bool small = simple(in), quiet = small && calm(enc, in) && steady(enc);
    enc->made = 0;
    if (trm_encoder_record(enc, in)) {
        return true;
    }
    enc->work += cycles(enc, quiet && enc->made == 0, small);
    return false;
}
