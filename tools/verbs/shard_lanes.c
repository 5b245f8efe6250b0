/* SPDX-License-Identifier: Apache-2.0 */
/* Joining the results of shards: the lanes. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "htr/htr_file.h"
#include "output.h"
#include "shard_join.h"

enum {
    COPY = 1 << 16
};

static int no_memory(void)
{
    return tool_fail(shard_verb, NULL, "not enough memory");
}

/* ---- results ---- */

int join_open(struct join *j, const struct shard_plan *p)
{
    unsigned wrong = 0;
    *j = (struct join){.p = p, .in = calloc(p->shards, sizeof *j->in)};
    if (j->in == NULL) {
        return no_memory();
    }
    for (unsigned i = 0; i < p->shards; i++) {
        wrong += shard_in_open(&j->in[i], p, i, false) != TOOL_OK;
    }
    return wrong > 0 ? tool_fail(shard_verb, p->path,
                                 "%u of %u shards have no result: nothing was "
                                 "joined",
                                 wrong, p->shards)
                     : TOOL_OK;
}

void join_close(struct join *j)
{
    for (unsigned i = 0; j->in != NULL && i < j->p->shards; i++) {
        shard_in_close(&j->in[i]);
    }
    for (unsigned i = 0; i < j->agains; i++) {
        (void)unlink(j->again[i]->path);
        shard_in_close(j->again[i]);
        free(j->again[i]);
    }
    free(j->in);
    free(j->again);
}

/* ---- parts ---- */

static int by_span(const void *a, const void *b)
{
    const struct join_part *x = a, *y = b;
    return x->piece.first < y->piece.first ? -1 : x->piece.first > y->piece.first;
}

/* The pieces of a lane, in order. */
static int gather(const struct join *j, unsigned trace, unsigned lane, struct join_lane *l)
{
    const struct shard_trace *t = &j->p->trace[trace];
    uint64_t end;
    unsigned n = 0;
    l->part = calloc(t->spans, sizeof *l->part);
    if (l->part == NULL) {
        return no_memory();
    }
    for (unsigned i = 0; i < j->p->shards; i++) {
        for (unsigned k = 0; k < j->in[i].pieces; k++) {
            const struct shard_piece *piece = &j->in[i].piece[k];
            if (piece->trace == trace && piece->lane == lane && l->parts < t->spans) {
                l->part[l->parts++] = (struct join_part){j->in[i].path, *piece};
            }
        }
    }
    qsort(l->part, l->parts, sizeof *l->part, by_span);
    for (unsigned k = 0; k < t->spans; k++) {
        if (shard_lane_end(t, k, lane, &end) && (n >= l->parts || l->part[n++].piece.first != k)) {
            return tool_fail(shard_verb, j->p->path, "the results have no part %u of %s", k,
                             t->path);
        }
    }
    return TOOL_OK;
}

/* ---- what does not fit ---- */

struct fit {
    const struct join_lane *l;
};

/* Does the span after it begin as this piece ends? */
static bool fits(void *ctx, unsigned next, const struct htr_piece *piece)
{
    const struct join_lane *l = ((const struct fit *)ctx)->l;
    for (unsigned i = 0; i < l->parts; i++) {
        if (l->part[i].piece.first == next) {
            return htr_seam_fits(&piece->end, &l->part[i].piece.piece.begin);
        }
    }
    return false;
}

/* Decode part i again, and on until what follows fits. The part is the result. */
static int again(struct join *j, struct join_lane *l, unsigned i)
{
    const struct shard_piece *piece = &l->part[i].piece;
    const struct shard_job job = {j->p, (unsigned)piece->trace, (unsigned)piece->lane,
                                  (unsigned)piece->first, (unsigned)piece->next};
    char path[PATH_MAX];
    struct fit ctx = {l};
    struct shard_out *out;
    struct shard_in **more = realloc(j->again, (j->agains + 1) * sizeof(struct shard_in *));
    struct shard_in *in = calloc(1, sizeof *in);
    j->again = more != NULL ? more : j->again;
    if (more == NULL || in == NULL) {
        free(in);
        return no_memory();
    }
    tool_note(shard_verb, j->p->trace[piece->trace].path,
              "part %u begins otherwise than its messages show: parts %u and on are decoded again",
              job.next, job.first);
    snprintf(path, sizeof path, "%.3900s.d/again.%u.%u.%u", j->p->path, job.trace, job.lane,
             job.first);
    int status = shard_out_open(&out, j->p, path, job.first);
    if (status != TOOL_OK) {
        free(in);
        return status;
    }
    status = shard_decode(&job, out, fits, &ctx);
    const int closed = shard_out_close(out, status == TOOL_OK || status == HTR_ERR_WRITE);
    status = status == TOOL_OK ? closed : status;
    status = status == TOOL_OK ? shard_in_open_path(in, j->p, job.first, path, false) : status;
    if (status == TOOL_OK) {
        j->again[j->agains++] = in;
        l->part[i] = (struct join_part){in->path, in->piece[0]};
    } else {
        free(in);
    }
    return status;
}

int join_lane(struct join *j, unsigned trace, unsigned lane, struct join_lane *l)
{
    *l = (struct join_lane){0};
    int status = gather(j, trace, lane, l);
    unsigned n = 0;
    for (unsigned i = 0; status == TOOL_OK && i < l->parts; n++) {
        struct join_part *part = &l->part[i];
        const bool last = i + 1 == l->parts;
        unsigned to = i + 1;
        if (!last && shard_decodes(j->p) &&
            !htr_seam_fits(&part->piece.piece.end, &part[1].piece.piece.begin)) {
            status = again(j, l, i);
            while (to < l->parts && l->part[to].piece.first < part->piece.next) {
                to++;
            }
        }
        l->part[n] = *part;
        i = to;
    }
    l->parts = n;
    for (unsigned i = 0; status == TOOL_OK && shard_decodes(j->p) && i < n; i++) {
        if (i == 0) {
            l->whole = l->part[0].piece.piece;
        } else if (!htr_piece_join(&l->whole, &l->part[i].piece.piece)) {
            status =
                tool_fail(shard_verb, j->p->path, "parts that do not fit; run the shards again");
        }
    }
    return status;
}

void join_lane_free(struct join_lane *l)
{
    free(l->part);
    l->part = NULL;
}

int join_copy(const struct join_part *part, FILE *to)
{
    uint8_t bytes[COPY];
    struct htr_file f;
    uint64_t left = part->piece.bytes;
    if (htr_file_open(&f, tool_host(shard_verb), part->path) != HTR_OK) {
        return TOOL_CANNOT;
    }
    bool good = htr_file_skip(&f, part->piece.at);
    while (good && left > 0) {
        const size_t want = left < COPY ? (size_t)left : (size_t)COPY;
        const size_t got = htr_file_read(&f, bytes, want);
        good = got == want;
        (void)fwrite(bytes, 1, got, to);
        left -= got;
    }
    htr_file_close(&f);
    return good ? TOOL_OK : tool_fail(shard_verb, part->path, "cannot be read");
}
