/* SPDX-License-Identifier: Apache-2.0 */
/* Where the synchronizing messages of a trace are. */
#include "htr/htr_index.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    ENTRIES = 1024, /* at a time */
    SOURCES = 1 << NEXUS_MAX_SRC_BITS
};

struct htr_index {
    struct htr_trace *t;
    struct nexus_index ix;
    struct nexus_index_entry entry[ENTRIES];
    struct nexus_index_source source[SOURCES];
    uint8_t buffer[NEXUS_PIECES_BUFFER];
};

int htr_index_open(struct htr_index **out, struct htr_trace *t, bool wrapped)
{
    struct htr_index *x = calloc(1, sizeof *x);
    *out = NULL;
    if (x == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    x->t = t;
    if (nexus_index_init(&x->ix, &t->cfg, x->entry, ENTRIES, x->source, SOURCES, x->buffer,
                         sizeof x->buffer) != NEXUS_OK) {
        free(x);
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    if (wrapped) {
        nexus_index_seek(&x->ix, 0, 0, true);
    }
    *out = x;
    return HTR_OK;
}

void htr_index_close(struct htr_index *x)
{
    free(x);
}

const struct nexus_index *htr_index_sums(const struct htr_index *x)
{
    return &x->ix;
}

/* Take the entries out. Returns how many were wanted. */
static uint64_t give_entries(struct htr_index *x, htr_index_take *take, void *ctx)
{
    uint64_t given = 0;
    for (size_t i = 0; i < x->ix.count; i++) {
        if (!x->t->one_source || x->entry[i].src == x->t->src) {
            take(ctx, &x->entry[i]);
            given++;
        }
    }
    x->ix.count = 0;
    return given;
}

int htr_index_scan(struct htr_index *x, htr_index_take *take, void *ctx, uint64_t *entries)
{
    struct htr_trace *t = x->t;
    size_t at = 0, taken;
    uint64_t before = 0; /* bytes of the pieces before this one */
    int status;
    *entries = 0;
    do {
        status = nexus_index_data(&x->ix, t->bytes.bytes + at, t->bytes.size - at, &taken);
        at += taken;
        htr_progress(t->host, before + at);
        *entries += give_entries(x, take, ctx);
        if (status != NEXUS_ERR_NOSPACE) {
            before += at;
            at = 0;
        }
    } while (!htr_stopped(t->host) &&
             (status == NEXUS_ERR_NOSPACE || (status == NEXUS_OK && htr_trace_next_bytes(t))));
    return t->unread ? HTR_ERR_READ : HTR_OK;
}

/* ---- entries as lines ---- */

struct lines {
    FILE *out;
    bool sources; /* messages have SRC */
    const struct format *format;
    bool begun;
};

static void write_text(const struct lines *l, const struct nexus_index_entry *e)
{
    fprintf(l->out, "#%" PRIu64 " @%" PRIu64 " ", e->msg, e->offset);
    if (l->sources) {
        fprintf(l->out, "SRC=%u ", e->src);
    }
    fprintf(l->out, "%s 0x%" PRIx64 " %s", nexus_tcode_name(e->tcode), e->addr,
            htr_trace_sync_name(e->sync));
    if (e->time_known) {
        fprintf(l->out, " time %" PRIu64, e->time);
    }
    fputc('\n', l->out);
}

static void write_csv(const struct lines *l, const struct nexus_index_entry *e)
{
    if (!l->begun) {
        fputs("offset,msg,src,tcode,sync,address,time\n", l->out);
    }
    fprintf(l->out, "%" PRIu64 ",%" PRIu64 ",%u,%u,%u,0x%" PRIx64 ",", e->offset, e->msg, e->src,
            e->tcode, e->sync, e->addr);
    if (e->time_known) {
        fprintf(l->out, "%" PRIu64, e->time);
    }
    fputc('\n', l->out);
}

struct format {
    const char *name;
    void (*write)(const struct lines *l, const struct nexus_index_entry *e);
};

static const struct format formats[HTR_INDEX_FORMATS] = {
    [HTR_INDEX_TEXT] = {"text", write_text},
    [HTR_INDEX_CSV] = {"csv", write_csv},
};

const char *htr_index_name(enum htr_index_format format)
{
    return formats[format].name;
}

static void write_entry(void *ctx, const struct nexus_index_entry *e)
{
    struct lines *l = ctx;
    l->format->write(l, e);
    l->begun = true;
}

int htr_index_write(struct htr_index *x, enum htr_index_format format, FILE *out, uint64_t *entries)
{
    struct lines l = {.out = out, .sources = x->t->cfg.src_bits > 0, .format = &formats[format]};
    return htr_index_scan(x, write_entry, &l, entries);
}
