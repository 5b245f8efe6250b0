/* SPDX-License-Identifier: Apache-2.0 */
/* Qualification: what of a record is traced (TCI 1.0, Trace Encoder Control Interface). */
#include "trm_encoder_int.h"

enum {
    ALL_BLOCKS = (1 << INGRESS_MAX_BLOCKS) - 1,
};

/* Blocks that no filter matches end the region; the next one that matches begins another (TCI,
 * Trace Encoder Filter Registers). Filters follow the hart while tracing is off, too. Returns the
 * blocks that match, and adds those with a watchpoint to *watched. */
static unsigned qualify(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                        unsigned to, unsigned *watched)
{
    unsigned traced = 0;
    for (unsigned i = from; i < to; i++) {
        unsigned found = trm_filter_block(&enc->filter, in, i);
        traced |= (found & TRM_FILTER_QUALIFIES) != 0 ? 1u << i : 0u;
        *watched |= (found & TRM_FILTER_NOTIFIES) != 0 ? 1u << i : 0u;
    }
    return traced;
}

/* Blocks that run with tracing off only change the filters. */
static void skip(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                 unsigned to, bool runs)
{
    enc->start = TRM_START_ENABLE;
    if (runs && enc->filtering) {
        unsigned watched = 0;
        (void)qualify(enc, in, from, to, &watched);
    }
}

uint64_t trm_encoder_time(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    if (enc->cfg.ts_modes == 0) {
        return enc->time;
    }
    uint64_t time = trm_timestamp_record(&enc->ts, in->cycle, in->time);
    bool halted = trm_encoder_is_halted(in);
    if (halted != enc->ts.halted) {
        trm_timestamp_set_halted(&enc->ts, halted);
    }
    return time;
}

/* Inline: without a queue of records the call would cost some percent of the encoder's time. */
__attribute__((always_inline)) static inline void take(struct trm_encoder *enc,
                                                       const struct ingress_cycle *in,
                                                       unsigned from, unsigned to, uint64_t time)
{
    bool adjacent = in->cycle - enc->cycle <= 1;
    bool off = false;
    enc->cycle = in->cycle;
    enc->time = time;
    if (trm_encoder_is_halted(in) || in->reset || in->lowpower || enc->halted || enc->in_reset ||
        enc->lowpower) {
        trm_encoder_sidebands(enc, in);
    }
    if (in->trigger != 0 || in->ext_trig != 0 || enc->off_pending) {
        off = trm_encoder_triggers(enc, in, adjacent);
    }
    if (enc->side != 0) {
        enc->made = enc->side;
    }
    bool runs = !enc->halted && !enc->in_reset && !enc->lowpower;
    if (!enc->tracing) {
        skip(enc, in, from, to, runs);
    } else if (runs) {
        unsigned watched = (in->trigger & enc->dbg_actions) / INGRESS_TRIGGER_NOTIFY;
        unsigned traced = enc->filtering ? qualify(enc, in, from, to, &watched) : ALL_BLOCKS;
        enc->backend->blocks(enc, in, from, to, traced, watched);
    }
    if (enc->data.stops) {
        trm_encoder_set_data_tracing(enc, false);
    }
    if (off) {
        trm_encoder_set_tracing(enc, false);
        enc->off_pending = enc->on;
    }
}

void trm_encoder_take(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned from,
                      unsigned to, uint64_t time)
{
    take(enc, in, from, to, time);
}

bool trm_encoder_take_now(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    if (enc->fifo_count != 0 && trm_encoder_stalls(enc)) {
        return true;
    }
    enc->made = 0;
    take(enc, in, 0, trm_encoder_blocks(in), trm_encoder_time(enc, in));
    return false;
}
