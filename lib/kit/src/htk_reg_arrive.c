/* SPDX-License-Identifier: Apache-2.0 */
/* A trace that is stopped as the specification says (TCI 1.0, "Enabling and Disabling") is in
 * memory to its last message. Where it is not, waiting at one place of the stop shows who said too
 * early that it is empty, or dropped what it had. */
#include "htk_reg_arrive.h"

#include "encoder_regs.h"

/* Rules about Empty, and about what Enable 1 to 0 does to data that waits. */
static const struct {
    const char *empty, *flush;
} rules[] = {
    [TOPOLOGY_ENCODER] = {"TCI-TE-006 TCI-MIN-006", "TCI-TE-003"},
    [TOPOLOGY_FUNNEL] = {"TCI-FUN-005 TCI-MIN-006", "TCI-FUN-004 TCI-MIN-005"},
    [TOPOLOGY_RAMSINK] = {"TCI-RAM-008 TCI-MIN-006", "TCI-RAM-005 TCI-MIN-005"},
    [TOPOLOGY_PIBSINK] = {"TCI-PIB-004", "TCI-MIN-005"},
    [TOPOLOGY_ATBBRIDGE] = {"TCI-ATB-004", "TCI-ATB-003"},
};

/* One trace. lossy: of encoders (htk_way_losses); their ends may be among what is lost. */
struct take {
    struct htk_arrived a;
    struct htk_messages m;
    uint32_t lossy;
    bool good;
    bool queued[HTK_WAY_PARTS];
};

static bool take(struct htk_reg *r, struct htk_way *w, struct take *t)
{
    *t = (struct take){.good = false};
    if (!htk_way_prepare(r, w, HTK_ARRIVE_BYTES, false) || !w->buffer.good) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    if (!htk_way_start(r, w) || !htk_way_run(r) || !htk_way_stop(r, w) ||
        !htk_way_losses(r, w, &t->lossy) || !htk_arrive_read(r, w, &t->a)) {
        return false;
    }
    t->good = w->ntrace && (w->encoders == 1 || w->src_bits != 0);
    htk_arrive_messages(&t->a, w, w->time != 0, &t->m);
    for (unsigned k = 0; k < w->n; k++) {
        t->queued[k] = w->queued[k];
    }
    return true;
}

/* The last message of each encoder is that trace was disabled (N-Trace 1.0, ProgTraceCorrelation).
 * A buffer that has wrapped may have none of an encoder. */
static bool is_complete(const struct take *t, const struct htk_way *w)
{
    for (unsigned k = 0; k < w->encoders; k++) {
        const struct htk_source *s = &t->m.source[k];
        if ((s->n > 0 && !s->ends) || (s->n == 0 && !t->a.wrapped)) {
            return false;
        }
    }
    return t->m.left == 0;
}

/* A wait after part k has helped. It said too early that it is empty, or the next one has lost what
 * was queued in it: then nothing is missing when k is reset at once. */
static bool blame(struct htk_reg *r, struct htk_way *w, const struct take *t, unsigned k)
{
    struct take again = {.good = false};
    bool flush = k + 1 < w->n && t->queued[k + 1];
    if (flush) {
        w->pause = (uint8_t)k;
        w->drop = true;
        const bool good = take(r, w, &again);
        w->pause = HTK_WAY_NO_PAUSE;
        w->drop = false;
        if (!good) {
            return false;
        }
        flush = is_complete(&again, w);
    }
    htk_way_choose(r, w, flush ? k + 1 : k);
    if (flush) {
        htk_reg_judge_all(r, rules[r->about->kind].flush, false,
                          "all messages in memory: they were queued when Enable was written 0",
                          t->a.n);
    } else {
        htk_reg_judge_all(r, rules[r->about->kind].empty, false,
                          "all messages in memory: Empty was 1 before the next was disabled",
                          t->a.n);
    }
    return true;
}

static bool find_culprit(struct htk_reg *r, struct htk_way *w, const struct take *t)
{
    struct take again;
    for (unsigned upto = w->n; upto >= w->encoders; upto--) {
        w->pause = (uint8_t)(upto - 1);
        const bool good = take(r, w, &again);
        w->pause = HTK_WAY_NO_PAUSE;
        if (!good) {
            return false;
        }
        if (again.good && is_complete(&again, w)) {
            return blame(r, w, t, upto - 1);
        }
    }
    htk_way_choose_encoder(r, w);
    htk_reg_judge(r, "NT-PTC-001", false, "ProgTraceCorrelation as the last message", t->a.n);
    return true;
}

/* Whole messages, and of the encoders that were enabled. Returns whether they are. */
static bool judge_messages(struct htk_reg *r, const struct htk_way *w, const struct take *t)
{
    const bool whole = t->m.bad == 0 && t->m.strange == 0;
    htk_way_choose_sink(r, w);
    if (t->m.n == 0 && whole) {
        return false;
    }
    if (w->encoders == 1) {
        htk_way_choose_encoder(r, w);
        htk_reg_judge(r, "KIT-CAPTURE", whole, "messages of N-Trace, from the first byte on",
                      t->m.bad_at);
    } else {
        htk_reg_judge_all(r, "TCI-FUN-001 TCI-COMP-015 TCI-COMP-014", whole,
                          "whole messages, each of one of the encoders", t->m.bad_at);
    }
    if (whole && w->encoders == 1) {
        htk_reg_judge_all(r, "TCI-COMP-014 TCI-COMP-015 TCI-RAM-003 TCI-RAM-012", true, "", 0);
    }
    return whole;
}

bool htk_arrive_all(struct htk_reg *r, struct htk_way *w)
{
    struct take t;
    if (!take(r, w, &t)) {
        return false;
    }
    if (!t.good || !judge_messages(r, w, &t)) {
        return true;
    }
    if (w->encoders == 1) {
        r->saved[w->part[0]].whole = true;
    }
    if (t.lossy != 0) {
        return true;
    }
    if (!is_complete(&t, w)) {
        return find_culprit(r, w, &t);
    }
    for (unsigned k = 0; k < w->n; k++) {
        htk_way_choose(r, w, k);
        htk_reg_judge_all(r, rules[r->about->kind].empty, true, "", 0);
        if (t.queued[k]) {
            htk_reg_judge_all(r, rules[r->about->kind].flush, true, "", 0);
        }
    }
    htk_reg_judge(r, "NT-PTC-001", true, "", 0);
    return true;
}
