/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Spans of a trace, decoded apart from each other, and what joins their results.
 *
 * A span begins after a synchronizing message of its source and ends with a later one, or with the
 * trace. What a decoder knows there from the bytes before (time, context, number of the message) is
 * in the entry of the index (nexus_index.h), so that a span is decoded as if decoding had come from
 * the start. Errors that only code shows can make that wrong. Therefore each result has two seams,
 * all that is open where the span begins and where it ends: results are joined only where these are
 * the same. Otherwise the span before is extended (htr_span_extend) until they are.
 *
 *   htr_span_open(&s, &host, &options, &entry, end);
 *   htr_span_write(s, &writer, false);        or htr_span_log
 *   htr_span_piece(s, &piece);
 *   htr_span_close(s);
 *
 * Joining is associative: pieces can be joined in any grouping. N-Trace 1.0, "Synchronizing
 * Messages": what a sync resets; "Timestamp Reporting", "Ownership Message": what it does not.
 */
#ifndef HTR_SHARD_H
#define HTR_SHARD_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_decode.h"
#include "nexus/nexus_index.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is open at a cut ---- */

enum htr_seam_word {
    HTR_SEAM_READY,    /* 1: the message before is done, and the words say all. 0: joins nothing */
    HTR_SEAM_AT,       /* offset in the trace */
    HTR_SEAM_MESSAGES, /* before it */
    HTR_SEAM_PC,
    HTR_SEAM_ADDRESS, /* that U-ADDR is relative to */
    HTR_SEAM_FLAGS,
    HTR_SEAM_TIME,
    HTR_SEAM_DATA, /* address of the last data message; of E-Trace what is in force */
    HTR_SEAM_CONTEXT,
    HTR_SEAM_SCONTEXT,
    HTR_SEAM_HCONTEXT,
    HTR_SEAM_GAP, /* offset at which an open gap began, plus 1 */
    HTR_SEAM_WORDS
};

struct htr_seam {
    uint64_t word[HTR_SEAM_WORDS];
};

/* Does decoding go on after `end` as it began at `begin`? */
bool htr_seam_fits(const struct htr_seam *end, const struct htr_seam *begin);

/* ---- the account of a piece ---- */

/* struct htr_decoded in parts. All members are uint64_t. */
struct htr_shard_sum {
    uint64_t instructions, skipped, gaps, lost, others;
    uint64_t reported; /* troubles */
    uint64_t messages; /* taken up to the end of the piece, from the start of the trace */
    uint64_t left;     /* bytes after the last complete message */
    uint64_t begun;    /* 1: there was an element, of source src */
    uint64_t src;
    uint64_t mixed; /* 1: messages of several sources were decoded as one hart */
    uint64_t ended; /* 1: the trace ends in it */
};

struct htr_piece {
    struct htr_seam begin, end;
    struct htr_shard_sum sum;
};

/* a becomes a and b after it. Returns false, and leaves a, when they do not fit. */
bool htr_piece_join(struct htr_piece *a, const struct htr_piece *b);

/* The account of a whole trace of `size` bytes, as htr_decode_run gives it. */
void htr_piece_decoded(const struct htr_piece *whole, struct htr_decoded *sum);

/* ---- a span being decoded ---- */

struct htr_span; /* private */

/* Open the trace that o names, with its code, for the span after `from` (NULL: from the start) up
 * to offset `end` (UINT64_MAX: all that follows). host and o must stay. Returns HTR_OK; or after a
 * message what htr_trace_open_decoder, htr_trace_tree and htr_trace_span return, then *out is NULL.
 */
int htr_span_open(struct htr_span **out, struct htr_host *host, const struct htr_trace_options *o,
                  const struct nexus_index_entry *from, uint64_t end) HTR_MUST_CHECK;

/* Decode up to the end of the span. w without code; the header of a CSV is for the caller to leave
 * out. Returns HTR_OK; HTR_ERR_READ after a message; without one HTR_ERR_MEMORY, or HTR_ERR_WRITE:
 * w->failed. */
int htr_span_write(struct htr_span *s, struct htr_writer *w, bool allow_other) HTR_MUST_CHECK;

/* Takes what comes next: n ranges, whose e->offset is that of htr_batch_next; or with n 0 the
 * element e. Returns HTR_OK, or HTR_ERR_* to end. */
typedef int htr_span_take(void *ctx, const struct flow_range *range, unsigned n,
                          const struct flow_elem *e);

/* Decode up to the end of the span. batches: ranges come in batches, otherwise as elements. Returns
 * what take returned; or HTR_ERR_READ after a message. */
int htr_span_elements(struct htr_span *s, bool batches, htr_span_take *take,
                      void *ctx) HTR_MUST_CHECK;

/* The end is moved to a later offset: decode on. */
void htr_span_extend(struct htr_span *s, uint64_t end);

/* Seams and account up to here. */
void htr_span_piece(const struct htr_span *s, struct htr_piece *p);

/* Read: its code and settings. */
struct htr_trace *htr_span_trace(struct htr_span *s);

/* s may be NULL. */
void htr_span_close(struct htr_span *s);

#ifdef __cplusplus
}
#endif

#endif
