/* SPDX-License-Identifier: Apache-2.0 */
/* All sources of a trace decoded, each by a decoder of its own, into one output. */
#ifndef HTR_SOURCES_H
#define HTR_SOURCES_H

#include "htr/htr_decode.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_SOURCES_MAX = 64
};

enum htr_order {
    HTR_ORDER_AUTO,   /* time where messages have timestamps, else stream */
    HTR_ORDER_TIME,   /* of timestamps; a range has the time before it */
    HTR_ORDER_STREAM, /* of the messages */
};

/* The sources of o->path that can be decoded, those with a synchronizing message, ascending; src
 * has room for HTR_SOURCES_MAX. *left_out: sources with messages, but no synchronizing one; a
 * remark names each. Returns HTR_OK, or after a message HTR_ERR_* as htr_decode_sources. */
int htr_sources_list(struct htr_host *host, const struct htr_trace_options *o, uint16_t src[],
                     unsigned *n, uint64_t *left_out) HTR_MUST_CHECK;

/* Decode each source of o->path, a file or the folder of a snapshot; o->src and o->code.hart are
 * ignored. The file is read once for each source and once before, and memory does not grow with it.
 * Sources without a synchronizing message are left out, with a remark. The format of w has a place
 * for the source (struct htr_write_about); code and source of w are set here.
 *
 * Returns HTR_OK, also for damaged traces: look at *sum, the sums of all sources. After a message
 * HTR_ERR_MISSING (SRC has no bits, no synchronizing message, no message of a source, order TIME
 * without timestamps), HTR_ERR_RANGE (more than HTR_SOURCES_MAX sources), HTR_ERR_ARG (standard
 * input, a format without place for the source), HTR_ERR_READ, HTR_ERR_MEMORY, or what
 * htr_trace_open_decoder and htr_decode_open return. Without a message HTR_ERR_WRITE: w->failed. */
int htr_decode_sources(struct htr_host *host, const struct htr_trace_options *o,
                       enum htr_order order, struct htr_writer *w,
                       struct htr_decoded *sum) HTR_MUST_CHECK;

/* The same of elements that were decoded before, apart from each other (htr_shard.h). */
struct htr_sources_log {
    void *ctx;
    bool (*next)(void *ctx, size_t lane, struct flow_elem *e); /* false: the end of the lane */
    const uint16_t *src;                                       /* by lane, ascending */
    const struct htr_piece *whole; /* by lane: the account of the whole trace */
    unsigned lanes;
    uint64_t bytes; /* of the trace */
};
struct htr_piece;
int htr_decode_sources_log(struct htr_host *host, const struct htr_trace_options *o,
                           enum htr_order order, const struct htr_sources_log *log,
                           struct htr_writer *w, struct htr_decoded *sum) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
