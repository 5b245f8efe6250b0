/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: a plan is made. Traces are cut at synchronizing messages, by the index. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host.h"
#include "htr/htr_etrace.h"
#include "htr/htr_file.h"
#include "htr/htr_index.h"
#include "htr/htr_sources.h"
#include "htr/htr_sidecar.h"
#include "output.h"
#include "progress.h"
#include "shard.h"

enum {
    READ = 1 << 17,
};

static int no_memory(void)
{
    return tool_fail(shard_verb, NULL, "not enough memory");
}

int shard_crc(const char *path, uint64_t begin, uint64_t end, uint64_t *crc, uint64_t *bytes)
{
    struct htr_file f;
    uint8_t *buffer = malloc(READ);
    int status = buffer == NULL ? no_memory() : htr_file_open(&f, tool_host(shard_verb), path);
    uLong sum = crc32_z(0, NULL, 0);
    uint64_t at = begin;
    if (status != HTR_OK) {
        free(buffer);
        return status;
    }
    for (size_t got = htr_file_skip(&f, begin) ? 1 : 0; got > 0 && at < end; at += got) {
        got = htr_file_read(&f, buffer, end - at < READ ? (size_t)(end - at) : (size_t)READ);
        sum = crc32_z(sum, buffer, got);
    }
    if (f.error != NULL) {
        status = tool_fail(shard_verb, path, "cannot be read: %s", f.error);
    }
    htr_file_close(&f);
    free(buffer);
    *crc = sum;
    *bytes = at;
    return status;
}

/* ---- lanes and options ---- */

struct htr_trace_options shard_lane_options(const struct shard_plan *p, const struct shard_trace *t,
                                            unsigned lane, char src[8])
{
    struct htr_trace_options o = p->o.view.trace;
    o.path = t->path;
    o.in_pieces = true;
    if (t->sources) {
        snprintf(src, 8, "%u", (unsigned)t->src[lane]);
        o.src = src;
        o.code.hart = t->src[lane]; /* the usual numbering; matters for --ingress only */
    }
    return o;
}

bool shard_lane_end(const struct shard_trace *t, unsigned span, unsigned lane, uint64_t *end)
{
    const struct shard_entry *from = &t->span[span].from[lane];
    *end = UINT64_MAX;
    if (span > 0 && !from->there) {
        return false;
    }
    if (span + 1 < t->spans && t->span[span + 1].from[lane].there) {
        const struct nexus_index_entry *to = &t->span[span + 1].from[lane].at;
        *end = to->offset + to->length;
        return span == 0 || to->offset != from->at.offset;
    }
    return true;
}

/* ---- cutting ---- */

struct cutter {
    struct shard_trace *t;
};

/* An entry belongs to all cuts before it that have none of its lane yet. */
static void take_entry(void *ctx, const struct nexus_index_entry *e)
{
    struct shard_trace *t = ((struct cutter *)ctx)->t;
    unsigned lane = 0;
    while (t->sources && lane < t->lanes && t->src[lane] != e->src) {
        lane++;
    }
    for (unsigned i = t->spans; lane < t->lanes && i-- > 1;) {
        struct shard_entry *from = &t->span[i].from[lane];
        if (from->there) {
            return; /* and all before it */
        }
        if (t->span[i].begin <= e->offset) {
            from->there = true;
            from->at = *e;
        }
    }
}

static int find_cuts(const struct shard_plan *p, struct shard_trace *t)
{
    struct htr_trace trace = {0};
    struct htr_trace_options o = p->o.view.trace;
    struct cutter c = {t};
    struct htr_index *x;
    uint64_t entries;
    o.path = t->path;
    o.in_pieces = true;
    o.src = t->sources ? NULL : o.src;
    int status = htr_trace_open(&trace, tool_host(shard_verb), &o);
    if (status != HTR_OK) {
        return TOOL_CANNOT;
    }
    if (trace.perf != NULL || trace.unframed.frames > 0) {
        status =
            tool_fail(shard_verb, t->path,
                      "its trace is inside other data; save the messages alone first: hartrace "
                      "split or convert");
    } else {
        trace_progress(&trace, NULL);
        status = htr_index_open(&x, &trace, o.wrapped);
        if (status == HTR_OK) {
            status = htr_index_scan(x, take_entry, &c, &entries);
            htr_index_close(x);
        }
        progress_end();
    }
    htr_trace_close(&trace);
    return tool_exit_of(status);
}

/* The lanes of a trace. */
static int find_lanes(const struct shard_plan *p, struct shard_trace *t)
{
    struct htr_trace_options o = p->o.view.trace;
    uint16_t src[HTR_SOURCES_MAX];
    uint64_t left_out;
    unsigned n = 1;
    t->sources = o.src != NULL && strcmp(o.src, "all") == 0;
    if (t->sources) {
        o.path = t->path;
        int status = htr_sources_list(tool_host(shard_verb), &o, src, &n, &left_out);
        if (status != HTR_OK) {
            return TOOL_CANNOT;
        }
        t->left_out = left_out;
    }
    t->lanes = n;
    t->src = calloc(n, sizeof *t->src);
    if (t->src == NULL) {
        return no_memory();
    }
    if (t->sources) {
        memcpy(t->src, src, n * sizeof *src);
    }
    return TOOL_OK;
}

/* The spans of a trace that begins at `start` of `total` bytes: cut where shards begin. */
static int make_spans(const struct shard_plan *p, struct shard_trace *t, uint64_t start,
                      uint64_t total)
{
    const uint64_t last = start + t->bytes;
    t->span = calloc(p->shards, sizeof *t->span);
    for (unsigned k = 0; t->span != NULL && k < p->shards; k++) {
        const uint64_t from = (uint64_t)((__extension__(unsigned __int128) total) * k / p->shards);
        const uint64_t to =
            (uint64_t)((__extension__(unsigned __int128) total) * (k + 1) / p->shards);
        const bool empty = t->bytes == 0 && from <= start && start <= to && t->spans == 0;
        if (!empty && (to <= start || from >= last || from == to)) {
            continue;
        }
        struct shard_span *s = &t->span[t->spans++];
        s->shard = k;
        s->begin = from > start ? from - start : 0;
        s->end = to < last ? to - start : t->bytes;
        s->from = calloc(t->lanes, sizeof *s->from);
        if (s->from == NULL) {
            return no_memory();
        }
    }
    return t->span == NULL ? no_memory() : TOOL_OK;
}

static int checksums(struct shard_trace *t)
{
    int status = TOOL_OK;
    for (unsigned i = 0; status == TOOL_OK && i < t->spans; i++) {
        uint64_t there;
        struct shard_span *s = &t->span[i];
        status = tool_exit_of(shard_crc(t->path, s->begin, s->end, &s->crc, &there));
        if (status == TOOL_OK && there != s->end) {
            status = tool_fail(shard_verb, t->path, "has become shorter while it was read");
        }
    }
    return status;
}

int shard_cut(struct shard_plan *p)
{
    uint64_t total = 0, start = 0;
    int status = TOOL_OK;
    for (unsigned i = 0; status == TOOL_OK && i < p->traces; i++) {
        struct shard_trace *t = &p->trace[i];
        uint64_t crc;
        status = htr_snapshot_is(t->path) || strcmp(t->path, "-") == 0
                     ? tool_fail(shard_verb, t->path,
                                 "a plan needs a trace in a file; hartrace split makes files of a "
                                 "snapshot")
                     : tool_exit_of(shard_crc(t->path, 0, UINT64_MAX, &crc, &t->bytes));
        total += t->bytes;
    }
    for (unsigned i = 0; status == TOOL_OK && i < p->traces; i++) {
        struct shard_trace *t = &p->trace[i];
        status = find_lanes(p, t);
        status = status == TOOL_OK ? make_spans(p, t, start, total) : status;
        status = status == TOOL_OK ? find_cuts(p, t) : status;
        status = status == TOOL_OK ? checksums(t) : status;
        start += t->bytes;
    }
    return status;
}

/* ---- files ---- */

static int add_file(struct shard_plan *p, const char *name)
{
    char path[PATH_MAX];
    const char *const at = strrchr(name, '@');
    struct shard_file *more;
    for (unsigned i = 0; i < p->files; i++) {
        if (strcmp(p->file[i].path, name) == 0) {
            return TOOL_OK;
        }
    }
    snprintf(path, sizeof path, "%s", name);
    if (at != NULL && access(path, R_OK) != 0) {
        path[at - name] = '\0';
    }
    more = realloc(p->file, (p->files + 1) * sizeof *more);
    if (more == NULL) {
        return no_memory();
    }
    p->file = more;
    struct shard_file *f = &p->file[p->files];
    f->path = strdup(path);
    p->files += f->path != NULL;
    return f->path == NULL ? no_memory()
                           : tool_exit_of(shard_crc(path, 0, UINT64_MAX, &f->crc, &f->bytes));
}

/* CONTEXT=FILE@ADDR: without the context. */
static const char *after_context(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals != NULL ? equals + 1 : text;
}

/* All that decoding reads besides the traces. */
static int add_files(struct shard_plan *p)
{
    const struct htr_code_choice *c = &p->o.view.trace.code;
    const char *const single[] = {c->elf, c->pcinfo, c->ingress, p->o.pcs};
    int status = TOOL_OK;
    for (unsigned i = 0; status == TOOL_OK && i < sizeof single / sizeof single[0]; i++) {
        status = single[i] != NULL ? add_file(p, single[i]) : TOOL_OK;
    }
    for (unsigned i = 0; status == TOOL_OK && i < c->images.n; i++) {
        status = add_file(p, c->images.item[i]);
    }
    for (unsigned i = 0; status == TOOL_OK && i < c->in.n; i++) {
        status = add_file(p, after_context(c->in.item[i]));
    }
    for (unsigned i = 0; status == TOOL_OK && i < p->o.view.symbols.n; i++) {
        status = add_file(p, after_context(p->o.view.symbols.item[i]));
    }
    for (unsigned i = 0; status == TOOL_OK && i < p->traces; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s.toml", p->trace[i].path);
        status =
            access(path, F_OK) == 0 && !p->o.view.trace.no_sidecar ? add_file(p, path) : TOOL_OK;
    }
    return status;
}

/* ---- all ---- */

static int check_options(const struct shard_options *o, unsigned traces)
{
    const bool all = o->view.trace.src != NULL && strcmp(o->view.trace.src, "all") == 0;
    const char *const name = shard_format(o->kind);
    const bool verify = o->kind == SHARD_VERIFY;
    if (o->n > SHARDS_MAX) {
        return tool_fail(shard_verb, NULL, "--shards: a number from 1 to %d", SHARDS_MAX);
    }
    if (all && o->kind < HTR_WRITE_FORMATS && !htr_write_about(o->kind)->source) {
        return tool_fail(shard_verb, NULL,
                         "--format %s has no place for the source; with --src all it is text, "
                         "jsonl or csv, or an export",
                         name);
    }
    if (all && o->kind >= HTR_WRITE_FORMATS && o->kind < SHARD_EXPORTS) {
        return tool_fail(shard_verb, NULL, "--format %s is of one source: --src N", name);
    }
    if (verify && (o->pcs == NULL || traces > 1)) {
        return tool_fail(shard_verb, NULL, "--format %s: %s", name,
                         o->pcs == NULL ? "nothing to compare with: add --pcs FILE"
                                        : "one trace has one list; make a plan for each");
    }
    if (o->view.pass.axis == HTV_AXIS_CYCLES) {
        return tool_fail(shard_verb, NULL,
                         "--axis cycles reads the ingress stream from its start, "
                         "which shards cannot; choose timestamps or instructions");
    }
    return 0;
}

/* Is there the place that a path leads to? A join finds that out when all shards are done. */
static int find_place(const struct shard_plan *p, const struct htr_trace *t)
{
    const char *file[HTV_IMAGES + 1];
    const struct view *v = &p->o.view;
    struct htv_symbols *s = NULL;
    struct htv_symbols_options o = {.file = file,
                                    .debug_dir = v->debug_dir,
                                    .source_path = v->source_path.item,
                                    .nsource_paths = v->source_path.n};
    for (; o.nfiles < v->symbols.n && o.nfiles < HTV_IMAGES; o.nfiles++) {
        file[o.nfiles] = v->symbols.item[o.nfiles];
    }
    if (t->code.elf.nsegments > 0) {
        file[o.nfiles++] = t->code.path;
    }
    int status = o.nfiles > 0 ? htv_symbols_open(&s, tool_host(shard_verb), &o) : HTR_OK;
    if (status == HTR_OK && s != NULL) {
        (void)htv_symbols_check(s, &t->code);
    }
    status = status == HTR_OK ? htv_path_known(&p->o.path, tool_host(shard_verb), s) : status;
    htv_symbols_close(s);
    return tool_exit_of(status);
}

/* Does decoding begin at all? It finds wrong options and missing code now. */
static int try_decoder(const struct shard_plan *p)
{
    char src[8];
    struct htr_trace t = {0};
    struct htr_trace_options o = shard_lane_options(p, &p->trace[0], 0, src);
    int status = import_code(shard_verb, &o.code, &o.params);
    if (p->o.kind == SHARD_STAT || p->o.kind == SHARD_STAT_JSON) {
        if (!htr_code_is_chosen(&o.code)) {
            return TOOL_OK;
        }
    }
    if (status != HTR_OK || htr_trace_open_decoder(&t, tool_host(shard_verb), &o) != HTR_OK) {
        return TOOL_CANNOT;
    }
    if (t.code.opcode != NULL) {
        status =
            tool_fail(shard_verb, t.path,
                      "its code is a log of opcodes, which counts instructions from the start; "
                      "make an image of it");
    }
    if (status == TOOL_OK && p->o.kind >= SHARD_PATH) {
        status = find_place(p, &t);
    }
    htr_trace_close(&t);
    return status;
}

int shard_make_plan(struct shard_options *o, const char **path, unsigned paths,
                    const struct shard_args *args)
{
    struct shard_plan p = {.o = *o, .args = *args, .shards = (unsigned)o->n, .traces = paths};
    char here[PATH_MAX];
    if (check_options(o, paths) != 0) {
        return TOOL_CANNOT;
    }
    FILE *f = output_open(shard_verb, o->output);
    p.trace = calloc(paths, sizeof *p.trace);
    if (f == NULL || p.trace == NULL || getcwd(here, sizeof here) == NULL) {
        free(p.trace);
        return f == NULL ? TOOL_CANNOT : no_memory();
    }
    p.folder = here;
    for (unsigned i = 0; i < paths; i++) {
        p.trace[i].path = path[i];
    }
    int status = shard_cut(&p);
    status = status == TOOL_OK ? try_decoder(&p) : status;
    status = status == TOOL_OK ? add_files(&p) : status;
    if (status == TOOL_OK) {
        (void)shard_write_plan(&p, f);
        status = output_close(f);
    }
    for (unsigned i = 0; i < p.files; i++) {
        free((char *)p.file[i].path);
    }
    p.args.n = 0; /* the caller's */
    shard_plan_free(&p);
    return status;
}
