/* SPDX-License-Identifier: Apache-2.0 */
/* What a trace does to a small buffer: it wraps, or it is full. */
#include <inttypes.h>

#include "encoder_regs.h"
#include "htk_reg_way.h"
#include "ramsink_regs.h"

enum {
    RUNS = 4000,    /* for a buffer that cannot be made small */
    IDLE_RUNS = 16, /* without a new word: there is no more */
    RESETS = 3,
};

/* ---- a buffer that wraps ---- */

/* Until it has wrapped, or can be said not to; *seen: it has. The pointer never leaves it. */
static bool until_wrap(struct htk_reg *r, struct htk_way *w, bool *seen)
{
    struct htk_pointer p = {.wp = w->buffer.start}, last;
    uint64_t moved = 0;
    bool back = false;
    *seen = false;
    for (unsigned i = 0, idle = 0; !*seen && i < RUNS && idle < IDLE_RUNS; i++) {
        last = p;
        if (!htk_way_run(r) || !htk_way_read_wp(r, w, &p)) {
            return false;
        }
        htk_way_judge_wp(r, w, &p);
        back = back || p.wp < last.wp;
        moved += p.wp > last.wp ? p.wp - last.wp : 0;
        idle = p.wp == last.wp ? idle + 1 : 0;
        *seen = p.wrap;
        if (!p.wrap && (back || moved > w->buffer.limit - w->buffer.start + w->buffer.width)) {
            break;
        }
    }
    htk_reg_begin(r, "%s, in a buffer of %" PRIu64 " bytes", w->name,
                  w->buffer.limit - w->buffer.start + w->buffer.width);
    if (*seen || back) {
        htk_reg_judge(r, "TCI-RAM-022", *seen, "trRamWrap 1 after trRamWP went back", p.wp);
    } else {
        htk_reg_judge_all(r, "TCI-RAM-020 TCI-RAM-022", false,
                          "trRamWP goes back to trRamStart after trRamLimit", p.wp);
    }
    return true;
}

static bool look_at_wrap(struct htk_reg *r, struct htk_way *w)
{
    struct htk_pointer p = {.wp = 0};
    bool seen = false;
    uint32_t low = 0;
    if (!htk_way_prepare(r, w, HTK_WAY_SMALL, false) || !w->buffer.good || !htk_way_start(r, w) ||
        !until_wrap(r, w, &seen) || !htk_way_stop(r, w)) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    htk_way_choose_sink(r, w);
    if (!seen) {
        return true;
    }
    if (!htk_way_enable(r, w->control[w->n - 1]) ||
        !htk_reg_write(r, HTK_REG_CONTROL, w->control[w->n - 1]) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, 0, &seen) || !htk_way_read_wp(r, w, &p)) {
        return false;
    }
    htk_reg_judge(r, "TCI-RAM-023", p.wrap, "trRamWrap still 1: trRamWPLow was not written", p.wp);
    if (!htk_reg_try(r, TR_RAM_WP_LOW_OFFSET, (uint32_t)w->buffer.start, &low)) {
        return false;
    }
    htk_reg_judge(r, "TCI-RAM-023", (low & TR_RAM_WRAP_MASK) == 0,
                  "trRamWrap 0 after a write of trRamWPLow", low);
    return true;
}

/* A full buffer stops the sink. */
static bool look_at_stop(struct htk_reg *r, struct htk_way *w)
{
    struct htk_pointer full = {.wp = 0}, later = {.wp = 0};
    uint32_t control = 0;
    bool seen = false;
    if (!htk_way_prepare(r, w, HTK_WAY_SMALL, true) || !w->buffer.good) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    htk_way_choose_sink(r, w);
    if (!htk_reg_read(r, HTK_REG_CONTROL, &control)) {
        return false;
    }
    if ((control & TR_RAM_STOP_ON_WRAP_MASK) == 0) {
        htk_reg_skip(r, "TCI-RAM-010 TCI-RAM-011", "trRamStopOnWrap");
        return true;
    }
    if (!htk_way_start(r, w) || !until_wrap(r, w, &seen)) {
        return false;
    }
    htk_way_choose_sink(r, w);
    if (!seen) {
        return true;
    }
    if (!htk_reg_read(r, HTK_REG_CONTROL, &control) || !htk_way_read_wp(r, w, &full) ||
        !htk_way_run(r) || !htk_way_run(r) || !htk_way_read_wp(r, w, &later)) {
        return false;
    }
    htk_reg_judge(r, "TCI-RAM-010", (control & HTK_REG_ENABLE) == 0,
                  "trRamEnable 0: the buffer is full", control);
    htk_reg_judge_all(r, "TCI-RAM-010 TCI-RAM-011", later.wp == full.wp,
                      "trRamWP stays: the sink has stopped", later.wp);
    return true;
}

/* The status is set, and the encoder disabled. It can only be cleared for good when nothing is left
 * that overflows: the sink is reset, and takes what comes. */
static bool look_at_clearing(struct htk_reg *r, const struct htk_way *w)
{
    const uint32_t status = TR_TE_INST_STALL_OR_OVERFLOW_MASK;
    uint32_t control = 0;
    bool empty = false;
    htk_way_choose_sink(r, w);
    if (!htk_reg_reset(r, &control)) {
        return false;
    }
    htk_way_choose_encoder(r, w);
    if (!htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_EMPTY, HTK_REG_EMPTY, &empty)) {
        return false;
    }
    if (!empty) {
        r->saved[r->i].slow = false; /* it may be so, and says nothing about the next polls */
        htk_reg_skip(r, "TCI-TE-016", "an encoder that becomes empty when its sink is reset");
        return true;
    }
    htk_reg_begin(r, "%s, after an overflow", w->name);
    if (!htk_reg_try(r, HTK_REG_CONTROL, w->control[0] | status, &control)) {
        return false;
    }
    htk_reg_judge_all(r, "TCI-TE-016 TCI-GEN-001", (control & status) == 0,
                      "trTeInstStallOrOverflow 0 after 1 was written", control);
    return true;
}

/* The sink takes nothing more, so that the encoder loses messages: trTeInstStallOrOverflow is set,
 * and cleared by a reset, or by writing 1. */
static bool look_at_overflow(struct htk_reg *r, struct htk_way *w, bool reset)
{
    const uint32_t status = TR_TE_INST_STALL_OR_OVERFLOW_MASK;
    uint32_t control = 0;
    bool seen = false;
    if (!htk_way_prepare(r, w, HTK_WAY_SMALL, true)) {
        return false;
    }
    if (!w->buffer.good || !htk_way_start(r, w) || !until_wrap(r, w, &seen)) {
        return !w->buffer.good;
    }
    htk_way_choose_sink(r, w);
    if (!htk_reg_read(r, HTK_REG_CONTROL, &control)) {
        return false;
    }
    if (!seen || (control & HTK_REG_ENABLE) != 0) {
        return true; /* it does not stop: look_at_stop has said so */
    }
    control = 0;
    for (unsigned i = 0; (control & status) == 0 && i < IDLE_RUNS; i++) {
        htk_reg_choose(r, w->part[0]);
        if (!htk_way_run(r) || !htk_reg_read(r, HTK_REG_CONTROL, &control)) {
            return false;
        }
    }
    htk_reg_begin(r, "%s, when the buffer is full", w->name);
    if ((control & status) == 0) {
        /* Either it waits for room, or the sink takes what it should not. */
        htk_reg_judge(r, "TCI-RAM-011", (control & HTK_REG_EMPTY) == 0,
                      "trTeEmpty 0: a full sink takes nothing more", control);
        htk_reg_skip(r, "TCI-TE-013 TCI-TE-015 TCI-TE-016", "a trace that overflows");
        return true;
    }
    htk_reg_judge_all(r, "TCI-TE-013 NT-CTL-009", true, "", 0);
    htk_reg_judge_all(r, "TCI-MIN-006 TCI-TE-006", (control & HTK_REG_EMPTY) == 0,
                      "trTeEmpty 0: what is queued cannot leave", control);
    if (reset) {
        if (!htk_reg_reset(r, &control)) {
            return false;
        }
        htk_reg_judge(r, "TCI-TE-015", (control & status) == 0,
                      "trTeInstStallOrOverflow 0 after a reset", control);
        return true;
    }
    if (!htk_reg_try(r, HTK_REG_CONTROL, w->control[0], &control)) {
        return false;
    }
    htk_reg_judge(r, "TCI-GEN-001", (control & status) != 0,
                  "trTeInstStallOrOverflow still 1: 0 was written", control);
    return look_at_clearing(r, w);
}

/* A reset drops what the sink has not written yet. Some of the times there is something. */
static bool look_at_reset(struct htk_reg *r, struct htk_way *w)
{
    for (unsigned i = 0; i < RESETS; i++) {
        uint32_t control = 0;
        if (!htk_way_prepare(r, w, 0, false) || !htk_way_start(r, w) || !htk_way_run(r)) {
            return false;
        }
        htk_way_choose_sink(r, w);
        if (!htk_reg_reset(r, &control)) {
            return false;
        }
        htk_reg_judge_all(r, "TCI-RST-006 TCI-RAM-008", (control & HTK_REG_EMPTY) != 0,
                          "Empty 1 after a reset while trace comes", control);
    }
    return true;
}

bool htk_way_wraps(struct htk_reg *r, struct htk_way *w)
{
    return look_at_wrap(r, w) && look_at_stop(r, w) && look_at_overflow(r, w, true) &&
           look_at_overflow(r, w, false) && look_at_reset(r, w);
}
