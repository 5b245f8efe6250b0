/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_trace.c: bytes that are messages only after something was taken off. */
#ifndef HTR_TRACE_LOAD_H
#define HTR_TRACE_LOAD_H

#include "htr/htr_trace.h"

/* Load the file for a profile whose traces come in frames (NEXUS_PROFILE_SPACEMIT_K3): messages out
 * of the frames of all trace IDs, or the bytes as they are when they are no frames. Returns HTR_OK,
 * or after a message what htr_bytes_load returns. */
int htr_trace_load_frames(struct htr_trace *t) HTR_MUST_CHECK;

/* E-Trace: the configuration, by the settings of t; and the decoder at the start of its bytes, of
 * which `size` are at hand. Returns HTR_OK, or after a message HTR_ERR_ARG, HTR_ERR_MEMORY. */
int htr_trace_configure_etrace(struct htr_trace *t) HTR_MUST_CHECK;
int htr_trace_begin_etrace(struct htr_trace *t, size_t size) HTR_MUST_CHECK;

/* What a perf.data file says of its trace, for the settings; the texts must live as long as the
 * lists do. */
struct htr_perf_words {
    char src_bits[HTR_OPTION_TEXT];
};

/* If o->path is perf.data, read it into t->perf, and put what it says in front of te and params.
 * Returns HTR_OK, also for all other files; or after a message what htr_perf_data_open returns,
 * HTR_ERR_ARG (too many settings), HTR_ERR_FORMAT (E-Trace). */
int htr_trace_open_perf(struct htr_trace *t, const struct htr_trace_options *o, struct htr_list *te,
                        struct htr_list *params, struct htr_perf_words *words) HTR_MUST_CHECK;

/* The trace of t->perf. Returns HTR_OK, or after a message HTR_ERR_ARG (settings that cannot be),
 * HTR_ERR_MEMORY. */
int htr_trace_load_perf(struct htr_trace *t) HTR_MUST_CHECK;

/* The code of t->perf, unless `code` names a list. Returns HTR_OK, or after a message
 * HTR_ERR_MISSING (no code at all), HTR_ERR_MEMORY. */
int htr_trace_perf_code(struct htr_trace *t, struct htr_code_choice *code) HTR_MUST_CHECK;

void htr_trace_close_perf(struct htr_trace *t);

#endif
