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

bool trm_encoder_wants_etrace(const struct trm_encoder *enc)
{
    return enc->cfg.etrace && field(trm_regfile_get(&enc->rf, TR_TE_CONTROL_OFFSET),
                                    TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT) == TR_TE_FORMAT_ETRACE;
}

/* The protocol stays while trTeEnable is 1. One that does not exist becomes one that does, N-Trace
 * first. */
static uint32_t legal_format(const struct trm_encoder *enc, uint32_t old, uint32_t now)
{
    uint32_t word = (old & TR_TE_ENABLE_MASK) != 0 ? old : now;
    bool etrace = enc->cfg.etrace &&
                  field(word, TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT) == TR_TE_FORMAT_ETRACE;
    return etrace || !enc->cfg.ntrace ? TR_TE_FORMAT_ETRACE : TR_TE_FORMAT_NTRACE;
}

static uint32_t legal_control(const struct trm_encoder *enc, uint32_t old, uint32_t now)
{
    uint32_t format = legal_format(enc, old, now);
    bool etrace = format == TR_TE_FORMAT_ETRACE;
    uint32_t mode = legal_mode(enc, field(now, TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT));
    uint32_t sync = field(now, TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT);
    if (((enc->cfg.sync_modes >> sync) & 1u) == 0) {
        sync = TR_TE_INST_SYNC_MODE_OFF;
    }
    uint32_t none = TR_TE_INST_MODE_MASK | TR_TE_INST_SYNC_MODE_MASK | TR_TE_FORMAT_MASK;
    none |= enc->cfg.context && !etrace ? 0 : TR_TE_CONTEXT_MASK;
    mode = etrace ? (uint32_t)TR_TE_INST_MODE_VENDOR : mode; /* E-Trace, Optional Modes */
    none |= enc->cfg.triggers ? 0 : TR_TE_INST_TRIG_ENABLE_MASK;
    none |= enc->cfg.stall ? 0 : TR_TE_INST_STALL_ENA_MASK;
    none |= enc->cfg.src_bits != 0 ? 0 : TR_TE_INHIBIT_SRC_MASK;
    return (now & ~none) | (mode << TR_TE_INST_MODE_SHIFT) | (sync << TR_TE_INST_SYNC_MODE_SHIFT) |
           (format << TR_TE_FORMAT_SHIFT);
}

static uint32_t ntrace_features(const struct trm_encoder *enc)
{
    uint32_t keep = 0;
    keep |= enc->cfg.sequential_jump ? TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK : 0;
    keep |= enc->cfg.implicit_return && enc->cfg.itype_width == 4
                ? TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_IMPLICIT_RETURN_MODE_MASK
                : 0;
    keep |= enc->cfg.repeated_history ? TR_TE_INST_EN_REPEATED_HISTORY_MASK : 0;
    keep |= enc->cfg.all_jumps ? TR_TE_INST_EN_ALL_JUMPS_MASK : 0;
    return keep | (enc->cfg.extend_addr_msb ? TR_TE_INST_EXTEND_ADDR_MSB_MASK : 0);
}

static uint32_t legal_features(const struct trm_encoder *enc, uint32_t now)
{
    uint32_t keep = trm_encoder_wants_etrace(enc) ? trm_encoder_etrace_features(&enc->cfg)
                                                  : ntrace_features(enc);
    uint32_t id_bits = (UINT32_C(1) << enc->cfg.src_bits) - 1u;
    keep |= id_bits << TR_TE_SRC_ID_SHIFT;
    uint32_t bits = field(now, TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT);
    if (bits > enc->cfg.src_bits) {
        bits = enc->cfg.src_bits;
    }
    return (now & keep) | (bits << TR_TE_SRC_BITS_SHIFT);
}

/* Compression of addresses is XOR in N-Trace, differential in E-Trace, whatever was asked for; and
 * a packet of E-Trace has an address or a value. */
static uint32_t legal_data(const struct trm_encoder *enc, uint32_t now)
{
    bool etrace = trm_encoder_wants_etrace(enc);
    uint32_t way = etrace ? (uint32_t)TR_TE_DATA_ADDR_COMPRESS_DIFFERENTIAL
                          : (uint32_t)TR_TE_DATA_ADDR_COMPRESS_XOR;
    way = (now & TR_TE_DATA_ADDR_COMPRESS_MASK) != 0 ? way : 0;
    uint32_t none = TR_TE_DATA_ADDR_COMPRESS_MASK;
    bool no_value = (now & TR_TE_DATA_NO_VALUE_MASK) != 0;
    none |= etrace && no_value ? TR_TE_DATA_NO_ADDR_MASK : 0;
    none |= enc->cfg.triggers ? 0 : TR_TE_DATA_TRIG_ENABLE_MASK;
    none |= enc->cfg.stall ? 0 : TR_TE_DATA_STALL_ENA_MASK;
    return (now & ~none) | (way << TR_TE_DATA_ADDR_COMPRESS_SHIFT);
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

/* Events that are implemented, of outputs that exist. */
static uint32_t legal_ext_out(const struct trm_encoder *enc, uint32_t now)
{
    uint64_t exist = (UINT64_C(1) << (4 * enc->cfg.ext_outputs)) - 1u;
    return now & 0x11111111u * enc->cfg.ext_events & (uint32_t)exist;
}

/* E-Trace hardcodes them to 0 (Efficient Trace, Filtering). */
static uint32_t legal_trigger(const struct trm_encoder *enc, uint32_t offset, uint32_t now)
{
    if (trm_encoder_wants_etrace(enc)) {
        return 0;
    }
    return offset == TR_TE_TRIG_EXT_IN_CONTROL_OFFSET    ? legal_ext_in(enc, now)
           : offset == TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET ? legal_ext_out(enc, now)
                                                         : now & DBG_ACTIONS;
}

static uint32_t pre_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now)
{
    const struct trm_encoder *enc = ctx;
    switch (offset) {
    case TR_TE_CONTROL_OFFSET:
        return legal_control(enc, old, now);
    case TR_TE_INST_FEATURES_OFFSET:
        return legal_features(enc, now);
    case TR_TE_DATA_CONTROL_OFFSET:
        return legal_data(enc, now);
    case TR_TE_TRIG_EXT_IN_CONTROL_OFFSET:
    case TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET:
    case TR_TE_TRIG_DBG_CONTROL_OFFSET:
        return legal_trigger(enc, offset, now);
    case TR_TE_STIM_CONTROL_OFFSET: /* messages of N-Trace */
        return trm_encoder_wants_etrace(enc) ? now & ~TR_TE_STIM_ENABLE_MASK : now;
    case TR_TS_CONTROL_OFFSET:
        return trm_timestamp_legal(&enc->ts, now);
    default:
        return trm_encoder_filter_owns(offset) ? trm_encoder_filter_legal(enc, offset, now) : now;
    }
}

/* trTeFormat has changed: what the other protocol does not have reads 0. */
static void change_format(struct trm_encoder *enc)
{
    static const uint16_t depends[] = {
        TR_TE_INST_FEATURES_OFFSET,       TR_TE_DATA_CONTROL_OFFSET,
        TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET,
        TR_TE_TRIG_DBG_CONTROL_OFFSET,    TR_TE_STIM_CONTROL_OFFSET,
    };
    for (unsigned i = 0; i < sizeof depends / sizeof depends[0]; i++) {
        uint32_t now = trm_regfile_get(&enc->rf, depends[i]);
        trm_regfile_set(&enc->rf, depends[i], UINT32_MAX, pre_write(enc, depends[i], now, now));
    }
}

static void post_write(void *ctx, uint32_t offset, uint32_t old, uint32_t now, uint32_t written)
{
    struct trm_encoder *enc = ctx;
    if (offset == TR_TS_CONTROL_OFFSET) {
        trm_timestamp_written(&enc->ts, old, now, written);
    }
    if (offset == TR_TE_CONTROL_OFFSET && ((old ^ now) & TR_TE_FORMAT_MASK) != 0) {
        change_format(enc);
    }
    enc->filter_latch = enc->filter_latch || trm_encoder_filter_owns(offset);
    if (offset == TR_TE_CONTROL_OFFSET && (now & ~old & TR_TE_ENABLE_MASK) != 0) {
        trm_regfile_set(&enc->rf, offset, TR_TE_INST_STALL_OR_OVERFLOW_MASK, 0);
        trm_regfile_set(&enc->rf, TR_TE_DATA_CONTROL_OFFSET,
                        TR_TE_DATA_STALL_OR_OVERFLOW_MASK | TR_TE_DATA_DROP_MASK, 0);
    }
    enc->latch = true;
}

bool trm_encoder_empty(const struct trm_encoder *enc)
{
    bool ending = enc->on && (enc->latch || enc->off_pending);
    bool waits = enc->stim_waits || (enc->waiting != 0 && enc->enabled);
    return enc->fifo_count == 0 && !enc->lost && !enc->data.lost && !ending && !waits;
}

static uint32_t post_read(void *ctx, uint32_t offset, uint32_t value)
{
    const struct trm_encoder *enc = ctx;
    if (offset == TR_TE_CONTROL_OFFSET) {
        value &= ~TR_TE_EMPTY_MASK;
        value |= trm_encoder_empty(enc) ? TR_TE_EMPTY_MASK : 0;
    } else if (offset == TR_TE_IMPL_OFFSET && trm_encoder_wants_etrace(enc)) {
        value &= ~(TR_TE_PROTOCOL_MAJOR_MASK | TR_TE_PROTOCOL_MINOR_MASK); /* E-Trace 2.0 */
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
    trm_encoder_stimulus_reset(enc, active);
    enc->trigger_out = 0;
    enc->filtering = false;
    enc->filter_latch = true;
    trm_encoder_fifo_clear(enc);
    enc->waiting = 0;
    enc->gap = false;
    enc->takes = 0;
    enc->begins = false;
    enc->paused = false;
    enc->backend->clear(enc);
    enc->enabled = false;
    enc->tracing = false;
    enc->latch = true;
    if (active && enc->cfg.data_trace) {
        trm_regfile_set(&enc->rf, TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_IMPLEMENTED_MASK,
                        TR_TE_DATA_IMPLEMENTED_MASK);
    }
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
    for (unsigned i = 0; i < sizeof missing / sizeof missing[0] && !enc->cfg.data_trace; i++) {
        trm_regfile_remove(&enc->rf, missing[i]);
    }
    trm_encoder_filter_init(enc);
    trm_encoder_stimulus_init(enc);
    if (!enc->cfg.dbg_control) {
        trm_regfile_remove(&enc->rf, TR_TE_TRIG_DBG_CONTROL_OFFSET);
    }
    if (enc->cfg.ext_triggers == 0) {
        trm_regfile_remove(&enc->rf, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET);
    }
    if (enc->cfg.ext_outputs == 0) {
        trm_regfile_remove(&enc->rf, TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET);
    }
    return trm_timestamp_init(&enc->ts, &ts, &enc->rf);
}

/* Debug triggers that are let through, as bits of `trigger`: trace-on, trace-off, and from bit 2 on
 * trace-notify of each block. */
static uint32_t dbg_actions(const struct trm_encoder *enc)
{
    if (!enc->cfg.triggers) {
        return 0;
    }
    if (!enc->cfg.dbg_control || enc->is_etrace) {
        return UINT32_MAX;
    }
    uint32_t actions = trm_regfile_get(&enc->rf, TR_TE_TRIG_DBG_CONTROL_OFFSET) >> 2;
    uint32_t on_off = actions & (INGRESS_TRIGGER_ON | INGRESS_TRIGGER_OFF);
    return on_off | ((actions & INGRESS_TRIGGER_NOTIFY) != 0 ? ~UINT32_C(3) : 0);
}

/* Fields that are copied without an effect of their own. */
static void latch_fields(struct trm_encoder *enc, uint32_t control)
{
    uint32_t max = field(control, TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT);
    enc->trig_enabled = (control & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    enc->stall_ena = (control & TR_TE_INST_STALL_ENA_MASK) != 0;
    enc->context_ena = (control & TR_TE_CONTEXT_MASK) != 0;
    enc->sync_mode = (uint8_t)field(control, TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT);
    enc->sync_limit = UINT64_C(1) << (max + 4u);
    enc->ext_actions = trm_regfile_get(&enc->rf, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET);
    enc->dbg_actions = dbg_actions(enc);
}

/* The back end of trTeFormat, which does not change while a region is open. */
static void choose(struct trm_encoder *enc)
{
    bool etrace = trm_encoder_wants_etrace(enc);
    if (etrace != enc->is_etrace) {
        enc->backend->clear(enc);
        enc->is_etrace = etrace;
        if (etrace) {
            trm_encoder_etrace_init(enc);
            enc->ts_last = 0; /* whoever reads N-Trace after this begins there */
        } else {
            trm_encoder_ntrace_init(enc);
            enc->backend->clear(enc);
        }
    }
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
    choose(enc);
    enc->enabled = enabled;
    if (enc->on && (!tracing || htm != enc->htm)) {
        enc->backend->end(enc, TRM_END_DISABLED);
    }
    trm_encoder_tracing(enc, tracing);
    enc->htm = htm;
    enc->mode_off = mode_off;
    latch_fields(enc, control);
    enc->backend->latch(enc, starts);
    if (enc->filter_latch || starts) {
        trm_encoder_filter_latch(enc);
    }
    if (starts) {
        enc->start = TRM_START_ENABLE;
        trm_encoder_report_disabled(enc, TRM_END_DISABLED);
    }
    trm_encoder_stimulus_latch(enc);
}

enum trm_status trm_encoder_reg_read(struct trm_encoder *enc, uint32_t offset, unsigned size,
                                     uint32_t *value)
{
    return trm_regfile_read(&enc->rf, offset, size, value);
}

enum trm_status trm_encoder_reg_write(struct trm_encoder *enc, uint32_t offset, unsigned size,
                                      uint32_t value)
{
    /* What waits came before the write: triggers in it change registers first. */
    (void)trm_encoder_records_finish(enc);
    /* A bus writes one register per cycle: the effect of the earlier write comes first. */
    if (enc->latch && (offset == TR_TE_CONTROL_OFFSET || enc->stim_waits) &&
        trm_regfile_active(&enc->rf)) {
        trm_encoder_latch(enc);
    }
    if (trm_encoder_stimulus_owns(enc, offset)) {
        return trm_encoder_stimulus_write(enc, offset, size, value);
    }
    return trm_regfile_write(&enc->rf, offset, size, value);
}
