/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A decoded trace against the executed PCs, where parts of the execution are missing from the
 * trace: captures that begin late or end early, losses, damage. A segment is what was decoded
 * without a gap; each is placed in the list by its PCs, after the segment before it.
 */
#ifndef TOOLS_COMPARE_PARTS_H
#define TOOLS_COMPARE_PARTS_H

#include <stddef.h>

#include "compare.h"

struct compare_parts_cfg {
    bool late;      /* the trace may begin anywhere in the list */
    bool early;     /* it may end anywhere */
    bool regions;   /* instructions may be missing between trace off and trace on */
    bool losses;    /* Error messages and SYNC=7 are gaps, not differences */
    unsigned limit; /* differences, 1 or more: the comparison ends with the last */
    bool spans;     /* the result has the spans that are equal */
};

enum {
    COMPARE_GAPS = 32,    /* gaps that are described; all are counted */
    COMPARE_LIMIT = 1000, /* differences at most */
};

struct compare_gap {
    uint64_t msg, offset; /* of the message that reports it */
    uint64_t before;      /* listed PCs before the gap */
    uint64_t missing;     /* and in it: at least, when they repeat; */
    bool open;            /* not known, because nothing follows */
};

struct compare_parts_result {
    struct compare_result sum; /* sum.difference is unused */
    uint64_t listed;           /* PCs in the list */
    uint64_t first;            /* listed PCs before the first one compared */
    uint64_t segments, wrong;  /* wrong: those that differ */
    uint64_t gaps;
    struct compare_gap gap[COMPARE_GAPS];
    unsigned differences;
    struct compare_difference *difference; /* cfg.limit of them, of the caller */
    struct compare_span *span;             /* in ascending order; the caller frees it */
    size_t spans;
};

/* Decode to the end (or the last difference) and compare. All of the list is held in memory: 8
 * bytes per instruction, and as much for the longest segment that has to be placed. Differences are
 * not printed. Returns COMPARE_CANNOT after a message. */
enum compare_verdict compare_parts(const char *verb, const char *path, struct nexus_decoder *d,
                                   struct htr_pcs *expected, const struct compare_parts_cfg *cfg,
                                   struct compare_parts_result *result);

#endif
