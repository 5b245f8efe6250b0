/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer chrome: the Trace Event Format (JSON object form), for chrome://tracing, Perfetto and
 * others. Processes and threads as in htv_tracks.h; process 0 has what the trace itself reports.
 *
 * Source: the public document "Trace Event Format".
 */
#include <stdio.h>
#include <stdlib.h>

#include "htr/htr_trace.h"
#include "htv/htv_names.h"
#include "htv_rate.h"
#include "htv_text.h"
#include "htv_tracks.h"
#include "htv_writers.h"

enum {
    NS = 1000000000,
};

struct chrome {
    const struct htv_about *about;
    struct htv_tracks tracks;
    struct htv_rate *rate; /* of each hart */
    uint64_t flows;
    bool more; /* a comma comes first */
    struct htr_out out;
};

/* ---- objects ---- */

static void text(struct chrome *c, const char *s)
{
    htr_out_string(&c->out, s);
}

/* Microseconds; without a unit of time a tick is shown as one of them. */
static void put_time(struct chrome *c, uint64_t time)
{
    if (c->about->ticks_per_second == 0) {
        htr_out_decimal(&c->out, time);
        return;
    }
    const uint64_t ns = htv_time(c->about, time, NS);
    htr_out_decimal(&c->out, ns / 1000);
    htr_out_char(&c->out, '.');
    for (unsigned rest = (unsigned)(ns % 1000), digit = 100; digit > 0; digit /= 10) {
        htr_out_char(&c->out, (char)('0' + rest / digit % 10));
    }
}

/* {"ph":"B","pid":1,"tid":2, and the time: the rest and the brace come after it. */
static void open_event(struct chrome *c, char ph, uint64_t pid, uint64_t tid)
{
    text(c, c->more ? ",\n{\"ph\":\"" : "{\"ph\":\"");
    c->more = true;
    htr_out_char(&c->out, ph);
    text(c, "\",\"pid\":");
    htr_out_decimal(&c->out, pid);
    text(c, ",\"tid\":");
    htr_out_decimal(&c->out, tid);
}

static void open_timed(struct chrome *c, char ph, uint64_t pid, uint64_t tid, uint64_t time)
{
    open_event(c, ph, pid, tid);
    text(c, ",\"ts\":");
    put_time(c, time);
}

static void name_of(struct chrome *c, const char *name)
{
    text(c, ",\"name\":");
    htv_text_json(&c->out, name);
}

static void named(struct chrome *c, const char *what, uint64_t pid, uint64_t tid, const char *name)
{
    open_event(c, 'M', pid, tid);
    name_of(c, what);
    text(c, ",\"args\":{\"name\":");
    htv_text_json(&c->out, name);
    text(c, "}}");
}

static void member(struct chrome *c, const char *before, const char *name, uint64_t value)
{
    text(c, before);
    htr_out_char(&c->out, '"');
    text(c, name);
    text(c, "\":");
    htr_out_decimal(&c->out, value);
}

/* Addresses and other numbers of 64 bits: readers round numbers above 2^53. */
static void member_hex(struct chrome *c, const char *before, const char *name, uint64_t value)
{
    text(c, before);
    htr_out_char(&c->out, '"');
    text(c, name);
    text(c, "\":\"0x");
    htr_out_hex(&c->out, value, 1);
    htr_out_char(&c->out, '"');
}

/* ---- events ---- */

static void flow(struct chrome *c, char ph, const struct htv_track *t, uint64_t time)
{
    open_timed(c, ph, t->process, t->thread, time);
    text(c, ph == 'f' ? ",\"bp\":\"e\",\"cat\":\"trap\",\"name\":\"trap\""
                      : ",\"cat\":\"trap\",\"name\":\"trap\"");
    member(c, ",", "id", c->flows);
    text(c, "}");
}

static void trap(struct chrome *c, const struct htv_event *e, const struct htv_track *t)
{
    open_timed(c, 'i', 0, e->hart, e->time);
    text(c, ",\"s\":\"t\"");
    name_of(c, htr_trace_btype_name(e->code));
    member_hex(c, ",\"args\":{", "pc", e->from);
    text(c, "}}");
    c->flows++;
    flow(c, 's', t, e->time);
}

static void slice(struct chrome *c, const struct htv_event *e, const struct htv_track *t)
{
    const bool enter = e->kind == HTV_ENTER;
    char process[HTV_TRACK_NAME];
    if (t->first) {
        htv_tracks_process(&c->tracks, t->process, process);
        named(c, "process_name", t->process, 0, process);
    }
    if (t->bound) {
        named(c, "thread_name", t->process, t->thread, c->about->hart[e->hart].name);
    }
    if (enter && e->how == HTV_TRAP) {
        trap(c, e, t);
    }
    open_timed(c, enter ? 'B' : 'E', t->process, t->thread, e->time);
    if (enter) {
        name_of(c, htv_names_get(c->about->names, e->function)->name);
    }
    const char *before = ",\"args\":{";
    if (e->how == HTV_SYNTHETIC) {
        text(c, before);
        text(c, "\"synthetic\":true");
        before = ",";
    } else if (e->how != HTV_CALL && e->how != HTV_RETURN) {
        text(c, before);
        text(c, enter ? "\"entered by\":\"" : "\"left by\":\"");
        text(c, htv_how_name(e->how));
        text(c, "\"");
        before = ",";
    }
    if ((e->flags & HTV_GUESSED) != 0) {
        text(c, before);
        text(c, enter ? "\"begin extrapolated\":true" : "\"end extrapolated\":true");
        before = ",";
    }
    text(c, *before == ',' && before[1] == '\0' ? "}}" : "}");
    if (enter && e->how == HTV_TRAP) {
        flow(c, 'f', t, e->time);
    }
}

static void instant(struct chrome *c, const struct htv_event *e)
{
    char name[HTV_EVENT_TEXT];
    if (!htv_text_event(c->about, e, name)) {
        return;
    }
    const bool message = e->kind == HTV_MESSAGE;
    open_timed(c, 'i', 0, message ? c->about->harts + e->hart : e->hart, e->time);
    text(c, ",\"s\":\"t\"");
    name_of(c, name);
    member(c, ",\"args\":{", "offset",
           message ? htv_text_message(c->about, e->value)->offset : e->offset);
    if (message && e->pc != 0) {
        member_hex(c, ",", "pc", e->pc);
    }
    if (message && e->code != 0) {
        text(c, ",\"about\":true");
    }
    if (e->kind == HTV_SOFTWARE) {
        member(c, ",", "channel", e->pc);
        member_hex(c, ",", "value", e->value);
    } else if (e->kind == HTV_PRIVILEGE) {
        member_hex(c, ",", "scontext", e->value);
    }
    text(c, "}}");
}

static void counter(struct chrome *c, const struct htv_event *e, const char *name, uint64_t time,
                    double value)
{
    char number[64];
    snprintf(number, sizeof number, "%.6g", value);
    open_timed(c, 'C', 0, e->hart, time);
    name_of(c, name);
    text(c, ",\"args\":{\"value\":");
    text(c, number);
    text(c, "}}");
}

static void rates(struct chrome *c, const struct htv_event *e)
{
    const uint64_t hz = c->about->ticks_per_second;
    struct htv_rates r;
    char name[64];
    if (!htv_rate_take(&c->rate[e->hart], e, &r)) {
        return;
    }
    if (c->about->axis != HTV_AXIS_INSTRUCTIONS) {
        snprintf(name, sizeof name, "instructions per tick, %s", c->about->hart[e->hart].name);
        counter(c, e, name, r.since, r.insns_per_tick);
    }
    if (e->hart == 0) {
        counter(c, e, hz != 0 ? "trace bytes per second" : "trace bytes per tick", r.since,
                r.bytes_per_tick * (hz != 0 ? (double)hz : 1));
    }
}

/* ---- operations ---- */

static int begin(void *state, const struct htv_about *about)
{
    struct chrome *c = state;
    c->about = about;
    c->out.out = about->out;
    c->rate = calloc(about->harts, sizeof *c->rate);
    text(c, "{\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[\n");
    named(c, "process_name", 0, 0, "trace");
    for (unsigned i = 0; i < about->harts; i++) {
        named(c, "thread_name", 0, i, about->hart[i].name);
    }
    for (unsigned i = 0; i < about->harts && about->firmware != NULL; i++) {
        char name[sizeof about->hart[0].name + 16];
        snprintf(name, sizeof name, "%s: firmware", about->hart[i].name);
        named(c, "thread_name", 0, about->harts + i, name);
    }
    return htv_text_fail(about, c->rate != NULL ? HTR_OK : HTR_ERR_MEMORY);
}

static int take(void *state, const struct htv_event *e)
{
    struct chrome *c = state;
    struct htv_track t;
    if (e->hart >= c->about->harts) {
        return htv_text_fail(c->about, HTR_ERR_RANGE);
    }
    int status = htv_tracks_take(&c->tracks, e, &t);
    if (status != HTR_OK) {
        return htv_text_fail(c->about, status);
    }
    rates(c, e);
    if (e->kind != HTV_ENTER && e->kind != HTV_LEAVE) {
        instant(c, e);
    } else if (!t.none) {
        slice(c, e, &t);
    }
    return c->out.failed ? HTR_ERR_WRITE : HTR_OK;
}

static int end(void *state, const struct htv_totals *totals)
{
    struct chrome *c = state;
    text(c, "\n],\n\"otherData\":{\"trace\":");
    htv_text_json(&c->out, c->about->trace);
    text(c, ",\"axis\":");
    htv_text_json(&c->out, htv_axis_unit(c->about->axis));
    member(c, ",", "ticks_per_second", c->about->ticks_per_second);
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        const struct htv_total t = htv_total(totals, i);
        member(c, ",", t.name, t.value);
    }
    text(c, "}}\n");
    htr_out_flush(&c->out);
    return c->out.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct chrome *c = state;
    htv_tracks_free(&c->tracks);
    free(c->rate);
}

const struct htv_writer htv_chrome = {
    .name = "chrome",
    .help = "Trace Event JSON, for chrome://tracing",
    .wants = HTV_WANTS_MESSAGES | HTV_WANTS_OFFSETS,
    .state_size = sizeof(struct chrome),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
