/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace that is decoded while it comes, against a log of PCs that grows meanwhile. A trace comes
 * after the execution that it tells of, so every PC that is decoded is in the log already; what was
 * compared is dropped from it. Memory does not depend on the length of either.
 *
 * The trace begins with the first PC of the log (unless `anywhere`). After a hole the next piece is
 * placed where it first occurs after the one before, as compare_pieces does. A piece longer than
 * COMPARE_LIVE_PIECE instructions is placed by its beginning and compared from there on. Where that
 * beginning occurs again in the log, the log is kept, and another place is tried when the first
 * does not go on as the trace does.
 */
#ifndef TOOLS_COMPARE_LIVE_H
#define TOOLS_COMPARE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare.h"
#include "htr/htr_pc_log.h"

enum {
    COMPARE_LIVE_PIECE = 1 << 16,
};

struct compare_live_cfg {
    const char *verb, *path; /* for messages */
    struct nexus_decoder *decoder;
    struct htr_pc_log *log;
    bool anywhere; /* filters, triggers: pieces may lie anywhere, in order */
    bool lossy;    /* the encoder may lose messages */
    size_t piece;  /* instructions by which a piece is placed; 0: COMPARE_LIVE_PIECE */
};

struct compare_live_cursor; /* compare_live.c */

/* Read: result, gaps, verdict. The rest is private. */
struct compare_live {
    struct compare_live_cfg cfg;
    struct compare_result result;
    struct htr_gap_meter gaps;
    enum compare_verdict verdict; /* so far */

    bool hole;                      /* the trace had one, */
    struct compare_difference gone; /* which is this difference if it could have none */
    char said[512];          /* the verdict in words, when it is no difference with a place */
    bool note;               /* said is a note */
    bool open, placed, only; /* a piece: begun; where it lies is known; for certain */
    uint64_t start, length;  /* placed: its first PC in the log; of the piece so far */
    struct flow_elem first;  /* its first range */
    uint64_t *pc;            /* its beginning, until it is placed and certain, */
    uint32_t *border;        /* and the longest border of each of its prefixes */
    size_t n;
    struct compare_live_cursor *at, *seek, *check;
};

/* Begin. Returns false without memory. */
bool compare_live_begin(struct compare_live *c, const struct compare_live_cfg *cfg);

/* Compare all that the decoder can decode, then drop what is not needed of the log. */
void compare_live_go(struct compare_live *c);

/* After the last go, with decoder->more = false: the verdict. partial: the trace may lack
 * parts of the execution. */
enum compare_verdict compare_live_end(struct compare_live *c, bool partial);

/* Say why the verdict is not COMPARE_EQUAL. */
void compare_live_tell(const struct compare_live *c);

void compare_live_free(struct compare_live *c);

#endif
