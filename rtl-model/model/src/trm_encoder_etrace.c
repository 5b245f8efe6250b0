/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The E-Trace back end: what qualification asks for becomes calls of the algorithm (trm_etrace.h),
 * and its packets are encapsulated and queued.
 *
 * Sources: Efficient Trace 2.0, "Encoder Control", "Resynchronization", "Format 3 subformat 3 -
 * Support"; Packet Encapsulation 1.0, "Packet Encapsulation for E-Trace".
 */
#include "etrace/etrace_frame.h"
#include "trm_encoder_etrace.h"

_Static_assert((int)ETRACE_FRAME_MAX <= (int)TRM_MESSAGE_MAX, "a packet fits a link");
_Static_assert((int)ETRACE_FRAME_MAX <= (int)TRM_ENCODER_FIFO_MIN, "a packet fits the queue");

static uint32_t field(uint32_t word, uint32_t mask, unsigned shift)
{
    return (word & mask) >> shift;
}

/* The bits of trTeInstFeatures, and what they turn on (E-Trace, Optional Modes). */
static const struct {
    uint32_t mask;
    uint8_t option;
} features_of[ETRACE_OPTIONS] = {
    {TR_TE_INST_NO_ADDR_DIFF_MASK, ETRACE_OPT_FULL_ADDRESS},
    {TR_TE_INST_NO_TRAP_ADDR_MASK, ETRACE_OPT_IMPLICIT_EXCEPTION},
    {TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK, ETRACE_OPT_SEQUENTIAL_JUMP},
    {TR_TE_INST_EN_IMPLICIT_RETURN_MASK, ETRACE_OPT_IMPLICIT_RETURN},
    {TR_TE_INST_EN_BRANCH_PREDICTION_MASK, ETRACE_OPT_BRANCH_PREDICTION},
    {TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK, ETRACE_OPT_JUMP_TARGET_CACHE},
};

/* Discovery: what no register can change. */
static void parameters(const struct trm_encoder_cfg *cfg, struct etrace_cfg *out)
{
    etrace_cfg_init(out);
    out->xlen = cfg->xlen;
    out->isa = cfg->iaddress_lsb < 2 ? (uint32_t)FLOW_ISA_C | FLOW_ISA_ZCB : 0;
    out->iaddress_width = cfg->xlen;
    out->iaddress_lsb = cfg->iaddress_lsb;
    out->privilege_width = cfg->privilege_width;
    out->ecause_width = cfg->ecause_width;
    out->nocontext = cfg->nocontext;
    out->context_width = cfg->context_width;
    out->notime = cfg->notime;
    out->time_width = cfg->time_width;
    out->itype_width = cfg->itype_width;
    out->f0s_width = cfg->f0s_width;
    out->bpred_size = cfg->bpred_size;
    out->cache_size = cfg->cache_size;
    out->return_stack_size = cfg->return_stack_size;
    out->call_counter_size = cfg->call_counter_size;
    out->daddress_width = cfg->xlen;
    out->data_split = cfg->data_split;
    out->lrid_width = cfg->lrid_width;
    out->data_diff_width = cfg->data_diff_width;
    out->data_csrs = false;
    out->data_decoded = cfg->data_trace;
    out->type_bits = cfg->data_trace ? 1 : 0; /* 0 instructions, 1 data */
    out->ts_bytes = cfg->ts_modes != 0 ? (uint8_t)((cfg->ts_width + 7u) / 8u) : 0;
}

void trm_encoder_etrace_cfg(const struct trm_encoder *enc, struct etrace_cfg *out)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_CONTROL_OFFSET);
    uint32_t features = trm_regfile_get(&enc->rf, TR_TE_INST_FEATURES_OFFSET);
    parameters(&enc->cfg, out);
    bool inhibited = (control & TR_TE_INHIBIT_SRC_MASK) != 0;
    uint32_t src_bits = field(features, TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT);
    out->src_bits = inhibited ? 0 : (uint8_t)src_bits;
    for (unsigned i = 0; i < ETRACE_OPTIONS; i++) {
        bool on = (features & features_of[i].mask) != 0;
        out->options |= on ? UINT32_C(1) << features_of[i].option : 0;
    }
    out->data_options = trm_encoder_etrace_doptions(enc);
}

const char *trm_encoder_etrace_check(const struct trm_encoder_cfg *cfg)
{
    struct etrace_cfg most;
    parameters(cfg, &most);
    most.src_bits = cfg->src_bits > 7 ? 7 : cfg->src_bits; /* what a payload has least room with */
    if (cfg->f0s_width == 0 && cfg->bpred_size != 0 && cfg->cache_size != 0) {
        return "f0s_width: 1 or more with both bpred_size and cache_size, to tell their packets "
               "apart";
    }
    return etrace_cfg_check(&most) == NULL ? NULL
                                           : "context_width, time_width, ecause_width: packets of "
                                             "traps are longer than 31 bytes";
}

uint32_t trm_encoder_etrace_features(const struct trm_encoder_cfg *cfg)
{
    bool calls = cfg->implicit_return && cfg->itype_width == 4 &&
                 (cfg->return_stack_size != 0 || cfg->call_counter_size != 0);
    uint32_t keep = cfg->no_addr_diff ? TR_TE_INST_NO_ADDR_DIFF_MASK : 0;
    keep |= cfg->no_trap_addr ? TR_TE_INST_NO_TRAP_ADDR_MASK : 0;
    keep |= cfg->sequential_jump ? TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK : 0;
    keep |= calls ? TR_TE_INST_EN_IMPLICIT_RETURN_MASK : 0;
    keep |= cfg->bpred_size != 0 ? TR_TE_INST_EN_BRANCH_PREDICTION_MASK : 0;
    keep |= cfg->cache_size != 0 ? TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK : 0;
    return keep;
}

/* As in N-Trace. */
bool trm_encoder_etrace_room(const struct trm_encoder *enc)
{
    uint32_t most = enc->cfg.fifo_bytes - (uint32_t)TRM_ENCODER_FIFO_MIN;
    uint32_t level = enc->cfg.restart_bytes < most ? enc->cfg.restart_bytes : most;
    bool many =
        enc->cfg.queue_messages != 0 && trm_encoder_fifo_level(enc) > enc->cfg.queue_restart;
    return !many && enc->fifo_fill <= level;
}

/* What others see of the algorithm's state. */
static void report_state(struct trm_encoder *enc)
{
    enc->on = enc->et.on || enc->et.have;
    enc->lost = enc->et.lost || enc->et.support_due;
}

static void lost_packet(struct trm_encoder *enc)
{
    enc->stats.dropped++;
    trm_encoder_etrace_data_lose(enc);
    if (!enc->lost) {
        enc->lost = true;
        trm_encoder_set_stall_or_overflow(enc);
        enc->stats.overflows++;
    }
}

/* Periodic synchronization (TCI, trTeInstSyncMax). */
static void count_packet(struct trm_encoder *enc, const struct etrace_packet *p)
{
    bool sync = etrace_packet_is_sync(p);
    bool counts = enc->sync_mode == TR_TE_INST_SYNC_MODE_MESSAGES;
    enc->sync_count = sync ? 0 : enc->sync_count + (counts ? 1u : 0u);
    enc->sync_cycle = sync ? enc->cycle : enc->sync_cycle;
}

/* Encapsulate and queue (trm_etrace_put). */
static bool put(void *ctx, const struct etrace_packet *p)
{
    struct trm_encoder *enc = ctx;
    struct trm_etrace *e = &enc->et;
    struct etrace_frame f = {.src = enc->src, .kind = ETRACE_KIND_INST};
    uint8_t bytes[ETRACE_FRAME_MAX];
    unsigned n = 0;
    if (e->lost && !trm_encoder_etrace_room(enc)) {
        return false;
    }
    if (enc->stamped) {
        f.stamped = true;
        f.stamp = (e->have ? e->current.time : enc->time) & etrace_mask(enc->cfg.ts_width);
    }
    enc->early = e->current.goes_on ||
                 (p->format == ETRACE_FORMAT_SYNC && p->subformat == ETRACE_SYNC_SUPPORT);
    if (etrace_packet_encode(&e->cfg, e->options, p, f.payload, &f.size) != ETRACE_OK ||
        etrace_frame_write(&e->cfg, &f, bytes, &n) != ETRACE_OK ||
        !trm_encoder_fifo_put(enc, bytes, n)) {
        enc->early = false;
        lost_packet(enc);
        return false;
    }
    enc->early = false;
    count_packet(enc, p);
    trm_encoder_etrace_data_follow(enc, p);
    return true;
}

/* Settings that packets depend on change between two regions. */
static void latch(struct trm_encoder *enc, bool starts)
{
    struct trm_etrace *e = &enc->et;
    struct etrace_cfg cfg;
    uint32_t features = trm_regfile_get(&enc->rf, TR_TE_INST_FEATURES_OFFSET);
    (void)starts;
    trm_encoder_etrace_data_latch(enc);
    trm_encoder_etrace_cfg(enc, &cfg);
    bool stamped = trm_timestamp_enabled(&enc->ts);
    uint32_t id = field(features, TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT);
    uint16_t src = (uint16_t)(id & ((UINT32_C(1) << cfg.src_bits) - 1u));
    bool data = trm_encoder_etrace_data_changes(enc);
    bool changed =
        enc->enabled != e->ienable || (enc->enabled && (cfg.options != e->options || data));
    if (cfg.options != e->options || data || cfg.src_bits != e->cfg.src_bits || src != enc->src) {
        trm_etrace_end(e);
    }
    e->cfg.src_bits = cfg.src_bits;
    e->options = cfg.options;
    enc->src = src;
    enc->stamped = stamped;
    trm_encoder_etrace_data_settle(enc);
    if (changed) {
        trm_etrace_support(e, enc->enabled);
    }
    report_state(enc);
}

/* A trigger turned data trace on or off: a support packet between two regions says so. */
static void follow_triggers(struct trm_encoder *enc)
{
    if (trm_encoder_etrace_data_changes(enc)) {
        trm_etrace_end(&enc->et);
        trm_encoder_etrace_data_settle(enc);
        trm_etrace_support(&enc->et, enc->et.ienable);
    }
}

static void clear(struct trm_encoder *enc)
{
    struct etrace_cfg cfg;
    parameters(&enc->cfg, &cfg);
    (void)trm_etrace_init(&enc->et, &cfg, put, enc); /* checked by trm_encoder_etrace_check */
    enc->et.timed = enc->cfg.queue_records != 0;
    enc->on = false;
    enc->off_pending = false;
    enc->lost = false;
    trm_encoder_etrace_data_clear(enc, &cfg);
}

/* A record counts as a whole, with its last block. */
static void count(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned traced)
{
    for (unsigned i = 0; i < trm_encoder_blocks(in); i++) {
        enc->sync_count += (traced >> i & 1u) != 0 ? in->block[i].iretire : 0u;
    }
}

static bool sync_is_due(const struct trm_encoder *enc)
{
    switch (enc->sync_mode) {
    case TR_TE_INST_SYNC_MODE_CYCLES:
        return enc->cycle - enc->sync_cycle >= enc->sync_limit;
    case TR_TE_INST_SYNC_MODE_OFF:
        return false;
    default:
        return enc->sync_count >= enc->sync_limit;
    }
}

static void blocks(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                   unsigned to, unsigned traced, unsigned watched)
{
    uint64_t time = enc->cfg.ts_modes != 0 ? enc->time : in->time;
    follow_triggers(enc);
    if (from == 0 && sync_is_due(enc)) {
        trm_etrace_resync(&enc->et);
    }
    enc->et.ticks = 0;
    trm_etrace_blocks_at(&enc->et, in, from, to, time, traced, watched);
    enc->made += enc->et.ticks;
    if (enc->sync_mode == TR_TE_INST_SYNC_MODE_HALFWORDS && to == trm_encoder_blocks(in)) {
        count(enc, in, traced);
    }
    enc->start = TRM_START_ENABLE;
    report_state(enc);
}

static void end(struct trm_encoder *enc, enum trm_encoder_end why)
{
    (void)why; /* no packet says it */
    enc->off_pending = false;
    enc->start = TRM_START_ENABLE;
    enc->et.ticks = 0;
    trm_etrace_end(&enc->et);
    enc->side += enc->et.ticks;
    report_state(enc);
}

/* Nothing was traced: there is no address to report. */
static void end_empty(struct trm_encoder *enc, enum trm_encoder_end why)
{
    (void)enc;
    (void)why;
}

/* Tracing ceases, and begins again with the first instruction after the reset. */
static void hart_reset(struct trm_encoder *enc)
{
    end(enc, TRM_END_DISABLED);
}

/* External triggers do nothing: trTeTrigExtInControl reads 0 (E-Trace, Filtering). */
static void notify(struct trm_encoder *enc, bool tracing)
{
    (void)enc;
    (void)tracing;
}

static void sync(struct trm_encoder *enc)
{
    trm_etrace_resync(&enc->et);
}

/* No packet carries it: stimulus ports are off (trTeStimEnable reads 0). */
static void acquire(struct trm_encoder *enc, uint16_t tag, uint32_t data)
{
    (void)enc;
    (void)tag;
    (void)data;
}

static void lose(struct trm_encoder *enc)
{
    lost_packet(enc);
    trm_etrace_lose(&enc->et);
    report_state(enc);
}

static void recover(struct trm_encoder *enc)
{
    struct trm_etrace *e = &enc->et;
    if (!trm_encoder_etrace_room(enc)) {
        return;
    }
    if (enc->lost) {
        trm_etrace_recover(e);
    } else if (e->on || e->have) { /* data alone: its loss is said at the end of a region */
        trm_etrace_end(e);
    } else {
        trm_etrace_support(e, e->ienable);
    }
    report_state(enc);
}

/* Each block is looked at by itself. */
static bool counts(const struct trm_encoder *enc, const struct trm_encoder_run *run)
{
    (void)enc;
    (void)run;
    return false;
}

static bool pauses(const struct trm_encoder *enc, const struct ingress_block *block)
{
    (void)enc;
    (void)block;
    return false;
}

static bool retries(uint8_t first)
{
    (void)first;
    return false;
}

void trm_encoder_etrace_init(struct trm_encoder *enc)
{
    static const struct trm_backend backend = {
        .latch = latch,
        .clear = clear,
        .blocks = blocks,
        .end = end,
        .end_empty = end_empty,
        .hart_reset = hart_reset,
        .notify = notify,
        .sync = sync,
        .acquire = acquire,
        .lose = lose,
        .recover = recover,
        .sides_at_once = true,
        .waits_in_front = true,
        .retries = retries,
        .pack = trm_encoder_ticks_packet,
        .counts = counts,
        .pauses = pauses,
    };
    enc->backend = &backend;
    clear(enc);
}
