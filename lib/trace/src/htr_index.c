/* SPDX-License-Identifier: Apache-2.0 */
/* Where the synchronizing messages of a trace are. */
#include "htr/htr_index.h"

#include <inttypes.h>
#include <stdlib.h>

#include "htr_etrace_force.h"

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
    bool wrapped;
};

int htr_index_open(struct htr_index **out, struct htr_trace *t, bool wrapped)
{
    struct htr_index *x = calloc(1, sizeof *x);
    *out = NULL;
    if (x == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    x->t = t;
    struct nexus_stream_cfg cfg = t->cfg;
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        nexus_cfg_init(&cfg); /* the sums alone are used */
    }
    if (nexus_index_init(&x->ix, &cfg, x->entry, ENTRIES, x->source, SOURCES, x->buffer,
                         sizeof x->buffer) != NEXUS_OK) {
        free(x);
        return htr_fail(t->host, HTR_ERR_ARG, NULL,
                        "no decoder can have these options; see --help");
    }
    x->wrapped = wrapped;
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

/* What was said of one encoder of E-Trace so far. */
struct encoder {
    struct htr_etrace_options o;
    uint32_t data_options;
    bool data_enabled, data_starts, data_seen;
};

static void support_data(struct encoder *e, const struct etrace_packet *p)
{
    e->data_options = p->doptions & ((1u << ETRACE_DATA_OPTIONS) - 1u);
    e->data_starts = p->denable && (e->data_starts || !e->data_enabled);
    e->data_enabled = p->denable;
}

/* A packet of an encoder. Returns whether it is a synchronization packet that says all: START. */
static bool take_packet(struct encoder *e, const struct etrace_cfg *cfg,
                        const struct etrace_frame *f, struct etrace_packet *p)
{
    if (f->kind == ETRACE_KIND_DATA && cfg->data_decoded) {
        e->data_seen = true;
        e->data_starts = false;
        return false;
    }
    if (htr_etrace_decode(cfg, &e->o, f, p) != ETRACE_OK || p->format != ETRACE_FORMAT_SYNC) {
        return false;
    }
    if (p->subformat == ETRACE_SYNC_SUPPORT && cfg->data_decoded) {
        support_data(e, p);
    }
    return p->subformat == ETRACE_SYNC_START;
}

static int scan_packets(struct htr_index *x, htr_index_take *take, void *ctx, uint64_t *entries)
{
    struct htr_trace *t = x->t;
    const struct etrace_cfg *cfg = &t->etrace->cfg;
    const size_t sources = cfg->src_bits == 0 ? 1 : (size_t)1 << cfg->src_bits;
    struct encoder *all = calloc(sources, sizeof *all);
    struct etrace_frame f;
    struct etrace_packet p;
    enum etrace_status rc;
    uint64_t number = 0;
    if (all == NULL) {
        return htr_fail(t->host, HTR_ERR_MEMORY, t->path, "not enough memory");
    }
    for (size_t i = 0; i < sources; i++) {
        all[i] = (struct encoder){.o = {cfg->options}, .data_options = cfg->data_options};
    }
    int status = htr_etrace_begin(t, x->wrapped);
    for (; status == HTR_OK && !htr_stopped(t->host) &&
           (rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END;
         number++) {
        struct encoder *const own = &all[sources == 1 ? 0 : f.src % sources];
        htr_progress(t->host, f.offset);
        if (rc == ETRACE_OK && take_packet(own, cfg, &f, &p) &&
            (!t->one_source || f.src == t->src)) {
            const struct nexus_index_entry e = {
                .offset = f.offset,
                .msg = number,
                .addr = p.address,
                .data_addr = htr_etrace_force(own->o.options, own->data_options, own->data_enabled,
                                              own->data_starts),
                .data_known = true,
                .data_seen = own->data_seen,
                .length = (uint32_t)f.length,
                .src = f.src,
                .sync = p.subformat,
                .starts = true};
            take(ctx, &e);
            ++*entries;
        }
    }
    free(all);
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}

int htr_index_scan(struct htr_index *x, htr_index_take *take, void *ctx, uint64_t *entries)
{
    struct htr_trace *t = x->t;
    size_t at = 0, taken;
    uint64_t before = 0; /* bytes of the pieces before this one */
    *entries = 0;
    int status = HTR_OK;
    if (htr_trace_protocol(t) == HTR_ETRACE) {
        return scan_packets(x, take, ctx, entries);
    }
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

/* ---- E-Trace ---- */

static struct nexus_index_source *source_of(struct nexus_index *ix, uint16_t src, uint64_t offset)
{
    size_t i = 0;
    while (i < ix->sources && ix->source[i].src != src) {
        i++;
    }
    if (i == SOURCES) {
        ix->dropped++;
        return NULL;
    }
    if (i == ix->sources) {
        ix->source[ix->sources++] =
            (struct nexus_index_source){.src = src, .first = offset, .last = offset};
    }
    return &ix->source[i];
}

static void measure(struct nexus_index_source *s, uint64_t to)
{
    s->longest = to - s->last > s->longest ? to - s->last : s->longest;
}

static void write_packet(const struct lines *l, const struct etrace_frame *f,
                         const struct etrace_packet *p, uint64_t number)
{
    const bool csv = l->format == &formats[HTR_INDEX_CSV];
    if (csv && !l->begun) {
        fputs("offset,msg,src,packet,address,time\n", l->out);
    }
    if (csv) {
        fprintf(l->out, "%" PRIu64 ",%" PRIu64 ",%u,%s,0x%" PRIx64 ",", f->offset, number, f->src,
                etrace_packet_name(p), p->address);
    } else {
        fprintf(l->out, "#%" PRIu64 " @%" PRIu64 " ", number, f->offset);
        if (l->sources) {
            fprintf(l->out, "srcID=%u ", f->src);
        }
        fprintf(l->out, "%s 0x%" PRIx64, etrace_packet_name(p), p->address);
    }
    if (f->stamped) {
        fprintf(l->out, csv ? "%" PRIu64 : " time %" PRIu64, f->stamp);
    }
    fputc('\n', l->out);
}

/* The synchronization packets: from each of them on everything can be decoded. */
static int write_packets(struct htr_index *x, struct lines *l, uint64_t *entries)
{
    struct htr_trace *t = x->t;
    struct nexus_index *ix = &x->ix;
    struct htr_etrace_options o = {t->etrace->cfg.options};
    struct etrace_frame f;
    struct etrace_packet p;
    enum etrace_status rc;
    uint64_t end = 0;
    *entries = 0;
    int status = htr_etrace_begin(t, x->wrapped);
    while (status == HTR_OK && !htr_stopped(t->host) &&
           (rc = htr_etrace_next(t, &f)) != ETRACE_ERR_END) {
        const uint64_t number = ix->messages++;
        const int decoded =
            rc == ETRACE_OK ? htr_etrace_decode(&t->etrace->cfg, &o, &f, &p) : (int)rc;
        struct nexus_index_source *s = rc == ETRACE_OK ? source_of(ix, f.src, f.offset) : NULL;
        end = f.offset + f.length;
        ix->damaged += decoded != ETRACE_OK && decoded != ETRACE_ERR_END;
        if (s != NULL) {
            s->messages++;
        }
        if (s != NULL && decoded == ETRACE_OK && etrace_packet_is_sync(&p)) {
            measure(s, f.offset);
            s->last = f.offset;
            s->syncs++;
            if (!t->one_source || f.src == t->src) {
                write_packet(l, &f, &p, number);
                l->begun = true;
                ++*entries;
            }
        }
        htr_progress(t->host, end);
    }
    for (size_t i = 0; i < ix->sources; i++) {
        measure(&ix->source[i], end);
    }
    return status != HTR_OK ? status : t->unread ? HTR_ERR_READ : HTR_OK;
}

int htr_index_write(struct htr_index *x, enum htr_index_format format, FILE *out, uint64_t *entries)
{
    if (htr_trace_protocol(x->t) == HTR_ETRACE) {
        struct lines l = {
            .out = out, .sources = x->t->cfg.src_bits > 0, .format = &formats[format]};
        return write_packets(x, &l, entries);
    }
    struct lines l = {.out = out, .sources = x->t->cfg.src_bits > 0, .format = &formats[format]};
    return htr_index_scan(x, write_entry, &l, entries);
}
