/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer perfetto: a trace of Perfetto (ui.perfetto.dev), as track events.
 *
 * A process for each context and a thread for each hart in it hold the slices of functions; a track
 * for each hart holds what the trace itself reports, and its counters are below it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "htr/htr_trace.h"
#include "htv/htv_names.h"
#include "htv_perfetto_packets.h"
#include "htv_rate.h"
#include "htv_text.h"

struct perfetto {
    const struct htv_about *about;
    struct htv_tracks tracks;
    struct htv_rate *rate; /* of each hart */
    uint64_t flows;
    struct htv_perfetto to;
};

static void hart_tracks(struct perfetto *p, unsigned hart)
{
    char name[64];
    snprintf(name, sizeof name, "%s: trace", p->about->hart[hart].name);
    htv_perfetto_track(&p->to, UUID_HART + hart, 0, name, NULL);
    if (p->about->axis != HTV_AXIS_INSTRUCTIONS) {
        htv_perfetto_track(&p->to, UUID_INSNS + hart, UUID_HART + hart, "instructions per tick",
                           "instructions/tick");
    }
    if (p->about->firmware != NULL) {
        snprintf(name, sizeof name, "%s: firmware", p->about->hart[hart].name);
        htv_perfetto_track(&p->to, UUID_FIRMWARE + hart, 0, name, NULL);
    }
    if (hart == 0) {
        const bool seconds = p->about->ticks_per_second != 0;
        htv_perfetto_track(&p->to, UUID_BYTES, UUID_HART,
                           seconds ? "trace bytes per second" : "trace bytes per tick",
                           seconds ? "bytes/s" : "bytes/tick");
    }
}

/* ---- events ---- */

static void counter(struct perfetto *p, uint64_t track, uint64_t time, double value)
{
    htv_perfetto_begin(&p->to, COUNTER, track);
    htv_pb_double(&p->to.event, EVENT_DOUBLE, value);
    htv_perfetto_end(&p->to, time);
}

static void rates(struct perfetto *p, const struct htv_event *e)
{
    struct htv_rates r;
    if (!htv_rate_take(&p->rate[e->hart], e, &r)) {
        return;
    }
    if (p->about->axis != HTV_AXIS_INSTRUCTIONS) {
        counter(p, UUID_INSNS + e->hart, r.since, r.insns_per_tick);
    }
    if (e->hart == 0) {
        const uint64_t hz = p->about->ticks_per_second;
        counter(p, UUID_BYTES, r.since, r.bytes_per_tick * (hz != 0 ? (double)hz : 1));
    }
}

/* What interrupted the program, on the track of the hart: the handler is linked to it. */
static void trap(struct perfetto *p, const struct htv_event *e)
{
    htv_perfetto_begin(&p->to, INSTANT, (uint64_t)UUID_HART + e->hart);
    htv_pb_string(&p->to.event, EVENT_NAME, htr_trace_btype_name(e->code));
    htv_pb_fixed64(&p->to.event, EVENT_FLOW, ++p->flows);
    htv_perfetto_note(&p->to, "pc", NOTE_POINTER, e->from);
    htv_perfetto_end(&p->to, e->time);
}

static int slice(struct perfetto *p, const struct htv_event *e, const struct htv_track *t)
{
    const bool enter = e->kind == HTV_ENTER;
    char name[HTV_TRACK_NAME];
    if (t->first) {
        htv_tracks_process(&p->tracks, t->process, name);
        htv_perfetto_process(&p->to, t, name);
    }
    if (t->bound) {
        htv_perfetto_thread(&p->to, t, p->about->hart[e->hart].name);
    }
    if (enter && e->how == HTV_TRAP) {
        trap(p, e);
    }
    htv_perfetto_begin(&p->to, enter ? BEGIN : END, htv_perfetto_uuid(t));
    if (enter) {
        htv_pb_number(&p->to.event, EVENT_NAME_IID, (uint64_t)e->function + 1);
    }
    if (enter && e->how == HTV_TRAP) {
        htv_pb_fixed64(&p->to.event, EVENT_FLOW_END, p->flows);
    }
    if (e->how == HTV_SYNTHETIC) {
        htv_perfetto_note(&p->to, "synthetic", NOTE_BOOL, 1);
    } else if (e->how != HTV_CALL && e->how != HTV_RETURN) {
        htv_perfetto_note_text(&p->to, enter ? "entered by" : "left by", htv_how_name(e->how));
    }
    if ((e->flags & HTV_GUESSED) != 0) {
        htv_perfetto_note(&p->to, enter ? "begin extrapolated" : "end extrapolated", NOTE_BOOL, 1);
    }
    if (enter) {
        return htv_perfetto_end_named(&p->to, e->time, e->function);
    }
    htv_perfetto_end(&p->to, e->time);
    return HTR_OK;
}

static void message(struct perfetto *p, const struct htv_event *e, const char *text)
{
    htv_perfetto_begin(&p->to, INSTANT, (uint64_t)UUID_FIRMWARE + e->hart);
    htv_pb_string(&p->to.event, EVENT_NAME, text);
    if (e->pc != 0) {
        htv_perfetto_note(&p->to, "pc", NOTE_POINTER, e->pc);
    }
    if (e->code != 0) {
        htv_perfetto_note(&p->to, "about", NOTE_BOOL, 1);
    }
    htv_perfetto_end(&p->to, e->time);
}

static void instant(struct perfetto *p, const struct htv_event *e)
{
    char text[HTV_EVENT_TEXT];
    if (!htv_text_event(p->about, e, text)) {
        return;
    }
    if (e->kind == HTV_MESSAGE) {
        message(p, e, text);
        return;
    }
    htv_perfetto_begin(&p->to, INSTANT, (uint64_t)UUID_HART + e->hart);
    htv_pb_string(&p->to.event, EVENT_NAME, text);
    if (e->kind == HTV_SOFTWARE) {
        htv_perfetto_note(&p->to, "channel", NOTE_UINT, e->pc);
        htv_perfetto_note(&p->to, "value", NOTE_UINT, e->value);
    } else if (e->kind == HTV_PRIVILEGE) {
        htv_perfetto_note(&p->to, "scontext", NOTE_UINT, e->value);
    }
    htv_perfetto_note(&p->to, "offset", NOTE_UINT, e->offset);
    htv_perfetto_end(&p->to, e->time);
}

/* ---- operations ---- */

static int begin(void *state, const struct htv_about *about)
{
    struct perfetto *p = state;
    p->about = p->to.about = about;
    p->to.out.out = about->out;
    p->rate = calloc(about->harts, sizeof *p->rate);
    for (unsigned i = 0; i < about->harts; i++) {
        hart_tracks(p, i);
    }
    htv_perfetto_track(&p->to, UUID_TOTALS, 0, "totals", NULL);
    return htv_text_fail(about, p->rate != NULL ? HTR_OK : HTR_ERR_MEMORY);
}

static int take(void *state, const struct htv_event *e)
{
    struct perfetto *p = state;
    struct htv_track t;
    if (e->hart >= p->about->harts || e->function >= htv_names_count(p->about->names)) {
        return htv_text_fail(p->about, HTR_ERR_RANGE);
    }
    int status = htv_tracks_take(&p->tracks, e, &t);
    if (status != HTR_OK) {
        return htv_text_fail(p->about, status);
    }
    rates(p, e);
    if (e->kind != HTV_ENTER && e->kind != HTV_LEAVE) {
        instant(p, e);
    } else if (!t.none) {
        status = slice(p, e, &t);
    }
    return p->to.out.failed ? HTR_ERR_WRITE : htv_text_fail(p->about, status);
}

static int end(void *state, const struct htv_totals *totals)
{
    struct perfetto *p = state;
    htv_perfetto_begin(&p->to, INSTANT, UUID_TOTALS);
    htv_pb_string(&p->to.event, EVENT_NAME, "totals");
    htv_perfetto_note_text(&p->to, "trace", p->about->trace);
    htv_perfetto_note_text(&p->to, "axis", htv_axis_unit(p->about->axis));
    htv_perfetto_note(&p->to, "ticks_per_second", NOTE_UINT, p->about->ticks_per_second);
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        const struct htv_total t = htv_total(totals, i);
        htv_perfetto_note(&p->to, t.name, NOTE_UINT, t.value);
    }
    htv_perfetto_end(&p->to, totals->last);
    htr_out_flush(&p->to.out);
    return p->to.out.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct perfetto *p = state;
    htv_tracks_free(&p->tracks);
    free(p->rate);
    free(p->to.interned);
}

const struct htv_writer htv_perfetto = {
    .name = "perfetto",
    .help = "timeline for ui.perfetto.dev",
    .wants = HTV_WANTS_MESSAGES | HTV_WANTS_OFFSETS,
    .state_size = sizeof(struct perfetto),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
