/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verb shard: decoding in parts that know nothing of each other. A plan says which part of which
 * trace is whose, each shard writes a result of its own, and joining them gives what one process
 * would have written. docs/reference/shard.md.
 */
#ifndef TOOLS_SHARD_H
#define TOOLS_SHARD_H

#include <limits.h>

#include "htr/htr_shard.h"
#include "htv/htv_callview.h"
#include "htv/htv_hot.h"
#include "shard_json.h"
#include "view.h"

extern const char shard_verb[];

/* ---- what is made ---- */

/* --format: what the plan makes. The first ones are those of enum htr_write_format. */
enum shard_kind {
    SHARD_STAT = HTR_WRITE_FORMATS,
    SHARD_STAT_JSON,
    SHARD_VERIFY,
    SHARD_EXPORTS, /* and writers, in the order of shard_exports */
    SHARD_CALLS = SHARD_EXPORTS + 12,
    SHARD_CALLS_JSON,
    SHARD_HOT,
    SHARD_HOT_JSON,
    SHARD_PATH,
    SHARD_PATH_JSON,
    SHARD_FORMATS,
};

/* Name of a format; NULL after the last one. */
const char *shard_format(unsigned kind);

struct shard_options {
    struct view view; /* trace: without a path */
    const char *format, *weigh, *pcs, *output, *id;
    const char *by, *predictor, *limit, *nth;
    struct htv_callview calls; /* of SHARD_CALLS */
    struct htv_hot hot;        /* of SHARD_HOT */
    struct htv_path path;      /* of SHARD_PATH */
    bool allow_other;
    uint64_t n, jobs;
    unsigned kind, weight;
};

/* The writer of o->kind, an export or a view. */
const struct htv_writer *shard_writer(const struct shard_options *o);

/* Its state when the pass does not make it, else NULL. */
void *shard_writer_state(struct shard_options *o);

enum {
    SHARD_ARGS = 1024,
    SHARDS_MAX = 100000, /* of a plan */
};

/* Options as arguments. */
struct shard_args {
    char *item[SHARD_ARGS];
    int n;
};

void shard_args_free(struct shard_args *a);

/* Parse. args: NULL, or gets the options that a plan keeps. Returns as tool_parse. */
int shard_parse(struct shard_options *o, int argc, char **argv, const char **operand, int max,
                struct shard_args *args);

/* ---- plans ---- */

/* Where a source goes on in a span. */
struct shard_entry {
    bool there; /* false: nothing of this source is left, or (span 0) it begins at the start */
    struct nexus_index_entry at;
};

/* A span of a trace: bytes begin .. end - 1 are its own; a source is decoded from its own entry on
 * to that in the next span. */
struct shard_span {
    unsigned shard;
    uint64_t begin, end, crc;
    struct shard_entry *from; /* one per lane */
};

struct shard_trace {
    const char *path;
    uint64_t bytes;
    bool sources; /* a lane is one source; otherwise there is one lane, with all of them */
    unsigned lanes;
    uint16_t *src;     /* by lane */
    uint64_t left_out; /* sources without a synchronizing message */
    struct shard_span *span;
    unsigned spans;
};

/* A file that must not change. */
struct shard_file {
    const char *path;
    uint64_t bytes, crc;
};

struct shard_plan {
    char path[PATH_MAX]; /* absolute */
    struct htr_bytes text;
    struct json *json;
    uint64_t crc; /* of the plan itself: its results name it */
    const char *folder;
    unsigned shards;
    struct shard_args args; /* the options of the plan */
    struct shard_options o;
    struct shard_trace *trace;
    unsigned traces;
    struct shard_file *file;
    unsigned files;
    char wrong[96]; /* shard_load: the member that is not as it must be */
};

/* Make a plan. */
int shard_make_plan(struct shard_options *o, const char **path, unsigned paths,
                    const struct shard_args *args);

/* Cut the traces of a plan whose paths, options and number of shards are set. */
int shard_cut(struct shard_plan *p);

/* Write it as JSON. */
bool shard_write_plan(const struct shard_plan *p, FILE *f);

/* Load a plan and go to its folder. Returns 0, or TOOL_CANNOT after a message. */
int shard_load(struct shard_plan *p, const char *path);
void shard_plan_free(struct shard_plan *p);

/* Have the files changed since the plan was made? Returns 0, or TOOL_CANNOT after a message. */
int shard_check_files(const struct shard_plan *p);

/* CRC-32 of bytes begin .. end - 1 of a file, decompressed; `bytes`: how many there were up to end.
 * Returns 0, or HTR_ERR_* after a message. */
int shard_crc(const char *path, uint64_t begin, uint64_t end, uint64_t *crc, uint64_t *bytes);

/* The options of htr_trace_open for a lane. src is room for its number. */
struct htr_trace_options shard_lane_options(const struct shard_plan *p, const struct shard_trace *t,
                                            unsigned lane, char src[8]);

/* Where a lane of a span ends: the offset after the entry that closes it, or UINT64_MAX. Returns
 * false when the lane has nothing in this span. */
bool shard_lane_end(const struct shard_trace *t, unsigned span, unsigned lane, uint64_t *end);

/* ---- results ---- */

/* A piece of one lane, from span `first` to before span `next`. All members but the seams are
 * uint64_t. */
struct shard_piece {
    uint64_t trace, lane, first, next;
    uint64_t bytes, at; /* of its payload, and where that is in the file */
    uint64_t entries;   /* of a profile, PROFILE_WORDS each, at the end of the payload */
    struct htr_piece piece;
};

enum {
    SHARD_PROFILE_BYTES = 64 /* of an entry of a profile: 8 words */
};

/* Does a result have elements, which are written only when all are joined? */
static inline bool shard_is_log(const struct shard_plan *p)
{
    return p->o.kind >= SHARD_EXPORTS || (p->o.kind < HTR_WRITE_FORMATS && p->trace[0].sources);
}

/* Is there code to decode with? stat counts messages without it. */
static inline bool shard_decodes(const struct shard_plan *p)
{
    return p->o.kind < SHARD_STAT || p->o.kind >= SHARD_VERIFY ||
           htr_code_is_chosen(&p->o.view.trace.code);
}

static inline bool shard_counts(const struct shard_plan *p)
{
    return p->o.kind >= SHARD_STAT && p->o.kind < SHARD_EXPORTS;
}

/* Are ranges of a log joined, and counted in a profile? */
bool shard_is_reduced(const struct shard_plan *p);

/* Are calls that begin and end in a shard summed up? */
bool shard_is_summed(const struct shard_plan *p);

struct shard_out;

/* Begin, go on, end a result: a payload for each piece, then shard_out_piece. */
int shard_out_open(struct shard_out **out, const struct shard_plan *p, const char *path,
                   unsigned shard);
FILE *shard_out_stream(struct shard_out *o);
int shard_out_piece(struct shard_out *o, struct shard_piece *piece);
int shard_out_close(struct shard_out *o, bool keep);

struct shard_in {
    char path[PATH_MAX];
    unsigned shard;
    struct shard_piece *piece;
    unsigned pieces;
    bool there; /* the file is there */
};

/* Where the result of a shard is. */
void shard_result_path(const struct shard_plan *p, unsigned shard, char path[PATH_MAX]);

/* Open and check a result. quiet: without a message when there is none. Returns 0, or TOOL_CANNOT
 * after a message: no result, damaged, or of another plan or shard. */
int shard_in_open(struct shard_in *in, const struct shard_plan *p, unsigned shard, bool quiet);

/* The same for any name. */
int shard_in_open_path(struct shard_in *in, const struct shard_plan *p, unsigned shard,
                       const char *path, bool quiet);
void shard_in_close(struct shard_in *in);

/* ---- the work ---- */

int shard_run(const struct shard_plan *p, unsigned id);
int shard_join(const struct shard_plan *p, const char *output);
int shard_all(const struct shard_plan *p, unsigned jobs);

/* Decode spans first .. next - 1 of a lane into `out`, a piece of a result. more: go on with the
 * spans after them until the seams fit those of `has` (the next piece), or the trace ends. */
struct shard_job {
    const struct shard_plan *p;
    unsigned trace, lane, first, next;
};
int shard_decode(const struct shard_job *job, struct shard_out *out,
                 bool (*fits)(void *ctx, unsigned next, const struct htr_piece *piece), void *ctx);

#endif
