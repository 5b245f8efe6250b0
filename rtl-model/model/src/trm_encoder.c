/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder from outside: configuration, start, clock. */
#include "trm_encoder_int.h"

void trm_encoder_cfg_init(struct trm_encoder_cfg *cfg)
{
    *cfg = (struct trm_encoder_cfg){
        .btm = true,
        .htm = true,
        .xlen = 64,
        .itype_width = 4,
        .hist_bits = 32,
        .icnt_bits = 22,
        .btype_split = true,
        .src_bits = 12,
        .sync_modes = 0xE,
        .context = true,
        .context_bits = 32,
        .triggers = true,
        .ext_events = TRM_EXT_ALL,
        .filter_matches = TRM_FILTER_ALL,
        .filter_nesting = 8,
        .comp_inputs = 7,
        .comp_modes = 0xF,
        .comp_notify = true,
        .stall = true,
        .all_jumps = true,
        .extend_addr_msb = true,
        .sequential_jump = true,
        .implicit_return = true,
        .return_depth = 8,
        .return_bits = 16,
        .repeated_history = true,
        .hrepeat_bits = 18,
        .hist_search = TRM_HIST_SEARCH_ANY,
        .repeat_branch = true,
        .bcnt_bits = 18,
        .ts_width = 40,
        .ts_messages = TRM_TS_ALL,
        .fifo_bytes = 256,
        .restart_bytes = 64,
    };
}

static bool widths_ok(const struct trm_encoder_cfg *cfg)
{
    return (cfg->xlen == 32 || cfg->xlen == 64) &&
           (cfg->itype_width == 3 || cfg->itype_width == 4) && cfg->hist_bits >= 2 &&
           cfg->hist_bits <= 32 && cfg->icnt_bits >= 4 && cfg->icnt_bits <= 22 &&
           cfg->return_depth >= 1 && cfg->return_depth <= 32 && cfg->return_bits >= 2 &&
           cfg->return_bits <= 63 && cfg->hrepeat_bits >= 2 && cfg->hrepeat_bits <= 18 &&
           cfg->hist_search < TRM_HIST_SEARCHES && cfg->bcnt_bits >= 1 && cfg->bcnt_bits <= 18 &&
           cfg->src_bits <= 12 && cfg->context_bits <= 59 && cfg->ts_width >= 1 &&
           cfg->ts_messages <= TRM_TS_ALL && cfg->ts_width <= 63;
}

static bool filters_ok(const struct trm_encoder_cfg *cfg)
{
    return cfg->filters <= TRM_FILTERS_MAX && cfg->comparators <= TRM_COMPARATORS_MAX &&
           cfg->filter_matches <= TRM_FILTER_ALL && cfg->filter_nesting >= 1 &&
           cfg->filter_nesting <= 16 && (cfg->comp_inputs & 1u) != 0 && cfg->comp_inputs <= 7 &&
           (cfg->comp_modes & 1u) != 0 && cfg->comp_modes <= 0xF;
}

static bool cfg_ok(const struct trm_encoder_cfg *cfg)
{
    return (cfg->btm || cfg->htm) && (cfg->sync_modes & 0xEu) != 0 &&
           (cfg->sync_modes & ~0xEu) == 0 && cfg->ext_triggers <= 8 && cfg->ext_outputs <= 8 &&
           cfg->ext_events <= TRM_EXT_ALL && (cfg->ts_modes & ~0x1Eu) == 0 &&
           cfg->queue_reserve <= cfg->queue_messages && cfg->fifo_bytes >= TRM_ENCODER_FIFO_MIN &&
           cfg->fifo_bytes <= TRM_ENCODER_FIFO_MAX && widths_ok(cfg) && filters_ok(cfg);
}

int trm_encoder_init(struct trm_encoder *enc, const struct trm_encoder_cfg *cfg)
{
    if (enc == NULL || cfg == NULL || !cfg_ok(cfg)) {
        return TRM_ERR_ARG;
    }
    *enc = (struct trm_encoder){.cfg = *cfg};
    enc->hist = 1;
    enc->icnt_limit = cfg->icnt_late ? UINT32_MAX : UINT32_C(1) << (cfg->icnt_bits - 1u);
    enc->icnt_most = (UINT32_C(1) << cfg->icnt_bits) - 1u;
    enc->hist_limit = UINT32_C(1) << (cfg->hist_bits - 1u);
    enc->addr_mask = cfg->xlen == 32 ? UINT64_C(0xFFFFFFFE) : ~UINT64_C(1);
    return trm_encoder_regs_init(enc);
}

void trm_encoder_connect(struct trm_encoder *enc, struct trm_link link)
{
    enc->link = link;
}

bool trm_encoder_empty(const struct trm_encoder *enc)
{
    bool ending = enc->on && (enc->latch || enc->off_pending);
    return enc->fifo_count == 0 && !enc->lost && !ending;
}

bool trm_encoder_busy(const struct trm_encoder *enc)
{
    return enc->enabled || enc->latch || trm_timestamp_counts_ticks(&enc->ts) ||
           !trm_encoder_empty(enc) || trm_regfile_settling(&enc->rf);
}

void trm_encoder_timestamp_in(struct trm_encoder *enc, uint64_t value)
{
    trm_timestamp_set_shared(&enc->ts, value);
}

void trm_encoder_external_in(struct trm_encoder *enc, uint64_t value)
{
    trm_timestamp_set_external(&enc->ts, value);
}

uint8_t trm_encoder_trigger_out(const struct trm_encoder *enc)
{
    return enc->trigger_out;
}

void trm_encoder_tick(struct trm_encoder *enc)
{
    if (enc->cfg.ts_modes != 0 || enc->cfg.ext_outputs != 0) {
        enc->trigger_out = 0;
        trm_timestamp_tick(&enc->ts);
    }
    trm_regfile_tick(&enc->rf);
    if (enc->latch) {
        trm_encoder_latch(enc);
    }
    enc->idle_ticks++;
    enc->work -= enc->work != 0 ? 1u : 0u;
    if (enc->off_pending && enc->idle_ticks >= 2) {
        trm_encoder_close(enc, NEXUS_EVCODE_TRACE_DISABLED);
    }
    trm_encoder_fifo_tick(enc);
    if (enc->lost) {
        trm_encoder_msg_recover(enc);
    }
}
