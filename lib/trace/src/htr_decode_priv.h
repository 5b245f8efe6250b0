/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_decode*.c, htr_sources.c and htr_follow.c: one source being decoded. */
#ifndef HTR_DECODE_PRIV_H
#define HTR_DECODE_PRIV_H

#include "htr/htr_decode.h"
#include "htr/htr_tree_pull.h"
#include "htr_write_data.h"

/* A source being decoded, and the facts to report at its end. */
struct htr_branch {
    struct htr_trace *t;
    struct htr_tree *tree; /* contains the decoder */
    int32_t decoder;       /* component of t's decoder */
    struct htr_writer *w;
    struct htr_gap_meter gaps;
    uint64_t left;     /* bytes after the last complete message */
    uint64_t reported; /* troubles */
    bool allow_other;  /* messages that are not of N-Trace are expected */
    uint64_t others;   /* messages that are not of N-Trace */
    uint16_t src;      /* SRC of the first element; a remark is made when another comes */
    bool begun, mixed;
    bool any;         /* there was an element but the end */
    uint64_t foreign; /* packets of E-Trace whose type is neither instructions nor data */
    bool data_seen;   /* there was a data message */
    struct htr_write_data *data; /* TEXT, from the first data message on */
};

/* Begin to decode, after htr_trace_plant and htr_tree_begin. Returns HTR_OK, or HTR_ERR_* after a
 * message. */
int htr_branch_begin(struct htr_branch *b) HTR_MUST_CHECK;

/* Fetch and write what comes next. Returns 0, or a negative number at the end. */
int htr_branch_step(struct htr_branch *b);

/* Write an element and keep account. */
void htr_branch_take(struct htr_branch *b, const struct flow_elem *e);

/* The end: remarks on what could not be decoded; *sum gets what came of this source added. Returns
 * as htr_decode_run. */
int htr_branch_end(struct htr_branch *b, struct htr_decoded *sum) HTR_MUST_CHECK;

/* A sum without anything. */
void htr_decoded_begin(struct htr_decoded *sum);

/* Is it a message with a TCODE that is reserved, a vendor's, for data, or else not of N-Trace? It
 * may have been another one before it was damaged. */
bool htr_decode_is_other(const struct flow_elem *e);

/* Fetch and write a batch of ranges, from d itself, or (b not NULL) through b's tree, where d is.
 * Returns as nexus_decoder_next_ranges: 0 leaves an element in e that is still to be written. */
int htr_decode_batch(struct htr_writer *w, const struct htr_inside *d, const struct htr_branch *b,
                     struct flow_elem *e);

/* Can htr_decode_parallel do it: ranges alone are written, and the code does not depend on how much
 * was executed before? */
bool htr_decode_parallel_fits(const struct htr_branch *b);

/* Decode all but the last element with that many threads; the output is that of htr_branch_step.
 * Returns HTR_OK, or HTR_ERR_MEMORY after a message. */
int htr_decode_parallel(struct htr_branch *b, unsigned threads) HTR_MUST_CHECK;

#endif
