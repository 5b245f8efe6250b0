/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: stat and verify. Payloads are what the parts of a trace say; they are summed up. */
#define _GNU_SOURCE /* fmemopen */
#include "shard_count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "htr/htr_etrace.h"
#include "htr/htr_file.h"
#include "output.h"
#include "stat.h"

int shard_count_take(void *ctx, const struct flow_range *range, unsigned n,
                     const struct flow_elem *e)
{
    struct shard_count *c = ctx;
    (void)range;
    (void)n;
    if (c->verify) {
        return htr_verify_part_take(&c->part, c->code, e);
    }
    htr_stat_returns_take(&c->returns, e);
    return HTR_OK;
}

/* ---- the messages of a span ---- */

static int open_messages(struct htr_trace *t, const struct shard_job *job, uint64_t stop)
{
    const struct shard_trace *trace = &job->p->trace[job->trace];
    const struct shard_entry *from = &trace->span[job->first].from[job->lane];
    char src[8];
    const struct htr_trace_options o = shard_lane_options(job->p, trace, job->lane, src);
    memset(t, 0, sizeof *t);
    int status = htr_trace_open(t, tool_host(shard_verb), &o);
    if (status != HTR_OK) {
        return TOOL_CANNOT;
    }
    status = htr_trace_protocol(t) == HTR_ETRACE ? htr_etrace_begin(t, o.wrapped)
                                                 : htr_trace_begin(t, o.wrapped);
    status = status == HTR_OK ? htr_trace_span(t, from->there ? &from->at : NULL, stop) : status;
    if (status != HTR_OK) {
        htr_trace_close(t);
    }
    return tool_exit_of(status);
}

static int put_stat(const struct shard_count *c, const struct shard_job *job,
                    const struct htr_piece *piece, struct htr_trace *t, FILE *to)
{
    struct htr_stat_part *part;
    int status = htr_stat_part_open(&part, tool_host(shard_verb), job->first == 0);
    if (status != HTR_OK) {
        return TOOL_CANNOT;
    }
    const struct shard_entry *from = &job->p->trace[job->trace].span[job->first].from[job->lane];
    if (from->there && from->at.data_known && htr_trace_protocol(t) == HTR_ETRACE) {
        htr_stat_part_assume(part, from->at.src, (uint32_t)from->at.data_addr);
    }
    status = htr_stat_part_add(part, t);
    part->s.executed = htr_code_is_chosen(&job->p->o.view.trace.code);
    part->s.instructions = c->returns.instructions;
    part->s.returns = c->returns.returns;
    part->s.gaps = piece->sum.gaps;
    part->s.losses = piece->sum.lost;
    htr_stat_part_write(part, to);
    htr_stat_part_close(part);
    return tool_exit_of(status);
}

int shard_count_end(struct shard_count *c, const struct shard_job *job, uint64_t stop,
                    const struct htr_piece *piece, FILE *to)
{
    struct htr_trace t;
    int status = open_messages(&t, job, stop);
    if (status != TOOL_OK) {
        return status;
    }
    if (!c->verify) {
        status = put_stat(c, job, piece, &t, to);
    } else {
        const struct htr_verify_part *p = &c->part;
        status = tool_exit_of(htr_verify_part_messages(&c->part, &t));
        fprintf(to, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                p->instructions, p->hash, p->trouble, p->messages, p->bytes);
    }
    htr_trace_close(&t);
    return status;
}

/* ---- joining ---- */

/* A payload as a stream of text; *bytes is its memory. */
static FILE *open_payload(const struct join_part *part, char **bytes)
{
    struct htr_file f;
    const size_t n = (size_t)part->piece.bytes;
    *bytes = malloc(n + 1);
    if (*bytes == NULL || htr_file_open(&f, tool_host(shard_verb), part->path) != HTR_OK) {
        free(*bytes);
        *bytes = NULL;
        return NULL;
    }
    const bool good = htr_file_skip(&f, part->piece.at) && htr_file_read(&f, *bytes, n) == n;
    htr_file_close(&f);
    (*bytes)[n] = '\0';
    return good && n > 0 ? fmemopen(*bytes, n, "r") : NULL;
}

static int damaged(const struct join_part *part)
{
    return tool_fail(shard_verb, part->path, "is damaged; remove it, and run its shard again");
}

static int add_stat(struct htr_stat_part *sum, const struct join_part *part)
{
    struct htr_stat_part *one;
    char *bytes;
    FILE *f = open_payload(part, &bytes);
    int status = htr_stat_part_open(&one, tool_host(shard_verb), false);
    if (status == HTR_OK) {
        status =
            f == NULL || !htr_stat_part_read(one, f) ? damaged(part) : htr_stat_part_join(sum, one);
    }
    htr_stat_part_close(one);
    if (f != NULL) {
        (void)fclose(f);
    }
    free(bytes);
    return tool_exit_of(status);
}

static int tell_stat(const struct shard_trace *t, const struct htr_stat *s, bool json, FILE *out)
{
    int status = HTR_OK;
    if (json) {
        status = htr_stat_json(s, out);
    } else {
        htr_stat_print(s, out);
    }
    if (s->gaps > 0 || s->damaged > 0) {
        tool_note(shard_verb, t->path, "%" PRIu64 " gaps, %" PRIu64 " damaged messages", s->gaps,
                  s->damaged);
        return status == HTR_OK ? TOOL_DIFFERS : TOOL_CANNOT;
    }
    return tool_exit_of(status);
}

int join_stat(struct join *j, unsigned trace, FILE *out)
{
    const struct shard_trace *t = &j->p->trace[trace];
    struct htr_stat_part *sum;
    struct htr_stat s;
    struct join_lane l;
    int status = htr_stat_part_open(&sum, tool_host(shard_verb), true);
    if (status != HTR_OK) {
        return TOOL_CANNOT;
    }
    status = join_lane(j, trace, 0, &l);
    for (unsigned i = 0; status == TOOL_OK && i < l.parts; i++) {
        status = add_stat(sum, &l.part[i]);
    }
    if (status == TOOL_OK) {
        struct htr_trace opened = {0};
        char src[8];
        struct htr_trace_options o = shard_lane_options(j->p, t, 0, src);
        htr_stat_part_sum(sum, &s);
        s.path = t->path;
        if (sum->differs) {
            tool_note(shard_verb, t->path,
                      "sources with different options: counted by one process");
            status = import_code(shard_verb, &o.code, &o.params) != 0
                         ? TOOL_CANNOT
                         : tool_exit_of(stat_count(&s, shard_verb, &o));
        } else {
            status = tool_exit_of(htr_trace_open(&opened, tool_host(shard_verb), &o));
            s.one_source = opened.one_source;
            s.src = opened.src;
            htr_trace_close(&opened);
        }
        if (status == TOOL_OK) {
            status = tell_stat(t, &s, j->p->o.kind == SHARD_STAT_JSON, out);
        }
    }
    join_lane_free(&l);
    htr_stat_part_close(sum);
    return status;
}

/* The parts of a lane. Returns NULL after a message. */
static struct htr_verify_part *read_parts(const struct join_lane *l)
{
    struct htr_verify_part *part = calloc(l->parts + 1, sizeof *part);
    for (unsigned i = 0; part != NULL && i < l->parts; i++) {
        struct htr_verify_part *p = &part[i];
        char *bytes;
        FILE *f = open_payload(&l->part[i], &bytes);
        const bool good =
            f != NULL &&
            fscanf(f, "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64, &p->instructions,
                   &p->hash, &p->trouble, &p->messages, &p->bytes) == 5;
        if (f != NULL) {
            (void)fclose(f);
        }
        free(bytes);
        if (!good) {
            (void)damaged(&l->part[i]);
            free(part);
            return NULL;
        }
    }
    return part;
}

/* parts NULL: by one process. Returns enum htr_compare_verdict, or HTR_ERR_*. */
static int verify(const struct join *j, unsigned trace, const struct htr_verify_part *part,
                  unsigned n, FILE *out)
{
    const struct shard_trace *t = &j->p->trace[trace];
    struct htr_verify v;
    char src[8];
    struct htr_verify_options o = {
        .trace = shard_lane_options(j->p, t, 0, src), .pcs = j->p->o.pcs, .limit = 20};
    o.trace.in_pieces = part != NULL;
    if (import_code(shard_verb, &o.trace.code, &o.trace.params) != 0) {
        return TOOL_CANNOT;
    }
    int status = htr_verify_open(&v, tool_host(shard_verb), &o);
    if (status == HTR_OK) {
        status = part != NULL ? htr_verify_parts(&v, part, n, t->bytes) : htr_verify_run(&v);
    }
    if (status == HTR_COMPARE_EQUAL || (status >= 0 && part == NULL)) {
        status = htr_verify_text(&v.report, !tool_is_quiet(), out) == HTR_OK ? status : TOOL_CANNOT;
        htr_verify_note(&v.report, true, tool_host(shard_verb));
    }
    htr_verify_close(&v);
    return status;
}

int join_verify(struct join *j, unsigned trace, FILE *out)
{
    struct join_lane l;
    int status = join_lane(j, trace, 0, &l);
    struct htr_verify_part *part = status == TOOL_OK ? read_parts(&l) : NULL;
    const bool wrapped = j->p->o.view.trace.wrapped;
    if (part == NULL) {
        status = TOOL_CANNOT;
    } else {
        status = wrapped ? HTR_COMPARE_DIFFERENT : verify(j, trace, part, l.parts, out);
        if (status == HTR_COMPARE_DIFFERENT) {
            tool_note(shard_verb, j->p->trace[trace].path,
                      "not equal from the start to the end: compared by one process, which says "
                      "where");
            status = verify(j, trace, NULL, 0, out);
        }
    }
    free(part);
    join_lane_free(&l);
    return tool_exit_of(status);
}
