/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is: from opening it to the verdict. */
#include "htr/htr_info.h"

#include <stdio.h>
#include <string.h>

#include "htr/htr_kind.h"
#include "htr/htr_snapshot.h"
#include "htr_search_int.h"

/* Compression, by the first bytes of the raw file. */
static const char *packing(const char *path)
{
    uint8_t b[4] = {0};
    FILE *f = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    if (f == NULL) {
        return NULL;
    }
    size_t n = fread(b, 1, sizeof b, f);
    (void)fclose(f);
    if (n >= 2 && b[0] == 0x1F && b[1] == 0x8B) {
        return "gzip";
    }
    return n == 4 && b[0] == 0x28 && b[1] == 0xB5 && b[2] == 0x2F && b[3] == 0xFD ? "zstd" : NULL;
}

struct job {
    struct htr_info *info;
    const struct htr_trace_options *options;
    struct htr_trace trace;
    void (*pass)(void *ctx, const struct htr_trace *t);
    void *ctx;
};

/* Bytes that are no trace; the trace is at their start again. */
static void look_at_unknown(struct htr_info *i, const struct htr_trace *t)
{
    char text[HTR_INFO_TEXT];
    const char *like = htr_info_frames(t->bytes.bytes, t->bytes.size, !t->more, text);
    i->what = HTR_INFO_UNKNOWN;
    snprintf(i->like, sizeof i->like, "%s", like != NULL ? like : "");
}

/* The width of SRC is known: a profile or a perf.data file says it. */
static void fix_width(struct htr_guess *g, unsigned src_bits)
{
    for (unsigned k = 0; k < g->n; k++) {
        g->candidate[k].possible = g->candidate[k].cfg.src_bits == src_bits;
        g->best = g->candidate[k].possible ? k : g->best;
    }
    g->confident = true;
}

/* What the file says of itself. */
static void take_perf(struct htr_info *i, const struct htr_trace *t)
{
    const struct htr_perf_data *p = t->perf;
    i->unframed = t->unframed;
    if (p == NULL) {
        return;
    }
    i->perf = (struct htr_info_perf){
        .is = true,
        .framed = p->framed,
        .pieces = p->pieces,
        .bytes = p->aux_bytes,
        .encoders = p->cpus,
        .tasks = p->tasks,
        .maps = p->maps,
        .aux = p->aux,
        .aux_lost = p->aux_lost,
    };
}

/* With code, everything is searched for; what is clear has the last word about SRC. */
static void search(struct job *job)
{
    struct htr_info *i = job->info;
    struct htr_trace *t = &job->trace;
    struct nexus_stream_cfg known;
    htr_settings_stream(&t->te, &known);
    const struct htr_guess_input in = {t->bytes.bytes, t->bytes.size, &known, &t->code.code};
    htr_search(&i->search, &in, htr_search_fixed(&t->te, job->options));
    i->searched = true;
    if (!i->search.clear) {
        return;
    }
    t->cfg = i->search.found[0].cfg;
    t->cfg.timestamps = true; /* to see those that should not be there */
    fix_width(&i->guess, t->cfg.src_bits);
    i->guess.decoded = true;
}

/* A time that goes back because the counter is full is no sign of a ring buffer. */
static void explain_times(struct htr_info *i)
{
    const struct htr_search *s = &i->search;
    if (i->searched && s->clear && s->found[0].errors == 0 && s->wraps && i->facts.wrap_by_time) {
        i->facts.wrap = 0;
        i->facts.wrap_by_time = false;
    }
}

/* Raw bytes: trace, or an unknown file. */
static int look_at_bytes(struct job *job, const struct htr_code_choice *code)
{
    struct htr_info *i = job->info;
    struct htr_trace *t = &job->trace;
    const unsigned src_bits = t->cfg.src_bits;
    int status = htr_guess_trace(&i->guess, t, code);
    if (status != HTR_OK) {
        return status;
    }
    take_perf(i, t);
    if (t->cfg.profile == NEXUS_PROFILE_SPACEMIT_K3 || (t->perf != NULL && t->perf->described)) {
        fix_width(&i->guess, src_bits);
        t->cfg.src_bits = (uint8_t)src_bits;
    }
    if (htr_code_is_chosen(code)) {
        search(job);
    }
    if (job->pass != NULL) {
        job->pass(job->ctx, t);
    }
    status = htr_info_scan_trace(&i->facts, t);
    if (status != HTR_OK) {
        return status;
    }
    i->what = HTR_INFO_TRACE;
    explain_times(i);
    htr_info_judge(&i->facts, &i->guess, &i->verdict);
    if (t->cfg.profile == NEXUS_PROFILE_SPACEMIT_K3) {
        htr_info_take_k3(&i->verdict);
    }
    if (i->searched) {
        htr_info_take_search(&i->verdict, &i->search);
    }
    if (i->facts.damaged * 4 > i->facts.messages || i->facts.messages == 0) {
        status = htr_trace_rewind(t);
        if (status == HTR_OK) {
            look_at_unknown(i, t);
        }
    }
    return status;
}

static int look(struct job *job, const struct htr_code_choice *code)
{
    struct htr_info *i = job->info;
    struct htr_trace *t = &job->trace;
    if (t->bytes.size == 0) {
        return htr_fail(t->host, HTR_ERR_FORMAT, i->path, "is empty");
    }
    bool whole = !t->more || htr_kind_uniform_file(t->host, i->path);
    if (htr_info_other(&i->file, t->bytes.bytes, t->bytes.size, whole)) {
        i->what = HTR_INFO_FILE;
        return HTR_OK;
    }
    return look_at_bytes(job, code);
}

int htr_info_of(struct htr_info *i, struct htr_host *host, const struct htr_trace_options *o,
                void (*pass)(void *ctx, const struct htr_trace *t), void *ctx)
{
    struct job job = {.info = i, .options = o, .pass = pass, .ctx = ctx};
    struct htr_trace_options any = *o;
    any.in_pieces = any.any_kind = true;
    *i = (struct htr_info){.path = o->path};
    if (htr_snapshot_is(o->path)) {
        i->what = HTR_INFO_FOLDER;
        return HTR_OK;
    }
    int status = htr_trace_open(&job.trace, host, &any);
    if (status == HTR_OK) {
        i->packed = packing(o->path);
        status = look(&job, &o->code);
        htr_trace_close(&job.trace);
    }
    return status;
}
