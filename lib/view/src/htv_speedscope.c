/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer speedscope: one evented profile per hart, for https://www.speedscope.app, which works
 * without a network too.
 *
 * Source: speedscope's file format, https://www.speedscope.app/file-format-schema.json.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htr/htr_out.h"
#include "htr/htr_text.h"
#include "htv/htv_names.h"
#include "htv_text.h"
#include "htv_shadow.h"
#include "htv_table.h"
#include "htv_writers.h"

struct speedscope {
    const struct htv_about *about;
    struct htr_out text;
    struct htv_shadow shadow;
    unsigned profiles; /* begun */
    bool open;         /* the last one */
    bool events;       /* it has one */
    uint64_t first, last;
    struct mark *mark; /* messages of firmware: profiles of their own, at the end */
    size_t marks, room;
};

struct mark {
    uint64_t time, index;
    uint16_t hart;
};

static void put(struct speedscope *s, const char *text)
{
    htr_out_string(&s->text, text);
}

static void put_number(struct speedscope *s, const char *before, uint64_t n)
{
    put(s, before);
    htr_out_decimal(&s->text, n);
}

static int begin(void *state, const struct htv_about *about)
{
    struct speedscope *s = state;
    s->about = about;
    s->text.out = about->out;
    put(s, "{\n\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
           "\"exporter\":\"hartrace\",\n\"name\":");
    htv_text_json(&s->text, about->trace);
    put(s, ",\n\"profiles\":[");
    return HTR_OK;
}

static void close_profile(struct speedscope *s)
{
    if (s->open) {
        put_number(s, "],\"startValue\":", s->first);
        put_number(s, ",\"endValue\":", s->last);
        put(s, "}");
        s->open = false;
    }
}

static void open_profile(struct speedscope *s, const struct htv_event *e)
{
    put(s, s->profiles++ > 0 ? ",\n{" : "\n{");
    put(s, "\"type\":\"evented\",\"unit\":\"none\",\"name\":");
    htv_text_json(&s->text, s->about->hart[e->hart].name);
    put(s, ",\"events\":[");
    s->first = s->last = e->time;
    s->open = true;
    s->events = false;
    s->shadow.current = e->stack;
}

static void emit(void *ctx, const struct htv_event *e, bool open, uint32_t function)
{
    struct speedscope *s = ctx;
    put(s, s->events ? ",\n" : "\n");
    put(s, open ? "{\"type\":\"O\"" : "{\"type\":\"C\"");
    put_number(s, ",\"frame\":", function);
    put_number(s, ",\"at\":", e->time);
    put(s, "}");
    s->events = true;
}

static int add_mark(struct speedscope *s, const struct htv_event *e)
{
    if (!htv_grow((void **)&s->mark, &s->room, s->marks + 1, sizeof *s->mark)) {
        return htv_text_fail(s->about, HTR_ERR_MEMORY);
    }
    s->mark[s->marks++] = (struct mark){e->time, e->value, e->hart};
    return HTR_OK;
}

static int take(void *state, const struct htv_event *e)
{
    struct speedscope *s = state;
    if (!s->open) {
        open_profile(s, e);
    }
    s->last = e->time;
    if (e->kind == HTV_MESSAGE) {
        return add_mark(s, e);
    }
    int status = htv_shadow_take(&s->shadow, e, emit, s);
    if (e->kind == HTV_END) {
        close_profile(s);
    }
    return s->text.failed ? HTR_ERR_WRITE : htv_text_fail(s->about, status);
}

static void put_mark(struct speedscope *s, const char *type, uint64_t frame, uint64_t time)
{
    put(s, type);
    put_number(s, ",\"frame\":", frame);
    put_number(s, ",\"at\":", time);
    put(s, "}");
}

/* The messages of a hart, each as a frame until the next one. `from`: the frame of the first. */
static size_t put_marks(struct speedscope *s, size_t i, uint32_t from, uint64_t last)
{
    const struct mark *m = &s->mark[i];
    char name[sizeof s->about->hart[0].name + 16];
    size_t n = 0;
    snprintf(name, sizeof name, "%s: firmware", s->about->hart[m->hart].name);
    put(s, s->profiles++ > 0 ? ",\n{" : "\n{");
    put(s, "\"type\":\"evented\",\"unit\":\"none\",\"name\":");
    htv_text_json(&s->text, name);
    put(s, ",\"events\":[");
    for (; i + n < s->marks && m[n].hart == m->hart; n++) {
        const bool more = i + n + 1 < s->marks && m[n + 1].hart == m->hart;
        put_mark(s, n > 0 ? ",\n{\"type\":\"O\"" : "\n{\"type\":\"O\"", from + i + n, m[n].time);
        put_mark(s, ",\n{\"type\":\"C\"", from + i + n, more ? m[n + 1].time : last);
    }
    put_number(s, "],\"startValue\":", m->time);
    put_number(s, ",\"endValue\":", last);
    put(s, "}");
    return i + n;
}

static int end(void *state, const struct htv_totals *totals)
{
    struct speedscope *s = state;
    const uint32_t n = htv_names_count(s->about->names);
    close_profile(s);
    for (size_t i = 0; i < s->marks;) {
        i = put_marks(s, i, n, totals->last);
    }
    put(s, "\n],\n\"shared\":{\"frames\":[");
    for (uint32_t i = 0; i < n; i++) {
        const struct htv_name *name = htv_names_get(s->about->names, i);
        put(s, i == 0 ? "\n{\"name\":" : ",\n{\"name\":");
        htv_text_json(&s->text, name->name);
        if (name->file[0] != '\0') {
            put(s, ",\"file\":");
            htv_text_json(&s->text, name->file);
        }
        if (name->line != 0) {
            put_number(s, ",\"line\":", name->line);
        }
        put(s, "}");
    }
    for (size_t i = 0; i < s->marks; i++) {
        put(s, ",\n{\"name\":");
        htv_text_json(&s->text, htv_text_message(s->about, s->mark[i].index)->text);
        put(s, "}");
    }
    put(s, "\n]}\n}\n");
    htr_out_flush(&s->text);
    return s->text.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct speedscope *s = state;
    htv_shadow_free(&s->shadow);
    free(s->mark);
}

const struct htv_writer htv_speedscope = {
    .name = "speedscope",
    .help = "one profile per hart, for speedscope",
    .wants = HTV_WANTS_MESSAGES,
    .state_size = sizeof(struct speedscope),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
