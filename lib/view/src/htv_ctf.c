/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer ctf: a folder in the Common Trace Format 1.8, one stream for each hart. htv_ctf_metadata.c
 * describes what is written here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_le.h"
#include "htr/htr_trace.h"
#include "htv/htv_names.h"
#include "htv_ctf_metadata.h"
#include "htv_text.h"
#include "htv_writers.h"

enum {
    PACKET = 1 << 16, /* bytes at most */
    HEAD = 42,        /* packet header and context */
    NAME = 4096,      /* bytes of a name: a longer one is cut */
    PATH = 4096,
    EVENT = 2 * NAME + 128,
};

struct stream {
    FILE *file;
    uint64_t first, last; /* times in the packet */
    uint32_t fill;        /* 0: no packet is open */
    uint8_t packet[PACKET];
};

struct ctf {
    const struct htv_about *about;
    struct stream *stream; /* of each hart */
    unsigned streams;
    struct htr_out metadata;
};

/* ---- packets ---- */

static void put8(struct stream *s, uint8_t v)
{
    s->packet[s->fill++] = v;
}

static void put32(struct stream *s, uint32_t v)
{
    flow_le_put32(s->packet + s->fill, v);
    s->fill += 4;
}

static void put64(struct stream *s, uint64_t v)
{
    flow_le_put64(s->packet + s->fill, v);
    s->fill += 8;
}

static void put_text(struct stream *s, const char *text)
{
    char clean[NAME];
    const size_t n = strlen(htv_text_utf8(text, clean, sizeof clean)) + 1;
    memcpy(s->packet + s->fill, clean, n);
    s->fill += (uint32_t)n;
}

static int flush(struct ctf *c, unsigned hart)
{
    struct stream *s = &c->stream[hart];
    const uint32_t size = s->fill;
    if (size == 0) {
        return HTR_OK;
    }
    s->fill = 0;
    put32(s, HTV_CTF_MAGIC);
    put32(s, 0); /* stream_id */
    put64(s, s->first);
    put64(s, s->last);
    put64(s, 8 * (uint64_t)size);
    put64(s, 8 * (uint64_t)size);
    put8(s, (uint8_t)hart);
    put8(s, (uint8_t)(hart >> 8));
    s->fill = 0;
    return fwrite(s->packet, 1, size, s->file) == size ? HTR_OK
                                                       : HTR_ERR_WRITE; /* close says why */
}

/* ---- events ---- */

static void enter_or_leave(struct ctf *c, struct stream *s, const struct htv_event *e)
{
    put32(s, e->stack);
    put32(s, e->depth);
    put8(s, e->how);
    if (e->kind == HTV_ENTER) {
        put8(s, e->code);
    }
    put64(s, e->pc);
    put64(s, e->from);
    put_text(s, htv_names_get(c->about->names, e->function)->name);
}

static void put_message(struct ctf *c, struct stream *s, const struct htv_event *e)
{
    const struct htv_message *m = htv_text_message(c->about, e->value);
    put64(s, e->pc);
    put64(s, e->from);
    put64(s, m->offset);
    put32(s, m->word);
    put8(s, m->log);
    put8(s, e->code);
    put_text(s, m->name);
    put_text(s, m->text);
}

static void fields(struct ctf *c, struct stream *s, const struct htv_event *e)
{
    switch ((enum htv_kind)e->kind) {
    case HTV_ENTER:
    case HTV_LEAVE:
        enter_or_leave(c, s, e);
        break;
    case HTV_SWITCH:
        put32(s, e->stack);
        put8(s, e->code);
        put64(s, e->value);
        put64(s, e->from);
        break;
    case HTV_ON:
    case HTV_SYNC:
        put64(s, e->pc);
        put8(s, e->code);
        put_text(s, htr_trace_sync_name(e->code));
        break;
    case HTV_OFF:
        put8(s, e->code);
        put_text(s, htr_trace_evcode_name(e->code));
        break;
    case HTV_LOST:
        put8(s, e->code);
        break;
    case HTV_SOFTWARE:
        put64(s, e->pc);
        put64(s, e->value);
        break;
    case HTV_MESSAGE:
        put_message(c, s, e);
        break;
    case HTV_PRIVILEGE:
        put8(s, e->code);
        put64(s, e->value);
        break;
    default:
        break;
    }
}

/* ---- operations ---- */

static FILE *create(const struct htv_about *about, const char *name)
{
    char path[PATH];
    const int n = snprintf(path, sizeof path, "%s/%s", about->path, name);
    if (n < 0 || (size_t)n >= sizeof path) {
        (void)htr_fail(about->host, HTR_ERR_ARG, about->path, "the name is too long");
        return NULL;
    }
    return htr_create(about->host, path);
}

static int begin(void *state, const struct htv_about *about)
{
    struct ctf *c = state;
    char name[32];
    c->about = about;
    int status = htr_folder(about->host, about->path);
    c->stream = calloc(about->harts, sizeof *c->stream);
    if (c->stream == NULL) {
        return htr_fail(about->host, HTR_ERR_MEMORY, about->path, "not enough memory");
    }
    for (; status == HTR_OK && c->streams < about->harts; c->streams++) {
        snprintf(name, sizeof name, "hart_%u", about->hart[c->streams].src);
        c->stream[c->streams].file = create(about, name);
        status = c->stream[c->streams].file != NULL ? HTR_OK : HTR_ERR_OPEN;
    }
    c->metadata.out = status == HTR_OK ? create(about, "metadata") : NULL;
    return status == HTR_OK && c->metadata.out == NULL ? HTR_ERR_OPEN : status;
}

static int take(void *state, const struct htv_event *e)
{
    struct ctf *c = state;
    if (e->hart >= c->streams || e->kind >= HTV_KINDS) {
        return htv_text_fail(c->about, HTR_ERR_RANGE);
    }
    struct stream *s = &c->stream[e->hart];
    int status = s->fill > PACKET - EVENT ? flush(c, e->hart) : HTR_OK;
    const uint64_t time = e->time > s->last ? e->time : s->last;
    if (s->fill == 0) {
        s->fill = HEAD;
        s->first = time;
    }
    s->last = time;
    put8(s, e->kind);
    put64(s, time);
    put64(s, e->insns);
    put64(s, e->offset);
    put8(s, (e->flags & HTV_GUESSED) != 0);
    fields(c, s, e);
    return status;
}

static int end(void *state, const struct htv_totals *totals)
{
    struct ctf *c = state;
    int status = HTR_OK;
    htv_ctf_metadata(&c->metadata, c->about, totals);
    htr_out_flush(&c->metadata);
    for (unsigned i = 0; i < c->streams; i++) {
        int one = flush(c, i);
        int closed = htr_close(c->about->host, c->stream[i].file);
        c->stream[i].file = NULL;
        status = status != HTR_OK ? status : one != HTR_OK ? one : closed;
    }
    int closed = htr_close(c->about->host, c->metadata.out);
    c->metadata.out = NULL;
    return status != HTR_OK ? status : closed;
}

static void close(void *state)
{
    struct ctf *c = state;
    for (unsigned i = 0; i < c->streams; i++) {
        (void)(htr_close(c->about->host, c->stream[i].file) == HTR_OK);
    }
    if (c->about != NULL) {
        (void)(htr_close(c->about->host, c->metadata.out) == HTR_OK);
    }
    free(c->stream);
}

const struct htv_writer htv_ctf = {
    .name = "ctf",
    .help = "folder in the Common Trace Format 1.8, for babeltrace2",
    .wants = HTV_WANTS_PATH | HTV_WANTS_MESSAGES | HTV_WANTS_OFFSETS,
    .state_size = sizeof(struct ctf),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
