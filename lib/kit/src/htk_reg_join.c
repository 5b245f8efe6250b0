/* SPDX-License-Identifier: Apache-2.0 */
/* Traces of several encoders that meet in funnels, told apart by SRC (TCI 1.0, "Trace Funnel"). */
#include "encoder_regs.h"
#include "htk_reg_arrive.h"

enum {
    RUNS = 16,
    REPEATS = 3,  /* of what chance may have done */
    LEAST = 2048, /* bytes of a trace that shows who is served */
    CUTS = 4,     /* encoders whose input is disabled, one after the other, at most */
};

/* ---- all are served ---- */

/* An encoder that always had something to send was not heard for half of the trace. */
static bool is_starved(const struct htk_arrived *a, const struct htk_source *s)
{
    return s->n == 0 || s->gap > a->n / 2;
}

/* *starved: one is; w->encoders: none. *seen: it could be seen. */
static bool look_for_starved(struct htk_reg *r, struct htk_way *w, bool *seen, unsigned *starved)
{
    struct htk_arrived a;
    struct htk_messages m;
    uint32_t lossy = 0;
    *seen = false;
    *starved = w->encoders;
    if (!htk_way_prepare(r, w, HTK_ARRIVE_BYTES, false) || !w->buffer.good) {
        return !w->buffer.good && r->c->state != HTK_COMPONENT_LOST;
    }
    bool good = htk_way_start(r, w);
    for (unsigned i = 0; good && i < REPEATS; i++) {
        good = htk_way_run(r);
    }
    if (!good || !htk_way_losses(r, w, &lossy) || !htk_way_stop(r, w) ||
        !htk_arrive_read(r, w, &a)) {
        return false;
    }
    htk_arrive_messages(&a, w, false, &m);
    for (unsigned k = 0; k < w->encoders; k++) {
        if ((lossy >> k & 1) != 0 && w->src_bits != 0 && w->ntrace && m.bad == 0 && a.n >= LEAST) {
            *seen = true;
            *starved = is_starved(&a, &m.source[k]) ? k : *starved;
        }
    }
    return true;
}

static bool look_at_turns(struct htk_reg *r, struct htk_way *w)
{
    bool seen = false;
    unsigned starved = 0;
    w->btm = true;
    for (unsigned i = 0; i < REPEATS && starved < w->encoders; i++) {
        if (!look_for_starved(r, w, &seen, &starved)) {
            return false;
        }
    }
    w->btm = false;
    for (unsigned k = w->encoders; seen && k + 1 < w->n; k++) {
        char expected[80];
        htk_way_choose(r, w, k);
        snprintf(expected, sizeof expected, "messages of every input; none of encoder %u came",
                 starved);
        htk_reg_judge(r, "TCI-FUN-002", starved == w->encoders, expected, starved);
    }
    if (!seen) {
        htk_way_choose_sink(r, w);
        htk_reg_skip(r, "TCI-FUN-002", "more trace than the funnel or its sink can take");
    }
    return true;
}

/* ---- an input that is disabled ---- */

/* The sink has stopped, so that the funnel cannot send: others lose messages, and the encoder whose
 * input is disabled does not, since they are read and discarded. */
static bool look_at_cut(struct htk_reg *r, struct htk_way *w, unsigned cut)
{
    uint32_t lossy = 0, sink = HTK_REG_ENABLE;
    const uint32_t mine = UINT32_C(1) << cut;
    w->cut = w->part[cut];
    bool good = htk_way_prepare(r, w, HTK_WAY_SMALL, true);
    w->cut = TOPOLOGY_NONE;
    if (!good || !w->buffer.good) {
        return good;
    }
    if (!w->is_cut) {
        return true;
    }
    good = htk_way_start(r, w);
    for (unsigned i = 0; good && (lossy & ~mine) == 0 && i < RUNS; i++) {
        good = htk_way_run(r) && htk_way_losses(r, w, &lossy);
    }
    htk_way_choose_sink(r, w);
    if (!good || !htk_reg_read(r, HTK_REG_CONTROL, &sink)) {
        return false;
    }
    htk_way_choose(r, w, cut);
    if ((lossy & ~mine) != 0 && (sink & HTK_REG_ENABLE) == 0) {
        htk_reg_judge(r, "TCI-FUN-006", (lossy & mine) == 0,
                      "trTeInstStallOrOverflow 0: what comes by a disabled input is discarded",
                      lossy);
    }
    return true;
}

bool htk_arrive_join(struct htk_reg *r, unsigned sink)
{
    struct htk_way w;
    if (!htk_way_join(r->o->tree, sink, &w) || !w.ram) {
        return true;
    }
    for (unsigned k = 0; k < w.n; k++) {
        if (r->sum->component[w.part[k]].state != HTK_COMPONENT_LOOKED_AT ||
            (k < w.encoders && !r->saved[w.part[k]].whole)) {
            return true;
        }
    }
    if (!htk_arrive_all(r, &w) || !look_at_turns(r, &w)) {
        return false;
    }
    for (unsigned k = 0; k < w.encoders && k < CUTS; k++) {
        if (!look_at_cut(r, &w, k)) {
            return false;
        }
    }
    return htk_way_leave(r, &w);
}
