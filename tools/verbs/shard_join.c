/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: results are joined. */
#include "shard_count.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fst.h"
#include "host.h"
#include "output.h"

/* What could not be decoded, as decode reports it at its end. */
static int tell_sums(const struct shard_trace *t, const struct htr_piece *whole)
{
    const struct htr_shard_sum *s = &whole->sum;
    struct htr_decoded sum;
    htr_piece_decoded(whole, &sum);
    if (s->messages == 0 && s->left == 0) {
        return tool_fail(shard_verb, t->path,
                         "holds no messages, only idle bytes; was the trace started?");
    }
    if (s->left > 0) {
        tool_note(shard_verb, t->path, "the last message is cut off, %" PRIu64 " byte%s left",
                  s->left, htr_s(s->left));
    }
    if (s->lost > 0) {
        tool_note(shard_verb, t->path, "the encoder lost trace %" PRIu64 " time%s (overflow)",
                  s->lost, htr_s(s->lost));
    }
    if (sum.skipped > 0 || s->gaps > 0) {
        tool_note(shard_verb, t->path,
                  "%" PRIu64 " of %" PRIu64 " bytes skipped; %" PRIu64 " instruction%s decoded",
                  sum.skipped, t->bytes, s->instructions, htr_s(s->instructions));
    }
    return sum.whole ? TOOL_OK : TOOL_DIFFERS;
}

/* One after the other. */
static int join_bytes(struct join *j, unsigned trace, FILE *out)
{
    struct join_lane l;
    int status = join_lane(j, trace, 0, &l);
    for (unsigned i = 0; status == TOOL_OK && i < l.parts; i++) {
        status = join_copy(&l.part[i], out);
    }
    status = status == TOOL_OK ? tell_sums(&j->p->trace[trace], &l.whole) : status;
    join_lane_free(&l);
    return status;
}

static int join_trace(struct join *j, unsigned trace, const char *output)
{
    const unsigned kind = j->p->o.kind;
    if (kind >= SHARD_EXPORTS && (shard_writer(&j->p->o)->wants & HTV_WANTS_PATH) != 0) {
        if (strcmp(output, "-") == 0) {
            return tool_fail(shard_verb, NULL, "%s makes no stream; name a file: -o FILE",
                             shard_format(kind));
        }
        const bool file = (shard_writer(&j->p->o)->wants & HTV_WANTS_FILE) != 0;
        const char *place = file ? output_place(shard_verb, output, "") : output;
        return place != NULL ? join_log(j, trace, place, NULL) : TOOL_CANNOT;
    }
    struct fst fst = {0};
    const bool waves = strcmp(shard_format(kind), "vcd") == 0; /* FST when the name asks for it */
    if (waves && fst_check(shard_verb, output) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    FILE *out = waves ? fst_open(&fst, shard_verb, output) : output_open(shard_verb, output);
    if (out == NULL) {
        return TOOL_CANNOT;
    }
    int status = kind == SHARD_VERIFY ? join_verify(j, trace, out)
                 : shard_counts(j->p) ? join_stat(j, trace, out)
                 : shard_is_log(j->p) ? join_log(j, trace, output, out)
                                      : join_bytes(j, trace, out);
    int closed = output_close(out);
    if (closed == 0 && waves && tool_done(status)) {
        closed = fst_convert(&fst);
    }
    return closed != 0 ? closed : status;
}

/* OUT/TRACE.FORMAT. */
static int join_to_folder(struct join *j, unsigned trace, const char *folder)
{
    char path[PATH_MAX];
    const char *name = j->p->trace[trace].path, *slash = strrchr(name, '/');
    snprintf(path, sizeof path, "%.3000s/%.900s.%s", folder, slash != NULL ? slash + 1 : name,
             shard_format(j->p->o.kind));
    return join_trace(j, trace, path);
}

int shard_join(const struct shard_plan *p, const char *output)
{
    struct join j;
    int status = join_open(&j, p);
    if (status == TOOL_OK && p->traces == 1) {
        status = join_trace(&j, 0, output);
    } else if (status == TOOL_OK) {
        status = output_folder(shard_verb, output) != 0 ? TOOL_CANNOT : TOOL_OK;
        for (unsigned i = 0; tool_done(status) && i < p->traces; i++) {
            status = tool_worse(status, join_to_folder(&j, i, output));
        }
    }
    join_close(&j);
    return status;
}
