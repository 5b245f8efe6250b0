/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: one shard is done. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "htr/htr_lock.h"
#include "htv/htv_reduce.h"
#include "output.h"
#include "shard_count.h"

/* ---- what takes the elements of a lane ---- */

struct consumer {
    const struct shard_plan *p;
    FILE *to;
    struct htr_writer w; /* formats of decode */
    uint64_t buffer[HTR_WRITE_BUFFER / sizeof(uint64_t)];
    struct htr_elem_writer log; /* elements of several sources */
    struct htv_reduce *reduce;  /* exports */
    struct shard_count count;   /* stat, verify */
};

static int take_element(void *ctx, const struct flow_range *range, unsigned n,
                        const struct flow_elem *e)
{
    struct consumer *c = ctx;
    (void)range;
    (void)n;
    htr_elem_write(&c->log, e);
    return ferror(c->to) ? HTR_ERR_WRITE : HTR_OK;
}

/* Summaries have no timestamps. */
static unsigned how_to_reduce(const struct shard_plan *p, const struct htr_trace *t)
{
    const unsigned wants = shard_writer(&p->o)->wants;
    const bool timed = t->cfg.timestamps && p->o.view.pass.axis != HTV_AXIS_INSTRUCTIONS;
    const bool summed = shard_is_summed(p) && (!timed || (wants & HTV_WANTS_TIMES) == 0);
    return (shard_is_reduced(p) ? 0U : (unsigned)HTV_REDUCE_WHOLE) |
           (summed ? (unsigned)HTV_REDUCE_CALLS : 0U) |
           ((wants & HTV_WANTS_OFFSETS) != 0 ? (unsigned)HTV_REDUCE_OFFSETS : 0U);
}

static int begin(struct consumer *c, const struct shard_job *job, struct htr_span *s,
                 struct shard_out *out)
{
    const unsigned kind = job->p->o.kind;
    c->p = job->p;
    c->to = shard_out_stream(out);
    if (kind >= SHARD_EXPORTS) {
        return htv_reduce_open(&c->reduce, tool_host(shard_verb), htr_span_trace(s),
                               how_to_reduce(job->p, htr_span_trace(s)), c->to);
    }
    if (shard_counts(job->p)) {
        c->count.verify = kind == SHARD_VERIFY;
        c->count.code = &htr_span_trace(s)->code.code;
        return HTR_OK;
    }
    htr_elem_writer_init(&c->log, c->to);
    htr_writer_init(&c->w, (enum htr_write_format)kind, c->to, NULL, c->buffer, sizeof c->buffer);
    c->w.headed = job->first != 0;
    return HTR_OK;
}

/* One stretch of decoding, up to the end that is set. */
static int decode_on(struct consumer *c, struct htr_span *s)
{
    return c->reduce != NULL    ? htr_span_elements(s, true, htv_reduce_take, c->reduce)
           : shard_counts(c->p) ? htr_span_elements(s, false, shard_count_take, &c->count)
           : shard_is_log(c->p) ? htr_span_elements(s, false, take_element, c)
                                : htr_span_write(s, &c->w, c->p->o.allow_other);
}

static void put_entry(FILE *to, const struct htv_profile_entry *e)
{
    const uint64_t word[] = {
        e->start,    e->end,   e->count,    e->insns,
        e->branches, e->space, e->last_cls, e->last_taken | (uint64_t)e->last_size << 8};
    for (unsigned i = 0; i < sizeof word / sizeof word[0]; i++) {
        for (unsigned k = 0; k < 8; k++) {
            (void)putc((int)(word[i] >> 8 * k & 0xFF), to);
        }
    }
}

/* What comes after the elements. Returns the number of entries. */
static uint64_t end(struct consumer *c)
{
    uint64_t n = 0;
    if (c->reduce == NULL) {
        return 0;
    }
    htv_reduce_flush(c->reduce);
    const struct htv_profile *p = htv_reduce_profile(c->reduce);
    for (size_t i = 0; i < p->size; i++) {
        if (p->entry[i].count != 0) {
            put_entry(c->to, &p->entry[i]);
            n++;
        }
    }
    htv_reduce_close(c->reduce);
    return n;
}

/* ---- a lane ---- */

struct shard_work {
    const struct shard_job *job;
    bool (*fits)(void *ctx, unsigned next, const struct htr_piece *piece);
    void *ctx;
    uint64_t stop; /* where the span ends */
    struct consumer *consumer;
};

/* Decode from `from` to the end of the job, and on until what comes next fits. */
static int decode_lane(struct shard_work *w, struct shard_piece *piece, struct shard_out *out)
{
    const struct shard_job *job = w->job;
    const struct shard_trace *t = &job->p->trace[job->trace];
    const struct shard_entry *from = &t->span[job->first].from[job->lane];
    struct consumer *c = w->consumer;
    char src[8];
    struct htr_span *s;
    struct htr_trace_options o = shard_lane_options(job->p, t, job->lane, src);
    if (import_code(shard_verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    int status =
        htr_span_open(&s, tool_host(shard_verb), &o, from->there ? &from->at : NULL, w->stop);
    if (status != HTR_OK) {
        return TOOL_CANNOT;
    }
    status = begin(c, job, s, out);
    status = status == HTR_OK ? decode_on(c, s) : status;
    htr_span_piece(s, &piece->piece);
    while (status == HTR_OK && w->stop != UINT64_MAX && w->fits != NULL &&
           !w->fits(w->ctx, (unsigned)piece->next, &piece->piece)) {
        (void)shard_lane_end(t, (unsigned)piece->next++, job->lane, &w->stop);
        htr_span_extend(s, w->stop);
        status = decode_on(c, s);
        htr_span_piece(s, &piece->piece);
    }
    piece->entries = end(c);
    htr_span_close(s);
    return status;
}

int shard_decode(const struct shard_job *job, struct shard_out *out,
                 bool (*fits)(void *ctx, unsigned next, const struct htr_piece *piece), void *ctx)
{
    struct shard_work w = {job, fits, ctx, UINT64_MAX, calloc(1, sizeof(struct consumer))};
    struct shard_piece piece = {
        .trace = job->trace, .lane = job->lane, .first = job->first, .next = job->next};
    int status = HTR_OK;
    if (w.consumer == NULL) {
        return tool_fail(shard_verb, NULL, "not enough memory");
    }
    (void)shard_lane_end(&job->p->trace[job->trace], job->next - 1, job->lane, &w.stop);
    if (shard_decodes(job->p)) {
        status = decode_lane(&w, &piece, out);
    }
    if (status == HTR_OK && shard_counts(job->p)) {
        w.consumer->count.verify = job->p->o.kind == SHARD_VERIFY;
        status =
            shard_count_end(&w.consumer->count, job, w.stop, &piece.piece, shard_out_stream(out));
    }
    free(w.consumer);
    if (htr_stopped(tool_host(shard_verb))) {
        return tool_fail(shard_verb, NULL, "interrupted: nothing was written");
    }
    return status == HTR_OK          ? shard_out_piece(out, &piece)
           : status == HTR_ERR_WRITE ? status /* closing it says why */
                                     : TOOL_CANNOT;
}

/* ---- a shard ---- */

/* Are the bytes those of the plan? */
static int check_trace(const struct shard_trace *t, const struct shard_span *s)
{
    uint64_t crc, bytes;
    if (shard_crc(t->path, s->begin, s->end, &crc, &bytes) != HTR_OK) {
        return TOOL_CANNOT;
    }
    if (crc != s->crc || bytes != s->end) {
        return tool_fail(shard_verb, t->path,
                         "bytes %llu to %llu have changed since the plan was made; make the plan "
                         "again",
                         (unsigned long long)s->begin, (unsigned long long)s->end);
    }
    return TOOL_OK;
}

static int do_span(const struct shard_plan *p, unsigned trace, unsigned span, struct shard_out *out)
{
    const struct shard_trace *t = &p->trace[trace];
    int status = check_trace(t, &t->span[span]);
    for (unsigned lane = 0; status == TOOL_OK && lane < t->lanes; lane++) {
        const struct shard_job job = {p, trace, lane, span, span + 1};
        uint64_t end;
        if (shard_lane_end(t, span, lane, &end)) {
            status = shard_decode(&job, out, NULL, NULL);
        }
    }
    return status;
}

static int do_shard(const struct shard_plan *p, unsigned id, const char *path)
{
    struct shard_out *out;
    int status = shard_out_open(&out, p, path, id);
    if (status != TOOL_OK) {
        return status;
    }
    for (unsigned i = 0; status == TOOL_OK && i < p->traces; i++) {
        for (unsigned k = 0; status == TOOL_OK && k < p->trace[i].spans; k++) {
            if (p->trace[i].span[k].shard == id) {
                status = do_span(p, i, k, out);
            }
        }
    }
    const int closed = shard_out_close(out, status == TOOL_OK || status == HTR_ERR_WRITE);
    return status == TOOL_OK ? closed : TOOL_CANNOT;
}

/* Temporary files of runs of this shard that died: whoever has its lock is the only one alive. */
static void sweep(const char *folder, const char *path)
{
    const char *const name = strrchr(path, '/') + 1;
    const size_t n = strlen(name);
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        char one[PATH_MAX];
        if (strncmp(e->d_name, name, n) == 0 && strncmp(e->d_name + n, ".tmp.", 5) == 0 &&
            snprintf(one, sizeof one, "%s/%s", folder, e->d_name) < PATH_MAX) {
            (void)unlink(one);
        }
    }
    if (d != NULL) {
        (void)closedir(d);
    }
}

int shard_run(const struct shard_plan *p, unsigned id)
{
    char folder[PATH_MAX], path[PATH_MAX], lock_path[PATH_MAX], what[32];
    struct shard_in in;
    snprintf(folder, sizeof folder, "%.4000s.d", p->path);
    shard_result_path(p, id, path);
    snprintf(lock_path, sizeof lock_path, "%.4000s.d/%05u.lock", p->path, id);
    snprintf(what, sizeof what, "shard %u", id);
    if (htr_folder(tool_host(shard_verb), folder) != HTR_OK) {
        return TOOL_CANNOT;
    }
    const int lock = htr_lock(tool_host(shard_verb), lock_path, what);
    if (lock < 0) {
        return TOOL_CANNOT;
    }
    sweep(folder, path);
    int status = shard_in_open(&in, p, id, true);
    if (status == TOOL_OK) {
        tool_note(shard_verb, p->path, "shard %u is done already", id);
    } else if (!in.there) {
        status = shard_check_files(p);
        status = status == TOOL_OK ? do_shard(p, id, path) : status;
    }
    shard_in_close(&in);
    htr_lock_free(lock);
    return status;
}
