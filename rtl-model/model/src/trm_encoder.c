/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder from outside: configuration, start, clock. */
#include "regmap/param.h"
#include "trm_encoder_int.h"

#include <stddef.h>

_Static_assert((int)TRM_ENCODER_FIFO_MIN == 2 * (int)TRM_ENCODER_MESSAGE_MAX, "encoder.toml");

void trm_encoder_cfg_init(struct trm_encoder_cfg *cfg)
{
    *cfg = (struct trm_encoder_cfg){TRM_ENCODER_CFG_DEFAULTS};
}

/* The range of each parameter, from regmap/params/encoder.toml, then what goes together. */
const char *trm_encoder_cfg_check(const struct trm_encoder_cfg *cfg)
{
    TRM_ENCODER_PARAMS(REGMAP_PARAM_RETURN_BAD, REGMAP_PARAM_RETURN_BAD)
    if (!cfg->btm && !cfg->htm) {
        return "btm and htm: one of the two must be 1";
    }
    if (!cfg->ntrace && !cfg->etrace) {
        return "ntrace and etrace: one of the two must be 1";
    }
    if (cfg->queue_reserve > cfg->queue_messages) {
        return "queue_reserve: more than queue_messages";
    }
    return cfg->etrace ? trm_encoder_etrace_check(cfg) : NULL;
}

enum trm_status trm_encoder_init(struct trm_encoder *enc, const struct trm_encoder_cfg *cfg)
{
    if (enc == NULL || cfg == NULL || trm_encoder_cfg_check(cfg) != NULL) {
        return TRM_ERR_ARG;
    }
    *enc = (struct trm_encoder){.cfg = *cfg};
    enc->addr_mask = cfg->xlen == 32 ? UINT64_C(0xFFFFFFFE) : ~UINT64_C(1);
    trm_encoder_ntrace_init(enc); /* trTeFormat decides when registers take effect */
    return trm_encoder_regs_init(enc);
}

void trm_encoder_connect(struct trm_encoder *enc, struct trm_link link)
{
    enc->link = link;
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
    bool timed = enc->cfg.queue_records != 0;
    enc->ticks++;
    enc->made = 0;
    enc->waited = enc->waiting;
    enc->queued = trm_encoder_fifo_settled(enc);
    if (enc->latch && (!timed || trm_encoder_records_finish(enc))) {
        trm_encoder_latch(enc);
    }
    enc->idle_ticks++;
    if (timed) {
        trm_encoder_records_tick(enc);
    }
    if (enc->off_pending && enc->idle_ticks >= 2 && enc->waiting == 0) {
        enc->backend->end(enc, TRM_END_DISABLED);
    }
    trm_encoder_fifo_tick(enc);
    if (!timed && (enc->lost || enc->data.lost)) {
        enc->backend->recover(enc);
    }
}

bool trm_encoder_ingress(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    enc->idle_ticks = 0;
    if (enc->cfg.queue_records != 0) {
        return trm_encoder_records_put(enc, in);
    }
    return trm_encoder_take_now(enc, in);
}
