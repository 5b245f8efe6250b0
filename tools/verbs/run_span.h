/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: a trace without holes that is the beginning or the end of the execution. */
#ifndef TOOLS_RUN_SPAN_H
#define TOOLS_RUN_SPAN_H

#include "compare.h"

/* What a trace holds. */
struct run_span {
    uint64_t instructions; /* from the first synchronizing message on */
    bool plain;            /* no hole, no error behind it: it can be compared in one go */
};

/* Decode to the end and count; d is used up. */
void run_span_measure(struct nexus_decoder *d, struct run_span *span);

/* Decode to the end and compare with what comes next in `expected`, which may go on behind it.
 * first: number of its first PC, for messages, from 1. Memory does not depend on the length. */
enum compare_verdict run_span_compare(const char *verb, const char *path, struct nexus_decoder *d,
                                      struct htr_pcs *expected, uint64_t first,
                                      struct compare_result *result);

#endif
