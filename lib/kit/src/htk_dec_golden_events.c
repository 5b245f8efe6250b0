/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Events of a random program that its messages state: synchronization, the end of trace, contexts
 * and times. (Traps are those of the hart: htk_dec_golden.c.)
 *
 * Source: N-Trace 1.0, Timestamp Reporting; Ownership Message; Synchronizing Messages.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "htk_dec_golden.h"
#include "nexus/nexus_msg.h"

enum {
    PLACES = 4000
};

struct events {
    struct htk_golden *g;
    uint64_t time, mask;
    uint64_t scontext, hcontext;
    bool good;
};

static void add(struct events *e, enum htk_event_kind kind, const char *text, size_t at)
{
    struct htk_account *want = &e->g->want;
    e->good = e->good && htk_account_event(want, kind, text);
    if (e->good) {
        want->event[want->events - 1].at = at;
    }
}

/* Absolute in a synchronizing message, else what has passed since the message before. */
static void add_time(struct events *e, const struct nexus_msg *m)
{
    char text[NTT_ELEM_MAX];
    if (nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        const uint64_t t = m->value[NEXUS_F_TSTAMP];
        e->time = (nexus_tcode_is_sync(m->tcode) ? t : e->time + t) & e->mask;
        snprintf(text, sizeof text, "time 0x%" PRIX64, e->time);
        add(e, HTK_TIME, text, 0);
    }
}

/* FORMAT, PRV, V, then scontext (FORMAT 2) or hcontext (3). */
static void add_context(struct events *e, const struct nexus_msg *m)
{
    const uint64_t process = m->value[NEXUS_F_PROCESS];
    const unsigned format = (unsigned)(process & 3);
    char text[NTT_ELEM_MAX];
    if (m->tcode != NEXUS_OWNERSHIP) {
        return;
    }
    e->scontext = format == 2 ? process >> 5 : e->scontext;
    e->hcontext = format == 3 ? process >> 5 : e->hcontext;
    snprintf(text, sizeof text,
             "context format=%u prv=%u v=%u scontext=0x%" PRIX64 " hcontext=0x%" PRIX64, format,
             (unsigned)(process >> 2 & 3), (unsigned)(process >> 4 & 1), e->scontext, e->hcontext);
    add(e, HTK_CONTEXT, text, 0);
}

/* Is it known where the program would have gone on? After a jump that nothing reports, and after a
 * trap, it is not. */
static bool knows_end(const struct htk_golden *g)
{
    const struct ingress_cycle *last = &g->s.step.in;
    const uint8_t itype = last->nblocks > 0 ? last->block[last->nblocks - 1].itype : 0;
    if (g->want.pcs == 0 || itype == INGRESS_ITYPE_EXCEPTION || itype == INGRESS_ITYPE_INTERRUPT) {
        return false;
    }
    switch (g->s.walk.kind[(g->want.pc[g->want.pcs - 1] - g->s.hart.base) / 2]) {
    case RH_LINEAR:
    case RH_BRANCH:
    case RH_JUMP:
    case RH_CALL:
    case RH_CONST:
        return true;
    default:
        return false;
    }
}

static void add_sync(struct events *e, const struct nexus_msg *m, bool first, size_t at)
{
    const uint64_t mask = e->g->s.cfg.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    char text[NTT_ELEM_MAX];
    if (nexus_tcode_is_sync(m->tcode)) {
        snprintf(text, sizeof text, "%s sync=%u addr=0x%" PRIX64, first ? "trace-on" : "event",
                 (unsigned)m->value[NEXUS_F_SYNC], m->value[NEXUS_F_ADDR] << 1 & mask);
        add(e, first ? HTK_TRACE_ON : HTK_SYNC_EVENT, text, at);
    } else if (m->tcode == NEXUS_PROG_TRACE_CORRELATION) {
        snprintf(text, sizeof text, "trace-off evcode=%u addr=0x%" PRIX64,
                 (unsigned)m->value[NEXUS_F_EVCODE], e->g->s.walk.pc & mask);
        add(e, HTK_TRACE_OFF, text, at);
    }
}

bool htk_golden_events(struct htk_golden *g)
{
    const unsigned bits = g->s.cfg.timestamp_bits;
    struct htk_place *place = malloc(PLACES * sizeof *place);
    const size_t places = place != NULL ? htk_golden_places(g, place, PLACES) : 0;
    struct events e = {
        .g = g, .mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, .good = place != NULL};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    e.good =
        e.good && nexus_msg_decoder_init(&d, &g->s.cfg, g->given.bytes, g->given.size) == NEXUS_OK;
    for (size_t i = 0; e.good && nexus_msg_next(&d, &m) == NEXUS_OK; i++) {
        add_time(&e, &m);
        add_context(&e, &m);
        if (i < places) {
            add_sync(&e, &m, i == 0, place[i].after);
        }
    }
    g->want.kinds |= 1u << HTK_TIME | 1u << HTK_CONTEXT;
    if (places > 0) {
        g->want.kinds |= 1u << HTK_TRACE_ON | 1u << HTK_SYNC_EVENT;
        g->want.kinds |= knows_end(g) ? 1u << HTK_TRACE_OFF : 0;
    }
    free(place);
    return e.good;
}
