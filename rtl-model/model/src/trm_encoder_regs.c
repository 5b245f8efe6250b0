/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of the encoder: WARL rules, and what control means (TCI 1.0, Trace Encoder Control
 * Interface; N-Trace 1.0, N-Trace Specific Trace Controls). */
#include "encoder_table.h"
#include "trm_encoder_int.h"

enum {
    DBG_ACTIONS = 7 << 2, /* trTeTrigDbgControl: actions 2, 3 and 4 of debug triggers */
};

static uint32_t field(uint32_t word, uint32_t mask, unsigned shift)
{
    return (word & mask) >> shift;
}

/* An unsupported mode other than 0 becomes a supported one other than 0. */
static uint32_t legal_mode(const struct trm_encoder *enc, uint32_t mode)
{
    if (mode == TR_TE_INST_MODE_OFF || (mode == TR_TE_INST_MODE_BTM && enc->cfg.btm) ||
        (mode == TR_TE_INST_MODE_HTM && enc->cfg.htm)) {
        return mode;
    }
    return enc->cfg.htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
}

static uint32_t legal_control(const struct trm_encoder *enc, uint32_t now)
{
    uint32_t mode = legal_mode(enc, field(now, TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT));
    uint32_t sync = field(now, TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT);
    if (((enc->cfg.sync_modes >> sync) & 1u) == 0) {
        sync = TR_TE_INST_SYNC_MODE_OFF;
    }
    uint32_t none = TR_TE_INST_MODE_MASK | TR_TE_INST_SYNC_MODE_MASK | TR_TE_FORMAT_MASK;
    none |= enc->cfg.context ? 0 : TR_TE_CONTEXT_MASK;
    none |= enc->cfg.triggers ? 0 : TR_TE_INST_TRIG_ENABLE_MASK;
    none |= enc->cfg.stall ? 0 : TR_TE_INST_STALL_ENA_MASK;
    none |= enc->cfg.src_bits != 0 ? 0 : TR_TE_INHIBIT_SRC_MASK;
    return (now & ~none) | (mode << TR_TE_INST_MODE_SHIFT) | (sync << TR_TE_INST_SYNC_MODE_SHIFT) |
           (TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT);
}

static uint32_t legal_features(const struct trm_encoder *enc, uint32_t now)
{
    uint32_t keep = 0;
    keep |= enc->cfg.sequential_jump ? TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK : 0;
    keep |= enc->cfg.implicit_return && enc->cfg.itype_width == 4
                ? TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_IMPLICIT_RETURN_MODE_MASK
                : 0;
    keep |= enc->cfg.repeated_history ? TR_TE_INST_EN_REPEATED_HISTORY_MASK : 0;
    keep |= enc->cfg.all_jumps ? TR_TE_INST_EN_ALL_JUMPS_MASK : 0;
    keep |= enc->cfg.extend_addr_msb ? TR_TE_INST_EXTEND_ADDR_MSB_MASK : 0;
    uint32_t id_bits = (UINT32_C(1) << enc->cfg.src_bits) - 1u;
    keep |= id_bits << TR_TE_SRC_ID_SHIFT;
    uint32_t bits = field(now, TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT);
    if (bits > enc->cfg.src_bits) {
        bits = enc->cfg.src_bits;
    }
    return (now & keep) | (bits << TR_TE_SRC_BITS_SHIFT);
}

/* Actions 2, 3 and 4 of inputs that exist; everything else is "no action". */
static uint32_t legal_ext_in(const struct trm_encoder *enc, uint32_t now)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < enc->cfg.ext_triggers; i++) {
        uint32_t act = (now >> (4 * i)) & 15u;
        if (act >= TR_TE_TRIG_EXT_IN_ACTION0_TRACE_ON &&
            act <= TR_TE_TRIG_EXT_IN_ACTION0_TRACE_NOTIFY) {
            value |= act << (4 * i);
        }
    }
    return value;
}

/* Events that are there, of outputs that exist. */
static uint32_t legal_ext_out(const struct trm_encoder *enc, uint32_t now)
{
    uint64_t exist = (UINT64_C(1) << (4 * enc->cfg.ext_outputs)) - 1u;
    return now & 0x11111111u * enc->cfg.ext_events & (uint32_t)exist;
}

static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    const struct trm_encoder *enc = ctx;
    (void)old;
    switch (offset) {
    case TR_TE_CONTROL_OFFSET:
        return legal_control(enc, now);
    case TR_TE_INST_FEATURES_OFFSET:
        return legal_features(enc, now);
    case TR_TE_TRIG_EXT_IN_CONTROL_OFFSET:
        return legal_ext_in(enc, now);
    case TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET:
        return legal_ext_out(enc, now);
    case TR_TE_TRIG_DBG_CONTROL_OFFSET:
        return now & DBG_ACTIONS;
    case TR_TS_CONTROL_OFFSET:
        return trm_timestamp_legal(&enc->ts, now);
    default:
        return trm_encoder_filter_owns(offset) ? trm_encoder_filter_legal(enc, offset, now) : now;
    }
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct trm_encoder *enc = ctx;
    if (offset == TR_TS_CONTROL_OFFSET) {
        trm_timestamp_written(&enc->ts, old, now, written);
    }
    enc->filter_latch = enc->filter_latch || trm_encoder_filter_owns(offset);
    if (offset == TR_TE_CONTROL_OFFSET && (now & ~old & TR_TE_ENABLE_MASK) != 0) {
        trm_regfile_set(&enc->rf, offset, TR_TE_INST_STALL_OR_OVERFLOW_MASK, 0);
    }
    enc->latch = true;
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    const struct trm_encoder *enc = ctx;
    if (offset == TR_TE_CONTROL_OFFSET) {
        value &= ~TR_TE_EMPTY_MASK;
        value |= trm_encoder_empty(enc) ? TR_TE_EMPTY_MASK : 0;
    } else if (offset == TR_TS_COUNTER_LOW_OFFSET || offset == TR_TS_COUNTER_HIGH_OFFSET) {
        value = trm_timestamp_read(&enc->ts, offset);
    }
    return value;
}

/* Reset drops what is queued or lost, and everything but the hart's sidebands. */
static void reset(void *ctx, bool active)
{
    struct trm_encoder *enc = ctx;
    trm_timestamp_reset(&enc->ts, active);
    enc->trigger_out = 0;
    enc->filtering = false;
    enc->filter_latch = true;
    trm_encoder_fifo_clear(enc);
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
    enc->enabled = false;
    enc->tracing = false;
    enc->latch = true;
}

int trm_encoder_regs_init(struct trm_encoder *enc)
{
    static const uint16_t missing[] = {
        TR_TE_DATA_CONTROL_OFFSET,
        TR_TE_DATA_FILTERS_OFFSET,
    };
    struct trm_timestamp_cfg ts = {
        .modes = enc->cfg.ts_modes,
        .width = enc->cfg.ts_width,
        .vendor = enc->cfg.ts_select ? TRM_TS_ALL : 0,
        .enable = true,
        .copy_active = enc->cfg.ts_copy_active,
    };
    struct trm_regfile_cfg cfg = {
        .map = &regmap_encoder,
        .hooks = {pre_write, post_write, post_read, reset, enc},
        .undef = enc->cfg.undef,
        .seed = enc->cfg.seed,
        .power_ticks = enc->cfg.power_ticks,
        .version = enc->cfg.version,
        .enable_ticks = enc->cfg.enable_ticks,
    };
    int status = trm_regfile_init(&enc->rf, &cfg, enc->words);
    if (status != TRM_OK) {
        return status;
    }
    for (unsigned i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        trm_regfile_remove(&enc->rf, missing[i]);
    }
    trm_encoder_filter_init(enc);
    if (!enc->cfg.dbg_control) {
        trm_regfile_remove(&enc->rf, TR_TE_TRIG_DBG_CONTROL_OFFSET);
    }
    if (enc->cfg.ext_triggers == 0) {
        trm_regfile_remove(&enc->rf, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET);
    }
    if (enc->cfg.ext_outputs == 0) {
        trm_regfile_remove(&enc->rf, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET);
    }
    nexus_cfg_init(&enc->stream);
    return trm_timestamp_init(&enc->ts, &ts, &enc->rf);
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

/* Debug triggers that are let through, as bits of `trigger`: trace-on, trace-off, and from bit 2 on
 * trace-notify of each block. */
static uint32_t dbg_actions(const struct trm_encoder *enc)
{
    if (!enc->cfg.triggers) {
        return 0;
    }
    if (!enc->cfg.dbg_control) {
        return UINT32_MAX;
    }
    uint32_t actions = trm_regfile_get(&enc->rf, TR_TE_TRIG_DBG_CONTROL_OFFSET) >> 2;
    uint32_t on_off = actions & (TRM_TRIGGER_ON | TRM_TRIGGER_OFF);
    return on_off | ((actions & TRM_TRIGGER_NOTIFY) != 0 ? ~UINT32_C(3) : 0);
}

/* Fields that are copied without an effect of their own. */
static void latch_fields(struct trm_encoder *enc, uint32_t control)
{
    uint32_t features = trm_regfile_get(&enc->rf, TR_TE_INST_FEATURES_OFFSET);
    uint32_t max = field(control, TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT);
    enc->trig_enabled = (control & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    enc->stall_ena = (control & TR_TE_INST_STALL_ENA_MASK) != 0;
    enc->context_ena = (control & TR_TE_CONTEXT_MASK) != 0;
    enc->sync_mode = (uint8_t)field(control, TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT);
    enc->sync_limit = UINT64_C(1) << (max + 4u);
    enc->ext_actions = trm_regfile_get(&enc->rf, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET);
    enc->dbg_actions = dbg_actions(enc);
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
}

void trm_encoder_event(struct trm_encoder *enc, enum trm_ext_event event)
{
    uint32_t events = trm_regfile_get(&enc->rf, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET);
    for (unsigned i = 0; i < enc->cfg.ext_outputs; i++) {
        if (((events >> (4 * i)) & (unsigned)event) != 0) {
            enc->trigger_out = (uint8_t)(enc->trigger_out | (1u << i));
        }
    }
}

static void tracing_changes(struct trm_encoder *enc, bool tracing)
{
    if (tracing != enc->tracing) {
        trm_encoder_event(enc, tracing ? TRM_EXT_START : TRM_EXT_STOP);
    }
    enc->notify_waits = enc->notify_waits && tracing;
    enc->tracing = tracing;
}

void trm_encoder_latch(struct trm_encoder *enc)
{
    uint32_t control = trm_regfile_get(&enc->rf, TR_TE_CONTROL_OFFSET);
    uint32_t mode = field(control, TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT);
    bool enabled = (control & TR_TE_ENABLE_MASK) != 0;
    bool mode_off = mode == TR_TE_INST_MODE_OFF;
    bool htm = mode == TR_TE_INST_MODE_HTM;
    bool tracing = enabled && !mode_off && (control & TR_TE_INST_TRACING_MASK) != 0;
    bool starts = enabled && !enc->enabled;
    enc->latch = false;
    enc->enabled = enabled;
    if (enc->on && (!tracing || htm != enc->htm)) {
        trm_encoder_close(enc, NEXUS_EVCODE_TRACE_DISABLED);
    }
    tracing_changes(enc, tracing);
    enc->htm = htm;
    enc->mode_off = mode_off;
    latch_fields(enc, control);
    if (enc->filter_latch || starts) {
        trm_encoder_filter_latch(enc);
    }
    if (starts) {
        enc->start_sync = NEXUS_SYNC_TRACE_ENABLE;
        enc->error_queued = false;
        trm_encoder_report_disabled(enc, NEXUS_EVCODE_TRACE_DISABLED);
    }
}

void trm_encoder_set_tracing(struct trm_encoder *enc, bool tracing)
{
    tracing_changes(enc, tracing);
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

int trm_encoder_reg_read(struct trm_encoder *enc, uint32_t offset, unsigned size, uint32_t *value)
{
    return trm_regfile_read(&enc->rf, offset, size, value);
}

int trm_encoder_reg_write(struct trm_encoder *enc, uint32_t offset, unsigned size, uint32_t value)
{
    /* A bus writes one register a cycle: what the write before asked for comes first. */
    if (enc->latch && offset == TR_TE_CONTROL_OFFSET && trm_regfile_active(&enc->rf)) {
        trm_encoder_latch(enc);
    }
    return trm_regfile_write(&enc->rf, offset, size, value);
}
