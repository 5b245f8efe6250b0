/* SPDX-License-Identifier: Apache-2.0 */
/* Shards of stat and verify: what is counted of a span, and the sum. */
#ifndef TOOLS_SHARD_COUNT_H
#define TOOLS_SHARD_COUNT_H

#include "htr/htr_shard.h"
#include "htr/htr_stat.h"
#include "htr/htr_verify_parts.h"
#include "shard_join.h"

/* Of a span being decoded. */
struct shard_count {
    bool verify;
    struct flow_code *code; /* of the span */
    struct htr_stat_returns returns;
    struct htr_verify_part part;
};

/* As htr_span_take, elements one by one; ctx is the struct shard_count. */
int shard_count_take(void *ctx, const struct flow_range *range, unsigned n,
                     const struct flow_elem *e);

/* The messages of the span, and the payload. stop: where it ends. Returns HTR_OK, or TOOL_CANNOT
 * after a message. */
int shard_count_end(struct shard_count *c, const struct shard_job *job, uint64_t stop,
                    const struct htr_piece *piece, FILE *to);

/* The result of a trace. */
int join_stat(struct join *j, unsigned trace, FILE *out);
int join_verify(struct join *j, unsigned trace, FILE *out);

#endif
