/* SPDX-License-Identifier: Apache-2.0 */
/* The N-Trace back end: what qualification asks for (N-Trace 1.0, N-Trace Specific Trace Controls;
 * Corner Cases and Sequences). */
#include "trm_encoder_ntrace.h"

static uint32_t field(uint32_t word, uint32_t mask, unsigned shift)
{
    return (word & mask) >> shift;
}

void trm_encoder_stream_cfg(const struct trm_encoder *enc, struct nexus_stream_cfg *out)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_CONTROL_OFFSET);
    uint32_t features = trm_regfile_get(&enc->rf, TR_TE_INST_FEATURES_OFFSET);
    nexus_cfg_init(out);
    out->xlen = enc->cfg.xlen;
    if ((control & TR_TE_INHIBIT_SRC_MASK) == 0) {
        out->src_bits = (uint8_t)field(features, TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT);
    }
    out->extend_addr_msb = (features & TR_TE_INST_EXTEND_ADDR_MSB_MASK) != 0;
    out->sequential_jump = (features & TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK) != 0;
    out->implicit_return = (features & TR_TE_INST_EN_IMPLICIT_RETURN_MASK) != 0;
    out->return_mode = (enum nexus_return_mode)field(features, TR_TE_INST_IMPLICIT_RETURN_MODE_MASK,
                                                     TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
    out->repeated_history = (features & TR_TE_INST_EN_REPEATED_HISTORY_MASK) != 0;
    out->timestamps = trm_timestamp_enabled(&enc->ts);
    if (enc->cfg.ts_modes != 0) {
        out->timestamp_bits = enc->cfg.ts_width;
    }
    out->all_jumps = (features & TR_TE_INST_EN_ALL_JUMPS_MASK) != 0;
    if (enc->cfg.stimulus) {
        out->width.idtag =
            enc->cfg.stimulus_tag != 0 ? enc->cfg.stimulus_tag : (uint8_t)NEXUS_WIDTH_VARIABLE;
    }
    if (enc->cfg.data_trace) {
        uint32_t data = trm_regfile_get(&enc->rf, TR_TE_DATA_CONTROL_OFFSET);
        out->data_no_addr = (data & TR_TE_DATA_NO_ADDR_MASK) != 0;
        out->data_filtered = trm_regfile_get(&enc->rf, TR_TE_DATA_FILTERS_OFFSET) != 0;
    }
}

/* Repeated history: another way of holding it back starts with nothing held back, and with room in
 * HIST for the next outcome. */
static void latch_repeated(struct trm_encoder *enc)
{
    bool repeated = enc->stream.repeated_history;
    bool search = repeated && enc->htm && enc->cfg.hist_search == TRM_HIST_SEARCH_ANY;
    if (enc->on && (repeated != enc->repeated || search != enc->search)) {
        (void)trm_encoder_opt_flush(enc);
    }
    if (enc->on && enc->search && !search && (enc->hist & enc->hist_limit) != 0) {
        (void)trm_encoder_msg_hist_full(enc);
    }
    enc->repeated = repeated;
    enc->search = search;
    enc->repeat_branch =
        repeated && (enc->htm ? enc->cfg.repeat_branch_htm : enc->cfg.repeat_branch);
}

static void latch(struct trm_encoder *enc, bool starts)
{
    uint32_t features = trm_regfile_get(&enc->rf, TR_TE_INST_FEATURES_OFFSET);
    enc->ts_messages = enc->cfg.ts_messages;
    if (enc->cfg.ts_select) {
        enc->ts_messages = (uint8_t)field(trm_regfile_get(&enc->rf, TR_TS_CONTROL_OFFSET),
                                          TR_TS_VENDOR_MASK, TR_TS_VENDOR_SHIFT);
    }
    trm_encoder_stream_cfg(enc, &enc->stream);
    enc->sequential = enc->stream.sequential_jump;
    latch_repeated(enc);
    enc->return_mode = enc->stream.implicit_return ? (uint8_t)enc->stream.return_mode : 0;
    if (enc->stream.all_jumps && enc->return_mode == TR_TE_INST_IMPLICIT_RETURN_MODE_LEVEL) {
        enc->return_mode = 0; /* direct calls are not seen as calls: counting would be wrong */
    }
    uint32_t id = field(features, TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT);
    enc->src = (uint16_t)(id & ((UINT32_C(1) << enc->stream.src_bits) - 1u));
    enc->error_queued = enc->error_queued && !starts;
    if (enc->cfg.data_trace) {
        trm_encoder_data_latch(enc, enc->enabled);
    }
}

static void clear(struct trm_encoder *enc)
{
    enc->on = false;
    enc->off_pending = false;
    enc->lost = false;
    enc->error_queued = false;
    enc->sync_due = false;
    enc->notify_waits = false;
    enc->rep_run = false;
    enc->rep_count = 0;
    enc->branch_count = 0;
    enc->last.valid = false;
    enc->pend = TRM_PEND_NONE;
    trm_encoder_data_clear(enc);
}

static void end_empty(struct trm_encoder *enc, enum trm_encoder_end why)
{
    if (enc->lost) {
        return;
    }
    enc->icnt = 0;
    enc->hist = 1;
    (void)trm_encoder_report_correlation(enc, why);
}

/* The synchronizing message at the reset vector carries I-CNT and HIST of before. */
static void hart_reset(struct trm_encoder *enc)
{
    if (!trm_encoder_flow_fold(enc)) {
        return;
    }
    enc->notify_waits = enc->notify_waits || trm_encoder_notify_due(enc);
    trm_encoder_due(enc, NEXUS_SYNC_EXIT_RESET);
    trm_encoder_wait(enc, TRM_PEND_LINEAR, 0);
}

/* A marker at the next instruction. What begins a region, and what ends a reset, has a message of
 * its own there, which comes first. */
static void notify(struct trm_encoder *enc, bool tracing)
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

static void sync(struct trm_encoder *enc)
{
    if (enc->on && !enc->sync_due) {
        trm_encoder_due(enc, NEXUS_SYNC_PERIODIC);
    }
}

static void lose(struct trm_encoder *enc)
{
    trm_encoder_overflow(enc, NEXUS_PROG_TRACE_SYNC);
}

/* What a block makes at its own end, not an event before it. */
static bool retries(uint8_t first)
{
    unsigned tcode = first >> 2; /* above MSEO */
    return tcode == NEXUS_DIRECT_BRANCH || tcode == NEXUS_RESOURCE_FULL;
}

void trm_encoder_ntrace_init(struct trm_encoder *enc)
{
    static const struct trm_backend backend = {
        .latch = latch,
        .clear = clear,
        .blocks = trm_encoder_flow_blocks,
        .end = trm_encoder_flow_end,
        .end_empty = end_empty,
        .hart_reset = hart_reset,
        .notify = notify,
        .sync = sync,
        .acquire = trm_encoder_msg_acquisition,
        .lose = lose,
        .recover = trm_encoder_msg_recover,
        .retries = retries,
        .pack = trm_encoder_ticks_message,
        .counts = trm_encoder_flow_counts,
        .pauses = trm_encoder_flow_pauses,
    };
    enc->backend = &backend;
    enc->hist = 1;
    enc->icnt_limit = enc->cfg.icnt_late ? UINT32_MAX : UINT32_C(1) << (enc->cfg.icnt_bits - 1u);
    enc->icnt_most = (UINT32_C(1) << enc->cfg.icnt_bits) - 1u;
    enc->hist_limit = UINT32_C(1) << (enc->cfg.hist_bits - 1u);
    nexus_cfg_init(&enc->stream);
}
