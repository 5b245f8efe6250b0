/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree, pulled: buffers are complete (htr_tree_bytes), and each decoder reads by itself, as
 * far as elements are requested. With one source and no deformatter this is the pull decoder of
 * nexus_flow.h and nothing else. Frames are deformatted once, by htr_tree_begin.
 *
 * A decoder with HTR_SRC_ANY beside others cannot be pulled, because it would have to know which
 * messages those take. Elements of messages of unknown sources are not given.
 */
#ifndef HTR_TREE_PULL_H
#define HTR_TREE_PULL_H

#include "flow/flow_clock.h"
#include "htr/htr_inside.h"
#include "htr/htr_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The next element of a decoder. Returns false after the END element; or after a message when this
 * decoder cannot be pulled. */
bool htr_tree_next(struct htr_tree *t, int32_t decoder, struct flow_elem *e);

/* The next elements, ranges in batches: as nexus_decoder_next_ranges. Returns the number of ranges
 * in range[0..max), 0: *e is an element of another type, or NEXUS_ERR_END. Do not mix with
 * htr_tree_next. With a monitor of elements on the decoder a batch is one range. */
int htr_tree_next_ranges(struct htr_tree *t, int32_t decoder, struct flow_range *range,
                         unsigned max, struct flow_elem *e);

/* A decoder that many elements are pulled from, looked up once. Read: inside. Private: the rest. */
struct htr_pull {
    struct htr_inside inside;
    struct htr_tree *tree;
    int32_t decoder;
    struct nexus_decoder *plain; /* no monitor and no log: nothing but the decoder of N-Trace */
};

/* Look up the decoder; the result is valid until the tree is changed or begun again. Returns
 * HTR_OK, or HTR_ERR_ARG after a message: this decoder cannot be pulled. */
int htr_pull_begin(struct htr_pull *p, struct htr_tree *t, int32_t decoder) HTR_MUST_CHECK;

/* As htr_tree_next. */
static inline bool htr_pull_next(const struct htr_pull *p, struct flow_elem *e)
{
    return (p->plain != NULL && nexus_decoder_next(p->plain, e) == NEXUS_OK) ||
           htr_tree_next(p->tree, p->decoder, e);
}

/* The pull decoder inside; ops NULL: it has none. Valid until the next htr_tree_begin. */
struct htr_inside htr_tree_inside(const struct htr_tree *t, int32_t decoder);

/* Bytes of the buffer that a decoder reads: those of its trace ID. Returns NULL when there are
 * none. */
const uint8_t *htr_tree_trace(const struct htr_tree *t, int32_t decoder, size_t *size);

/* ---- a decoder of the caller's ---- */

/* More bytes for it: calls nexus_decoder_refill or etrace_decoder_refill and returns true, or
 * returns false at the end. */
typedef bool htr_refill(void *ctx, const struct htr_inside *d);

/* A begun tree around one decoder that the caller has initialized, with its code and options; it is
 * not changed. It reads its own bytes; refill is called when it has used them up, or is NULL: the
 * caller refills it between two elements. d and refill must live as long as the tree. Ends with
 * htr_tree_close, in every case. Returns the index of the decoder, or after a message HTR_ERR_ARG
 * (a configuration that nexus_cfg_check refuses), HTR_ERR_MEMORY. */
int32_t htr_tree_single(struct htr_tree *t, struct htr_host *host, struct nexus_decoder *d,
                        htr_refill *refill, void *ctx) HTR_MUST_CHECK;

/* ---- several decoders as one sequence ---- */

/* The same around one of E-Trace (etrace/etrace_flow.h). */
struct etrace_decoder;
int32_t htr_tree_single_etrace(struct htr_tree *t, struct htr_host *host, struct etrace_decoder *d,
                               htr_refill *refill, void *ctx) HTR_MUST_CHECK;

/* A decoder of a merge. Private. */
struct htr_lane {
    int32_t decoder;
    bool more;
    struct flow_elem next;
    struct flow_clock clock; /* time before `next`; of a TIMESTAMP, its own */
    unsigned bits;
};

/* Private. */
struct htr_merge {
    struct htr_tree *t;
    struct htr_lane *lane;
    size_t n, last;
    struct flow_clock first; /* where all clocks begin: on the same turn of the counter */
    bool by_time, begun;
};

/* Merge decoder[0..n): by time (TIMESTAMP elements; a range counts from the time before it), or
 * else by number of the message. lane[0..n) is memory of the caller. Memory does not grow with the
 * trace: one element of each decoder is held. */
void htr_merge_init(struct htr_merge *m, struct htr_tree *t, struct htr_lane *lane,
                    const int32_t *decoder, size_t n, bool by_time);

/* The next element. Returns its decoder, or HTR_NONE at the end of all. */
int32_t htr_merge_next(struct htr_merge *m, struct flow_elem *e);

#ifdef __cplusplus
}
#endif

#endif
