/* SPDX-License-Identifier: Apache-2.0 */
/* Qualification: what of a record is traced (TCI 1.0, Trace Encoder Control Interface), and how
 * long the record takes. */
#include "trm_encoder_int.h"

enum {
    ALL_BLOCKS = (1 << INGRESS_MAX_BLOCKS) - 1,
    SMALL_BITS = 6, /* of the half-words of a small block */
};

/* A stalling encoder takes a record only when the queue has its reserve left. */
static bool stalls(struct trm_encoder *enc)
{
    if (enc->cfg.link_bytes == 0) {
        trm_encoder_fifo_drain(enc, UINT32_MAX);
    }
    bool data = enc->data.on && enc->data.stall_ena;
    if ((!enc->stall_ena && !data) || !enc->tracing || !trm_encoder_fifo_tight(enc)) {
        return false;
    }
    enc->stats.stalls++;
    if (data) {
        trm_encoder_data_stalls(enc);
    }
    if (enc->stall_ena) {
        trm_encoder_set_stall_or_overflow(enc);
    }
    return true;
}

/* Blocks that no filter matches end the region; the next one that matches begins another (TCI,
 * Trace Encoder Filter Registers). Filters follow the hart while tracing is off, too. Returns the
 * blocks that match, and adds those with a watchpoint to *watched. */
static unsigned qualify(struct trm_encoder *enc, const struct ingress_cycle *in, unsigned *watched)
{
    unsigned traced = 0;
    for (unsigned i = 0; i < in->nblocks && i < INGRESS_MAX_BLOCKS; i++) {
        unsigned found = trm_filter_block(&enc->filter, in, i);
        traced |= (found & TRM_FILTER_QUALIFIES) != 0 ? 1u << i : 0u;
        *watched |= (found & TRM_FILTER_NOTIFIES) != 0 ? 1u << i : 0u;
    }
    return traced;
}

/* Blocks that run with tracing off only change the filters. */
static void skip(struct trm_encoder *enc, const struct ingress_cycle *in, bool runs)
{
    enc->start = TRM_START_ENABLE;
    if (runs && enc->filtering) {
        unsigned watched = 0;
        (void)qualify(enc, in, &watched);
    }
}

/* trm_encoder_ingress for records that take no time. */
static bool record(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    enc->idle_ticks = 0;
    if (enc->fifo_count != 0 && stalls(enc)) {
        return true;
    }
    bool adjacent = in->cycle - enc->cycle <= 1;
    bool off = false;
    enc->cycle = in->cycle;
    if (enc->cfg.ts_modes != 0) {
        enc->time = trm_timestamp_record(&enc->ts, in->cycle, in->time);
    }
    if (in->halted || in->reset || in->lowpower || in->priv == INGRESS_PRIV_D || enc->halted ||
        enc->in_reset || enc->lowpower) {
        trm_encoder_sidebands(enc, in);
    }
    if (in->trigger != 0 || in->ext_trig != 0 || enc->off_pending) {
        off = trm_encoder_triggers(enc, in, adjacent);
    }
    bool runs = !enc->halted && !enc->in_reset && !enc->lowpower;
    if (!enc->tracing) {
        skip(enc, in, runs);
    } else if (runs) {
        unsigned watched = (in->trigger & enc->dbg_actions) / INGRESS_TRIGGER_NOTIFY;
        unsigned traced = enc->filtering ? qualify(enc, in, &watched) : ALL_BLOCKS;
        enc->backend->blocks(enc, in, traced, watched);
    }
    if (enc->data.stops) {
        trm_encoder_set_data_tracing(enc, false);
    }
    if (off) {
        trm_encoder_set_tracing(enc, false);
        enc->off_pending = enc->on;
    }
    return false;
}

/* --- queue_records: how long records take, as in the encoder in SystemVerilog
 * (docs/reference/rtl.md, tr_encoder). A cycle for each message of a record, one at least, and one
 * more before a block is counted after an Ownership. Of two records in a row that are only counted,
 * the first takes none. --- */

/* Records that can be looked at together, but for what the encoder has in flight. */
static bool simple(const struct ingress_cycle *in)
{
    bool small = in->nblocks != 0;
    for (unsigned i = 0; i < in->nblocks; i++) {
        small = small && in->block[i].iretire != 0 && in->block[i].iretire >> SMALL_BITS == 0;
    }
    return small && in->ctype == 0 && in->trigger == 0 && !in->halted && !in->reset &&
           !in->lowpower;
}

static uint32_t at_least_one(uint32_t n)
{
    return n > 1 ? n : 1;
}

/* Cycles of a record that has just been looked at: `quiet`, it can be counted along with the next
 * one. That one must be simple, too; then the messages of both take a cycle each. */
static uint32_t cycles(struct trm_encoder *enc, bool quiet, bool small)
{
    uint32_t one = at_least_one(enc->made);
    if (enc->paired) {
        enc->paired = false;
        return small ? at_least_one(enc->first_made + enc->made) : 1 + one;
    }
    enc->paired = quiet && enc->waiting != 0 && enc->made <= 1;
    enc->first_made = enc->made;
    return enc->paired ? 0 : one;
}

/* Returns whether the hart is stalled. */
static bool timed_record(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    /* A stalling encoder keeps a place for a register write. */
    unsigned places =
        enc->cfg.queue_records - (enc->stall_ena && enc->cfg.queue_records > 1 ? 1u : 0u);
    if (enc->waiting >= places && enc->tracing) {
        trm_encoder_set_stall_or_overflow(enc);
        if (enc->stall_ena) {
            enc->idle_ticks = 0;
            enc->stats.stalls++;
            return true;
        }
        enc->backend->lose(enc);
        return false;
    }
    bool small = simple(in), quiet = small && enc->backend->calm(enc, in);
    enc->made = 0;
    if (record(enc, in)) {
        return true;
    }
    uint32_t n = cycles(enc, quiet, small);
    if (enc->waiting < TRM_ENCODER_RECORDS) { /* those that are not traced are never refused */
        enc->cost[(enc->cost_at + enc->waiting++) % TRM_ENCODER_RECORDS] = (uint8_t)n;
    }
    return false;
}

void trm_encoder_records_tick(struct trm_encoder *enc)
{
    if (enc->cost[enc->cost_at] != 0) {
        enc->cost[enc->cost_at]--;
    }
    /* The first of two that are looked at together has no cycle of its own. */
    while (enc->waiting != 0 && enc->cost[enc->cost_at] == 0) {
        enc->cost_at = (uint16_t)((enc->cost_at + 1) % TRM_ENCODER_RECORDS);
        enc->waiting--;
    }
}

bool trm_encoder_ingress(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    return enc->cfg.queue_records == 0 ? record(enc, in) : timed_record(enc, in);
}
