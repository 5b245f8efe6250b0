/* SPDX-License-Identifier: Apache-2.0 */
/* Timestamps in messages: only with trTsEnable, and then in those that synchronize (TCI 1.0,
 * "Timestamp Unit"; N-Trace 1.0, "Timestamp"). */
#include "encoder_regs.h"
#include "htk_reg_arrive.h"

/* A mode that the encoder's unit has, with everything running; 0: none. */
static bool choose(struct htk_reg *r, const struct htk_way *w, uint32_t *time)
{
    static const uint32_t modes[] = {TR_TS_MODE_INTERNAL_SYSTEM, TR_TS_MODE_INTERNAL_CORE,
                                     TR_TS_MODE_EXTERNAL, TR_TS_MODE_SHARED};
    uint32_t control = 0, got = 0;
    *time = 0;
    htk_way_choose_encoder(r, w);
    if (!htk_reg_reset(r, &control)) {
        return false;
    }
    for (size_t i = 0; *time == 0 && i < sizeof modes / sizeof modes[0]; i++) {
        const uint32_t want = TR_TS_ACTIVE_MASK | TR_TS_COUNT_MASK | TR_TS_ENABLE_MASK |
                              modes[i] << TR_TS_MODE_SHIFT | TR_TS_VENDOR_MASK;
        if (!htk_reg_write(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) ||
            !htk_reg_try(r, TR_TS_CONTROL_OFFSET, want, &got)) {
            return false;
        }
        if (((got ^ want) & (TR_TS_MODE_MASK | TR_TS_ENABLE_MASK)) == 0) {
            *time = want;
        }
    }
    return true;
}

static bool take(struct htk_reg *r, struct htk_way *w, uint32_t time, struct htk_messages *plain,
                 struct htk_messages *stamped)
{
    struct htk_arrived a;
    w->time = time;
    const bool good = htk_way_prepare(r, w, HTK_ARRIVE_BYTES, false) && w->buffer.good &&
                      htk_way_start(r, w) && htk_way_run(r) && htk_way_stop(r, w) &&
                      htk_arrive_read(r, w, &a);
    w->time = 0;
    if (good) {
        htk_arrive_messages(&a, w, false, plain);
        htk_arrive_messages(&a, w, true, stamped);
    }
    return good || (!w->buffer.good && r->c->state != HTK_COMPONENT_LOST);
}

bool htk_arrive_stamps(struct htk_reg *r, struct htk_way *w)
{
    static const char ids[] = "TCI-TS-017 NT-TIM-001";
    struct htk_messages plain, stamped;
    uint32_t time = 0;
    if (!r->saved[w->part[0]].whole) {
        return true;
    }
    if (!choose(r, w, &time)) {
        return false;
    }
    if (time == 0) {
        htk_reg_skip(r, ids, "a timestamp unit with trTsEnable");
        return true;
    }
    if (!take(r, w, time & ~TR_TS_ENABLE_MASK, &plain, &stamped)) {
        return false;
    }
    htk_way_choose_encoder(r, w);
    if (plain.n + plain.bad > 0) {
        htk_reg_judge_all(r, ids, plain.bad == 0, "no TSTAMP: trTsEnable is 0", plain.bad_at);
    }
    if (!take(r, w, time, &plain, &stamped)) {
        return false;
    }
    htk_way_choose_encoder(r, w);
    if (stamped.source[0].syncs > 0) {
        htk_reg_judge(r, "TCI-TS-017", stamped.bad == 0 && stamped.source[0].stamped > 0,
                      "TSTAMP in synchronizing messages: trTsEnable is 1",
                      stamped.source[0].stamped);
    }
    return true;
}
