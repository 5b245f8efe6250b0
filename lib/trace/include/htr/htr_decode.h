/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace decoded from front to back into a writer, by one thread or several, with an account of
 * what could not be decoded.
 *
 *   htr_trace_open_decoder(&trace, &host, &options);
 *   htr_writer_init(&w, HTR_WRITE_PCS, out, &trace.code, buffer, sizeof buffer);
 *   htr_decode_open(&d, &trace, &w, false);
 *   htr_decode_run(d, 2, &sum);
 *   htr_decode_close(d);
 *
 * All sources of a trace at a time: htr_sources.h. Bytes as they come: htr_follow.h.
 */
#ifndef HTR_DECODE_H
#define HTR_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_trace.h"
#include "htr/htr_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result of decoding a trace. */
struct htr_decoded {
    uint64_t instructions;
    uint64_t skipped;  /* bytes that were not decoded: before the first sync, in gaps, at the end */
    uint64_t gaps;     /* number of gaps in decoding */
    uint64_t lost;     /* times that the encoder lost trace (Error messages, ETYPE overflow) */
    uint64_t others;   /* messages outside program trace that were not expected */
    uint64_t left_out; /* htr_sources.h: sources without a synchronizing message */
    bool mixed;        /* messages of several sources were decoded as one hart */
    bool whole;        /* skipped, gaps, others, left_out and mixed are all zero */
};

struct htr_decode; /* private */

/* Prepare to decode t, which htr_trace_open_decoder has opened, into w. t and w must not move until
 * htr_decode_close. allow_other: messages outside program trace (data, vendor's, reserved) are
 * expected; without it formats made of ranges alone get a remark, because such a message may be a
 * damaged one. Returns HTR_OK; or after a message HTR_ERR_FORMAT (the bytes of a trace ID are no
 * trace), HTR_ERR_MEMORY, or what htr_tree_begin returns; then *out is NULL. */
int htr_decode_open(struct htr_decode **out, struct htr_trace *t, struct htr_writer *w,
                    bool allow_other) HTR_MUST_CHECK;

enum {
    HTR_DECODE_THREADS = 64 /* at most */
};

/* Decode all of it, once, and flush w. threads: 1 to HTR_DECODE_THREADS; more than one are used for
 * formats made of ranges alone when the trace is long enough, and the output is the same. Remarks
 * to the host name the first gaps, with what to try, and the sums. htr_progress counts bytes of the
 * trace.
 *
 * With several threads the host's callbacks are called by any of them; two at a time only
 * `stopped` beside another.
 *
 * Returns HTR_OK, also for a damaged trace: look at *sum, which is always set. After a message
 * HTR_ERR_MISSING (no message in the whole trace), HTR_ERR_READ (the file broke off),
 * HTR_ERR_MEMORY, HTR_ERR_ARG (threads). Without a message HTR_ERR_WRITE: w->failed. */
int htr_decode_run(struct htr_decode *d, unsigned threads, struct htr_decoded *sum) HTR_MUST_CHECK;

/* Free it; d may be NULL. */
void htr_decode_close(struct htr_decode *d);

#ifdef __cplusplus
}
#endif

#endif
