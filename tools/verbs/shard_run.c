/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: one shard is done. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "htr/htr_lock.h"
#include "output.h"
#include "shard.h"

/* ---- a lane ---- */

/* What formats of decode write: text, lists, ranges, lines. */
static int write_lane(const struct shard_job *job, struct htr_span *s, FILE *to, bool first)
{
    const struct shard_options *o = &job->p->o;
    uint64_t buffer[HTR_WRITE_BUFFER / sizeof(uint64_t)];
    struct htr_writer w;
    htr_writer_init(&w, (enum htr_write_format)o->kind, to, NULL, buffer, sizeof buffer);
    w.headed = !first;
    w.instructions = 0;
    return htr_span_write(s, &w, o->allow_other);
}

/* One stretch of decoding, up to the end that is set. */
static int decode_on(const struct shard_job *job, struct htr_span *s, struct shard_out *out,
                     bool first)
{
    return write_lane(job, s, shard_out_stream(out), first);
}

int shard_decode(const struct shard_job *job, struct shard_out *out,
                 bool (*fits)(void *ctx, unsigned next, const struct htr_piece *piece), void *ctx)
{
    const struct shard_trace *t = &job->p->trace[job->trace];
    char src[8];
    uint64_t end;
    unsigned next = job->next;
    struct htr_span *s;
    struct htr_trace_options o = shard_lane_options(job->p, t, job->lane, src);
    const struct shard_entry *from = &t->span[job->first].from[job->lane];
    struct shard_piece piece = {.trace = job->trace, .lane = job->lane, .first = job->first};
    if (import_code(shard_verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    (void)shard_lane_end(t, next - 1, job->lane, &end);
    int status = htr_span_open(&s, tool_host(shard_verb), &o, from->there ? &from->at : NULL, end);
    if (status != HTR_OK) {
        return TOOL_CANNOT;
    }
    status = decode_on(job, s, out, job->first == 0);
    htr_span_piece(s, &piece.piece);
    while (status == HTR_OK && end != UINT64_MAX && fits != NULL &&
           !fits(ctx, next, &piece.piece)) {
        (void)shard_lane_end(t, next++, job->lane, &end);
        htr_span_extend(s, end);
        status = decode_on(job, s, out, false);
        htr_span_piece(s, &piece.piece);
    }
    htr_span_close(s);
    piece.next = next;
    if (htr_stopped(tool_host(shard_verb))) {
        return tool_fail(shard_verb, NULL, "interrupted: nothing was written");
    }
    return status == HTR_OK ? shard_out_piece(out, &piece) : TOOL_CANNOT;
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
    const int closed = shard_out_close(out, status == TOOL_OK);
    return status == TOOL_OK ? closed : status;
}

/* Temporary files of runs of this shard that died. */
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
    int status = shard_in_open(&in, p, id, true);
    if (status == TOOL_OK) {
        tool_note(shard_verb, p->path, "shard %u is done already", id);
    } else if (!in.there) {
        sweep(folder, path);
        status = shard_check_files(p);
        status = status == TOOL_OK ? do_shard(p, id, path) : status;
    }
    shard_in_close(&in);
    htr_lock_free(lock);
    return status;
}
