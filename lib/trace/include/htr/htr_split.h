/* SPDX-License-Identifier: Apache-2.0 */
/* A trace becomes several files: one for each source, or pieces that each begin with a
 * synchronizing message. */
#ifndef HTR_SPLIT_H
#define HTR_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_split_by {
    HTR_SPLIT_SOURCES, /* PREFIX.srcN.nex */
    HTR_SPLIT_SYNCS,   /* PREFIX.NNNN.nex, NNNN from 0000 */
};

struct htr_split_options {
    enum htr_split_by by;
    const char *prefix; /* of the files' names */
    uint64_t least;     /* SYNCS: bytes of a piece, at least */
    bool wrapped;       /* the trace begins inside a message; SOURCES leaves that one out */
};

struct htr_split_sum {
    uint64_t files;
    uint64_t damaged; /* messages; SOURCES: those in none of the files */
};

/* Split t, which htr_trace_open has loaded (not in_pieces), with host->create and close. The files
 * of HTR_SPLIT_SYNCS one after the other are the trace again. htr_progress counts bytes. When the
 * host wants to stop, what is written so far is kept.
 *
 * Returns HTR_OK, also for a damaged trace: look at *sum, which is always set. After a message
 * HTR_ERR_MISSING (SOURCES, and SRC has no bits), HTR_ERR_ARG (a prefix that is too long, or
 * settings that no decoder can have), HTR_ERR_OPEN (a file cannot be made), HTR_ERR_WRITE. */
int htr_split(struct htr_trace *t, const struct htr_split_options *o,
              struct htr_split_sum *sum) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
