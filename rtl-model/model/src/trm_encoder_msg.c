/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder's messages: fields, counters that a message resets, timestamps, overflow
 * (N-Trace 1.0, N-Trace Messages; Field Encoding and Calculation Techniques). */
#include "trm_encoder_ntrace.h"

void trm_encoder_overflow(struct trm_encoder *enc, uint8_t tcode)
{
    enc->stats.dropped++;
    if (!enc->lost) {
        enc->lost = true;
        enc->lost_ecode = 0;
        enc->lost_time = enc->time;
        enc->stats.overflows++;
        trm_encoder_set_stall_or_overflow(enc);
    }
    enc->lost_ecode |= tcode == NEXUS_OWNERSHIP          ? NEXUS_ECODE_OWNERSHIP
                       : tcode == NEXUS_DATA_ACQUISITION ? NEXUS_ECODE_ACQUISITION
                                                         : NEXUS_ECODE_PROGRAM;
    enc->lost_ecode |= trm_encoder_data_overflow(enc);
    enc->on = false;
    enc->off_pending = false;
    enc->pend = TRM_PEND_NONE;
    enc->rep_run = false;
    enc->rep_count = 0;
    enc->branch_count = 0;
    enc->last.valid = false;
}

/* Timestamp Reporting: messages without SYNC may have no timestamp. */
static bool has_timestamp(const struct trm_encoder *enc, enum nexus_tcode tcode)
{
    unsigned class = TRM_TS_STOP;
    switch (tcode) {
    case NEXUS_DIRECT_BRANCH:
        class = TRM_TS_DIRECT;
        break;
    case NEXUS_INDIRECT_BRANCH:
    case NEXUS_INDIRECT_BRANCH_HIST:
        class = TRM_TS_INDIRECT;
        break;
    case NEXUS_REPEAT_BRANCH:
        class = TRM_TS_REPEAT;
        break;
    case NEXUS_RESOURCE_FULL:
        class = TRM_TS_RESOURCE;
        break;
    case NEXUS_OWNERSHIP:
        class = TRM_TS_OWNER;
        break;
    case NEXUS_DATA_ACQUISITION:
        return (trm_regfile_get(&enc->rf, TR_TE_STIM_CONTROL_OFFSET) & TR_TE_STIM_TIMESTAMP_MASK) !=
               0;
    default:
        break;
    }
    return (enc->ts_messages & class) != 0 || nexus_tcode_is_sync(tcode);
}

static void add_timestamp(struct trm_encoder *enc, struct nexus_msg *m, bool sync)
{
    uint64_t mask = enc->stream.timestamp_bits >= 64
                        ? UINT64_MAX
                        : (UINT64_C(1) << enc->stream.timestamp_bits) - 1u;
    uint64_t now = enc->time & mask;
    nexus_msg_set(m, NEXUS_F_TSTAMP, sync ? now : (now - enc->ts_last) & mask);
    enc->ts_last = now;
}

/* Encode and queue. Keeps the counter of periodic synchronization (TCI, trTeInstSyncMax). */
static bool emit(struct trm_encoder *enc, struct nexus_msg *m)
{
    if (enc->branch_count != 0 && !trm_encoder_msg_repeat_branch(enc)) {
        return false; /* branches held back come before everything else */
    }
    enc->last.valid = enc->last.valid && m->tcode == NEXUS_REPEAT_BRANCH;
    bool sync = nexus_tcode_is_sync(m->tcode);
    uint64_t ts_before = enc->ts_last;
    if (enc->stream.timestamps && has_timestamp(enc, m->tcode)) {
        add_timestamp(enc, m, sync);
    }
    uint8_t bytes[TRM_MESSAGE_MAX];
    int n = nexus_msg_encode(&enc->stream, m, bytes, sizeof bytes);
    bool put = n > 0 && trm_encoder_fifo_put(enc, bytes, (uint32_t)n);
    enc->made += m->tcode == NEXUS_OWNERSHIP ? 2u : 1u;
    if (!put) {
        enc->ts_last = ts_before;
        trm_encoder_overflow(enc, m->tcode);
        return false;
    }
    if (sync) {
        enc->sync_due = false;
        enc->sync_count = 0;
        enc->sync_cycle = enc->cycle;
        enc->error_queued = false;
        enc->ret_count = 0;
    } else if (enc->sync_mode == TR_TE_INST_SYNC_MODE_MESSAGES) {
        enc->sync_count++;
        if (enc->sync_count >= enc->sync_limit && !enc->sync_due) {
            trm_encoder_due(enc, NEXUS_SYNC_PERIODIC);
        }
    }
    if (enc->cfg.data_trace) {
        trm_encoder_data_follow(enc, m);
    }
    return true;
}

/* I-CNT may go ahead of the history held back: the decoder adds it up. */
static bool icnt_full(struct trm_encoder *enc, uint32_t icnt)
{
    enc->rep_time = enc->time;
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_RESOURCE_FULL, enc->src);
    nexus_msg_set(&m, NEXUS_F_RCODE, NEXUS_RCODE_ICNT);
    nexus_msg_set(&m, NEXUS_F_RDATA, icnt);
    return emit(enc, &m);
}

/* A count beyond the counter's width (a record with a huge block) goes ahead in parts. */
bool trm_encoder_msg_excess(struct trm_encoder *enc)
{
    uint32_t most = enc->icnt_most;
    while (enc->icnt > most) {
        enc->icnt -= most - 1u;
        if (!icnt_full(enc, most - 1u)) {
            return false;
        }
    }
    return true;
}

static bool take_icnt(struct trm_encoder *enc, struct nexus_msg *m)
{
    if (!trm_encoder_msg_excess(enc)) {
        return false;
    }
    nexus_msg_set(m, NEXUS_F_ICNT, enc->icnt);
    enc->icnt = 0;
    return true;
}

/* F-ADDR of a synchronizing message, U-ADDR otherwise (N-Trace, Address Compression). */
static void take_addr(struct trm_encoder *enc, struct nexus_msg *m, uint64_t addr, bool sync)
{
    addr &= enc->addr_mask;
    nexus_msg_set(m, NEXUS_F_ADDR, (sync ? addr : addr ^ enc->ref_addr) >> 1);
    enc->ref_addr = addr;
}

static void take_hist(struct trm_encoder *enc, struct nexus_msg *m)
{
    nexus_msg_set(m, NEXUS_F_HIST, enc->hist);
    enc->hist = 1;
}

bool trm_encoder_msg_start(struct trm_encoder *enc, uint64_t addr)
{
    static const uint8_t reasons[] = {
        [TRM_START_ENABLE] = NEXUS_SYNC_TRACE_ENABLE,
        [TRM_START_RESET] = NEXUS_SYNC_EXIT_RESET,
        [TRM_START_DEBUG] = NEXUS_SYNC_EXIT_DEBUG,
        [TRM_START_POWER] = NEXUS_SYNC_EXIT_POWER_DOWN,
    };
    uint8_t sync = enc->error_queued ? (uint8_t)NEXUS_SYNC_FIFO_OVERRUN : reasons[enc->start];
    enc->icnt = 0;
    enc->hist = 1;
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, enc->src);
    nexus_msg_set(&m, NEXUS_F_SYNC, sync);
    nexus_msg_set(&m, NEXUS_F_ICNT, 0);
    take_addr(enc, &m, addr, true);
    return emit(enc, &m);
}

/* Between two instructions: IndirectBranchHistSync with B-TYPE 0 when there is history, else
 * ProgTraceSync (N-Trace, Synchronizing Messages, and case 4 of its pictures). */
bool trm_encoder_msg_linear(struct trm_encoder *enc, uint8_t sync, uint64_t addr)
{
    bool with_hist = enc->htm && enc->hist != 1;
    struct nexus_msg m;
    nexus_msg_start(&m, with_hist ? NEXUS_INDIRECT_BRANCH_HIST_SYNC : NEXUS_PROG_TRACE_SYNC,
                    enc->src);
    nexus_msg_set(&m, NEXUS_F_SYNC, sync);
    if (!take_icnt(enc, &m)) {
        return false;
    }
    take_addr(enc, &m, addr, true);
    if (with_hist) {
        nexus_msg_set(&m, NEXUS_F_BTYPE, NEXUS_BTYPE_INDIRECT);
        take_hist(enc, &m);
    }
    return emit(enc, &m);
}

/* tcode: one of the four of an indirect branch. */
bool trm_encoder_msg_indirect(struct trm_encoder *enc, enum nexus_tcode tcode, uint64_t addr)
{
    bool sync = nexus_tcode_is_sync(tcode);
    struct nexus_msg m;
    nexus_msg_start(&m, tcode, enc->src);
    if (sync) {
        nexus_msg_set(&m, NEXUS_F_SYNC, enc->due_sync);
    }
    nexus_msg_set(&m, NEXUS_F_BTYPE, enc->pend_btype);
    if (!take_icnt(enc, &m)) {
        return false;
    }
    take_addr(enc, &m, addr, sync);
    if (tcode == NEXUS_INDIRECT_BRANCH_HIST || tcode == NEXUS_INDIRECT_BRANCH_HIST_SYNC) {
        take_hist(enc, &m);
    }
    return emit(enc, &m);
}

bool trm_encoder_msg_direct(struct trm_encoder *enc)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_DIRECT_BRANCH, enc->src);
    return take_icnt(enc, &m) && emit(enc, &m);
}

bool trm_encoder_msg_direct_sync(struct trm_encoder *enc, uint64_t addr)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_DIRECT_BRANCH_SYNC, enc->src);
    nexus_msg_set(&m, NEXUS_F_SYNC, enc->due_sync);
    if (!take_icnt(enc, &m)) {
        return false;
    }
    take_addr(enc, &m, addr, true);
    return emit(enc, &m);
}

bool trm_encoder_msg_icnt_full(struct trm_encoder *enc)
{
    if (!trm_encoder_msg_excess(enc)) {
        return false;
    }
    uint32_t icnt = enc->icnt;
    enc->icnt = 0;
    return icnt_full(enc, icnt);
}

static bool hist_full(struct trm_encoder *enc, uint64_t hist)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_RESOURCE_FULL, enc->src);
    nexus_msg_set(&m, NEXUS_F_RCODE, NEXUS_RCODE_HIST);
    nexus_msg_set(&m, NEXUS_F_RDATA, hist);
    return emit(enc, &m);
}

bool trm_encoder_msg_hist_full(struct trm_encoder *enc)
{
    uint64_t hist = enc->hist;
    enc->hist = 1;
    return hist_full(enc, hist);
}

bool trm_encoder_msg_hist_oldest(struct trm_encoder *enc, unsigned outcomes)
{
    unsigned all = 0;
    while (enc->hist >> all != 1) {
        all++;
    }
    unsigned rest = all - outcomes;
    uint64_t hist = enc->hist >> rest;
    enc->hist = (enc->hist & ((UINT64_C(1) << rest) - 1u)) | UINT64_C(1) << rest;
    return hist_full(enc, hist);
}

bool trm_encoder_msg_repeat(struct trm_encoder *enc)
{
    uint32_t count = enc->rep_count;
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_RESOURCE_FULL, enc->src);
    nexus_msg_set(&m, NEXUS_F_RCODE, count > 1 ? NEXUS_RCODE_HIST_REPEAT : NEXUS_RCODE_HIST);
    nexus_msg_set(&m, NEXUS_F_RDATA, enc->rep_hist);
    if (count > 1) {
        nexus_msg_set(&m, NEXUS_F_HREPEAT, count);
    }
    uint64_t now = enc->time;
    enc->rep_count = 0;
    enc->time = enc->rep_time;
    bool ok = emit(enc, &m);
    enc->time = now;
    return ok;
}

bool trm_encoder_msg_repeat_branch(struct trm_encoder *enc)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_REPEAT_BRANCH, enc->src);
    nexus_msg_set(&m, NEXUS_F_BCNT, enc->branch_count);
    uint64_t now = enc->time;
    enc->branch_count = 0;
    enc->time = enc->branch_time;
    bool ok = emit(enc, &m);
    enc->time = now;
    return ok;
}

bool trm_encoder_msg_correlation(struct trm_encoder *enc, uint8_t evcode)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_PROG_TRACE_CORRELATION, enc->src);
    nexus_msg_set(&m, NEXUS_F_EVCODE, evcode);
    nexus_msg_set(&m, NEXUS_F_CDF, enc->htm ? 1 : 0);
    if (!take_icnt(enc, &m)) {
        return false;
    }
    if (enc->htm) {
        take_hist(enc, &m);
    }
    return emit(enc, &m);
}

bool trm_encoder_msg_watchpoint(struct trm_encoder *enc, uint32_t hit)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_WATCHPOINT, enc->src);
    nexus_msg_set(&m, NEXUS_F_WPHIT, hit);
    return emit(enc, &m);
}

/* V and PRV of the PROCESS field for a privilege level of the ingress port. */
static uint64_t v_prv(uint8_t priv)
{
    switch (priv) {
    case INGRESS_PRIV_VU:
        return 4;
    case INGRESS_PRIV_VS:
        return 5;
    default:
        return priv & 3u;
    }
}

static bool ownership(struct trm_encoder *enc, uint64_t process)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_OWNERSHIP, enc->src);
    nexus_msg_set(&m, NEXUS_F_PROCESS, process);
    return emit(enc, &m);
}

/* PROCESS = {CONTEXT, V, PRV, FORMAT} (N-Trace, Ownership Message). */
bool trm_encoder_msg_ownership(struct trm_encoder *enc, const struct ingress_cycle *in,
                               bool context)
{
    uint64_t level = v_prv(in->priv) << 2;
    if (!context) {
        return ownership(enc, level);
    }
    uint64_t mask = (UINT64_C(1) << enc->cfg.context_bits) - 1u;
    if (enc->cfg.hcontext && !ownership(enc, ((in->hcontext & mask) << 5) | level | 3u)) {
        return false;
    }
    return ownership(enc, ((in->context & mask) << 5) | level | 2u);
}

/* Dropped: a loss that is announced as any other, and by a bit of our own. */
static void drop_acquisition(struct trm_encoder *enc)
{
    enc->stats.unacquired++;
    trm_regfile_set(&enc->rf, TR_TE_STIM_CONTROL_OFFSET, TR_TE_STIM_DROPPED_MASK,
                    TR_TE_STIM_DROPPED_MASK);
    trm_encoder_set_stall_or_overflow(enc);
}

/* IEEE-ISTO 5001-2012, DataAcquisition. Its time is that of the last record, so that times of a
 * stream do not go back. While a loss is not yet announced, nothing is sent. */
void trm_encoder_msg_acquisition(struct trm_encoder *enc, uint16_t tag, uint32_t data)
{
    bool lost = enc->lost;
    lost = lost || (enc->branch_count != 0 && !trm_encoder_msg_repeat_branch(enc));
    if (lost) {
        trm_encoder_overflow(enc, NEXUS_DATA_ACQUISITION);
        drop_acquisition(enc);
        return;
    }
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_DATA_ACQUISITION, enc->src);
    nexus_msg_set(&m, NEXUS_F_IDTAG, tag);
    nexus_msg_set(&m, NEXUS_F_DATA, data);
    if (!emit(enc, &m)) {
        drop_acquisition(enc);
        return;
    }
    enc->stats.acquired++;
}

/* N-Trace, Error Message: at once when there is room, so that it is last if trace never restarts.
 */
void trm_encoder_msg_recover(struct trm_encoder *enc)
{
    uint32_t most = enc->cfg.fifo_bytes - (uint32_t)TRM_ENCODER_FIFO_MIN;
    uint32_t level = enc->cfg.restart_bytes < most ? enc->cfg.restart_bytes : most;
    bool many =
        enc->cfg.queue_messages != 0 && trm_encoder_fifo_level(enc) > enc->cfg.queue_restart;
    if (many || enc->fifo_fill > level) {
        return;
    }
    struct nexus_msg m;
    if (!enc->lost) { /* data only: program trace goes on */
        if (trm_encoder_data_recover(enc, &m)) {
            (void)emit(enc, &m);
        }
        return;
    }
    nexus_msg_start(&m, NEXUS_ERROR, enc->src);
    nexus_msg_set(&m, NEXUS_F_ETYPE, 0);
    nexus_msg_set(&m, NEXUS_F_ECODE, enc->lost_ecode);
    uint64_t now = enc->time;
    enc->time = enc->lost_time;
    if (emit(enc, &m)) {
        enc->lost = false;
        enc->error_queued = true;
    }
    enc->time = now;
}
