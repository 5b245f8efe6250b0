/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace that is decoded as it arrives, against a log of PCs that is still growing. A trace comes
 * after the execution that it reports, so every PC that is decoded is in the log already; what was
 * compared is dropped from it. Memory does not depend on the length of either.
 *
 * The trace begins with the first PC of the log (unless `anywhere`). After a hole the next piece is
 * placed where it first occurs after the one before, as htr_compare_pieces does. A piece longer
 * than HTR_COMPARE_LIVE_PIECE instructions is placed by its beginning and compared from there on.
 * Where that beginning occurs again in the log, the log is kept, and another place is tried when
 * the trace does not go on like the first.
 */
#ifndef HTR_COMPARE_LIVE_H
#define HTR_COMPARE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_compare.h"
#include "htr/htr_pc_log.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_COMPARE_LIVE_PIECE = 1 << 16,
};

struct htr_compare_live_cfg {
    struct htr_host *host;         /* for messages */
    struct nexus_decoder *decoder; /* fed by the caller */
    struct htr_pc_log *log;
    bool anywhere; /* filters, triggers: pieces may lie anywhere, in order */
    bool lossy;    /* the encoder may lose messages */
    size_t piece;  /* instructions by which a piece is placed; 0: HTR_COMPARE_LIVE_PIECE */
};

struct htr_compare_live_cursor; /* htr_compare_live.c */

/* Read: result, gaps, verdict. The rest is private. */
struct htr_compare_live {
    struct htr_compare_live_cfg cfg;
    struct htr_tree tree; /* contains the decoder */
    struct htr_pull pull; /* from it */
    struct htr_compare_result result;
    struct htr_gap_meter gaps;
    int verdict; /* so far: enum htr_compare_verdict, HTR_ERR_READ (the log) */

    bool hole;                  /* the trace had a hole */
    struct htr_difference gone; /* the difference to report if no hole is possible */
    bool open, placed, only;    /* a piece: begun; its place is known; the place is certain */
    uint64_t start, length;     /* its first PC in the log if placed; instructions so far */
    struct flow_elem first;     /* its first range */
    uint64_t *pc;               /* first PCs of the piece, until its place is certain */
    uint32_t *border;           /* the longest border of each prefix of pc */
    size_t n;
    struct htr_compare_live_cursor *at, *seek, *check;
};

/* Begin; the decoder is at its beginning, with decoder->more = true. Returns HTR_OK, or
 * HTR_ERR_MEMORY after a message; htr_compare_live_free ends it in both cases. */
int htr_compare_live_begin(struct htr_compare_live *c,
                           const struct htr_compare_live_cfg *cfg) HTR_MUST_CHECK;

/* Compare all that the decoder can decode, then drop PCs of the log that are not needed any
 * more. */
void htr_compare_live_go(struct htr_compare_live *c);

/* After the last go, with decoder->more = false: decode the rest. partial: the trace may lack
 * parts of the execution. Returns the verdict: result.difference says where, when it is
 * HTR_COMPARE_DIFFERENT. */
int htr_compare_live_end(struct htr_compare_live *c, bool partial);

void htr_compare_live_free(struct htr_compare_live *c);

#ifdef __cplusplus
}
#endif

#endif
