/* SPDX-License-Identifier: Apache-2.0 */
/* Joining the results of shards: the lanes of a trace, made of pieces that fit. */
#ifndef TOOLS_SHARD_JOIN_H
#define TOOLS_SHARD_JOIN_H

#include "shard.h"

/* A piece, and the file that has its payload. */
struct join_part {
    const char *path;
    struct shard_piece piece;
};

/* A lane of a trace: parts in order, each of which fits the one before. */
struct join_lane {
    struct join_part *part;
    unsigned parts;
    struct htr_piece whole;
};

struct join {
    const struct shard_plan *p;
    struct shard_in *in;     /* by shard */
    struct shard_in **again; /* spans that were decoded again */
    unsigned agains;
};

/* Open all results. Returns 0, or TOOL_CANNOT after a message for each that is missing or wrong. */
int join_open(struct join *j, const struct shard_plan *p);
void join_close(struct join *j);

/* Make lane->part; spans whose beginning turned out to be different are decoded again. Returns 0,
 * or TOOL_CANNOT after a message. */
int join_lane(struct join *j, unsigned trace, unsigned lane, struct join_lane *l);
void join_lane_free(struct join_lane *l);

/* Make the result of a trace of its elements (shard_is_log): out, or `path` where the format makes
 * its own file. Returns TOOL_OK, TOOL_DIFFERS, or TOOL_CANNOT after a message. */
int join_log(struct join *j, unsigned trace, const char *path, FILE *out);

/* Copy a payload. Returns 0, or TOOL_CANNOT after a message. */
int join_copy(const struct join_part *part, FILE *to);

#endif
