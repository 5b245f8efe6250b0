/* SPDX-License-Identifier: Apache-2.0 */
/* From ingress records to messages (N-Trace 1.0, Trace Ingress Port; Rules of Generating Messages;
 * Corner Cases and Sequences). */
#include "trm_encoder_ntrace.h"

enum {
    NARROW = 10,    /* bits of the narrowest I-CNT with which records are looked at together */
    LONG_HIST = 16, /* bits of a HIST that takes a cycle to be compared */
    WIDE = 15,      /* bits of an I-CNT that is left alone when it is nearly full */
    SMALL_ICNT = 8, /* bits of the half-words of four small blocks */
    SYNC_SHORT = 1 << (3 + 4),
};

/* What an itype asks for. */
enum action {
    ACT_NONE,
    ACT_TRAP,
    ACT_INDIRECT,
    ACT_NOT_TAKEN,
    ACT_TAKEN,
    ACT_RETURN, /* implicit return: a message only when it goes somewhere else */
};

/* N-Trace, Handling of 3-bit and 4-bit itype values. */
static const uint8_t actions[2][16] = {
    {ACT_NONE, ACT_TRAP, ACT_TRAP, ACT_INDIRECT, ACT_NOT_TAKEN, ACT_TAKEN, ACT_INDIRECT, ACT_NONE},
    {ACT_NONE, ACT_TRAP, ACT_TRAP, ACT_INDIRECT, ACT_NOT_TAKEN, ACT_TAKEN, ACT_INDIRECT, ACT_NONE,
     ACT_INDIRECT, ACT_NONE, ACT_INDIRECT, ACT_NONE, ACT_INDIRECT, ACT_INDIRECT, ACT_INDIRECT,
     ACT_NONE},
};

/* Ownership messages must follow every synchronizing message. */
static bool after_sync(struct trm_encoder *enc, const struct ingress_cycle *in, bool ok)
{
    if (ok && enc->context_ena) {
        return trm_encoder_report_ownership(enc, in, true);
    }
    return ok;
}

/* A counter of instructions or branches is full, and no message has just reported it. With a
 * synchronizing message due, that one carries both. */
static void resource_full(struct trm_encoder *enc)
{
    bool icnt_is_full = enc->icnt >= enc->icnt_limit;
    if (icnt_is_full && enc->cfg.icnt_sync && !enc->htm && !enc->sync_due) {
        trm_encoder_due(enc, NEXUS_SYNC_ICNT);
    }
    if (enc->sync_due) {
        trm_encoder_wait(enc, TRM_PEND_LINEAR, 0);
        return;
    }
    if (icnt_is_full && !trm_encoder_msg_icnt_full(enc)) {
        return;
    }
    if (enc->search) {
        if (enc->hist >> (2 * (enc->cfg.hist_bits - 1u)) != 0) {
            (void)trm_encoder_msg_hist_oldest(enc, enc->cfg.hist_bits - 1u);
        }
        return;
    }
    if ((enc->hist & enc->hist_limit) == 0) {
        return;
    }
    if (enc->repeated) {
        (void)trm_encoder_opt_hist_full(enc);
    } else {
        (void)trm_encoder_msg_hist_full(enc);
    }
}

/* The event in flight gets its address. Returns true when a synchronizing message reported it. */
static bool resolve(struct trm_encoder *enc, const struct ingress_cycle *in, uint64_t addr)
{
    if (enc->pend == TRM_PEND_RETURN) {
        if (trm_encoder_opt_expected(enc, addr)) {
            enc->pend = TRM_PEND_NONE;
            if (enc->icnt >= enc->icnt_limit) {
                resource_full(enc);
            } else if (trm_encoder_notify_due(enc)) {
                trm_encoder_wait(enc, TRM_PEND_LINEAR, 0);
            }
            if (enc->pend == TRM_PEND_NONE) {
                return false;
            }
        } else {
            enc->pend = TRM_PEND_INDIRECT;
        }
    }
    uint8_t pend = enc->pend;
    uint64_t now = enc->time;
    bool sync = enc->sync_due;
    bool ok = true;
    enc->pend = TRM_PEND_NONE;
    enc->time = enc->pend_time;
    switch (pend) {
    case TRM_PEND_INDIRECT:
        ok = trm_encoder_report_indirect(enc, addr);
        break;
    case TRM_PEND_DIRECT:
        ok = trm_encoder_msg_direct_sync(enc, addr);
        break;
    default:
        ok = trm_encoder_report_linear(enc, enc->due_sync, addr);
        break;
    }
    if (sync) {
        (void)after_sync(enc, in, ok);
    }
    enc->time = now;
    return sync;
}

static uint8_t trap_btype(const struct trm_encoder *enc, uint8_t itype)
{
    if (!enc->cfg.btype_split) {
        return NEXUS_BTYPE_TRAP;
    }
    return itype == INGRESS_ITYPE_EXCEPTION ? NEXUS_BTYPE_EXCEPTION : NEXUS_BTYPE_INTERRUPT;
}

/* No branch message has come for a second period: synchronize between two instructions. */
static bool sync_is_late(const struct trm_encoder *enc)
{
    switch (enc->sync_mode) {
    case TR_TE_INST_SYNC_MODE_CYCLES:
        return enc->cycle - enc->sync_cycle >= 2 * enc->sync_limit;
    case TR_TE_INST_SYNC_MODE_HALFWORDS:
        return enc->sync_count >= 2 * enc->sync_limit;
    default:
        return false;
    }
}

static void count_halfwords(struct trm_encoder *enc, uint32_t n)
{
    enc->sync_count += n;
    if (enc->sync_count >= enc->sync_limit && !enc->sync_due) {
        trm_encoder_due(enc, NEXUS_SYNC_PERIODIC);
    }
}

static void taken_branch(struct trm_encoder *enc)
{
    if (enc->sync_due) {
        trm_encoder_wait(enc, TRM_PEND_DIRECT, 0);
    } else {
        (void)trm_encoder_report_direct(enc);
    }
}

/* Calls and returns when implicit return is on (N-Trace, Handling of 4-bit itype values: stack
 * action). Returns what is left to do. */
static uint8_t stack_action(struct trm_encoder *enc, const struct ingress_block *b, uint8_t action)
{
    uint8_t itype = b->itype & 15u;
    bool known = false;
    if (itype == INGRESS_ITYPE_RETURN || itype == INGRESS_ITYPE_CO_ROUTINE_SWAP) {
        known = trm_encoder_opt_return(enc);
    }
    if (itype == INGRESS_ITYPE_UNINFERABLE_CALL || itype == INGRESS_ITYPE_INFERABLE_CALL ||
        itype == INGRESS_ITYPE_CO_ROUTINE_SWAP) {
        trm_encoder_opt_call(enc, b->iaddr + 2u * (uint64_t)b->iretire);
    }
    if (!known) {
        return action;
    }
    return enc->return_mode == TR_TE_INST_IMPLICIT_RETURN_MODE_LEVEL ? ACT_NONE : ACT_RETURN;
}

/* A jump whose target the instruction before it made: inferable when the same message covers both,
 * that is, when I-CNT counted something before the jump (N-Trace, Sequential Jump Optimization). */
static bool is_sequential(const struct trm_encoder *enc, const struct ingress_block *b,
                          uint8_t action)
{
    bool counted = enc->icnt > UINT32_C(1) << (b->ilastsize & 3u);
    return enc->sequential && b->sijump && action == ACT_INDIRECT && counted &&
           b->itype != INGRESS_ITYPE_TRAP_RETURN && b->itype != INGRESS_ITYPE_RETURN;
}

/* An outcome was appended to HIST: is HIST full? */
static bool history_is_full(struct trm_encoder *enc)
{
    if (enc->search) {
        return trm_encoder_opt_outcome(enc);
    }
    return (enc->hist & enc->hist_limit) != 0;
}

/* An outcome for HIST. Returns whether that is full. */
static bool count_outcome(struct trm_encoder *enc, unsigned taken)
{
    enc->hist = (enc->hist << 1) | taken;
    enc->moved = true;
    return history_is_full(enc);
}

/* Count the last iretire half-words of a block and do what its itype asks for. The region is open,
 * nothing is in flight. */
static void account(struct trm_encoder *enc, uint32_t iretire, const struct ingress_block *b)
{
    uint8_t action = actions[enc->cfg.itype_width == 4][b->itype & 15u];
    bool full = false;
    enc->icnt += iretire;
    if (enc->return_mode != 0) {
        action = stack_action(enc, b, action);
    }
    if (b->sijump && is_sequential(enc, b, action)) {
        action = ACT_NONE;
    }
    if (enc->sync_mode == TR_TE_INST_SYNC_MODE_HALFWORDS) {
        count_halfwords(enc, iretire);
    }
    switch (action) {
    case ACT_TRAP:
        trm_encoder_wait(enc, TRM_PEND_INDIRECT, trap_btype(enc, b->itype));
        return;
    case ACT_INDIRECT:
        trm_encoder_wait(enc, TRM_PEND_INDIRECT, NEXUS_BTYPE_INDIRECT);
        return;
    case ACT_RETURN:
        trm_encoder_wait(enc, TRM_PEND_RETURN, NEXUS_BTYPE_INDIRECT);
        return;
    case ACT_TAKEN:
        if (!enc->htm) {
            taken_branch(enc);
            return;
        }
        full = count_outcome(enc, 1);
        break;
    case ACT_NOT_TAKEN:
        if (enc->htm) {
            full = count_outcome(enc, 0);
        }
        break;
    default:
        break;
    }
    if (enc->on && (full || enc->icnt >= enc->icnt_limit)) {
        resource_full(enc);
    } else if (enc->sync_due && enc->on && sync_is_late(enc)) {
        trm_encoder_wait(enc, TRM_PEND_LINEAR, 0);
    }
}

/* Half-words of a block before its last instruction. */
static uint32_t before_last(const struct ingress_block *b)
{
    uint32_t last = UINT32_C(1) << (b->ilastsize & 3u);
    return b->iretire > last ? b->iretire - last : 0;
}

/* What hit the watchpoint in block n: bit j comparator j, bit 8 a debug trigger. */
static uint32_t hits(const struct trm_encoder *enc, const struct ingress_cycle *in, unsigned n)
{
    uint32_t trigger = (in->trigger & enc->dbg_actions) / INGRESS_TRIGGER_NOTIFY >> n & 1u;
    return (enc->filtering ? enc->filter.block_notes[n] : 0u) | trigger << 8;
}

/* Trace-notify on a block: report the address of its last instruction (E-Trace), SYNC 6. Returns
 * the half-words that are still to be counted; 0 when a message was lost. */
static uint32_t notify(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned n)
{
    const struct ingress_block *b = &in->block[n];
    uint32_t before = before_last(b);
    uint64_t addr = b->iaddr + 2u * (uint64_t)before;
    trm_encoder_event(enc, TRM_EXT_WATCHPOINT);
    enc->icnt += before;
    bool ok = trm_encoder_report_linear(enc, NEXUS_SYNC_TRACE_EVENT, addr);
    if (ok && enc->cfg.watchpoint) {
        ok = trm_encoder_msg_watchpoint(enc, hits(enc, in, n));
    }
    return after_sync(enc, in, ok) ? b->iretire - before : 0;
}

/* The first instruction of the record: privilege and context belong to it (N-Trace, Ownership). */
static void report_owner(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    if (in->ctype != INGRESS_CTYPE_NONE) {
        (void)trm_encoder_report_ownership(enc, in, true);
    } else if (in->priv != enc->priv) {
        (void)trm_encoder_report_ownership(enc, in, false);
    }
}

/* External trace-notify, after the message that reports the same address for another reason. */
static void marker(struct trm_encoder *enc, const struct ingress_cycle *in, uint64_t addr)
{
    if (trm_encoder_report_linear(enc, NEXUS_SYNC_EXTERNAL_TRIGGER, addr)) {
        enc->notify_waits = false;
        (void)after_sync(enc, in, true);
    }
}

/* icnt_late: the block at addr does not fit in I-CNT any more. */
static void make_room(struct trm_encoder *enc, const struct ingress_cycle *in, uint64_t addr)
{
    if (!enc->on || enc->icnt == 0) {
        return;
    }
    if (enc->cfg.icnt_sync && !enc->htm && !enc->sync_due) {
        trm_encoder_due(enc, NEXUS_SYNC_ICNT);
    }
    if (enc->sync_due) {
        (void)after_sync(enc, in, trm_encoder_report_linear(enc, enc->due_sync, addr));
    } else {
        (void)trm_encoder_msg_icnt_full(enc);
    }
}

/* One block, in the general case. `watched`: a watchpoint was hit in it. */
static void block(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned n, bool watched)
{
    const struct ingress_block *b = &in->block[n];
    if (b->iretire == 0 && b->itype != INGRESS_ITYPE_EXCEPTION &&
        b->itype != INGRESS_ITYPE_INTERRUPT) {
        return;
    }
    if (!enc->on) {
        if (enc->lost) {
            return;
        }
        enc->on = true;
        enc->priv = in->priv;
        (void)after_sync(enc, in, trm_encoder_msg_start(enc, b->iaddr));
        enc->start = TRM_START_ENABLE;
    } else {
        bool sync = enc->pend != TRM_PEND_NONE && resolve(enc, in, b->iaddr);
        if (n == 0 && !sync && enc->on && enc->context_ena && b->iretire != 0) {
            report_owner(enc, in);
        }
    }
    if (enc->notify_waits && enc->on) {
        marker(enc, in, b->iaddr);
    }
    if (enc->cfg.icnt_late && enc->icnt + b->iretire > enc->icnt_most) {
        make_room(enc, in, b->iaddr);
    }
    if (!enc->on) {
        return;
    }
    uint32_t rest = b->iretire;
    uint32_t done = 0;
    if (watched && rest != 0) {
        done = before_last(b);
        if (enc->data.on) {
            trm_encoder_data_block(enc, in, n, 0, done);
        }
        rest = notify(enc, in, n);
        if (rest == 0) {
            return;
        }
    }
    if (enc->data.on) {
        trm_encoder_data_block(enc, in, n, done, UINT32_MAX);
    }
    account(enc, rest, b);
}

bool trm_encoder_flow_fold(struct trm_encoder *enc)
{
    uint8_t pend = enc->pend;
    enc->pend = TRM_PEND_NONE;
    return pend != TRM_PEND_DIRECT || trm_encoder_report_direct(enc);
}

void trm_encoder_flow_end(struct trm_encoder *enc, enum trm_encoder_end why)
{
    enc->off_pending = false;
    enc->start = TRM_START_ENABLE;
    if (enc->on && enc->tracing && trm_encoder_notify_due(enc)) {
        enc->notify_waits = true;
    }
    if (!enc->on || !trm_encoder_flow_fold(enc)) {
        return;
    }
    (void)trm_encoder_report_correlation(enc, why);
    enc->on = false;
}

void trm_encoder_flow_blocks(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                             unsigned to, unsigned traced, unsigned watched)
{
    if (enc->lost || enc->data.lost) {
        trm_encoder_msg_recover(enc);
    }
    if (enc->sync_mode == TR_TE_INST_SYNC_MODE_CYCLES && enc->on && !enc->sync_due &&
        in->cycle - enc->sync_cycle >= enc->sync_limit) {
        trm_encoder_due(enc, NEXUS_SYNC_PERIODIC);
    }
    for (unsigned i = from; i < to; i++) {
        if (((traced >> i) & 1u) == 0) {
            trm_encoder_flow_end(enc, TRM_END_DISABLED);
            enc->notify_waits = false;
            continue;
        }
        block(enc, in, i, ((watched >> i) & 1u) != 0);
    }
}

static bool is_branch(const struct ingress_block *b)
{
    return b->itype == INGRESS_ITYPE_NOT_TAKEN || b->itype == INGRESS_ITYPE_TAKEN;
}

/* I-CNT has room for four small blocks: a wide one below its last sixteenth, a narrow one below
 * its last eight half-words, from its half on for tiny blocks only. */
static bool icnt_has_room(const struct trm_encoder *enc, bool tiny)
{
    uint32_t most = enc->icnt_limit - 1u, low = enc->icnt & most;
    if (enc->cfg.icnt_bits < NARROW) {
        return false;
    }
    if (enc->cfg.icnt_bits >= WIDE) {
        uint32_t top = most & ~(most >> 4);
        return (low & top) != top;
    }
    bool high = (low >> SMALL_ICNT) == most >> SMALL_ICNT;
    return low >> 3 != most >> 3 && (!high || tiny);
}

/* HIST gets full, and what comes of that takes long to find out: I-CNT gets full, too, or a long
 * HIST is to be compared that has just changed, or half-words are counted. */
bool trm_encoder_flow_pauses(const struct trm_encoder *enc, const struct ingress_block *block)
{
    if (!enc->on || enc->pend != TRM_PEND_NONE || !enc->htm || !is_branch(block) ||
        enc->hist < enc->hist_limit >> 1) {
        return false;
    }
    bool compares = (enc->moved && enc->cfg.repeated_history) ||
                    enc->sync_mode == TR_TE_INST_SYNC_MODE_HALFWORDS;
    return enc->icnt + block->iretire >= enc->icnt_limit ||
           (enc->cfg.hist_bits >= LONG_HIST && compares);
}

/* Nothing is in flight but an event that one message reports, and the counters have room. */
bool trm_encoder_flow_counts(const struct trm_encoder *enc, const struct trm_encoder_run *run)
{
    bool late = enc->sync_mode > TR_TE_INST_SYNC_MODE_MESSAGES &&
                (enc->sync_due || enc->sync_limit <= SYNC_SHORT);
    bool event = (enc->pend == TRM_PEND_INDIRECT || enc->pend == TRM_PEND_RETURN) &&
                 !enc->sync_due && enc->sync_mode <= TR_TE_INST_SYNC_MODE_MESSAGES &&
                 enc->icnt < enc->icnt_limit;
    bool same = !enc->context_ena || run->priv == enc->priv;
    if (!enc->on || !(enc->pend == TRM_PEND_NONE || event) || enc->off_pending || late || !same) {
        return false;
    }
    unsigned outcomes = 0;
    bool counted = true;
    for (unsigned i = 0; i < run->n; i++) {
        outcomes += enc->htm && is_branch(&run->block[i]) ? 1u : 0u;
        counted = counted && (i + 1 == run->n || trm_encoder_is_counted(enc, &run->block[i]));
    }
    return counted && enc->hist < enc->hist_limit >> outcomes && icnt_has_room(enc, run->tiny);
}
