/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HTR_SEARCH_INT_H
#define HTR_SEARCH_INT_H

#include <stdbool.h>

enum {
    HTR_SEARCH_FAULT = 8,    /* messages that an error counts as */
    HTR_SEARCH_MESSAGES = 8, /* messages of a path without an error, at least */
    HTR_SEARCH_WALKED = 256, /* or instructions of it, at least */
    HTR_SEARCH_LEAD = 7,     /* such a trial must lead by more messages than that */
    HTR_SEARCH_FAR = 16,     /* one with errors by at least this many */
};

struct htr_guess_input;
struct htr_settings;
struct htr_trace_options;
struct nexus_stream_cfg;

/* The settings (enum htr_search_setting, or-ed) that the user gave. */
unsigned htr_search_fixed(const struct htr_settings *te, const struct htr_trace_options *o);

/* The width of TSTAMP in bits, 1 to 64: as times that wrap show it (*wraps), or 64 when a field is
 * wider than cfg has it and none wraps. 0: the bytes do not show it. */
unsigned htr_search_ts_width(const struct htr_guess_input *in, const struct nexus_stream_cfg *cfg,
                             bool *wraps);

#endif
