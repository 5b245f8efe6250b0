/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an export needs of a span of a trace, in a file: calls, returns, traps and events one by
 * one; between two of them the ranges within one function as a single one; and how often each range
 * was executed. For a writer that takes calls (htv_writer.h) calls that begin and end in the span
 * are summed up. Files of spans that follow each other are joined by reading one after the other
 * (htv_replay), counts by htv_profile_merge: a pass over them makes the events that decoding would.
 */
#ifndef HTV_REDUCE_H
#define HTV_REDUCE_H

#include <stdio.h>

#include "htr/htr_elem_log.h"
#include "htr/htr_trace.h"
#include "htv/htv_profile.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htv_reduce; /* private */

/* How to write. */
enum htv_reduce_how {
    HTV_REDUCE_WHOLE = 1u << 0,   /* all ranges one by one, none counted */
    HTV_REDUCE_OFFSETS = 1u << 1, /* with how far the trace was read (HTV_WANTS_OFFSETS) */
    HTV_REDUCE_CALLS = 1u << 2,   /* as a summary (htv_summary.h), for a writer that takes calls */
};

/* Begin to write to `to`. t: the trace that is decoded, with code that depends on no context; its
 * ELF gives the functions. how: HTV_REDUCE_*. Returns HTR_OK, or HTR_ERR_* after a message. */
int htv_reduce_open(struct htv_reduce **out, struct htr_host *host, struct htr_trace *t,
                    unsigned how, FILE *to) HTR_MUST_CHECK;

/* As htr_span_take; ctx is the struct htv_reduce. */
int htv_reduce_take(void *ctx, const struct flow_range *range, unsigned n,
                    const struct flow_elem *e);

/* Write what is held back. */
void htv_reduce_flush(struct htv_reduce *r);

/* The counts: those of all ranges so far; all zero when `whole`. */
const struct htv_profile *htv_reduce_profile(const struct htv_reduce *r);

/* r may be NULL. */
void htv_reduce_close(struct htv_reduce *r);

#ifdef __cplusplus
}
#endif

#endif
